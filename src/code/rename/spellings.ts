/** How a renamed name is written besides plainly: in quotes, or as both sides of `{ name }`. */

import { factsOf } from "../../languages/languages.js";
import type { SyntaxText } from "../../syntax/syntax.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";

/** More names are in no list of exports. */
const MAX_NAMES = 1_000;

/** Returns the offsets of a word that a module quotes in a list of what it exports: `__all__`. */
export function quotedExportsIn(
  { text, languageId }: Pick<SyntaxText, "text" | "languageId">,
  word: string,
): readonly number[] {
  const { exportList } = factsOf(languageId);
  if (exportList === undefined) return [];
  const isQuoted = (from: number) => /["']/.test(text[from - 1] ?? "") && text[from - 1] === text[from + word.length];
  return [...text.matchAll(exportList)].flatMap(({ index, 0: list }) =>
    offsetsOfWord(list, word, MAX_NAMES).flatMap((at) => (isQuoted(index + at) ? [index + at] : [])),
  );
}

/** Returns the text for `{ word }` after its property, or else its variable, is renamed. */
export function shorthandText(word: string, newName: string, isProperty: boolean): string {
  return isProperty ? `${newName}: ${word}` : `${word}: ${newName}`;
}
