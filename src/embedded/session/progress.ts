/** Progress, as the client hears of it: of one request, and of the index. */

import type { WorkDoneProgressReporter } from "vscode-languageserver/node";

export interface Progress {
  begin(title: string): void;
  /** How far it is, between 0 and 1. */
  report(share: number, message: string): void;
  done(): void;
}

/** Reports only what was begun, and never that it goes backwards. */
export function progressOn(reporter: WorkDoneProgressReporter): Progress {
  let state: "new" | "begun" | "done" = "new";
  let reached = 0;
  return {
    begin(title) {
      if (state !== "new") return;
      state = "begun";
      reporter.begin(title, 0);
    },
    report(share, message) {
      if (state !== "begun") return;
      reached = Math.max(reached, Math.min(100, Math.floor(share * 100)));
      reporter.report(reached, message);
    },
    done() {
      if (state === "begun") reporter.done();
      state = "done";
    },
  };
}
