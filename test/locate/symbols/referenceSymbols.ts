/**
 * Symbol paths as first written: every path is looked up in every way, each time anew. Slow, and what the quick one has to
 * agree with.
 */

import { isDataLanguage } from "../../../src/locate/languageRules.js";
import { type FileContext, isFileQualifier } from "../../../src/locate/symbols/fileQualifier.js";
import type { SymbolContext, SymbolMatches } from "../../../src/locate/symbols/findSymbols.js";
import type { SymbolEntry } from "../../../src/locate/symbols/symbolIndex.js";
import { readName } from "../../../src/locate/symbols/symbolNames.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";

interface SymbolIndex {
  readonly isData: boolean;
  readonly roots: readonly SymbolNode[];
  /** In source order, parents before their children. */
  readonly entries: readonly SymbolEntry[];
  readonly entryOf: ReadonlyMap<SymbolNode, SymbolEntry>;
  /** By name as it stands and by last plain name. */
  readonly byName: ReadonlyMap<string, readonly SymbolEntry[]>;
}

function indexOf(roots: readonly SymbolNode[], isData: boolean): SymbolIndex {
  const entries: SymbolEntry[] = [];
  // A stack, not recursion: how deep symbols nest is the backend's word.
  const waiting: { readonly node: SymbolNode; readonly parent: SymbolEntry | null }[] = [];
  const push = (nodes: readonly SymbolNode[], parent: SymbolEntry | null) => {
    // Reversed, so that the first is popped first.
    for (const node of [...nodes].sort((a, b) => a.from - b.from).reverse()) waiting.push({ node, parent });
  };
  push(roots, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const entry: SymbolEntry = { node, parent, name: readName(node.name, isData), order: entries.length };
    entries.push(entry);
    push(node.children, entry);
  }
  const byName = new Map<string, SymbolEntry[]>();
  for (const entry of entries) {
    const names = new Set([entry.name.raw, entry.name.plain.at(-1) ?? entry.name.raw]);
    for (const name of names) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [entry]);
      else same.push(entry);
    }
  }
  return { isData, roots, entries, entryOf: new Map(entries.map((entry) => [entry.node, entry])), byName };
}

/** One name of a path, as it was written and as it is meant. */
interface PathName {
  readonly raw: string;
  readonly plain: string;
}

/** How a symbol fits a path, the better the less: from the root, the same but for anonymous layers between, only the end of its own path. */
const fromRoot = 0;
const fromRootSkipping = 1;
const asSuffix = 2;

interface Fit {
  readonly entry: SymbolEntry;
  readonly rank: number;
  /** Whether a name of the path that says more than its plain name (`impl Display for Foo`) is just this one's. */
  readonly isSpecific: boolean;
}

/** The symbols whose path ends in these names. */
function fitsOf(index: SymbolIndex, path: readonly PathName[]): Fit[] {
  const last = path.at(-1);
  if (last === undefined) return [];
  const candidates = new Set([...(index.byName.get(last.raw) ?? []), ...(index.byName.get(last.plain) ?? [])]);
  return [...candidates].flatMap((entry) => {
    const fit = fitUp(entry, path, path.length, false);
    return fit === null ? [] : [{ entry, ...fit }];
  });
}

interface PartialFit {
  readonly rank: number;
  readonly isSpecific: boolean;
}

/**
 * Matches the first `left` names of the path with an entry and those around it, from the inside out. At each entry there is one way
 * to go on, so that no tree makes it slow: by the name as it stands if that fits, else by the plain ones, else past it.
 */
function fitUp(
  entry: SymbolEntry | null,
  path: readonly PathName[],
  left: number,
  skipped: boolean,
): PartialFit | null {
  if (left === 0) return { rank: rankOf(entry, skipped), isSpecific: false };
  if (entry === null) return null;
  const { raw, plain } = entry.name;
  const wanted = path[left - 1];
  if (wanted?.raw === raw) {
    const fit = fitUp(entry.parent, path, left - 1, skipped);
    return fit && { rank: fit.rank, isSpecific: fit.isSpecific || wanted.raw !== wanted.plain };
  }
  return plain.length > 0 ? fitPlain(entry, path, left, skipped) : fitLayer(entry, path, left);
}

/** By the plain names of one entry: all of them, or if the path begins in their midst the last ones. */
function fitPlain(entry: SymbolEntry, path: readonly PathName[], left: number, skipped: boolean): PartialFit | null {
  const { plain } = entry.name;
  const count = Math.min(plain.length, left);
  for (let back = 1; back <= count; back++) if (plain.at(-back) !== path[left - back]?.plain) return null;
  return count < plain.length
    ? { rank: asSuffix, isSpecific: false }
    : fitUp(entry.parent, path, left - count, skipped);
}

/** A layer without a name may be skipped, unless it is what the path leads to. */
function fitLayer(entry: SymbolEntry, path: readonly PathName[], left: number): PartialFit | null {
  if (left === path.length) return null;
  let above = entry.parent;
  while (above !== null && above.name.plain.length === 0 && above.name.raw !== path[left - 1]?.raw)
    above = above.parent;
  return fitUp(above, path, left, true);
}

function rankOf(rest: SymbolEntry | null, skipped: boolean): number {
  let above = rest;
  while (above !== null && above.name.plain.length === 0) above = above.parent;
  if (above !== null) return asSuffix;
  return rest === null && !skipped ? fromRoot : fromRootSkipping;
}

/** The names that lead to an entry, anonymous layers left out; without a name of its own, as the server calls it. */
function plainPathOf(entry: SymbolEntry): string[] {
  const groups = [entry.name.plain.length > 0 ? entry.name.plain : [entry.name.raw]];
  for (let parent = entry.parent; parent !== null; parent = parent.parent) groups.push(parent.name.plain);
  return groups
    .reverse()
    .flat()
    .filter((name) => name !== "");
}

/** The names that lead to an entry, each as the server calls it. */
function rawPathOf(entry: SymbolEntry): string[] {
  const names: string[] = [];
  for (let at: SymbolEntry | null = entry; at !== null; at = at.parent) if (at.name.raw !== "") names.push(at.name.raw);
  return names.reverse();
}

/**
 * What holds an entry, as one text: the same for overloads, reopened namespaces, a struct and its `impl`, a class and what is defined
 * out of line; different for `impl`s of two traits and for two callbacks.
 */
function containerOf(entry: SymbolEntry): string {
  const groups: (readonly string[])[] = [entry.name.plain.slice(0, -1)];
  for (let at = entry.parent; at !== null; at = at.parent) {
    const { plain, variant, raw } = at.name;
    const isOneForAll = raw.startsWith("(anonymous namespace") || raw === "<< self";
    const own = plain.length > 0 ? plain : [isOneForAll ? raw : `#${at.order}`];
    groups.push(variant === undefined ? own : [...own, ` ${variant}`]);
  }
  return groups.reverse().flat().join("\0");
}

const none: SymbolMatches = { entries: [], containerCount: 0 };

/** The orders of the symbols a path leads to, and in how many containers they are. */
export function findSymbolsSlowly(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): [number[], number] {
  const { entries, containerCount } = findSymbols(path, searchIn(roots, context));
  return [entries.map(({ order }) => order), containerCount];
}

/** For each symbol, in source order, the path that reaches it. */
export function uniquePathsSlowly(roots: readonly SymbolNode[], context: SymbolContext): (string[] | null)[] {
  const search = searchIn(roots, context);
  return search.index.entries.map((entry) => uniquePathOf(entry, search));
}

function searchIn(roots: readonly SymbolNode[], { language, path, text }: SymbolContext): Search {
  return { index: indexOf(roots, isDataLanguage(language)), file: { path, text, roots } };
}

function findSymbols(path: readonly string[], search: Search): SymbolMatches {
  // No generic argument reads like that: it is an index, and one that counts wrong.
  const isMiscounted = path.some((name) => /\[(?:-\d+|\d+\.\d+|\s*)\]$/.test(name) && !search.index.byName.has(name));
  return isMiscounted ? none : lookUp(search, path);
}

interface Search {
  readonly index: SymbolIndex;
  readonly file: FileContext;
}

/** As split; then with neighbours as one name; then at other separators; then by what stands in brackets. */
function lookUp(search: Search, path: readonly string[]): SymbolMatches {
  for (const names of [[path], joinedPaths(path), [otherSplit(path)]].flat()) {
    if (names.length === 0) continue;
    const fits = bestFits(search, names);
    if (fits.length > 0) return narrowFits(fits, names);
  }
  return lookUpBrackets(search, path);
}

/** The fits of the best rank there is: of the path as it stands, then without the leading names that say where the file is. */
function bestFits(search: Search, names: readonly string[]): Fit[] {
  for (const path of pathsOf(names, search.index.isData)) {
    for (let skipped = 0; skipped < path.length; skipped++) {
      if (
        skipped > 0 &&
        !isFileQualifier(
          path.slice(0, skipped).map(({ plain }) => plain),
          search.file,
        )
      )
        continue;
      const fits = fitsOf(search.index, path.slice(skipped));
      const best = fits.reduce((least, { rank }) => Math.min(least, rank), asSuffix);
      if (fits.length > 0) return fits.filter(({ rank }) => rank === best);
    }
  }
  return [];
}

/** A path as it is split, and where one of its names stands for several (`"A::B"`), split there too. */
function pathsOf(names: readonly string[], isData: boolean): PathName[][] {
  const read = names.map((name) => ({ raw: name, plain: readName(name, isData).plain }));
  const asSplit = read.map(({ raw, plain }) => ({ raw, plain: plain.length === 1 ? (plain[0] ?? raw) : raw }));
  if (read.every(({ plain }) => plain.length <= 1)) return [asSplit];
  const flat = read.flatMap(({ raw, plain }) =>
    plain.length === 0 ? [{ raw, plain: raw }] : plain.map((each) => ({ raw: each, plain: each })),
  );
  return [asSplit, flat];
}

/** Of fits of one rank, those that are meant. */
function narrowFits(fits: readonly Fit[], names: readonly string[]): SymbolMatches {
  const specific = fits.filter(({ isSpecific }) => isSpecific);
  let entries = (specific.length > 0 ? specific : fits).map(({ entry }) => entry);
  entries = withoutInner(entries);
  entries = preferred(entries, (entry) => !isObjectProperty(entry));
  const last = names.at(-1) ?? "";
  const parameters = /\(([\s\S]*)\)$/.exec(last)?.[1]?.replace(/\s+/g, "");
  if (parameters === "") entries = preferred(entries, ({ node }) => callable.has(node.kind));
  else if (parameters !== undefined) entries = preferred(entries, ({ node }) => takes(node, parameters));
  entries.sort((a, b) => a.order - b.order);
  return { entries, containerCount: new Set(entries.map(containerOf)).size };
}

function preferred(entries: SymbolEntry[], isBetter: (entry: SymbolEntry) => boolean): SymbolEntry[] {
  const better = entries.filter(isBetter);
  return better.length > 0 ? better : entries;
}

/** A class before its constructor of the same name, a function before a local one of the same name inside it. */
function withoutInner(entries: SymbolEntry[]): SymbolEntry[] {
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
function isObjectProperty({ node, parent }: SymbolEntry): boolean {
  return node.kind === property && parent !== null && !holdsMembers.has(parent.node.kind);
}

/** Whether a symbol's name or detail holds just these parameters: servers put them in either. */
function takes(node: SymbolNode, parameters: string): boolean {
  return `${node.name}\n${node.detail ?? ""}`.replace(/\s+/g, "").includes(`(${parameters})`);
}

const mostNamesToJoin = 6;

/** The path with neighbouring names joined to one, in every way, fewest joints first. A long path only at its end. */
function joinedPaths(path: readonly string[]): string[][] {
  if (path.length < 2) return [];
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

/** The path split at `#`, `->`, `\` and `/` too; empty where it has none. */
function otherSplit(path: readonly string[]): string[] {
  const names = path.flatMap((name) => name.split(/->|[#\\/]/)).filter((name) => name !== "");
  return names.length === path.length ? [] : names;
}

/** `f[1]`, the second of several, or the child of that number; `scripts["a:b"]`, the child of that name. */
function lookUpBrackets(search: Search, path: readonly string[]): SymbolMatches {
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
  if (rest.length === 0) return { entries: chosen, containerCount: new Set(chosen.map(containerOf)).size };
  const inner = chosen[0]?.node.children;
  if (inner === undefined) return none;
  const within = { index: indexOf(inner, search.index.isData), file: { roots: inner } };
  const found = lookUp(within, rest);
  return { ...found, entries: found.entries.flatMap(({ node }) => search.index.entryOf.get(node) ?? []) };
}

const bracketed = /^([\s\S]*?)\[(?:(\d{1,6})|(["'])((?:(?!\3)[\s\S])*)\3)\]$/;

/** The children of that name, or else the one at that index. */
function childrenNamed(index: SymbolIndex, parents: readonly SymbolEntry[], name: string, at?: number): SymbolEntry[] {
  const children = parents
    .flatMap(({ node }) => node.children)
    .flatMap((node) => index.entryOf.get(node) ?? [])
    .sort((a, b) => a.order - b.order);
  const named = children.filter((child) => child.name.raw === name || child.name.plain.join(".") === name);
  if (named.length > 0 || at === undefined) return named;
  return children.slice(at, at + 1);
}

/** A path that leads to this symbol and, first of all, to no other; null where no path does. */
function uniquePathOf(entry: SymbolEntry, search: Search): string[] | null {
  const candidates = [plainPathOf(entry), rawPathOf(entry)];
  for (const path of candidates) {
    const found = path.length === 0 ? none : findSymbols(path, search);
    if (found.containerCount === 1 && found.entries[0]?.node === entry.node) return path;
  }
  for (const path of candidates) {
    const found = path.length === 0 ? none : findSymbols(path, search);
    const at = found.entries.findIndex(({ node }) => node === entry.node);
    const numbered = [...path.slice(0, -1), `${path.at(-1)}[${at}]`];
    if (at >= 0 && found.entries.length > 1 && findSymbols(numbered, search).entries[0]?.node === entry.node)
      return numbered;
  }
  return null;
}
