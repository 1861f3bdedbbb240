/** The edges of a match: whether they cut a word or an operator of the text in two. */
import { isWordAt } from "./find/characters.js";
import { borderFinder } from "./find/token.js";
import type { WordRule } from "./languageRules.js";

/** To be asked with ascending offsets, each side by itself. */
export interface Edges {
  /** Whether what stands before `from` belongs to no word or operator that begins the match. */
  readonly isWholeBefore: (from: number) => boolean;
  /** Whether what stands behind `to` belongs to no word or operator that ends the match. */
  readonly isWholeBehind: (to: number) => boolean;
}

export function edgesOf(text: string, rule: WordRule): Edges {
  const isBorderBefore = borderFinder(text);
  const isBorderBehind = borderFinder(text);
  return {
    isWholeBefore: (from) =>
      isBorderBefore(from) && !(from > 0 && isWordAt(text, from) && rule.before.includes(text[from - 1] ?? "\0")),
    isWholeBehind: (to) => isBorderBehind(to) && !(isWordAt(text, to - 1) && continuesWord(text, to, rule)),
  };
}

function continuesWord(text: string, to: number, rule: WordRule): boolean {
  const next = text[to];
  if (next === undefined || !rule.behind.includes(next)) return false;
  // The `!` of `x!=1` is no part of `x`.
  return next === "-" || text[to + 1] !== "=" || text[to + 2] === "=";
}
