/** The syntax of names by language: their characters, and the sigils before them. */

import { factsOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "./documents.js";

/** Whether a text, without its sigil, is one name of the language. */
export function isIdentifier(text: string, languageId: string): boolean {
  return factsOf(languageId).identifier.name.test(text);
}

/**
 * Returns the sigil that a text begins with, such as `$` or `@`, or an empty string. A sigil is not
 * part of the name. In most languages `$` is a letter.
 */
export function sigilOf(text: string, languageId: string): string {
  return factsOf(languageId).sigil?.exec(text)?.[0] ?? "";
}

/** Characters looked at on each side of an offset. */
const MAX_WORD_LENGTH = 200;

/** Returns the word around an offset, or ending or beginning there. Empty if there is none. */
export function wordAt({ document, languageId }: SourceText, offset: number): Stretch {
  const { source } = factsOf(languageId).identifier.character;
  const textBefore = document.slice(offset - MAX_WORD_LENGTH, offset);
  const textAfter = document.slice(offset, offset + MAX_WORD_LENGTH);
  const lengthBefore = new RegExp(`(?:${source})*$`, "u").exec(textBefore)?.[0].length ?? 0;
  const lengthAfter = new RegExp(`^(?:${source})*`, "u").exec(textAfter)?.[0].length ?? 0;
  return { from: offset - lengthBefore, to: offset + lengthAfter };
}
