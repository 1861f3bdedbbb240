/** Progress, as the client hears of it: of one request, and of the index. */

import type { WorkDoneProgressReporter } from "vscode-languageserver/node";

export interface ProgressReporter {
  begin(title: string): void;
  /** How far it is, between 0 and 1. */
  report(share: number, message: string): void;
  done(): void;
}

/** Reports only what was begun, and never that it goes backwards. */
export function createProgressReporter(reporter: WorkDoneProgressReporter): ProgressReporter {
  let state: "new" | "begun" | "done" = "new";
  let percentage = 0;
  return {
    begin(title) {
      if (state !== "new") return;
      state = "begun";
      reporter.begin(title, 0);
    },
    report(fraction, message) {
      if (state !== "begun") return;
      percentage = Math.max(percentage, Math.min(100, Math.floor(fraction * 100)));
      reporter.report(percentage, message);
    },
    done() {
      if (state === "begun") reporter.done();
      state = "done";
    },
  };
}
