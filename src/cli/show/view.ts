/**
 * The context in which answers are rendered: documents, path names, colours, width. Nothing here
 * reads files or prints.
 */

import type { Colors } from "picocolors/types.js";
import type { Locate } from "../../locate/locate.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition, type PositionEncoding, type Range, rangeToOffsets } from "../../text/position.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { type Excerpt, renderExcerpt } from "./text/sourceLine.js";

export interface View {
  readonly colours: Colors;
  /** Whether lists are in few words: a line for each place, without carets. */
  readonly isBrief: boolean;
  /** Columns. */
  readonly width: number;
  /** The encoding of positions in the answer. */
  readonly encoding: PositionEncoding;
  /** The document of the Locate. */
  readonly uri: string;
  /** Where the Locate resolved to; `undefined` for a request about the whole document. */
  readonly at: Range | undefined;
  /** For each place of the answer, a Locate of the symbol around it, ready to be sent. */
  readonly enclosing?: readonly (string | undefined)[] | undefined;
  /** Returns a Locate of the session as it is written here: ready to be sent. */
  writeLocate(locate: Locate): string;
  /** Returns the path of a URI as a person writes it. */
  pathOf(uri: string): string;
  /** Returns a document; `undefined` if it can't be read. */
  documentOf(uri: string): Document | undefined;
}

/** The part of a view that reading the text around the place takes. */
export type PlaceView = Pick<View, "documentOf" | "uri" | "at" | "encoding">;

/**
 * Renders `src/a.ts:12:5` and the line, as `renderSourceLine`. `note` comes after the position.
 */
export function renderLocation(uri: string, range: Range, view: View, note = ""): string {
  const document = view.documentOf(uri);
  const name = formatLocation(uri, range, view);
  const heading = note === "" ? name : `${name}  ${note}`;
  return document ? `${heading}\n${renderSourceLine(document, range, view)}` : heading;
}

export function formatLocation(uri: string, range: Pick<Range, "start">, view: View): string {
  const { path, position } = locationParts(uri, range, view);
  return `${view.colours.cyan(path)}${view.colours.dim(position)}`;
}

/**
 * Returns `src/a.ts` and `:12:5`: 1-based, in UTF-16 code units as everywhere in the Locate
 * language.
 */
export function locationParts(
  uri: string,
  { start }: Pick<Range, "start">,
  view: View,
): { path: string; position: string } {
  const document = view.documentOf(uri);
  const character = document ? utf16Start(document, start, view.encoding) : start.character;
  return { path: escapeName(view.pathOf(uri)), position: `:${start.line + 1}:${character + 1}` };
}

/** Renders the first line of a range; with carets below it, unless few words are wanted. */
export function renderSourceLine(
  document: Document,
  range: Range,
  { colours, width, encoding, isBrief }: View,
  indent = "    ",
): string {
  const { text, marks } = renderRangeExcerpt(document, range, encoding, width - indent.length);
  return isBrief ? `${indent}${text}` : `${indent}${text}\n${indent}${colours.green(marks)}`;
}

/** Returns the first line of a range, cut around it to a number of columns. */
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

/** Returns the text of a range on one line, for lists. */
export function rangeText(uri: string, range: Range, view: View): string {
  const document = view.documentOf(uri);
  if (!document) return "";
  const { from, to } = rangeToOffsets(document, range, view.encoding);
  return shorten(document.slice(from, Math.min(to, from + 1000)), 60);
}

/** Folds whitespace, escapes control characters and cuts a text to a length in characters. */
export function shorten(text: string, length: number): string {
  const line = escapeLine(
    text
      .slice(0, 4 * length + 100)
      .replace(/\s+/g, " ")
      .trim(),
  );
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : line;
}

function utf16Start(document: Document, start: Range["start"], encoding: PositionEncoding): number {
  if (encoding === "utf-16") return start.character;
  const { from } = rangeToOffsets(document, { start, end: start }, encoding);
  return offsetToPosition(document, from, "utf-16").character;
}
