/** Stretches around a place whose text stands nowhere else: which of them tell the place apart, without looking at each. */
import type { Stretch } from "../../text/stretch.js";

/** What is asked: stretches from a left cut to a right cut, which all hold `base`. */
export interface WindowQuery {
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
export interface Reach {
  readonly left: number;
  readonly right: number;
}

/** By indexes of cuts. */
export interface Window {
  readonly left: number;
  readonly right: number;
}

/** Code units compared at most: in text that repeats itself each occurrence is like all others as far as one looks. */
const mostWork = 1_000_000;

/** One look at each other occurrence tells for all windows which of them it shares. Null where that is too much work. */
export function reachesOf(query: WindowQuery): Reach[] | null {
  const { text, base, leftCuts, rightCuts, others, within, mayBegin, mayEnd } = query;
  const widest = { from: leftCuts.at(-1) ?? base.from, to: rightCuts.at(-1) ?? base.to };
  const length = base.to - base.from;
  const reaches: Reach[] = [];
  let work = 0;
  for (const start of others) {
    const end = start + length;
    const before = alikeBefore(text, base.from, start, Math.min(base.from - widest.from, start - within.from));
    const behind = alikeBehind(text, base.to, end, Math.min(widest.to - base.to, within.to - end));
    const left = lastWithin(leftCuts, (cut) => base.from - cut, before);
    const right = lastWithin(rightCuts, (cut) => cut - base.to, behind);
    // Where the likeness ends at a cut, the neighbours differ: a word that ends here may go on there.
    const isPartBefore = base.from - (leftCuts[left] ?? -1) === before && !mayBegin(start - before);
    const isPartBehind = (rightCuts[right] ?? -1) - base.to === behind && !mayEnd(end + behind);
    reaches.push({ left: isPartBefore ? left - 1 : left, right: isPartBehind ? right - 1 : right });
    work += before + behind;
    if (work > mostWork) return null;
  }
  return reaches;
}

/** For each left cut the shortest window that no more than `allowed` others share, and the few that go a little further. */
export function tellingWindows(query: WindowQuery, reaches: readonly Reach[], allowed: number): Window[] {
  const { leftCuts, rightCuts } = query;
  const windows: Window[] = [];
  // Reaches from the left cut on outward, sorted by how far they go to the right: the one behind the allowed decides.
  const sorted = [...reaches].sort((one, other) => other.right - one.right);
  for (let left = 0; left < leftCuts.length; left++) {
    let seen = 0;
    const decisive = sorted.find((reach) => reach.left >= left && ++seen > allowed);
    const least = Math.max(0, (decisive?.right ?? -1) + 1);
    for (let right = least; right < Math.min(rightCuts.length, least + furtherCuts); right++)
      windows.push({ left, right });
  }
  return windows;
}

/** So many cuts behind the shortest window: one of them may read better (`foo(x)` for `foo(x`). */
const furtherCuts = 3;

function alikeBefore(text: string, one: number, other: number, most: number): number {
  let count = 0;
  while (count < most && text.charCodeAt(one - count - 1) === text.charCodeAt(other - count - 1)) count++;
  return count;
}

function alikeBehind(text: string, one: number, other: number, most: number): number {
  let count = 0;
  while (count < most && text.charCodeAt(one + count) === text.charCodeAt(other + count)) count++;
  return count;
}

/** The index of the last cut that lies within a distance, or -1. */
function lastWithin(cuts: readonly number[], distanceOf: (cut: number) => number, distance: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (distanceOf(cuts[middle] ?? 0) <= distance) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
