/**
 * Limits the calls that are answered at a time, so that a client that sends faster than it is
 * served does not fill the memory. The input is still read: it may cancel calls, or end.
 */

/** Calls of clients that wait for answers are far fewer. */
export const MAX_CALLS = 200;

export class CallLimit {
  #callCount = 0;

  /**
   * Runs a call, which counts until it settles or `signal` is aborted. Returns undefined if too
   * many are pending.
   */
  run<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> | undefined {
    if (this.#callCount >= MAX_CALLS) return undefined;
    this.#callCount++;
    let isCounted = true;
    const release = () => {
      if (isCounted) this.#callCount--;
      isCounted = false;
    };
    signal.addEventListener("abort", release, { once: true });
    return call().finally(() => {
      signal.removeEventListener("abort", release);
      release();
    });
  }
}
