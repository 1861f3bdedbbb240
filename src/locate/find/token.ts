/**
 * Tokens of text, as the readings of a find have them (words, operators, other characters), and
 * their borders.
 */

import type { WordEnds } from "../../languages/facts.js";
import { isHighSurrogate, isLowSurrogate } from "../../text/lineEnd.js";
import { classAt, isWordAt, OTHER_CLASS, runEnd, SPACE_CLASS, WORD_CLASS } from "./characters.js";

// `>>` is missing on purpose: as two tokens, `List<x>` is found in `Map<k, List<x>>`, and `>>` with
// a gap too.
const operators = (
  "=== !== <=> ... ..= -> => :: == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << := .. **" as const
).split(" ");

/** The operators of several characters by their first code, longest first. */
const operatorsAt: (readonly string[] | undefined)[] = [];
/**
 * Pairs of codes that are neighbours in some operator. Only between these can a border be in doubt.
 */
const joinedCodes = new Uint8Array(128 * 128);
for (const operator of operators) {
  const first = operator.charCodeAt(0);
  operatorsAt[first] = [...(operatorsAt[first] ?? []), operator].sort((a, b) => b.length - a.length);
  for (let at = 1; at < operator.length; at++)
    joinedCodes[operator.charCodeAt(at - 1) * 128 + operator.charCodeAt(at)] = 1;
}

/**
 * Returns the end of the token that begins at `offset`, which is a token border and not whitespace.
 */
function tokenEnd(text: string, offset: number, to: number): number {
  return classAt(text, offset) === WORD_CLASS ? runEnd(text, offset, to, WORD_CLASS) : otherEnd(text, offset, to);
}

/** Returns the end of the operator or other character at `offset`. */
function otherEnd(text: string, offset: number, to: number): number {
  const code = text.charCodeAt(offset);
  const longer = code < 128 ? operatorsAt[code] : undefined;
  if (longer !== undefined) {
    for (const operator of longer) {
      if (offset + operator.length <= to && text.startsWith(operator, offset)) return offset + operator.length;
    }
    return offset + 1;
  }
  const isPair = isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(offset + 1));
  return Math.min(to, offset + (isPair ? 2 : 1));
}

/**
 * Calls `visit` for each token in from..to. Whitespace between two quotes is a token too: where the
 * find has two quotes side by side, the text must not have whitespace between them.
 */
export function forEachToken(text: string, from: number, to: number, visit: (from: number, to: number) => void): void {
  let offset = from;
  let isAfterQuote = false;
  while (offset < to) {
    const start = offset;
    let class_ = classAt(text, offset);
    if (class_ === SPACE_CLASS) {
      offset = runEnd(text, offset, to, SPACE_CLASS);
      if (offset === to) return;
      class_ = classAt(text, offset);
    }
    const isQuote = class_ === OTHER_CLASS && isQuoteCode(text.charCodeAt(offset));
    if (isAfterQuote && isQuote && offset > start) visit(start, offset);
    const end = class_ === WORD_CLASS ? runEnd(text, offset + 1, to, WORD_CLASS) : otherEnd(text, offset, to);
    visit(offset, end);
    offset = end;
    isAfterQuote = isQuote;
  }
}

function isQuoteCode(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

/**
 * Returns a function that checks for a token border at an offset. Call it with ascending offsets:
 * where operators are adjacent (`a = !==b`) it keeps the last border, so that all calls together
 * are linear in the text.
 */
function createBorderFinder(text: string): (offset: number) => boolean {
  // Invariant: `lastBorder` is a token border, or 0.
  let lastBorder = 0;
  return (offset) => {
    if (offset <= 0 || offset >= text.length || offset === lastBorder) return true;
    const class_ = classAt(text, offset);
    if (class_ !== classAt(text, offset - 1)) return true;
    if (class_ === WORD_CLASS) return false;
    if (class_ !== OTHER_CLASS || !areJoined(text, offset)) return !isInsidePair(text, offset);
    let start = offset - 1;
    while (start > lastBorder && areJoined(text, start)) start--;
    while (start < offset) {
      lastBorder = start;
      start = tokenEnd(text, start, text.length);
    }
    return start === offset;
  };
}

function areJoined(text: string, offset: number): boolean {
  const left = text.charCodeAt(offset - 1);
  const right = text.charCodeAt(offset);
  return left < 128 && right < 128 && joinedCodes[left * 128 + right] === 1;
}

function isInsidePair(text: string, offset: number): boolean {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset));
}

/** Checks of the edges of matches. Call each with ascending offsets. */
export interface WholeEdges {
  /** Checks that a match from here does not begin inside a word or an operator. */
  readonly isWholeBefore: (from: number) => boolean;
  /** Checks that a match up to here does not end inside a word or an operator. */
  readonly isWholeAfter: (to: number) => boolean;
}

export function wholeEdgesIn(text: string, rule: WordEnds): WholeEdges {
  const isBorderBefore = createBorderFinder(text);
  const isBorderAfter = createBorderFinder(text);
  return {
    isWholeBefore: (from) =>
      isBorderBefore(from) && !(from > 0 && isWordAt(text, from) && rule.before.includes(text[from - 1] ?? "\0")),
    isWholeAfter: (to) => isBorderAfter(to) && !(isWordAt(text, to - 1) && continuesWord(text, to, rule)),
  };
}

function continuesWord(text: string, to: number, rule: WordEnds): boolean {
  const next = text[to];
  if (next === undefined || !rule.after.includes(next)) return false;
  // The `!` of `x!=1` is not part of `x`.
  return next === "-" || text[to + 1] !== "=" || text[to + 2] === "=";
}
