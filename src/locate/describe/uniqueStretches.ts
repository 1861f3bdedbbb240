/** Stretches around a place whose text is unique, found without comparing each stretch. */
import { partitionPoint } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";

/** The stretches in question, from a left cut to a right cut. All contain `base`. */
export interface UniqueStretchQuery {
  readonly text: string;
  readonly base: Stretch;
  /**
   * The offsets where a window may begin, from the inside out. The first is the nearest at or
   * before the start of `base`.
   */
  readonly leftCuts: readonly number[];
  /** The offsets where a window may end, from the inside out. */
  readonly rightCuts: readonly number[];
  /**
   * The other offsets where the text of `base` begins, ascending, and the stretch that a match must
   * lie in.
   */
  readonly others: readonly number[];
  readonly within: Stretch;
  /** Checks whether a match may begin, or end, at an offset. */
  readonly mayBegin: (offset: number) => boolean;
  readonly mayEnd: (offset: number) => boolean;
}

/**
 * How far the surroundings of another occurrence are equal: the indexes of the outermost cuts, -1
 * where not even the innermost is equal.
 */
export interface OccurrenceReach {
  readonly left: number;
  readonly right: number;
}

/** A stretch by the indexes of its cuts. */
export interface CutWindow {
  readonly left: number;
  readonly right: number;
}

/**
 * The maximum of code units compared: in repetitive text, each occurrence is equal to all others
 * over a long distance.
 */
const MAX_WORK = 1_000_000;

/**
 * Returns the reach of each other occurrence, which tells for all windows whether they are unique.
 * Null where that is too much work.
 */
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
    // Where the equal text ends at a cut, the neighbours differ: a word that ends here may continue
    // there.
    const isPartBefore = base.from - (leftCuts[left] ?? -1) === before && !mayBegin(start - before);
    const isPartAfter = (rightCuts[right] ?? -1) - base.to === after && !mayEnd(end + after);
    reaches.push({ left: isPartBefore ? left - 1 : left, right: isPartAfter ? right - 1 : right });
    work += before + after;
    if (work > MAX_WORK) return null;
  }
  return reaches;
}

/**
 * Returns for each left cut the shortest window that at most `allowed` others share, and a few that
 * extend a little further.
 */
export function findUniqueStretches(
  query: UniqueStretchQuery,
  reaches: readonly OccurrenceReach[],
  allowed: number,
): CutWindow[] {
  const { leftCuts, rightCuts } = query;
  const windows: CutWindow[] = [];
  // The reaches from the left cut outward, sorted by their right ends. The first one beyond
  // `allowed` decides.
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

/**
 * The number of right cuts tried from the shortest window on: one of them may read better (`foo(x)`
 * than `foo(x`).
 */
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
