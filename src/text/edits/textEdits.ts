/** Applies a server's text edits, whose positions are all those of the text before the edits. */

import { Document } from "../document.js";
import { offsetToPosition, type PositionEncoding, type Range, rangeToOffsets } from "../position.js";

/** As LSP has it. */
export interface ServerTextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** An edit that can't be applied as a whole; the message says which part and why. */
export class UnusableEdit extends Error {}

/**
 * Returns the text with the edits applied, with the line ends of the text. Inserts at one place
 * keep their order and come before a replacement there. Throws UnusableEdit if two edits overlap.
 */
export function applyTextEdits(text: string, edits: readonly ServerTextEdit[], encoding: PositionEncoding): string {
  const document = Document.of(text);
  const lineEnd = dominantLineEnd(text);
  const sorted = edits
    .map(({ range, newText }) => ({ ...rangeToOffsets(document, range, encoding), newText }))
    .sort((left, right) => left.from - right.from || Number(left.to > left.from) - Number(right.to > right.from));
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { from, to, newText } of sorted) {
    if (from < copiedTo) {
      const { line, character } = offsetToPosition(document, from, "utf-16");
      throw new UnusableEdit(`two edits overlap at ${line + 1}:${character + 1}`);
    }
    parts.push(text.slice(copiedTo, from), lineEnd === undefined ? newText : newText.replace(/\r\n|\r|\n/g, lineEnd));
    copiedTo = to;
  }
  parts.push(text.slice(copiedTo));
  return parts.join("");
}

/** Returns the most frequent line end; `undefined` for a text of one line. */
function dominantLineEnd(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [lineEnd] of text.matchAll(/\r\n|\r|\n/g)) counts.set(lineEnd, (counts.get(lineEnd) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}
