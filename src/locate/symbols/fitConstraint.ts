/**
 * The fit of a symbol's declaration to what a name of a path says besides the name. The
 * declaration is read from the server's name and detail, and from the text.
 */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { minOf } from "../../text/list.js";
import { skipComments } from "./comments.js";
import { type DeclarationHead, readParameters, wordsOf } from "./declarationHead.js";
import { declaredNameOffset } from "./declaredName.js";
import { fitParameters, isReceiverParameter } from "./fitParameters.js";
import { constraintOf, readImplementationHead, type SegmentConstraint } from "./segmentConstraint.js";
import type { SymbolEntry } from "./symbolIndex.js";
import { callableSymbolKinds, type SymbolNode, symbolKindName } from "./symbolNode.js";

export interface ConstraintContext {
  readonly language: string;
  readonly document?: Document | undefined;
}

/** The cost of a constraint that a symbol does not fit. */
export const NO_FIT = Number.POSITIVE_INFINITY;

/**
 * Returns how much of the declaration a constraint leaves out, 0 for nothing; `NO_FIT` for another
 * declaration. `isOuter` is for a name before the symbol's last one, such as a receiver.
 */
export function constraintSurplus(
  constraint: SegmentConstraint,
  entry: SymbolEntry,
  context: ConstraintContext,
  isOuter: boolean,
): number {
  const { implementation, before, receiver } = constraint;
  const heads = declaredHeads(entry, context);
  if (receiver !== undefined && !heads.some((head) => isReceiver(receiver, head))) return NO_FIT;
  if (implementation !== undefined) return implementationSurplus(implementation, entry, heads);
  const words = beforeSurplus(withoutReceivers(before, context.language), entry, heads);
  if (isOuter || words === NO_FIT) return words;
  return words + afterSurplus(constraint.after, heads) + argumentSurplus(constraint, entry, heads, context);
}

/** Returns the head of a declaration by the server's name, by its detail, and by the text. */
function declaredHeads(entry: SymbolEntry, { language, document }: ConstraintContext): DeclarationHead[] {
  const { node, name } = entry;
  const { raw, plain } = name;
  const own = plain.at(-1) ?? raw;
  const inName = constraintOf(raw, plain, "code");
  const heads: DeclarationHead[] = [{ name: own, before: inName?.before ?? [], after: inName?.after ?? [] }];
  if (inName?.parameters !== undefined) heads[0] = { ...(heads[0] as DeclarationHead), parameters: inName.parameters };
  if (node.detail) heads.push(headInDetail(own, node.detail));
  if (document !== undefined) heads.push(headInText(entry, document, language));
  return heads;
}

function headInDetail(name: string, detail: string): DeclarationHead {
  const open = detail.indexOf("(");
  const list = open < 0 ? null : readParameters(detail, open);
  const words = wordsOf(detail.slice(0, 1_000));
  return list === null
    ? { name, before: words, after: words }
    : { name, before: words, parameters: list.parameters, after: words };
}

/** The maximum of UTF-16 code units of a declaration that are read as its head. */
const MAX_HEAD_LENGTH = 4_000;
/** The maximum of UTF-16 code units before a name that are read. */
const MAX_LENGTH_BEFORE = 1_000;

/** Reads the head of a symbol from the text. */
export function headInText({ node, name }: SymbolEntry, document: Document, language: string): DeclarationHead {
  const { text } = document;
  const from = declaredNameOffset(node, text, language);
  const names = [name.raw, name.plain.at(-1) ?? "", `r#${name.plain.at(-1)}`];
  const own = names.find((each) => each !== "" && text.startsWith(each, from)) ?? "";
  const rest = text.slice(from + own.length, from + own.length + MAX_HEAD_LENGTH);
  const before = wordsOf(textBefore(node, from, document, language));
  const list = readParameters(rest, 0) ?? readAssignedParameters(rest) ?? readBareParameters(rest, language);
  const after = wordsOf(headEnd(list === null ? rest : rest.slice(list.to)));
  if (list === null) return { name: own, before, after };
  const typeArguments = /^\s*[<[]/.test(rest) ? wordsOf(rest.slice(0, rest.indexOf("("))) : [];
  return { name: own, before, parameters: list.parameters, after: [...typeArguments, ...after] };
}

/** Returns what follows the name and the parameters, up to the body. */
function headEnd(text: string): string {
  return /^(?:[^{;=\n]|=>|\n\s*(?=where\b|:|->|[<(]))*/.exec(text)?.[0] ?? "";
}

/** Returns the text of a declaration before its name, as far as no other one is in it. */
function textBefore(node: SymbolNode, nameFrom: number, document: Document, language: string): string {
  const lineFrom = document.lineFrom(document.lineAt(nameFrom));
  const codeFrom = skipComments(document.text, node.from, Math.max(node.from, nameFrom), language);
  const from = Math.max(Math.min(lineFrom, codeFrom), nameFrom - MAX_LENGTH_BEFORE);
  const own = document.slice(from, nameFrom);
  // On a line of several declarations, those before it end in a bracket or a semicolon.
  return codeFrom > lineFrom ? (own.split(/[{};]/).at(-1) ?? own) : own;
}

/**
 * Reads the parameters of a function that is assigned: `name = (a, b) =>`, `name: function (a)`.
 */
function readAssignedParameters(rest: string): ReturnType<typeof readParameters> {
  const [assigned, single] =
    /^\s*(?:\?\s*)?(?::[^=]{1,400}(?<![<>!])=|=|<-|:)\s*(?:async\b\s*)?(?:(?:function|fn|func|fun)\b\s*(?:\*\s*)?(?:[\p{ID_Continue}$]+(?![\p{ID_Continue}$])\s*)?)?(?=[(<]|([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*=>)/u.exec(
      rest,
    ) ?? [];
  if (assigned === undefined) return null;
  return single === undefined
    ? readParameters(rest, assigned.length)
    : { parameters: [single], to: assigned.length + single.length };
}

/** Reads parameters without brackets: `def add a, b`. */
function readBareParameters(rest: string, language: string): ReturnType<typeof readParameters> {
  if (factsOf(language).parameters.bare !== "list") return null;
  const list = /^[ \t]+(?![ \t]|do\b|when\b|=)([^\n;#]*?)(?:\bdo\b|(?<=[ \t])when\b|[;#\n]|$)/.exec(rest);
  const bracketed = list?.[1] === undefined ? null : readParameters(`(${list[1].trimEnd().replace(/,$/, "")})`, 0);
  return bracketed && { ...bracketed, to: list?.[0].length ?? 0 };
}

function isReceiver(type: string, { before }: DeclarationHead): boolean {
  return before.at(-1) === "." && before.includes(type);
}

/** Removes the object that a member is accessed on, which says nothing about its declaration. */
function withoutReceivers(words: readonly string[], language: string): readonly string[] {
  return factsOf(language).hasSingletonMethods ? words : words.filter((word) => !/^(?:self|Self|cls)$/.test(word));
}

/**
 * Returns the surplus of words before the name. A word for the kind of the symbol is true of it,
 * too.
 */
function beforeSurplus(words: readonly string[], { node }: SymbolEntry, heads: readonly DeclarationHead[]): number {
  if (words.length === 0) return 0;
  if (heads.some(({ before }) => isSubsequence(words, before))) return 0;
  const known = new Set(heads.flatMap(({ before }) => before));
  const ofKind = new Set(kindWords[symbolKindName(node.kind)]?.split(" "));
  return words.every((word) => known.has(word) || ofKind.has(word)) ? 1 : NO_FIT;
}

const functionWords = "function func fn fun def defp method sub proc constructor macro";
const valueWords = "variable var let const val constant field property attribute local";
/** The words by which languages declare a symbol of a kind. */
const kindWords: Readonly<Record<string, string>> = {
  class: "class type record data",
  struct: "struct type record class",
  interface: "interface trait protocol type",
  enum: "enum type",
  module: "module mod namespace package defmodule object",
  namespace: "namespace module package mod",
  package: "package module namespace",
  object: "object",
  function: functionWords,
  method: functionWords,
  constructor: functionWords,
  variable: valueWords,
  constant: valueWords,
  field: valueWords,
  property: valueWords,
  type_parameter: "type",
};

function afterSurplus(words: readonly string[], heads: readonly DeclarationHead[]): number {
  if (words.length === 0) return 0;
  if (heads.some(({ after }) => isSubsequence(words, after))) return 0;
  // A type may be before the name in the text, and after it in the server's name.
  const known = new Set(heads.flatMap(({ before, after }) => [...before, ...after]));
  return words.every((word) => known.has(word) || /^[:>-]$/.test(word)) ? 1 : NO_FIT;
}

function argumentSurplus(
  { parameters, arity }: SegmentConstraint,
  { node }: SymbolEntry,
  heads: readonly DeclarationHead[],
  { language }: ConstraintContext,
): number {
  const lists = heads.flatMap((head) => (head.parameters === undefined ? [] : [head.parameters]));
  const isCallable = callableSymbolKinds.has(node.kind);
  if (arity !== undefined) {
    const ownArity = /\/(\d{1,3})$/.exec(node.name)?.[1];
    if (ownArity !== undefined) return Number(ownArity) === arity ? 0 : NO_FIT;
    const counts = lists.length > 0 ? lists : isCallable ? [[]] : [];
    return counts.some((list) => takesCount(list, arity, language)) ? 0 : NO_FIT;
  }
  if (parameters === undefined) return 0;
  const least = Math.min(NO_FIT, minOf(lists.map((list) => fitParameters(parameters, list, language))));
  // `f()` marks a function, with whatever parameters.
  return parameters.length === 0 && least === NO_FIT ? (isCallable ? 1 : 2) : least;
}

/** Whether a function takes that number of arguments; in Elixir, `\\` begins a default value. */
function takesCount(parameters: readonly string[], arity: number, language: string): boolean {
  const own = parameters.filter((parameter) => !isReceiverParameter(parameter, language));
  const optional = own.filter((parameter) => parameter.includes("\\\\")).length;
  return own.length - optional <= arity && arity <= own.length;
}

function implementationSurplus(
  wanted: NonNullable<SegmentConstraint["implementation"]>,
  { name }: SymbolEntry,
  heads: readonly DeclarationHead[],
): number {
  const declared = readImplementationHead(name.raw);
  if (declared === undefined || declared.isNegative !== wanted.isNegative) return NO_FIT;
  const surplus = typeSurplus(wanted.trait, declared.trait) + typeSurplus(wanted.type, declared.type);
  const own = [...heads.map(({ before, after }) => [...before, ...after]), declared.words];
  const known = new Set([...own.flat(), ...wordsOf(wanted.trait ?? "")]);
  return wanted.words.every((word) => known.has(word)) ? surplus : NO_FIT;
}

/** Returns the surplus of a declared type: its module and its type arguments may be left out. */
function typeSurplus(wanted: string | undefined, declared: string | undefined): number {
  if (wanted === undefined || declared === undefined) return wanted === declared ? 0 : NO_FIT;
  const [few, all] = [typeParts(wanted), typeParts(declared)];
  const [short, long] = few.path.length < all.path.length ? [few.path, all.path] : [all.path, few.path];
  if (!short.every((part, at) => part === long[at + long.length - short.length])) return NO_FIT;
  if (few.typeArguments !== "" && few.typeArguments !== all.typeArguments) return NO_FIT;
  const isLess = few.typeArguments === "" && all.typeArguments !== "";
  return long.length - short.length + (isLess ? 1 : 0);
}

function typeParts(type: string): { readonly path: readonly string[]; readonly typeArguments: string } {
  const open = type.search(/<(?!$)/);
  const path = (open < 0 ? type : type.slice(0, open)).split("::").map((part) => part.trim());
  return { path, typeArguments: open < 0 ? "" : wordsOf(type.slice(open)).join(" ") };
}

/** Whether words occur in that order among others. */
function isSubsequence(few: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const word of all) if (found < few.length && word === few[found]) found++;
  return found === few.length;
}
