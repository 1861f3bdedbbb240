/**
 * Long work cut into time slices, so that messages and file system events are handled in between,
 * and waiting that a signal aborts.
 */

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

/**
 * Lets the event loop run in the middle of long work: incoming messages and file system events are
 * handled.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Rejects with the signal's reason as soon as it aborts. The work itself continues, and its later
 * failure is ignored.
 */
export function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
