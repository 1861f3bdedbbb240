/** A line of source with carets under a place in it, cut to a width. */

import { isHighSurrogate, isLowSurrogate } from "../../../text/lineEnd.js";
import { type Cell, cellsOf } from "./cells.js";

export interface Excerpt {
  readonly text: string;
  /** Carets under the place. */
  readonly marks: string;
}

/**
 * The code units around the place that are read, so that a very long line takes no more time than a
 * short one.
 */
const MAX_BEFORE = 300;
const MAX_AFTER = 600;
const ELLIPSIS = "…";

/**
 * Marks `from`..`to` (offsets in `line`, half-open); an empty stretch gets one caret. Leading
 * indentation is removed.
 */
export function renderExcerpt(line: string, from: number, to: number, columns: number): Excerpt {
  const start = codePointStart(line, Math.max(0, from - MAX_BEFORE));
  const end = codePointStart(line, Math.min(line.length, from + MAX_AFTER));
  const indentation = /^[\t ]*/.exec(line.slice(0, from))?.[0].length ?? 0;
  const shownFrom = start === 0 ? Math.min(indentation, from) : start;
  const cells = cellsOf(line.slice(shownFrom, end).trimEnd(), shownFrom);
  const window = windowOf(cells, from, Math.max(10, columns));
  const cutLeft = shownFrom > indentation || window.first > 0;
  const cutRight = end < line.trimEnd().length || window.last < cells.length;
  const shown = cells.slice(window.first, window.last);
  const left = cutLeft ? ELLIPSIS : "";
  const text = `${left}${shown.map((cell) => cell.shown).join("")}${cutRight ? ELLIPSIS : ""}`;
  const lead = shown.filter((cell) => cell.to <= from).reduce(addWidth, left.length);
  const under = shown.filter((cell) => cell.to > from && cell.from < to).reduce(addWidth, 0);
  return { text, marks: `${" ".repeat(lead)}${"^".repeat(Math.max(1, under))}` };
}

/**
 * Returns the cells to show: all if they fit, else a window with the place about a third from its
 * left.
 */
function windowOf(cells: readonly Cell[], from: number, columns: number): { first: number; last: number } {
  const total = cells.reduce(addWidth, 0);
  if (total <= columns) return { first: 0, last: cells.length };
  const found = cells.findIndex((cell) => cell.to > from);
  const place = found < 0 ? cells.length : found;
  const room = columns - 2 * ELLIPSIS.length;
  let first = place;
  for (let left = Math.floor(room / 3); first > 0 && left > 0; left -= cells[first]?.width ?? 0) first--;
  let last = first;
  let used = 0;
  while (last < cells.length && used + (cells[last]?.width ?? 0) <= room) used += cells[last++]?.width ?? 0;
  // Columns left over at the line's end are used for more of its beginning.
  while (first > 0 && used + (cells[first - 1]?.width ?? 0) <= room) used += cells[--first]?.width ?? 0;
  return { first, last };
}

function addWidth(sum: number, { width }: Cell): number {
  return sum + width;
}

function codePointStart(text: string, offset: number): number {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset)) ? offset - 1 : offset;
}
