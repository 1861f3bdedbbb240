/** The edges of a match: whether they cut a word or an operator of the text in two. */
import { isWordAt } from "./find/characters.js";
import { createBorderFinder } from "./find/token.js";
import type { WordRule } from "./languageRules.js";

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
