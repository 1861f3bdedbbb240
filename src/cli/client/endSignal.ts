/** A signal that rejects all pending work with one reason. */

export interface EndSignal {
  /** Rejects pending and later work. Only the first call has an effect on later work. */
  end(reason: unknown): void;
  /** Settles as the work does; rejects with the reason if the end comes first. */
  race<Result>(work: Promise<Result>): Promise<Result>;
}

// Invariant: settled work is not kept. Promise.race with a promise that outlives the work would
// keep every result.

export function createEndSignal(): EndSignal {
  let ended: { readonly reason: unknown } | undefined;
  const pendingRejects = new Set<(reason: unknown) => void>();
  return {
    end(reason) {
      ended ??= { reason };
      for (const reject of pendingRejects) reject(ended.reason);
      pendingRejects.clear();
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        if (ended) {
          work.catch(() => {}); // its rejection is no longer awaited
          return reject(ended.reason);
        }
        pendingRejects.add(reject);
        work.then(resolve, reject).finally(() => pendingRejects.delete(reject));
      }),
  };
}
