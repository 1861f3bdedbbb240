/**
 * Fuzzy matching: the stretch of text that is closest to a find, by edit distance over tokens,
 * under a work budget.
 */

import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { similarity } from "../similarity.js";
import { isWordAt } from "./characters.js";
import type { MatchScope } from "./match.js";
import type { Pattern, TokenAlignment } from "./pattern.js";
import { findOccurrences } from "./stringSearch.js";
import { forEachToken } from "./token.js";

export interface FuzzyMatch extends Stretch {
  /** 0.8 to 1. */
  readonly similarity: number;
  readonly alignment: TokenAlignment;
}

export const MIN_FUZZY_SIMILARITY = 0.8;
/** The required lead in similarity over the next best stretch. */
const MIN_LEAD = 0.1;
/**
 * The maximum of cells in the distance table, find tokens by text tokens. Also bounds the pairs of
 * words compared by letters.
 */
const MAX_CELLS = 4_000_000;
const MAX_TOKENS = 1_000;

/**
 * Returns the closest stretch, if it is close enough and clearly ahead of every other; else null.
 */
export function findFuzzyMatch(pattern: Pattern, scope: MatchScope): FuzzyMatch | null {
  const wanted = pattern.tokens.map(({ text }) => text);
  if (wanted.length === 0 || wanted.length > MAX_TOKENS) return null;
  const tokens = new TextTokens(scope.text);
  for (const { from, to } of stretchesToSearch(pattern, scope)) tokens.add(from, to);
  const costOf = substitutionCosts(wanted, tokens);
  const ends = scanEnds(wanted.length, tokens.count, costOf, tokens.breaks);
  const best = bestEnd(ends, () => true);
  if (best === null) return null;
  const next = bestEnd(ends, (first, last) => last < best.first || first > best.last);
  const bestSimilarity = 1 - best.cost / wanted.length;
  const nextSimilarity = next === null ? 0 : 1 - next.cost / wanted.length;
  if (bestSimilarity < MIN_FUZZY_SIMILARITY || bestSimilarity - nextSimilarity < MIN_LEAD) return null;
  const alignment = traceAlignment(wanted.length, best.first, best.last, costOf, tokens);
  return {
    from: tokens.starts[best.first] ?? 0,
    to: tokens.ends[best.last] ?? 0,
    similarity: Math.round(bestSimilarity * 100) / 100,
    alignment,
  };
}

/** The tokens of some stretches of a text, with a number for each distinct one. */
class TextTokens {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly ids: number[] = [];
  readonly distinct: string[] = [];
  /** The indexes of tokens that do not directly follow the previous one. */
  readonly breaks = new Set<number>();
  readonly #idOf = new Map<string, number>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.ids.length;
  }

  add(from: number, to: number): void {
    this.breaks.add(this.count);
    forEachToken(this.#text, from, to, (start, end) => {
      const token = isWordAt(this.#text, start)
        ? this.#text.slice(start, end)
        : this.#text.slice(start, end).trim() || " ";
      const existingId = this.#idOf.get(token);
      const id = existingId ?? this.distinct.length;
      if (existingId === undefined) {
        this.#idOf.set(token, id);
        this.distinct.push(token);
      }
      this.ids.push(id);
      this.starts.push(start);
      this.ends.push(end);
    });
  }
}

/**
 * Returns the stretches to search: the whole scope, or in a large one only the surroundings of the
 * find's rarest words.
 */
function stretchesToSearch(pattern: Pattern, { text, from, to }: MatchScope): Stretch[] {
  const maxLength = Math.floor(MAX_CELLS / pattern.tokens.length);
  if (to - from <= maxLength) return [{ from, to }];
  const words = [...new Set(pattern.tokens.filter(({ isWord }) => isWord).map((token) => token.text))];
  const reach = Math.max(200, 3 * pattern.body.length);
  const room = Math.max(1, Math.floor(maxLength / (2 * reach)));
  const rare = words
    .slice(0, 200)
    .map((word) => findOccurrences(text, word, from, to, room + 1))
    .filter((places) => places.length > 0 && places.length <= room)
    .sort((a, b) => a.length - b.length);
  const chosen: number[] = [];
  for (const places of rare) if (chosen.length + places.length <= room) appendAll(chosen, places);
  return mergeOverlapping(
    chosen.map((place) => ({ from: Math.max(from, place - reach), to: Math.min(to, place + reach) })),
  );
}

function mergeOverlapping(stretches: Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches.sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && next.from <= last.to)
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else all.push(next);
  }
  return all;
}

/**
 * Returns the cost, 0 to 1, of a token of the text in place of one of the find. Similar words cost
 * less.
 */
function substitutionCosts(wanted: readonly string[], tokens: TextTokens): (index: number, place: number) => number {
  let budget = MAX_CELLS / 40;
  const rows = new Map<string, Float32Array>();
  const rowOf = wanted.map((token) => {
    const existingRow = rows.get(token);
    if (existingRow !== undefined) return existingRow;
    const row = Float32Array.from(tokens.distinct, (other) => {
      if (other === token) return 0;
      const isComparable = isWordAt(token, 0) && isWordAt(other, 0) && token.length > 2 && other.length > 2;
      if (!isComparable || Math.abs(token.length - other.length) * 3 > token.length || budget-- < 0) return 1;
      const like = similarity(token, other);
      return like >= 0.5 ? 1 - like : 1;
    });
    rows.set(token, row);
    return row;
  });
  return (index, place) => rowOf[index]?.[tokens.ids[place] ?? 0] ?? 1;
}

/**
 * For each token of the text, the cost of the best stretch that ends with it, and the index of that
 * stretch's first token.
 */
interface StretchEnds {
  readonly costs: Float32Array;
  readonly firsts: Int32Array;
}

function scanEnds(
  length: number,
  count: number,
  costOf: (index: number, place: number) => number,
  breaks: Set<number>,
): StretchEnds {
  const ends: StretchEnds = { costs: new Float32Array(count), firsts: new Int32Array(count) };
  const cost = new Float32Array(length + 1);
  const first = new Int32Array(length + 1);
  for (let place = 0; place < count; place++) {
    if (breaks.has(place)) for (let index = 0; index <= length; index++) cost[index] = index;
    if (breaks.has(place)) first.fill(place);
    let diagonalCost = 0;
    let diagonalFirst = place;
    cost[0] = 0;
    // Where all tokens so far are missing, the stretch begins after this one.
    first[0] = place + 1;
    for (let index = 1; index <= length; index++) {
      const replaced = diagonalCost + costOf(index - 1, place);
      const surplus = (cost[index] ?? 0) + 1;
      const missing = (cost[index - 1] ?? 0) + 1;
      diagonalCost = cost[index] ?? 0;
      const before = first[index] ?? 0;
      if (replaced <= surplus && replaced <= missing) {
        cost[index] = replaced;
        first[index] = diagonalFirst;
      } else if (surplus <= missing) cost[index] = surplus;
      else {
        cost[index] = missing;
        first[index] = first[index - 1] ?? 0;
      }
      diagonalFirst = before;
    }
    ends.costs[place] = cost[length] ?? length;
    ends.firsts[place] = first[length] ?? place;
  }
  return ends;
}

interface StretchEnd {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
}

function bestEnd(
  { costs, firsts }: StretchEnds,
  isEligible: (first: number, last: number) => boolean,
): StretchEnd | null {
  let best: StretchEnd | null = null;
  for (let last = 0; last < costs.length; last++) {
    const first = firsts[last] ?? 0;
    const cost = costs[last] ?? 0;
    if (first <= last && (best === null || cost < best.cost) && isEligible(first, last)) best = { first, last, cost };
  }
  return best;
}

/** Returns the positions of the find's tokens in the stretch that was found. */
function traceAlignment(
  length: number,
  first: number,
  last: number,
  costOf: (index: number, place: number) => number,
  tokens: TextTokens,
): TokenAlignment {
  const width = last - first + 2;
  const table = new Float32Array((length + 1) * width);
  const at = (index: number, column: number) => table[index * width + column] ?? 0;
  for (let index = 0; index <= length; index++) {
    for (let column = 0; column < width; column++) {
      const least =
        index === 0 || column === 0
          ? index + column
          : Math.min(
              at(index - 1, column - 1) + costOf(index - 1, first + column - 1),
              at(index - 1, column) + 1,
              at(index, column - 1) + 1,
            );
      table[index * width + column] = least;
    }
  }
  const starts = new Array<number>(length).fill(-1);
  const ends = new Array<number>(length).fill(-1);
  let index = length;
  let column = width - 1;
  while (index > 0 && column > 0) {
    const here = at(index, column);
    const isReplaced = Math.abs(at(index - 1, column - 1) + costOf(index - 1, first + column - 1) - here) < 1e-4;
    if (isReplaced) {
      index--;
      column--;
      starts[index] = tokens.starts[first + column] ?? -1;
      ends[index] = tokens.ends[first + column] ?? -1;
    } else if (Math.abs(at(index - 1, column) + 1 - here) < 1e-4) index--;
    else column--;
  }
  return { starts, ends };
}
