/**
 * Converts a backend's answer to `textDocument/documentSymbol` to symbols of the Locate language,
 * and flattens it for clients without hierarchical symbols. The differences between servers end
 * here, except for the names, which stay as the backend writes them.
 *
 * - typescript-language-server 5, vtsls 0.3: siblings are sorted by name. We sort by position.
 * - pylsp 1.7, bash-language-server 5.8, vscode-html-language-server 4.10: always flat. We nest by
 *   range.
 * - pylsp 1.7: `import os, sys` are two symbols of one range; symbols are in no order; ranges end
 *   on the next line, in column 0.
 * - clangd 14: containerName is always empty. yaml-language-server 1.25: children come after all
 *   roots.
 * - Perl::LanguageServer 2: ranges end at character 9999. We clamp.
 * - lua-language-server 3: anonymous functions have an empty name. They stay, for their children.
 * - ruby-lsp, intelephense: duplicate symbols.
 * - fortls 3: variables have an empty range in column 0. We take the line.
 */

import type { SymbolNode } from "../locate/symbols/symbolNode.js";
import type { Document } from "../text/document.js";
import { type PositionEncoding, type Range, rangeToOffsets } from "../text/position.js";
import type { Stretch } from "../text/stretch.js";
import { isObject } from "./isObject.js";

/** A symbol while the tree is being built. */
interface DraftSymbol extends SymbolNode {
  readonly children: DraftSymbol[];
}

/** Returns the symbols of `document`, nested, in source order. Malformed items are left out. */
export function parseDocumentSymbols(answer: unknown, document: Document, encoding: PositionEncoding): SymbolNode[] {
  const roots: DraftSymbol[] = [];
  const flat: DraftSymbol[] = [];
  const containers = new Map<DraftSymbol, unknown>();
  // Invariant: a level comes before the levels of its symbols' children.
  const levels: DraftSymbol[][] = [roots];
  const pending: { readonly items: readonly unknown[]; readonly into: DraftSymbol[] }[] = [];
  if (Array.isArray(answer)) pending.push({ items: answer, into: roots });
  // A stack of our own: some trees are deeper than the call stack.
  for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
    for (const item of level.items) {
      if (!isObject(item)) continue;
      const symbol = toDraftSymbol(item, document, encoding);
      if (symbol !== undefined) {
        if (isRange(item["range"])) level.into.push(symbol);
        else {
          flat.push(symbol);
          containers.set(symbol, item["containerName"]);
        }
        levels.push(symbol.children);
      }
      // The children of a malformed item belong to its parent.
      if (Array.isArray(item["children"]))
        pending.push({ items: item["children"], into: symbol?.children ?? level.into });
    }
  }
  for (const root of nestByRange(withoutDuplicates(flat), containers)) roots.push(root);
  for (const level of levels) {
    level.sort(byPosition);
    replaceAll(level, withoutDuplicates(level));
  }
  return roots;
}

export interface FlatSymbolOptions {
  readonly startsAtName?: boolean;
}

/** LSP's SymbolInformation, made from a DocumentSymbol. */
interface FlatSymbol {
  readonly name: unknown;
  readonly kind: unknown;
  readonly tags?: unknown;
  readonly deprecated?: unknown;
  readonly location: { readonly uri: string; readonly range: unknown };
  readonly containerName?: string;
}

/**
 * Returns SymbolInformation[] for clients that did not declare `hierarchicalDocumentSymbolSupport`:
 * parents before their children, in the backend's order. Flat symbols stay as they are.
 * `startsAtName`: the ranges begin at the names, where such clients ask on.
 */
export function flattenSymbols(
  hierarchical: readonly unknown[],
  uri: string,
  { startsAtName = false }: FlatSymbolOptions = {},
): unknown[] {
  const flat: unknown[] = [];
  const pending: { readonly item: unknown; readonly container: string | undefined }[] = [];
  const push = (items: readonly unknown[], container: string | undefined): void => {
    for (let index = items.length - 1; index >= 0; index--) pending.push({ item: items[index], container });
  };
  push(hierarchical, undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, container } = next;
    if (!isObject(item)) continue;
    const { name, range: whole, selectionRange, children } = item;
    const range = startsAtName && isRange(whole) && isRange(selectionRange) ? fromName(whole, selectionRange) : whole;
    if (isRange(range)) flat.push(toFlatSymbol(item, { uri, range }, container));
    else if (isObject(item["location"])) flat.push(item);
    if (Array.isArray(children)) push(children, typeof name === "string" ? name : container);
  }
  return flat;
}

/** Returns a symbol's range from its name on; unchanged where the name is not in it. */
function fromName(whole: Range, { start }: Range): Range {
  const isBefore = (one: Range["start"], other: Range["start"]) =>
    one.line < other.line || (one.line === other.line && one.character < other.character);
  return isBefore(start, whole.start) || isBefore(whole.end, start) ? whole : { start, end: whole.end };
}

function toFlatSymbol(
  { name, kind, tags, deprecated }: Readonly<Record<string, unknown>>,
  location: FlatSymbol["location"],
  container: string | undefined,
): FlatSymbol {
  return {
    name,
    kind,
    ...(tags === undefined ? {} : { tags }),
    ...(deprecated === undefined ? {} : { deprecated }),
    location,
    ...(container === undefined ? {} : { containerName: container }),
  };
}

function toDraftSymbol(
  item: Readonly<Record<string, unknown>>,
  document: Document,
  encoding: PositionEncoding,
): DraftSymbol | undefined {
  const { name, detail, kind, selectionRange, location } = item;
  const range = isRange(item["range"]) ? item["range"] : isObject(location) ? location["range"] : undefined;
  if (typeof name !== "string" || !isKind(kind) || !isRange(range)) return undefined;
  const { from, to } = symbolStretch(range, document, encoding);
  // Without a selection range the name is somewhere in the range: an empty hint at its start.
  const hint = isRange(selectionRange) ? rangeToOffsets(document, selectionRange, encoding) : { from, to: from };
  return {
    name,
    ...(typeof detail === "string" && detail !== "" ? { detail } : {}),
    kind,
    from,
    to,
    nameFrom: hint.from,
    nameTo: hint.to,
    children: [],
  };
}

/** Returns what a symbol's range covers: the whole line for an empty range. */
function symbolStretch(range: Range, document: Document, encoding: PositionEncoding): Stretch {
  const { start, end } = range;
  if (start.line !== end.line || start.character !== end.character) return rangeToOffsets(document, range, encoding);
  return { from: document.lineFrom(start.line), to: document.lineTo(start.line) };
}

/**
 * Nests flat symbols by their ranges, and returns the roots. A symbol belongs to the smallest range
 * around it. The container's name decides between two symbols of one range, and for a symbol that
 * is in no other range (in a namespace whose range is only its own line).
 */
function nestByRange(symbols: readonly DraftSymbol[], containers: ReadonlyMap<DraftSymbol, unknown>): DraftSymbol[] {
  const roots: DraftSymbol[] = [];
  // Invariant: each range contains the next.
  const enclosing: DraftSymbol[] = [];
  const lastOfName = new Map<unknown, DraftSymbol>();
  /** Sorts by start, longer ranges first; of equal ranges, the container of the other first. */
  const containersFirst = (left: DraftSymbol, right: DraftSymbol): number =>
    left.from - right.from ||
    right.to - left.to ||
    Number(containers.get(left) === right.name) - Number(containers.get(right) === left.name);

  for (const symbol of [...symbols].sort(containersFirst)) {
    const container = containers.get(symbol);
    while (enclosing.length > 0 && !holds(enclosing.at(-1) as DraftSymbol, symbol, container)) enclosing.pop();
    // An empty name means no container, although lua-language-server has symbols with an empty
    // name.
    const parent = enclosing.at(-1) ?? (container === "" ? undefined : lastOfName.get(container));
    (parent?.children ?? roots).push(symbol);
    enclosing.push(symbol);
    lastOfName.set(symbol.name, symbol);
  }
  return roots;
}

/**
 * Ranges are half-open: a range that begins at the end of `outer` is after it, even if it is empty.
 */
function holds(outer: DraftSymbol, inner: DraftSymbol, container: unknown): boolean {
  if (outer.from === inner.from && outer.to === inner.to) return container === outer.name;
  return outer.from <= inner.from && inner.to <= outer.to && inner.from < outer.to;
}

/**
 * Sorts by start, longer ranges first. Sorting is stable: otherwise the backend's order is kept.
 */
function byPosition(left: DraftSymbol, right: DraftSymbol): number {
  return left.from - right.from || right.to - left.to;
}

/**
 * Merges siblings of the same name, kind and range into the first one, with the children of all.
 */
function withoutDuplicates(symbols: readonly DraftSymbol[]): DraftSymbol[] {
  const kept = new Map<string, DraftSymbol>();
  for (const symbol of symbols) {
    const key = `${symbol.from} ${symbol.to} ${symbol.kind} ${symbol.name}`;
    const first = kept.get(key);
    if (first === undefined) kept.set(key, symbol);
    else for (const child of symbol.children) first.children.push(child);
  }
  return [...kept.values()];
}

function replaceAll(level: DraftSymbol[], symbols: readonly DraftSymbol[]): void {
  if (symbols.length === level.length) return;
  level.length = 0;
  for (const symbol of symbols) level.push(symbol);
}

function isKind(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

function isRange(value: unknown): value is Range {
  return isObject(value) && isPosition(value["start"]) && isPosition(value["end"]);
}

function isPosition(value: unknown): boolean {
  return isObject(value) && typeof value["line"] === "number" && typeof value["character"] === "number";
}
