/** A part of a document's text, a leaf or a branch of them: what can be asked of either. */

import type { PositionEncoding } from "./encoding.js";

/** Offsets and lines count from the part's own start and must be within it. */
export interface Part {
  readonly length: number;
  readonly lineEnds: number;
  /** The offset at which a line starts, behind the line end before it. Line 0 starts elsewhere: lines from 1 to `lineEnds`. */
  lineStart(line: number): number;
  /** The line an offset is in: how many line ends there are before it. */
  lineAt(offset: number): number;
  slice(from: number, to: number): string;
  /** Units of the whole part, counted once. */
  units(encoding: PositionEncoding): number;
  /** Units from..to. A surrogate pair that `to` cuts in two does not count. */
  unitsBetween(from: number, to: number, encoding: PositionEncoding): number;
  /** The offset `units` behind `from`, at most `to`; inside a code point, its start. */
  offsetAfter(from: number, to: number, units: number, encoding: PositionEncoding): number;
}

/** How many of the ascending numbers are at most `value`. */
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
