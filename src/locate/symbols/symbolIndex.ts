/** A document's symbols, indexed by what they may be called, and how well one fits a path. */
import { partitionPoint } from "../../text/binarySearch.js";
import { type NameReading, readName } from "./symbolNames.js";
import type { SymbolNode } from "./symbolNode.js";

export interface SymbolEntry {
  readonly node: SymbolNode;
  readonly name: NameReading;
  readonly parent: SymbolEntry | null;
  /** Its place among all entries. */
  readonly order: number;
}

export interface SymbolIndex {
  readonly isData: boolean;
  readonly roots: readonly SymbolNode[];
  /** In source order, parents before their children: what is inside an entry follows it. */
  readonly entries: readonly SymbolEntry[];
  /** For each entry, by its order: that of the first entry behind it that is not inside it. */
  readonly subtreeEnds: Int32Array;
  readonly entryOf: ReadonlyMap<SymbolNode, SymbolEntry>;
  /** By name as it stands and by last plain name, in their order. */
  readonly byName: ReadonlyMap<string, readonly SymbolEntry[]>;
  /** By the plain names before the last one: `A` of `A::b`. */
  readonly byQualifier: ReadonlyMap<string, readonly SymbolEntry[]>;
}

const indexCache = new WeakMap<readonly SymbolNode[], SymbolIndex>();

/** The index of a list of symbols: made once for each list, which nobody changes. */
export function symbolIndexOf(roots: readonly SymbolNode[], isData: boolean): SymbolIndex {
  const before = indexCache.get(roots);
  if (before?.isData === isData) return before;
  const steps = buildSymbolIndex(roots, isData);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Between two steps of making an index. */
const ENTRIES_PER_STEP = 500;

/** Makes the index of a list of symbols, step by step, for who has other things to do meanwhile; then `indexOf` knows it. */
export function* buildSymbolIndex(roots: readonly SymbolNode[], isData: boolean): Generator<void, SymbolIndex> {
  const before = indexCache.get(roots);
  if (before?.isData === isData) return before;
  const entries: SymbolEntry[] = [];
  const entryOf = new Map<SymbolNode, SymbolEntry>();
  const byName = new Map<string, SymbolEntry[]>();
  const byQualifier = new Map<string, SymbolEntry[]>();
  // Stacks, not recursion: how deep symbols nest is the backend's word.
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
    const name = readName(node.name, isData);
    const entry: SymbolEntry = { node, name, parent: parents.pop() ?? null, order: entries.length };
    entries.push(entry);
    entryOf.set(node, entry);
    const last = name.plain.at(-1);
    add(byName, name.raw, entry);
    if (last !== undefined && last !== name.raw) add(byName, last, entry);
    if (name.plain.length > 1) for (const qualifier of name.plain.slice(0, -1)) add(byQualifier, qualifier, entry);
    if (node.children.length > 0) push(node.children, entry);
    if (entries.length % ENTRIES_PER_STEP === 0) yield;
  }
  const index = { isData, roots, entries, subtreeEnds: subtreeEndsOf(entries), entryOf, byName, byQualifier };
  indexCache.set(roots, index);
  return index;
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
    // What is inside it has been here before.
    const end = Math.max(ends[order] ?? 0, order + 1);
    ends[order] = end;
    const parent = entries[order]?.parent;
    if (parent) ends[parent.order] = Math.max(ends[parent.order] ?? 0, end);
  }
  return ends;
}

/** One name of a path, as it was written and as it is meant. */
export interface PathName {
  readonly raw: string;
  readonly plain: string;
}

/** How a symbol fits a path, the better the less: from the root, the same but for anonymous layers between, only the end of its own path. */
const FROM_ROOT = 0;
const FROM_ROOT_SKIPPING = 1;
const AS_SUFFIX = 2;

export interface SymbolFit {
  readonly entry: SymbolEntry;
  readonly rank: number;
  /** Whether a name of the path that says more than its plain name (`impl Display for Foo`) is just this one's. */
  readonly isSpecific: boolean;
}

/** The symbols whose path ends in these names. */
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

/** Whether a symbol's own path leads to it alone, where that can be told without looking up every way to read the path. */
export function hasUniquePath(entry: SymbolEntry, path: readonly string[], index: SymbolIndex): boolean {
  const last = path.at(-1);
  // Names that are read as they stand: then a symbol fits by what it is called, and by nothing else.
  if (last === undefined || index.entries[entry.order] !== entry) return false;
  if (!path.every((name) => isPlainName(name, index.isData))) return false;
  const names = path.map((name) => ({ raw: name, plain: name }));
  const rank = fitOf(entry, names)?.rank ?? AS_SUFFIX;
  if (rank === AS_SUFFIX) return false;
  return candidatesIn(index.byName.get(last) ?? [], index, names).every(
    (other) => other === entry || (fitOf(other, names)?.rank ?? AS_SUFFIX) > rank,
  );
}

function isPlainName(name: string, isData: boolean): boolean {
  const { plain } = readName(name, isData);
  return plain.length === 1 && plain[0] === name && !name.endsWith("]");
}

/** Fewer are just looked at. */
const MAX_UNFILTERED_CANDIDATES = 8;

/**
 * Of symbols that the last name may mean, which are in their order, those inside symbols that the other names may mean, where these are much
 * fewer: every name of a path is one of its symbol's own, or of one around it.
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

/** Those that a name in the midst of a path may mean; some more than once. */
function holdersOf({ byName, byQualifier }: SymbolIndex, { raw, plain }: PathName): Holders {
  return [byName.get(raw) ?? [], raw === plain ? [] : (byName.get(plain) ?? []), byQualifier.get(plain) ?? []];
}

/** Those of the entries, which are in their order, that are one of the holders or inside one. */
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
 * Matches a path with a symbol and those around it, from the inside out. At each there is one way to go on, so that no tree makes it
 * slow: by the name as it stands if that fits, else by the plain ones, else past it.
 */
function fitOf(entry: SymbolEntry, path: readonly PathName[]): SymbolFit | null {
  let at: SymbolEntry | null = entry;
  let left = path.length;
  let skipped = false;
  let isSpecific = false;
  while (left > 0) {
    if (at === null) return null;
    const { raw, plain } = at.name;
    const wanted = path[left - 1];
    if (wanted?.raw === raw) {
      isSpecific ||= wanted.raw !== wanted.plain;
      left--;
    } else if (plain.length > 0) {
      const count = Math.min(plain.length, left);
      for (let back = 1; back <= count; back++) if (plain.at(-back) !== path[left - back]?.plain) return null;
      // The path begins in the midst of this one's names.
      if (count < plain.length) return { entry, rank: AS_SUFFIX, isSpecific };
      left -= count;
    } else {
      // A layer without a name may be skipped, unless it is what the path leads to.
      if (left === path.length) return null;
      skipped = true;
    }
    at = at.parent;
  }
  return { entry, rank: rankOf(at, skipped), isSpecific };
}

function rankOf(rest: SymbolEntry | null, skipped: boolean): number {
  let above = rest;
  while (above !== null && above.name.plain.length === 0) above = above.parent;
  if (above !== null) return AS_SUFFIX;
  return rest === null && !skipped ? FROM_ROOT : FROM_ROOT_SKIPPING;
}

/** The names that lead to an entry, anonymous layers left out; without a name of its own, as the server calls it. */
export function plainPathOf(entry: SymbolEntry): string[] {
  const names = entry.name.plain.length > 0 ? entry.name.plain.toReversed() : [entry.name.raw];
  for (let at = entry.parent; at !== null; at = at.parent) {
    const { plain } = at.name;
    for (let back = 1; back <= plain.length; back++) names.push(plain.at(-back) ?? "");
  }
  return names.filter((name) => name !== "").reverse();
}

/** The names that lead to an entry, each as the server calls it. */
export function rawPathOf(entry: SymbolEntry): string[] {
  const names: string[] = [];
  for (let at: SymbolEntry | null = entry; at !== null; at = at.parent) if (at.name.raw !== "") names.push(at.name.raw);
  return names.reverse();
}

/** How many containers these symbols have. */
export function countContainers(entries: readonly SymbolEntry[]): number {
  const parents = new Set<SymbolEntry | null>();
  const containers = new Set<string>();
  for (const entry of entries) {
    // Those of one plain name have the container of their siblings.
    if (entry.name.plain.length <= 1) {
      if (parents.has(entry.parent)) continue;
      parents.add(entry.parent);
    }
    containers.add(containerOf(entry));
  }
  return containers.size;
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
