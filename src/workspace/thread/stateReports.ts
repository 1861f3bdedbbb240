/** Reports of the state of an index: a few times per second, and at once when it is complete. */

import type { IndexState } from "../declaration.js";

const INTERVAL_MS = 200;

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
