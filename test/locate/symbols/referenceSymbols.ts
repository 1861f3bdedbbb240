/** A slow lookup of symbol paths that tries every way anew, for comparison with the real one. */

import type { NameRule } from "../../../src/languages/facts.js";
import { factsOf } from "../../../src/languages/languages.js";
import { type DocumentFile, isFileQualifier } from "../../../src/locate/symbols/fileQualifier.js";
import type { SymbolContext, SymbolMatches } from "../../../src/locate/symbols/findSymbols.js";
import type { SymbolEntry } from "../../../src/locate/symbols/symbolIndex.js";
import { readName } from "../../../src/locate/symbols/symbolNames.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";

interface SymbolIndex {
  readonly nameRule: NameRule;
  readonly roots: readonly SymbolNode[];
  /** In source order, parents before their children. */
  readonly entries: readonly SymbolEntry[];
  readonly entryOf: ReadonlyMap<SymbolNode, SymbolEntry>;
  /** By raw name and by last plain name. */
  readonly byName: ReadonlyMap<string, readonly SymbolEntry[]>;
}

function indexOf(roots: readonly SymbolNode[], rule: NameRule): SymbolIndex {
  const entries: SymbolEntry[] = [];
  // A stack instead of recursion, as the backend decides how deep symbols nest.
  const waiting: { readonly node: SymbolNode; readonly parent: SymbolEntry | null }[] = [];
  const push = (nodes: readonly SymbolNode[], parent: SymbolEntry | null) => {
    // Reversed, so that the first is popped first.
    for (const node of [...nodes].sort((a, b) => a.from - b.from).reverse()) waiting.push({ node, parent });
  };
  push(roots, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const name = readName(node.name, rule);
    // A name that begins with the whole path to its parent repeats it.
    const path = parent === null ? [] : plainPathOf(parent);
    const repeats = JSON.stringify(name.plain.slice(0, path.length)) === JSON.stringify(path);
    const plain = repeats && name.plain.length > path.length ? name.plain.slice(path.length) : name.plain;
    const entry: SymbolEntry = { node, parent, name: { ...name, plain }, order: entries.length };
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
  return { nameRule: rule, roots, entries, entryOf: new Map(entries.map((entry) => [entry.node, entry])), byName };
}

/** A name of a path, as written and as a plain name. */
interface PathName {
  readonly raw: string;
  readonly plain: string;
}

/**
 * The ranks of a fit, lower is better: from the root, from the root without anonymous layers, as
 * the end of the symbol's own path.
 */
const fromRoot = 0;
const fromRootSkipping = 1;
const asSuffix = 2;

interface Fit {
  readonly entry: SymbolEntry;
  readonly rank: number;
  /**
   * Whether a name of the path that says more than its plain name (`impl Display for Foo`) is
   * exactly this symbol's.
   */
  readonly isSpecific: boolean;
}

/** Returns the symbols whose path ends in these names. */
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
 * Fits the first `left` names of the path to an entry and those around it, from the inside out.
 * Each step has one way to continue: by the raw name if it fits, else by the plain names, else past
 * the entry.
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

/**
 * Fits the plain names of one entry: all of them, or the last ones if the path begins in their
 * middle.
 */
function fitPlain(entry: SymbolEntry, path: readonly PathName[], left: number, skipped: boolean): PartialFit | null {
  const { plain } = entry.name;
  const count = Math.min(plain.length, left);
  for (let back = 1; back <= count; back++) if (plain.at(-back) !== path[left - back]?.plain) return null;
  return count < plain.length
    ? { rank: asSuffix, isSpecific: false }
    : fitUp(entry.parent, path, left - count, skipped);
}

/** A layer without a name may be skipped, unless the path leads to it. */
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

/**
 * Returns the plain names that lead to an entry, without anonymous layers. An entry without a plain
 * name has its raw one.
 */
function plainPathOf(entry: SymbolEntry): string[] {
  const groups = [entry.name.plain.length > 0 ? entry.name.plain : [entry.name.raw]];
  for (let parent = entry.parent; parent !== null; parent = parent.parent) groups.push(parent.name.plain);
  return groups
    .reverse()
    .flat()
    .filter((name) => name !== "");
}

/** Returns the raw names that lead to an entry. */
function rawPathOf(entry: SymbolEntry): string[] {
  const names: string[] = [];
  for (let at: SymbolEntry | null = entry; at !== null; at = at.parent) if (at.name.raw !== "") names.push(at.name.raw);
  return names.reverse();
}

/**
 * Returns a key for the container of an entry. It is the same for overloads, reopened namespaces, a
 * struct and its `impl`, a class and its out-of-line definitions. It differs for `impl`s of two
 * traits and for two callbacks.
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

/**
 * Returns the orders of the symbols that the names of a path lead to, and the number of their
 * containers.
 */
export function findSymbolsSlowly(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): [number[], number] {
  const { entries, containerCount } = findSymbols(path, searchIn(roots, context));
  return [entries.map(({ order }) => order), containerCount];
}

/** Returns for each symbol, in source order, the path that leads to it. */
export function uniquePathsSlowly(roots: readonly SymbolNode[], context: SymbolContext): (string[] | null)[] {
  const search = searchIn(roots, context);
  return search.index.entries.map((entry) => uniquePathOf(entry, search));
}

function searchIn(roots: readonly SymbolNode[], { language, path, text }: SymbolContext): Search {
  return { index: indexOf(roots, factsOf(language).nameRule), file: { path, text, roots } };
}

function findSymbols(path: readonly string[], search: Search): SymbolMatches {
  // No generic argument looks like this: it is an invalid index.
  const isMiscounted = path.some((name) => /\[(?:-\d+|\d+\.\d+|\s*)\]$/.test(name) && !search.index.byName.has(name));
  return isMiscounted ? none : lookUp(search, path);
}

interface Search {
  readonly index: SymbolIndex;
  readonly file: DocumentFile;
}

/**
 * Looks a path up as it is split, then with neighbouring names joined, then split at other
 * separators, then by its brackets.
 */
function lookUp(search: Search, path: readonly string[]): SymbolMatches {
  for (const names of [[path], joinedPaths(path), [otherSplit(path)]].flat()) {
    if (names.length === 0) continue;
    const fits = bestFits(search, names);
    if (fits.length > 0) return narrowFits(fits);
  }
  return lookUpBrackets(search, path);
}

/**
 * Returns the fits of the best rank: of the whole path, or else of the path without a file
 * qualifier.
 */
function bestFits(search: Search, names: readonly string[]): Fit[] {
  for (const path of pathsOf(names, search.index.nameRule)) {
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

/**
 * Returns a path as it is split; and, where one of its names has several in it (`"A::B"`), split
 * there too.
 */
function pathsOf(names: readonly string[], rule: NameRule): PathName[][] {
  const read = names.map((name) => ({ raw: name, plain: readName(name, rule).plain }));
  const asSplit = read.map(({ raw, plain }) => ({ raw, plain: plain.length === 1 ? (plain[0] ?? raw) : raw }));
  if (read.every(({ plain }) => plain.length <= 1)) return [asSplit];
  const flat = read.flatMap(({ raw, plain }) =>
    plain.length === 0 ? [{ raw, plain: raw }] : plain.map((each) => ({ raw: each, plain: each })),
  );
  return [asSplit, flat];
}

/** Selects the symbols that are meant from fits of one rank. */
function narrowFits(fits: readonly Fit[]): SymbolMatches {
  const specific = fits.filter(({ isSpecific }) => isSpecific);
  let entries = (specific.length > 0 ? specific : fits).map(({ entry }) => entry);
  entries = withoutInner(entries);
  entries = preferred(entries, (entry) => !isObjectProperty(entry));
  entries.sort((a, b) => a.order - b.order);
  return { entries, containerCount: new Set(entries.map(containerOf)).size };
}

function preferred(entries: SymbolEntry[], isBetter: (entry: SymbolEntry) => boolean): SymbolEntry[] {
  const better = entries.filter(isBetter);
  return better.length > 0 ? better : entries;
}

/**
 * Drops symbols inside others: a constructor in its class of the same name, a local function in a
 * function of the same name.
 */
function withoutInner(entries: SymbolEntry[]): SymbolEntry[] {
  if (entries.length === 1) return entries;
  const all = new Set(entries);
  return entries.filter((entry) => {
    for (let above = entry.parent; above !== null; above = above.parent) if (all.has(above)) return false;
    return true;
  });
}

/** LSP's SymbolKind. */
const property = 7;
const holdsMembers = new Set([2, 3, 4, 5, 10, 11, 23]);

/** Checks for a property of an object literal, not of a class. */
function isObjectProperty({ node, parent }: SymbolEntry): boolean {
  return node.kind === property && parent !== null && !holdsMembers.has(parent.node.kind);
}

const mostNamesToJoin = 6;

/**
 * Returns the path with neighbouring names joined in every way, fewest joints first; a long path
 * only at its end.
 */
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

/** Splits the path at `#`, `->`, `\` and `/` too. Empty where there are none. */
function otherSplit(path: readonly string[]): string[] {
  const names = path.flatMap((name) => name.split(/->|[#\\/]/)).filter((name) => name !== "");
  return names.length === path.length ? [] : names;
}

/**
 * Looks up `f[1]`, the second of several symbols or the child with that index; or `scripts["a:b"]`,
 * the child of that name.
 */
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
  const within = { index: indexOf(inner, search.index.nameRule), file: { roots: inner } };
  const found = lookUp(within, rest);
  return { ...found, entries: found.entries.flatMap(({ node }) => search.index.entryOf.get(node) ?? []) };
}

const bracketed = /^([\s\S]*?)\[(?:(\d{1,6})|(["'])((?:(?!\3)[\s\S])*)\3)\]$/;

/** Returns the children of that name, or else the one at that index. */
function childrenNamed(index: SymbolIndex, parents: readonly SymbolEntry[], name: string, at?: number): SymbolEntry[] {
  const children = parents
    .flatMap(({ node }) => node.children)
    .flatMap((node) => index.entryOf.get(node) ?? [])
    .sort((a, b) => a.order - b.order);
  const named = children.filter((child) => child.name.raw === name || child.name.plain.join(".") === name);
  if (named.length > 0 || at === undefined) return named;
  return children.slice(at, at + 1);
}

/** Returns a path that leads to this symbol and no other; null where there is none. */
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
