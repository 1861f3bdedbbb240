/** The target of a definition request, and its symbol in the outline. */

import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";

/** A name in a text. An empty stretch at 0 means the whole module. */
export interface DefinitionTarget {
  readonly source: SourceText;
  readonly name: Stretch;
}

/** Returns the symbol whose name is at an offset, or undefined. */
export function outlineSymbolAt(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return symbol;
    const inner = symbol.from <= offset && offset < symbol.to ? outlineSymbolAt(symbol.children, offset) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
