/** The readings of a find but the fuzzy one, tried in turn over a stretch of text. */

import type { WordEnds } from "../../languages/facts.js";
import type { Stretch } from "../../text/stretch.js";
import { isSpaceAt, runEnd, SPACE_CLASS } from "./characters.js";
import { isCloser, type Pattern, type PatternToken } from "./pattern.js";
import { forEachOccurrence } from "./stringSearch.js";
import { wholeEdgesIn } from "./token.js";
import { forEachCandidate, type TokenPattern } from "./tokenSearch.js";
import {
  type Bits,
  buildTokenStream,
  hasBit,
  makeBits,
  numberTokens,
  setBit,
  type TokenStream,
  withoutTrailingCommas,
} from "./tokenStream.js";

export const wholeReadings = ["literal", "exact", "spacing"] as const;
export const partialReadings = ["partial", "partial_spacing"] as const;
export type Reading = (typeof wholeReadings)[number] | (typeof partialReadings)[number] | "fuzzy";
type TokenReading = Exclude<Reading, "literal" | "fuzzy">;

/** All matches of one reading: not overlapping, leftmost first, at least one. */
export interface Matches {
  readonly reading: Reading;
  readonly count: number;
  /**
   * `from` and `to` of each match in turn, flat, of the first `MAX_KEPT_MATCHES`: a scope may
   * contain millions.
   */
  readonly borders: readonly number[];
}

/** The maximum of matches whose places are kept; all are counted. */
export const MAX_KEPT_MATCHES = 100_000;

/** The matches while they are searched for. */
class MatchList {
  count = 0;
  readonly borders: number[] = [];

  add(from: number, to: number): void {
    if (this.count++ < MAX_KEPT_MATCHES) this.borders.push(from, to);
  }
}

/** Returns the match with an index, which must exist and be kept. */
export function matchAt({ borders }: Matches, index: number): Stretch {
  return { from: borders[2 * index] ?? 0, to: borders[2 * index + 1] ?? 0 };
}

export interface MatchScope extends Stretch {
  readonly text: string;
  /** The characters that are part of words in the language of the text. */
  readonly rule: WordEnds;
}

/** Returns the matches of the first reading that matches anywhere in the scope, or null. */
export function findMatches(
  pattern: Pattern,
  scope: MatchScope,
  readings: readonly Exclude<Reading, "fuzzy">[],
): Matches | null {
  const { tokens } = pattern;
  if (tokens.length === 0) return readings.includes("exact") ? blankMatches(pattern, scope) : null;
  if (readings.includes("literal")) {
    const found = toMatches("literal", literalMatches(pattern, scope));
    if (found !== null) return found;
  }
  if (!canMatch(pattern, scope)) return null;
  for (const reading of readings) {
    if (reading === "literal" || !canAddMatches(reading, pattern)) continue;
    const [only] = tokens;
    const isLooseWord = reading.startsWith("partial") && tokens.length === 1 && only?.isWord;
    const matches = isLooseWord
      ? partialWordMatches(reading, pattern, scope)
      : tokenMatches(reading, pattern, scope, cachedStream(pattern, scope));
    const found = toMatches(reading, matches);
    if (found !== null) return found;
  }
  return null;
}

function toMatches(reading: Reading, { count, borders }: MatchList): Matches | null {
  return count === 0 ? null : { reading, count, borders };
}

/** Checks whether a reading can find more than the previous ones. */
function canAddMatches(reading: TokenReading, { tokens, lead, trail }: Pattern): boolean {
  const hasEdges = lead !== "" || trail !== "";
  if (reading === "exact") return tokens.length > 1 || hasEdges;
  const isFree = (token: PatternToken, index: number) => token.isOptional || hasFreeGap(token, tokens[index - 1]);
  if (reading === "spacing") return hasEdges || tokens.some(isFree);
  return tokens[0]?.isWord === true || tokens.at(-1)?.isWord === true;
}

/** The maximum of words searched for before the text is cut into tokens. */
const MAX_WORDS = 32;

/**
 * Checks that the text contains the words of the find, at least as parts of words. Every reading
 * requires them.
 */
function canMatch({ tokens }: Pattern, { text, from, to }: MatchScope): boolean {
  const words = new Set(tokens.filter(({ isWord }) => isWord).map((token) => token.text));
  const longestFirst = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  return longestFirst.every((each) => {
    let isThere = false;
    forEachOccurrence(text, each, from, to, () => {
      isThere = true;
      return to;
    });
    return isThere;
  });
}

interface CachedStream {
  readonly scope: MatchScope;
  readonly stream: TokenStream;
}

const streamCache = new WeakMap<Pattern, CachedStream>();

/** Returns the tokens of a scope for a pattern. Cached, as several readings use them. */
function cachedStream(pattern: Pattern, scope: MatchScope): TokenStream {
  const cached = streamCache.get(pattern);
  const { text, from, to } = scope;
  if (cached?.scope.text === text && cached.scope.from === from && cached.scope.to === to) return cached.stream;
  const stream = buildTokenStream(text, from, to, pattern);
  streamCache.set(pattern, { scope, stream });
  return stream;
}

/**
 * Returns the matches of a find without tokens: the start of the scope for an empty one, each run
 * of whitespace for a blank one.
 */
function blankMatches(pattern: Pattern, { text, from, to }: MatchScope): Matches | null {
  const matches = new MatchList();
  if (pattern.find.text === "") matches.add(from, from);
  else
    for (let offset = from; offset < to; offset++) {
      if (!isSpaceAt(text, offset)) continue;
      const start = offset;
      offset = runEnd(text, start, to, SPACE_CLASS);
      matches.add(start, offset);
    }
  return toMatches("exact", matches);
}

function literalMatches(pattern: Pattern, scope: MatchScope): MatchList {
  const found = literalMatchesOf(pattern.body, pattern.lead, pattern.trail, scope);
  if (found.count > 0 || !pattern.find.text.includes("\n")) return found;
  // A find is written with `\n`, and also means the line ends of the text.
  const [body, lead, trail] = [pattern.body, pattern.lead, pattern.trail].map((part) =>
    part.replaceAll(/\r\n|\n/g, "\r\n"),
  );
  return literalMatchesOf(body ?? "", lead ?? "", trail ?? "", scope);
}

function literalMatchesOf(body: string, lead: string, trail: string, { text, from, to, rule }: MatchScope): MatchList {
  const edges = wholeEdgesIn(text, rule);
  const matches = new MatchList();
  forEachOccurrence(text, body, from, to, (start) => {
    const end = start + body.length;
    const fits =
      edges.isWholeBefore(start) &&
      edges.isWholeAfter(end) &&
      (lead === "" || (start >= lead.length && text.startsWith(lead, start - lead.length))) &&
      text.startsWith(trail, end);
    if (!fits) return start + 1;
    matches.add(start, end);
    return end;
  });
  return matches;
}

/**
 * Returns the matches of a single word as part of longer ones. A longer word may contain several.
 */
function partialWordMatches(reading: TokenReading, pattern: Pattern, { text, from, to }: MatchScope): MatchList {
  const fits = edgeSpaceCheck(reading, pattern, text);
  const matches = new MatchList();
  forEachOccurrence(text, pattern.body, from, to, (start) => {
    const end = start + pattern.body.length;
    if (!fits(start, end)) return start + 1;
    matches.add(start, end);
    return end;
  });
  return matches;
}

/**
 * Returns a check for the whitespace around a match that the find has at its edges, if the reading
 * requires it.
 */
function edgeSpaceCheck(
  reading: TokenReading,
  { lead, trail }: Pattern,
  text: string,
): (from: number, to: number) => boolean {
  if (reading.endsWith("spacing")) return () => true;
  return (from, to) => (lead === "" || isSpaceAt(text, from - 1)) && (trail === "" || isSpaceAt(text, to));
}

function tokenMatches(reading: TokenReading, pattern: Pattern, scope: MatchScope, whole: TokenStream): MatchList {
  const { text } = scope;
  const dropsCommas = reading.endsWith("spacing") && pattern.tokens.some((token) => token.isOptional);
  const stream = dropsCommas ? withoutTrailingCommas(whole, text) : whole;
  const plan = dropsCommas ? planWithoutCommas(pattern.tokens) : planOf(pattern.tokens, !reading.endsWith("spacing"));
  const isPartial = reading.startsWith("partial");
  const fits = edgeSpaceCheck(reading, pattern, text);
  const edges = wholeEdgesIn(text, scope.rule);

  /** Returns the start of the match whose first token is at an index of the stream, or -1. */
  const startOf = (index: number): number => {
    const start = stream.starts[index] ?? 0;
    if (plan.opensWithComma) return commaStartBefore(stream, index, text);
    if (!(isPartial && plan.first.isWord)) return edges.isWholeBefore(start) ? start : -1;
    const cut = (stream.ends[index] ?? 0) - plan.first.text.length;
    return cut >= start && text.startsWith(plan.first.text, cut) ? cut : -1;
  };
  const endOf = (index: number): number => {
    const start = stream.starts[index] ?? 0;
    const end = stream.ends[index] ?? 0;
    if (plan.closesWithComma) return commaEndAfter(stream, index + 1, text);
    if (!(isPartial && plan.last.isWord)) return edges.isWholeAfter(end) ? end : -1;
    const cut = start + plan.last.text.length;
    return cut <= end && text.startsWith(plan.last.text, start) ? cut : -1;
  };

  const matches = new MatchList();
  let previous = scope.from;
  forEachCandidate(stream, tokenPattern(pattern, plan, isPartial), (first) => {
    // The start is checked first, then the end: both checks require ascending offsets.
    const start = startOf(first);
    if (start < previous) return;
    const end = endOf(first + plan.tokens.length - 1);
    if (end < 0 || !fits(start, end)) return;
    matches.add(start, end);
    previous = end;
  });
  return matches;
}

/** The tokens that a stream must contain, and the commas at the edges. */
interface TokenPlan {
  readonly tokens: readonly PatternToken[];
  readonly first: PatternToken;
  readonly last: PatternToken;
  readonly forbiddenFlags: Bits | null;
  readonly opensWithComma: boolean;
  readonly closesWithComma: boolean;
}

/**
 * Makes the plan of a pattern. With `keepsGaps`, a token with whitespace before it in the find must
 * have some in the text.
 */
function planOf(tokens: readonly PatternToken[], keepsGaps: boolean): TokenPlan {
  const forbiddenFlags = keepsGaps ? flagsWhere(tokens, (token, index) => hasFreeGap(token, tokens[index - 1])) : null;
  return { tokens, ...edgeTokens(tokens), forbiddenFlags, opensWithComma: false, closesWithComma: false };
}

/**
 * Checks whether the find has whitespace before the token that a text might lack. Between two words
 * there is always some.
 */
function hasFreeGap(token: PatternToken, previous: PatternToken | undefined): boolean {
  return token.hasGap && !(token.isWord && previous?.isWord);
}

/**
 * Makes the plan for a stream without commas before closing brackets. Only a bracket with such a
 * comma in the find may have one in the text. A comma at an edge of the find is required, but the
 * stream may lack it, so the bracket's flag decides.
 */
function planWithoutCommas(all: readonly PatternToken[]): TokenPlan {
  const opensWithComma = all[0]?.text === "," && isCloser(all[1]?.text.charCodeAt(0) ?? 0);
  const closesWithComma = all.at(-1)?.text === ",";
  const mayHaveComma = (index: number) => all[index - 1]?.isOptional || (index === 1 && opensWithComma);
  const kept: PatternToken[] = [];
  const strict = new Set<PatternToken>();
  for (let index = opensWithComma ? 1 : 0; index < all.length - (closesWithComma ? 1 : 0); index++) {
    const token = all[index];
    if (token === undefined || token.isOptional) continue;
    kept.push(token);
    // A comma before the first bracket is outside of the match.
    if (index > 0 && isCloser(token.text.charCodeAt(0)) && !mayHaveComma(index)) strict.add(token);
  }
  const forbiddenFlags = flagsWhere(kept, (token) => strict.has(token));
  return { tokens: kept, ...edgeTokens(kept), forbiddenFlags, opensWithComma, closesWithComma };
}

const noToken: PatternToken = { text: "", from: 0, to: 0, isWord: false, hasGap: false, isOptional: false };

function edgeTokens(tokens: readonly PatternToken[]): { readonly first: PatternToken; readonly last: PatternToken } {
  return { first: tokens[0] ?? noToken, last: tokens.at(-1) ?? noToken };
}

function flagsWhere(
  tokens: readonly PatternToken[],
  isFlagged: (token: PatternToken, index: number) => boolean,
): Bits | null {
  const bits = makeBits(tokens.length);
  let any = false;
  tokens.forEach((token, index) => {
    if (!isFlagged(token, index)) return;
    setBit(bits, index);
    any = true;
  });
  return any ? bits : null;
}

/**
 * Makes the token pattern of a plan. Words at the edges that may be parts of longer ones are not in
 * the core.
 */
function tokenPattern(pattern: Pattern, plan: TokenPlan, isPartial: boolean): TokenPattern {
  const ids = numberTokens(pattern.tokens);
  const { tokens, first, last, forbiddenFlags } = plan;
  const countBefore = isPartial && first.isWord && !plan.opensWithComma ? 1 : 0;
  const after = isPartial && last.isWord && !plan.closesWithComma && tokens.length > countBefore ? 1 : 0;
  const core = tokens.slice(countBefore, tokens.length - after).map((token) => ids.get(token.text) ?? 0);
  return { core: Int32Array.from(core), countBefore, count: tokens.length, forbiddenFlags };
}

/**
 * Returns the start of the comma before an index of a stream, also of one dropped there; -1 where
 * there is none.
 */
function commaStartBefore(stream: TokenStream, index: number, text: string): number {
  if (hasBit(stream.flags, index)) return findCommaBefore(text, stream.starts[index] ?? 0);
  const previous = stream.starts[index - 1] ?? -1;
  return index > 0 && text[previous] === "," ? previous : -1;
}

function findCommaBefore(text: string, offset: number): number {
  let comma = offset - 1;
  while (comma > 0 && text[comma] !== ",") comma--;
  return comma;
}

/**
 * Returns the end of the comma at an index of a stream, also of one dropped before the bracket
 * there; -1 where there is none.
 */
function commaEndAfter(stream: TokenStream, index: number, text: string): number {
  if (index >= stream.count) return -1;
  const start = stream.starts[index] ?? 0;
  if (text[start] === ",") return stream.ends[index] ?? -1;
  return hasBit(stream.flags, index) ? findCommaBefore(text, start) + 1 : -1;
}
