/** A place that a name means, and what the outline says is declared there. */

import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";

/** A name in a text, or the text itself: then it is empty. */
export interface DefinitionTarget {
  readonly source: SourceText;
  readonly name: Stretch;
}

/** The symbol whose name stands at an offset. */
export function outlineSymbolAt(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return symbol;
    const inner = symbol.from <= offset && offset < symbol.to ? outlineSymbolAt(symbol.children, offset) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
