/**
 * A leaf of a document's tree: some kilobytes of its text with their counts. Versions of a document
 * share leaves.
 */

import { offsetAfter, type PositionEncoding, unitsBetween } from "./encoding.js";
import { areInseparable, isInseparableAt, lineStartsIn } from "./lineEnd.js";
import { countAtMost } from "./list.js";

/**
 * A part of a document's text: a leaf, or a branch of parts. Offsets and lines count from the
 * part's own start and must be inside it.
 */
export interface Part {
  readonly length: number;
  readonly lineEnds: number;
  /**
   * Returns the offset at which a line starts, after the line end before it. Takes lines from 1 to
   * `lineEnds`, as line 0 starts in an earlier part.
   */
  lineStart(line: number): number;
  /** Returns the line that an offset is in: the number of line ends before it. */
  lineAt(offset: number): number;
  slice(from: number, to: number): string;
  /** Returns the units of the whole part, counted once. */
  units(encoding: PositionEncoding): number;
  /** Returns the units of from..to. A surrogate pair that `to` cuts in two does not count. */
  unitsBetween(from: number, to: number, encoding: PositionEncoding): number;
  /** Returns the offset `units` after `from`, at most `to`; inside a code point, its start. */
  offsetAfter(from: number, to: number, units: number, encoding: PositionEncoding): number;
}

export class Leaf implements Part {
  readonly text: string;
  /** The offsets after each line end. */
  readonly #lineStarts: readonly number[];
  // Counted at the first use: most sessions use utf-16 and never need them.
  #bytes = -1;
  #codePoints = -1;

  constructor(text: string) {
    this.text = text;
    this.#lineStarts = lineStartsIn(text);
  }

  get length(): number {
    return this.text.length;
  }

  get lineEnds(): number {
    return this.#lineStarts.length;
  }

  lineStart(line: number): number {
    return this.#lineStarts[line - 1] as number;
  }

  lineAt(offset: number): number {
    return countAtMost(this.#lineStarts, offset);
  }

  slice(from: number, to: number): string {
    return this.text.slice(from, to);
  }

  units(encoding: PositionEncoding): number {
    const { text } = this;
    if (encoding === "utf-16") return text.length;
    if (encoding === "utf-32") {
      if (this.#codePoints < 0) this.#codePoints = unitsBetween(text, 0, text.length, encoding);
      return this.#codePoints;
    }
    if (this.#bytes < 0) this.#bytes = unitsBetween(text, 0, text.length, encoding);
    return this.#bytes;
  }

  unitsBetween(from: number, to: number, encoding: PositionEncoding): number {
    if (from === 0 && to === this.length) return this.units(encoding);
    return this.#isPlain(encoding) ? to - from : unitsBetween(this.text, from, to, encoding);
  }

  offsetAfter(from: number, to: number, units: number, encoding: PositionEncoding): number {
    if (encoding === "utf-16" || this.#isPlain(encoding)) return Math.min(to, from + units);
    return offsetAfter(this.text, from, to, units, encoding);
  }

  /**
   * Whether every code unit is one unit of the encoding. A character never has fewer bytes than
   * code units, nor more code points. Equal sums therefore mean only ASCII in utf-8, and no
   * surrogate pairs in utf-32.
   */
  #isPlain(encoding: PositionEncoding): boolean {
    return this.units(encoding) === this.length;
  }
}

/**
 * Cuts a text evenly into leaves of about `size` code units, never inside a `\r\n` or a surrogate
 * pair. Returns at least one leaf; only an empty text has an empty one.
 */
export function cutLeaves(text: string, size: number): Leaf[] {
  if (text.length <= size) return [new Leaf(text)];
  const step = Math.ceil(text.length / Math.ceil(text.length / size));
  const leaves: Leaf[] = [];
  for (let from = 0; from < text.length; ) {
    const to = Math.min(from + step, text.length);
    const border = isInseparableAt(text, to) ? to - 1 : to;
    leaves.push(new Leaf(text.slice(from, border)));
    from = border;
  }
  return leaves;
}

/**
 * Checks whether a `\r\n` or a surrogate pair would lie across the border of two texts, so that
 * they can't be neighbouring leaves.
 */
export function isInseparableBorder(left: string, right: string): boolean {
  return areInseparable(left.charCodeAt(left.length - 1), right.charCodeAt(0));
}
