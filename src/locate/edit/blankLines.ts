/** The blank lines and comments around a target that has its lines for itself. */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { firstLeadingLine } from "../symbols/comments.js";
import { lineText, type Replacement } from "./editRequest.js";
import { columnOf, indentOf } from "./indentUnit.js";
import type { LinePlace } from "./linePlace.js";
import { codeOfLine, isAttributeLine, isCloser, isCommentLine, isOpener } from "./lineShape.js";

export function blankLinesAbove(document: Document, line: number): number {
  let count = 0;
  while (line - count > 0 && lineText(document, line - count - 1).trim() === "") count++;
  return count;
}

export function blankLinesBelow(document: Document, line: number): number {
  let count = 0;
  while (line + count + 1 < document.lineCount && lineText(document, line + count + 1).trim() === "") count++;
  return count;
}

/**
 * Returns the first of the lines directly above the target that belong to it: its decorators and
 * comments. A comment at the start of the file belongs to the file, unless it is a doc comment.
 */
export function leadingLineOf({ document, first, language }: LinePlace): number {
  let leading = first;
  if (factsOf(language).nameRule === "data")
    while (leading > 0 && isCommentLine(lineText(document, leading - 1), language)) leading--;
  else leading = firstLeadingLine(document, first, language);
  if (leading > 0) return leading;
  while (leading < first && isFileComment(lineText(document, leading), language))
    leading = commentEnd(document, leading, language) + 1;
  return Math.min(leading, first);
}

function isFileComment(line: string, language: string): boolean {
  const isDoc = /^\s*(?:\/\/\/|\/\/!|\/\*\*(?!\/)|--\s*\||\{-\s*\|)/.test(line);
  return line.startsWith("#![") || (isCommentLine(line, language) && !isDoc);
}

/** Returns the last line of the comment that begins in `line`. */
function commentEnd(document: Document, line: number, language: string): number {
  const opening = lineText(document, line).trim();
  const block = factsOf(language).comments.block.find(([open]) => opening.startsWith(open));
  if (block === undefined) return line;
  let last = line;
  while (last < document.lineCount && !lineText(document, last).includes(block[1])) last++;
  return last;
}

/**
 * Returns the deletion of the target's lines. With `includesLeading`, its decorators and comments
 * go, too. Where nothing of it stays, the blank lines around it become those that its neighbours
 * keep between them.
 */
export function deletedLines(place: LinePlace, includesLeading: boolean): Replacement {
  const { document, kind, first, last } = place;
  const isPlain = kind === "lines" || kind === "text";
  const leads = isPlain ? first : leadingLineOf(place);
  const isAlone = isPlain || (!includesLeading && leads < first);
  const leading = isAlone ? first : leads;
  const [above, below] = [blankLinesAbove(document, leading), blankLinesBelow(document, last)];
  const [before, after] = [leading - above - 1, last + below + 1];
  const isLastOfFile = after >= document.lineCount;
  if (isAlone) {
    const from = document.lineFrom(first);
    return withoutLastLineEnd({ from, to: document.nextLineFrom(last), insert: "" }, document, before + above);
  }
  if (isLastOfFile) {
    const from = document.lineFrom(before + 1);
    return withoutLastLineEnd({ from, to: document.length, insert: "" }, document, before);
  }
  const { isFirst, isLast } = endsOfBlock(place, leading);
  const kept =
    before < 0
      ? 0
      : isFirst && isLast
        ? Math.min(above, below)
        : isFirst
          ? above
          : isLast
            ? below
            : Math.max(above, below);
  const to = kept <= above ? document.lineFrom(after) : document.lineFrom(after - kept);
  return { from: document.lineFrom(kept <= above ? before + 1 + kept : before + 1), to, insert: "" };
}

/** Extends a deletion at the end of a file without a last line end to the line end before it. */
function withoutLastLineEnd(change: Replacement, document: Document, before: number): Replacement {
  const isOpen = change.to === document.length && document.lineFrom(document.lineCount - 1) < document.length;
  return isOpen && before >= 0 ? { ...change, from: document.lineTo(before) } : change;
}

/** Whether the target is the first or the last in its block. */
function endsOfBlock({ document, language, style, first, last }: LinePlace, leading: number) {
  const column = columnOf(lineText(document, first), style);
  const above = leading - blankLinesAbove(document, leading) - 1;
  const below = last + blankLinesBelow(document, last) + 1;
  const upper = above < 0 ? "" : lineText(document, above);
  const lower = below >= document.lineCount ? "" : lineText(document, below);
  return {
    isFirst: above < 0 || columnOf(upper, style) < column || isOpener(codeOfLine(upper, language)),
    isLast: below >= document.lineCount || columnOf(lower, style) < column || isCloser(lower),
  };
}

/**
 * Returns the blank lines between new text and the target, and at least those between it and the
 * neighbour on the other side, as the siblings have them.
 */
export function gapBeside(
  place: LinePlace,
  leading: number,
  side: "before" | "after",
  text: string,
): { readonly toTarget: number; readonly toOther: number } {
  const { isFirst, isLast } = endsOfBlock(place, leading);
  const isLong = text.includes("\n");
  // Headings and paragraphs don't show by their column what is beside a section.
  const isSection = place.kind === "symbol" && factsOf(place.language).isFlat;
  const all = isSection ? [] : siblingsOf(place);
  const isOwn = ({ first, last }: Sibling) => first <= place.first && place.first <= last;
  const isImport = all.find(isOwn)?.isImport ?? false;
  const siblings = all.filter((sibling) => sibling.isImport === isImport);
  const own = siblings.findIndex(isOwn);
  const isTargetLong = place.first < place.last;
  const other = siblings[own + (side === "before" ? -1 : 1)];
  const gapOf = (isNeighbourLong: boolean) =>
    commonGap(siblings, isLong || isNeighbourLong) ?? defaultGap(place, text, isLong || isNeighbourLong);
  const isAtEnd = side === "before" ? isFirst : isLast;
  const toTarget = gapOf(isTargetLong);
  return { toTarget, toOther: isAtEnd || !isLong ? 0 : gapOf(other !== undefined && other.first < other.last) };
}

/** A sibling of the target: its first and last line, with its comments. */
interface Sibling {
  readonly first: number;
  last: number;
  /** Whether it has only comments and decorators so far. */
  isLeading: boolean;
  /** Whether it imports, which says nothing about the lines between declarations. */
  readonly isImport: boolean;
}

/** Matches the first line of an import. */
const IMPORT = /^\s*(?:(?:pub\s+)?use|import|from|using|#\s*include|require(?:_relative)?|(?:static|global)\s+using)\b/;

/** The number of lines before and after the target in which siblings are looked for. */
const MAX_DISTANCE = 2_000;

/** Matches a quote of such a string that is a character or a string of its own. */
const QUOTED_QUOTE = /(['"])`\1/g;

/** Returns the target and its siblings: in its block, what begins in the column of the target. */
function siblingsOf({ document, language, style, first, last }: LinePlace): readonly Sibling[] {
  const column = columnOf(lineText(document, first), style);
  const isInside = (line: number) => {
    const text = lineText(document, line);
    return text.trim() === "" || columnOf(text, style) >= column;
  };
  let start = first;
  while (start > 0 && first - start < MAX_DISTANCE && isInside(start - 1)) start--;
  let end = last;
  while (end + 1 < document.lineCount && end - last < MAX_DISTANCE && isInside(end + 1)) end++;
  const siblings: Sibling[] = [];
  const quote = factsOf(language).multilineQuote;
  const togglesString = (line: number) =>
    quote !== undefined && lineText(document, line).replace(QUOTED_QUOTE, "").split(quote).length % 2 === 0;
  // The target begins outside of a string.
  let isInString = false;
  for (let line = start; line < first; line++) if (togglesString(line)) isInString = !isInString;
  for (let line = start; line <= end; line++) {
    const text = lineText(document, line);
    const isStringText = isInString;
    if (togglesString(line)) isInString = !isInString;
    if (text.trim() === "") continue;
    const current = siblings.at(-1);
    const isLeading = isCommentLine(text, language) || isAttributeLine(text, language);
    const begins = !isStringText && columnOf(text, style) === column && !isCloser(text) && !/^\s*\{/.test(text);
    if (current === undefined || (begins && !(current.isLeading && current.last === line - 1)))
      siblings.push({ first: line, last: line, isLeading, isImport: IMPORT.test(text) });
    else {
      current.last = line;
      current.isLeading &&= isLeading || columnOf(text, style) > column;
    }
  }
  return siblings;
}

/** Returns the commonest number of blank lines between siblings; undefined where none shows it. */
function commonGap(siblings: readonly Sibling[], isLong: boolean): number | undefined {
  const counts = new Map<number, number>();
  siblings.forEach((sibling, at) => {
    const before = siblings[at - 1];
    if (before === undefined || (before.first < before.last || sibling.first < sibling.last) !== isLong) return;
    const gap = sibling.first - before.last - 1;
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  });
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0];
}

/** Returns the usual number of blank lines between declarations, and 0 between others. */
function defaultGap({ document, kind, language, tail, first }: LinePlace, text: string, isLong: boolean): number {
  if (kind !== "symbol") return 0;
  const { inside, top, includesShort = false } = factsOf(language).blankLines;
  const isItem = tail.trim().startsWith(",") || text.endsWith(",");
  if (!includesShort && (!isLong || isItem)) return 0;
  return indentOf(lineText(document, first)) === "" ? top : inside;
}
