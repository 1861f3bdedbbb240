/** Where symbols of a name are declared, and how to name each. */

import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import type { SymbolSearchResult } from "../../session/methods/search.js";
import { renderLocation, type View } from "./view.js";

/** Each with its line; "" where there are none. */
export function renderSearch({ symbols }: { readonly symbols: readonly SymbolSearchResult[] }, view: View): string {
  // What we say ourselves counts in UTF-16, whatever the server counts in.
  const inUnits: View = { ...view, encoding: "utf-16" };
  return symbols
    .map(({ uri, symbol_path, kind, position: { line, character } }) => {
      const start = { line: line - 1, character: character - 1 };
      const end = { line: start.line, character: start.character + (symbol_path.at(-1)?.length ?? 0) };
      return renderLocation(uri, { start, end }, inUnits, `${kind} ${formatSymbolPath(symbol_path)}`);
    })
    .join("\n");
}
