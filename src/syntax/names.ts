/**
 * What can be a name in a language: its characters, the sigil before it, and the words that can't.
 * The parser can't detect reserved words: where only a name is possible, it accepts `if` as a name,
 * without an error.
 */

import { factsOf } from "../languages/languages.js";

/** Whether a word is reserved in a language; false for a language that is not listed. */
export function isReserved(word: string, languageId: string): boolean {
  return factsOf(languageId).reservedWords?.has(word) ?? false;
}

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
  const [separator] = isIdentifier(text, languageId) ? [] : (separators.exec(text) ?? []);
  if (separator !== undefined) return `contains ${/\s/.test(separator) ? "white space" : `\`${separator}\``}`;
  return reservedWords.has(text) && !(isMember && allowsReservedMembers) ? "is a reserved word" : undefined;
}
