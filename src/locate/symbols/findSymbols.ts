/** Which symbols a path leads to: section 5 of the protocol, "Symbols". */

import { isDataLanguage } from "../languageRules.js";
import { areOfFile, type FileContext } from "./fileQualifier.js";
import {
  byOrder,
  countContainers,
  type Entry,
  type Fit,
  fitsOf,
  indexOf,
  isAlone,
  type PathName,
  plainPathOf,
  rawPathOf,
  type SymbolIndex,
} from "./symbolIndex.js";
import { readName } from "./symbolNames.js";
import type { SymbolNode } from "./symbolNode.js";

export interface SymbolContext {
  readonly language: string;
  /** The path of the file and the head of its text, which name its module and package. */
  readonly path?: string | undefined;
  readonly text?: string | undefined;
}

/** The symbols of one path, in source order. One container: they are overloads or the like. Several: the path does not say which. */
export interface FoundSymbols {
  readonly entries: readonly Entry[];
  readonly containers: number;
}

const none: FoundSymbols = { entries: [], containers: 0 };

/** The symbols a path leads to; no entries where it leads nowhere. */
export function findSymbols(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): FoundSymbols {
  return find(searchIn(roots, context), path);
}

interface Search {
  readonly index: SymbolIndex;
  readonly file: FileContext;
  readonly shared: SharedPaths;
}

function searchIn(roots: readonly SymbolNode[], { language, path, text }: SymbolContext): Search {
  const index = indexOf(roots, isDataLanguage(language));
  return { index, file: { path, text, roots }, shared: sharedPathsOf(index, { path, text }) };
}

function find(search: Search, path: readonly string[]): FoundSymbols {
  // No generic argument reads like that: it is an index, and one that counts wrong.
  const isMiscounted = path.some(
    (name) => name.endsWith("]") && /\[(?:-\d+|\d+\.\d+|\s*)\]$/.test(name) && !search.index.byName.has(name),
  );
  return isMiscounted ? none : lookUp(search, path);
}

/** As split; then with neighbours as one name; then at other separators; then by what stands in brackets. */
function lookUp(search: Search, path: readonly string[]): FoundSymbols {
  const key = JSON.stringify(path);
  const before = search.shared.found.get(key);
  if (before !== undefined) return before;
  const found = lookUpSplit(search, path) ?? lookUpBrackets(search, path);
  if (found.entries.length > 1) keep(search.shared, key, found);
  return found;
}

function lookUpSplit(search: Search, path: readonly string[]): FoundSymbols | null {
  for (const ways of [() => [path], () => joinings(path, search.index), () => [otherSplit(path)]]) {
    for (const names of ways()) {
      const fits = bestFits(search, names);
      if (fits.length > 0) return narrowed(fits, names);
    }
  }
  return null;
}

/** The fits of the best rank there is: of the path as it stands, then without the leading names that say where the file is. */
function bestFits({ index, file }: Search, names: readonly string[]): Fit[] {
  if (!isName(names.at(-1) ?? "", index)) return [];
  for (const path of pathsOf(names, index.isData)) {
    for (let skipped = 0; skipped < path.length; skipped++) {
      const leading = path.slice(0, skipped).map(({ plain }) => plain);
      if (skipped > 0 && !areOfFile(leading, file)) continue;
      const fits = fitsOf(index, path.slice(skipped));
      if (fits.length > 0) return ofBestRank(fits);
    }
  }
  return [];
}

/** Whether any symbol could be what a path that ends in this name leads to. */
function isName(name: string, { byName, isData }: SymbolIndex): boolean {
  return byName.has(name) || readName(name, isData).plain.some((plain) => byName.has(plain));
}

function ofBestRank(fits: Fit[]): Fit[] {
  let best = Number.POSITIVE_INFINITY;
  for (const { rank } of fits) best = Math.min(best, rank);
  return fits.filter(({ rank }) => rank === best);
}

/** A path as it is split, and where one of its names stands for several (`"A::B"`), split there too. */
function pathsOf(names: readonly string[], isData: boolean): PathName[][] {
  const read = names.map((name) => ({ raw: name, plain: readName(name, isData).plain }));
  const asSplit = read.map(({ raw, plain }) => ({ raw, plain: plain.length === 1 ? (plain[0] ?? raw) : raw }));
  if (read.every(({ plain }) => plain.length <= 1)) return [asSplit];
  const flat = read.flatMap(({ raw, plain }) => (plain.length === 0 ? [raw] : plain));
  return [asSplit, flat.map((name) => ({ raw: name, plain: name }))];
}

/** Of fits of one rank, those that are meant. */
function narrowed(fits: readonly Fit[], names: readonly string[]): FoundSymbols {
  if (fits.length === 1) return { entries: fits.map(({ entry }) => entry), containers: 1 };
  const specific = fits.filter(({ isSpecific }) => isSpecific);
  let entries = (specific.length > 0 ? specific : fits).map(({ entry }) => entry);
  entries = withoutInner(entries);
  entries = preferred(entries, (entry) => !isObjectProperty(entry));
  const last = names.at(-1) ?? "";
  const parameters = /\(([\s\S]*)\)$/.exec(last)?.[1]?.replace(/\s+/g, "");
  if (parameters === "") entries = preferred(entries, ({ node }) => callable.has(node.kind));
  else if (parameters !== undefined) entries = preferred(entries, ({ node }) => takes(node, parameters));
  entries.sort(byOrder);
  return { entries, containers: countContainers(entries) };
}

function preferred(entries: Entry[], isBetter: (entry: Entry) => boolean): Entry[] {
  const better = entries.filter(isBetter);
  return better.length > 0 ? better : entries;
}

/** A class before its constructor of the same name, a function before a local one of the same name inside it. */
function withoutInner(entries: Entry[]): Entry[] {
  if (entries.length === 1) return entries;
  const all = new Set(entries);
  return entries.filter((entry) => {
    for (let above = entry.parent; above !== null; above = above.parent) if (all.has(above)) return false;
    return true;
  });
}

/** LSP's SymbolKind. */
const callable = new Set([6, 9, 12]);
const property = 7;
const holdsMembers = new Set([2, 3, 4, 5, 10, 11, 23]);

/** A property of an object literal, not of a class. */
function isObjectProperty({ node, parent }: Entry): boolean {
  return node.kind === property && parent !== null && !holdsMembers.has(parent.node.kind);
}

/** Whether a symbol's name or detail holds just these parameters: servers put them in either. */
function takes(node: SymbolNode, parameters: string): boolean {
  return `${node.name}\n${node.detail ?? ""}`.replace(/\s+/g, "").includes(`(${parameters})`);
}

const mostNamesToJoin = 6;

/** The path with neighbouring names joined to one, in every way, fewest joints first. A long path only at its end. None where no symbol is named like that. */
function joinings(path: readonly string[], index: SymbolIndex): string[][] {
  if (path.length < 2 || !joinedEnds(path).some((name) => isName(name, index))) return [];
  const joints = Math.min(path.length, mostNamesToJoin) - 1;
  const head = path.slice(0, path.length - joints - 1);
  const [first = "", ...rest] = path.slice(path.length - joints - 1);
  let ways: { names: string[]; joined: number }[] = [{ names: [...head, first], joined: 0 }];
  for (const name of rest) {
    ways = ways.flatMap(({ names, joined }) => [
      { names: [...names, name], joined },
      ...[".", "::"].map((separator) => ({
        names: [...names.slice(0, -1), `${names.at(-1)}${separator}${name}`],
        joined: joined + 1,
      })),
    ]);
  }
  return ways
    .filter(({ joined }) => joined > 0)
    .sort((a, b) => a.joined - b.joined)
    .map(({ names }) => names);
}

/** The last name, and it with those before it, in every way to join them. */
function joinedEnds(path: readonly string[]): string[] {
  const all: string[] = [];
  let ends = path.slice(-1);
  for (let at = path.length - 1; ends.length > 0; at--) {
    all.push(...ends);
    const before = path.length - at < mostNamesToJoin ? path[at - 1] : undefined;
    ends = before === undefined ? [] : ends.flatMap((end) => [`${before}.${end}`, `${before}::${end}`]);
  }
  return all;
}

/** The path split at `#`, `->`, `\` and `/` too; empty where it has none. */
function otherSplit(path: readonly string[]): string[] {
  const names = path.flatMap((name) => name.split(/->|[#\\/]/)).filter((name) => name !== "");
  return names.length === path.length ? [] : names;
}

/** `f[1]`, the second of several, or the child of that number; `scripts["a:b"]`, the child of that name. */
function lookUpBrackets(search: Search, path: readonly string[]): FoundSymbols {
  const at = path.findIndex((name) => bracketed.test(name));
  const [, name = "", number, , child] = bracketed.exec(path[at] ?? "") ?? [];
  if (at < 0) return none;
  const { entries } = lookUp(search, [...path.slice(0, at), ...(name === "" ? [] : [name])].filter(Boolean));
  const rest = path.slice(at + 1);
  const chosen =
    number === undefined
      ? childrenNamed(search.index, entries, child ?? "")
      : entries.length === 1
        ? childrenNamed(search.index, entries, number, Number(number))
        : entries.slice(Number(number), Number(number) + 1);
  if (rest.length === 0) return { entries: chosen, containers: countContainers(chosen) };
  const inner = chosen[0]?.node.children;
  if (inner === undefined) return none;
  const index = indexOf(inner, search.index.isData);
  const within = { index, file: { roots: inner }, shared: sharedPathsOf(index, {}) };
  const found = lookUp(within, rest);
  return { ...found, entries: found.entries.flatMap(({ node }) => search.index.entryOf.get(node) ?? []) };
}

const bracketed = /^([\s\S]*?)\[(?:(\d{1,6})|(["'])((?:(?!\3)[\s\S])*)\3)\]$/;

/** The children of that name, or else the one at that index. */
function childrenNamed(index: SymbolIndex, parents: readonly Entry[], name: string, at?: number): Entry[] {
  const children = parents
    .flatMap(({ node }) => node.children)
    .flatMap((node) => index.entryOf.get(node) ?? [])
    .sort((a, b) => a.order - b.order);
  const named = children.filter((child) => child.name.raw === name || child.name.plain.join(".") === name);
  if (named.length > 0 || at === undefined) return named;
  return children.slice(at, at + 1);
}

/** A path that leads to this symbol and, first of all, to no other; null where no path does. */
export function reachingPath(entry: Entry, roots: readonly SymbolNode[], context: SymbolContext): string[] | null {
  const search = searchIn(roots, context);
  const plain = plainPathOf(entry);
  if (isAlone(entry, plain, search.index)) return plain;
  const byPlain = plain.length === 0 ? none : find(search, plain);
  if (leadsTo(byPlain, entry)) return plain;
  const raw = rawPathOf(entry);
  const isSame = raw.length === plain.length && raw.every((name, at) => name === plain[at]);
  const byRaw = isSame ? byPlain : raw.length === 0 ? none : find(search, raw);
  if (leadsTo(byRaw, entry)) return raw;
  return numbered(plain, byPlain, entry, search) ?? (isSame ? null : numbered(raw, byRaw, entry, search));
}

function leadsTo({ entries, containers }: FoundSymbols, { node }: Entry): boolean {
  return containers === 1 && entries[0]?.node === node;
}

/** The path with the number of the symbol among those that it leads to. */
function numbered(path: readonly string[], found: FoundSymbols, { node }: Entry, search: Search): string[] | null {
  if (found.entries.length < 2) return null;
  const at = placesIn(found).get(node);
  if (at === undefined) return null;
  const names = [...path.slice(0, -1), `${path.at(-1)}[${at}]`];
  return find(search, names).entries[0]?.node === node ? names : null;
}

const places = new WeakMap<FoundSymbols, Map<SymbolNode, number>>();

function placesIn(found: FoundSymbols): Map<SymbolNode, number> {
  const before = places.get(found);
  if (before !== undefined) return before;
  const made = new Map<SymbolNode, number>();
  for (const [at, { node }] of found.entries.entries()) if (!made.has(node)) made.set(node, at);
  places.set(found, made);
  return made;
}

/** Paths that lead to several symbols: whoever asks for each of these by its path finds the others again each time. */
interface SharedPaths {
  readonly path: string | undefined;
  readonly text: string | undefined;
  readonly found: Map<string, FoundSymbols>;
  /** How many entries they hold. */
  size: number;
}

const mostShared = 500_000;
const sharedPaths = new WeakMap<SymbolIndex, SharedPaths>();

/** What was found in that index; forgotten when the file, whose names may lead a path, is another or says something else. */
function sharedPathsOf(index: SymbolIndex, { path, text }: Pick<SymbolContext, "path" | "text">): SharedPaths {
  const before = sharedPaths.get(index);
  if (before?.path === path && before?.text === text && before !== undefined) return before;
  const shared = { path, text, found: new Map(), size: 0 };
  sharedPaths.set(index, shared);
  return shared;
}

function keep(shared: SharedPaths, key: string, found: FoundSymbols): void {
  shared.size += found.entries.length;
  if (shared.size > mostShared) {
    shared.found.clear();
    shared.size = found.entries.length;
  }
  shared.found.set(key, found);
}
