/**
 * Finds the column of a new text's outermost level. It is not always the column of the first line,
 * which may lack its indentation while the others have theirs.
 */

import { columnOf, type IndentStyle } from "./indentUnit.js";
import {
  continuesLine,
  isAttributeLine,
  isCloser,
  isCommentLine,
  isContinued,
  isOpener,
  isOutdented,
  listMarkerWidth,
} from "./lineShape.js";
import { indentStepsOf, type NewLine } from "./newLine.js";

export interface OuterColumnRequest {
  readonly lines: readonly NewLine[];
  /** The column of the place where the text is written, 0-based. */
  readonly place: number;
  readonly style: IndentStyle;
  readonly language: string;
  /** The lines of the file that the text replaces, or next to which it is inserted. */
  readonly ownLines: readonly string[];
}

/** Returns the column, as in the text, of its outermost level. `lines` must not be empty. */
export function outerColumnOf(request: OuterColumnRequest): number {
  const { lines, place, language } = request;
  const [first, ...others] = lines as readonly [NewLine, ...NewLine[]];
  const code = others.filter(({ kind }) => kind === "code");
  const rest = code.length > 0 ? code : others.filter(({ kind }) => kind === "block");
  if (rest.length === 0) return first.column;
  const keptShift = shiftOfKeptLines(rest, request);
  const inner = rest.filter(({ content }) => !isOutdented(content, language));
  const shown = inner.length > 0 ? inner : rest;
  if (keptShift === 0 && lacksIndentation(first, shown, place)) return place;
  const least = Math.min(...shown.map(columnOfLine));
  if (first.column === least) return least;
  if (first.column > 0 && (first.column < least || first.column === place)) return first.column;
  const outer = rest.filter((line) => columnOfLine(line) === least);
  const isText = rest !== code && !outer.some(({ content }) => content.startsWith("*"));
  if (isText) return least === place && !isOpener(first.code) ? place : first.column;
  return outerOfOthers({ ...request, first, rest, outer, least, keptShift });
}

/** Returns the column of a line; of one in a block comment with `*`, that of the comment. */
function columnOfLine({ kind, column, content }: NewLine): number {
  return Math.max(0, column - Number(kind === "block" && content.startsWith("*")));
}

/** Whether only the first line lacks the place's indentation: the second one has it, or more. */
function lacksIndentation(first: NewLine, [second]: readonly NewLine[], place: number): boolean {
  if (second === undefined || place === 0 || first.column > 0) return false;
  const isBeside = isCloser(second.content) || second.content.startsWith("{") || second.content.startsWith("- ");
  const isInside = isOpener(first.code) && !isBeside;
  return second.column >= place + Number(isInside);
}

interface OtherLines extends OuterColumnRequest {
  readonly first: NewLine;
  /** The lines of code after the first one; if there are none, those of comments and literals. */
  readonly rest: readonly NewLine[];
  /** The lines of `rest` with the least column. */
  readonly outer: readonly NewLine[];
  /** The least column of the lines after the first one, without outdented ones such as labels. */
  readonly least: number;
  /** The result of `shiftOfKeptLines`. */
  readonly keptShift: number | undefined;
}

/**
 * Returns the outermost column for a first line without indentation and others that have some.
 * Decides from the other lines whether the first line is outermost at column 0, or lacks the
 * indentation that belongs to it.
 */
function outerOfOthers(request: OtherLines): number {
  const { first, rest, outer, least, place, style, language, keptShift } = request;
  if (keptShift === place) return 0;
  const levelOfPlace = least - place === style.tabSize ? style.tabSize : undefined;
  const marker = listMarkerWidth(first.content);
  if (marker !== undefined) {
    if (outer.some(({ content }) => listMarkerWidth(content) !== undefined) && !isOpener(first.code)) return least;
    const level = isOpener(first.code) ? style.tabSize : 0;
    return Math.max(0, least - marker - level);
  }
  // If the outermost of the other lines begins with a closer, it closes the first line's block.
  if (outer[0] !== undefined && isCloser(outer[0].content)) return least;
  const isOpen = isContinued(first.code) || outer.every(({ code }) => continuesLine(code));
  if (isOpen && !isCommentLine(first.text, language)) {
    const { block, continuation } = indentStepsOf(rest);
    const level = block ?? continuation ?? levelOfPlace ?? least;
    return Math.max(0, least - level);
  }
  if (least === place) return least;
  if (isCommentLine(first.text, language) || isAttributeLine(first.text, language) || indentedLanguages.has(language))
    return least;
  return levelOfPlace === undefined ? 0 : place;
}

/** Languages in which only a line that opens a block can be followed by a deeper one. */
const indentedLanguages = new Set(["python", "yaml"]);

/**
 * Compares the lines that are both in the text and among the target's own lines. Returns by how
 * many columns they are deeper in the file; undefined if there are none, or if they disagree.
 */
function shiftOfKeptLines(rest: readonly NewLine[], { ownLines, style }: OuterColumnRequest): number | undefined {
  const own = columnsByContent(ownLines.map((line) => ({ content: line.trim(), column: columnOf(line, style) })));
  const written = columnsByContent(rest.map(({ content, column }) => ({ content: content.trim(), column })));
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
