/** Cells as symbols around what they declare. */

import { cellsIn } from "../../files/documents/notebook/scriptCells.js";
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
  const first = cells[0]?.from ?? Number.POSITIVE_INFINITY;
  const nested = cells.map(({ name, title, from, to, headerTo, code }): SymbolNode => {
    const children = symbols.filter((each) => from <= each.from && each.from < to);
    return { name, detail: title, kind: CELL_KIND, from, to, nameFrom: from, nameTo: headerTo, code, children };
  });
  const all = cells.length === 0 ? symbols : [...symbols.filter((each) => each.from < first), ...nested];
  nestedSymbols.set(symbols, { text: document.text, all });
  return all;
}
