/** A find that has no match, too many, or none with that index: what is there instead, and what to write next. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { clip, quoteName } from "../errorText.js";
import { leastSimilarity } from "../find/fuzzy.js";
import { describeMarker, type Marks } from "../find/marker.js";
import { type Matches, match, matchAt, partialReadings, type Reading, wholeReadings } from "../find/match.js";
import type { Pattern } from "../find/pattern.js";
import type { WordRule } from "../languageRules.js";
import type { Locate } from "../locate.js";
import { type SymbolNode, symbolsAround } from "../symbols/symbolNode.js";
import { findSlips } from "./findHints.js";
import { nearestLines } from "./nearestLines.js";

/** What was searched, for the words of an error. */
export interface Searched {
  readonly locate: Locate;
  readonly pattern: Pattern;
  readonly document: Document;
  readonly symbols: readonly SymbolNode[];
  readonly rule: WordRule;
  readonly as: Marks;
  /** Where was searched: the widest stretch, and in words. */
  readonly scope: Stretch;
  readonly scopeName: string;
}

const mostListed = 10;
const mostOutside = 3;
const longestLine = 160;

export function textNotFound(searched: Searched): LocateError {
  const { locate, pattern, document, scope, scopeName } = searched;
  const find = locate.find ?? "";
  const nearest = nearestLines(pattern.find.text, document, scope.from, scope.to);
  const outside = matchesOutside(searched);
  const marker = markerOf(searched);
  const slips = findSlips(searched);
  const [near] = nearest;
  const [other] = outside.matches;
  const facts = [
    `No match for ${quoteFind(find)} in ${scopeName}`,
    near && `nearest is line ${near.line}: ${quoteName(near.text)} (similarity ${near.similarity})`,
    other &&
      `outside of it there ${outside.count === 1 ? "is one" : `are ${outside.count}`}, in line ${other.line}${other.symbol === null ? "" : ` (${quoteName(other.symbol)})`}`,
    find.includes("|") || marker.includes("`") ? marker : undefined,
  ].filter((fact) => fact !== undefined);
  const advice =
    slips.length > 0
      ? slips.join(" ")
      : other !== undefined
        ? `Leave the scope out, or write the scope that holds it${other.symbol === null ? `, line ${other.line}` : `, ${quoteName(other.symbol)}`}.`
        : near !== undefined
          ? `Copy the text to find from line ${near.line} as it stands there${locate.fuzzy || near.similarity < leastSimilarity ? "." : ", or set fuzzy to true for the closest stretch."}`
          : "Read the file again and copy the text to find as it stands there.";
  return new LocateError("text_not_found", `${facts.join("; ")}. ${advice}`, {
    find,
    scope: scopeName,
    nearest,
    outside: outside.matches,
    outside_count: outside.count,
    marker,
    slips,
  });
}

interface Outside {
  readonly count: number;
  readonly matches: readonly { readonly line: number; readonly text: string; readonly symbol: string | null }[];
}

function matchesOutside({ pattern, document, symbols, rule, scope }: Searched): Outside {
  const { length } = document;
  if (pattern.tokens.length === 0 || (scope.from === 0 && scope.to === length)) return { count: 0, matches: [] };
  const whole = { text: document.text, from: 0, to: length, rule };
  const found = match(pattern, whole, [...wholeReadings, ...partialReadings]);
  if (found === null) return { count: 0, matches: [] };
  const first = Array.from({ length: Math.min(found.count, mostOutside) }, (_, index) => matchAt(found, index));
  const matches = first.map(({ from }) => {
    const names = symbolsAround(symbols, from).map(({ name }) => name);
    return { ...lineAt(document, from), symbol: names.length === 0 ? null : names.join(".") };
  });
  return { count: found.count, matches };
}

/** The line an offset is in: its number from 1, and its text, cut around the offset where it is long. */
export function lineAt(document: Document, offset: number): { readonly line: number; readonly text: string } {
  const line = document.lineAt(offset);
  const from = document.lineFrom(line);
  const to = document.lineTo(line);
  if (to - from <= longestLine) return { line: line + 1, text: document.slice(from, to).trim() };
  const start = Math.max(from, Math.min(offset - longestLine / 4, to - longestLine));
  return { line: line + 1, text: document.slice(start, start + longestLine).trim() };
}

interface Listed {
  readonly line: number;
  readonly text: string;
  readonly locate: Locate;
}

/** The first matches, each with a Locate that selects just it. */
function listed({ locate, document }: Searched, matches: Matches): Listed[] {
  return Array.from({ length: Math.min(matches.count, mostListed) }, (_, index) => ({
    ...lineAt(document, matchAt(matches, index).from),
    locate: { ...locate, find_index: index },
  }));
}

export function textAmbiguous(searched: Searched, matches: Matches): LocateError {
  const list = listed(searched, matches);
  const message = `${quoteFind(searched.locate.find ?? "")} matches ${matches.count} times in ${searched.scopeName}: ${linesOf(list, matches.count)}. Write more of the text around the one that is meant, a narrower scope, or find_index 0 to ${matches.count - 1}.`;
  return new LocateError("text_ambiguous", message, {
    count: matches.count,
    reading: matches.reading,
    matches: list,
    marker: markerOf(searched),
  });
}

export function indexOutOfRange(searched: Searched, matches: Matches, index: number): LocateError {
  const list = listed(searched, matches);
  const times = matches.count === 1 ? "once" : `${matches.count} times`;
  const least = matches.count === 1 ? "0, or leave it out" : `0 to ${matches.count - 1}`;
  const message = `${quoteFind(searched.locate.find ?? "")} matches only ${times} in ${searched.scopeName}: ${linesOf(list, matches.count)}. There is no match ${index}: find_index counts from 0. Write find_index ${least}.`;
  return new LocateError("index_out_of_range", message, {
    count: matches.count,
    find_index: index,
    matches: list,
    marker: markerOf(searched),
  });
}

/** A change was asked for, and only part of a word, or something similar, was found. */
export function inexactWrite(searched: Searched, reading: Reading, places: readonly Stretch[]): LocateError {
  const { document, locate, scopeName } = searched;
  const candidates = places.slice(0, mostListed).map((place) => ({
    ...lineAt(document, place.from),
    matched: clip(document.slice(place.from, place.to), longestLine),
  }));
  const how = reading === "fuzzy" ? "only something similar" : "only as part of a longer word";
  const list = candidates.map(({ line, text }) => `line ${line}: ${quoteName(text)}`).join(", ");
  const message = `${quoteFind(locate.find ?? "")} stands in ${scopeName} ${how} (${list}), and a change wants certainty. Write whole words, copied as they stand there.`;
  return new LocateError("inexact_write", message, { reading, candidates, marker: markerOf(searched) });
}

function linesOf(list: readonly Listed[], count: number): string {
  const lines = list.map(({ line }, index) => `${index} in line ${line}`);
  return `${lines.join(", ")}${count > list.length ? ` and ${count - list.length} more` : ""}`;
}

function markerOf({ locate, as }: Searched): string {
  return describeMarker(locate.find ?? "", as);
}

function quoteFind(find: string): string {
  return JSON.stringify(clip(find, 200));
}
