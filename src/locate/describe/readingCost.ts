/** The cost of a quotation for its reader: its length, its lines, and unnatural cuts. */
import { isLineEnd, isSpaceAt, isWordAt } from "../find/characters.js";

const quotes = ['"', "'", "`"].map((quote) => quote.charCodeAt(0));
/** Half of a call often identifies it; half of a block hardly does. */
const brackets = [
  { open: 40, close: 41, unclosed: 2, unopened: 1 },
  { open: 91, close: 93, unclosed: 2, unopened: 1 },
  { open: 123, close: 125, unclosed: 3, unopened: 6 },
] as const;
const SEMICOLON = 59;

export function readingCost(text: string): number {
  const counts = new Int32Array(128);
  let collapsedSpaces = 0;
  let lineEnds = 0;
  let word = 0;
  let longestWord = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) counts[code] = (counts[code] ?? 0) + 1;
    word = isWordAt(text, at) ? word + 1 : 0;
    longestWord = Math.max(longestWord, word);
    if (!isSpaceAt(text, at)) continue;
    // Whitespace counts as one space, however long it is.
    if (isSpaceAt(text, at - 1)) collapsedSpaces++;
    if (isLineEnd(code) && !(code === 10 && text.charCodeAt(at - 1) === 13)) lineEnds++;
  }
  return text.length - collapsedSpaces + 30 * lineEnds + edgeCost(text, counts) + fragilityCost(longestWord);
}

/**
 * Returns the cost of an unnatural edge: a comma, the end of a statement, half of a pair of quotes
 * or brackets.
 */
function edgeCost(text: string, counts: Int32Array): number {
  const countOf = (code: number) => counts[code] ?? 0;
  let cost = 0;
  if (!canBeEdge(text, 0, "\"'`([{<@#$./")) cost += 3;
  if (!canBeEdge(text, text.length - 1, "\"'`)]}>;")) cost += 3;
  const atEdges = Number(text[0] === ";") + Number(text.length > 1 && text.at(-1) === ";");
  cost += 4 * (countOf(SEMICOLON) - atEdges);
  for (const quote of quotes) if (countOf(quote) % 2 === 1) cost += 2;
  for (const { open, close, unclosed, unopened } of brackets) {
    const surplus = countOf(open) - countOf(close);
    if (surplus > 0) cost += unclosed;
    if (surplus < 0) cost += unopened;
  }
  return cost;
}

/**
 * Checks whether a quotation may begin or end with the character at an offset: part of a word, not
 * ASCII, or one of `others`.
 */
function canBeEdge(text: string, at: number, others: string): boolean {
  return isWordAt(text, at) || text.charCodeAt(at) >= 128 || others.includes(text[at] ?? "\0");
}

/**
 * Returns the cost of a quotation that is likely to become ambiguous with the next edit: a single
 * bracket, digit or letter.
 */
function fragilityCost(longestWord: number): number {
  return longestWord === 0 ? 30 : Math.max(0, 6 - 2 * longestWord);
}
