/** Which symbols a path leads to: section 5 of the protocol, "Symbols". */
import { areOfFile, type FileContext } from "./fileNames.js";
import { isDataLanguage } from "./language.js";
import { readName } from "./names.js";
import {
  containerOf,
  type Entry,
  type Fit,
  fitsOf,
  indexOf,
  type PathName,
  plainPathOf,
  rawPathOf,
  type SymbolIndex,
} from "./symbolIndex.js";
import type { SymbolNode } from "./symbols.js";

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
  const index = indexOf(roots, isDataLanguage(context.language));
  // No generic argument reads like that: it is an index, and one that counts wrong.
  const isMiscounted = path.some((name) => /\[(?:-\d+|\d+\.\d+|\s*)\]$/.test(name) && !index.byName.has(name));
  if (isMiscounted) return none;
  return lookUp({ index, file: { path: context.path, text: context.text, roots } }, path);
}

interface Search {
  readonly index: SymbolIndex;
  readonly file: FileContext;
}

/** As split; then with neighbours as one name; then at other separators; then by what stands in brackets. */
function lookUp(search: Search, path: readonly string[]): FoundSymbols {
  for (const names of [[path], joinings(path), [otherSplit(path)]].flat()) {
    if (names.length === 0) continue;
    const fits = bestFits(search, names);
    if (fits.length > 0) return narrowed(fits, names);
  }
  return lookUpBrackets(search, path);
}

/** The fits of the best rank there is: of the path as it stands, then without the leading names that say where the file is. */
function bestFits(search: Search, names: readonly string[]): Fit[] {
  for (const path of pathsOf(names, search.index.isData)) {
    for (let skipped = 0; skipped < path.length; skipped++) {
      if (
        skipped > 0 &&
        !areOfFile(
          path.slice(0, skipped).map(({ plain }) => plain),
          search.file,
        )
      )
        continue;
      const fits = fitsOf(search.index, path.slice(skipped));
      const best = Math.min(...fits.map(({ rank }) => rank));
      if (fits.length > 0) return fits.filter(({ rank }) => rank === best);
    }
  }
  return [];
}

/** A path as it is split, and where one of its names stands for several (`"A::B"`), split there too. */
function pathsOf(names: readonly string[], isData: boolean): PathName[][] {
  const read = names.map((name) => ({ raw: name, plain: readName(name, isData).plain, isCall: /\(\s*\)$/.test(name) }));
  const asSplit = read.map(({ raw, plain, isCall }) => ({
    raw,
    plain: plain.length === 1 ? (plain[0] ?? raw) : raw,
    isCall,
  }));
  if (read.every(({ plain }) => plain.length <= 1)) return [asSplit];
  const flat = read.flatMap(({ raw, plain, isCall }) =>
    plain.length === 0
      ? [{ raw, plain: raw, isCall }]
      : plain.map((each, at) => ({ raw: each, plain: each, isCall: isCall && at === plain.length - 1 })),
  );
  return [asSplit, flat];
}

/** Of fits of one rank, those that are meant. */
function narrowed(fits: readonly Fit[], names: readonly string[]): FoundSymbols {
  const specific = fits.filter(({ isSpecific }) => isSpecific);
  let entries = (specific.length > 0 ? specific : fits).map(({ entry }) => entry);
  entries = withoutInner(entries);
  entries = preferred(entries, (entry) => !isObjectProperty(entry));
  const last = names.at(-1) ?? "";
  const parameters = /\(([\s\S]*)\)$/.exec(last)?.[1]?.replace(/\s+/g, "");
  if (parameters === "") entries = preferred(entries, ({ node }) => callable.has(node.kind));
  else if (parameters !== undefined) entries = preferred(entries, ({ node }) => takes(node, parameters));
  entries.sort((a, b) => a.order - b.order);
  return { entries, containers: new Set(entries.map(containerOf)).size };
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

/** The path with neighbouring names joined to one, in every way, fewest joints first. A long path only at its end. */
function joinings(path: readonly string[]): string[][] {
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
  if (rest.length === 0) return { entries: chosen, containers: new Set(chosen.map(containerOf)).size };
  const inner = chosen[0]?.node.children;
  if (inner === undefined) return none;
  const within = { index: indexOf(inner, search.index.isData), file: { roots: inner } };
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
  const candidates = [plainPathOf(entry), rawPathOf(entry)];
  for (const path of candidates) {
    const found = path.length === 0 ? none : findSymbols(path, roots, context);
    if (found.containers === 1 && found.entries[0]?.node === entry.node) return path;
  }
  for (const path of candidates) {
    const found = path.length === 0 ? none : findSymbols(path, roots, context);
    const at = found.entries.findIndex(({ node }) => node === entry.node);
    const numbered = [...path.slice(0, -1), `${path.at(-1)}[${at}]`];
    if (at >= 0 && found.entries.length > 1 && findSymbols(numbered, roots, context).entries[0]?.node === entry.node)
      return numbered;
  }
  return null;
}
