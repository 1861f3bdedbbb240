/** What has come so far of something, and a way to wait for the rest. */

/** Kept from before a test puts a clock of its own in their place. */
const { setTimeout: realTimeout, clearTimeout: clearRealTimeout } = globalThis;

/** How long anything that is to come is waited for. */
const WAIT_TIMEOUT_MS = 5000;

export interface WaitableList<Item> {
  readonly items: readonly Item[];
  add(item: Item): void;
  /** The nth item, come or to come, that fits. Rejects with `what` and what `instead` says. */
  until(fits: (item: Item) => boolean, what: string, n?: number): Promise<Item>;
}

/** `instead` tells what there was, where something never comes. */
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
