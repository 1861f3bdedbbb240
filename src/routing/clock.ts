/** Time as this room uses it: what tells it and what waits for it, so that a test can put its own in its place. */

export interface Clock {
  /** Milliseconds of a clock that does not run backwards. */
  now(): number;
  /** Calls `then` once, in `ms` milliseconds, without keeping the process alive for it. The function returned calls it off. */
  schedule(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, Math.ceil(ms)).unref();
    return () => clearTimeout(timer);
  },
};
