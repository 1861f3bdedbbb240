/**
 * Lists of any length: binary search, and what would otherwise spread a list into the arguments of
 * a call, which takes only some 100,000; groups; and maps with a maximum of entries, or of the sum
 * of their sizes.
 */

/** Appends items, which may come from a file or a server. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the least number; `Infinity` if there are none. */
export function minOf(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Returns the greatest number; `-Infinity` if there are none. */
export function maxOf(numbers: Iterable<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) greatest = Math.max(greatest, number);
  return greatest;
}

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

/** Returns the value of a key, after adding what `create` returns if the map has none. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Returns values of JSON, each once. */
export function distinctValues<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Returns the items of each key, the keys in order of their first item. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) getOrInsert(groups, keyOf(item), (): Item[] => []).push(item);
  return groups;
}

/**
 * Sets an entry as the latest of a map, and drops its oldest ones beyond `max`. Returns those.
 */
export function setLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max: number,
): readonly (readonly [Key, Value])[] {
  map.delete(key);
  map.set(key, value);
  const dropped: (readonly [Key, Value])[] = [];
  for (const oldest of map) {
    if (map.size <= max) break;
    map.delete(oldest[0]);
    dropped.push(oldest);
  }
  return dropped;
}

/**
 * A map that drops its oldest entries once the sizes of all add up to more than a maximum. The
 * latest entry stays, whatever its size.
 */
export class SizedMap<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Sets an entry as the latest. */
  set(key: Key, value: Value, size: number): void {
    this.#delete(key);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize || this.#entries.size === 1) break;
      this.#delete(oldest);
    }
  }

  #delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
