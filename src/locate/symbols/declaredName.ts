/** The position of a symbol's name in its declaration. */

import type { NameRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { isSpaceAt, isWordAt } from "../find/characters.js";
import { skipComments } from "./comments.js";
import { readName } from "./symbolNames.js";
import type { SymbolNode } from "./symbolNode.js";

/**
 * Returns the offset of the declared name: in the selection range after prefixes such as `mut `, or
 * else in the full range, or before it where the range is that of an assigned value. Where the text
 * has no such name (an index, a callback), returns the start of the selection range.
 */
export function declaredNameOffset(node: SymbolNode, text: string, language: string): number {
  const nameFrom = Math.max(0, Math.min(node.nameFrom, text.length));
  const nameTo = Math.max(nameFrom, Math.min(node.nameTo, text.length));
  const names = spellingsOf(node.name, factsOf(language).nameRule);
  // Some servers select the whole declaration. A name in its comment is not the declared one.
  const code = Math.max(node.from, Math.min(skipComments(text, node.from, node.to, language), node.to));
  const assigned = findAssignedName(text, names, code);
  if (assigned >= 0) return assigned;
  const selected = text.slice(nameFrom, nameTo);
  // The selection may also be the last word of a longer name: the CSS server selects `pulse` in
  // `@keyframes pulse`, which is what can be renamed.
  if (names.includes(selected) || (/^\S+$/.test(selected) && node.name.endsWith(` ${selected}`))) return nameFrom;
  const stretches = [
    [Math.max(nameFrom, nameTo > code ? code : 0), nameTo],
    [code, node.to],
    [node.from, node.to],
  ] as const;
  for (const [from, to] of stretches) {
    for (const name of names) {
      const found = findWholeName(text, name, from, to);
      if (found >= 0) return found;
    }
  }
  return nameFrom;
}

/**
 * Returns the spellings of the name in the text, likeliest first. Of `Foo::run`, `run` is declared.
 */
function spellingsOf(name: string, rule: NameRule): string[] {
  const { raw, plain } = readName(name, rule);
  const last = plain.at(-1) ?? "";
  return [...new Set(plain.length > 1 ? [last, raw] : [raw, last])].filter((each) => each !== "");
}

/**
 * Returns the offset of the name that is assigned the value at `from`, -1 if there is none. Of
 * `Cart.prototype.total = function () {}`, typescript-language-server gives the function's range.
 */
function findAssignedName(text: string, names: readonly string[], from: number): number {
  if (names.some((name) => text.startsWith(name, from))) return -1;
  const before = text.slice(Math.max(0, from - MAX_ASSIGNMENT_LENGTH), from).trimEnd();
  if (!/(?:[^=!<>]=|:)$/.test(before)) return -1;
  const target = before.slice(0, -1).trimEnd();
  const head = target.endsWith("]") ? target.slice(0, -1) : target;
  const unquoted = /["'`]$/.test(head) ? head.slice(0, -1) : head;
  const name = names.find((each) => unquoted.endsWith(each));
  if (name === undefined) return -1;
  const start = Math.max(0, from - MAX_ASSIGNMENT_LENGTH) + unquoted.length - name.length;
  return isWordAt(text, start) && isWordAt(text, start - 1) ? -1 : start;
}

/** The maximum length of an assigned name with its sign, in UTF-16 units. */
const MAX_ASSIGNMENT_LENGTH = 200;

/**
 * The maximum of occurrences checked before a name counts as absent: in a long declaration it may
 * be part of many words.
 */
const MAX_OCCURRENCES_TRIED = 1_000;

function findWholeName(text: string, name: string, from: number, to: number): number {
  const stretch = text.slice(from, to);
  let found = stretch.indexOf(name);
  for (let look = 0; found >= 0 && look < MAX_OCCURRENCES_TRIED; look++) {
    const start = from + found;
    const end = start + name.length;
    const cutsBefore = isWordAt(text, start) && isWordAt(text, start - 1);
    const cutsAfter = isWordAt(text, end) && isWordAt(text, end - 1);
    if (!cutsBefore && !cutsAfter && !isSpaceAt(text, start)) return start;
    found = stretch.indexOf(name, found + 1);
  }
  return -1;
}
