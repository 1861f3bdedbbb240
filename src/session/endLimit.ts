/** Limits the duration of a session's shutdown. */

/** Leaves time for the threads to end within the limit of 3 s for the whole process. */
const END_TIMEOUT_MS = 2300;

export interface EndLimit {
  /** Resolves when the shutdown has begun. */
  readonly begun: Promise<void>;
  /** Starts the time limit. Later calls do nothing. */
  begin(): void;
  /**
   * Settles as `work` does, or resolves with `undefined` if the work has not settled when the time
   * limit has passed.
   */
  within<Result>(work: Promise<Result>): Promise<Result | undefined>;
}

export function createEndLimit(): EndLimit {
  let beganAt: number | undefined;
  let resolveBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    resolveBegun = resolve;
  });
  return {
    begun,
    begin() {
      beganAt ??= performance.now();
      resolveBegun();
    },
    within: (work) =>
      new Promise((resolve, reject) => {
        let isSettled = false;
        let timer: NodeJS.Timeout | undefined;
        void begun.then(() => {
          const restMs = (beganAt ?? 0) + END_TIMEOUT_MS - performance.now();
          if (!isSettled) timer = setTimeout(() => resolve(undefined), restMs);
        });
        work.then(resolve, reject).finally(() => {
          isSettled = true;
          clearTimeout(timer);
        });
      }),
  };
}
