/**
 * Where a Locate resolved to: as the first line of an answer, with its other matches; as the answer
 * itself, a line with a marker, a text, or syntax nodes.
 */

import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import type { Document } from "../../../text/document.js";
import { rangeToOffsets } from "../../../text/position.js";
import { codeBlock, escapeName } from "../../../text/printable.js";
import { looseReadings, type ResolvedPlace, rangeOf } from "../../show/resolvedPlace.js";
import type { PlaceView } from "../../show/view.js";
import { limitLines } from "./limitLines.js";

/**
 * Renders `src/shop.py:12:9 in Cart.total · match 1 of 3; the others: 14:9, 20:5`; 1-based.
 * `remark` is the last note.
 */
export function renderHeading(place: ResolvedPlace, remark?: string): string {
  const { match, symbol, others = [] } = place;
  const notes: string[] = [];
  const loose = match && looseReadings[match.reading];
  if (loose) notes.push(`found ${loose}`);
  if (match?.count === 1) notes.push("the only match");
  if (match && match.count > 1) {
    const more = match.count - 1 - others.length;
    const list = [...others.map(formatStart), ...(more > 0 ? [`${more} more`] : [])].join(", ");
    notes.push(`match ${match.index + 1} of ${match.count}; the others: ${list}`);
  }
  if (symbol && symbol.count > 1)
    notes.push(`one of ${symbol.count} symbols with that path; [1] after the path selects the second`);
  if (remark !== undefined) notes.push(remark);
  const name = symbol === undefined ? "" : escapeName(formatSymbolPath(symbol.path));
  const where = name === "" ? "" : match ? ` in ${name}` : `, ${name}`;
  return [`${escapeName(place.file_path)}:${formatTarget(place)}${where}`, ...notes].join(" · ");
}

function formatStart(place: ResolvedPlace): string {
  const start = rangeOf(place)?.start;
  return start ? `${start.line + 1}:${start.character + 1}` : "";
}

function formatTarget(place: ResolvedPlace): string {
  const { range } = place.target;
  const to = range ? `-${range.end.line + 1}:${range.end.character + 1}` : "";
  return `${formatStart(place)}${to}`;
}

/** The maximum of characters of a line on either side of the place. */
const MAX_CONTEXT_CHARACTERS = 120;
/** The maximum of lines of a range. */
const MAX_RANGE_LINES = 300;

/** Renders `12: total += item.<|>price`. */
export function renderPoint({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from } = rangeToOffsets(document, at, encoding);
  const line = document.lineAt(from);
  const [lineFrom, lineTo] = [document.lineFrom(line), document.lineTo(line)];
  const before = document.slice(Math.max(lineFrom, from - MAX_CONTEXT_CHARACTERS), from).trimStart();
  const after = document.slice(from, Math.min(lineTo, from + MAX_CONTEXT_CHARACTERS)).trimEnd();
  const [cutBefore, cutAfter] = [
    from - MAX_CONTEXT_CHARACTERS > lineFrom ? "…" : "",
    from + MAX_CONTEXT_CHARACTERS < lineTo ? "…" : "",
  ];
  return `${line + 1}: ${cutBefore}${before}<|>${after}${cutAfter}`;
}

/**
 * The part of the answer to `locate/nodes` that is read here: the Markdown has a heading, then a
 * line for each node.
 */
export interface NodesAnswer {
  readonly nodes: readonly { readonly unique: boolean }[];
  readonly markdown: string;
}

/** Renders the nodes whose first line is unique, or all if none is. */
export function renderNodeList({ nodes, markdown }: NodesAnswer): string {
  if (!nodes.some(({ unique }) => unique)) return markdown;
  const [heading, ...lines] = markdown.split("\n");
  return [heading, ...lines.filter((_, index) => nodes[index]?.unique !== false)].join("\n");
}

/** Renders the text of a range in a code block. */
export function renderRange({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from, to } = rangeToOffsets(document, at, encoding);
  const lastLine = document.lineAt(to) + 1;
  const advice = `Write lines for the rest, such as :${document.lineAt(from) + 1 + MAX_RANGE_LINES}-${lastLine}.`;
  return codeBlock(limitLines(indentedText(document, from, to), MAX_RANGE_LINES, advice));
}

/** Returns a text with the indentation before it, so that its lines stay aligned. */
function indentedText(document: Document, from: number, to: number): string {
  const lineFrom = document.lineFrom(document.lineAt(from));
  const indentation = document.slice(lineFrom, from);
  return `${/^\s*$/.test(indentation) ? indentation : ""}${document.slice(from, to)}`;
}
