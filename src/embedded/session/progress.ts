/** Progress reports to the client, for a request or for the index. */

import type { WorkDoneProgressReporter } from "vscode-languageserver/node";

export interface ProgressReporter {
  begin(title: string): void;
  /** Reports a fraction between 0 and 1. */
  report(fraction: number, message: string): void;
  done(): void;
}

/** Wraps a reporter: reports only between `begin` and `done`, and never a lower percentage. */
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
