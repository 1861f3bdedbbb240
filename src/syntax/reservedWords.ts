/**
 * The words that can't be names in a language. The parser can't detect reserved words: where only a
 * name is possible, it accepts `if` as a name, without an error.
 */

import { factsOf } from "../languages/languages.js";

/** Whether a word is reserved in a language; false for a language that is not listed. */
export function isReserved(word: string, languageId: string): boolean {
  return factsOf(languageId).reservedWords?.has(word) ?? false;
}

/** Characters that are in no name. */
const separators = /[\s.,;:()[\]{}"'`]/;

/**
 * Returns why a text can't be a name in a language, in words after "it"; undefined if it can, and
 * for a language that is not listed. `isMember`: as the name of a member, which ECMAScript lets be
 * a reserved word.
 */
export function whyNoName(text: string, languageId: string, isMember: boolean): string | undefined {
  const { reservedWords, specialNames, allowsReservedMembers } = factsOf(languageId);
  if (reservedWords === undefined || specialNames.has(text)) return undefined;
  if (text === "") return "is empty";
  const [separator] = separators.exec(text) ?? [];
  if (separator !== undefined) return `contains ${/\s/.test(separator) ? "white space" : `\`${separator}\``}`;
  return reservedWords.has(text) && !(isMember && allowsReservedMembers) ? "is a reserved word" : undefined;
}
