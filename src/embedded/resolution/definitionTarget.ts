/** A place that a name means, and what the outline says is declared there. */

import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { Stretch } from "../../text/stretch.js";
import type { Source } from "../session/documents.js";

/** A name in a text, or the text itself: then it is empty. */
export interface Place {
  readonly source: Source;
  readonly name: Stretch;
}

/** The symbol whose name stands at an offset. */
export function symbolAt(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return symbol;
    const inner = symbol.from <= offset && offset < symbol.to ? symbolAt(symbol.children, offset) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
