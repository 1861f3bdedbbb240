/** The blank lines and comments around a target that has its lines for itself. */

import { factsOf } from "../../languages/languages.js";
import { Document } from "../../text/document.js";
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
  const { document, language, kind } = place;
  // Headings and paragraphs don't show by their column what is beside a section.
  const isFlat = kind === "symbol" && factsOf(language).isFlat;
  const all = isFlat ? [] : siblingsOf(place);
  const isOwn = ({ first, last }: Sibling) => first <= place.first && place.first <= last;
  const target = all.find(isOwn) ?? siblingOf(document, place, language);
  const isAlike = ({ isImport }: Sibling) => isImport === target.isImport;
  const siblings = all.filter(isAlike);
  // Those with an import between them say nothing.
  const pairs = all.slice(1).flatMap((each, at): Pair[] => {
    const above = all[at] as Sibling;
    return isAlike(above) && isAlike(each) ? [[above, each]] : [];
  });
  const parts = partsOf(text, place);
  const [near, far] = (side === "before" ? [parts.at(-1), parts[0]] : [parts[0], parts.at(-1)]) as [Sibling, Sibling];
  const gapOf = (above: Sibling, below: Sibling) =>
    commonGap(pairs, [above, below], language) ?? defaultGap(place, text, [above, below]);
  const toTarget = side === "before" ? gapOf(near, target) : gapOf(target, near);
  const { isFirst, isLast } = endsOfBlock(place, leading);
  if ((side === "before" ? isFirst : isLast) || far.shape === "line") return { toTarget, toOther: 0 };
  const other = siblings[siblings.findIndex(isOwn) + (side === "before" ? -1 : 1)] ?? far;
  return { toTarget, toOther: side === "before" ? gapOf(other, far) : gapOf(far, other) };
}

/** What is at one level of a text: a target, its siblings, the parts of a new text. */
interface Sibling {
  /** Its lines, with its comments. */
  readonly first: number;
  readonly last: number;
  readonly isCommented: boolean;
  /** Whether it has several lines apart from its comments. */
  readonly isLong: boolean;
  /** Whether it imports, which says nothing about the lines between declarations. */
  readonly isImport: boolean;
  /** `line`: one line of code without a body. `statement`: no declaration with a body. */
  readonly shape: "line" | "statement" | "declaration";
}

/** Matches the first line of an import. */
const IMPORT = /^\s*(?:(?:pub\s+)?use|import|from|using|#\s*include|require(?:_relative)?|(?:static|global)\s+using)\b/;

/** Matches the first line of a statement that is neither an assignment nor a call. */
const STATEMENT =
  /^(?:if|else|elif|elsif|unless|for|foreach|while|until|loop|repeat|switch|match|when|case|select|try|begin|do|with|using|lock|guard|defer|go|return|throw|raise|yield|await|assert|print|echo)\b/;

/** Matches what is before the `=` of an assignment, and what is after it where it gives a body. */
const ASSIGNED = /^(?:(?:const|let|var|val|my|local|auto|final)\s)?\s*[\w.$@[\]"']+\s*(?:$|[-:+*/%|&^?])/;
const BODY = /^[=>~]|=>|->|\b(?:function|fn|func|class|lambda|struct)\b/;

/** Matches the first line of a call, apart from the head of a method. */
const CALL = /^[\w.$:]+!?\((?!.*\{$)/;

/** The number of lines before and after the target in which siblings are looked for. */
const MAX_DISTANCE = 2_000;

/** Matches a quote of such a string that is a character or a string of its own. */
const QUOTED_QUOTE = /(['"])`\1/g;

/** Returns the target and its siblings: in its block, what begins in the column of the target. */
function siblingsOf({ document, language, style, first, last }: LinePlace): readonly Sibling[] {
  const column = columnOf(lineText(document, first), style);
  const { sectionHead } = factsOf(language);
  const isSection = sectionHead?.test(lineText(document, first)) === true;
  const isInside = (line: number) => {
    const text = lineText(document, line);
    if (!isSection && sectionHead?.test(text)) return false;
    return text.trim() === "" || columnOf(text, style) >= column;
  };
  let start = first;
  while (start > 0 && first - start < MAX_DISTANCE && isInside(start - 1)) start--;
  let end = last;
  while (end + 1 < document.lineCount && end - last < MAX_DISTANCE && isInside(end + 1)) end++;
  return siblingsIn(document, { first: start, last: end, target: first }, { language, style, column, isSection });
}

/** Returns the parts of a new text, of which there is at least one. */
function partsOf(text: string, { language, style }: LinePlace): readonly Sibling[] {
  const document = Document.of(text);
  const lines = { first: 0, last: document.lineCount - 1, target: 0 };
  const opening = lineText(document, 0);
  const isSection = factsOf(language).sectionHead?.test(opening) === true;
  const parts = siblingsIn(document, lines, { language, style, column: columnOf(opening, style), isSection });
  return parts.length > 0 ? parts : [siblingOf(document, lines, language)];
}

/** How siblings begin: in a column, or with the head of a section. */
interface Level extends Pick<LinePlace, "language" | "style"> {
  readonly column: number;
  readonly isSection: boolean;
}

/** Returns what begins in some lines, each with the lines up to the next one. */
function siblingsIn(
  document: Document,
  { first, last, target }: { readonly first: number; readonly last: number; readonly target: number },
  { language, style, column, isSection }: Level,
): readonly Sibling[] {
  const { multilineQuote: quote, sectionHead } = factsOf(language);
  const togglesString = (line: number) =>
    quote !== undefined && lineText(document, line).replace(QUOTED_QUOTE, "").split(quote).length % 2 === 0;
  const isLead = (line: number) => {
    const text = lineText(document, line);
    return isCommentLine(text, language) || isAttributeLine(text, language);
  };
  const begins = (line: number): boolean => {
    const text = lineText(document, line);
    if (!isSection) return columnOf(text, style) === column && !isCloser(text) && !/^\s*\{/.test(text);
    let head = line;
    while (head < last && isCommentLine(lineText(document, head), language)) head++;
    return sectionHead?.test(lineText(document, head)) === true;
  };
  // The target begins outside of a string.
  let isInString = false;
  for (let line = first; line < target; line++) if (togglesString(line)) isInString = !isInString;
  const found: { first: number; last: number; isLeading: boolean }[] = [];
  for (let line = first; line <= last; line++) {
    const text = lineText(document, line);
    const isStringText = isInString;
    if (togglesString(line)) isInString = !isInString;
    if (text.trim() === "") continue;
    const current = found.at(-1);
    const isLed = current?.isLeading === true && current.last === line - 1;
    if (current === undefined || (!isStringText && begins(line) && !isLed))
      found.push({ first: line, last: line, isLeading: isLead(line) });
    else {
      current.last = line;
      current.isLeading &&= isLead(line) || columnOf(text, style) > column;
    }
  }
  return found.map((lines) => siblingOf(document, lines, language));
}

function siblingOf(document: Document, { first, last }: Pick<Sibling, "first" | "last">, language: string): Sibling {
  const codeAt = (line: number) => codeOfLine(lineText(document, Math.min(line, last)), language);
  let head = first;
  for (;;) {
    const text = lineText(document, head);
    const isComment = isCommentLine(text, language);
    if (head >= last || !(isComment || isAttributeLine(text, language))) break;
    head = (isComment ? commentEnd(document, head, language) : head) + 1;
  }
  const code = codeAt(head);
  const isBody = codeAt(last).endsWith("}") && !isAssignment(code);
  const isStatement = STATEMENT.test(code) || isAssignment(code) || (CALL.test(code) && !isBody);
  const isLong = head < last;
  const shape = !isLong && !isBody ? "line" : isStatement ? "statement" : "declaration";
  return { first, last, isCommented: head > first, isLong, isImport: IMPORT.test(lineText(document, first)), shape };
}

/** Whether a line assigns something other than a function or a class. */
function isAssignment(code: string): boolean {
  const at = code.indexOf("=");
  return at > 0 && ASSIGNED.test(code.slice(0, at)) && !BODY.test(code.slice(at + 1));
}

type Pair = readonly [above: Sibling, below: Sibling];

/**
 * Returns the commonest number of blank lines between two siblings of the given kinds, or between
 * more and more different ones; undefined where none of the pairs shows it.
 */
function commonGap(pairs: readonly Pair[], [above, below]: Pair, language: string): number | undefined {
  const isAlike = (one: Sibling, other: Sibling) => one.shape === other.shape && one.isCommented === other.isCommented;
  const rankOf = ([one, other]: Pair) => Math.max(SHAPES.indexOf(one.shape), SHAPES.indexOf(other.shape));
  const rank = rankOf([above, below]);
  const rows: readonly ((pair: Pair) => boolean)[] = [
    (pair) => isAlike(pair[0], above) && isAlike(pair[1], below),
    (pair) => pair[0].shape === above.shape && pair[1].shape === below.shape,
    (pair) => rankOf(pair) === rank,
    () => factsOf(language).nameRule === "data",
  ];
  for (const row of rows) {
    const gap = commonest(pairs.filter(row).map(([one, other]) => other.first - one.last - 1));
    if (gap !== undefined) return gap;
  }
  return undefined;
}

/** From the fewest blank lines around to the most. */
const SHAPES: readonly Sibling["shape"][] = ["line", "statement", "declaration"];

function commonest(gaps: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0];
}

/** Returns the usual number of blank lines between declarations, and 0 between others. */
function defaultGap({ document, kind, language, tail, first }: LinePlace, text: string, pair: Pair): number {
  if (kind !== "symbol") return 0;
  const { inside, top, includesShort = false } = factsOf(language).blankLines;
  const isItem = tail.trim().startsWith(",") || text.endsWith(",");
  const isDeclared = pair.some(({ shape, isLong }) => isLong && shape === "declaration");
  if (!includesShort && (!isDeclared || isItem)) return 0;
  return indentOf(lineText(document, first)) === "" ? top : inside;
}
