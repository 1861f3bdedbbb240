/**
 * The symbols that can describe a place: those around it, innermost first, each with a path that
 * leads to it.
 */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import { MAX_NAME_LENGTH, MAX_PATH_NAMES } from "../locate.js";
import { declaredNameOffset } from "../symbols/declaredName.js";
import type { SymbolContext } from "../symbols/findSymbols.js";
import { type SymbolEntry, symbolIndexOf } from "../symbols/symbolIndex.js";
import { callableSymbolKinds, type DeclarationAt, type SymbolNode, symbolKindsNamed } from "../symbols/symbolNode.js";
import { declarationOf, symbolScopes } from "../symbols/symbolScope.js";
import { uniquePathOf } from "../symbols/uniquePath.js";

export interface SymbolSource {
  readonly document: Document;
  readonly roots: readonly SymbolNode[];
  readonly context: SymbolContext;
  readonly declarationAt?: DeclarationAt | undefined;
}

/** Returns a path that leads to a symbol and that a Locate can have, or null. */
export function writablePathOf(entry: SymbolEntry, { roots, context }: SymbolSource): readonly string[] | null {
  // A write wants one target, so the first of several is not meant by their name.
  const path = uniquePathOf(entry, roots, context, { isAlone: true });
  if (path === null || path.length > MAX_PATH_NAMES) return null;
  return path.every((name) => name !== "" && name.length <= MAX_NAME_LENGTH) ? path : null;
}

function entryOf({ roots, context }: SymbolSource, node: SymbolNode): SymbolEntry | undefined {
  return symbolIndexOf(roots, factsOf(context.language).nameRule).entryOf.get(node);
}

/**
 * Returns the symbols whose range contains a stretch, outermost first. Unlike `symbolsAround`, the
 * end of a range is in it where no other symbol begins.
 */
export function entriesAround(symbols: SymbolSource, { from, to }: Stretch): SymbolEntry[] {
  const around: SymbolEntry[] = [];
  let nodes = symbols.roots;
  for (;;) {
    // The end of a range counts only where nothing begins there.
    const inner =
      nodes.find((node) => node.from <= from && to <= node.to && from < node.to) ??
      nodes.find((node) => node.from <= from && to <= node.to);
    const entry = inner && entryOf(symbols, inner);
    if (inner === undefined || entry === undefined) return around;
    around.push(entry);
    nodes = inner.children;
  }
}

/**
 * Returns the symbols whose declared name is at an offset, outermost first. Leaves out those that
 * are there only by convention (an index, a callback).
 */
export function entriesNamedAt(symbols: SymbolSource, offset: number): SymbolEntry[] {
  const { document, context } = symbols;
  return entriesAround(symbols, { from: offset, to: offset }).filter(({ node, name }) => {
    if (declaredNameOffset(node, document.text, context.language) !== offset) return false;
    return [name.raw, ...name.plain.slice(-1)].some((text) => text !== "" && document.text.startsWith(text, offset));
  });
}

/** Returns the symbols whose declaration in the syntax tree is exactly the stretch. */
export function entriesDeclaredAs(symbols: SymbolSource, { from, to }: Stretch): SymbolEntry[] {
  const { document, context, roots, declarationAt } = symbols;
  if (declarationAt === undefined) return [];
  const isNamedInside = ({ node }: SymbolEntry) => from <= node.nameTo && node.nameFrom <= to;
  return symbolIndexOf(roots, factsOf(context.language).nameRule)
    .entries.filter(isNamedInside)
    .filter(({ node }) => {
      const declared = declarationOf(node, document, { language: context.language, declarationAt });
      return declared?.codeFrom === from && declared.to === to;
    });
}

/** A symbol as a scope, with its stretches in the order in which text is searched in them. */
export interface ScopeCandidate {
  readonly entry: SymbolEntry;
  readonly stretches: readonly Stretch[];
}

/**
 * Returns the symbols whose text contains a stretch, best first: one whose comments, decorators or
 * first words contain it, then those around it from the inside out. Leaves out variables inside
 * functions, as people name the function.
 */
export function scopesAround(symbols: SymbolSource, place: Stretch): ScopeCandidate[] {
  const { document, context, roots, declarationAt } = symbols;
  const around = entriesAround(symbols, place);
  const siblings = around.at(-1)?.node.children ?? roots;
  const beside = neighbours(symbols, siblings, place).filter((entry) => canBeScope(entry));
  const scopes = [...beside, ...around.filter((entry) => canBeScope(entry)).reverse()].map((entry) => ({
    entry,
    stretches: symbolScopes(entry.node, document, { language: context.language, declarationAt }),
  }));
  return scopes.filter(({ stretches }) => stretches.some((stretch) => containsStretch(stretch, place)));
}

/** Returns the symbols directly before and after a stretch. */
function neighbours(symbols: SymbolSource, siblings: readonly SymbolNode[], { from, to }: Stretch): SymbolEntry[] {
  let after: SymbolNode | undefined;
  let before: SymbolNode | undefined;
  for (const node of siblings) {
    if (node.from >= to && (after === undefined || node.from < after.from)) after = node;
    if (node.to <= from && (before === undefined || node.to > before.to)) before = node;
  }
  return [after, before].flatMap((node) => (node === undefined ? [] : (entryOf(symbols, node) ?? [])));
}

const variableKinds = symbolKindsNamed("property", "field", "variable", "constant");

function canBeScope({ node, name, parent }: SymbolEntry): boolean {
  if (name.plain.length === 0) return false;
  if (!variableKinds.has(node.kind)) return true;
  for (let above = parent; above !== null; above = above.parent)
    if (callableSymbolKinds.has(above.node.kind)) return false;
  return true;
}
