/**
 * Errors of a find: no match, too many, none with that index, or an inexact one for a change. With
 * hints at common mistakes of people and models, each with what to write.
 */

import { LocateError } from "../../error.js";
import type { WordEnds } from "../../languages/facts.js";
import type { Document } from "../../text/document.js";
import { inlineCode } from "../../text/printable.js";
import type { Stretch } from "../../text/stretch.js";
import { clip, echoText, quoteCode, quoteText } from "../errorText.js";
import { MIN_FUZZY_SIMILARITY } from "../find/fuzzy.js";
import { describeMarker, insertMarkers, readMarker } from "../find/marker.js";
import {
  findMatches,
  MAX_KEPT_MATCHES,
  type Matches,
  matchAt,
  partialReadings,
  type Reading,
  wholeReadings,
} from "../find/match.js";
import { compilePattern, type Pattern } from "../find/pattern.js";
import { forEachToken } from "../find/token.js";
import type { Locate, PointOrRange } from "../locate.js";
import { writeLocate } from "../notation/notation.js";
import { looseSimilarity } from "../similarity.js";
import { type SymbolNode, symbolsAround } from "../symbols/symbolNode.js";
import { findNearestLines, MIN_WORD_SIMILARITY, type NearLine, wordNextTo } from "./nearestLines.js";
import { excerptLine, MAX_LINE_LENGTH } from "./quotedLine.js";
import { respell } from "./respell.js";

const MAX_LISTED = 10;
const MAX_OUTSIDE = 3;

export function textNotFound(context: FindContext): LocateError {
  const { locate, pattern, document, scope, scopeName } = context;
  const find = locate.find ?? "";
  const { markers } = pattern.find;
  const marker = markers.length === 1 ? markers[0] : undefined;
  const near = findNearestLines(pattern.find.text, document, scope, marker).map((line) => suggestLine(line, context));
  const outside = matchesOutside(context);
  const readMarker = describeFindMarker(context);
  const hints = hintsForFind(context);
  const [nearest] = near;
  const [other] = outside.matches;
  const facts = [
    `No match for ${quoteText(find)} in ${scopeName}`,
    nearest && describeNearest(nearest),
    other &&
      `outside of it there ${outside.count === 1 ? "is one" : `are ${outside.count}`}, in line ${other.line}${other.symbol === null ? "" : ` (${quoteCode(other.symbol)})`}`,
    find.includes("|") || readMarker.includes("`") ? readMarker : undefined,
  ].filter((fact) => fact !== undefined);
  const advice =
    hints.length > 0
      ? hints.join(" ")
      : other !== undefined
        ? adviseScope(outside)
        : nearest !== undefined
          ? `${advise(nearest)}${locate.fuzzy || nearest.similarity < MIN_FUZZY_SIMILARITY ? "." : ", or set fuzzy to true for the closest stretch."}`
          : "Read the file again and copy the text to find verbatim.";
  return new LocateError("text_not_found", `${facts.join("; ")}. ${advice}`, {
    find: echoText(find),
    scope: scopeName,
    nearest: near.map(({ isRespelled: _isRespelled, ...line }) => line),
    outside: outside.matches,
    outside_count: outside.count,
    marker: readMarker,
    hints,
  });
}

interface SuggestedLine extends NearLine {
  readonly locate: Locate;
  /** Whether the Locate is the find with some words spelled as they are in the line. */
  readonly isRespelled: boolean;
}

/**
 * Returns near lines with a Locate: of the stretch that has the find's tokens with words spelled
 * otherwise, else of the lines whole. It has the scope as given, where its text is unique there.
 */
function suggestLine(near: NearLine, { locate, pattern, document, rule, scope, as }: FindContext): SuggestedLine {
  const { find: _find, find_index: _index, fuzzy: _fuzzy, ...rest } = locate;
  const lines: Locate = {
    ...rest,
    scope: { line: near.line === near.lastLine ? near.line : [near.line, near.lastLine] },
  };
  const { markers, text } = pattern.find;
  if (!document.text.includes(near.text)) return { ...near, locate: lines, isRespelled: false };
  const respelled = respell(pattern.find, near.text);
  const placesInLine = () =>
    as === "point" && markers.length === 1 ? markerPlaces(near.text, markers[0] as number, text) : [];
  const { text: nearText, markers: nearMarkers } = respelled ?? { text: near.text, markers: placesInLine() };
  const find = insertMarkers(nearText, nearMarkers, as);
  if (find === null) return { ...near, locate: lines, isRespelled: false };
  const exact = compilePattern({ text: nearText, markers: [] });
  const matches = findMatches(exact, { text: document.text, ...scope, rule }, wholeReadings);
  const isLines = locate.scope !== undefined && "line" in locate.scope;
  const isUnique = matches?.count === 1 && !isLines;
  return { ...near, locate: isUnique ? { ...rest, find } : { ...lines, find }, isRespelled: respelled !== null };
}

/** Returns the place of the marker before the same word of a similar text, if there is just one. */
function markerPlaces(text: string, marker: number, find: string): number[] {
  const word = wordNextTo(marker, find);
  if (word === undefined || !find.startsWith(word, marker)) return [];
  const places: number[] = [];
  forEachToken(text, 0, text.length, (from, to) => {
    if (looseSimilarity(word, text.slice(from, to)) >= MIN_WORD_SIMILARITY) places.push(from);
  });
  return places.length === 1 ? places : [];
}

function describeNearest({ line, lastLine, text, similarity }: NearLine): string {
  return line === lastLine
    ? `nearest is line ${line}: ${inlineCode(text)} (similarity ${similarity})`
    : `nearest are lines ${line}-${lastLine}: ${JSON.stringify(text)} (similarity ${similarity})`;
}

function advise({ line, lastLine, locate, isRespelled }: SuggestedLine): string {
  const isWhole = locate.file_path !== undefined;
  if (isRespelled)
    return `Write ${isWhole ? inlineCode(writeLocate(locate)) : `${quoteText(locate.find ?? "")} as the find`}`;
  const lines = line === lastLine ? `line ${line}` : `lines ${line}-${lastLine}`;
  return `Copy the text to find verbatim from ${lines}${isWhole ? `, such as ${inlineCode(writeLocate(locate))}` : ""}`;
}

/** Advises a scope in which the text is found once. */
function adviseScope({ count, matches: [first] }: OutsideMatches): string {
  if (first === undefined || count > 1)
    return `Write the scope that holds the one that is meant, such as line ${first?.line}.`;
  const holder = first.symbol === null ? `line ${first.line}` : quoteCode(first.symbol);
  return `Leave the scope out, or write the scope that holds it, ${holder}.`;
}

interface OutsideMatches {
  readonly count: number;
  readonly matches: readonly { readonly line: number; readonly text: string; readonly symbol: string | null }[];
}

function matchesOutside({ pattern, document, symbols, rule, scope }: FindContext): OutsideMatches {
  const { length } = document;
  if (pattern.tokens.length === 0 || (scope.from === 0 && scope.to === length)) return { count: 0, matches: [] };
  const whole = { text: document.text, from: 0, to: length, rule };
  const found = findMatches(pattern, whole, [...wholeReadings, ...partialReadings]);
  if (found === null) return { count: 0, matches: [] };
  const first = Array.from({ length: Math.min(found.count, MAX_OUTSIDE) }, (_, index) => matchAt(found, index));
  const matches = first.map(({ from }) => {
    const names = symbolsAround(symbols, from).map(({ name }) => name);
    return { ...excerptLine(document, from), symbol: names.length === 0 ? null : names.join(".") };
  });
  return { count: found.count, matches };
}

interface ListedMatch {
  readonly line: number;
  readonly text: string;
  readonly locate: Locate;
}

/** Returns the first matches, each with a Locate that selects only it. */
function listMatches({ locate, document }: FindContext, matches: Matches): ListedMatch[] {
  return Array.from({ length: Math.min(matches.count, MAX_LISTED) }, (_, index) => ({
    ...excerptLine(document, matchAt(matches, index).from),
    locate: { ...locate, find_index: index },
  }));
}

/** Returns the Locate of the first match that is the only one in its line. */
function exampleLine({ locate, document }: FindContext, matches: Matches): Locate | undefined {
  const { find_index: _index, ...rest } = locate;
  if (rest.file_path === undefined) return undefined;
  const lines = Array.from({ length: Math.min(matches.count, MAX_LISTED) }, (_, index) => {
    const { from, to } = matchAt(matches, index);
    return { first: document.lineAt(from), last: document.lineAt(to) };
  });
  // A match that is not among these may begin in the line of the last.
  const known = matches.count > lines.length ? lines.slice(0, -1) : lines;
  const alone = known.find(
    ({ first, last }) =>
      first === last && lines.filter((each) => each.first <= first && first <= each.last).length === 1,
  );
  return alone && { ...rest, scope: { line: alone.first + 1 } };
}

export function textAmbiguous(context: FindContext, matches: Matches): LocateError {
  const list = listMatches(context, matches);
  const line = exampleLine(context, matches);
  const example = line === undefined ? "" : ` such as the line (${inlineCode(writeLocate(line))})`;
  const message = `${quoteText(context.locate.find ?? "")} matches ${matches.count} times in ${context.scopeName}: ${formatMatches(list, matches.count)}. Write more of the text around the one that is meant, a narrower scope${example}, or find_index 0 to ${matches.count - 1}.`;
  return new LocateError("text_ambiguous", message, {
    count: matches.count,
    reading: matches.reading,
    matches: list,
    marker: describeFindMarker(context),
  });
}

export function indexOutOfRange(context: FindContext, matches: Matches, index: number): LocateError {
  const list = listMatches(context, matches);
  const times = matches.count === 1 ? "once" : `${matches.count} times`;
  const kept = Math.min(matches.count, MAX_KEPT_MATCHES);
  const least = kept === 1 ? "0, or leave it out" : `0 to ${kept - 1}`;
  const isThere = index < matches.count;
  const problem = isThere
    ? `${index} is above the highest find_index. Write a narrower scope, or`
    : `There is no match ${index}: find_index counts from 0. Write`;
  const message = `${quoteText(context.locate.find ?? "")} matches ${isThere ? "" : "only "}${times} in ${context.scopeName}: ${formatMatches(list, matches.count)}. ${problem} find_index ${least}.`;
  return new LocateError("index_out_of_range", message, {
    count: matches.count,
    find_index: index,
    matches: list,
    marker: describeFindMarker(context),
  });
}

/** Makes the error for a change where only part of a word, or similar text, was found. */
export function inexactWrite(context: FindContext, reading: Reading, places: readonly Stretch[]): LocateError {
  const { document, locate, scopeName } = context;
  const candidates = places.slice(0, MAX_LISTED).map((place) => ({
    ...excerptLine(document, place.from),
    matched: clip(document.slice(place.from, place.to), MAX_LINE_LENGTH),
  }));
  const how = reading === "fuzzy" ? "only something similar" : "only as part of a longer word";
  const list = candidates.map(({ line, text }) => `line ${line}: ${quoteCode(text)}`).join(", ");
  const message = `${quoteText(locate.find ?? "")} occurs in ${scopeName} ${how} (${list}), and a change requires an exact match. Write whole words, copied exactly.`;
  return new LocateError("inexact_write", message, { reading, candidates, marker: describeFindMarker(context) });
}

function formatMatches(list: readonly ListedMatch[], count: number): string {
  const lines = list.map(({ line }, index) => `${index} in line ${line}`);
  return `${lines.join(", ")}${count > list.length ? ` and ${count - list.length} more` : ""}`;
}

/** Longer texts are not searched again for each mistake. */
const MAX_TEXT_LENGTH = 4_000_000;

/**
 * Returns the hints as whole sentences, likeliest first; none where there is no sign of a mistake.
 */
function hintsForFind(context: FindContext): string[] {
  const { locate, as, document } = context;
  const find = locate.find ?? "";
  const hints: string[] = [];
  if (as === "point" && readMarker(find, "point").marker === null && readMarker(find, "range").markers.length === 2)
    hints.push(
      "Two markers select a range, a place has one: leave one out, write the one that counts as `<<|>>`, or use a method that takes a range.",
    );
  const isShort = document.length <= MAX_TEXT_LENGTH;
  for (const { change, hint } of rewrites) {
    const changed = change(find);
    if (changed === null || changed === find) continue;
    const isFound = isShort && matchesText(context, changed);
    const sentence = hint(changed, isFound);
    if (sentence !== null) hints.push(sentence);
  }
  if (hints.length === 0 && isShort) {
    const place = findIgnoringCase(context);
    if (place !== null) hints.push(`Matching is case-sensitive: the text has ${quoteText(place)}. Write that.`);
  }
  return hints;
}

interface Rewrite {
  /** Returns the find as it may have been meant; null where it shows no sign of this mistake. */
  readonly change: (find: string) => string | null;
  /** Returns the hint, depending on whether the text contains the changed find; null for none. */
  readonly hint: (changed: string, isFound: boolean) => string | null;
}

const rewrites: readonly Rewrite[] = [
  {
    change: (find) => (/\\[nrt]/.test(find) ? find.replace(/\\r\\n|\\[nr]/g, "\n").replaceAll("\\t", "\t") : null),
    hint: (changed, isFound) =>
      `The find holds \`\\n\` as two characters, a backslash and an n. ${isFound ? "Write" : "If a line end was meant, write"} a real one: ${quoteText(changed)} in JSON.`,
  },
  {
    change: (find) => (/\.\.\.|…/.test(find) ? find.split(/\.\.\.|…/, 1)[0]?.trim() || null : null),
    hint: (changed, isFound) =>
      `\`...\` is not a wildcard; it is matched literally. Write one unbroken stretch${isFound ? `, such as ${quoteText(changed)}` : ""}.`,
  },
  ...[straightenQuotes, swapQuotes, (find: string) => swapQuotes(straightenQuotes(find))].map(
    (change): Rewrite => ({
      change,
      hint: (changed, isFound) => (isFound ? `The text has other quotes. Write ${quoteText(changed)}.` : null),
    }),
  ),
  {
    change: (find) => (/\\["'`\\]/.test(find) ? find.replace(/\\(["'`\\])/g, "$1") : null),
    hint: (changed, isFound) => (isFound ? `The text has no backslashes there. Write ${quoteText(changed)}.` : null),
  },
  {
    change: (find) =>
      /&(?:lt|gt|amp|quot|#39);/.test(find)
        ? find.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? "")
        : null,
    hint: (changed, isFound) =>
      isFound ? `The text has no entities such as \`&lt;\`. Write ${quoteText(changed)}.` : null,
  },
  {
    change: (find) => (/^\s*\d+\s*[:|→\t]/.test(find) ? find.replace(/^[ \t]*\d+[ \t]*[:|→\t] ?/gm, "") : null),
    hint: (changed, isFound) =>
      isFound ? `The line numbers of a listing are not part of the text. Write ${quoteText(changed)}.` : null,
  },
];

/** Replaces typographic quotes by those of code. */
function straightenQuotes(find: string): string {
  return find.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'");
}

function swapQuotes(find: string): string {
  return find.replace(/["'`]/g, (mark) => (mark === "'" ? '"' : "'"));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

function matchesText({ document, rule, as, scope }: FindContext, find: string): boolean {
  const pattern = compilePattern(readMarker(find, as));
  if (pattern.tokens.length === 0) return false;
  return findMatches(pattern, { text: document.text, ...scope, rule }, [...wholeReadings, ...partialReadings]) !== null;
}

/** Returns the text that differs from the find in case only, or null. */
function findIgnoringCase({ document, rule, pattern, scope }: FindContext): string | null {
  const text = document.text.toLowerCase();
  // Some letters change their length with their case, which shifts all later offsets.
  if (text.length !== document.length || pattern.tokens.length === 0) return null;
  const lower = compilePattern({ text: pattern.find.text.toLowerCase(), markers: [] });
  const found = findMatches(lower, { text, ...scope, rule }, wholeReadings);
  const [from, to] = found?.borders ?? [];
  return from === undefined || to === undefined ? null : document.slice(from, to);
}

/** A search for a find, as errors and hints need it. */
export interface FindContext {
  readonly locate: Locate;
  readonly pattern: Pattern;
  readonly document: Document;
  readonly symbols: readonly SymbolNode[];
  readonly rule: WordEnds;
  readonly as: PointOrRange;
  /** The widest stretch that was searched, and its description for a message. */
  readonly scope: Stretch;
  readonly scopeName: string;
}

function describeFindMarker({ locate, as }: FindContext): string {
  return describeMarker(locate.find ?? "", as);
}
