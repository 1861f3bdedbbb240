/** Items of call and type hierarchies, made from symbols that syntax trees show. */

import type { CallHierarchyItem, SymbolKind, TypeHierarchyItem } from "vscode-languageserver-protocol";
import type { Backend } from "../../../ask/backend/backend.js";
import {
  callableSymbolKinds,
  type SymbolNode,
  symbolKindOfName,
  symbolsAround,
} from "../../../locate/symbols/symbolNode.js";
import { offsetsToRange } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import type { DocumentVersion } from "../../place/syntaxView.js";

type Encoded = Pick<Backend, "encoding">;

/** Returns a symbol as an item of either hierarchy. */
export function itemOf(document: DocumentVersion, symbol: SymbolNode, { encoding }: Encoded): CallHierarchyItem {
  const { name, kind, from, to, nameFrom, nameTo } = symbol;
  const range = offsetsToRange(document.text, { from, to }, encoding);
  const selectionRange = offsetsToRange(document.text, { from: nameFrom, to: nameTo }, encoding);
  return { name, kind: kind as SymbolKind, uri: document.uri, range, selectionRange };
}

/** Returns the function around an offset; the file for a place outside of functions. */
export function callerAt(
  document: DocumentVersion,
  symbols: readonly SymbolNode[],
  offset: number,
  backend: Encoded,
): CallHierarchyItem {
  const around = symbolsAround(symbols, offset).findLast(({ kind }) => callableSymbolKinds.has(kind));
  return around ? itemOf(document, around, backend) : fileItem(document, backend);
}

/** Where a type is that extends or implements another, or the method of one. */
interface SubtypeStretches {
  /** Its name. */
  readonly own: Stretch;
  /** The type whose head has the other one's name, and its name. */
  readonly subtype: Stretch & { readonly nameFrom: number };
}

/** Returns that type, or that method, as an item. */
export function subtypeItem(
  document: DocumentVersion,
  symbols: readonly SymbolNode[],
  { own, subtype }: SubtypeStretches,
  { encoding }: Encoded,
): TypeHierarchyItem {
  const symbol = symbolsAround(symbols, own.from).findLast(({ nameFrom }) => nameFrom === own.from);
  const whole = own.from === subtype.nameFrom ? subtype : (symbol ?? own);
  return {
    name: document.text.slice(own.from, own.to),
    kind: (symbol?.kind ?? symbolKindOfName("class")) as SymbolKind,
    uri: document.uri,
    range: offsetsToRange(document.text, { from: whole.from, to: whole.to }, encoding),
    selectionRange: offsetsToRange(document.text, own, encoding),
  };
}

/** Returns the item of calls outside of functions. */
function fileItem(document: DocumentVersion, { encoding }: Encoded): CallHierarchyItem {
  const start = { line: 0, character: 0 };
  return {
    name: decodeURIComponent(document.uri.split("/").at(-1) ?? ""),
    kind: symbolKindOfName("file") as SymbolKind,
    uri: document.uri,
    range: offsetsToRange(document.text, { from: 0, to: document.text.length }, encoding),
    selectionRange: { start, end: start },
  };
}
