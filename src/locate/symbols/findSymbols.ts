/** Lookup of symbols by path. */

import type { NameRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { appendAll, minOf, SizedMap } from "../../text/list.js";
import { languageOf } from "../locate.js";
import { type DocumentFile, FILE_HEAD_LENGTH, isFileQualifier } from "./fileQualifier.js";
import { type ConstraintContext, constraintSurplus, NO_FIT } from "./fitConstraint.js";
import { pathsOfHeads } from "./pathsOfHeads.js";
import { constraintOf } from "./segmentConstraint.js";
import {
  compareByOrder,
  countContainers,
  findFits,
  openConstraints,
  type PathName,
  type SymbolEntry,
  type SymbolFit,
  type SymbolIndex,
  symbolIndexOf,
} from "./symbolIndex.js";
import { readName } from "./symbolNames.js";
import { type SymbolNode, symbolKindOfName, symbolKindsNamed } from "./symbolNode.js";

export interface SymbolContext {
  readonly language: string;
  /** The path of the file and the head of its text, which name its module and package. */
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  /** The document, whose declarations say what the servers' names leave out. */
  readonly document?: Document | undefined;
}

/** Returns the context of the symbols of a document, for a Locate in it. */
export function symbolContextOf(
  locate: { readonly file_path?: string | undefined },
  source: SymbolContextSource,
): SymbolContext {
  const { document } = source;
  return {
    language: languageOf(locate, source),
    path: locate.file_path,
    text: document.slice(0, FILE_HEAD_LENGTH),
    document,
  };
}

interface SymbolContextSource {
  readonly document: Document;
  readonly languageId?: string | undefined;
}

/**
 * The symbols of one path, in source order. In one container, they are overloads or similar; in
 * several containers, the path is ambiguous.
 */
export interface SymbolMatches {
  readonly entries: readonly SymbolEntry[];
  readonly containerCount: number;
}

export const noMatches: SymbolMatches = { entries: [], containerCount: 0 };

/**
 * Returns the symbols that a path leads to, without entries where it leads nowhere. What its names
 * say besides the plain ones (parameters, arity, a receiver, modifiers) must be true of them.
 */
export function findSymbols(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): SymbolMatches {
  return lookUpIndexed({ ...searchIn(roots, context), constraints: context }, path);
}

/** Returns the symbols that a path would lead to if its names said nothing but the plain ones. */
export function findSymbolsByName(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): SymbolMatches {
  return lookUpIndexed(searchIn(roots, context), path);
}

interface SymbolSearch {
  readonly index: SymbolIndex;
  readonly file: DocumentFile;
  readonly cache: PathCache;
  /** Undefined where only names are compared. */
  readonly constraints?: ConstraintContext;
}

function searchIn(roots: readonly SymbolNode[], { language, path, text }: SymbolContext): SymbolSearch {
  const index = symbolIndexOf(roots, factsOf(language).nameRule);
  return { index, file: { path, text, roots }, cache: pathCacheOf(index, { path, text }) };
}

function lookUpIndexed(search: SymbolSearch, path: readonly string[]): SymbolMatches {
  // No generic argument looks like this: it is an invalid index.
  const isMiscounted = path.some(
    (name) => name.endsWith("]") && /\[(?:-\d+|\d+\.\d+|\s*)\]$/.test(name) && !search.index.byName.has(name),
  );
  return isMiscounted ? noMatches : lookUp(search, path);
}

/**
 * Looks a path up as it is split, then with neighbouring names joined, then split at other
 * separators, then by its brackets, then as heads of declarations.
 */
function lookUp(search: SymbolSearch, path: readonly string[]): SymbolMatches {
  const { cache, constraints } = search;
  const key = JSON.stringify([constraints !== undefined, ...path]);
  const before = cache.matches.get(key);
  if (before !== undefined) return before;
  const found = lookUpSplit(search, path) ?? lookUpBrackets(search, path) ?? lookUpHeads(search, path) ?? noMatches;
  if (found.entries.length > 1) cache.matches.set(key, found, found.entries.length);
  return found;
}

function lookUpSplit(search: SymbolSearch, path: readonly string[]): SymbolMatches | null {
  for (const ways of [() => [path], () => joinedPaths(path, search.index), () => [splitAtOtherSeparators(path)]]) {
    for (const names of ways()) {
      const fits = hasSymbolNamed(names.at(-1) ?? "", search.index)
        ? bestFits(search, pathsOf(names, search.index.nameRule))
        : [];
      if (fits.length > 0) return narrowFits(fits);
    }
  }
  return null;
}

/** Looks up a path whose names are whole heads of declarations, which only the text has. */
function lookUpHeads(search: SymbolSearch, path: readonly string[]): SymbolMatches | null {
  if (search.constraints?.document === undefined) return null;
  for (const names of pathsOfHeads(path)) {
    const fits = bestFits(search, [names]);
    if (fits.length > 0) return narrowFits(fits);
  }
  return null;
}

/**
 * Returns the fits of the best rank, and of these those that leave out least of their declarations:
 * of the whole path, or else of the path without a file qualifier.
 */
function bestFits(search: SymbolSearch, paths: readonly (readonly PathName[])[]): SymbolFit[] {
  for (const path of paths) {
    for (let skipped = 0; skipped < path.length; skipped++) {
      if (skipped > 0 && !isQualifierOf(path.slice(0, skipped), search)) continue;
      const rest = path.slice(skipped);
      const fits = withConstraints(findFits(search.index, rest), rest, search);
      if (fits.length > 0) return fits;
    }
  }
  return [];
}

function isQualifierOf(names: readonly PathName[], { file, constraints }: SymbolSearch): boolean {
  // No name of a file has parameters or a receiver.
  if (constraints !== undefined && names.some(({ constraint }) => constraint !== undefined)) return false;
  return isFileQualifier(
    names.map(({ plain }) => plain),
    file,
  );
}

/**
 * Returns the best of the fits whose declarations are as the path says: those by their raw names,
 * or else those that it leaves out least of.
 */
function withConstraints(fits: SymbolFit[], path: readonly PathName[], { constraints }: SymbolSearch): SymbolFit[] {
  if (constraints === undefined || path.every(({ constraint }) => constraint === undefined)) return bestRanked(fits);
  const open = fits.map((fit) => openConstraints(fit, path));
  const byRawName = fits.filter((_, at) => open[at]?.length === 0);
  if (byRawName.length > 0) return bestRanked(byRawName);
  const surplus = new Map(
    fits.map((fit, at) => {
      const costs = (open[at] ?? []).map(({ constraint, entry, isOuter }) =>
        constraintSurplus(constraint, entry, constraints, isOuter),
      );
      return [fit, costs.reduce((sum, cost) => sum + cost, 0)];
    }),
  );
  const ranked = bestRanked(fits.filter((fit) => surplus.get(fit) !== NO_FIT));
  const least = minOf(ranked.map((fit) => surplus.get(fit) ?? NO_FIT));
  return ranked.filter((fit) => surplus.get(fit) === least);
}

/** Checks whether there is any symbol for a path that ends in this name. */
function hasSymbolNamed(name: string, { byName, nameRule }: SymbolIndex): boolean {
  return byName.has(name) || readName(name, nameRule).plain.some((plain) => byName.has(plain));
}

function bestRanked(fits: SymbolFit[]): SymbolFit[] {
  let best = Number.POSITIVE_INFINITY;
  for (const { rank } of fits) best = Math.min(best, rank);
  return fits.filter(({ rank }) => rank === best);
}

/**
 * Returns a path as it is split; and, where one of its names has several in it (`"A::B"`), split
 * there too.
 */
function pathsOf(names: readonly string[], rule: NameRule): PathName[][] {
  const read = names.map((name) => {
    const { plain } = readName(name, rule);
    return { raw: name, plain, constraint: constraintOf(name, plain, rule) };
  });
  const asSplit = read.map(({ raw, plain, constraint }) =>
    plain.length === 1 ? { raw, plain: plain[0] ?? raw, constraint } : { raw, plain: raw },
  );
  if (read.every(({ plain }) => plain.length <= 1)) return [asSplit];
  const flat = read.flatMap(({ raw, plain, constraint }): PathName[] => {
    if (plain.length === 0) return [{ raw, plain: raw }];
    return plain.map((name, at) => ({ raw: name, plain: name, ...(at === plain.length - 1 && { constraint }) }));
  });
  return [asSplit, flat];
}

/** Selects the symbols that are meant from fits of one rank. */
function narrowFits(fits: readonly SymbolFit[]): SymbolMatches {
  if (fits.length === 1) return { entries: fits.map(({ entry }) => entry), containerCount: 1 };
  const specific = fits.filter(({ isSpecific }) => isSpecific);
  let entries = (specific.length > 0 ? specific : fits).map(({ entry }) => entry);
  entries = withoutInner(entries);
  entries = filterIfAny(entries, (entry) => !isObjectProperty(entry));
  entries.sort(compareByOrder);
  return { entries, containerCount: countContainers(entries) };
}

function filterIfAny(entries: SymbolEntry[], isBetter: (entry: SymbolEntry) => boolean): SymbolEntry[] {
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

const PROPERTY_KIND = symbolKindOfName("property");
const memberContainerKinds = symbolKindsNamed("module", "namespace", "package", "class", "enum", "interface", "struct");

/** Checks for a property of an object literal, not of a class. */
function isObjectProperty({ node, parent }: SymbolEntry): boolean {
  return node.kind === PROPERTY_KIND && parent !== null && !memberContainerKinds.has(parent.node.kind);
}

const MAX_JOINED_NAMES = 6;

/**
 * Returns the path with neighbouring names joined in every way, fewest joints first; a long path
 * only at its end. None where no symbol has such a name.
 */
function joinedPaths(path: readonly string[], index: SymbolIndex): string[][] {
  if (path.length < 2 || !joinedEnds(path).some((name) => hasSymbolNamed(name, index))) return [];
  const joints = Math.min(path.length, MAX_JOINED_NAMES) - 1;
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

/** Returns the last name, alone and joined with the names before it in every way. */
function joinedEnds(path: readonly string[]): string[] {
  const all: string[] = [];
  let ends = path.slice(-1);
  for (let at = path.length - 1; ends.length > 0; at--) {
    appendAll(all, ends);
    const before = path.length - at < MAX_JOINED_NAMES ? path[at - 1] : undefined;
    ends = before === undefined ? [] : ends.flatMap((end) => [`${before}.${end}`, `${before}::${end}`]);
  }
  return all;
}

/** Splits the path at `#`, `->`, `\` and `/` too. Empty where there are none. */
function splitAtOtherSeparators(path: readonly string[]): string[] {
  const names = path.flatMap((name) => name.split(/->|[#\\/]/)).filter((name) => name !== "");
  return names.length === path.length ? [] : names;
}

/**
 * Looks up `f[1]`, the second of several symbols or the child with that index; or `scripts["a:b"]`,
 * the child of that name.
 */
function lookUpBrackets(search: SymbolSearch, path: readonly string[]): SymbolMatches | null {
  const at = path.findIndex((name) => bracketSuffix.test(name));
  const [, name = "", number, , child] = bracketSuffix.exec(path[at] ?? "") ?? [];
  if (at < 0) return null;
  const { entries } = lookUp(search, [...path.slice(0, at), ...(name === "" ? [] : [name])].filter(Boolean));
  const rest = path.slice(at + 1);
  const chosen =
    number === undefined
      ? childrenNamed(search.index, entries, child ?? "")
      : entries.length === 1
        ? childrenNamed(search.index, entries, number, Number(number))
        : entries.slice(Number(number), Number(number) + 1);
  if (rest.length === 0) return { entries: chosen, containerCount: countContainers(chosen) };
  const inner = chosen[0]?.node.children;
  if (inner === undefined) return noMatches;
  const index = symbolIndexOf(inner, search.index.nameRule);
  const within = { ...search, index, file: { roots: inner }, cache: pathCacheOf(index, {}) };
  const found = lookUp(within, rest);
  return { ...found, entries: found.entries.flatMap(({ node }) => search.index.entryOf.get(node) ?? []) };
}

const bracketSuffix = /^([\s\S]*?)\[(?:(\d{1,6})|(["'])((?:(?!\3)[\s\S])*)\3)\]$/;

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

/**
 * Returns the declarations that a path would lead to if it were not for what it says besides their
 * names: parameters, an index.
 */
export function namesakesOf(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): readonly SymbolEntry[] {
  const names = path.map((name) => name.replace(/\[-\w.]*\]$/, ""));
  const { entries } = findSymbolsByName(names, roots, context);
  if (entries.length > 0 || context.document === undefined) return entries;
  const heads = pathsOfHeads(names).map((head) => head.map(({ plain }) => plain));
  return heads.map((head) => findSymbolsByName(head, roots, context).entries).find((found) => found.length > 0) ?? [];
}

/**
 * A cache of the paths that lead to several symbols: looking up each of these symbols by its path
 * finds all the others too.
 */
interface PathCache {
  readonly path: string | undefined;
  readonly text: string | undefined;
  /** By the path as JSON. */
  readonly matches: SizedMap<string, SymbolMatches>;
}

/** The maximum of entries in all matches of a cache. */
const MAX_CACHED_ENTRIES = 500_000;
const pathCaches = new WeakMap<SymbolIndex, PathCache>();

/**
 * Returns the cache of an index. It is replaced when the file's path or head changes, as both can
 * be part of a path.
 */
function pathCacheOf(index: SymbolIndex, { path, text }: Pick<SymbolContext, "path" | "text">): PathCache {
  const before = pathCaches.get(index);
  if (before?.path === path && before?.text === text && before !== undefined) return before;
  const cache = { path, text, matches: new SizedMap<string, SymbolMatches>(MAX_CACHED_ENTRIES) };
  pathCaches.set(index, cache);
  return cache;
}
