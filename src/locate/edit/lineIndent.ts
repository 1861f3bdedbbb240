/** The indentation that lines get at a place. */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { type EditFacts, lineText } from "./editRequest.js";
import { columnOf, indentOf } from "./indentUnit.js";
import type { LinePlace } from "./linePlace.js";
import {
  codeOfLine,
  continuesLine,
  isAttributeLine,
  isCloser,
  isContinued,
  isOpener,
  isOutdented,
  listMarkerWidth,
  opensBracket,
} from "./lineShape.js";
import { isDirective } from "./newLine.js";

/**
 * Returns the indentation of lines that take the place of others, and other ones with which they
 * are in their place as they are written: one level deeper than a line above that goes on in them,
 * that of a block around, and any if their last line opens the block of the line below.
 */
export function indentsInside(place: LinePlace, text: string): readonly string[] {
  const { document, first, last, language, style } = place;
  const [own] = filledLines(place);
  const [above, below] = neighboursOf(place, first, last);
  if (own === undefined) return [indentBetween(place, text), indentOf(above), indentOf(below)];
  const isAfterDirective = isDirective(lineText(document, first), language);
  const isFalling = columnOf(filledLines(place).at(-1) ?? "", style) < columnOf(own, style);
  return [
    indentOf(own),
    ...(isAfterDirective ? [""] : []),
    ...(isContinued(codeOfLine(above, language)) ? [indentOf(above) + levelOf(place)] : []),
    ...(factsOf(language).isIndented ? indentsOfBlocks(place, first - 1, above, below).filter(isShown) : []),
    ...(isFalling && opensBlockBelow(text, below, place) ? [indentOf(text)] : []),
  ];
}

/** Returns the indentation of lines before others: before the end of a block, that of the block. */
export function indentBefore(place: LinePlace, text: string): string {
  const { document, language, first } = place;
  const [top] = filledLines(place);
  if (top === undefined) return indentBetween(place, text);
  if (isBeside(place) || !isCloser(top)) return indentOf(top);
  const above = codeOfLine(filledLine(document, first - 1, -1), language);
  const isEmpty = isOpener(above) && !above.endsWith(":");
  return isEmpty ? indentOf(top) + levelOf(place) : deeperOf(place, statementAbove(place), top);
}

/** Returns the first line of what ends before a place: `a(…` of `a(⏎b)`, `a` of `a⏎.b()`. */
function statementAbove(place: LinePlace): string {
  const { document, language, style, first } = place;
  let line = headOf(place, first - 1);
  for (let at = first - 1; at >= Math.max(0, first - MAX_LINES) && continuesLine(line.trim()); at--) {
    const above = lineText(document, at);
    if (showsIndent(above, language) && columnOf(above, style) < columnOf(line, style)) line = above;
  }
  return line;
}

/**
 * Returns the indentation of lines after others: that of their first line, and after the head of a
 * block that of the block. In a language in which indentation decides, the lines go into the block
 * only if they are indented. `blankLines` are those with which the text begins.
 */
export function indentAfter(
  place: LinePlace,
  text: string,
  { newElements, blankLines }: Pick<EditFacts, "newElements"> & { readonly blankLines: number },
): string {
  const { document, style, language, last, list } = place;
  const own = filledLines(place);
  const bottom = own.at(-1);
  if (bottom === undefined) return indentBetween(place, text);
  const below = filledLine(document, last + 1, 1);
  const sibling = isBeside(place) ? undefined : siblingHead(place, text, { blankLines, below });
  if (sibling !== undefined) return indentOf(sibling);
  // The last line of an element may be deeper than its first.
  if (isBeside(place) || (list !== undefined && newElements > 0)) return indentOf(own[0] as string);
  const code = codeOfLine(bottom, language);
  const isInside = factsOf(language).isIndented
    ? opensBracket(code) || (isOpener(code) && indentOf(text) !== "")
    : isOpener(code) || columnOf(below, style) > columnOf(bottom, style);
  const head = headOf(place, last);
  if (!isInside) {
    // The blocks that lines of the target open end with it, unless the line below is in them.
    const isPassed = (line: string) => columnOf(line, style) < columnOf(head, style);
    return indentOf(own.find((line) => isPassed(line) && columnOf(line, style) >= columnOf(below, style)) ?? head);
  }
  const isEmpty = isCloser(below) || columnOf(below, style) < columnOf(bottom, style);
  const isDeeper = columnOf(below, style) > columnOf(bottom, style);
  return isDeeper || !(isEmpty || factsOf(language).isIndented) ? indentOf(below) : indentOf(head) + levelOf(place);
}

/**
 * Returns the head of a block that ends at a place and whose sibling a text is: one of the same
 * kind at column 0, with blank lines before it. As many as are usual at the top level mean the
 * outermost head, else the innermost. Only where indentation decides about blocks.
 */
function siblingHead(
  { document, language, style, last }: LinePlace,
  text: string,
  { blankLines, below }: { readonly blankLines: number; readonly below: string },
): string | undefined {
  const { isIndented, blankLines: usual } = factsOf(language);
  const kind = headKind(text, language);
  if (!isIndented || blankLines === 0 || kind === undefined || indentOf(text) !== "") return undefined;
  const heads: string[] = [];
  let column = Number.POSITIVE_INFINITY;
  for (let at = last; at >= Math.max(0, last - MAX_LINES) && column > columnOf(below, style); at--) {
    const line = lineText(document, at);
    if (!showsIndent(line, language) || columnOf(line, style) >= column) continue;
    column = columnOf(line, style);
    if (column >= columnOf(below, style) && headKind(line, language) === kind) heads.push(line);
  }
  return usual.top > usual.inside && blankLines >= usual.top ? heads.at(-1) : heads[0];
}

/** Says what a line begins that has siblings of its kind; undefined for any other line. */
function headKind(line: string, language: string): "item" | "declaration" | undefined {
  if (listMarkerWidth(line) !== undefined) return "item";
  return isAttributeLine(line, language) || /^\s*(?:async\s+)?(?:def|class)\b/.test(line) ? "declaration" : undefined;
}

/**
 * Returns the indentations of the lines around an insertion with which new lines are in their place
 * as they are written: not that of the head of the block, or of its end.
 */
export function indentsAround(place: LinePlace, side: "before" | "after", text: string): readonly string[] {
  const { language, first, last } = place;
  const own = filledLines(place);
  const gap =
    own.length === 0 ? { first, last } : side === "before" ? { first, last: first - 1 } : { first: last + 1, last };
  const [above, below] = neighboursOf(place, gap.first, gap.last);
  const blocks = factsOf(language).isIndented ? indentsOfBlocks(place, gap.first - 1, above, below) : [];
  if (leavesBracketOpen(text, below, place)) return [indentOf(text)];
  const inside = isOpener(codeOfLine(above, language)) ? [indentOf(above) + levelOf(place)] : [];
  if (own.length === 0) return [indentBetween(place, text), indentOf(above), indentOf(below), ...inside, ...blocks];
  const isFree = isCloser(text) || isOutdented(text.trimStart().split("\n", 1)[0] ?? "", language);
  const indents = [...inside, ...blocks];
  if (isFree || !isOpener(codeOfLine(above, language))) indents.push(indentOf(above));
  if (isFree || !isCloser(below)) indents.push(indentOf(below));
  return indents.filter(isShown);
}

/** Whether an indentation shows a place: text that was written for another one has none. */
function isShown(indent: string): boolean {
  return indent !== "";
}

/** Whether all of a text is as deep as its last line, which opens the block of the line below. */
function opensBlockBelow(text: string, below: string, place: LinePlace): boolean {
  const { language, style } = place;
  const last = text.split("\n").findLast((line) => line.trim() !== "") ?? "";
  const inside = columnOf(indentOf(last) + levelOf(place), style);
  return isOpener(codeOfLine(last, language)) && indentOf(text) === indentOf(last) && columnOf(below, style) === inside;
}

/** Whether a text leaves a bracket open, and its last line is as deep as the line below. */
function leavesBracketOpen(text: string, below: string, { language, style }: LinePlace): boolean {
  const [first = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const last = rest.at(-1) ?? "";
  const isOpen = opensBracket(codeOfLine(first, language)) && isContinued(codeOfLine(last, language));
  const column = columnOf(last, style);
  return isOpen && column > columnOf(first, style) && column === columnOf(below, style);
}

function isBeside({ kind }: LinePlace): boolean {
  return kind === "symbol" || kind === "node";
}

/**
 * Returns the lines of the place that show an indentation: not blank ones, and not those of the
 * preprocessor.
 */
function filledLines({ document, language, first, last }: LinePlace): string[] {
  const lines: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = lineText(document, line);
    if (showsIndent(text, language)) lines.push(text);
  }
  return lines;
}

function showsIndent(line: string, language: string): boolean {
  return line.trim() !== "" && !isDirective(line, language);
}

/** Returns the lines that show an indentation before the line `first` and after the line `last`. */
function neighboursOf({ document, language }: LinePlace, first: number, last: number): readonly [string, string] {
  const isPassed = (text: string) => isDirective(text, language);
  return [filledLine(document, first - 1, -1, isPassed), filledLine(document, last + 1, 1, isPassed)];
}

/**
 * Returns the indentation between the lines around blank ones: that of the deeper. In data whose
 * indentation decides, blank lines are at the end of a block: a text goes on with what is below, or
 * if that is no item of a list as the text is, or the reverse, with what is above.
 */
function indentBetween(place: LinePlace, text: string): string {
  const [, below] = neighboursOf(place, place.first, place.last);
  const head = headOf(place, place.first - 1);
  const { isIndented, nameRule } = factsOf(place.language);
  if (!isIndented || nameRule !== "data" || below === "") return deeperOf(place, head, below);
  // `jobs:` above what is to be in it
  if (opensBlockBelow(text, below, place)) return indentOf(text);
  const isItem = (line: string) => listMarkerWidth(line) !== undefined;
  return indentOf(isItem(text.trimStart()) === isItem(below) ? below : head);
}

/** Returns the nearest line from `line` on that is not blank; "" where there is none. */
function filledLine(
  document: Document,
  line: number,
  step: 1 | -1,
  isPassed: (text: string) => boolean = () => false,
): string {
  for (let at = line; at >= 0 && at < document.lineCount; at += step) {
    const text = lineText(document, at);
    if (text.trim() !== "" && !isPassed(text)) return text;
  }
  return "";
}

const MAX_LINES = 2_000;

/** Returns the indentations of the blocks around the line `last` that may go on after it. */
function indentsOfBlocks(
  { document, style }: LinePlace,
  last: number,
  above: string,
  below: string,
): readonly string[] {
  const indents: string[] = [];
  let column = columnOf(above, style);
  for (let line = last; line >= Math.max(0, last - MAX_LINES) && column > columnOf(below, style); line--) {
    const text = lineText(document, line);
    if (text.trim() === "" || columnOf(text, style) >= column) continue;
    column = columnOf(text, style);
    if (column >= columnOf(below, style)) indents.push(indentOf(text));
  }
  return indents;
}

/**
 * Returns the line in which a block comment or a bracket begins that ends in the nearest line up
 * from `line` which shows an indentation; else that line itself.
 */
function headOf({ document, language }: LinePlace, line: number): string {
  let end = line;
  while (end > 0 && !showsIndent(lineText(document, end), language)) end--;
  const bottom = end < 0 ? "" : lineText(document, end);
  const text = bottom.trim();
  const block = factsOf(language).comments.block.find(([open, close]) => text.endsWith(close) && !text.includes(open));
  let unopened = 0;
  for (let at = end; at >= Math.max(0, end - MAX_LINES); at--) {
    const above = lineText(document, at);
    unopened += closedBrackets(codeOfLine(above, language));
    if (block === undefined ? unopened <= 0 : above.trimStart().startsWith(block[0])) return above;
  }
  return bottom;
}

/** Returns how many round brackets a line closes more than it opens. */
function closedBrackets(code: string): number {
  return [...code].reduce((count, character) => count + Number(character === ")") - Number(character === "("), 0);
}

function levelOf({ style }: LinePlace): string {
  return style.insertSpaces ? " ".repeat(style.tabSize) : "\t";
}

function deeperOf({ style }: LinePlace, a: string, b: string): string {
  return columnOf(a, style) >= columnOf(b, style) ? indentOf(a) : indentOf(b);
}
