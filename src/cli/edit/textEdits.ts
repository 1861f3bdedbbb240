/** Text edits of a server, applied to a text: all at once, in the coordinates of the text before any of them. */

import type { TextEdit } from "vscode-languageserver-protocol";
import { Document } from "../../text/document.js";
import { offsetToPosition, type PositionEncoding, rangeToOffsets } from "../../text/position.js";

/** Edits that can't be applied as they are; the message says which and why. */
export class UnusableEdit extends Error {}

/**
 * The text with the edits in it, line ends as the text's own. Inserts at one place keep their order and go before what is replaced there.
 * Throws UnusableEdit where two edits overlap.
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[], encoding: PositionEncoding): string {
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

/** The line end that most lines have; undefined for a text of one line. */
function dominantLineEnd(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [lineEnd] of text.matchAll(/\r\n|\r|\n/g)) counts.set(lineEnd, (counts.get(lineEnd) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}
