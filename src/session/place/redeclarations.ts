/**
 * Declarations that a backend leaves out because a later one has the same name. Servers for Python
 * list each name of a scope once, with its last declaration: of a property the setter, of a
 * function in `try` and `except` the second.
 */

import { factsOf } from "../../languages/languages.js";
import { callableSymbolKinds, type SymbolNode, symbolKindsNamed } from "../../locate/symbols/symbolNode.js";
import { groupBy } from "../../text/list.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, syntaxViewOf } from "./syntaxView.js";

/** The length of a text up to which it is parsed for this, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000_000;

const mergedSymbols = new WeakMap<readonly SymbolNode[], readonly SymbolNode[]>();

/** Adds the earlier declarations of the backend's symbols, by the syntax tree. */
export async function withRedeclarations(
  symbols: readonly SymbolNode[],
  where: DocumentVersion,
  context: SyntaxContext,
): Promise<readonly SymbolNode[]> {
  if (!factsOf(where.languageId).isListedOnce || where.text.length > MAX_TEXT_LENGTH) return symbols;
  const before = mergedSymbols.get(symbols);
  if (before !== undefined) return before;
  const view = await syntaxViewOf(where, context);
  if (view === undefined) return symbols;
  const merged = mergeSiblings(symbols, view.symbols);
  mergedSymbols.set(symbols, merged);
  return merged;
}

const redeclarableKinds = new Set([...callableSymbolKinds, ...symbolKindsNamed("class", "property")]);

/**
 * Adds the syntax tree's siblings that have the name of one of the backend's and share no text with
 * it.
 */
export function mergeSiblings(backend: readonly SymbolNode[], syntax: readonly SymbolNode[]): readonly SymbolNode[] {
  const byNameFrom = new Map(syntax.map((node) => [node.nameFrom, node]));
  const byName = groupBy(backend.filter(isRedeclarable), ({ name }) => name);
  const missing = syntax.filter((node) => {
    const same = isRedeclarable(node) ? byName.get(node.name) : undefined;
    return same?.every(({ from, to }) => node.to <= from || to <= node.from);
  });
  const nested = backend.map((node) => {
    const own = byNameFrom.get(node.nameFrom);
    const children = own === undefined ? node.children : mergeSiblings(node.children, own.children);
    return children === node.children ? node : { ...node, children };
  });
  const isSame = missing.length === 0 && nested.every((node, at) => node === backend[at]);
  return isSame ? backend : [...nested, ...missing].sort((a, b) => a.from - b.from);
}

function isRedeclarable({ kind }: SymbolNode): boolean {
  return redeclarableKinds.has(kind);
}
