/**
 * Gives new lines the indentation of the place where they are written. Columns are 0-based; a tab
 * counts up to the next tab stop.
 */

import { factsOf } from "../../languages/languages.js";
import { columnOf, type IndentStyle, indentOf, MIXED_TAB_WIDTH } from "./indentUnit.js";
import { indentStepsOf, isAlignedWith, type NewLine, readNewLine } from "./newLine.js";
import { type FitTarget, hasIndentedDirective, newTextOf, readingOf } from "./readings.js";

/**
 * Returns the text with its own indentation taken off and that of the place put on. `text` must
 * have `\n` line ends and a first line that is not blank.
 *
 * A text that has the indentation of the place already stays unchanged. If it is indented in the
 * file's unit, all lines move by the same number of columns. Otherwise each level becomes a level
 * in the file's unit.
 */
export function fitLines(text: string, target: FitTarget): string {
  const { language, kinds, indent, ownLines, replaces } = target;
  const style = styleOfOwnLines(target);
  const isDirectiveMoved = !target.isIndented && hasIndentedDirective(target);
  const read = (line: string, at: number) => {
    const newLine = readNewLine(line, kinds[at] ?? "code", language, style);
    return newLine.kind === "directive" && isDirectiveMoved ? { ...newLine, kind: "code" as const } : newLine;
  };
  const lines = text.split("\n").map(read);
  const { hasIndentLevels } = factsOf(language);
  // The depth of lines in another unit says nothing about the blocks of the file.
  const isForeign = hasIndentLevels && foreignStepOf(lines, style) !== undefined;
  const alternatives = isForeign ? [] : target.alternatives;
  const newText = newTextOf(lines, { ...target, style });
  const { reading } = readingOf(newText, { ...target, style, alternatives });
  if (reading === "as written") return text;
  const isLeast = reading === "relative to the least deep";
  const isCopied = reading === "only the first line bare";
  const outer = isCopied ? newText.place : isLeast ? newText.least : newText.first.column;
  const top = lines.indexOf(newText.first);
  const levelled = lines.map((line, at) => (at === top ? { ...line, column: Math.max(outer, line.column) } : line));
  // Lines that were copied from the file are in its unit.
  const step = isCopied || !hasIndentLevels ? undefined : foreignStepOf(levelled, style);
  const placed = { ...target, style, indent: isLeast && replaces ? leastIndentOf(ownLines, indent, style) : indent };
  const written = step === undefined ? moveLines(lines, outer, placed) : translateLines(lines, { outer, step }, placed);
  return written.join("\n");
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
