/** Lines of a document as a scope. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { clip } from "../errorText.js";
import { isSpaceAt } from "../find/characters.js";
import type { LineScope } from "../locate.js";

/**
 * Returns the stretch of the lines, without the last one's line end. An end of 0 is the last line.
 */
export function stretchOfLines({ line }: LineScope, document: Document, where: string): Stretch {
  const { lineCount } = document;
  const first = typeof line === "number" ? line : line[0];
  const last = typeof line === "number" ? line : line[1] || lineCount;
  const beyond = Math.max(first, last);
  if (beyond > lineCount) throw lineOutOfRange(beyond, lineCount, where);
  return { from: document.lineFrom(first - 1), to: document.lineTo(last - 1) };
}

/**
 * Returns the point that lines mean: `character` where given, or else the first character that is
 * not whitespace, or else their start.
 */
export function pointInLines({ character }: LineScope, { from, to }: Stretch, document: Document): number {
  if (character !== undefined) {
    if (from + character - 1 > to) throw characterOutOfRange(character, { from, to }, document);
    return from + character - 1;
  }
  const { text } = document;
  for (let offset = from; offset < to; offset++) if (!isSpaceAt(text, offset)) return offset;
  return from;
}

/** Makes the error for a character past the end of its line, which shows the line's text. */
function characterOutOfRange(character: number, { from, to }: Stretch, document: Document): LocateError {
  const line = document.lineAt(from) + 1;
  const shown = clip(document.slice(from, to), 100);
  const message =
    `Line ${line} has no character ${character}: its last place is ${to - from + 1}. It reads ${JSON.stringify(shown)}. ` +
    `Write the text meant instead: \`${line}@…\`.`;
  return new LocateError("line_out_of_range", message, {
    line,
    character,
    last_character: to - from + 1,
    line_count: document.lineCount,
  });
}

function lineOutOfRange(line: number, lineCount: number, where: string): LocateError {
  const lines = lineCount === 1 ? "one line" : `${lineCount} lines`;
  const message = `There is no line ${line}: ${where} has ${lines}. Write lines from 1 to ${lineCount}, or text to find without a scope.`;
  return new LocateError("line_out_of_range", message, { line, line_count: lineCount });
}
