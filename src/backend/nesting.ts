/** Flat symbols, nested by their ranges. */

import type { DraftSymbol } from "./documentSymbols.js";

/**
 * The roots, with everything else in their children. A symbol belongs to the smallest range around it. Only where ranges can't tell,
 * the name of the container decides: of two symbols with one range, and for a symbol that lies in no other (a namespace whose
 * range is only its own line).
 */
export function nestByRange(
  symbols: readonly DraftSymbol[],
  containers: ReadonlyMap<DraftSymbol, unknown>,
): DraftSymbol[] {
  const roots: DraftSymbol[] = [];
  // Invariant: each range in it holds the next.
  const enclosing: DraftSymbol[] = [];
  const lastOfName = new Map<unknown, DraftSymbol>();
  /** By start; of two with the same start, the longer first; of two with the same range, the one that the other names as its container. */
  const containersFirst = (left: DraftSymbol, right: DraftSymbol): number =>
    left.from - right.from ||
    right.to - left.to ||
    Number(containers.get(left) === right.name) - Number(containers.get(right) === left.name);

  for (const symbol of [...symbols].sort(containersFirst)) {
    const container = containers.get(symbol);
    while (enclosing.length > 0 && !holds(enclosing.at(-1) as DraftSymbol, symbol, container)) enclosing.pop();
    // An empty container is none, though lua-language-server has symbols of that name.
    const parent = enclosing.at(-1) ?? (container === "" ? undefined : lastOfName.get(container));
    (parent?.children ?? roots).push(symbol);
    enclosing.push(symbol);
    lastOfName.set(symbol.name, symbol);
  }
  return roots;
}

/** Ranges are half-open: what begins where the outer one ends is behind it, even if it is empty. */
function holds(outer: DraftSymbol, inner: DraftSymbol, container: unknown): boolean {
  if (outer.from === inner.from && outer.to === inner.to) return container === outer.name;
  return outer.from <= inner.from && inner.to <= outer.to && inner.from < outer.to;
}
