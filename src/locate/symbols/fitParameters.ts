/** The fit of written parameters to declared ones: by types, names, or both. */

import { factsOf } from "../../languages/languages.js";
import { wordsOf } from "./declarationHead.js";

const NO_FIT = Number.POSITIVE_INFINITY;

/**
 * Returns the number of words that the declared parameters have and the written ones leave out:
 * names, types, defaults, modifiers. Infinity where they are others.
 */
export function fitParameters(written: readonly string[], declared: readonly string[], language: string): number {
  const wanted = parametersOf(written, language);
  const own = parametersOf(declared, language);
  if (wanted.length === 1 && /^(?:\.\.\.|…)$/.test(wanted[0] ?? "")) return own.length;
  const takesReceiver = isReceiverParameter(own[0] ?? "", language);
  const all = takesReceiver && wanted.length === own.length - 1 ? own.slice(1) : own;
  if (all.length !== wanted.length) return NO_FIT;
  const types = factsOf(language).hasTypesAfterNames ? sharedTypes(all) : all;
  let surplus = 0;
  for (const [at, parameter] of types.entries()) surplus += parameterSurplus(wanted[at] ?? "", parameter, language);
  return surplus;
}

/** Whether a first parameter is one for which callers write no argument. */
export function isReceiverParameter(parameter: string, language: string): boolean {
  return (factsOf(language).parameters.receiver ?? COMMON_RECEIVER).test(parameter);
}

const COMMON_RECEIVER = /^(?:&?\s*(?:'\w+\s+)?(?:mut\s+)?self|cls|this)\b/;

/** Drops what is no parameter. Reads Swift's `x:y:` as two. */
function parametersOf(list: readonly string[], language: string): readonly string[] {
  const [only = ""] = list;
  if (list.length === 1 && /^(?:[\p{ID_Continue}]+:){1,}$/u.test(only)) return only.split(":").slice(0, -1);
  const { noArgument } = factsOf(language).parameters;
  return noArgument === undefined ? list : list.filter((parameter) => !noArgument.test(parameter));
}

/** Returns Go's parameters with their types: in `a, b int`, `a` has that of `b`. */
function sharedTypes(parameters: readonly string[]): readonly string[] {
  let type = "";
  return parameters
    .toReversed()
    .map((parameter) => {
      const [, own] = /^[\p{ID_Start}_][\p{ID_Continue}]*\s+(\S[\s\S]*)$/u.exec(parameter) ?? [];
      if (own !== undefined) type = own;
      return own === undefined && type !== "" && /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(parameter)
        ? `${parameter} ${type}`
        : parameter;
    })
    .reverse();
}

/**
 * A value, as in a call, or a placeholder: it says that there is a parameter, and not which one.
 */
const value = /^(?:_|["'`].*|[-+]?\d[\w.]*|true|false|null|nil|None|undefined)$/s;

function parameterSurplus(written: string, declared: string, language: string): number {
  const all = wordsOf(declared);
  if (value.test(written)) return all.length;
  const few = wordsOf(written);
  if (few.length === 1 && few[0] !== undefined && namesOf(declared, language).includes(few[0])) return all.length - 1;
  return leavesOutOnly(few, all, language) ? all.length - few.length : NO_FIT;
}

/** Returns what a parameter is called: in `to y: Int`, either word. */
function namesOf(declared: string, language: string): readonly string[] {
  const head = declared.split(/(?<![=<>!])=(?![=>])/, 1).join();
  const [, named] = /^([^:]*[^:\s])\s*\??:(?!:)/.exec(head) ?? [];
  const words = identifiersOf(named ?? head);
  if (named !== undefined) return words;
  if (words.length < 2) return [];
  return factsOf(language).hasTypesAfterNames ? words.slice(0, 1) : words.slice(-1);
}

function identifiersOf(text: string): string[] {
  return wordsOf(text).filter((word) => /^[\p{ID_Start}_$@]/u.test(word));
}

/** Marks that make another type, and so can't be left out. */
const typeMarks = new Set([..."*[]?|"]);

/**
 * Whether the words are all of those of a parameter but names, modifiers, type arguments and a
 * default.
 */
function leavesOutOnly(few: readonly string[], all: readonly string[], language: string): boolean {
  let found = 0;
  let depth = 0;
  let isDefault = false;
  const { hasStars = false } = factsOf(language).parameters;
  for (const [at, word] of all.entries()) {
    // The type arguments of another type are no parameter.
    const isMeant = found < few.length && word === few[found] && (depth === 0 || few.includes("<"));
    if (isMeant) found++;
    if (word === "<") depth++;
    // `->` and `=>` close nothing.
    else if (word === ">" && !/^[-=]$/.test(all[at - 1] ?? "")) depth--;
    if (isMeant) continue;
    if ((word === "=" && all[at + 1] !== ">") || word === "\\") isDefault = true;
    if (depth > 0 || isDefault || !typeMarks.has(word)) continue;
    const isOptional = word === "?" && all[at + 1] === ":";
    const isRest = word === "*" && hasStars && all.slice(0, at).every((each) => each === "*");
    if (!isOptional && !isRest) return false;
  }
  return found === few.length;
}
