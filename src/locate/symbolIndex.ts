/** A document's symbols, indexed by what they may be called, and how well one fits a path. */
import { type NameReading, readName } from "./names.js";
import type { SymbolNode } from "./symbols.js";

export interface Entry {
  readonly node: SymbolNode;
  readonly name: NameReading;
  readonly parent: Entry | null;
  /** Its place among all entries. */
  readonly order: number;
}

export interface SymbolIndex {
  readonly isData: boolean;
  readonly roots: readonly SymbolNode[];
  /** In source order, parents before their children. */
  readonly entries: readonly Entry[];
  readonly entryOf: ReadonlyMap<SymbolNode, Entry>;
  /** By name as it stands and by last plain name. */
  readonly byName: ReadonlyMap<string, readonly Entry[]>;
}

const known = new WeakMap<readonly SymbolNode[], SymbolIndex>();

/** The index of a list of symbols: made once for each list, which nobody changes. */
export function indexOf(roots: readonly SymbolNode[], isData: boolean): SymbolIndex {
  const before = known.get(roots);
  if (before?.isData === isData) return before;
  const index = makeIndex(roots, isData);
  known.set(roots, index);
  return index;
}

function makeIndex(roots: readonly SymbolNode[], isData: boolean): SymbolIndex {
  const entries: Entry[] = [];
  // A stack, not recursion: how deep symbols nest is the backend's word.
  const waiting: { readonly node: SymbolNode; readonly parent: Entry | null }[] = [];
  const push = (nodes: readonly SymbolNode[], parent: Entry | null) => {
    // Reversed, so that the first is popped first.
    for (const node of [...nodes].sort((a, b) => a.from - b.from).reverse()) waiting.push({ node, parent });
  };
  push(roots, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const entry: Entry = { node, parent, name: readName(node.name, isData), order: entries.length };
    entries.push(entry);
    push(node.children, entry);
  }
  const byName = new Map<string, Entry[]>();
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
export interface PathName {
  readonly raw: string;
  readonly plain: string;
  readonly isCall: boolean;
}

/** How a symbol fits a path, the better the less: from the root, the same but for anonymous layers between, only the end of its own path. */
export const fromRoot = 0;
export const fromRootSkipping = 1;
export const asSuffix = 2;

export interface Fit {
  readonly entry: Entry;
  readonly rank: number;
  /** Whether a name of the path that says more than its plain name (`impl Display for Foo`) is just this one's. */
  readonly isSpecific: boolean;
}

/** The symbols whose path ends in these names. */
export function fitsOf(index: SymbolIndex, path: readonly PathName[]): Fit[] {
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
function fitUp(entry: Entry | null, path: readonly PathName[], left: number, skipped: boolean): PartialFit | null {
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
function fitPlain(entry: Entry, path: readonly PathName[], left: number, skipped: boolean): PartialFit | null {
  const { plain } = entry.name;
  const count = Math.min(plain.length, left);
  for (let back = 1; back <= count; back++) if (plain.at(-back) !== path[left - back]?.plain) return null;
  return count < plain.length
    ? { rank: asSuffix, isSpecific: false }
    : fitUp(entry.parent, path, left - count, skipped);
}

/** A layer without a name may be skipped, unless it is what the path leads to. */
function fitLayer(entry: Entry, path: readonly PathName[], left: number): PartialFit | null {
  if (left === path.length) return null;
  let above = entry.parent;
  while (above !== null && above.name.plain.length === 0 && above.name.raw !== path[left - 1]?.raw)
    above = above.parent;
  return fitUp(above, path, left, true);
}

function rankOf(rest: Entry | null, skipped: boolean): number {
  let above = rest;
  while (above !== null && above.name.plain.length === 0) above = above.parent;
  if (above !== null) return asSuffix;
  return rest === null && !skipped ? fromRoot : fromRootSkipping;
}

/** The names that lead to an entry, anonymous layers left out; without a name of its own, as the server calls it. */
export function plainPathOf(entry: Entry): string[] {
  const groups = [entry.name.plain.length > 0 ? entry.name.plain : [entry.name.raw]];
  for (let parent = entry.parent; parent !== null; parent = parent.parent) groups.push(parent.name.plain);
  return groups
    .reverse()
    .flat()
    .filter((name) => name !== "");
}

/** The names that lead to an entry, each as the server calls it. */
export function rawPathOf(entry: Entry): string[] {
  const names: string[] = [];
  for (let at: Entry | null = entry; at !== null; at = at.parent) if (at.name.raw !== "") names.push(at.name.raw);
  return names.reverse();
}

/**
 * What holds an entry, as one text: the same for overloads, reopened namespaces, a struct and its `impl`, a class and what is defined
 * out of line; different for `impl`s of two traits and for two callbacks.
 */
export function containerOf(entry: Entry): string {
  const groups: (readonly string[])[] = [entry.name.plain.slice(0, -1)];
  for (let at = entry.parent; at !== null; at = at.parent) {
    const { plain, of, raw } = at.name;
    const isOneForAll = raw.startsWith("(anonymous namespace") || raw === "<< self";
    const own = plain.length > 0 ? plain : [isOneForAll ? raw : `#${at.order}`];
    groups.push(of === undefined ? own : [...own, ` ${of}`]);
  }
  return groups.reverse().flat().join("\0");
}
