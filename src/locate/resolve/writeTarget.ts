/**
 * The one symbol that a change of text means, of several declarations that a path leads to: by the
 * head of the new text, or because they are one symbol.
 */

import type { OneSymbolRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { Document } from "../../text/document.js";
import { isSpaceAt } from "../find/characters.js";
import type { PointOrRange } from "../locate.js";
import { opensAttribute, skipComments } from "../symbols/comments.js";
import { type DeclarationHead, wordsOf } from "../symbols/declarationHead.js";
import type { SymbolMatches } from "../symbols/findSymbols.js";
import { constraintSurplus, headInText, NO_FIT } from "../symbols/fitConstraint.js";
import { fitParameters } from "../symbols/fitParameters.js";
import { readImplementationHead } from "../symbols/segmentConstraint.js";
import { type SymbolEntry, symbolIndexOf } from "../symbols/symbolIndex.js";
import { readImplementation } from "../symbols/symbolNames.js";
import { callableSymbolKinds, type DeclarationAt, type SymbolNode } from "../symbols/symbolNode.js";
import { declarationOf } from "../symbols/symbolScope.js";

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

interface HeadContext {
  readonly document: Document;
  readonly language: string;
}

/** The maximum of UTF-16 code units of a new text that are read as its head. */
const MAX_HEAD_LENGTH = 8_000;

/** Returns the declarations whose head is that of the new text; none where it has no head. */
function entriesWithHead(
  newText: string,
  entries: readonly SymbolEntry[],
  context: HeadContext,
): readonly SymbolEntry[] {
  const head = newText.slice(headStart(newText, context.language)).slice(0, MAX_HEAD_LENGTH);
  const implementation = readImplementationHead((/^[^{;]*/.exec(head)?.[0] ?? "").trim());
  if (implementation !== undefined) {
    const constraint = { before: [], after: [], implementation };
    return entries.filter((entry) => constraintSurplus(constraint, entry, context, false) !== NO_FIT);
  }
  const heads = entries.map((entry) => ({ entry, declared: headInText(entry, context.document, context.language) }));
  for (const isSame of [isSameText, isSameType]) {
    const found = heads.filter(({ entry, declared }) => {
      const written = headOfNewText(head, entry, context.language);
      return written !== undefined && isSame(written, declared, context.language);
    });
    if (found.length > 0) return found.map(({ entry }) => entry);
  }
  return [];
}

/** Returns the offset after comments, decorators and attributes. */
function headStart(text: string, language: string): number {
  let at = 0;
  for (;;) {
    at = skipComments(text, at, text.length, language);
    const line = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? "";
    if (!opensAttribute(line, language) || /^@?(?:property|interface)\s*\{/.test(line)) return at;
    const next = at + line.length + 1;
    if (next >= text.length) return at;
    at = next;
  }
}

/** Reads the new text as a declaration of the name of an entry, which it has before any body. */
function headOfNewText(head: string, entry: SymbolEntry, language: string): DeclarationHead | undefined {
  const name = entry.name.plain.at(-1) ?? entry.name.raw;
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + 1)) {
    const isCut = isWord(head[at - 1]) || isWord(head[at + name.length]);
    if (isCut) continue;
    if (/[{;=]/.test(head.slice(0, at))) return undefined;
    const node = { ...entry.node, from: 0, to: head.length, nameFrom: at, nameTo: at + name.length, name };
    return headInText({ ...entry, node }, Document.of(head), language);
  }
  return undefined;
}

function isWord(character: string | undefined): boolean {
  return /[\p{ID_Continue}$]/u.test(character ?? "");
}

/** Matches a word that tells declarations of one name apart, besides parameters. */
const tellingWords =
  /^(?:get|set|static|class|struct|enum|interface|trait|type|object|function|func|fn|fun|def|defp|const|let|var|val|namespace|module)$/;

function isSameKind(written: DeclarationHead, declared: DeclarationHead): boolean {
  const own = ({ before }: DeclarationHead) => before.filter((word) => tellingWords.test(word)).join(" ");
  return own(written) === own(declared) && receiverOf(written) === receiverOf(declared);
}

/** Returns the type of a receiver, in `func (c *Cart) Total` or `fun String.shout`. */
function receiverOf({ before }: DeclarationHead): string {
  const words = before.join(" ").split(" ");
  if (words.at(-1) === ".") return words.at(-2) ?? "";
  const open = words.lastIndexOf("(");
  if (words.at(-1) !== ")" || open < 0) return "";
  const [name = "", ...type] = words.slice(open + 1, -1);
  return (type[0] === "*" ? type.slice(0, 2).join(" ") : type[0]) ?? name;
}

function isSameText(written: DeclarationHead, declared: DeclarationHead): boolean {
  const own = ({ parameters }: DeclarationHead) => parameters?.map((each) => wordsOf(each).join(" ")).join(", ");
  return isSameKind(written, declared) && own(written) === own(declared);
}

function isSameType(written: DeclarationHead, declared: DeclarationHead, language: string): boolean {
  return isSameKind(written, declared) && haveSameTypes(written.parameters, declared.parameters, language);
}

/**
 * Whether two declarations take as many parameters, of the same types as far as they are written.
 */
function haveSameTypes(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
  language: string,
): boolean {
  const typesOf = (list: readonly string[]) => list.map((each) => typeOf(each, language)).join(", ");
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && typesOf(one) === typesOf(other);
}

/** Returns a parameter without its name and default. */
function typeOf(parameter: string, language: string): string {
  const [head = ""] = parameter.split(/(?<![=<>!])=(?![=>])|\\\\/, 1);
  const typed = /^[^:]*[^:\s]\s*\??:(?!:)([\s\S]*)$/.exec(head)?.[1];
  if (typed !== undefined) return wordsOf(typed).join(" ");
  const words = wordsOf(head).filter((word) => !/^(?:final|const)$/.test(word));
  const names = words.filter((word) => /^[\p{ID_Start}_$]/u.test(word));
  if (names.length < 2) return words.length > 1 ? words.join(" ") : "";
  const at = factsOf(language).hasTypesAfterNames
    ? words.indexOf(names[0] ?? "")
    : words.lastIndexOf(names.at(-1) ?? "");
  return words.toSpliced(at, 1).join(" ");
}
