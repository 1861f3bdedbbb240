/** An outline as the Locate language needs it: symbols, and lookups of declarations. */

import { type DeclarationAt, type SymbolNode, symbolKindOfName } from "../../locate/symbols/symbolNode.js";
import { codeRangeOf, type OutlineSymbol } from "../../syntax/outline/outlineSymbol.js";
import { partitionPoint } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";

export interface SyntaxView {
  /** The symbols, each with the comment above it. */
  readonly symbols: readonly SymbolNode[];
  /** The same without these comments, as servers have them. */
  readonly codeSymbols: readonly SymbolNode[];
  readonly declarationAt: DeclarationAt;
  /** Returns the offset of a declaration's name, by the stretch of its code. */
  readonly nameOf: (declaration: Stretch) => number | undefined;
  /**
   * Returns the names that one declaration declares, if it is just this stretch or what is left of
   * it without blank lines.
   */
  readonly declaredIn: (declaration: Stretch) => readonly string[];
}

export function viewOfOutline(outline: readonly OutlineSymbol[]): SyntaxView {
  let codeSymbols: readonly SymbolNode[] | undefined;
  return {
    symbols: symbolNodes(outline, (symbol) => symbol),
    get codeSymbols() {
      codeSymbols ??= symbolNodes(outline, codeRangeOf);
      return codeSymbols;
    },
    ...declarationsIn(outline),
  };
}

/** Recursion is safe: outlines are not deep. */
function symbolNodes(outline: readonly OutlineSymbol[], rangeOf: (symbol: OutlineSymbol) => Stretch): SymbolNode[] {
  return outline.map((symbol) => {
    const { name, kind, detail, nameFrom, nameTo, isLocal, children } = symbol;
    const { from, to } = rangeOf(symbol);
    return {
      name,
      kind: symbolKindOfName(kind),
      ...(detail === undefined ? {} : { detail }),
      from,
      to,
      nameFrom,
      nameTo,
      isLocal,
      children: symbolNodes(children, rangeOf),
    };
  });
}

/**
 * Returns lookups of declarations by an offset in their name: a server may leave out its qualifier.
 */
function declarationsIn(outline: readonly OutlineSymbol[]): Omit<SyntaxView, "symbols" | "codeSymbols"> {
  const all: OutlineSymbol[] = [];
  const collect = (symbols: readonly OutlineSymbol[]): void => {
    for (const symbol of symbols) {
      all.push(symbol);
      collect(symbol.children);
    }
  };
  collect(outline);
  all.sort((a, b) => a.nameFrom - b.nameFrom);
  const keyOf = ({ from, to }: Stretch) => `${from} ${to}`;
  const names = new Map(all.map(({ codeFrom, to, nameFrom }) => [keyOf({ from: codeFrom, to }), nameFrom]));
  const declarationAt: DeclarationAt = (offset, name) => {
    const end = partitionPoint(all, ({ nameFrom }) => nameFrom <= offset);
    const innermost = all[end - 1];
    if (innermost === undefined || innermost.nameTo <= offset) return undefined;
    let first = end - 1;
    while (all[first - 1]?.nameFrom === innermost.nameFrom) first--;
    const { from, codeFrom, to } = all.slice(first, end).find((symbol) => symbol.name === name) ?? innermost;
    return { from, codeFrom, to };
  };
  const declaredIn = ({ from, to }: Stretch) => {
    const outermost = all.filter((symbol) => from <= symbol.codeFrom && symbol.to <= to);
    const [widest] = [...outermost].sort((a, b) => b.to - b.codeFrom - (a.to - a.codeFrom));
    return outermost
      .filter((symbol) => symbol.codeFrom === widest?.codeFrom && symbol.to === widest.to)
      .map(({ name }) => name);
  };
  return { declarationAt, nameOf: (declaration) => names.get(keyOf(declaration)), declaredIn };
}
