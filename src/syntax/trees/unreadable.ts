/**
 * The lines of a text that its grammar could not read. It is the one notion of it: diagnostics, the
 * check of an edit, outlines and the index tell of these.
 */

import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { allTexts, type ParsedText } from "./parsedText.js";
import { findSyntaxErrors } from "./syntaxErrors.js";

/** Lines of a text, 0-based, the last one included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the lines of a text with errors, and those that its tree does not have. */
export function unreadableLines(parsed: ParsedText): readonly LineRange[] {
  const omitted = [...allTexts(parsed)].flatMap((text) => text.omitted);
  return linesOf([...findSyntaxErrors(parsed), ...omitted], parsed.document);
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
