/**
 * The readings of the indentation of new lines: as it is to be in the file, as copied from the file
 * but for the first line, or relative to one of the lines. Columns are 0-based.
 */

import { factsOf } from "../../languages/languages.js";
import { minOf } from "../../text/list.js";
import type { LineKind } from "../../text/treeFacts.js";
import { columnOf, type IndentStyle, indentOf } from "./indentUnit.js";
import {
  continuesLine,
  isCloser,
  isCommentLine,
  isContinued,
  isLabel,
  isOpener,
  isOutdented,
  listMarkerWidth,
  opensBracket,
} from "./lineShape.js";
import { isAlignedWith, isDirective, type NewLine } from "./newLine.js";

export interface FitTarget {
  /** The white space before the place, as the file has it. */
  readonly indent: string;
  /** The indentation style of the file. */
  readonly style: IndentStyle;
  readonly language: string;
  /** The lines of the file that the text replaces, or next to which it is inserted. */
  readonly ownLines: readonly string[];
  /** Whether it replaces them. */
  readonly replaces: boolean;
  /** Whether they are named with their indentation. */
  readonly isIndented: boolean;
  /** Other indentations with which the text is in its place as it is written. */
  readonly alternatives: readonly string[];
  /** Whether the lines are code by their indentation, as in Markdown. */
  readonly isIndentedCode: boolean;
  /** The kind of each line of the text; "code" where it is unknown. */
  readonly kinds: readonly LineKind[];
}

/** A row of the table. */
export interface ReadingRow {
  /**
   * What stays as it is: all lines, or all but the first, which gets the indentation of the place.
   * Else the line whose column goes to the place, with the other lines moved along.
   */
  readonly reading: "as written" | "only the first line bare" | "relative to the first" | "relative to the least deep";
  readonly when: string;
  readonly holds: (text: NewText, target: FitTarget) => boolean;
}

/** The rows in order: the first that holds decides. */
export const readings: readonly ReadingRow[] = [
  {
    reading: "as written",
    when: "its indentation is one of the place",
    holds: ({ own }, { indent, alternatives }) => (own !== "" && own === indent) || alternatives.includes(own),
  },
  {
    reading: "as written",
    when: "its lines are commented out at column 0",
    holds: ({ filled }, { indent, language }) =>
      indent !== "" && filled.every(({ text }) => isCommentedOut(text, indent, language)),
  },
  {
    reading: "as written",
    when: "it begins deeper than it ends, which is as deep as the lines that it replaces end",
    holds: ({ own, end }, { indent, ownLines, replaces }) =>
      replaces && end !== "" && end.length < Math.min(own.length, indent.length) && indentOf(endOf(ownLines)) === end,
  },
  {
    reading: "as written",
    when: "its items are of the list in which the replaced lines end, which is less deep",
    holds: isOfLastList,
  },
  {
    reading: "as written",
    when: "it fences what was code by its indentation",
    holds: ({ filled }, { isIndentedCode }) => isIndentedCode && filled.some(({ text }) => /^(?:```|~~~)/.test(text)),
  },
  {
    reading: "as written",
    when: "it has directives at column 0 for one that is named with its indentation",
    holds: ({ filled }, target) =>
      target.isIndented && hasIndentedDirective(target) && filled.some(({ kind }) => kind === "directive"),
  },
  {
    reading: "relative to the first",
    when: "it is at the place already, or is the only one that shows an indentation",
    holds: ({ first, rest, place }) => rest.length === 0 || first.column === place,
  },
  {
    reading: "only the first line bare",
    when: "the last line closes at the place what the first opens",
    holds: closesFirst,
  },
  {
    reading: "only the first line bare",
    when: "the others are at the place, and the first doesn't go on in them",
    holds: isApartFromRest,
  },
  {
    reading: "only the first line bare",
    when: "the lines that stay are as deep as before, and none less deep than those of the place",
    holds: isKeptBelowFirst,
  },
  {
    reading: "relative to the first",
    when: "the lines that stay lack the indentation of the place, too",
    holds: (text, target) => text.first.column === 0 && shiftOfKeptLines(text, target) === text.place,
  },
  {
    reading: "relative to the least deep",
    when: "the first line is deeper than others",
    holds: ({ first, least }) => first.column > least,
  },
  {
    reading: "only the first line bare",
    when: "the others are where the first would have them at the place",
    holds: isFollowedAtPlace,
  },
  { reading: "relative to the first", when: "nothing else is shown", holds: () => true },
];

/** Returns the reading of a text that has a line which is neither blank nor a directive. */
export function readingOf(text: NewText, target: FitTarget): ReadingRow {
  return readings.find(({ holds }) => holds(text, target)) as ReadingRow;
}

/** What the lines of a text show. */
export interface NewText {
  readonly first: NewLine;
  readonly others: readonly NewLine[];
  /** Those of the others that show the text's indentation. */
  readonly rest: readonly NewLine[];
  /** The column of the least deep of these. */
  readonly least: number;
  /** The column of the place. */
  readonly place: number;
  /** The lines that are not blank. */
  readonly filled: readonly NewLine[];
  /** The indentations with which the text begins and ends. */
  readonly own: string;
  readonly end: string;
}

export function newTextOf(lines: readonly NewLine[], { indent, style, language }: FitTarget): NewText {
  const at = Math.max(
    0,
    lines.findIndex(({ kind }) => kind !== "directive" && kind !== "blank"),
  );
  const [first, ...others] = lines.slice(at) as [NewLine, ...NewLine[]];
  const place = columnOf(indent, style);
  const rest = restOf(others, language);
  const least = minOf(rest.map((line) => columnOfLine(line, first, place)));
  const filled = lines.filter(({ content }) => content !== "");
  const [top, second = top] = filled.filter(({ text }) => !isDirective(text, language));
  // A label is less deep than the lines after it.
  const shown = top !== undefined && top.column > 0 && isLabel(top.content, language) ? second : top;
  const [own, end] = [indentOf(shown?.text ?? ""), indentOf(filled.at(-1)?.text ?? "")];
  return { first, others, rest, least, place, filled, own, end };
}

function isKeptBelowFirst(text: NewText, target: FitTarget): boolean {
  const { first, rest, least, place } = text;
  const isDeepEnough = least >= minOf([place, ...columnsOf(target)]);
  const second = rest[0] as NewLine;
  const isInBlock = !opensDeeper(first, second, target.language) || second.column > place;
  return first.column === 0 && isDeepEnough && isInBlock && shiftOfKeptLines(text, target) === 0;
}

/** Returns the columns of the lines of a place that are not blank. */
function columnsOf({ ownLines, style }: FitTarget): readonly number[] {
  return ownLines.filter((line) => line.trim() !== "").map((line) => columnOf(line, style));
}

/** Whether any of the lines of a place is a directive with indentation. */
export function hasIndentedDirective({ ownLines, language }: FitTarget): boolean {
  return ownLines.some((line) => indentOf(line) !== "" && isDirective(line.trim(), language));
}

function isOfLastList({ filled, own, end }: NewText, { indent, ownLines, replaces }: FitTarget): boolean {
  const last = endOf(ownLines);
  const isDepth = own === end && end === indentOf(last) && end.length < indent.length;
  return replaces && isDepth && [last, filled[0]?.text ?? ""].every((line) => listMarkerWidth(line) !== undefined);
}

/** Returns the last line that is not blank. */
function endOf(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== "") ?? "";
}

/** Whether a line is a comment mark at column 0 and the indentation of the place: `#    a: 1`. */
function isCommentedOut(line: string, indent: string, language: string): boolean {
  const mark = factsOf(language).comments.line.find((each) => line.startsWith(each));
  return mark !== undefined && line.startsWith(indent, mark.length);
}

/**
 * Compares the lines that are both in the text and among the lines of the place. Returns by how
 * many columns they are deeper in the file; undefined if there are none, or if they disagree.
 */
function shiftOfKeptLines({ others }: NewText, { ownLines, style }: FitTarget): number | undefined {
  const own = columnsByContent(ownLines.map((line) => ({ content: line.trim(), column: columnOf(line, style) })));
  const code = others.filter(({ kind }) => kind === "code");
  const written = columnsByContent(code.map(({ content, column }) => ({ content: content.trim(), column })));
  const shifts = new Set<number>();
  for (const [content, column] of written) {
    const before = own.get(content);
    if (before !== undefined && column !== undefined) shifts.add(before - column);
  }
  const [shift] = shifts;
  return shifts.size === 1 ? shift : undefined;
}

/** Returns the column of each line by content; undefined for one that occurs in several columns. */
function columnsByContent(
  lines: readonly { readonly content: string; readonly column: number }[],
): ReadonlyMap<string, number | undefined> {
  const columns = new Map<string, number | undefined>();
  for (const { content, column } of lines)
    columns.set(content, columns.has(content) && columns.get(content) !== column ? undefined : column);
  return columns;
}

/** Returns the lines after the first that show the text's indentation. */
function restOf(others: readonly NewLine[], language: string): readonly NewLine[] {
  const code = others.filter(({ kind }) => kind === "code");
  if (code.length === 0) return others.filter(({ kind }) => kind === "block");
  const inner = code.filter(({ content }) => !isOutdented(content, language));
  return inner.length > 0 ? inner : code;
}

/**
 * Returns the column of a line; of one in a block comment with `*`, that of its first line, unless
 * it is at the place already.
 */
function columnOfLine({ kind, column, content }: NewLine, first: NewLine, place: number): number {
  const isStarred = kind === "block" && content.startsWith("*") && !first.content.startsWith("*") && column !== place;
  return Math.max(0, column - Number(isStarred));
}

function closesFirst({ first, others, place }: NewText): boolean {
  const last = others.findLast(({ kind }) => kind === "code");
  // A block that a colon opens is closed by no bracket.
  const isOpen = isOpener(first.code) && !first.code.trimEnd().endsWith(":");
  return place > 0 && first.column === 0 && isOpen && isCloser(last?.content ?? "") && last?.column === place;
}

function isApartFromRest({ first, rest, place, least }: NewText, { language }: FitTarget): boolean {
  if (place === 0 || first.column > 0 || least !== place || markerWidthOf(first, rest[0]) !== undefined) return false;
  if (isCommentLine(first.content, language)) return true;
  const second = rest[0] as NewLine;
  const isHead = factsOf(language).bodyHead.test(first.code) || second.content.startsWith("{");
  return !isHead && !isOpener(first.code) && !goesOn(first, second) && !isAlignedWith(first, second);
}

/**
 * Returns the columns from a list item's marker to its text. The `*` of a block comment is no
 * marker.
 */
function markerWidthOf({ content }: NewLine, next: NewLine | undefined): number | undefined {
  const isInComment = content.startsWith("*") && next?.kind === "block";
  return isInComment ? undefined : listMarkerWidth(content);
}

/** Whether a line goes on in the next one. */
function goesOn(line: NewLine, next: NewLine): boolean {
  return next.kind === "code" && (isContinued(line.code) || continuesLine(next.code));
}

/**
 * Whether the least deep of the other lines is at the place, or one level deeper where the first
 * line opens a block or goes on, or aligned with a bracket that the first line leaves open.
 */
function isFollowedAtPlace({ first, rest, place, least }: NewText, { style, language }: FitTarget): boolean {
  if (first.column > 0) return false;
  const second = rest[0] as NewLine;
  const marker = markerWidthOf(first, second);
  if (marker !== undefined) {
    const isList = rest.some(({ content, column }) => column === least && listMarkerWidth(content) !== undefined);
    if (place === 0 || isList) return place > 0 && least === place;
    return isOpener(first.code) ? least >= place + marker : least === place + marker;
  }
  if (place === 0) return false;
  if (least === place)
    return !opensDeeper(first, second, language) || second.column > place || isCloser(second.content);
  if (isAlignedWith({ ...first, column: place }, second)) return !isAlignedWith(first, second);
  if (!goesOn(first, second) && !isOpener(first.code) && !opensDeeper(first, second, language)) return false;
  if (least === place + style.tabSize || hangingColumns(first, style).includes(least - place)) return true;
  const count = (columns: number) => style.stepCounts.get(columns) ?? 0;
  return least > place && count(least - place) > count(least);
}

/**
 * Returns the columns of lines that hang on a word of a line: on its second one, `when a,`, or on
 * the one at its end, `x = begin`.
 */
function hangingColumns({ code }: NewLine, { tabSize }: IndentStyle): readonly number[] {
  const [head = ""] = isContinued(code) && !isOpener(code) ? (/^\w+\s+/.exec(code) ?? []) : [];
  const [, opener] = /=\s*(\w+)$/.exec(code) ?? [];
  const at = code.length - (opener?.length ?? 0);
  return [...(opener === undefined ? [] : [at, at + tabSize]), ...(head === "" ? [] : [head.length])];
}

/** Whether the next line is deeper: a line with brackets at its end opens more than it closes. */
function opensDeeper({ code }: NewLine, next: NewLine, language: string): boolean {
  const count = (brackets: RegExp) => code.match(brackets)?.length ?? 0;
  const isBalanced = opensBracket(code) && !isCloser(code) && count(/[([{]/g) <= count(/[)\]}]/g);
  const isHead = factsOf(language).bodyHead.test(code) && !next.content.startsWith("{");
  return isHead || (isOpener(code) && !isBalanced);
}
