/**
 * Long work cut into time slices, so that messages and file system events are handled in between.
 */

import { rejectOnAbort } from "./rejectOnAbort.js";
import { yieldToEventLoop } from "./yieldToEventLoop.js";

export class TimeSlice {
  readonly #durationMs: number;
  #endsAt: number;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
    this.#endsAt = performance.now() + durationMs;
  }

  /**
   * Yields to the event loop once the slice is over. Rejects with the signal's reason if it aborts.
   */
  async pause(signal?: AbortSignal): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    const turn = yieldToEventLoop();
    await (signal ? rejectOnAbort(turn, signal) : turn);
    this.#endsAt = performance.now() + this.#durationMs;
  }
}
