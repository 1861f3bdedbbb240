/**
 * The tokens of a scope in typed arrays, numbered by the tokens of one pattern, for a linear
 * search.
 */
import { isSpaceAt } from "./characters.js";
import { isCloser, type Pattern, type PatternToken } from "./pattern.js";
import { forEachToken } from "./token.js";

/** The tokens of a stretch of text. Index `i` of every array is the i-th token. */
export interface TokenStream {
  readonly count: number;
  /** The number of the pattern's token that it equals, from 1, or 0 for none. */
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /**
   * Flags of tokens at which a strict pattern fails: no whitespace before the token, or a closing
   * bracket after a comma.
   */
  readonly flags: Bits;
}

/**
 * Bits in words of 32, with one spare word at the end, so that a window can be read at any offset.
 */
export type Bits = Int32Array;

export function makeBits(count: number): Bits {
  return new Int32Array((count >> 5) + 2);
}

export function setBit(bits: Bits, index: number): void {
  bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31));
}

export function hasBit(bits: Bits, index: number): boolean {
  return (((bits[index >> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

/** Numbers the distinct tokens of a pattern from 1. */
export function numberTokens(tokens: readonly PatternToken[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { text } of tokens) if (!ids.has(text)) ids.set(text, ids.size + 1);
  return ids;
}

/** Returns the tokens of from..to. Flags those with no whitespace before them. */
export function buildTokenStream(text: string, from: number, to: number, pattern: Pattern): TokenStream {
  const idOf = tokenReader(text, pattern);
  let ids = new Int32Array(1024);
  let starts = new Int32Array(1024);
  let ends = new Int32Array(1024);
  let count = 0;
  forEachToken(text, from, to, (start, end) => {
    if (count === ids.length) {
      ids = grow(ids);
      starts = grow(starts);
      ends = grow(ends);
    }
    ids[count] = idOf(start, end);
    starts[count] = start;
    ends[count++] = end;
  });
  const flags = makeBits(count);
  for (let index = 1; index < count; index++) if (starts[index] === ends[index - 1]) setBit(flags, index);
  return { count, ids, starts, ends, flags };
}

/** Returns the stream without commas before closing brackets. Flags the brackets that had one. */
export function withoutTrailingCommas(stream: TokenStream, text: string): TokenStream {
  const { count } = stream;
  const ids = new Int32Array(count);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const flags = makeBits(count);
  let kept = 0;
  let isAfterComma = false;
  for (let index = 0; index < count; index++) {
    const start = stream.starts[index] ?? 0;
    const isComma = text.charCodeAt(start) === COMMA;
    const isDropped =
      isComma && !isAfterComma && index + 1 < count && isCloser(text.charCodeAt(stream.starts[index + 1] ?? 0));
    isAfterComma = isComma;
    if (isDropped) {
      setBit(flags, kept);
      continue;
    }
    ids[kept] = stream.ids[index] ?? 0;
    starts[kept] = start;
    ends[kept++] = stream.ends[index] ?? 0;
  }
  return { count: kept, ids, starts, ends, flags };
}

const COMMA = 44;

/**
 * Returns a function for the id of the token between two offsets. Checks length and first character
 * before it looks a token up.
 */
function tokenReader(text: string, pattern: Pattern): (from: number, to: number) => number {
  const ids = numberTokens(pattern.tokens);
  const gapId = ids.get(" ") ?? 0;
  const single = new Int32Array(128);
  const opens = new Uint8Array(128);
  let longest = 0;
  for (const [token, id] of ids) {
    const first = token.charCodeAt(0);
    if (first >= 128) continue;
    if (token.length === 1) single[first] = id;
    opens[first] = 1;
  }
  for (const token of ids.keys()) longest = Math.max(longest, token.length);
  return (from, to) => {
    const first = text.charCodeAt(from);
    if (isSpaceAt(text, from)) return gapId;
    if (first < 128) {
      if (to - from === 1) return single[first] ?? 0;
      if (opens[first] === 0) return 0;
    }
    return to - from > longest ? 0 : (ids.get(text.slice(from, to)) ?? 0);
  };
}

function grow(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
