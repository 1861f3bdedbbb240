/**
 * LSP's position encodings: the length of text in their units. A lone surrogate is 3 bytes in
 * utf-8, as U+FFFD is, and 1 unit in utf-32.
 */

import { isHighSurrogate, isLowSurrogate } from "./lineEnd.js";

export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

/** Returns the units between two offsets. A surrogate pair that `to` cuts in two does not count. */
export function unitsBetween(text: string, from: number, to: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return to - from;
  let units = 0;
  for (let offset = from; offset < to; ) {
    const length = codePointLength(text, offset);
    if (offset + length > to) break;
    units += unitsOf(text, offset, length, encoding);
    offset += length;
  }
  return units;
}

/** Returns the offset `units` after `from`, at most `to`; inside a code point, its start. */
export function offsetAfter(
  text: string,
  from: number,
  to: number,
  units: number,
  encoding: Exclude<PositionEncoding, "utf-16">,
): number {
  let offset = from;
  for (let left = units; offset < to; ) {
    const length = codePointLength(text, offset);
    left -= unitsOf(text, offset, length, encoding);
    if (left < 0 || offset + length > to) break;
    offset += length;
  }
  return offset;
}

/** Returns 2 for a surrogate pair and 1 for everything else, lone surrogates included. */
function codePointLength(text: string, offset: number): 1 | 2 {
  const isPair = isHighSurrogate(text.charCodeAt(offset)) && isLowSurrogate(text.charCodeAt(offset + 1));
  return isPair ? 2 : 1;
}

function unitsOf(text: string, offset: number, length: 1 | 2, encoding: Exclude<PositionEncoding, "utf-16">): number {
  if (encoding === "utf-32") return 1;
  if (length === 2) return 4;
  const code = text.charCodeAt(offset);
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}
