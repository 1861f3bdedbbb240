/** Reports of an index: its state, a few times per second, and the problems of its workspace. */

import type { Logger } from "../../error.js";
import type { IndexState } from "../declaration.js";

const INTERVAL_MS = 200;

/** Reports the state of an index a few times per second, and at once when it is complete. */
export class StateReports {
  readonly #state: () => IndexState;
  readonly #report: (state: IndexState) => void;
  #reported: IndexState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(state: () => IndexState, report: (state: IndexState) => void) {
    this.#state = state;
    this.#report = report;
  }

  /** Reports the state soon, if it has changed by then. */
  schedule(): void {
    const { isComplete } = this.#state();
    const isNowComplete = isComplete && this.#reported?.isComplete !== true;
    this.#timer ??= setTimeout(() => this.#send(), isNowComplete ? 0 : INTERVAL_MS).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #send(): void {
    this.#timer = undefined;
    const state = this.#state();
    if (this.#reported && isSameState(this.#reported, state)) return;
    this.#reported = state;
    this.#report(state);
  }
}

function isSameState(left: IndexState, right: IndexState): boolean {
  const isSameProgress = left.isComplete === right.isComplete && left.indexed === right.indexed;
  return isSameProgress && left.files === right.files && left.watchFailure === right.watchFailure;
}

const MAX_LINES = 200;
/** A broken grammar causes the same problem in every file of its language. */
const MAX_FILES_PER_REASON = 3;

/**
 * Logs the problems of a workspace without flooding the log: each line once, and a limited number
 * of them.
 */
export class ProblemLog {
  readonly #write: Logger;
  readonly #logged = new Set<string>();
  readonly #filesPerReason = new Map<string, number>();

  constructor(log: Logger) {
    this.#write = log;
  }

  log(line: string): void {
    if (this.#logged.has(line) || this.#logged.size > MAX_LINES) return;
    this.#logged.add(line);
    this.#write(
      this.#logged.size > MAX_LINES ? "Too many problems in this workspace: further ones are not logged." : line,
    );
  }

  /** Logs why a file has no declarations. */
  logFile(path: string, reason: string): void {
    const count = (this.#filesPerReason.get(reason) ?? 0) + 1;
    if (count > MAX_FILES_PER_REASON || this.#filesPerReason.size > MAX_LINES) return;
    this.#filesPerReason.set(reason, count);
    this.log(`${path} is not indexed: ${reason}`);
  }
}
