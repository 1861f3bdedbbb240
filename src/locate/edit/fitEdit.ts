/** An edit as a replacement of text, fitted to its place where it is about whole lines. */

import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import { blankLinesAbove, blankLinesBelow, deletedLines, gapBeside, leadingLineOf } from "./blankLines.js";
import { indentOf } from "./indentUnit.js";
import {
  type FitRequest,
  type LinePlace,
  linePlaceOf,
  lineText,
  type Replacement,
  type TargetKind,
} from "./linePlace.js";
import { codeOfLine, isAttributeLine, isCloser, isCommentLine } from "./lineShape.js";
import { reindent } from "./reindent.js";

/**
 * Returns the replacement, with the line ends of the place. Throws `invalid_locate` for a deletion
 * of nothing.
 */
export function fitEdit(request: FitRequest): Replacement {
  const { operation, newText, target, document } = request;
  // Nothing to insert: not even a blank line.
  if (newText === "" && operation.startsWith("insert")) return editText(request);
  const place = linePlaceOf(request);
  const change = place === undefined ? editText(request) : editLines(place, request);
  if (operation === "delete" && change.from === change.to) throw nothingToDelete();
  const at = place?.first ?? document.lineAt(target.from);
  return newText === "" && operation !== "delete" ? change : { ...change, insert: withLineEnds(change, document, at) };
}

/** Returns the lines that an edit writes, without the blank lines around them; with line feeds. */
export function textBodyOf(newText: string, kind: TargetKind): string {
  const text = newText.replace(/\r\n|\r/g, "\n");
  // Lines may be meant to be blank.
  if (kind === "lines") return text.replace(/\n[ \t]*$/, "");
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

/** Returns whether an edit writes lines, which `textBodyOf` has, and not a part of a line. */
export function writesLines(request: FitRequest): boolean {
  return request.operation !== "delete" && linePlaceOf(request) !== undefined;
}

/** Returns the edit of a part of a line, which goes in as it is. */
function editText({ operation, newText, target: { from, to } }: FitRequest): Replacement {
  if (operation === "delete") return { from, to, insert: "" };
  if (operation === "replace") return { from, to, insert: newText };
  const at = operation === "insert_before" ? from : to;
  return { from: at, to: at, insert: newText };
}

function editLines(place: LinePlace, { operation, newText, kinds, keepsIndentation }: FitRequest): Replacement {
  const { document, kind, style, language, indent, first, last } = place;
  const body = textBodyOf(newText, kind);
  if (operation === "delete" || (newText.trim() === "" && operation === "replace" && !/[\r\n]/.test(newText)))
    return deletedLines(place, operation === "delete");
  const [blank = ""] = /^(?:[ \t]*\n)*/.exec(body) ?? [];
  const filled = body.slice(blank.length);
  const skipped = blank.split("\n").length - 1;
  const fitted = keepsIndentation
    ? body
    : "\n".repeat(skipped) +
      reindent(filled, { indent, style, language, kinds: kinds ?? [], ownLines: ownLinesOf(place) });
  if (operation === "replace") return replaceLines(place, fitted);
  if (kind !== "lines") return insertBeside(place, fitted, operation === "insert_before" ? "before" : "after");
  const at = operation === "insert_before" ? document.lineFrom(first) : document.lineTo(last);
  return { from: at, to: at, insert: operation === "insert_before" ? `${fitted}\n` : `\n${fitted}` };
}

function ownLinesOf({ document, first, last }: LinePlace): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => lineText(document, first + at));
}

/**
 * Returns the replacement of whole lines. A comment at the start of the text replaces the one above
 * the target.
 */
function replaceLines(place: LinePlace, text: string): Replacement {
  const { document, kind, language, first, to, tail } = place;
  const [opening = ""] = text.split("\n", 1);
  const isCommented =
    kind !== "lines" && isCommentLine(opening, language) && !isCommentLine(lineText(document, first), language);
  const from = document.lineFrom(isCommented ? leadingLineOf(place) : first);
  const separator = /^[ \t]*([,;])/.exec(tail)?.[1];
  const isDoubled = kind !== "lines" && separator !== undefined && text.endsWith(separator);
  return { from, to, insert: isDoubled ? text.slice(0, -1) : text };
}

/** Returns the insertion of lines before or after a symbol or a node. */
function insertBeside(place: LinePlace, text: string, side: "before" | "after"): Replacement {
  const { document, language, first, last, to, tail } = place;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isAttribute = lines.every((line) => isAttributeLine(line, language));
  const isComment = lines.every((line) => isCommentLine(line, language) || /^\s*\*/.test(line));
  const leading = isAttribute ? first : leadingLineOf(place);
  const { toTarget, toOther } = gapBeside(place, leading, side, text);
  const { ownText, needsSeparator } = separate(place, leading, text, side);
  if (side === "after") {
    const at = needsSeparator ? to : document.lineTo(last);
    const extra = Math.max(0, toOther - blankLinesBelow(document, last));
    const head = needsSeparator ? `,${tail}` : "";
    return {
      from: at,
      to: document.lineTo(last),
      insert: `${head}${"\n".repeat(1 + toTarget)}${ownText}${"\n".repeat(extra)}`,
    };
  }
  const from = document.lineFrom(leading);
  const extra = Math.max(0, toOther - blankLinesAbove(document, leading));
  const below = isAttribute || isComment ? 0 : toTarget;
  return { from, to: from, insert: `${"\n".repeat(extra)}${ownText}${"\n".repeat(1 + below)}` };
}

/**
 * Returns the text as an item of the target's list, with a comma where the items have one, and
 * whether the target needs one, too.
 */
function separate(
  { document, language, first, last, tail }: LinePlace,
  leading: number,
  text: string,
  side: "before" | "after",
): { readonly ownText: string; readonly needsSeparator: boolean } {
  const plain = { ownText: text, needsSeparator: false };
  const above = leading > 0 ? lineText(document, leading - 1) : "";
  const hasComma = tail.trim().startsWith(",");
  const isItem = indentOf(above) === indentOf(lineText(document, first)) || isCloser(above);
  const isListed = hasComma || (isItem && codeOfLine(above, language).endsWith(","));
  const [closing = ""] = text.split("\n").slice(-1);
  if (!isListed || codeOfLine(closing, language) !== closing.trim() || isCommentLine(closing, language)) return plain;
  const bare = text.replace(/,$/, "");
  if (side === "before" || hasComma) return { ownText: `${bare},`, needsSeparator: false };
  const below = last + 1 < document.lineCount ? lineText(document, last + 1) : "";
  return isCloser(below) && tail.trim() === "" ? { ownText: bare, needsSeparator: true } : plain;
}

/** Returns the text of a change with the line ends of the nearest line before the change. */
function withLineEnds({ insert }: Replacement, document: Document, line: number): string {
  if (document.lineCount < 2) return insert.replace(/\r\n|\r/g, "\n");
  const at = Math.min(line, document.lineCount - 2);
  const lineEnd = document.slice(document.lineTo(at), document.nextLineFrom(at));
  return insert.replace(/\r\n|\r|\n/g, lineEnd);
}

function nothingToDelete(): LocateError {
  return new LocateError(
    "invalid_locate",
    "There is nothing to delete: the Locate means a point. Write the text that is to go as the find, or put `<|>` at both of its ends.",
    { field: "locate", expected: "a range that is not empty" },
  );
}
