/** The syntax nodes at a place, from the smallest to the root, and how to name one of them. */

import type { NodeEntry } from "../../session/methods/nodes.js";
import { quoteForShell, renderLocateJson } from "./locateText.js";
import { shorten, type View } from "./view.js";

/** However narrow the screen is, so many columns of a node's first line are shown. */
const MIN_TEXT_COLUMNS = 20;

/** A star is in front of those that their first line and their type tell from all others of the file. */
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
