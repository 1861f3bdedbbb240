/** The index of a document's symbols by name, and the fit of a symbol to a path. */

import type { NameRule } from "../../languages/facts.js";
import { partitionPoint } from "../../text/list.js";
import type { SegmentConstraint } from "./segmentConstraint.js";
import { type NameReading, readName } from "./symbolNames.js";
import type { SymbolNode } from "./symbolNode.js";

export interface SymbolEntry {
  readonly node: SymbolNode;
  readonly name: NameReading;
  readonly parent: SymbolEntry | null;
  /** Its index among all entries. */
  readonly order: number;
}

export interface SymbolIndex {
  readonly nameRule: NameRule;
  readonly roots: readonly SymbolNode[];
  /**
   * In source order, parents before their children. The entries inside an entry follow it directly.
   */
  readonly entries: readonly SymbolEntry[];
  /** For each entry, by its order, the order of the first later entry that is not inside it. */
  readonly subtreeEnds: Int32Array;
  readonly entryOf: ReadonlyMap<SymbolNode, SymbolEntry>;
  /** By raw name and by last plain name, in their order. */
  readonly byName: ReadonlyMap<string, readonly SymbolEntry[]>;
  /** By the plain names before the last one: `A` of `A::b`. */
  readonly byQualifier: ReadonlyMap<string, readonly SymbolEntry[]>;
}

const indexCache = new WeakMap<readonly SymbolNode[], SymbolIndex>();

/** Returns the index of a list of symbols, which must not be changed. Each list is indexed once. */
export function symbolIndexOf(roots: readonly SymbolNode[], rule: NameRule): SymbolIndex {
  const before = indexCache.get(roots);
  if (before?.nameRule === rule) return before;
  const steps = buildSymbolIndex(roots, rule);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The number of entries indexed in one step. */
const ENTRIES_PER_STEP = 500;

/**
 * Builds the index of a list of symbols in steps, so that the caller can do other work in between.
 * Afterwards `symbolIndexOf` returns it.
 */
export function* buildSymbolIndex(roots: readonly SymbolNode[], rule: NameRule): Generator<void, SymbolIndex> {
  const before = indexCache.get(roots);
  if (before?.nameRule === rule) return before;
  const entries: SymbolEntry[] = [];
  const entryOf = new Map<SymbolNode, SymbolEntry>();
  const byName = new Map<string, SymbolEntry[]>();
  const byQualifier = new Map<string, SymbolEntry[]>();
  // Stacks instead of recursion, as the backend decides how deep symbols nest.
  const nodes: SymbolNode[] = [];
  const parents: (SymbolEntry | null)[] = [];
  const push = (children: readonly SymbolNode[], parent: SymbolEntry | null) => {
    const sorted = inOrder(children);
    // The last first, so that the first is popped first.
    for (let at = sorted.length - 1; at >= 0; at--) {
      nodes.push(sorted[at] as SymbolNode);
      parents.push(parent);
    }
  };
  push(roots, null);
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const parent = parents.pop() ?? null;
    const name = withoutContainers(readName(node.name, rule), parent);
    const entry: SymbolEntry = { node, name, parent, order: entries.length };
    entries.push(entry);
    entryOf.set(node, entry);
    const last = name.plain.at(-1);
    add(byName, name.raw, entry);
    if (last !== undefined && last !== name.raw) add(byName, last, entry);
    if (name.plain.length > 1) for (const qualifier of name.plain.slice(0, -1)) add(byQualifier, qualifier, entry);
    if (node.children.length > 0) push(node.children, entry);
    if (entries.length % ENTRIES_PER_STEP === 0) yield;
  }
  const index = { nameRule: rule, roots, entries, subtreeEnds: subtreeEndsOf(entries), entryOf, byName, byQualifier };
  indexCache.set(roots, index);
  return index;
}

/**
 * Removes the path of the symbols around a symbol from its name: buf names the field of a message
 * `shop.v1.Item.price`.
 */
function withoutContainers(name: NameReading, parent: SymbolEntry | null): NameReading {
  if (parent === null || name.plain.length < 2) return name;
  const path = plainPathOf(parent);
  const repeats = path.length < name.plain.length && path.every((part, at) => part === name.plain[at]);
  return repeats ? { ...name, plain: name.plain.slice(path.length) } : name;
}

function inOrder(nodes: readonly SymbolNode[]): readonly SymbolNode[] {
  const isSorted = nodes.every((node, at) => at === 0 || (nodes[at - 1] as SymbolNode).from <= node.from);
  return isSorted ? nodes : [...nodes].sort((a, b) => a.from - b.from);
}

function add(map: Map<string, SymbolEntry[]>, name: string, entry: SymbolEntry): void {
  const same = map.get(name);
  if (same === undefined) map.set(name, [entry]);
  else same.push(entry);
}

function subtreeEndsOf(entries: readonly SymbolEntry[]): Int32Array {
  const ends = new Int32Array(entries.length);
  for (let order = entries.length - 1; order >= 0; order--) {
    // All entries inside this one have been visited before.
    const end = Math.max(ends[order] ?? 0, order + 1);
    ends[order] = end;
    const parent = entries[order]?.parent;
    if (parent) ends[parent.order] = Math.max(ends[parent.order] ?? 0, end);
  }
  return ends;
}

/** A name of a path, as written and as a plain name. */
export interface PathName {
  readonly raw: string;
  readonly plain: string;
  /** What the written name says besides the plain one. */
  readonly constraint?: SegmentConstraint | undefined;
}

/**
 * The ranks of a fit, lower is better: from the root, from the root without anonymous layers, as
 * the end of the symbol's own path.
 */
const FROM_ROOT = 0;
const FROM_ROOT_SKIPPING = 1;
const AS_SUFFIX = 2;

export interface SymbolFit {
  readonly entry: SymbolEntry;
  readonly rank: number;
  /**
   * Whether a name of the path that says more than its plain name (`impl Display for Foo`) is
   * exactly this symbol's.
   */
  readonly isSpecific: boolean;
}

/** Returns the symbols whose path ends in these names. */
export function findFits(index: SymbolIndex, path: readonly PathName[]): SymbolFit[] {
  const fits: SymbolFit[] = [];
  const last = path.at(-1);
  if (last === undefined) return fits;
  const byRaw = candidatesIn(index.byName.get(last.raw) ?? [], index, path);
  const byPlain = last.raw === last.plain ? [] : candidatesIn(index.byName.get(last.plain) ?? [], index, path);
  for (const candidates of [byRaw, byPlain]) {
    for (const entry of candidates) {
      if (candidates === byPlain && entry.name.raw === last.raw) continue;
      const fit = fitOf(entry, path);
      if (fit !== null) fits.push(fit);
    }
  }
  return fits;
}

/**
 * Checks whether a symbol's own path leads to it alone. Returns false where only a full lookup
 * could tell.
 */
export function hasUniquePath(entry: SymbolEntry, path: readonly string[], index: SymbolIndex): boolean {
  const last = path.at(-1);
  // The names must have one reading: then a symbol fits by its own name and nothing else.
  if (last === undefined || index.entries[entry.order] !== entry) return false;
  if (!path.every((name) => isPlainName(name, index.nameRule))) return false;
  const names = path.map((name) => ({ raw: name, plain: name }));
  const rank = fitOf(entry, names)?.rank ?? AS_SUFFIX;
  if (rank === AS_SUFFIX) return false;
  return candidatesIn(index.byName.get(last) ?? [], index, names).every(
    (other) => other === entry || (fitOf(other, names)?.rank ?? AS_SUFFIX) > rank,
  );
}

function isPlainName(name: string, rule: NameRule): boolean {
  const { plain } = readName(name, rule);
  return plain.length === 1 && plain[0] === name && !name.endsWith("]");
}

/** The number of candidates up to which all of them are compared. */
const MAX_UNFILTERED_CANDIDATES = 8;

/**
 * Narrows candidates for the last name, which are in order, to those inside symbols that the other
 * names may mean, where these are much fewer. Every name of a path is one of its symbol's own, or
 * of a symbol around it.
 */
function candidatesIn(
  named: readonly SymbolEntry[],
  index: SymbolIndex,
  path: readonly PathName[],
): readonly SymbolEntry[] {
  let candidates = named;
  for (let at = path.length - 2; at >= 0 && candidates.length > MAX_UNFILTERED_CANDIDATES; at--) {
    const holders = holdersOf(index, path[at] as PathName);
    const count = holders.reduce((sum, group) => sum + group.length, 0);
    if (count * MAX_UNFILTERED_CANDIDATES < candidates.length) candidates = insideOf(holders.flat(), candidates, index);
  }
  return candidates;
}

type Holders = readonly (readonly SymbolEntry[])[];

/** Returns the symbols that a name in the middle of a path may mean, some more than once. */
function holdersOf({ byName, byQualifier }: SymbolIndex, { raw, plain }: PathName): Holders {
  return [byName.get(raw) ?? [], raw === plain ? [] : (byName.get(plain) ?? []), byQualifier.get(plain) ?? []];
}

/** Returns the entries, which are in order, that are one of the holders or inside one. */
function insideOf(
  holders: readonly SymbolEntry[],
  entries: readonly SymbolEntry[],
  { subtreeEnds }: SymbolIndex,
): SymbolEntry[] {
  const inside: SymbolEntry[] = [];
  let covered = 0;
  for (const { order } of [...holders].sort(compareByOrder)) {
    const end = subtreeEnds[order] ?? 0;
    const start = Math.max(order, covered);
    for (let at = partitionPoint(entries, (entry) => entry.order < start); at < entries.length; at++) {
      const entry = entries[at] as SymbolEntry;
      if (entry.order >= end) break;
      inside.push(entry);
    }
    covered = Math.max(covered, end);
  }
  return inside;
}

export function compareByOrder(a: SymbolEntry, b: SymbolEntry): number {
  return a.order - b.order;
}

/**
 * Fits a path to a symbol and the symbols around it, from the inside out. Each step has one way to
 * continue, so the cost is bounded in any tree: by the raw name if it fits, else by the plain
 * names, else past the symbol. `onPlainMatch` receives each name whose plain name fits, with its
 * symbol, and whether further names of that symbol follow.
 */
function fitOf(entry: SymbolEntry, path: readonly PathName[], onPlainMatch?: PlainMatchListener): SymbolFit | null {
  let at: SymbolEntry | null = entry;
  let left = path.length;
  let skipped = false;
  let isSpecific = false;
  while (left > 0) {
    if (at === null) return null;
    const { raw, plain } = at.name;
    const wanted = path[left - 1];
    if (wanted?.raw === raw) {
      if (wanted.raw === wanted.plain) onPlainMatch?.(wanted, at, false);
      else isSpecific = true;
      left--;
    } else if (plain.length > 0) {
      const count = Math.min(plain.length, left);
      for (let back = 1; back <= count; back++) {
        const name = path[left - back];
        if (name === undefined || plain.at(-back) !== name.plain) return null;
        onPlainMatch?.(name, at, back > 1);
      }
      // The path begins in the middle of this symbol's names.
      if (count < plain.length) return { entry, rank: AS_SUFFIX, isSpecific };
      left -= count;
    } else {
      // A layer without a name may be skipped, unless the path leads to it.
      if (left === path.length) return null;
      skipped = true;
    }
    at = at.parent;
  }
  return { entry, rank: rankOf(at, skipped), isSpecific };
}

type PlainMatchListener = (name: PathName, entry: SymbolEntry, isOuter: boolean) => void;

/**
 * A name of a path that says more than its plain name, and the symbol that it has to be true of.
 */
export interface ConstrainedName {
  readonly constraint: SegmentConstraint;
  readonly entry: SymbolEntry;
  /** Whether further names of that symbol follow. */
  readonly isOuter: boolean;
}

/** Returns the constraints of a path that are not met by a symbol's raw names alone. */
export function openConstraints({ entry }: SymbolFit, path: readonly PathName[]): readonly ConstrainedName[] {
  const open: ConstrainedName[] = [];
  fitOf(entry, path, ({ constraint }, holder, isOuter) => {
    if (constraint !== undefined) open.push({ constraint, entry: holder, isOuter });
  });
  return open;
}

function rankOf(rest: SymbolEntry | null, skipped: boolean): number {
  let above = rest;
  while (above !== null && above.name.plain.length === 0) above = above.parent;
  if (above !== null) return AS_SUFFIX;
  return rest === null && !skipped ? FROM_ROOT : FROM_ROOT_SKIPPING;
}

/**
 * Returns the plain names that lead to an entry, without anonymous layers. An entry without a plain
 * name has its raw one.
 */
export function plainPathOf(entry: SymbolEntry): string[] {
  const names = entry.name.plain.length > 0 ? entry.name.plain.toReversed() : [entry.name.raw];
  for (let at = entry.parent; at !== null; at = at.parent) {
    const { plain } = at.name;
    for (let back = 1; back <= plain.length; back++) names.push(plain.at(-back) ?? "");
  }
  return names.filter((name) => name !== "").reverse();
}

/** Returns the raw names that lead to an entry. */
export function rawPathOf(entry: SymbolEntry): string[] {
  const names: string[] = [];
  for (let at: SymbolEntry | null = entry; at !== null; at = at.parent) if (at.name.raw !== "") names.push(at.name.raw);
  return names.reverse();
}

/** Counts the containers of these symbols. */
export function countContainers(entries: readonly SymbolEntry[]): number {
  const parents = new Set<SymbolEntry | null>();
  const containers = new Set<string>();
  for (const entry of entries) {
    // Entries with one plain name have the container of their siblings.
    if (entry.name.plain.length <= 1) {
      if (parents.has(entry.parent)) continue;
      parents.add(entry.parent);
    }
    containers.add(containerOf(entry));
  }
  return containers.size;
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
