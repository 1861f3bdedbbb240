/** Paths that lead to a symbol, and to no other before it. */

import { factsOf } from "../../languages/languages.js";
import { getOrInsert } from "../../text/list.js";
import { findSymbolsByName, noMatches, type SymbolContext, type SymbolMatches } from "./findSymbols.js";
import { hasUniquePath, plainPathOf, rawPathOf, type SymbolEntry, symbolIndexOf } from "./symbolIndex.js";
import type { SymbolNode } from "./symbolNode.js";

interface UniquePathOptions {
  /** Whether the path must lead to no other symbol, not even one after this one. */
  readonly isAlone?: boolean;
}

/**
 * Returns a path that leads to this symbol before any other, or with `isAlone` to no other; null
 * where there is none.
 */
export function uniquePathOf(
  entry: SymbolEntry,
  roots: readonly SymbolNode[],
  context: SymbolContext,
  { isAlone = false }: UniquePathOptions = {},
): string[] | null {
  const plain = plainPathOf(entry);
  const index = symbolIndexOf(roots, factsOf(context.language).nameRule);
  if (hasUniquePath(entry, plain, index)) return plain;
  const lookUp = (path: readonly string[]) => (path.length === 0 ? noMatches : findSymbolsByName(path, roots, context));
  const leadsTo = ({ entries, containerCount }: SymbolMatches) =>
    containerCount === 1 && entries[0]?.node === entry.node && (!isAlone || entries.length === 1);
  const byPlain = lookUp(plain);
  if (leadsTo(byPlain)) return plain;
  const raw = rawPathOf(entry);
  const isSame = raw.length === plain.length && raw.every((name, at) => name === plain[at]);
  const byRaw = isSame ? byPlain : lookUp(raw);
  if (leadsTo(byRaw)) return raw;
  return numberedPath(plain, byPlain, entry, lookUp) ?? (isSame ? null : numberedPath(raw, byRaw, entry, lookUp));
}

/** Returns the path with the index of the symbol among those that the path leads to. */
function numberedPath(
  path: readonly string[],
  matches: SymbolMatches,
  { node }: SymbolEntry,
  lookUp: (path: readonly string[]) => SymbolMatches,
): string[] | null {
  if (matches.entries.length < 2) return null;
  const at = ordinalsIn(matches).get(node);
  if (at === undefined) return null;
  const names = [...path.slice(0, -1), `${path.at(-1)}[${at}]`];
  return lookUp(names).entries[0]?.node === node ? names : null;
}

const ordinalCache = new WeakMap<SymbolMatches, Map<SymbolNode, number>>();

function ordinalsIn(matches: SymbolMatches): Map<SymbolNode, number> {
  return getOrInsert(ordinalCache, matches, () => {
    const made = new Map<SymbolNode, number>();
    for (const [at, { node }] of matches.entries.entries()) if (!made.has(node)) made.set(node, at);
    return made;
  });
}
