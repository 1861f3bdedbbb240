/** Finds that lead to a place: the shortest text around it that its scope holds once, or else text that it holds seldom. */
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { edgesOf } from "../edges.js";
import { isSpaceAt } from "../find/characters.js";
import { type Marks, readMarker } from "../find/marker.js";
import { match, wholeReadings } from "../find/match.js";
import { compile } from "../find/pattern.js";
import type { WordRule } from "../languageRules.js";
import { markFind } from "../markFind.js";
import { longestFind } from "../notation/fields.js";
import { readingCost } from "./readingCost.js";
import { type Base, tokensAround, tokensOver, withWord } from "./textAround.js";
import { type Reach, reachesOf, tellingWindows, type Window, type WindowQuery } from "./uniqueStretches.js";

/** What is to be told apart from what. */
export interface FindQuery {
  readonly document: Document;
  readonly place: Stretch;
  /** Where the find will be looked for. */
  readonly within: Stretch;
  readonly rule: WordRule;
  readonly marks: Marks;
}

/** A find and, where its scope holds it more than once, which match it is. */
export interface FoundFind {
  readonly find: string;
  readonly index: number;
}

/** Markers that need more are for where nothing else is left: between `<` and `>` they have to be eleven deep. */
const longestMarkers = 14;
/** Matches beyond these are counted by nobody: then text does not tell. */
const mostMatches = 100;
/** Other places that hold the innermost text, looked at; with more of them more text is taken. */
const mostOthers = 20_000;
/** Quotations whose looks are compared. */
const mostPriced = 48;
/** Code units compared with what may be the same text, at most. */
const mostWork = 4_000_000;
/** The engine searches for no more at once: for longer text it may take more than linear time. */
const longestNeedle = 200;

/** Finds with just one match, best first. */
export function* tellingFinds(query: FindQuery, surveys: readonly Survey[]): Generator<FoundFind> {
  const stretches = surveys.flatMap((survey) =>
    tellingWindows(survey, survey.reaches, 0).map((window) => stretchOf(survey, window)),
  );
  const contrived: FoundFind[] = [];
  for (const stretch of byCost(query, stretches)) {
    for (const find of findsOf(query, stretch)) {
      if (find.length - lengthOf(stretch) > longestMarkers) contrived.push({ find, index: 0 });
      else yield { find, index: 0 };
    }
  }
  yield* contrived;
}

/** Finds on the place's own lines that match several times, each with the index of the match that is meant: fewest matches first, then best. */
export function* countedFinds(query: FindQuery, surveys: readonly Survey[]): Generator<FoundFind> {
  const stretches = surveys.flatMap((survey) => {
    const own = onOwnLines(query, survey);
    const widest = { left: own.leftCuts.length - 1, right: own.rightCuts.length - 1 };
    const allowed = survey.reaches.filter(({ left, right }) => left >= widest.left && right >= widest.right).length;
    if (allowed >= mostMatches) return [];
    return tellingWindows(own, survey.reaches, allowed).map((window) => stretchOf(own, window));
  });
  for (const stretch of byCost(query, stretches)) {
    for (const find of findsOf(query, stretch)) {
      const index = indexOfMatch(query, find, stretch);
      if (index !== null) yield { find, index };
    }
  }
}

/** Everything that is to be known of the text around a place. */
export type Survey = WindowQuery & { readonly reaches: readonly Reach[] };

/** The surveys of a place: one for each text that may stand in the middle, none where text can't say the place. */
export function surveysOf(query: FindQuery): Survey[] {
  const { document, place, within } = query;
  if (place.to - place.from > longestFind) return [];
  const { text } = document;
  const tokens = tokensAround(document, place, within);
  const over = tokensOver(text, place, tokens);
  if (over === null) return [];
  return withWord(document, over, tokens).flatMap((base) => surveyOf(query, base, tokens) ?? []);
}

function surveyOf(query: FindQuery, base: Base, tokens: readonly Stretch[]): Survey | null {
  const { document, within, rule } = query;
  const { text } = document;
  if (base.from < within.from || base.to > within.to || lengthOf(base) > longestFind) return null;
  const mayBegin = (offset: number) => isSpaceAt(text, offset) || edgesOf(text, rule).isWholeBefore(offset);
  const mayEnd = (offset: number) => isSpaceAt(text, offset - 1) || edgesOf(text, rule).isWholeBehind(offset);
  const outward = tokens.filter(({ from }) => base.isOpenLeft && from < base.from).map(({ from }) => from);
  const onward = tokens.filter(({ to }) => base.isOpenRight && to > base.to).map(({ to }) => to);
  const leftCuts = [...outward, base.from].reverse().filter(mayBegin);
  const rightCuts = [base.to, ...onward].filter(mayEnd);
  const widest = { from: leftCuts.at(-1) ?? base.from, to: rightCuts.at(-1) ?? base.to };
  // Where the innermost text is everywhere, more of its neighbours is taken as that; unless even all of them are everywhere.
  for (let more = 0; more < Math.max(leftCuts.length, rightCuts.length); more = 2 * more + 1) {
    const left = leftCuts.slice(Math.min(more, leftCuts.length - 1));
    const right = rightCuts.slice(Math.min(more, rightCuts.length - 1));
    const inner = {
      from: more === 0 ? base.from : (left[0] ?? base.from),
      to: more === 0 ? base.to : (right[0] ?? base.to),
    };
    const others = othersOf(text, inner, within);
    if (others === null && more === 0 && othersOf(text, widest, within) === null) return null;
    if (others === null) continue;
    const survey = { text, base: inner, leftCuts: left, rightCuts: right, others, within, mayBegin, mayEnd };
    const reaches = reachesOf(survey);
    if (reaches !== null) return { ...survey, reaches };
  }
  return null;
}

/** Where else the text of a stretch begins; null where there are too many places to look at, or to compare. */
function othersOf(text: string, base: Stretch, within: Stretch): number[] | null {
  const view = text.slice(within.from, within.to);
  const needle = text.slice(base.from, base.to);
  const head = needle.slice(0, longestNeedle);
  const others: number[] = [];
  let work = 0;
  for (let at = view.indexOf(head); at >= 0; at = view.indexOf(head, at + 1)) {
    work += needle.length;
    if (others.length > mostOthers || work > mostWork) return null;
    const start = within.from + at;
    if (start !== base.from && (head === needle || view.startsWith(needle, at))) others.push(start);
  }
  return others;
}

/** The survey without the cuts on other lines than those of the innermost text. */
function onOwnLines({ document }: FindQuery, survey: Survey): Survey {
  const { base, leftCuts, rightCuts } = survey;
  const from = document.lineFrom(document.lineAt(base.from));
  const to = document.lineTo(document.lineAt(base.to));
  const left = leftCuts.filter((cut) => cut >= from);
  const right = rightCuts.filter((cut) => cut <= to);
  return { ...survey, leftCuts: left.length > 0 ? left : leftCuts, rightCuts: right.length > 0 ? right : rightCuts };
}

function stretchOf({ leftCuts, rightCuts, base }: WindowQuery, { left, right }: Window): Stretch {
  return { from: leftCuts[left] ?? base.from, to: rightCuts[right] ?? base.to };
}

/** Stretches in the order in which they would be quoted; only the shortest are thought of at all. */
function byCost(query: FindQuery, stretches: readonly Stretch[]): Stretch[] {
  return stretches
    .filter((stretch) => lengthOf(stretch) <= longestFind)
    .sort((one, other) => lengthOf(one) - lengthOf(other))
    .slice(0, mostPriced)
    .map((stretch) => ({ stretch, cost: costOf(query, stretch) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ stretch }) => stretch);
}

function lengthOf({ from, to }: Stretch): number {
  return to - from;
}

/** What a reader pays for a quotation, and for a marker in it. */
function costOf(query: FindQuery, stretch: Stretch): number {
  const marker = needsNoMarker(query, stretch) ? 0 : query.marks === "point" ? 4 : 7;
  return readingCost(query.document.text.slice(stretch.from, stretch.to)) + marker;
}

/** Whether the place is just where a match begins, or the whole of it: whitespace at its edges is no part of a match. */
function needsNoMarker({ document: { text }, place, marks }: FindQuery, { from, to }: Stretch): boolean {
  if (place.from !== from || isSpaceAt(text, from)) return false;
  return marks === "point" || (place.to === to && !isSpaceAt(text, to - 1));
}

/** The text of a stretch as a find with the place marked in it: with plain line ends, then with the document's own. */
function findsOf(query: FindQuery, stretch: Stretch): string[] {
  const { document, place, marks } = query;
  const { from, to } = stretch;
  const marked = needsNoMarker(query, stretch) ? [] : marks === "point" ? [place.from] : [place.from, place.to];
  const cuts = [from, ...marked, to];
  const pieces = cuts.slice(1).map((cut, index) => document.text.slice(cuts[index] ?? from, cut));
  const plain = pieces.map((piece) => piece.replace(/\r\n?/g, "\n"));
  const spellings = plain.join("") === pieces.join("") ? [pieces] : [plain, pieces];
  return spellings.flatMap((spelling) => {
    let length = 0;
    const offsets = spelling.slice(0, -1).map((piece) => (length += piece.length));
    const find = markFind(spelling.join(""), offsets, marks);
    return find === null || find.length > longestFind ? [] : [find];
  });
}

/** Which match of a find begins where the quoted text does. */
function indexOfMatch({ document, within, rule, marks }: FindQuery, find: string, quoted: Stretch): number | null {
  const pattern = compile(readMarker(find, marks));
  const found = match(pattern, { text: document.text, ...within, rule }, wholeReadings);
  let start = quoted.from;
  while (isSpaceAt(document.text, start)) start++;
  for (let index = 0; index < (found?.count ?? 0); index++) if (found?.borders[2 * index] === start) return index;
  return null;
}
