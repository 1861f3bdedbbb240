/** The clock and the timer that routing uses, so that tests can replace them. */

export interface Clock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /**
   * Calls `callback` once, after `ms` milliseconds, without keeping the process alive. Returns a
   * function that cancels it.
   */
  schedule(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, Math.ceil(ms)).unref();
    return () => clearTimeout(timer);
  },
};
