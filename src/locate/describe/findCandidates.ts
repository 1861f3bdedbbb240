/**
 * Finds that lead to a place: the shortest text around it that is unique in its scope, or else rare
 * there.
 */

import type { WordEnds } from "../../languages/facts.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { isSpaceAt } from "../find/characters.js";
import { insertMarkers, readMarker } from "../find/marker.js";
import { findMatches, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import { wholeEdgesIn } from "../find/token.js";
import { MAX_FIND_LENGTH, type PointOrRange } from "../locate.js";
import { readingCost } from "./readingCost.js";
import { extendToWord, type QuotationBase, tokensAround, tokensCovering } from "./textAround.js";
import {
  type CutWindow,
  findUniqueStretches,
  measureReaches,
  type OccurrenceReach,
  type UniqueStretchQuery,
} from "./uniqueStretches.js";

/** The place to describe, and the scope to distinguish it in. */
export interface FindQuery {
  readonly document: Document;
  readonly place: Stretch;
  /** The stretch that the find will be searched in. */
  readonly within: Stretch;
  readonly rule: WordEnds;
  readonly marks: PointOrRange;
}

/** A find, and the index of the match where its scope contains several. */
export interface FindCandidate {
  readonly find: string;
  readonly index: number;
}

/** Longer markers are a last resort: between `<` and `>` they must be eleven deep. */
const MAX_MARKER_LENGTH = 14;
/** The maximum of matches for a find with an index. */
const MAX_MATCHES = 100;
/**
 * The maximum of other occurrences of the innermost text that are compared. With more of them, the
 * innermost text is extended.
 */
const MAX_OTHER_OCCURRENCES = 20_000;
/** The maximum of quotations whose cost is compared. */
const MAX_COMPARED_QUOTATIONS = 48;
/** The maximum of UTF-16 code units compared with text that may be the same. */
const MAX_WORK = 4_000_000;
/** The longest string given to the engine's search, which may not be linear for longer ones. */
const MAX_NEEDLE_LENGTH = 200;

/** Yields finds with just one match, best first. */
export function* uniqueFinds(
  query: FindQuery,
  allSurroundings: readonly PlaceSurroundings[],
): Generator<FindCandidate> {
  const stretches = allSurroundings.flatMap((surroundings) =>
    findUniqueStretches(surroundings, surroundings.reaches, 0).map((window) => stretchOf(surroundings, window)),
  );
  const contrived: FindCandidate[] = [];
  for (const stretch of sortByCost(query, stretches)) {
    for (const find of findsOf(query, stretch)) {
      if (find.length - lengthOf(stretch) > MAX_MARKER_LENGTH) contrived.push({ find, index: 0 });
      else yield { find, index: 0 };
    }
  }
  yield* contrived;
}

/**
 * Yields finds on the place's own lines that match several times, each with the index of its match:
 * fewest matches first, then best.
 */
export function* indexedFinds(
  query: FindQuery,
  allSurroundings: readonly PlaceSurroundings[],
): Generator<FindCandidate> {
  const stretches = allSurroundings.flatMap((surroundings) => {
    const own = restrictToOwnLines(query, surroundings);
    const widest = { left: own.leftCuts.length - 1, right: own.rightCuts.length - 1 };
    const allowed = surroundings.reaches.filter(
      ({ left, right }) => left >= widest.left && right >= widest.right,
    ).length;
    if (allowed >= MAX_MATCHES) return [];
    return findUniqueStretches(own, surroundings.reaches, allowed).map((window) => stretchOf(own, window));
  });
  for (const stretch of sortByCost(query, stretches)) {
    for (const find of findsOf(query, stretch)) {
      const index = indexOfMatch(query, find, stretch);
      if (index !== null) yield { find, index };
    }
  }
}

/** The text around a place, and the reaches of the other occurrences. */
export type PlaceSurroundings = UniqueStretchQuery & { readonly reaches: readonly OccurrenceReach[] };

/**
 * Returns the surroundings of a place, one for each possible innermost text; none where no text can
 * express the place.
 */
export function surroundingsOf(query: FindQuery): PlaceSurroundings[] {
  const { document, place, within } = query;
  if (place.to - place.from > MAX_FIND_LENGTH) return [];
  const { text } = document;
  const tokens = tokensAround(document, place, within);
  const over = tokensCovering(text, place, tokens);
  if (over === null) return [];
  return extendToWord(document, over, tokens).flatMap((base) => surroundingsOfBase(query, base, tokens) ?? []);
}

function surroundingsOfBase(
  query: FindQuery,
  base: QuotationBase,
  tokens: readonly Stretch[],
): PlaceSurroundings | null {
  const { document, within, rule } = query;
  const { text } = document;
  if (base.from < within.from || base.to > within.to || lengthOf(base) > MAX_FIND_LENGTH) return null;
  const mayBegin = (offset: number) => isSpaceAt(text, offset) || wholeEdgesIn(text, rule).isWholeBefore(offset);
  const mayEnd = (offset: number) => isSpaceAt(text, offset - 1) || wholeEdgesIn(text, rule).isWholeAfter(offset);
  const outward = tokens.filter(({ from }) => base.isOpenLeft && from < base.from).map(({ from }) => from);
  const onward = tokens.filter(({ to }) => base.isOpenRight && to > base.to).map(({ to }) => to);
  const leftCuts = [...outward, base.from].reverse().filter(mayBegin);
  const rightCuts = [base.to, ...onward].filter(mayEnd);
  const widest = { from: leftCuts.at(-1) ?? base.from, to: rightCuts.at(-1) ?? base.to };
  // Where the innermost text is too frequent, it is extended by its neighbours, unless even all of
  // them are too frequent.
  for (let more = 0; more < Math.max(leftCuts.length, rightCuts.length); more = 2 * more + 1) {
    const left = leftCuts.slice(Math.min(more, leftCuts.length - 1));
    const right = rightCuts.slice(Math.min(more, rightCuts.length - 1));
    const inner = {
      from: more === 0 ? base.from : (left[0] ?? base.from),
      to: more === 0 ? base.to : (right[0] ?? base.to),
    };
    const others = otherOccurrencesOf(text, inner, within);
    if (others === null && more === 0 && otherOccurrencesOf(text, widest, within) === null) return null;
    if (others === null) continue;
    const surroundings = { text, base: inner, leftCuts: left, rightCuts: right, others, within, mayBegin, mayEnd };
    const reaches = measureReaches(surroundings);
    if (reaches !== null) return { ...surroundings, reaches };
  }
  return null;
}

/**
 * Returns where else the text of a stretch begins; null where there are too many occurrences to
 * compare.
 */
function otherOccurrencesOf(text: string, base: Stretch, within: Stretch): number[] | null {
  const view = text.slice(within.from, within.to);
  const needle = text.slice(base.from, base.to);
  const head = needle.slice(0, MAX_NEEDLE_LENGTH);
  const others: number[] = [];
  let work = 0;
  for (let at = view.indexOf(head); at >= 0; at = view.indexOf(head, at + 1)) {
    work += needle.length;
    if (others.length > MAX_OTHER_OCCURRENCES || work > MAX_WORK) return null;
    const start = within.from + at;
    if (start !== base.from && (head === needle || view.startsWith(needle, at))) others.push(start);
  }
  return others;
}

/** Returns the surroundings without the cuts on other lines than those of the innermost text. */
function restrictToOwnLines({ document }: FindQuery, surroundings: PlaceSurroundings): PlaceSurroundings {
  const { base, leftCuts, rightCuts } = surroundings;
  const from = document.lineFrom(document.lineAt(base.from));
  const to = document.lineTo(document.lineAt(base.to));
  const left = leftCuts.filter((cut) => cut >= from);
  const right = rightCuts.filter((cut) => cut <= to);
  return {
    ...surroundings,
    leftCuts: left.length > 0 ? left : leftCuts,
    rightCuts: right.length > 0 ? right : rightCuts,
  };
}

function stretchOf({ leftCuts, rightCuts, base }: UniqueStretchQuery, { left, right }: CutWindow): Stretch {
  return { from: leftCuts[left] ?? base.from, to: rightCuts[right] ?? base.to };
}

/** Sorts stretches by the cost of quoting them. Considers only the shortest. */
function sortByCost(query: FindQuery, stretches: readonly Stretch[]): Stretch[] {
  return stretches
    .filter((stretch) => lengthOf(stretch) <= MAX_FIND_LENGTH)
    .sort((one, other) => lengthOf(one) - lengthOf(other))
    .slice(0, MAX_COMPARED_QUOTATIONS)
    .map((stretch) => ({ stretch, cost: costOf(query, stretch) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ stretch }) => stretch);
}

function lengthOf({ from, to }: Stretch): number {
  return to - from;
}

/** Returns the cost for the reader of a quotation and of the markers in it. */
function costOf(query: FindQuery, stretch: Stretch): number {
  const marker = isWholeMatch(query, stretch) ? 0 : query.marks === "point" ? 4 : 7;
  return readingCost(query.document.text.slice(stretch.from, stretch.to)) + marker;
}

/**
 * Checks whether the place is the start of a match, or all of it. Whitespace at the edges is not
 * part of a match.
 */
function isWholeMatch({ document: { text }, place, marks }: FindQuery, { from, to }: Stretch): boolean {
  if (place.from !== from || isSpaceAt(text, from)) return false;
  return marks === "point" || (place.to === to && !isSpaceAt(text, to - 1));
}

/**
 * Returns the text of a stretch as a find with the place marked in it: with plain line ends, then
 * with the document's own.
 */
function findsOf(query: FindQuery, stretch: Stretch): string[] {
  const { document, place, marks } = query;
  const { from, to } = stretch;
  const marked = isWholeMatch(query, stretch) ? [] : marks === "point" ? [place.from] : [place.from, place.to];
  const cuts = [from, ...marked, to];
  const pieces = cuts.slice(1).map((cut, index) => document.text.slice(cuts[index] ?? from, cut));
  const plain = pieces.map((piece) => piece.replace(/\r\n?/g, "\n"));
  const spellings = plain.join("") === pieces.join("") ? [pieces] : [plain, pieces];
  return spellings.flatMap((spelling) => {
    let length = 0;
    const offsets = spelling.slice(0, -1).map((piece) => (length += piece.length));
    const find = insertMarkers(spelling.join(""), offsets, marks);
    return find === null || find.length > MAX_FIND_LENGTH ? [] : [find];
  });
}

/** Returns the index of the match of a find that begins where the quoted text does. */
function indexOfMatch({ document, within, rule, marks }: FindQuery, find: string, quoted: Stretch): number | null {
  const pattern = compilePattern(readMarker(find, marks));
  const found = findMatches(pattern, { text: document.text, ...within, rule }, wholeReadings);
  let start = quoted.from;
  while (isSpaceAt(document.text, start)) start++;
  const { borders = [] } = found ?? {};
  for (let at = 0; at < borders.length; at += 2) if (borders[at] === start) return at / 2;
  return null;
}
