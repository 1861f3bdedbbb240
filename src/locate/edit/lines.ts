/** Edits of whole lines: new lines are fitted to their place, and separators stay right. */

import type { Document } from "../../text/document.js";
import type { ElementList } from "../../text/treeFacts.js";
import { blankLinesAbove, blankLinesBelow, deletedLines, gapBeside, leadingLineOf } from "./blankLines.js";
import { type EditFacts, type EditRequest, lineText, type Replacement } from "./editRequest.js";
import { fitLines } from "./fit.js";
import { type IndentStyle, indentOf } from "./indentUnit.js";
import { enderOf, joins, separatorAt, separatorOf, withoutEnd } from "./items.js";
import { indentAfter, indentBefore, indentsAround, indentsInside } from "./lineIndent.js";
import { type LinePlace, linePlaceOf } from "./linePlace.js";
import { codeOfLine, isAttributeLine, isCommentLine } from "./lineShape.js";

/** Returns the lines that an edit writes, with line feeds, without the last line end. */
export function bodyOfLines({ newText, operation }: EditRequest, kind: LinePlace["kind"]): string {
  const text = newText.replace(/\r\n|\r/g, "\n");
  // The blank lines around a symbol are those of its siblings.
  if (kind === "symbol" || kind === "node") return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  const endsLine = /\n[ \t]*$/.test(text);
  // Text that begins with a line end and has none at its end is written to follow the line.
  if (operation === "insert_after" && !endsLine) return text.replace(/^[ \t]*\n/, "");
  return text.replace(/\n[ \t]*$/, "");
}

/** Returns an edit of lines. With `isFitted` false, the new lines keep their indentation. */
export function editLines(request: EditRequest, facts: EditFacts, { isFitted = true } = {}): Replacement {
  const { operation, newText } = request;
  const place = linePlaceOf(request, facts);
  if (operation === "delete" || (operation === "replace" && isNothing(newText, place)))
    return withoutSeparator(place, deletedLines(place, operation === "delete"));
  const body = bodyOfLines(request, place.kind);
  const fitted = isFitted ? fitBody(body, place, request, facts) : body;
  if (operation === "replace") return replaceLines(place, fitted, request);
  const side = operation === "insert_before" ? "before" : "after";
  return insertLines(place, fitted, side, facts);
}

/**
 * Extends the deletion of elements to the separator that would be left before the end of their
 * list, or before its start. A `;` after the last element goes to the one before.
 */
function withoutSeparator(place: LinePlace, change: Replacement): Replacement {
  const { document, list, tail, to } = place;
  if (list === undefined || list.isOptional) return change;
  const { previous, next, elements } = list;
  const isLeading = isLeadingStyle(document, list);
  if (previous === undefined && next !== undefined && isLeading) {
    const lead = document.slice(document.lineFrom(place.first), elements.from);
    return lead.trim() === "" ? { from: elements.from, to: next.from, insert: "" } : change;
  }
  if (next !== undefined || previous === undefined) return change;
  const gap = document.slice(previous.to, change.from);
  const [before = ""] = separatorAt(list).exec(gap) ?? [];
  const isNone = list.separators.length === 0;
  const hasOwn =
    isNone || isLeading || separatorAt(list).exec(tail)?.[0].trim() || endsWithSeparator(document, to, list);
  const kept = hasOwn
    ? gap
    : gap.slice(0, before.length - before.trimStart().length) + gap.slice(before.trimEnd().length);
  const ender = enderOf(place.tail, list);
  if (kept === gap && ender === "") return change;
  return { from: previous.to, to: change.to, insert: ender + kept + change.insert };
}

/** Whether a text has no lines; blank ones are none beside a symbol or a node. */
function isNothing(newText: string, { kind }: LinePlace): boolean {
  return newText.trim() === "" && (kind === "symbol" || kind === "node" || !/[\r\n]/.test(newText));
}

/** Returns new lines with the indentation of their place; blank lines before them stay. */
function fitBody(body: string, place: LinePlace, { operation, target }: EditRequest, facts: EditFacts): string {
  const [blank = ""] = /^(?:[ \t]*\n)*/.exec(body) ?? [];
  const text = body.slice(blank.length);
  const { document, style, language, first, last } = place;
  const ownLines = Array.from({ length: last - first + 1 }, (_, at) => lineText(document, first + at));
  const isIndented = target.isIndented === true || target.kind === "lines";
  const isIndentedCode = facts.prose === "indented code";
  const shared = { style, language, kinds: facts.kinds, ownLines, isIndented, isIndentedCode };
  const skipped = "\n".repeat(blank.split("\n").length - 1);
  // Lines that are written with their indentation, on both sides, are meant as they are.
  if (target.isIndented && indentOf(text) !== "") return body;
  if (operation === "replace") {
    // So are lines for lines, where their indentation is one of the file's.
    if (place.kind === "lines" && isOfStyle(indentOf(text), style)) return body;
    const [indent = "", ...alternatives] = indentsInside(place, text);
    return skipped + fitLines(text, { ...shared, replaces: true, indent, alternatives });
  }
  const side = operation === "insert_before" ? "before" : "after";
  const { newElements } = facts;
  const blankLines = skipped.length;
  const indent = side === "before" ? indentBefore(place, text) : indentAfter(place, text, { newElements, blankLines });
  const alternatives = indentsAround(place, side, text);
  return skipped + fitLines(text, { ...shared, replaces: false, indent, alternatives });
}

/** Whether an indentation is of the tabs or spaces of a file. */
function isOfStyle(indent: string, { insertSpaces, isMixed }: IndentStyle): boolean {
  return indent !== "" && (isMixed || (insertSpaces ? !indent.includes("\t") : indent.startsWith("\t")));
}

/** Returns a new text of several lines with the indentation of the line in which it begins. */
export function fitItem(
  text: string,
  { document, target, language }: EditRequest,
  { kinds, style }: EditFacts,
): string {
  if (!text.includes("\n") && !text.includes("\r")) return text;
  const [first, last] = [document.lineAt(target.from), document.lineAt(target.to)];
  const ownLines = Array.from({ length: last - first + 1 }, (_, at) => lineText(document, first + at));
  const body = text.replace(/\r\n|\r/g, "\n");
  const indent = indentOf(ownLines[0] as string);
  const shared = { style, language, kinds, ownLines, isIndented: false, isIndentedCode: false };
  return fitLines(body, { ...shared, replaces: false, alternatives: [], indent }).slice(indent.length);
}

/** Returns the replacement of lines. A comment at the start of the text replaces the one above. */
function replaceLines(place: LinePlace, text: string, { target }: EditRequest): Replacement {
  const { document, kind, language, first, tail, list } = place;
  // White space at the end of the line, if the target has it, too.
  const [space = ""] = /^[ \t]*/.exec(document.slice(place.to, Math.max(place.to, target.to))) ?? [];
  const to = place.to + space.length;
  const [opening = ""] = text.split("\n", 1);
  const isCommented =
    kind !== "lines" &&
    kind !== "text" &&
    isCommentLine(opening, language) &&
    !isCommentLine(lineText(document, first), language);
  const leading = isCommented ? leadingLineOf(place) : first;
  const from = document.lineFrom(leading);
  // What precedes the target in its line stays: a separator of its list.
  const lead = isCommented ? "" : document.slice(from, place.from).trim();
  const separators = [...(list?.separators ?? [","]), ";"];
  const separator = separators.find((each) => tail.trimStart().startsWith(each));
  const isDoubled = separator !== undefined && text.endsWith(separator) && kind !== "lines";
  const body = isDoubled ? text.slice(0, -separator.length) : text;
  return lead === "" || body.trimStart().startsWith(lead)
    ? { from, to, insert: body }
    : { from: place.from, to, insert: body.trimStart() };
}

/** Returns the insertion of lines before or after others. */
function insertLines(place: LinePlace, text: string, side: "before" | "after", facts: EditFacts): Replacement {
  const { document, kind, first, last } = place;
  const separated = separate(place, text, side, facts);
  const isBeside = kind === "symbol" || kind === "node";
  if (side === "after") {
    const { toTarget, toOther } = isBeside ? gapBeside(place, leadingLineOf(place), side, text) : NO_GAP;
    const extra = Math.max(0, toOther - blankLinesBelow(document, last));
    const { from, lineEnd, written } = separated;
    const insert = `${lineEnd}${"\n".repeat(1 + toTarget)}${written}${"\n".repeat(extra)}`;
    return { from, to: document.lineTo(last), insert };
  }
  const { language } = place;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isAttribute = isBeside && lines.every((line) => isAttributeLine(line, language));
  const isComment = lines.every((line) => isCommentLine(line, language) || /^\s*\*/.test(line));
  const leading = isAttribute || !isBeside ? first : leadingLineOf(place);
  const { toTarget, toOther } = isBeside ? gapBeside(place, leading, side, text) : NO_GAP;
  const from = document.lineFrom(leading);
  const extra = Math.max(0, toOther - blankLinesAbove(document, leading));
  const below = isAttribute || isComment ? 0 : toTarget;
  const insert = `${"\n".repeat(extra)}${separated.written}${"\n".repeat(1 + below)}${separated.lead}`;
  return { from, to: leading === first ? separated.to : from, insert };
}

const NO_GAP = { toTarget: 0, toOther: 0 };

/** New lines with the separators of the list, and what the lines of the target become. */
interface SeparatedLines {
  readonly written: string;
  /** After the target: from where its last line is written anew, and as what. */
  readonly from: number;
  readonly lineEnd: string;
  /** Before the target: to where its first line is written anew, and as what. */
  readonly to: number;
  readonly lead: string;
}

function separate(place: LinePlace, text: string, side: "before" | "after", facts: EditFacts): SeparatedLines {
  const { document, first, last, list } = place;
  const plain: SeparatedLines = {
    written: text,
    from: document.lineTo(last),
    lineEnd: "",
    to: document.lineFrom(first),
    lead: "",
  };
  if (list === undefined || facts.newElements === 0) return plain;
  if (list.isOptional) return facts.newElements === 1 ? separateAsBeside(place, list, plain) : plain;
  const ender = enderOf(place.tail, list);
  if (list.separators.length === 0) return side === "after" ? moveEnder(place, list, text, { plain, ender }) : plain;
  return isLeadingStyle(document, list)
    ? separateAtStarts(place, list, text, side, { plain, ender })
    : separateAtEnds(place, list, text, side, { plain, ender });
}

interface Around {
  readonly plain: SeparatedLines;
  /** What ends the statement after the list's last element: `;`. */
  readonly ender: string;
}

/** Moves the `;` after a list without separators, such as a chain of calls, to its new end. */
function moveEnder(
  { language, tail }: LinePlace,
  list: ElementList,
  text: string,
  { plain, ender }: Around,
): SeparatedLines {
  if (ender === "") return plain;
  const written = editLastCode(text, language, (code) => withoutEnd(code, [ender]) + ender);
  return { ...plain, from: list.elements.to, lineEnd: tail.replace(ender, ""), written };
}

/** Writes a separator that may be missing after an element if the one beside it has one. */
function separateAsBeside(
  { document, language, to, tail }: LinePlace,
  list: ElementList,
  plain: SeparatedLines,
): SeparatedLines {
  const { from } = list.elements;
  const separator = separatorOf(document, list);
  const isSeparated = (text: string) => list.separators.some((each) => text.trimEnd().endsWith(each));
  if (!isSeparated(document.slice(from, to) + (separatorAt(list).exec(tail)?.[0] ?? ""))) return plain;
  return {
    ...plain,
    written: editLastCode(plain.written, language, (code) => (joins(code, list) ? code : code + separator)),
  };
}

/** Writes separators after elements: `a,`. */
function separateAtEnds(
  { document, language, to, tail }: LinePlace,
  list: ElementList,
  text: string,
  side: "before" | "after",
  { plain, ender }: Around,
): SeparatedLines {
  const separator = separatorOf(document, list);
  const hasOwn = separatorAt(list).exec(tail)?.[0].trim() !== "" || endsWithSeparator(document, to, list);
  const bare = editLastCode(withoutLead(text, list), language, (code) => withoutEnd(code, [...list.separators, ender]));
  // An operator has a space before it.
  const own = /^[,;]/.test(separator) ? separator : ` ${separator}`;
  const ended = editLastCode(bare, language, (code) => code + own);
  if (side === "before" || hasOwn) return { ...plain, written: ended };
  if (list.next !== undefined) return { ...plain, written: ended };
  const rest = ender === "" ? tail : tail.replace(ender, "");
  const { to: end } = list.elements;
  const written = editLastCode(bare, language, (code) => code + ender);
  return { ...plain, from: end, lineEnd: own + rest, written };
}

/** Writes separators before elements: `| a`. */
function separateAtStarts(
  place: LinePlace,
  list: ElementList,
  text: string,
  side: "before" | "after",
  { plain, ender }: Around,
): SeparatedLines {
  const { document, first, language } = place;
  const separator = separatorOf(document, list);
  const ended = editLastCode(text, language, (code) => withoutEnd(code, list.separators));
  const indent = indentOf(ended);
  const content = ended.slice(indent.length);
  const isLed = list.separators.some((each) => content.startsWith(each));
  const led = isLed ? ended : `${indent}${separator} ${content}`;
  if (side === "after") {
    return moveEnder(place, list, led, { plain: { ...plain, written: led }, ender });
  }
  const before = document.slice(document.lineFrom(first), list.elements.from);
  if (list.previous !== undefined || before.trim() !== "") return { ...plain, written: led };
  const own = isLed ? indent + content.slice(separator.length).trimStart() : ended;
  return { ...plain, written: own, to: list.elements.from, lead: `${before}${separator} ` };
}

function endsWithSeparator(document: Document, to: number, list: ElementList): boolean {
  return to > list.elements.to && separatorAt(list).exec(document.slice(list.elements.to, to))?.[0].trim() !== "";
}

/** Whether separators are at the start of the elements' lines. */
function isLeadingStyle(document: Document, { elements, previous, next, separators }: ElementList): boolean {
  const gaps = [
    ...(previous ? [document.slice(previous.to, elements.from)] : []),
    ...(next ? [document.slice(elements.to, next.from)] : []),
  ];
  if (gaps.length === 0) return /^[|&+]$/.test(separators[0] ?? "");
  const isBeforeNext = (gap: string, at: number) =>
    at >= 0 && /[\r\n]/.test(gap.slice(gap.slice(0, at).trimEnd().length, at));
  return gaps.every((gap) => separators.some((separator) => isBeforeNext(gap, gap.indexOf(separator))));
}

/** Changes the code of the last line that has some, before a comment at its end. */
function editLastCode(text: string, language: string, change: (code: string) => string): string {
  const lines = text.split("\n");
  const at = lines.findLastIndex((line) => line.trim() !== "" && !isCommentLine(line, language));
  const line = lines[at];
  if (line === undefined) return text;
  const indent = indentOf(line);
  const code = codeOfLine(line, language);
  lines[at] = indent + change(code) + line.slice(indent.length + code.length);
  return lines.join("\n");
}

/** Returns lines without the separator that the first begins with. */
function withoutLead(text: string, list: ElementList): string {
  const indent = indentOf(text);
  const content = text.slice(indent.length);
  const separator = list.separators.find((each) => content.startsWith(each));
  return separator === undefined ? text : indent + content.slice(separator.length).trimStart();
}
