/** The indentation that lines get at a place. */

import type { Document } from "../../text/document.js";
import { lineText } from "./editRequest.js";
import { columnOf, indentOf } from "./indentUnit.js";
import type { LinePlace } from "./linePlace.js";
import { codeOfLine, isCloser, isOpener, isOutdented, opensBracket } from "./lineShape.js";
import { isDirective } from "./newLine.js";

/** Returns the indentation of lines that take the place of others. */
export function indentInside(place: LinePlace): string {
  const own = filledLines(place);
  return own.length > 0 ? indentOf(own[0] as string) : indentBetween(place);
}

/** Returns the indentation of lines before others: before the end of a block, that of the block. */
export function indentBefore(place: LinePlace): string {
  const { document, style, language, first } = place;
  const [top] = filledLines(place);
  if (top === undefined) return indentBetween(place);
  if (isBeside(place) || !isCloser(top)) return indentOf(top);
  const above = filledLine(document, first - 1, -1);
  const isEmpty = columnOf(above, style) <= columnOf(top, style);
  return isEmpty && isOpener(codeOfLine(above, language))
    ? indentOf(top) + levelOf(place)
    : deeperOf(place, above, top);
}

/**
 * Returns the indentation of lines after others: after the head of a block, that of the block. In a
 * language in which indentation decides, the lines go into the block only if they are indented.
 */
export function indentAfter(place: LinePlace, text: string): string {
  const { document, style, language, last } = place;
  const own = filledLines(place);
  const bottom = own.at(-1);
  if (bottom === undefined) return indentBetween(place);
  if (isBeside(place)) return indentOf(own[0] as string);
  const code = codeOfLine(bottom, language);
  const below = filledLine(document, last + 1, 1);
  const isInside = indentedLanguages.has(language)
    ? opensBracket(code) || (isOpener(code) && indentOf(text) !== "")
    : isOpener(code) || columnOf(below, style) > columnOf(bottom, style);
  if (!isInside) return indentOf(bottom);
  const isEmpty = isCloser(below) || columnOf(below, style) < columnOf(bottom, style);
  const isDeeper = columnOf(below, style) > columnOf(bottom, style);
  return isDeeper || !(isEmpty || indentedLanguages.has(language))
    ? indentOf(below)
    : indentOf(bottom) + levelOf(place);
}

/**
 * Returns the indentations of the lines around an insertion with which new lines are in their place
 * as they are written: not that of the head of the block, or of its end.
 */
export function indentsAround(place: LinePlace, side: "before" | "after", text: string): readonly string[] {
  const { document, language, first, last } = place;
  const own = filledLines(place);
  const [above, below] =
    side === "before" ? [filledLine(document, first - 1, -1), own[0]] : [own.at(-1), filledLine(document, last + 1, 1)];
  const isFree = isCloser(text) || isOutdented(text.trimStart().split("\n", 1)[0] ?? "", language);
  const indents: string[] = [];
  if (above !== undefined && (isFree || !isOpener(codeOfLine(above, language)))) indents.push(indentOf(above));
  if (below !== undefined && (isFree || !isCloser(below))) indents.push(indentOf(below));
  return indents;
}

/** Languages in which the indentation of a line decides which block it is in. */
export const indentedLanguages: ReadonlySet<string> = new Set(["python", "yaml", "dockercompose", "markdown"]);

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
    if (text.trim() !== "" && !isDirective(text, language)) lines.push(text);
  }
  return lines;
}

/** Returns the indentation between the lines around blank ones: that of the deeper. */
function indentBetween(place: LinePlace): string {
  const { document, first, last } = place;
  return deeperOf(place, filledLine(document, first - 1, -1), filledLine(document, last + 1, 1));
}

/** Returns the nearest line from `line` on that is not blank; "" where there is none. */
function filledLine(document: Document, line: number, step: 1 | -1): string {
  for (let at = line; at >= 0 && at < document.lineCount; at += step) {
    const text = lineText(document, at);
    if (text.trim() !== "") return text;
  }
  return "";
}

function levelOf({ style }: LinePlace): string {
  return style.insertSpaces ? " ".repeat(style.tabSize) : "\t";
}

function deeperOf({ style }: LinePlace, a: string, b: string): string {
  return columnOf(a, style) >= columnOf(b, style) ? indentOf(a) : indentOf(b);
}
