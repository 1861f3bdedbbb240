/** Renders answers of methods that LSP does not have: syntax nodes and symbol search. */

import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import type { NodeEntry } from "../../session/methods/nodes.js";
import type { SymbolSearchResult } from "../../session/methods/search.js";
import { quoteForShell, renderLocateJson } from "./locateText.js";
import { renderLocation, shorten, type View } from "./view.js";

/** The minimum of columns for a node's first line, however narrow the terminal is. */
const MIN_TEXT_COLUMNS = 20;

/**
 * Renders nodes from the smallest to the root. A star marks those whose first line and type are
 * unique in the file.
 */
export function renderNodes({ nodes }: { readonly nodes: readonly NodeEntry[] }, view: View): string {
  const { colours, width } = view;
  const rows = nodes.map(({ type, field = "", range: { start, end }, text, unique }) => ({
    mark: unique ? "*" : " ",
    cells: [type, field, `${start.line}:${start.character}-${end.line}:${end.character}`],
    text,
  }));
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map(({ cells }) => cells[column]?.length ?? 0)));
  const taken = widths.reduce((sum, width) => sum + width + 2, 2);
  const lines = rows.map(({ mark, cells, text }) => {
    const columns = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    return `${colours.green(mark)} ${columns}  ${shorten(text, Math.max(MIN_TEXT_COLUMNS, width - taken))}`;
  });
  const first = nodes.find(({ unique }) => unique);
  return [...lines, ...(first ? [colours.dim(example(first, view))] : [])].join("\n");
}

function example({ type, text }: NodeEntry, { uri, pathOf }: View): string {
  const locate = { file_path: pathOf(uri), anchor_text: text, ancestor_node_type: type };
  return `* by its first line and its type: ${quoteForShell(renderLocateJson(locate))}`;
}

/** Renders symbols with the lines of their declarations; "" without any. */
export function renderSearch({ symbols }: { readonly symbols: readonly SymbolSearchResult[] }, view: View): string {
  // Our own answers are in UTF-16, whatever the server's encoding is.
  const inUnits: View = { ...view, encoding: "utf-16" };
  return symbols
    .map(({ uri, symbol_path, kind, position: { line, character } }) => {
      const start = { line: line - 1, character: character - 1 };
      const end = { line: start.line, character: start.character + (symbol_path.at(-1)?.length ?? 0) };
      return renderLocation(uri, { start, end }, inUnits, `${kind} ${formatSymbolPath(symbol_path)}`);
    })
    .join("\n");
}
