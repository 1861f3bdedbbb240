/** Words and separators that an edit would leave side by side with nothing between them. */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import type { Replacement } from "./editRequest.js";

export interface Join {
  readonly kind: "word" | "separator";
  /** The text around the border, as it would be. */
  readonly text: string;
}

/** The length of the text that is shown on each side. */
const SHOWN_LENGTH = 30;

/**
 * Returns the first border of a change at which a word of the old text would meet one of the new,
 * or a comma another. A border inside of an old word is meant.
 */
export function findJoin(document: Document, { from, to, insert }: Replacement, language: string): Join | undefined {
  const before = document.slice(Math.max(0, from - 200), from);
  const after = document.slice(to, to + 200);
  const old = document.slice(from, to);
  const shown = (left: string, right: string) => (left.slice(-SHOWN_LENGTH) + right.slice(0, SHOWN_LENGTH)).trim();
  const meets = (left: string, right: string) => endsWord(left, language) && startsWord(right, language);
  const isNew = (left: string, right: string, was: boolean) => !was && meets(left, right);
  const middle = insert === "" ? after : insert;
  if (isNew(before, middle, meets(before, old === "" ? "" : old) || (old === "" && insert === "")))
    return { kind: "word", text: shown(before, middle) };
  if (insert !== "" && isNew(insert, after, old !== "" && meets(old, after)))
    return { kind: "word", text: shown(insert, after) };
  const left = insert.trim() === "" ? before : insert;
  if (isComma(left, after) && !isComma(before, old) && !isComma(old, after))
    return { kind: "separator", text: shown(left, after) };
  if (insert.trim() !== "" && isComma(before, insert) && !isComma(before, old))
    return { kind: "separator", text: shown(before, insert) };
  return undefined;
}

function endsWord(text: string, language: string): boolean {
  return /[\p{ID_Continue}$]$/u.test(text) || ruleHas(factsOf(language).wordEnds.after, text.at(-1));
}

function startsWord(text: string, language: string): boolean {
  return /^[\p{ID_Continue}$]/u.test(text) || ruleHas(factsOf(language).wordEnds.before, text[0]);
}

/** A dash joins words only between letters, which the edit's borders don't show. */
function ruleHas(characters: string, character: string | undefined): boolean {
  return character !== undefined && character !== "-" && characters.includes(character);
}

/** Whether two texts have a comma on both sides of their border, apart from white space. */
function isComma(left: string, right: string): boolean {
  return left.trimEnd().endsWith(",") && right.trimStart().startsWith(",");
}
