/** Renders answers of methods that LSP does not have: syntax nodes and symbol search. */

import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { type ContextAnswer, formatContext } from "../../session/methods/context/formatContext.js";
import {
  describeDifference,
  type NodeEntry,
  type NodeRecord,
  type NodeRecords,
  type RecordedNode,
} from "../../session/methods/nodes.js";
import { describeRest } from "../../session/methods/paging.js";
import { groupedLines, type TextResult } from "../../session/methods/search/groupedLines.js";
import type { SymbolSearchResult } from "../../session/methods/search/symbolResults.js";
import type { UnusedSymbol } from "../../session/methods/search/unusedSymbols.js";
import { describeUnparsed, type UnparsedFacts } from "../../session/place/unparsedFiles.js";
import { maxOf } from "../../text/list.js";
import { escapeLine, escapeName, toPrintableJson } from "../../text/printable.js";
import { quoteForShell } from "./locateText.js";
import { formatLocation, renderLocation, shorten, type View } from "./view.js";

/** The minimum of columns for a node's first line, however narrow the terminal is. */
const MIN_TEXT_COLUMNS = 20;
/** Deeper nodes are not indented further. */
const MAX_INDENT = 40;

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
  const widths = [0, 1, 2].map((column) => Math.max(0, maxOf(rows.map(({ cells }) => cells[column]?.length ?? 0))));
  const taken = widths.reduce((sum, width) => sum + width + 2, 2);
  const lines = rows.map(({ mark, cells, text }) => {
    const columns = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    return `${colours.green(mark)} ${columns}  ${shorten(text, Math.max(MIN_TEXT_COLUMNS, width - taken))}`;
  });
  const first = nodes.find(({ unique }) => unique);
  return [...lines, ...(first ? [colours.dim(example(first, view))] : [])].join("\n");
}

const recordColumns = ["record", "type", "delta", "content", "length", "span", "position", "tree-sitter"];

/**
 * Returns a function that renders a page of records: number, type, delta, content and syntactic
 * length, span, the position rebuilt from them, and tree-sitter's; in red where they differ. The
 * first page has a header. A column becomes wider where a later page needs it.
 */
export function recordPageRenderer({ colours }: Pick<View, "colours">): (page: NodeRecords) => string {
  let widths: readonly number[] | undefined;
  return ({ records }) => {
    const rows = records.map(cellsOfRecord);
    const header = widths === undefined ? [recordColumns] : [];
    const ownWidths = (widths ?? recordColumns.map(({ length }) => length)).map((least, column) =>
      rows.reduce((width, { cells }) => Math.max(width, cells[column]?.length ?? 0), least),
    );
    widths = ownWidths;
    const format = (cells: readonly string[]) =>
      cells
        .map((cell, column) => cell.padEnd(ownWidths[column] ?? 0))
        .join("  ")
        .trimEnd();
    const lines = rows.map(({ cells, isSame }) => (isSame ? format(cells) : colours.red(format(cells))));
    return [...header.map((cells) => colours.dim(format(cells))), ...lines].join("\n");
  };
}

/** Renders what follows the last page: how many records there are, and where they part. */
export function renderRecordsEnd({ count, difference }: NodeRecords, printed: number): string {
  const more = count > printed ? [`${printed} of ${count} records; --limit=${count} shows all.`] : [];
  return [...more, describeDifference(difference)].join("\n");
}

function cellsOfRecord(entry: NodeRecord): { readonly cells: readonly string[]; readonly isSame: boolean } {
  const { record, depth, type, delta, content_length, syntactic_length, span, tree_sitter: node } = entry;
  const [own, actual] = [formatNodeRange(entry), node === null ? "no node" : formatNodeRange(node)];
  const isSame = own === actual && node?.type === type && node.depth === depth;
  const cells = [
    String(record),
    `${" ".repeat(Math.min(depth, MAX_INDENT))}${type}`,
    `${delta.lines}:${delta.columns} +${delta.offset}`,
    String(content_length),
    String(syntactic_length),
    `${span.lines}:${span.columns}`,
    own,
    isSame || node === null ? actual : `${actual} ${node.type}`,
  ];
  return { cells, isSame };
}

function formatNodeRange({ start, end }: Pick<RecordedNode, "start" | "end">): string {
  return `${start.line}:${start.character}-${end.line}:${end.character} [${start.offset}, ${end.offset})`;
}

function example({ type, text }: NodeEntry, { uri, pathOf }: View): string {
  const locate = { file_path: pathOf(uri), anchor_text: text, ancestor_node_type: type };
  return `* by its first line and its type: ${quoteForShell(toPrintableJson(locate))}`;
}

/** Renders the sections as Markdown, with Locates as they are written here. */
export function renderContext(answer: ContextAnswer, view: View): string {
  return formatContext(answer, view.writeLocate);
}

/** The answer to `locate/search`, of symbols or of text. */
export interface SearchAnswer {
  readonly symbols: readonly (SymbolSearchResult & Partial<UnusedSymbol>)[];
  readonly count: number;
  /** With `unused`: how many declarations were looked at. */
  readonly checked?: number;
  readonly more?: true;
  readonly after?: number;
  readonly unparsed?: UnparsedFacts;
  /** Those of several names that nothing is declared by. */
  readonly undeclared?: readonly string[];
  readonly text?: readonly TextResult[];
  readonly markdown: string;
}

/** Renders symbols with the lines of their declarations, or lines with a text; "" without any. */
export function renderSearch(answer: SearchAnswer, view: View): string {
  const { symbols, unparsed, undeclared = [], text = [] } = answer;
  // Our own answers are in UTF-16, whatever the server's encoding is.
  const inUnits: View = { ...view, encoding: "utf-16" };
  const places = symbols.map(({ uri, symbol_path, kind, position: { line, character }, use, why }) => {
    const start = { line: line - 1, character: character - 1 };
    const end = { line: start.line, character: start.character + (symbol_path.at(-1)?.length ?? 0) };
    const uses = use === undefined ? "" : `  (${use}${why === undefined ? "" : `: ${escapeLine(why)}`})`;
    const title = `${kind} ${escapeName(formatSymbolPath(symbol_path))}${uses}`;
    const range = { start, end };
    const isLine = view.isBrief && symbols.length > 1;
    return isLine ? `${formatLocation(uri, range, inUnits)}  ${title}` : renderLocation(uri, range, inUnits, title);
  });
  const listed = symbols.length > 0 ? places : groupedLines(text, view.writeLocate);
  if (listed.length === 0) return "";
  const { dim, yellow } = view.colours;
  const isLoose = symbols.length > 0 && symbols.every(({ match = "exact" }) => !["exact", "wildcard"].includes(match));
  const others = undeclared.map((name) => escapeName(name)).join(", ");
  const used = answer.checked === undefined ? undefined : answer.checked - symbols.length;
  const by = [...new Set(symbols.flatMap((each) => (each.use === "unused" ? (each.by ?? []) : [])))].join("; ");
  const notes = [
    ...(used === undefined
      ? []
      : [
          dim(
            `${used} more ${used === 1 ? "is" : "are"} used.${by === "" ? "" : ` Nothing else refers to what is unused, ${by}.`}`,
          ),
        ]),
    ...(others === "" ? [] : [yellow(`Nothing is declared by exactly these names: ${others}.`)]),
    ...(answer.after === undefined ? [] : [dim(restOfSearch(answer, answer.after))]),
    ...(unparsed ? [yellow(`There may be more: ${describeUnparsed(unparsed)}.`)] : []),
  ];
  return [...(isLoose ? [yellow(NO_EXACT_NAME)] : []), ...listed, ...notes].join("\n");
}

const NO_EXACT_NAME = "Nothing is declared by exactly that name; names like it:";

function restOfSearch({ count, more }: SearchAnswer, next: number): string {
  return describeRest({ left: count - next, next, isAtLeast: more === true }, (after) => `--after=${after}`);
}
