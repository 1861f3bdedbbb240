/**
 * Alignment of two sequences: pairs of equal elements. Linear, except for a bounded amount of work.
 */

import { partitionPoint } from "../list.js";
import { type AlignmentRegion, pairShortest } from "./shortestEdit.js";

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
