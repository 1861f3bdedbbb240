/** Binary search in ascending lists. */

/**
 * Returns how many items at the start of an ascending list satisfy `isBefore`. No item that does
 * may follow one that doesn't.
 */
export function partitionPoint<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns how many of the ascending numbers are at most `value`. Written out for speed: every
 * lookup of a line or an offset uses it.
 */
export function countAtMost(ascending: Uint32Array | readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
