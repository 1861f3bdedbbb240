/** A find as a pattern of tokens, and the meaning of its markers in a match. */
import { isSpaceAt, isWordAt } from "./characters.js";
import { forEachToken } from "./token.js";

/** A find without its markers, and their offsets in it. */
export interface Find {
  readonly text: string;
  readonly markers: readonly number[];
}

export interface PatternToken {
  readonly text: string;
  /** The offsets in the find. */
  readonly from: number;
  readonly to: number;
  readonly isWord: boolean;
  /** Whether there is whitespace before it in the find; false for the first token. */
  readonly hasGap: boolean;
  /**
   * Whether it is a comma before a closing bracket, not at an edge of the find. The text may lack
   * such a comma in `spacing`. False for the last of several commas, which is not a trailing comma.
   */
  readonly isOptional: boolean;
}

export interface Pattern {
  readonly find: Find;
  /** The find without the whitespace at its edges. */
  readonly body: string;
  readonly lead: string;
  readonly trail: string;
  readonly tokens: readonly PatternToken[];
}

export function compilePattern(find: Find): Pattern {
  const { text } = find;
  const body = text.trim();
  const lead = body === "" ? "" : text.slice(0, text.indexOf(body));
  const trail = body === "" ? "" : text.slice(lead.length + body.length);
  let tokens: readonly PatternToken[] | undefined;
  return {
    find,
    body,
    lead,
    trail,
    // Computed when needed: a find that occurs literally in the text is never cut into tokens.
    get tokens() {
      tokens ??= tokensOf(text, lead.length, lead.length + body.length);
      return tokens;
    },
  };
}

function tokensOf(text: string, start: number, end: number): PatternToken[] {
  const borders: number[] = [];
  forEachToken(text, start, end, (from, to) => borders.push(from, to));
  const count = borders.length / 2;
  const tokens: PatternToken[] = [];
  for (let index = 0; index < count; index++) {
    const from = borders[2 * index] ?? 0;
    const to = borders[2 * index + 1] ?? 0;
    const next = borders[2 * index + 2] ?? end;
    tokens.push({
      text: isSpaceAt(text, from) ? " " : text.slice(from, to),
      from,
      to,
      isWord: isWordAt(text, from),
      hasGap: index > 0 && isSpaceAt(text, from - 1) && !isSpaceAt(text, borders[2 * index - 2] ?? 0),
      isOptional:
        index > 0 &&
        index < count - 1 &&
        text[from] === "," &&
        tokens[index - 1]?.text !== "," &&
        isCloser(text.charCodeAt(next)),
    });
  }
  return tokens;
}

/** `)`, `]` or `}`. */
export function isCloser(code: number): boolean {
  return code === 41 || code === 93 || code === 125;
}

/** The offsets in the text of each token of a pattern, or -1 for a token that the text lacks. */
export interface TokenAlignment {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Aligns the tokens of a match. It may lack commas before closing brackets. */
export function alignTokens(pattern: Pattern, text: string, from: number, to: number): TokenAlignment {
  const starts: number[] = [];
  const ends: number[] = [];
  let index = 0;
  forEachToken(text, from, to, (start, end) => {
    while (pattern.tokens[index]?.isOptional && text[start] !== ",") {
      starts[index] = ends[index] = -1;
      index++;
    }
    // A comma that the find lacks cannot occur here: only the find's commas are optional.
    starts[index] = start;
    ends[index] = end;
    index++;
  });
  return { starts, ends };
}

/**
 * Returns the offset that a marker means: the start of the token after it, also where whitespace is
 * on both sides of the marker (`a <|> b`). At the end of the find, or directly after a token and
 * before whitespace (`foo<|> bar`), the end of the token before it. Inside a token, the same number
 * of characters into it. A marker at an edge of the find crosses the whitespace there, but no line
 * end unless the find has one there.
 */
export function resolveMarker(
  pattern: Pattern,
  marker: number,
  text: string,
  { starts, ends }: TokenAlignment,
): number {
  const { tokens, lead, trail, find } = pattern;
  const last = tokens.length - 1;
  const bodyTo = find.text.length - trail.length;
  if (marker < lead.length) return marker === 0 ? crossBack(text, firstOf(starts), lead) : firstOf(starts);
  if (marker > bodyTo) return crossForward(text, lastOf(ends), trail.slice(0, marker - bodyTo));
  for (let index = 0; index <= last; index++) {
    const token = tokens[index];
    if (token === undefined || marker > token.to || (marker === token.to && !isEndOf(tokens, index))) continue;
    const start = starts[index] ?? -1;
    const end = ends[index] ?? -1;
    if (marker < token.from) return startAfter(starts, index) ?? lastOf(ends);
    if (marker === token.to) return end >= 0 ? end : (endBefore(ends, index) ?? firstOf(starts));
    if (start >= 0) return token.text === " " ? end : Math.min(start + marker - token.from, end);
    return startAfter(starts, index) ?? lastOf(ends);
  }
  return lastOf(ends);
}

/**
 * As `resolveMarker`, for the marker that ends a selection: after a token, or in the whitespace
 * after it, returns that token's end.
 */
export function resolveEndMarker(pattern: Pattern, marker: number, text: string, alignment: TokenAlignment): number {
  const { tokens } = pattern;
  const index = tokens.findLastIndex(({ to }) => to <= marker);
  const next = tokens[index + 1];
  const isInGap = next !== undefined && marker < (next.text === " " ? next.to : next.from);
  const isAfterToken = isInGap || marker === tokens[index]?.to;
  const end = isAfterToken ? endBefore(alignment.ends, index + 1) : undefined;
  return end ?? resolveMarker(pattern, marker, text, alignment);
}

/**
 * Checks whether a marker directly after a token belongs to it: whitespace or the end of the find
 * follows.
 */
function isEndOf(tokens: readonly PatternToken[], index: number): boolean {
  const next = tokens[index + 1];
  return next === undefined || next.hasGap || next.text === " ";
}

function crossBack(text: string, offset: number, crossed: string): number {
  const lowest = /[\r\n]/.test(crossed) ? 0 : lineStart(text, offset);
  let start = offset;
  while (start > lowest && isSpaceAt(text, start - 1)) start--;
  return start;
}

function crossForward(text: string, offset: number, crossed: string): number {
  const stopsAtLineEnd = !/[\r\n]/.test(crossed);
  let end = offset;
  while (isSpaceAt(text, end) && !(stopsAtLineEnd && /[\r\n]/.test(text[end] ?? ""))) end++;
  return end;
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function firstOf(starts: readonly number[]): number {
  return starts.find((start) => start >= 0) ?? 0;
}

function lastOf(ends: readonly number[]): number {
  return ends.findLast((end) => end >= 0) ?? 0;
}

function endBefore(ends: readonly number[], index: number): number | undefined {
  return ends.slice(0, index).findLast((end) => end >= 0);
}

function startAfter(starts: readonly number[], index: number): number | undefined {
  return starts.slice(index).find((start) => start >= 0);
}
