/**
 * The constraints in a name of a symbol path: parameters, arity, a receiver, modifiers, the head of
 * an `impl`. A symbol whose declaration says otherwise is not meant.
 */

import type { NameRule } from "../../languages/facts.js";
import { closeOf, isCloser, isOpener } from "./codeBrackets.js";
import { readParameters, wordsOf } from "./declarationHead.js";
import { readImplementation, unquote } from "./symbolNames.js";

export interface SegmentConstraint {
  /**
   * The words before the name: modifiers, a keyword, a type, `*` of a receiver, `##` of a heading.
   */
  readonly before: readonly string[];
  /** Undefined where no parameter list is written. Empty for `()`, which only marks a call. */
  readonly parameters?: readonly string[];
  /** The number of parameters in `put/2`. */
  readonly arity?: number;
  /** What follows the name and its parameters: type arguments, `const`, a type. */
  readonly after: readonly string[];
  readonly implementation?: ImplementationHead;
  /** The type directly before the name in the declaration: of `fun String.shout()`. */
  readonly receiver?: string;
}

/** The head of Rust's `impl`. */
export interface ImplementationHead {
  /** Undefined for `impl Type`. */
  readonly trait?: string;
  readonly isNegative: boolean;
  readonly type: string;
  /** All words of the head. */
  readonly words: readonly string[];
}

/**
 * Returns what a written name says besides its plain names; undefined where that is nothing.
 * `plain` is how `readName` reads it.
 */
export function constraintOf(raw: string, plain: readonly string[], rule: NameRule): SegmentConstraint | undefined {
  const name = plain.at(-1);
  if (name === undefined || (plain.length === 1 && (name === raw || name === unquote(raw)))) return undefined;
  if (rule === "data") return headingConstraint(raw);
  const implementation = readImplementationHead(raw);
  if (implementation !== undefined) return { before: [], after: [], implementation };
  // A type in brackets is the receiver of a method in Go.
  const [, inner] = /^\(([^()]*)\)$/.exec(raw) ?? [];
  const text = inner ?? raw;
  const at = findName(text, name);
  if (at < 0) return undefined;
  const before = wordsBefore(text.slice(0, at), plain.slice(0, -1));
  const rest = readAfterName(text.slice(at + name.length));
  const isPlain = before.length === 0 && rest.after.length === 0 && !("parameters" in rest) && !("arity" in rest);
  return isPlain ? undefined : { before, ...rest };
}

function headingConstraint(raw: string): SegmentConstraint | undefined {
  const [, marks] = /^(#{1,6})\s/.exec(raw) ?? [];
  return marks === undefined ? undefined : { before: [marks], after: [] };
}

/** Reads the head of an `impl`; undefined for any other name. */
export function readImplementationHead(text: string): ImplementationHead | undefined {
  const read = readImplementation(text);
  if (read === null) return undefined;
  const { trait, type } = read;
  const isNegative = trait?.startsWith("!") === true;
  return {
    ...(trait !== undefined && { trait: trait.replace(/^!\s*/, "") }),
    isNegative,
    type,
    words: wordsOf(text),
  };
}

/** Returns the offset of a whole name outside of brackets, or -1. */
function findName(text: string, name: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text.startsWith(name, at) && isWhole(text, at, name.length)) return at;
    if (isOpener(text, at)) depth++;
    else if (isCloser(text, at) && depth > 0) depth--;
  }
  return -1;
}

function isWhole(text: string, at: number, length: number): boolean {
  const isWord = (offset: number) => /[\p{ID_Continue}$]/u.test(text[offset] ?? "");
  return !(isWord(at - 1) && isWord(at)) && !(isWord(at + length) && isWord(at + length - 1));
}

/** Separators, which say nothing about the declaration. */
const fillers = new Set("().:#\\->\"'`,");

/** Returns the words of a prefix without the outer names of the path. */
function wordsBefore(prefix: string, outer: readonly string[]): string[] {
  const names = [...outer];
  return wordsOf(prefix.replace(/(?:^|[^\p{ID_Continue}])r#$/u, "")).filter((word) => {
    const at = names.indexOf(word);
    if (at >= 0) names.splice(at, 1);
    return at < 0 && !fillers.has(word);
  });
}

/** Reads what follows a name: arity, type arguments, parameters, and further words. */
function readAfterName(suffix: string): Pick<SegmentConstraint, "parameters" | "arity" | "after"> {
  const [, arity, afterArity] = /^\s*\/(\d{1,3})(?!\w)([\s\S]*)$/.exec(suffix) ?? [];
  if (arity !== undefined) return { arity: Number(arity), after: wordsAfter(afterArity ?? "") };
  const list = readParameters(suffix, 0);
  if (list === null) return { after: wordsAfter(suffix) };
  const typeArguments = /^\s*[<[]/.test(suffix) ? suffix.slice(0, closeOf(suffix, suffix.search(/[<[]/)) + 1) : "";
  return { parameters: list.parameters, after: [...wordsOf(typeArguments), ...wordsAfter(suffix.slice(list.to))] };
}

/** Returns the words up to a body or a value. */
function wordsAfter(text: string): string[] {
  return wordsOf(
    text
      .split(/\{|=(?!>)|\bdo\s*$/, 1)
      .join()
      .trimEnd()
      .replace(/[:;,]\s*$/, ""),
  );
}
