/**
 * Renders the place of a Locate as the answer: its line with a marker, its text, or its syntax
 * nodes.
 */

import { codeBlock } from "../../../session/methods/markdown.js";
import type { Document } from "../../../text/document.js";
import { rangeToOffsets } from "../../../text/position.js";
import type { PlaceView } from "../../show/view.js";
import { limitLines } from "./limitLines.js";

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
