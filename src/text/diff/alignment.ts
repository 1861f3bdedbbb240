/**
 * Alignment of two sequences: pairs of equal elements. Linear, except for a bounded amount of work.
 */

import { partitionPoint } from "../list.js";

// Each level of splitting is one pass over the sequences.
const MAX_DEPTH = 12;
// The maximum of steps of the exact search, for all regions together: some 20 ms.
const MAX_WORK = 4_000_000;

/**
 * Returns for each element of `before` the index of its partner in `after`, or -1. Partners are
 * equal and ascending. Elements are numbers below `kinds`.
 *
 * Pairs equal ends first, then the elements that occur once on both sides, and the regions between
 * those in the same way. Where no element is unique, searches for the shortest edit. What exceeds
 * the budget has no partners.
 */
export function alignSequences(before: Int32Array, after: Int32Array, kinds: number): Int32Array {
  const partners = new Int32Array(before.length).fill(-1);
  const occurrences = new Occurrences(kinds);
  const boxes: AlignmentRegion[] = [
    { beforeFrom: 0, beforeTo: before.length, afterFrom: 0, afterTo: after.length, depth: 0 },
  ];
  let work = MAX_WORK;
  for (let whole = boxes.pop(); whole !== undefined; whole = boxes.pop()) {
    const box = pairEnds(before, after, whole, partners);
    if (isOneSided(box)) continue;
    const anchors = box.depth < MAX_DEPTH ? longestAscending(occurrences.pairsIn(before, after, box)) : [];
    if (anchors.length === 0) work -= pairShortest(before, after, box, partners, work);
    let { beforeFrom, afterFrom } = box;
    for (const anchor of anchors) {
      partners[anchor.before] = anchor.after;
      pushUnlessOneSided({ ...box, beforeFrom, afterFrom, beforeTo: anchor.before, afterTo: anchor.after });
      beforeFrom = anchor.before + 1;
      afterFrom = anchor.after + 1;
    }
    if (anchors.length > 0) pushUnlessOneSided({ ...box, beforeFrom, afterFrom });
  }
  return partners;

  function pushUnlessOneSided(box: AlignmentRegion): void {
    if (!isOneSided(box)) boxes.push({ ...box, depth: box.depth + 1 });
  }
}

function isOneSided(box: AlignmentRegion): boolean {
  return box.beforeFrom === box.beforeTo || box.afterFrom === box.afterTo;
}

/** Pairs the equal elements at both ends of a region, and returns the rest of it. */
function pairEnds(before: Int32Array, after: Int32Array, box: AlignmentRegion, partners: Int32Array): AlignmentRegion {
  let { beforeFrom, beforeTo, afterFrom, afterTo } = box;
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeFrom] === after[afterFrom]) {
    partners[beforeFrom++] = afterFrom++;
  }
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeTo - 1] === after[afterTo - 1]) {
    partners[--beforeTo] = --afterTo;
  }
  return { beforeFrom, beforeTo, afterFrom, afterTo, depth: box.depth };
}

interface Pair {
  readonly before: number;
  readonly after: number;
}

/**
 * Counts of the elements by kind. Kept between regions: clearing it for each would cost the number
 * of kinds.
 */
class Occurrences {
  // Invariant: all zero between calls.
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #place: Int32Array;

  constructor(kinds: number) {
    this.#before = new Int32Array(kinds);
    this.#after = new Int32Array(kinds);
    this.#place = new Int32Array(kinds);
  }

  /** Returns the elements that occur once in each side of the region, in the order of `before`. */
  pairsIn(before: Int32Array, after: Int32Array, box: AlignmentRegion): Pair[] {
    const left = before.subarray(box.beforeFrom, box.beforeTo);
    const right = after.subarray(box.afterFrom, box.afterTo);
    for (const kind of left) this.#before[kind]!++;
    right.forEach((kind, index) => {
      this.#after[kind]!++;
      this.#place[kind] = box.afterFrom + index;
    });
    const pairs: Pair[] = [];
    left.forEach((kind, index) => {
      if (this.#before[kind] !== 1 || this.#after[kind] !== 1) return;
      pairs.push({ before: box.beforeFrom + index, after: this.#place[kind] as number });
    });
    for (const kind of left) this.#before[kind] = 0;
    for (const kind of right) this.#after[kind] = 0;
    return pairs;
  }
}

/**
 * Returns the longest selection of pairs that ascends on both sides. The pairs ascend in `before`,
 * and no two share an `after`.
 */
function longestAscending(pairs: readonly Pair[]): Pair[] {
  // ends[n]: the last pair of the ascending run of n + 1 pairs that ends lowest. previous: the pair
  // before each one in its run.
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  pairs.forEach((pair, index) => {
    const length = partitionPoint(ends, (end) => pairs[end]!.after < pair.after);
    previous[index] = length > 0 ? ends[length - 1]! : -1;
    ends[length] = index;
  });
  const chosen: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) chosen.push(pairs[index]!);
  return chosen.reverse();
}

/**
 * A stretch of each sequence that is still to be aligned. `depth` is the number of splits that led
 * to it.
 */
interface AlignmentRegion {
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly afterFrom: number;
  readonly afterTo: number;
  readonly depth: number;
}

// With more insertions and deletions, the two have so little in common that any pairing would be
// chance.
const MAX_EDITS = 512;

/**
 * Pairs the elements of a region that a shortest edit keeps, and returns the steps it took. Gives
 * up without pairs after `MAX_EDITS` edits, or once `budget` steps are spent. Algorithm: Myers,
 * "An O(ND) Difference Algorithm and Its Variations" (1986).
 */
function pairShortest(
  before: Int32Array,
  after: Int32Array,
  box: AlignmentRegion,
  partners: Int32Array,
  budget: number,
): number {
  const { beforeFrom, afterFrom } = box;
  const height = box.beforeTo - beforeFrom;
  const width = box.afterTo - afterFrom;
  const maxEdits = Math.min(height + width, MAX_EDITS);
  // A path that has taken x elements of `before` and y of `after` is on diagonal x - y. reached:
  // the furthest x on each diagonal, shifted by `zero`.
  const zero = maxEdits + 1;
  const reached = new Int32Array(2 * maxEdits + 3);
  const history: Int32Array[] = [];
  let steps = 0;
  for (let edits = 0; edits <= maxEdits; edits++) {
    history.push(reached.slice(zero - edits - 1, zero + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const insert = comesDown(reached, zero, diagonal, edits);
      let x = insert ? reached[zero + diagonal + 1]! : reached[zero + diagonal - 1]! + 1;
      if (edits === 0) x = 0;
      const start = x;
      while (x < height && x - diagonal < width && before[beforeFrom + x] === after[afterFrom + x - diagonal]) x++;
      reached[zero + diagonal] = x;
      steps += x - start + 1;
      if (x >= height && x - diagonal >= width) {
        walkBack(history, box, partners);
        return steps;
      }
      if (steps > budget) return steps;
    }
  }
  return steps;
}

/**
 * Whether the best path to a diagonal inserts (comes from the diagonal above) instead of deleting.
 */
function comesDown(reached: Int32Array, zero: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && reached[zero + diagonal - 1]! < reached[zero + diagonal + 1]!;
}

/**
 * Follows the path back from the end of both sequences to their start, and pairs the elements that
 * it keeps.
 */
function walkBack(history: readonly Int32Array[], box: AlignmentRegion, partners: Int32Array): void {
  let x = box.beforeTo - box.beforeFrom;
  let y = box.afterTo - box.afterFrom;
  for (let edits = history.length - 1; edits > 0; edits--) {
    const reached = history[edits]!;
    const zero = edits + 1;
    const insert = comesDown(reached, zero, x - y, edits);
    const previousDiagonal = insert ? x - y + 1 : x - y - 1;
    const previousX = reached[zero + previousDiagonal]!;
    const startX = insert ? previousX : previousX + 1;
    while (x > startX) partners[box.beforeFrom + --x] = box.afterFrom + --y;
    x = previousX;
    y = previousX - previousDiagonal;
  }
  while (x > 0) partners[box.beforeFrom + --x] = box.afterFrom + --y;
}
