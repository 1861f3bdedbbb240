/** Heads of declarations as code writes them: `static add(int a, T b) const`. */

import { closeOf, isCloser, isOpener } from "./codeBrackets.js";

/** A name with what a declaration's head has around it. */
export interface DeclarationHead {
  readonly name: string;
  /** The words before the name: modifiers, a keyword, a type. */
  readonly before: readonly string[];
  /** Undefined where there is no parameter list. */
  readonly parameters?: readonly string[];
  /** What follows the parameters, such as `const`. */
  readonly after: readonly string[];
}

/** Reads a name of a symbol path that may be a whole head. */
export function readHead(head: string): DeclarationHead {
  // The brackets of `pub(crate)` hold no parameters.
  const [visibility = ""] = /^pub\s*\([^()]*\)\s*/.exec(head) ?? [];
  const text = head.slice(visibility.length);
  const operator = /(?:^|\s)(operator\b\s*(?:\(\s*\)|\[\s*\]|[^\w\s(]+|[\w\s*&]+)?)/.exec(text);
  const nameTo = operator ? operator.index + operator[0].length : nameEnd(text);
  const words = operator
    ? [...wordsOf(text.slice(0, operator.index)), operator[1] ?? ""]
    : text.slice(0, nameTo).split(/\s+/);
  const list = readParameters(text, nameTo);
  const after = list === null ? text.slice(nameTo) : text.slice(list.to);
  const name = (words.at(-1) ?? "").trim();
  return {
    name,
    before: [...wordsOf(visibility), ...words.slice(0, -1).filter(Boolean)],
    ...list,
    after: wordsOf(after),
  };
}

/** Reads the head of a type, whose name is followed by words: `class A extends B`. */
export function readTypeHead(text: string): DeclarationHead | undefined {
  const [, before, name, after] = typeHead.exec(text) ?? [];
  if (before === undefined || name === undefined || after === undefined) return undefined;
  return { name, before: wordsOf(before), after: wordsOf(after) };
}

const typeHead =
  /^((?:[\p{ID_Continue}]+\s+)*?(?:class|struct|enum|interface|trait|type|record|object|union|protocol))\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)(?![\p{ID_Continue}$])(.*)$/su;

/** Returns the end of the name: the first bracket of parameters or generic arguments. */
function nameEnd(text: string): number {
  const found = text.search(/[(<[]/);
  return found < 0 ? text.length : found;
}

/** The maximum of UTF-16 code units that a parameter list may have. */
const MAX_LIST_LENGTH = 4_000;

interface ParameterList {
  readonly parameters: readonly string[];
  /** The offset after the closing bracket. */
  readonly to: number;
}

/**
 * Reads the parameter list at an offset, after generic arguments. Returns null where there is none.
 */
export function readParameters(text: string, offset: number): ParameterList | null {
  let at = skipSpace(text, offset);
  if (text[at] === "<" || text[at] === "[") at = skipSpace(text, closeOf(text, at, at + MAX_LIST_LENGTH) + 1);
  if (text[at] !== "(") return null;
  const close = closeOf(text, at, at + MAX_LIST_LENGTH);
  if (close >= text.length) return null;
  return { parameters: splitAtCommas(text.slice(at + 1, close)), to: close + 1 };
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}

function splitAtCommas(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    if (isOpener(list, at)) depth++;
    else if (isCloser(list, at)) depth--;
    else if (list[at] === "," && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(list.slice(from));
  const trimmed = parts.map((part) => part.trim());
  // A comma may follow the last parameter.
  return trimmed.at(-1) === "" ? trimmed.slice(0, -1) : trimmed;
}

/** Returns the words and marks of a stretch of code. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{ID_Continue}$@#~]+|[^\s\p{ID_Continue}$@#~]/gu) ?? [];
}
