/** Where a Locate lands, as the answer itself: the line with the marker at the place, or the text of a range. */

import { codeBlock } from "../../../session/methods/markdown.js";
import type { Document } from "../../../text/document.js";
import { rangeToOffsets } from "../../../text/position.js";
import type { PlaceView } from "../../show/view.js";
import { limitLines } from "./limitLines.js";

/** Characters of a long line on either side of the place. */
const MAX_CONTEXT_CHARACTERS = 120;
/** Lines of a range. */
const MAX_RANGE_LINES = 300;

/** `12: total += item.<|>price` */
export function renderPoint({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from } = rangeToOffsets(document, at, encoding);
  const line = document.lineAt(from);
  const [lineFrom, lineTo] = [document.lineFrom(line), document.lineTo(line)];
  const before = document.slice(Math.max(lineFrom, from - MAX_CONTEXT_CHARACTERS), from).trimStart();
  const behind = document.slice(from, Math.min(lineTo, from + MAX_CONTEXT_CHARACTERS)).trimEnd();
  const [cutBefore, cutBehind] = [
    from - MAX_CONTEXT_CHARACTERS > lineFrom ? "…" : "",
    from + MAX_CONTEXT_CHARACTERS < lineTo ? "…" : "",
  ];
  return `${line + 1}: ${cutBefore}${before}<|>${behind}${cutBehind}`;
}

/** Of what `locate/nodes` answers, what is read here: in the markdown a line of heading, then one for each node. */
export interface NodesAnswer {
  readonly nodes: readonly { readonly unique: boolean }[];
  readonly markdown: string;
}

/** Nodes that their first line tells from any other; all, where it tells none. */
export function renderNodeList({ nodes, markdown }: NodesAnswer): string {
  if (!nodes.some(({ unique }) => unique)) return markdown;
  const [heading, ...lines] = markdown.split("\n");
  return [heading, ...lines.filter((_, index) => nodes[index]?.unique !== false)].join("\n");
}

/** The text as it stands, in a block of code. */
export function renderRange({ documentOf, uri, at, encoding }: PlaceView): string {
  const document = documentOf(uri);
  if (!document || !at) return "";
  const { from, to } = rangeToOffsets(document, at, encoding);
  const lastLine = document.lineAt(to) + 1;
  const advice = `Write lines for the rest, such as :${document.lineAt(from) + 1 + MAX_RANGE_LINES}-${lastLine}.`;
  return codeBlock(limitLines(indentedText(document, from, to), MAX_RANGE_LINES, advice));
}

/** From the beginning of its line where only whitespace is before it: code without its first indentation reads crooked. */
function indentedText(document: Document, from: number, to: number): string {
  const lineFrom = document.lineFrom(document.lineAt(from));
  const indentation = document.slice(lineFrom, from);
  return `${/^\s*$/.test(indentation) ? indentation : ""}${document.slice(from, to)}`;
}
