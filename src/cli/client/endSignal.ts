/** One end that many may come to: who waits for something gives up waiting with it. */

export interface EndSignal {
  /** The first reason is the one that counts. */
  end(why: unknown): void;
  /** What the work comes to; rejects with the reason where the end comes first, or has come. */
  race<Result>(work: Promise<Result>): Promise<Result>;
}

// Invariant: nothing of settled work is kept. Promise.race with a promise that outlives the work would keep every result as long as that.
export function createEndSignal(): EndSignal {
  let ended: { readonly why: unknown } | undefined;
  const pendingRejects = new Set<(why: unknown) => void>();
  return {
    end(why) {
      ended ??= { why };
      for (const reject of pendingRejects) reject(ended.why);
      pendingRejects.clear();
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        if (ended) {
          work.catch(() => {}); // nobody is left to hear it
          return reject(ended.why);
        }
        pendingRejects.add(reject);
        work.then(resolve, reject).finally(() => pendingRejects.delete(reject));
      }),
  };
}
