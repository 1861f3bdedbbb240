/**
 * Gives new lines the indentation of the place where they are written. Columns are 0-based; a tab
 * counts up to the next tab stop.
 */

import { factsOf } from "../../languages/languages.js";
import { minOf } from "../../text/list.js";
import type { LineKind } from "../../text/treeFacts.js";
import { columnOf, type IndentStyle, indentOf, MIXED_TAB_WIDTH } from "./indentUnit.js";
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
import { indentStepsOf, isAlignedWith, isDirective, type NewLine, readNewLine } from "./newLine.js";

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
  /** The kind of each line of the text; "code" where it is unknown. */
  readonly kinds: readonly LineKind[];
}

/**
 * Returns the text with its own indentation taken off and that of the place put on. `text` must
 * have `\n` line ends and a first line that is not blank.
 *
 * A text that has the indentation of the place already stays unchanged. If it is indented in the
 * file's unit, all lines move by the same number of columns. Otherwise each level becomes a level
 * in the file's unit.
 */
export function fitLines(text: string, target: FitTarget): string {
  const { language, kinds } = target;
  const style = styleOfOwnLines(target);
  const hasIndentedDirective =
    !target.isIndented && target.ownLines.some((line) => indentOf(line) !== "" && isDirective(line.trim(), language));
  const read = (line: string, at: number) => {
    const newLine = readNewLine(line, kinds[at] ?? "code", language, style);
    return newLine.kind === "directive" && hasIndentedDirective ? { ...newLine, kind: "code" as const } : newLine;
  };
  const lines = text.split("\n").map(read);
  const { hasIndentLevels } = factsOf(language);
  // The depth of lines in another unit says nothing about the blocks of the file.
  const isForeign = hasIndentLevels && foreignStepOf(lines, style) !== undefined;
  if (isInPlace(text, isForeign ? { ...target, alternatives: [] } : target)) return text;
  const { outer, indent, isCopied = false } = alignmentOf(lines, { ...target, style });
  const top = lines.findIndex(({ kind }) => kind !== "directive" && kind !== "blank");
  const levelled = lines.map((line, at) => (at === top ? { ...line, column: Math.max(outer, line.column) } : line));
  // Lines that were copied from the file are in its unit.
  const step = isCopied || !hasIndentLevels ? undefined : foreignStepOf(levelled, style);
  const placed = { ...target, style, indent };
  const written = step === undefined ? moveLines(lines, outer, placed) : translateLines(lines, { outer, step }, placed);
  return written.join("\n");
}

/** Whether a text is written with an indentation that it may have at the place. */
function isInPlace(text: string, { indent, alternatives, language, ownLines, replaces }: FitTarget): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const code = lines.filter((line) => !isDirective(line, language));
  const [first = "", second = first] = code;
  // A label is less deep than the lines after it.
  const own = indentOf(indentOf(first) !== "" && isLabel(first.trim(), language) ? second : first);
  if ((own !== "" && own === indent) || alternatives.includes(own)) return true;
  if (indent !== "" && lines.every((line) => isCommentedOut(line, indent, language))) return true;
  // Lines that begin deeper than they end, as the text does: the ends are equally deep.
  const end = indentOf(lines.at(-1) ?? "");
  const isRising = end !== "" && end.length < own.length && end.length < indent.length;
  return replaces && isRising && indentOf(ownLines.findLast((line) => line.trim() !== "") ?? "") === end;
}

/** Whether a line is a comment mark at column 0 and the indentation of the place: `#    a: 1`. */
function isCommentedOut(line: string, indent: string, language: string): boolean {
  const mark = factsOf(language).comments.line.find((each) => line.startsWith(each));
  return mark !== undefined && line.startsWith(indent, mark.length);
}

/** Which column of a text goes to which indentation of the file. */
interface Alignment {
  readonly outer: number;
  readonly indent: string;
  /** Whether all lines but the first are as they were in the file. */
  readonly isCopied?: boolean;
}

/** Returns the column of a text's outermost level, and the indentation that it gets. */
function alignmentOf(lines: readonly NewLine[], { indent, style, language, ownLines, replaces }: FitTarget): Alignment {
  const at = Math.max(
    0,
    lines.findIndex(({ kind }) => kind !== "directive" && kind !== "blank"),
  );
  const [first, ...others] = lines.slice(at) as [NewLine, ...NewLine[]];
  const place = columnOf(indent, style);
  const rest = restOf(others, language);
  // It is in its place already.
  if (rest.length === 0 || first.column === place) return { outer: first.column, indent };
  const least = minOf(rest.map((line) => columnOfLine(line, first, place)));
  if (closesFirst(others, first, place) || isOnlyFirstBare(first, rest, { place, least, language }))
    return { outer: place, indent, isCopied: true };
  const shift = first.column === 0 ? shiftOfKeptLines(others, ownLines, style) : undefined;
  if (shift === 0 || shift === place) return { outer: place - shift, indent, isCopied: shift === 0 };
  if (first.column > least) return { outer: least, indent: replaces ? leastIndentOf(ownLines, indent, style) : indent };
  if (first.column === 0 && lacksIndentation(first, rest, { place, least, style }))
    return { outer: place, indent, isCopied: true };
  return { outer: first.column, indent };
}

/**
 * Compares the lines that are both in the text and among the lines of the place. Returns by how
 * many columns they are deeper in the file; undefined if there are none, or if they disagree.
 */
function shiftOfKeptLines(
  lines: readonly NewLine[],
  ownLines: readonly string[],
  style: IndentStyle,
): number | undefined {
  const own = columnsByContent(ownLines.map((line) => ({ content: line.trim(), column: columnOf(line, style) })));
  const code = lines.filter(({ kind }) => kind === "code");
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

/** Whether the last line closes at the place what the first opens, which lacks its indentation. */
function closesFirst(others: readonly NewLine[], first: NewLine, place: number): boolean {
  const last = others.findLast(({ kind }) => kind === "code");
  // A block that a colon opens is closed by no bracket.
  const isOpen = isOpener(first.code) && !first.code.trimEnd().endsWith(":");
  return place > 0 && first.column === 0 && isOpen && isCloser(last?.content ?? "") && last?.column === place;
}

/**
 * Whether only the first line lacks the indentation of the place, which the least deep of the
 * others has: the first line doesn't go on in them.
 */
function isOnlyFirstBare(
  first: NewLine,
  rest: readonly NewLine[],
  { place, least, language }: { readonly place: number; readonly least: number; readonly language: string },
): boolean {
  if (place === 0 || first.column > 0 || least !== place || markerWidthOf(first, rest[0]) !== undefined) return false;
  if (isCommentLine(first.content, language)) return true;
  const second = rest[0] as NewLine;
  const isHead = statementHead.test(first.code) || second.content.startsWith("{");
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

/** The start of a line whose statement may be in the next one, without a bracket. */
const statementHead = /^\s*(?:if|else|for|foreach|while|do|switch|catch|try|finally)\b/;

/** Whether a line goes on in the next one. */
function goesOn(line: NewLine, next: NewLine): boolean {
  return next.kind === "code" && (isContinued(line.code) || continuesLine(next.code));
}

/**
 * Whether only the first line lacks the indentation of the place: the least deep of the others is
 * at the place, or one level deeper where the first line opens a block or goes on, or aligned with
 * a bracket that the first line leaves open.
 */
function lacksIndentation(
  first: NewLine,
  rest: readonly NewLine[],
  { place, least, style }: { readonly place: number; readonly least: number; readonly style: IndentStyle },
): boolean {
  const second = rest[0] as NewLine;
  const marker = markerWidthOf(first, second);
  if (marker !== undefined) {
    const isList = rest.some(({ content, column }) => column === least && listMarkerWidth(content) !== undefined);
    if (place === 0 || isList) return place > 0 && least === place;
    return isOpener(first.code) ? least >= place + marker : least === place + marker;
  }
  if (place === 0) return false;
  if (least === place) return !opensDeeper(first) || second.column > place || isCloser(second.content);
  if (isAlignedWith({ ...first, column: place }, second)) return !isAlignedWith(first, second);
  if (!goesOn(first, second) && !isOpener(first.code)) return false;
  const isStep = (columns: number) => style.allSteps.has(columns);
  return least === place + style.tabSize || (least > place && isStep(least - place) && !isStep(least));
}

/** Whether the next line is deeper: a line with brackets at its end opens more than it closes. */
function opensDeeper({ code }: NewLine): boolean {
  const count = (brackets: RegExp) => code.match(brackets)?.length ?? 0;
  const isBalanced = opensBracket(code) && !isCloser(code) && count(/[([{]/g) <= count(/[)\]}]/g);
  return isOpener(code) && !isBalanced;
}

/** Returns the indentation of the least deep of some lines. */
function leastIndentOf(lines: readonly string[], indent: string, style: IndentStyle): string {
  let least = indent;
  for (const line of lines)
    if (line.trim() !== "" && columnOf(line, style) < columnOf(least, style)) least = indentOf(line);
  return least;
}

/** Returns the style that the target's own lines show, or else the style of the file. */
function styleOfOwnLines({ style, ownLines, language }: FitTarget): IndentStyle {
  const isTabbed = ownLines.some((line) => line.startsWith("\t") && line.trim() !== "");
  const tabWidth = isTabbed ? MIXED_TAB_WIDTH : style.tabWidth;
  const lines = ownLines.map((line) => readNewLine(line, "code", language, { ...style, tabWidth }));
  const { block } = indentStepsOf(lines);
  if (block === undefined) return style;
  const steps = new Set([...style.steps, block]);
  if (!isTabbed)
    return { ...style, tabSize: block, steps, insertSpaces: true, tabWidth: style.isMixed ? tabWidth : block };
  // Steps of a few columns in lines with tabs come from the text of strings.
  if (block < MIXED_TAB_WIDTH)
    return style.insertSpaces
      ? { ...style, tabSize: block, steps, insertSpaces: true, tabWidth, isMixed: true }
      : style;
  return { ...style, tabSize: 4, insertSpaces: false, tabWidth: 4, isMixed: false };
}

/**
 * Returns the number of columns of one level in the text, or undefined if the text is indented in
 * the unit of the file or shows no unit.
 */
function foreignStepOf(lines: readonly NewLine[], style: IndentStyle): number | undefined {
  const { tabSize, insertSpaces, isMixed, isShown, steps } = style;
  if (!isShown) return undefined;
  const indented = lines.filter(({ kind, column }) => kind === "code" && column > 0);
  const isTabbed = indented.some(({ text }) => text.startsWith("\t"));
  const { block, continuation } = indentStepsOf(lines);
  if (isMixed) return steps.has(block ?? tabSize) ? undefined : block;
  // Tabs were counted as one unit of the file each.
  if (isTabbed) return insertSpaces ? tabSize : undefined;
  if (!insertSpaces) return block ?? continuation;
  // Only steps into blocks count: those of continuation lines may be deeper than the unit.
  return steps.has(block ?? tabSize) ? undefined : block;
}

/** Returns the lines, all moved by the columns from `outer` to the place. */
function moveLines(lines: readonly NewLine[], outer: number, target: FitTarget): string[] {
  const { indent, style, ownLines } = target;
  const shift = columnOf(indent, style) - outer;
  const ownIndents = new Set(ownLines.map(indentOf));
  const first = lines.findIndex(({ kind }) => kind !== "directive" && kind !== "blank");
  const top = lines.find(({ kind, column }, at) => column === outer && (at === 0 || kind === "code"));
  const topIndent = indentOf(top?.text ?? "");
  return lines.map(({ text, content, column, kind }, at) => {
    if (kind === "string" || kind === "directive") return text;
    if (at === first) return column > outer ? spell(column + shift, target) + content : indent + content;
    const isTabbed = text.startsWith("\t");
    const isForeign =
      !style.isMixed && column > 0 && isTabbed === style.insertSpaces && !ownIndents.has(indentOf(text));
    if (shift === 0 && !isForeign) return text;
    if (kind === "blank") return "";
    if (style.isMixed || isForeign || !text.startsWith(topIndent))
      return spell(Math.max(0, column + shift), target) + content;
    return indent + text.slice(topIndent.length);
  });
}

/**
 * Returns whitespace of the given width in columns: that of one of the target's own lines, or else
 * tabs and spaces in the style of the file.
 */
function spell(columns: number, { style, ownLines }: Pick<FitTarget, "style" | "ownLines">): string {
  const own = ownLines.find((line) => columnOf(line, style) === columns && line.trim() !== "");
  if (own !== undefined) return indentOf(own);
  const width = style.isMixed || !style.insertSpaces ? style.tabWidth : Number.POSITIVE_INFINITY;
  const tabs = Math.floor(columns / width);
  return "\t".repeat(tabs) + " ".repeat(tabs > 0 ? columns - tabs * width : columns);
}

/** A line of the text: its column there, and the indentation that it gets in the file. */
interface Placed {
  readonly column: number;
  readonly indent: string;
}

/** The column of a text's outermost level, and the number of columns of one level. */
interface TextColumns {
  readonly outer: number;
  readonly step: number;
}

/**
 * Returns the lines with their levels in the unit of the file. The parent of a line is the nearest
 * line above it with less indentation. A line one level deeper than its parent stays so, and with
 * tabs also one several levels deeper. Any other line keeps its distance in columns.
 */
function translateLines(lines: readonly NewLine[], { outer, step }: TextColumns, target: FitTarget): string[] {
  const { indent, style } = target;
  let opener: Placed = { column: outer, indent };
  let before: NewLine | undefined;
  const parents: Placed[] = [opener];
  return lines.map((line): string => {
    const { kind, content, text } = line;
    if (kind === "blank") return "";
    if (kind === "block") return deepen(opener.indent, line.column - opener.column, target) + content;
    if (kind !== "code") return text;
    const column = Math.max(outer, line.column);
    while (parents.length > 1 && (parents.at(-1) as Placed).column > column) parents.pop();
    const parent = parents.at(-1) as Placed;
    const depth = column - parent.column;
    const levels = isAlignedWith(before, line) || depth % step > 0 ? 0 : depth / step;
    // With spaces, several levels at once are a continuation line, which keeps its columns.
    const isDeep = levels === 1 || (levels > 1 && (!style.insertSpaces || text.startsWith("\t")));
    const deeper = isDeep ? deepenLevels(parent.indent, levels, target) : deepen(parent.indent, depth, target);
    opener = { column, indent: deeper };
    if (depth > 0) parents.push(opener);
    before = line;
    return deeper + content;
  });
}

/** Returns an indentation deeper by `levels` of the file's unit than another. */
function deepenLevels(indent: string, levels: number, target: FitTarget): string {
  const { insertSpaces, tabSize } = target.style;
  return insertSpaces ? deepen(indent, levels * tabSize, target) : indent + "\t".repeat(levels);
}

/** Returns an indentation deeper by `columns` than another, which may be negative. */
function deepen(indent: string, columns: number, target: FitTarget): string {
  const { style } = target;
  if (columns >= 0 && !style.isMixed) return indent + " ".repeat(columns);
  return columns === 0 ? indent : spell(Math.max(0, columnOf(indent, style) + columns), target);
}
