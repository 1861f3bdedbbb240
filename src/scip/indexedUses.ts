/**
 * `lsp-locate/indexedUses`: what the indexes say of the places of a name in given files, as
 * evidence for a change. Only files count that are known to be as they were indexed.
 */

import type { IndexedUses } from "../code/uses/indexed.js";
import type { SourceText } from "../embedded/session/documents.js";
import { positionIn } from "../embedded/session/embeddedContext.js";
import { appendAll } from "../text/list.js";
import type { Position } from "../text/position.js";
import {
  type CodeBase,
  type FoundSymbol,
  isDefinition,
  isKeyOfLiteral,
  isVersionOf,
  type Lookup,
  type PlacedFile,
  type SymbolPlace,
} from "./codeBase.js";
import { isLocalSymbol, parseSymbol } from "./file/symbols.js";

interface AskedName {
  readonly base: CodeBase;
  readonly symbols: readonly (FoundSymbol & SymbolPlace)[];
  readonly lookup: Lookup;
  /** The files whose places are wanted. */
  readonly sources: readonly SourceText[];
}

/**
 * Returns undefined where the indexes don't know all declarations of what the name means, or where
 * one of them may have changed.
 */
export async function findIndexedUses(asked: AskedName): Promise<IndexedUses | undefined> {
  const { base, symbols, lookup, sources } = asked;
  const [first] = symbols;
  // Scopes know what is local.
  if (first === undefined || symbols.some((each) => base.isLocalName(each))) return undefined;
  const word = first.file.source.document.slice(first.stretch.from, first.stretch.to);
  const family: FoundSymbol[] = [];
  for (const each of symbols) appendAll(family, await base.nameFamily(each, lookup));
  const declarations: SymbolPlace[] = [];
  for (const each of family) {
    const found = await base.definitions(each, lookup);
    if (found.length === 0) return undefined;
    appendAll(declarations, found);
  }
  const files = new Map<string, PlacedFile>();
  const keep = (file: PlacedFile) => files.set(`${file.index.path}:${file.number}`, file);
  for (const { file } of declarations) keep(file);
  for (const each of symbols) for (const { file } of await base.references(each, lookup)) keep(file);
  for (const source of sources) for (const file of await base.filesOf(source)) keep(file);
  for (const file of files.values()) lookup.files.add(file);
  const isUnchanged = ({ placed }: PlacedFile) => placed.state === "unchanged";
  // What the declarations were is no evidence of what they are.
  if (!declarations.every(({ file }) => isUnchanged(file))) return undefined;
  const tests = family.map(({ symbol }) => isVersionOf(symbol));
  const isTarget = (symbol: string) => tests.some((isSame) => isSame(symbol));
  const isOther = (symbol: string, file: PlacedFile) => {
    if (isKeyOfLiteral(symbol, file)) return false;
    if (isLocalSymbol(symbol)) return isDefinedIn(file, symbol);
    return base.isDefined(symbol) || isForeign(symbol, family);
  };
  const found = new Map<string, { uri: string; target: Position[]; others: Position[] }>();
  for (const file of [...files.values()].filter(isUnchanged)) {
    const { placed, source } = file;
    const uses = found.get(source.uri) ?? { uri: source.uri, target: [], others: [] };
    found.set(source.uri, uses);
    const byStart = new Map<number, string[]>();
    for (const { stretch, occurrence } of placed.occurrences) {
      if (source.document.slice(stretch.from, stretch.to) !== word) continue;
      const symbol = base.ownSymbol(occurrence.symbol, file);
      byStart.set(stretch.from, [...(byStart.get(stretch.from) ?? []), symbol]);
    }
    for (const [from, meant] of byStart) {
      const position = positionIn(source, from);
      if (meant.some(isTarget)) uses.target.push(position);
      else if (meant.every((each) => isOther(each, file))) uses.others.push(position);
    }
  }
  const own = declarations.find(({ occurrence, file, stretch }) => {
    const isOwn = symbols.some(({ symbol }) => isVersionOf(symbol)(occurrence.symbol));
    return isOwn && file.source.document.slice(stretch.from, stretch.to) === word;
  });
  const declaration = own && { uri: own.file.source.uri, position: positionIn(own.file.source, own.stretch.from) };
  return { word, files: [...found.values()], ...(declaration && { declaration }) };
}

/** Whether a file defines a local symbol: an import that the indexer could not resolve is not. */
function isDefinedIn({ placed }: PlacedFile, symbol: string): boolean {
  return placed.occurrences.some((each) => each.occurrence.symbol === symbol && isDefinition(each));
}

/** Whether a symbol is of none of the packages of a family. */
function isForeign(symbol: string, family: readonly FoundSymbol[]): boolean {
  const own = parseSymbol(symbol)?.packageName;
  return own !== undefined && family.every((each) => parseSymbol(each.symbol)?.packageName !== own);
}
