/** Text cut into tokens, as section 4 of the protocol has them: words, operators, every other character by itself. */
import { isHighSurrogate, isLowSurrogate } from "../../text/lineEnd.js";
import type { WordRule } from "../languageRules.js";
import { classAt, isWordAt, OTHER_CLASS, runEnd, SPACE_CLASS, WORD_CLASS } from "./characters.js";

// `>>` is not among them: two `>` stand one by one, so that `List<x>` is found in `Map<k, List<x>>` and `>>` with a gap too.
const operators = (
  "=== !== <=> ... ..= -> => :: == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << := .. **" as const
).split(" ");

/** Operators of several characters by their first code, the longest first. */
const operatorsAt: (readonly string[] | undefined)[] = [];
/** Two codes that stand side by side in some operator: only between them can a border be in doubt. */
const joinedCodes = new Uint8Array(128 * 128);
for (const operator of operators) {
  const first = operator.charCodeAt(0);
  operatorsAt[first] = [...(operatorsAt[first] ?? []), operator].sort((a, b) => b.length - a.length);
  for (let at = 1; at < operator.length; at++)
    joinedCodes[operator.charCodeAt(at - 1) * 128 + operator.charCodeAt(at)] = 1;
}

/** Where the token that begins at `offset` ends; `offset` is a token border and holds no whitespace. */
function tokenEnd(text: string, offset: number, to: number): number {
  return classAt(text, offset) === WORD_CLASS ? runEnd(text, offset, to, WORD_CLASS) : otherEnd(text, offset, to);
}

/** Where the operator or other character at `offset` ends. */
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
 * Calls back for each token in from..to. Whitespace between two quotes is a token too: nothing stands between two quotes, so
 * neither does whitespace of any length where the find has none.
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
 * Answers whether a token border is at an offset. To be asked with ascending offsets: where operators run together (`a = !==b`)
 * what it learned is kept, so that all questions together cost no more than the text is long.
 */
export function createBorderFinder(text: string): (offset: number) => boolean {
  // Invariant: `known` is a token border, or 0.
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

/** To be asked with ascending offsets, each side by itself. */
export interface WholeEdges {
  /** Whether what stands before `from` belongs to no word or operator that begins the match. */
  readonly isWholeBefore: (from: number) => boolean;
  /** Whether what stands behind `to` belongs to no word or operator that ends the match. */
  readonly isWholeAfter: (to: number) => boolean;
}

export function wholeEdgesIn(text: string, rule: WordRule): WholeEdges {
  const isBorderBefore = createBorderFinder(text);
  const isBorderAfter = createBorderFinder(text);
  return {
    isWholeBefore: (from) =>
      isBorderBefore(from) && !(from > 0 && isWordAt(text, from) && rule.before.includes(text[from - 1] ?? "\0")),
    isWholeAfter: (to) => isBorderAfter(to) && !(isWordAt(text, to - 1) && continuesWord(text, to, rule)),
  };
}

function continuesWord(text: string, to: number, rule: WordRule): boolean {
  const next = text[to];
  if (next === undefined || !rule.after.includes(next)) return false;
  // The `!` of `x!=1` is no part of `x`.
  return next === "-" || text[to + 1] !== "=" || text[to + 2] === "=";
}
