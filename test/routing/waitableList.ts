/** A growing list with a way to wait for an item. */

/** The real timers, which a test may replace later. */
const { setTimeout: realTimeout, clearTimeout: clearRealTimeout } = globalThis;

/** The timeout for any item. */
const WAIT_TIMEOUT_MS = 5000;

export interface WaitableList<Item> {
  readonly items: readonly Item[];
  add(item: Item): void;
  /**
   * Resolves with the nth item that matches. Rejects with `what` and the text of `instead` on
   * timeout.
   */
  until(fits: (item: Item) => boolean, what: string, n?: number): Promise<Item>;
}

/** Makes a list. `instead` describes its items for the error on timeout. */
export function waitableList<Item>(instead: (items: readonly Item[]) => string): WaitableList<Item> {
  const items: Item[] = [];
  const waiting = new Set<() => void>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const look of [...waiting]) look();
    },
    until: (fits, what, n = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = items.filter(fits)[n - 1];
          if (!found) return;
          clearRealTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = realTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${what} never came; there were:\n${instead(items)}`));
        }, WAIT_TIMEOUT_MS);
        waiting.add(look);
        look();
      }),
  };
}
