/**
 * Text as a terminal shows it: cells of columns, tabs at tab stops, control characters as
 * escapes.
 */

import { escapeLine } from "../../../text/printable.js";

/** One grapheme as it is shown, and its stretch of the text. */
export interface Cell {
  readonly shown: string;
  readonly from: number;
  readonly to: number;
  /** Columns. */
  readonly width: number;
}

const TAB_WIDTH = 4;

/** Made with the first use: it takes longer than printing an answer. */
let segmenter: Intl.Segmenter | undefined;

/** Printable ASCII and tabs: each character is a grapheme. */
const simple = /^[\t -~]*$/;

/**
 * Returns the cells of a line that begins at `offset`. Takes time proportional to the text's
 * length.
 */
export function cellsOf(text: string, offset = 0): readonly Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  let from = offset;
  for (const segment of segmentsOf(text)) {
    const { shown, width } = measureSegment(segment, column);
    const to = from + segment.length;
    cells.push({ shown, width, from, to });
    column += width;
    from = to;
  }
  return cells;
}

function segmentsOf(text: string): Iterable<string> {
  if (simple.test(text)) return text;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Returns the number of columns of a text. */
export function columnsOf(text: string): number {
  return cellsOf(text).reduce((sum, { width }) => sum + width, 0);
}

function measureSegment(segment: string, column: number): Pick<Cell, "shown" | "width"> {
  if (segment === "\t") {
    const width = TAB_WIDTH - (column % TAB_WIDTH);
    return { shown: " ".repeat(width), width };
  }
  const shown = escapeLine(segment);
  return { shown, width: shown === segment ? widthOf(segment) : shown.length };
}

/**
 * Characters of two columns: East Asian wide and full-width ones, and emoji. A mark that modifies
 * its neighbour has none.
 */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u;
const narrow = /^[\uff61-\uffdc\uffe8-\uffee]/u;
const invisible = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;

function widthOf(segment: string): number {
  if (segment.length === 1 && segment < "\u0300") return 1;
  if (invisible.test(segment)) return 0;
  return wide.test(segment) && !narrow.test(segment) ? 2 : 1;
}
