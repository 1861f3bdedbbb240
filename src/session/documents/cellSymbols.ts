/** Cells as symbols around what they declare. */

import { cellsIn, type TextCell } from "../../files/documents/notebook/scriptCells.js";
import { CELL_KIND, type SymbolNode } from "../../locate/symbols/symbolNode.js";
import type { Document } from "../../text/document.js";

/** By the symbols of a text, which are the same object while it does not change. */
const nestedSymbols = new WeakMap<
  readonly SymbolNode[],
  { readonly text: Document; readonly all: readonly SymbolNode[] }
>();

/** A text, and the language that tells how its cells begin. */
interface CellDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly text: Document;
}

/** Returns symbols in their cells; the same where the text has none. */
export function withCells(symbols: readonly SymbolNode[], document: CellDocument): readonly SymbolNode[] {
  const before = nestedSymbols.get(symbols);
  if (before?.text === document.text) return before.all;
  const cells = cellsIn(document.text, document);
  const all = nest(symbols, cells);
  nestedSymbols.set(symbols, { text: document.text, all });
  return all;
}

/** Returns symbols around the cells that they contain, and in those that contain them. */
function nest(symbols: readonly SymbolNode[], cells: readonly TextCell[]): readonly SymbolNode[] {
  if (cells.length === 0) return symbols;
  const placed = new Set<TextCell>();
  const outer = symbols.map((symbol) => {
    const inside = cells.filter(({ from, to }) => symbol.from <= from && to <= symbol.to);
    for (const cell of inside) placed.add(cell);
    return inside.length === 0 ? symbol : { ...symbol, children: nest(symbol.children, inside) };
  });
  const own = cells.filter((cell) => !placed.has(cell));
  const isInCell = ({ from: at }: SymbolNode) => own.some(({ from, to }) => from <= at && at < to);
  const nodes = own.map(({ name, title, from, to, headerTo, code }): SymbolNode => {
    const children = outer.filter((each) => from <= each.from && each.from < to);
    return { name, detail: title, kind: CELL_KIND, from, to, nameFrom: from, nameTo: headerTo, code, children };
  });
  return [...outer.filter((each) => !isInCell(each)), ...nodes].sort((a, b) => a.from - b.from);
}
