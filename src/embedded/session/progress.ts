/** Progress reports to the client, for a request or for the index. */

import type { WorkDoneProgressReporter } from "vscode-languageserver";

export interface ProgressReporter {
  begin(title: string): void;
  /** Reports a fraction between 0 and 1. */
  report(fraction: number, message: string): void;
  done(): void;
}

/**
 * Reports only between `begin` and `done`, and never a lower percentage: vscode-languageserver
 * sends what it is given, also the end of what has not begun.
 */
export function createProgressReporter(open: () => WorkDoneProgressReporter): ProgressReporter {
  let reporter: WorkDoneProgressReporter | undefined;
  let isDone = false;
  let percentage = 0;
  return {
    begin(title) {
      if (reporter || isDone) return;
      reporter = open();
      reporter.begin(title, percentage);
    },
    report(fraction, message) {
      if (isDone) return;
      percentage = Math.max(percentage, Math.min(100, Math.floor(fraction * 100)));
      reporter?.report(percentage, message);
    },
    done() {
      if (!isDone) reporter?.done();
      isDone = true;
    },
  };
}
