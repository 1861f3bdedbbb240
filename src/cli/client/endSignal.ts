/** One end that many may come to: who waits for something gives up waiting with it. */

export interface Ending {
  /** The first reason is the one that counts. */
  come(why: unknown): void;
  /** What the work comes to; rejects with the reason where the end comes first, or has come. */
  before<Result>(work: Promise<Result>): Promise<Result>;
}

// Invariant: nothing of settled work is kept. Promise.race with a promise that outlives the work would keep every result as long as that.
export function ending(): Ending {
  let over: { readonly why: unknown } | undefined;
  const waiting = new Set<(why: unknown) => void>();
  return {
    come(why) {
      over ??= { why };
      for (const reject of waiting) reject(over.why);
      waiting.clear();
    },
    before: (work) =>
      new Promise((resolve, reject) => {
        if (over) {
          work.catch(() => {}); // nobody is left to hear it
          return reject(over.why);
        }
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
  };
}
