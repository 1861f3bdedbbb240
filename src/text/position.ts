/**
 * The conversion between LSP positions and the offsets of a document. No other file converts them.
 */

import type { Document } from "./document.js";
import type { PositionEncoding } from "./encoding.js";
import type { Stretch } from "./stretch.js";

export type { PositionEncoding } from "./encoding.js";
export type { Stretch } from "./stretch.js";

/** LSP's Position: both 0-based, `character` in units of the position encoding in force. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** LSP's Range, half-open. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/**
 * Returns the position of an offset; out of bounds, of the nearest end of the document. Between
 * `\r` and `\n` it is the line's end; inside a surrogate pair, under utf-8 and utf-32, the pair's
 * start.
 */
export function offsetToPosition(document: Document, offset: number, encoding: PositionEncoding): Position {
  const line = document.lineAt(offset);
  const from = document.lineFrom(line);
  const to = Math.max(from, Math.min(offset, document.lineTo(line)));
  return { line, character: document.unitsBetween(from, to, encoding) };
}

/**
 * Returns the offset of a position. A character past the line's end is the line's end, and a line
 * past the last one is the document's end. Anything below 0, and NaN, is 0. Inside a code point of
 * several units, under utf-8, it is the code point's start.
 */
export function positionToOffset(document: Document, position: Position, encoding: PositionEncoding): number {
  const line = wholeNumber(position.line);
  if (line >= document.lineCount) return document.length;
  return document.offsetAfter(
    document.lineFrom(line),
    document.lineTo(line),
    wholeNumber(position.character),
    encoding,
  );
}

/** Returns the offsets of a range, ascending even where the range is reversed. */
export function rangeToOffsets(document: Document, range: Range, encoding: PositionEncoding): Stretch {
  const start = positionToOffset(document, range.start, encoding);
  const end = positionToOffset(document, range.end, encoding);
  return { from: Math.min(start, end), to: Math.max(start, end) };
}

export function offsetsToRange(document: Document, { from, to }: Stretch, encoding: PositionEncoding): Range {
  return { start: offsetToPosition(document, from, encoding), end: offsetToPosition(document, to, encoding) };
}

// Positions come from peers: negative numbers, fractions and NaN must not reach the leaves.
function wholeNumber(value: number): number {
  return Math.max(0, Math.trunc(value)) || 0;
}

export function comparePositions(one: Position, other: Position): number {
  return one.line - other.line || one.character - other.character;
}

/** Compares ranges by where they start. */
export function compareRanges({ start: one }: Range, { start: other }: Range): number {
  return comparePositions(one, other);
}

export function isSameRange(one: Range, other: Range): boolean {
  return comparePositions(one.start, other.start) === 0 && comparePositions(one.end, other.end) === 0;
}

/** Whether ranges have a place or an end in common. */
export function rangesTouch(one: Range, other: Range): boolean {
  return comparePositions(one.end, other.start) >= 0 && comparePositions(other.end, one.start) >= 0;
}
