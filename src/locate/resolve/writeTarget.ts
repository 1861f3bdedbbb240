/**
 * The one symbol that a change of text means, of several declarations that a path leads to: by the
 * head of the new text, or because they are one symbol.
 */

import type { OneSymbolRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { isSpaceAt } from "../find/characters.js";
import type { PointOrRange } from "../locate.js";
import { skipComments } from "../symbols/comments.js";
import type { SymbolMatches } from "../symbols/findSymbols.js";
import { headInText } from "../symbols/fitConstraint.js";
import { fitParameters } from "../symbols/fitParameters.js";
import { type SymbolEntry, symbolIndexOf } from "../symbols/symbolIndex.js";
import { readImplementation } from "../symbols/symbolNames.js";
import { callableSymbolKinds, type DeclarationAt, type SymbolNode } from "../symbols/symbolNode.js";
import { declarationOf } from "../symbols/symbolScope.js";
import { entriesWithHead, haveSameTypes } from "./newTextHead.js";

export interface WriteContext {
  readonly document: Document;
  readonly language: string;
  readonly roots: readonly SymbolNode[];
  readonly declarationAt?: DeclarationAt | undefined;
  /** A point is a change of the name, which renames all declarations of one symbol. */
  readonly as: PointOrRange;
  /** The text that takes the place of the symbol, if there is one. */
  readonly newText?: string | undefined;
}

/**
 * Returns the declarations of the one symbol that a change means, in source order; undefined where
 * the path leads to several symbols.
 */
export function writeTargetOf({ entries }: SymbolMatches, context: WriteContext): readonly SymbolEntry[] | undefined {
  if (entries.length === 1) return entries;
  const own = entries.filter((entry) => !isExtension(entry, context));
  const declared = own.length > 0 ? own : entries;
  if (declared.length > 1 && isOneSymbol(declared, context)) return declared;
  const { newText } = context;
  const named = newText === undefined ? [] : entriesWithHead(newText, entries, context);
  if (named.length === 1) return named;
  return declared.length === 1 ? declared : undefined;
}

/** Whether a block adds to a type that is declared elsewhere: an `impl`, an `extension`. */
function isExtension(entry: SymbolEntry, { document, language }: WriteContext): boolean {
  if (readImplementation(entry.name.raw) !== null) return true;
  return factsOf(language).hasExtensions && headInText(entry, document, language).before.includes("extension");
}

function isOneSymbol(entries: readonly SymbolEntry[], context: WriteContext): boolean {
  if (entries.length > MAX_DECLARATIONS) return false;
  const rules = factsOf(context.language).oneSymbol;
  return (
    rules.some((rule) => sameSymbolRules[rule](entries, context)) ||
    (context.as === "point" && isOneName(entries, context))
  );
}

/** The maximum of declarations of one symbol. */
const MAX_DECLARATIONS = 200;

type SameSymbolRule = (entries: readonly SymbolEntry[], context: WriteContext) => boolean;

const areAccessors: SameSymbolRule = (entries, context) =>
  entries.every((entry) => accessorWords(entry, context) !== undefined) &&
  new Set(entries.map((entry) => accessorWords(entry, context))).size === 1 &&
  areAdjacent(entries, context);

/** Returns `static` or nothing for an accessor; undefined for any other member. */
function accessorWords(entry: SymbolEntry, { document, language }: WriteContext): string | undefined {
  const { before } = headInText(entry, document, language);
  if (!/^\((?:get|set)\)/.test(entry.name.raw) && !before.some((word) => word === "get" || word === "set"))
    return undefined;
  return before.includes("static") ? "static" : "";
}

/** TypeScript allows several functions of one name in a scope only as signatures of one. */
const areSignatures: SameSymbolRule = (entries, context) =>
  entries.every(({ node }) => callableSymbolKinds.has(node.kind)) &&
  new Set(entries.map((entry) => headInText(entry, context.document, context.language).before.includes("static")))
    .size === 1 &&
  areAdjacent(entries, context);

/** A property's accessors, or `@overload`s and the function that they describe. */
const areDecorated: SameSymbolRule = (entries, context) => {
  const decorators = entries.map((entry) => decoratorsOf(entry, context));
  const [first = "", ...others] = decorators;
  const name = entries[0]?.name.plain.at(-1) ?? "";
  const isAccessor = new RegExp(`@${escapeExpression(name)}\\.(?:getter|setter|deleter)\\b`);
  const isProperty = /@[^\s@]*property\b/.test(first) && others.every((text) => isAccessor.test(text));
  const isOverload = decorators.slice(0, -1).every((text) => /@[^\s@]*overload\b/.test(text));
  return (isProperty || isOverload) && areAdjacent(entries, context);
};

const sameSymbolRules: Readonly<Record<OneSymbolRule, SameSymbolRule>> = {
  accessors: areAccessors,
  signatures: areSignatures,
  decorators: areDecorated,
};

function escapeExpression(text: string): string {
  return text.replace(/[^\p{ID_Continue}]/gu, "\\$&");
}

/** The maximum of lines of decorators that are read. */
const MAX_DECORATOR_LINES = 40;

/** Returns the decorators of a declaration, which a server may leave out of its range. */
function decoratorsOf(entry: SymbolEntry, context: WriteContext): string {
  const { document } = context;
  const { from } = codeOf(entry, context);
  const declared = document.lineAt(Math.max(from, entry.node.nameFrom));
  let first = document.lineAt(from);
  for (let line = first - 1; line >= 0 && first - line < MAX_DECORATOR_LINES; line--) {
    const text = document.slice(document.lineFrom(line), document.lineTo(line)).trim();
    if (/^@/.test(text)) first = line;
    else if (text === "" || /^(?:def|class|async)\b/.test(text)) break;
  }
  return document.slice(document.lineFrom(first), document.lineTo(declared));
}

/** Whether nothing but white space, comments and separators is between the declarations. */
function areAdjacent(entries: readonly SymbolEntry[], context: WriteContext): boolean {
  const { document, language, roots } = context;
  const { subtreeEnds } = symbolIndexOf(roots, factsOf(language).nameRule);
  return entries.every((entry, at) => {
    const next = entries[at + 1];
    if (next === undefined) return true;
    if (entry.parent !== next.parent || subtreeEnds[entry.order] !== next.order) return false;
    if (context.declarationAt === undefined) return true;
    let from = codeOf(entry, context).to;
    const to = codeOf(next, context).from;
    while (from < to) {
      const after = skipComments(document.text, from, to, language);
      if (after === from && !isSpaceAt(document.text, from) && !/[,;]/.test(document.text[from] ?? "")) return false;
      from = Math.max(after, from + 1);
    }
    return true;
  });
}

function codeOf({ node }: SymbolEntry, { document, language, declarationAt }: WriteContext) {
  const declared = declarationOf(node, document, { language, declarationAt });
  return declared === undefined ? node : { from: declared.codeFrom, to: declared.to };
}

/** Whether a rename of one of the declarations is one of all. */
function isOneName(entries: readonly SymbolEntry[], { document, language }: WriteContext): boolean {
  const { hasRebinding, hasPrototypes: isPrototyped, hasClauses } = factsOf(language);
  if (hasRebinding) return new Set(entries.map(({ parent }) => parent)).size === 1;
  if (!isPrototyped && !hasClauses) return false;
  const lists = entries.map((entry) => headInText(entry, document, language).parameters);
  const [first] = lists;
  return lists.every((list) => {
    if (first === undefined || list === undefined) return first === list && isPrototyped;
    if (!isPrototyped) return list.length === first.length;
    const surplus = Math.min(fitParameters(list, first, language), fitParameters(first, list, language));
    return surplus !== Number.POSITIVE_INFINITY || haveSameTypes(first, list, language);
  });
}
