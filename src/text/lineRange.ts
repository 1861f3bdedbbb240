/** Ranges of whole lines, and how they are named in answers. */

import type { Document } from "./document.js";
import type { Stretch } from "./stretch.js";

/** Lines of a text, 0-based, the last one included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the lines of stretches; those that meet are one. */
export function linesOf(stretches: readonly Stretch[], document: Document): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (const { from, to } of [...stretches].sort((one, other) => one.from - other.from)) {
    const line = document.lineAt(from);
    // One that begins at the end of a line, or ends at the beginning of one, has nothing of it.
    const first = document.lineTo(line) === from && to > from ? line + 1 : line;
    const end = to > from && document.lineFrom(document.lineAt(to)) === to ? to - 1 : to;
    const range = { from: first, to: Math.max(first, document.lineAt(end)) };
    const last = ranges.at(-1);
    if (last && range.from <= last.to + 1)
      ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else ranges.push(range);
  }
  return ranges;
}

/** Returns `line 3`, or `lines 40–95`, 1-based. */
export function describeLines({ from, to }: LineRange): string {
  return from === to ? `line ${from + 1}` : `lines ${from + 1}–${to + 1}`;
}

const MAX_NAMED = 5;

/** Says that lines could not be read, and that what they declare may be missing. */
export function describeUnreadable(lines: readonly string[]): string {
  const rest = lines.length > MAX_NAMED ? ` and ${lines.length - MAX_NAMED} more` : "";
  return `${lines.slice(0, MAX_NAMED).join(", ")}${rest} could not be read; what they declare may be missing`;
}
