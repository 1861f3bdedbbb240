/**
 * Gives a new text the indentation of the place where it is written. Columns are 0-based; a tab
 * counts up to the next tab stop.
 */

import type { LineKind } from "../../text/lineKind.js";
import { columnOf, type IndentStyle, indentOf, MIXED_TAB_WIDTH } from "./indentUnit.js";
import { indentStepsOf, isAlignedWith, type NewLine, readNewLine } from "./newLine.js";
import { outerColumnOf } from "./outerColumn.js";

export interface IndentTarget {
  /** The whitespace before the place, as the file has it. */
  readonly indent: string;
  /** The indentation style of the file. */
  readonly style: IndentStyle;
  readonly language: string;
  /** The lines of the file that the text replaces, or next to which it is inserted. */
  readonly ownLines: readonly string[];
  /** The kind of each line of the text; "code" where it is unknown. */
  readonly kinds: readonly LineKind[];
}

/**
 * Returns the text with its own indentation replaced by that of the place. `text` must have `\n`
 * line ends and a first line that is not blank.
 *
 * The first line may lack the indentation that the others have. If the text is indented in the
 * file's unit, all lines move by the same number of columns, and a text that is already at the
 * column of the place stays unchanged. Otherwise each level becomes a level in the file's unit.
 */
export function reindent(text: string, target: IndentTarget): string {
  const { indent, language, kinds, ownLines } = target;
  const style = styleOfOwnLines(target);
  const lines = text.split("\n").map((line, at) => readNewLine(line, kinds[at] ?? "code", language, style));
  const outer = outerColumnOf({ lines, place: columnOf(indent, style), style, language, ownLines });
  const levelled = lines.map((line, at) => (at === 0 ? { ...line, column: outer } : line));
  const step = isInPlace(lines, target) ? undefined : foreignStepOf(levelled, style);
  const written =
    step === undefined
      ? moveLines(lines, outer, { ...target, style })
      : translateLines(lines, { outer, step }, { ...target, style });
  return written.join("\n");
}

/**
 * Whether a text already has the file's indentation: each code line that also occurs in the
 * target's own lines has the same indentation there, and one of them is indented differently from
 * the first line.
 */
function isInPlace([first, ...rest]: readonly NewLine[], { indent, ownLines }: IndentTarget): boolean {
  if (first === undefined || indentOf(first.text) !== indent) return false;
  const own = new Map<string, Set<string>>();
  for (const line of ownLines) {
    const indents = own.get(line.trim()) ?? new Set();
    own.set(line.trim(), indents.add(indentOf(line)));
  }
  const kept = rest.filter(({ kind, content }) => kind === "code" && own.has(content.trimEnd()));
  return (
    kept.some(({ text }) => indentOf(text) !== indent) &&
    kept.every(({ text, content }) => own.get(content.trimEnd())?.has(indentOf(text)))
  );
}

/** Returns the style that the target's own lines show, or else the style of the file. */
function styleOfOwnLines({ style, ownLines, language }: IndentTarget): IndentStyle {
  const isTabbed = ownLines.some((line) => line.startsWith("\t") && line.trim() !== "");
  const tabWidth = isTabbed ? MIXED_TAB_WIDTH : style.tabWidth;
  const lines = ownLines.map((line) => readNewLine(line, "code", language, { ...style, tabWidth }));
  const { block } = indentStepsOf(lines);
  if (block === undefined) return style;
  if (!isTabbed) return { ...style, tabSize: block, insertSpaces: true, tabWidth: style.isMixed ? tabWidth : block };
  // Steps of a few columns in lines with tabs come from the text of strings.
  if (block < MIXED_TAB_WIDTH)
    return style.insertSpaces ? { ...style, tabSize: block, insertSpaces: true, tabWidth, isMixed: true } : style;
  return { ...style, tabSize: 4, insertSpaces: false, tabWidth: 4, isMixed: false };
}

/**
 * Returns the number of columns of one level in the text, or undefined if the text is indented in
 * the unit of the file or shows no unit.
 */
function foreignStepOf(lines: readonly NewLine[], style: IndentStyle): number | undefined {
  const { tabSize, insertSpaces, isMixed, isShown } = style;
  if (!isShown) return undefined;
  const indented = lines.filter(({ kind, column }) => kind === "code" && column > 0);
  const isTabbed = indented.some(({ text }) => text.startsWith("\t"));
  const { block, continuation } = indentStepsOf(lines);
  if (isMixed) return block === tabSize ? undefined : block;
  // Tabs were counted as one unit of the file each.
  if (isTabbed) return insertSpaces ? tabSize : undefined;
  if (!insertSpaces) return block ?? continuation;
  // Only steps into blocks count: those of continuation lines may be deeper than the unit.
  return block === tabSize ? undefined : block;
}

/** Returns the lines, all moved by the columns from `outer` to the place. */
function moveLines(lines: readonly NewLine[], outer: number, target: IndentTarget): string[] {
  const { indent, style, ownLines } = target;
  const shift = columnOf(indent, style) - outer;
  const ownIndents = new Set(ownLines.map(indentOf));
  const top = lines.find(({ kind, column }, at) => column === outer && (at === 0 || kind === "code"));
  const topIndent = indentOf(top?.text ?? "");
  return lines.map(({ text, content, column, kind }, at) => {
    if (at === 0) return indent + content;
    if (kind === "string" || kind === "directive") return text;
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
function spell(columns: number, { style, ownLines }: Pick<IndentTarget, "style" | "ownLines">): string {
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
function translateLines(lines: readonly NewLine[], { outer, step }: TextColumns, target: IndentTarget): string[] {
  const { indent, style } = target;
  let opener: Placed = { column: outer, indent };
  let before: NewLine | undefined;
  const parents: Placed[] = [opener];
  return lines.map((line, at): string => {
    const { kind, content, text } = line;
    if (kind === "blank") return "";
    if (kind === "block") return deepen(opener.indent, line.column - opener.column, target) + content;
    if (kind !== "code") return text;
    const column = at === 0 ? outer : Math.max(outer, line.column);
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
function deepenLevels(indent: string, levels: number, target: IndentTarget): string {
  const { insertSpaces, tabSize } = target.style;
  return insertSpaces ? deepen(indent, levels * tabSize, target) : indent + "\t".repeat(levels);
}

/** Returns an indentation deeper by `columns` than another, which may be negative. */
function deepen(indent: string, columns: number, target: IndentTarget): string {
  const { style } = target;
  if (columns >= 0 && !style.isMixed) return indent + " ".repeat(columns);
  return columns === 0 ? indent : spell(Math.max(0, columnOf(indent, style) + columns), target);
}
