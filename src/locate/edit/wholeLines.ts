/** Edits at found text that are about whole lines, because they are written as such. */

import { indentOf } from "./indentUnit.js";
import type { FitRequest } from "./linePlace.js";

/**
 * Returns a request at text as one at its lines, if the text has them for itself and is written as
 * lines: a find to replace, with the indentation before it or a line end after it, or of several
 * lines without the indentation that all of them have; a new text to insert, with the line end
 * between the two. `find` has no marker. Text that is found and given with indentation keeps it.
 */
export function asWholeLines(request: FitRequest, find: string | undefined): FitRequest {
  const { operation, newText, target, document } = request;
  if (target.kind !== "text" || target.from === target.to) return request;
  const indentation = document.slice(document.lineFrom(document.lineAt(target.from)), target.from);
  const rest = document.slice(target.to, document.lineTo(document.lineAt(target.to)));
  const beginsLine = indentation.trim() === "";
  const endsLine = rest.trim() === "";
  const atLines = { ...request, target: { ...target, kind: "lines" } } as const;
  if (operation === "replace" && beginsLine && endsLine && find !== undefined) {
    const isIndented = indentation !== "" && find.startsWith(indentation) && indentOf(newText) !== "";
    const isDedented = isWrittenDedented(find, indentation, document.slice(target.from, target.to));
    return isDedented || isWrittenAsLines(find) ? { ...atLines, keepsIndentation: isIndented } : request;
  }
  if (operation === "insert_before" && beginsLine && endsWithLineEnd(newText)) return atLines;
  if (operation === "insert_after" && endsLine) {
    const withoutFirst = newText.replace(/^[ \t]*(?:\r\n|\r|\n)/, "");
    if (withoutFirst !== newText || endsWithLineEnd(newText)) return { ...atLines, newText: withoutFirst };
  }
  return request;
}

/**
 * Whether the lines of a find have the indentation that they have in the text, but for that of the
 * first line.
 */
function isWrittenDedented(find: string, indentation: string, found: string): boolean {
  const [written, lines] = [find, found].map((text) => text.split(/\r\n|\r|\n/).slice(1)) as [string[], string[]];
  const filled = lines.flatMap((line, n) => (line.trim() === "" ? [] : [{ line, writtenLine: written[n] ?? "" }]));
  if (indentation === "" || filled.length === 0 || written.length !== lines.length) return false;
  return filled.every(({ line, writtenLine }) => indentation + indentOf(writtenLine) === indentOf(line));
}

function isWrittenAsLines(find: string): boolean {
  return /^[ \t]/.test(find) || endsWithLineEnd(find);
}

function endsWithLineEnd(text: string): boolean {
  return /[\r\n][ \t]*$/.test(text) && text.trim() !== "";
}
