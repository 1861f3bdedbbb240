/** The words before the name of a declaration that the text in its place leaves out. */

import { skipComments } from "../symbols/comments.js";
import { isAttributeLine } from "./lineShape.js";

/**
 * Words before the name of a declaration. A word is not lost if the new text has another one of its
 * line: `let` for `const`, `private` for `public`.
 */
const modifiers: readonly (readonly string[])[] = [
  ["export", "pub"],
  ["default"],
  ["public", "private", "protected", "internal", "fileprivate", "open"],
  ["const", "let", "var", "val"],
  ["static"],
  ["async"],
  ["abstract", "final", "sealed", "virtual", "override"],
  ["readonly"],
  ["declare"],
  ["unsafe"],
  ["extern"],
  ["inline"],
];

/**
 * Returns the decorators of a replaced declaration, if the new text has none, and the words before
 * its name that are missing, if the new text goes on as the old one does. `replaced` begins with
 * the declaration.
 */
export function droppedLead(replaced: string, newText: string, language: string): string[] {
  const before = leadOf(replaced, language);
  const after = leadOf(newText, language);
  const attributes = after.attributes.length > 0 ? [] : before.attributes;
  if (before.next === undefined || before.next !== after.next) return [...attributes];
  const lost = before.words.filter(({ group }) => !after.words.some((word) => word.group === group));
  return [...attributes, ...lost.map(({ text }) => text)];
}

interface Lead {
  readonly attributes: readonly string[];
  readonly words: readonly { readonly text: string; readonly group: number }[];
  /** The word after them. */
  readonly next: string | undefined;
}

/** Matches a decorator or attribute at the start of a text, with brackets nested twice at most. */
const ATTRIBUTE =
  /^(?:@(?!interface\b)[\p{ID_Continue}.]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|#?\[(?:[^[\]]|\[[^\]]*\])*\])/u;

/** Matches a word, with the scope of Rust's visibility, and white space after it. */
const WORD = /^(?:pub\s*\([^)]*\)|[\p{ID_Continue}$]+)/u;

function leadOf(text: string, language: string): Lead {
  const attributes: string[] = [];
  const words: { text: string; group: number }[] = [];
  let at = 0;
  for (;;) {
    at = skipComments(text, at, text.length, language);
    const rest = text.slice(at, at + MAX_LEAD_LENGTH);
    const [attribute] = (words.length === 0 && isAttributeLine(rest, language) && ATTRIBUTE.exec(rest)) || [];
    const [word] = WORD.exec(rest) ?? [];
    const group = modifiers.findIndex((line) => line.includes(word?.split("(", 1)[0]?.trimEnd() ?? ""));
    if (attribute !== undefined) attributes.push(attribute);
    else if (word !== undefined && group >= 0) words.push({ text: word, group });
    else return { attributes, words, next: word };
    at += (attribute ?? (word as string)).length;
  }
}

/** The part of a text in which a decorator must end. */
const MAX_LEAD_LENGTH = 10_000;
