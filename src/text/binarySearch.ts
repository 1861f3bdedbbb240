/** Binary search in ascending lists. */

/** How many items at the start of a list satisfy `isBefore`, which must hold for no item after one for which it does not. */
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

/** How many of the ascending numbers are at most `value`. Not a `partitionPoint`: every lookup of a line or an offset is here. */
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
