/** Stretches around a place whose text stands nowhere else: which of them tell the place apart, without looking at each. */
import { partitionPoint } from "../../text/binarySearch.js";
import type { Stretch } from "../../text/stretch.js";

/** What is asked: stretches from a left cut to a right cut, which all hold `base`. */
export interface UniqueStretchQuery {
  readonly text: string;
  readonly base: Stretch;
  /** Where a window may begin, from the inside out: the first is the nearest at or before the start of `base`. */
  readonly leftCuts: readonly number[];
  /** Where a window may end, from the inside out. */
  readonly rightCuts: readonly number[];
  /** Where else the text of `base` begins, ascending, and the stretch that all of a match must lie in. */
  readonly others: readonly number[];
  readonly within: Stretch;
  /** Whether a match may begin, or end, at an offset. */
  readonly mayBegin: (offset: number) => boolean;
  readonly mayEnd: (offset: number) => boolean;
}

/** How far another occurrence is like the place: the indexes of the outermost cuts; -1 where not even the innermost holds there. */
export interface OccurrenceReach {
  readonly left: number;
  readonly right: number;
}

/** By indexes of cuts. */
export interface CutWindow {
  readonly left: number;
  readonly right: number;
}

/** Code units compared at most: in text that repeats itself each occurrence is like all others as far as one looks. */
const MAX_WORK = 1_000_000;

/** One look at each other occurrence tells for all windows which of them it shares. Null where that is too much work. */
export function measureReaches(query: UniqueStretchQuery): OccurrenceReach[] | null {
  const { text, base, leftCuts, rightCuts, others, within, mayBegin, mayEnd } = query;
  const widest = { from: leftCuts.at(-1) ?? base.from, to: rightCuts.at(-1) ?? base.to };
  const length = base.to - base.from;
  const reaches: OccurrenceReach[] = [];
  let work = 0;
  for (const start of others) {
    const end = start + length;
    const before = commonLengthBefore(text, base.from, start, Math.min(base.from - widest.from, start - within.from));
    const after = commonLengthAfter(text, base.to, end, Math.min(widest.to - base.to, within.to - end));
    const left = partitionPoint(leftCuts, (cut) => base.from - cut <= before) - 1;
    const right = partitionPoint(rightCuts, (cut) => cut - base.to <= after) - 1;
    // Where the likeness ends at a cut, the neighbours differ: a word that ends here may go on there.
    const isPartBefore = base.from - (leftCuts[left] ?? -1) === before && !mayBegin(start - before);
    const isPartAfter = (rightCuts[right] ?? -1) - base.to === after && !mayEnd(end + after);
    reaches.push({ left: isPartBefore ? left - 1 : left, right: isPartAfter ? right - 1 : right });
    work += before + after;
    if (work > MAX_WORK) return null;
  }
  return reaches;
}

/** For each left cut the shortest window that no more than `allowed` others share, and the few that go a little further. */
export function findUniqueWindows(
  query: UniqueStretchQuery,
  reaches: readonly OccurrenceReach[],
  allowed: number,
): CutWindow[] {
  const { leftCuts, rightCuts } = query;
  const windows: CutWindow[] = [];
  // Reaches from the left cut on outward, sorted by how far they go to the right: the one behind the allowed decides.
  const sorted = [...reaches].sort((one, other) => other.right - one.right);
  for (let left = 0; left < leftCuts.length; left++) {
    let seen = 0;
    const decisive = sorted.find((reach) => reach.left >= left && ++seen > allowed);
    const shortest = Math.max(0, (decisive?.right ?? -1) + 1);
    for (let right = shortest; right < Math.min(rightCuts.length, shortest + MAX_FURTHER_CUTS); right++)
      windows.push({ left, right });
  }
  return windows;
}

/** So many cuts behind the shortest window: one of them may read better (`foo(x)` for `foo(x`). */
const MAX_FURTHER_CUTS = 3;

function commonLengthBefore(text: string, one: number, other: number, maxLength: number): number {
  let count = 0;
  while (count < maxLength && text.charCodeAt(one - count - 1) === text.charCodeAt(other - count - 1)) count++;
  return count;
}

function commonLengthAfter(text: string, one: number, other: number, maxLength: number): number {
  let count = 0;
  while (count < maxLength && text.charCodeAt(one + count) === text.charCodeAt(other + count)) count++;
  return count;
}
