/** A symbol as outlines list it. */

import { type SymbolNode, symbolKindName } from "../../../locate/symbols/symbolNode.js";
import type { Document } from "../../../text/document.js";
import { offsetToPosition, type Position } from "../../../text/position.js";
import { toOneBased } from "../../place/placeResult.js";

/** A symbol for people and models; lines and characters are 1-based, ranges end exclusively. */
export interface OutlineEntry {
  readonly name: string;
  /** The scope of a Locate that means just this symbol; null for the few that no path reaches. */
  readonly symbol_path: readonly string[] | null;
  readonly kind: string;
  readonly detail?: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly children?: readonly OutlineEntry[];
}

export function toEntry(
  { name, kind, detail, from, to }: SymbolNode,
  text: Document,
  symbol_path: readonly string[] | null,
): OutlineEntry {
  const position = (offset: number) => toOneBased(offsetToPosition(text, offset, "utf-16"));
  return {
    name,
    symbol_path,
    kind: symbolKindName(kind),
    ...(detail ? { detail } : {}),
    range: { start: position(from), end: position(to) },
  };
}

/** Whether a symbol is listed: local ones are left out, unless they contain one that is not. */
export function isListed({ isLocal, children }: SymbolNode): boolean {
  return isLocal !== true || children.some(isListed);
}
