/** Where an edit is: the lines of a target that has them for itself. */

import type { Document } from "../../text/document.js";
import type { LineKind } from "../../text/lineKind.js";
import type { Stretch } from "../../text/stretch.js";
import { columnOf, type IndentStyle, indentOf, indentStyleOf } from "./indentUnit.js";
import { codeOfLine, isCloser, isCommentLine, isOpener } from "./lineShape.js";

/** The operations of `locate/edit`. */
export const operationNames = ["replace", "insert_before", "insert_after", "delete"] as const;
export type OperationName = (typeof operationNames)[number];

/** The kind of what a Locate means. Only text may be a part of a line. */
export type TargetKind = "symbol" | "node" | "lines" | "text";

/** The stretch `from`..`to` becomes `insert`. */
export interface Replacement extends Stretch {
  readonly insert: string;
}

export interface FitRequest {
  readonly operation: OperationName;
  /** Ignored for delete. */
  readonly newText: string;
  readonly target: Stretch & { readonly kind: TargetKind };
  readonly document: Document;
  readonly language: string;
  /** The kind of each line from the first one that is not blank; "code" where it is missing. */
  readonly kinds?: readonly LineKind[];
  /** Whether the lines keep the indentation that they are written with. */
  readonly keepsIndentation?: boolean;
}

/** Where a target is that has its lines for itself. */
export interface LinePlace {
  readonly kind: TargetKind;
  readonly document: Document;
  readonly language: string;
  readonly style: IndentStyle;
  /** The first and the last line, 0-based. */
  readonly first: number;
  readonly last: number;
  readonly indent: string;
  /** The end of its text, before a separator or a comment in the last line. */
  readonly to: number;
  /** The rest of the last line. */
  readonly tail: string;
}

/** Returns a line without its line end. */
export function lineText(document: Document, line: number): string {
  return document.slice(document.lineFrom(line), document.lineTo(line));
}

/** Returns the place of a target that has its lines for itself; undefined for any other. */
export function linePlaceOf({ target, document, language, operation }: FitRequest): LinePlace | undefined {
  const { kind, from } = target;
  if (kind === "text" && operation !== "delete") return undefined;
  // Some ranges end with the line end of their last line.
  const content = document.slice(from, target.to);
  const to = kind === "lines" || content.trim() === "" ? target.to : from + content.trimEnd().length;
  const first = document.lineAt(kind === "lines" ? from : from + (content.length - content.trimStart().length));
  const last = document.lineAt(to);
  const tail = document.slice(to, document.lineTo(last));
  const style = indentStyleOf(document.slice(Math.max(0, from - SAMPLE_LENGTH), from + SAMPLE_LENGTH));
  const place = { kind, document, language, style, first, last, to, tail };
  if (kind === "lines") return { ...place, indent: indentOfLines(first, last, operation, place) };
  if (from === target.to || document.slice(document.lineFrom(first), from).trim() !== "") return undefined;
  const after = tail.trim().replace(/^[,;]/, "");
  if (after.trim() !== "" && (kind === "text" || !isCommentLine(after, language))) return undefined;
  return { ...place, indent: indentOf(lineText(document, first)) };
}

/** The part of a text before and after the edit that its style is guessed from. */
const SAMPLE_LENGTH = 50_000;

/** Returns the indentation that text has in place of some lines, before or after them. */
function indentOfLines(
  first: number,
  last: number,
  operation: OperationName,
  { document, language, style }: Pick<LinePlace, "document" | "language" | "style">,
): string {
  const filled = (line: number, step: 1 | -1) => {
    for (let at = line; at >= 0 && at < document.lineCount; at += step) {
      const text = lineText(document, at);
      if (text.trim() !== "") return text;
    }
    return "";
  };
  const own = Array.from({ length: last - first + 1 }, (_, at) => lineText(document, first + at)).filter(
    (line) => line.trim() !== "",
  );
  const level = style.insertSpaces ? " ".repeat(style.tabSize) : "\t";
  const deeperOf = (a: string, b: string) => (columnOf(a, style) >= columnOf(b, style) ? indentOf(a) : indentOf(b));
  const [top] = own;
  const bottom = own.at(-1);
  if (top === undefined || bottom === undefined) return deeperOf(filled(first - 1, -1), filled(last + 1, 1));
  if (operation === "insert_after" && isOpener(codeOfLine(bottom, language)))
    return deeperOf(filled(last + 1, 1), `${indentOf(bottom)}${isCloser(filled(last + 1, 1)) ? level : ""}`);
  if (operation === "insert_before" && isCloser(top)) {
    const above = filled(first - 1, -1);
    const isEmptyBody = columnOf(above, style) <= columnOf(top, style);
    return isEmptyBody && isOpener(codeOfLine(above, language)) ? indentOf(top) + level : deeperOf(above, top);
  }
  return indentOf(operation === "insert_after" ? bottom : top);
}
