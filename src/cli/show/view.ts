/** What an answer is drawn with: the sources it speaks of, how to name them, colours, room. Values in, text out: nothing here reads or prints. */

import type { Colors } from "picocolors/types.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition, type PositionEncoding, type Range, rangeToOffsets } from "../../text/position.js";
import { escapeControls } from "./cells.js";
import { type Excerpt, renderExcerpt } from "./excerpt.js";

export interface View {
  readonly colours: Colors;
  /** Columns. */
  readonly width: number;
  /** Of the positions in the answer. */
  readonly encoding: PositionEncoding;
  /** The document the Locate is in. */
  readonly uri: string;
  /** Where in it the Locate landed; undefined where only the document was asked for. */
  readonly at: Range | undefined;
  /** As a person writes it. */
  pathOf(uri: string): string;
  /** The text of a document; undefined where it can't be had. */
  documentOf(uri: string): Document | undefined;
}

/** The part of a view that reading the text around the place takes. */
export type PlaceView = Pick<View, "documentOf" | "uri" | "at" | "encoding">;

/** `src/a.ts:12:5`, the line, and carets under the range; behind the name a word, where there is one to say. */
export function renderLocation(uri: string, range: Range, view: View, word = ""): string {
  const document = view.documentOf(uri);
  const name = formatLocation(uri, range, view);
  const heading = word === "" ? name : `${name}  ${word}`;
  return document ? `${heading}\n${renderSourceLine(document, range, view)}` : heading;
}

export function formatLocation(uri: string, range: Pick<Range, "start">, view: View): string {
  const { path, position } = locationParts(uri, range, view);
  return `${view.colours.cyan(path)}${view.colours.dim(position)}`;
}

/** `src/a.ts` and `:12:5`: 1-based, characters counted in UTF-16 code units as everywhere in the Locate language. */
export function locationParts(
  uri: string,
  { start }: Pick<Range, "start">,
  view: View,
): { path: string; position: string } {
  const document = view.documentOf(uri);
  const character = document ? utf16Start(document, start, view.encoding) : start.character;
  return { path: escapeControls(view.pathOf(uri)), position: `:${start.line + 1}:${character + 1}` };
}

/** The first line of a range and carets under what of the range is in it. */
export function renderSourceLine(
  document: Document,
  range: Range,
  { colours, width, encoding }: View,
  indent = "    ",
): string {
  const { text, marks } = renderRangeExcerpt(document, range, encoding, width - indent.length);
  return `${indent}${text}\n${indent}${colours.green(marks)}`;
}

/** The first line of a range, cut around it to a number of columns. */
export function renderRangeExcerpt(
  document: Document,
  range: Range,
  encoding: PositionEncoding,
  columns: number,
): Excerpt {
  const { from, to } = rangeToOffsets(document, range, encoding);
  const line = document.lineAt(from);
  const lineFrom = document.lineFrom(line);
  const text = document.slice(lineFrom, document.lineTo(line));
  return renderExcerpt(text, from - lineFrom, Math.min(to - lineFrom, text.length), columns);
}

/** The text of a range, one line of it, for lists. */
export function rangeText(uri: string, range: Range, view: View): string {
  const document = view.documentOf(uri);
  if (!document) return "";
  const { from, to } = rangeToOffsets(document, range, view.encoding);
  return shorten(document.slice(from, Math.min(to, from + 1000)), 60);
}

/** Whitespace folded, control characters made harmless, cut to a length. */
export function shorten(text: string, length: number): string {
  const line = escapeControls(
    text
      .slice(0, 4 * length + 100)
      .replace(/\s+/g, " ")
      .trim(),
  );
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : line;
}

/** `1 reference`, `2 references`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function utf16Start(document: Document, start: Range["start"], encoding: PositionEncoding): number {
  if (encoding === "utf-16") return start.character;
  const { from } = rangeToOffsets(document, { start, end: start }, encoding);
  return offsetToPosition(document, from, "utf-16").character;
}
