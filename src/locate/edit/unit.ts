/** Decides what an edit is about: lines, an item of a list, or text. */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import type { ElementList } from "../../text/treeFacts.js";
import { type EditFacts, type EditRequest, isInsertion, lineText, trimStretch, type Unit } from "./editRequest.js";

/** A row: the unit, if it holds for a request. */
interface Row {
  readonly unit: Unit;
  readonly holds: (request: EditRequest, facts: EditFacts) => boolean;
}

/** The rows in order: the first that holds decides. */
const rows: readonly Row[] = [
  { unit: "text", holds: (request) => isInsertion(request.operation) && request.target.kind === "point" },
  { unit: "text", holds: (request, facts) => continuesLine(request, facts) },
  { unit: "lines", holds: ({ operation, newText }) => isInsertion(operation) && endsWithLineBreak(newText) },
  { unit: "item", holds: (request, facts) => isElementBesideOthers(request, facts) },
  { unit: "lines", holds: ({ target }) => target.kind === "lines" },
  { unit: "lines", holds: (request, { list }) => hasLinesForItself(request, list) },
];

/** Returns the unit of an edit: the one that the client gives, else that of the first row. */
export function unitOf(request: EditRequest, facts: EditFacts): Unit {
  return request.unit ?? rows.find(({ holds }) => holds(request, facts))?.unit ?? "text";
}

/** Whether a new text of one line goes on in the line of the target, or is gone on by it. */
function continuesLine({ operation, newText, target, document }: EditRequest, { prose }: EditFacts): boolean {
  if (newText.trim() === "" || /[\r\n]/.test(newText)) return false;
  if (operation === "insert_before") return /[ \t]$/.test(newText);
  if (operation !== "insert_after" || !/^ \S/.test(newText) || prose === "comment") return false;
  const line = lineText(document, document.lineAt(trimStretch(document, target).to));
  const mark = MARK.exec(newText)?.[1];
  const isNextLine = /^ \S/.test(line) || (mark !== undefined && MARK.exec(line)?.[1] === mark);
  return !isNextLine;
}

/** Matches the mark at the start of a line of a comment or a list: ` * x`, `- x`. */
const MARK = /^\s*([^\w\s]+)\s/;

function endsWithLineBreak(text: string): boolean {
  return /[\r\n][ \t]*$/.test(text);
}

/** Whether the target is elements of a list that share a line with another, or with a bracket. */
function isElementBesideOthers(request: EditRequest, { list, newElements }: EditFacts): boolean {
  if (list === undefined || request.target.kind === "lines" || hasLinesForItself(request, list)) return false;
  return newElements > 0 || !isInsertion(request.operation);
}

/**
 * Whether a target is all that its lines hold, apart from the indentation before it, a separator of
 * its list before or after it, and a comment after it.
 */
export function hasLinesForItself({ target, document, language }: EditRequest, list: ElementList | undefined): boolean {
  const { from, to } = trimStretch(document, target);
  if (from === to) return false;
  const before = document.slice(document.lineFrom(document.lineAt(from)), from);
  return isSeparator(before, list?.separators ?? []) && isEndOfLine(tailOf(document, { from, to }), language, list);
}

/** Returns what follows a stretch in its last line. */
export function tailOf(document: Document, { to }: Stretch): string {
  return document.slice(to, document.lineTo(document.lineAt(to)));
}

function isSeparator(text: string, separators: readonly string[]): boolean {
  return text.trim() === "" || separators.includes(text.trim());
}

/** Whether text at the end of a line is a separator and a comment, or less. */
function isEndOfLine(tail: string, language: string, list: ElementList | undefined): boolean {
  let rest = tail.trim();
  for (const separator of [...(list?.separators ?? [","]), ";"])
    if (rest.startsWith(separator)) rest = rest.slice(separator.length).trimStart();
  return rest === "" || isComment(rest, language);
}

/** Whether text is nothing but a comment. */
function isComment(text: string, language: string): boolean {
  const { line, block } = factsOf(language).comments;
  if (line.some((opener) => text.startsWith(opener))) return true;
  return block.some(
    ([open, close]) => text.startsWith(open) && text.indexOf(close, open.length) === text.length - close.length,
  );
}
