/**
 * Occurrences of an anchor, exact text, in the scope of a Locate, and the errors for one that
 * occurs nowhere or too often.
 */

import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { countAtMost } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { echoText, MAX_ECHO_LENGTH, quoteCode, quoteText } from "../errorText.js";
import { findMatches, matchAt, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import { forEachOccurrence } from "../find/stringSearch.js";
import { findNearestLines } from "../hints/nearestLines.js";
import { excerptLine } from "../hints/quotedLine.js";
import { respell } from "../hints/respell.js";
import { symbolNotFound } from "../hints/symbolErrors.js";
import type { Locate } from "../locate.js";
import { formatLines } from "../notation/scopeNotation.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { stretchOfLines } from "../resolve/lineScope.js";
import type { ResolveSource } from "../resolve/resolve.js";
import { findSymbols, symbolContextOf } from "../symbols/findSymbols.js";
import { clampRange } from "../symbols/symbolNode.js";
import { symbolScopes } from "../symbols/symbolScope.js";

/** The maximum of occurrences of an anchor: each is looked up in the syntax tree. */
const MAX_OCCURRENCES = 10_000;

/** The occurrences of an anchor in its scope: at least one. */
export interface AnchorMatches {
  readonly occurrences: readonly Stretch[];
  /** The scope, for messages. */
  readonly scopeName: string;
}

/**
 * Returns every occurrence of an anchor in a stretch, including overlapping ones. Case and
 * whitespace count, but a `\n` in the anchor also matches `\r\n`. Linear in the stretch. Stops
 * after `MAX_OCCURRENCES`.
 */
export function findAnchorOccurrences(document: Document, { from, to }: Stretch, anchor: string): Stretch[] {
  if (anchor === "") return [];
  const text = document.text;
  const isLenient = anchor.includes("\n") && !anchor.includes("\r");
  const stretch = text.slice(from, to);
  if (!isLenient || !stretch.includes("\r\n")) {
    return findStarts(text, anchor, from, to).map((start) => ({ from: start, to: start + anchor.length }));
  }
  // The search runs without the carriage returns. Each offset is then shifted by those removed
  // before it.
  const carriageReturns: number[] = [];
  for (let at = stretch.indexOf("\r\n"); at >= 0; at = stretch.indexOf("\r\n", at + 2))
    carriageReturns.push(at - carriageReturns.length);
  const plain = stretch.replaceAll("\r\n", "\n");
  const original = (offset: number) => from + offset + countAtMost(carriageReturns, offset - 1);
  return findStarts(plain, anchor, 0, plain.length).map((start) => ({
    from: original(start),
    to: original(start + anchor.length),
  }));
}

function findStarts(text: string, anchor: string, from: number, to: number): number[] {
  const starts: number[] = [];
  forEachOccurrence(text, anchor, from, to, (start) => {
    starts.push(start);
    return starts.length > MAX_OCCURRENCES ? to : start + 1;
  });
  return starts;
}

/**
 * Returns the occurrences of a Locate's anchor in its scope: in all symbols of its path. Searches
 * their ranges first, and then the stretches that a find is searched in. Throws `anchor_not_found`,
 * the errors of the scope, or `anchor_ambiguous` where there are too many.
 */
export function findAnchors(locate: Locate, source: ResolveSource): AnchorMatches {
  const { anchor_text: anchor = "" } = locate;
  const { steps, scopeName } = resolveAnchorScope(locate, source);
  for (const stretches of steps) {
    const starts = new Set<number>();
    const occurrences = stretches
      .flatMap((stretch) => findAnchorOccurrences(source.document, stretch, anchor))
      .filter(({ from }) => starts.size < starts.add(from).size)
      .sort((a, b) => a.from - b.from);
    if (occurrences.length > MAX_OCCURRENCES) throw anchorTooFrequent(anchor, MAX_OCCURRENCES, scopeName);
    if (occurrences.length > 0) return { occurrences, scopeName };
  }
  const whole = { from: 0, to: source.document.length };
  const outside = findAnchorOccurrences(source.document, whole, anchor);
  const stretch = steps.at(-1)?.at(-1) ?? whole;
  throw anchorNotFound({ anchor, document: source.document, stretch, outside, scopeName });
}

interface AnchorScope {
  /** In the order in which they are searched; those of one step belong to several symbols. */
  readonly steps: readonly (readonly Stretch[])[];
  readonly scopeName: string;
}

function resolveAnchorScope(locate: Locate, source: ResolveSource): AnchorScope {
  const { document } = source;
  const { scope, file_path } = locate;
  const where = file_path === undefined ? "the file" : quoteCode(file_path);
  if (scope === undefined) return { steps: [[{ from: 0, to: document.length }]], scopeName: where };
  if ("line" in scope)
    return { steps: [[stretchOfLines(scope, document, where)]], scopeName: `line ${formatLines(scope)} of ${where}` };
  return resolveSymbolStretches(locate, scope.symbol_path, source, where);
}

function resolveSymbolStretches(
  locate: Locate,
  path: readonly string[],
  source: ResolveSource,
  where: string,
): AnchorScope {
  const { document, symbols = [], declarationAt } = source;
  const context = symbolContextOf(locate, source);
  const { language } = context;
  const matches = findSymbols(path, symbols, context);
  if (matches.entries.length === 0)
    throw symbolNotFound({ locate, path, roots: symbols, document, context, where, purpose: "read" });
  const scopes = matches.entries.map(({ node }) => symbolScopes(node, document, { language, declarationAt }));
  // Its own range first: text before it on its line may belong to another symbol.
  const ranges = matches.entries.map(({ node }) => clampRange(node, document));
  const steps = [ranges, ...[0, 1, 2].map((step) => scopes.flatMap((scope) => scope[step] ?? []))];
  return { steps, scopeName: `${quoteCode(formatSymbolPath(path))} of ${where}` };
}

const MAX_OUTSIDE = 3;

/** Makes the error for an anchor with too many occurrences. */
function anchorTooFrequent(anchor: string, maxOccurrences: number, scopeName: string): LocateError {
  const message = `anchor_text ${quoteText(anchor)} occurs more than ${maxOccurrences} times in ${scopeName}. Write more of the text around the place that is meant.`;
  return new LocateError("anchor_ambiguous", message, { anchor_text: anchor, targets: [] });
}

interface MissingAnchor {
  readonly anchor: string;
  readonly document: Document;
  /** The stretch that was searched. */
  readonly stretch: Stretch;
  /** The occurrences in the rest of the document. */
  readonly outside: readonly Stretch[];
  readonly scopeName: string;
}

/** Makes the error for an anchor that does not occur in the stretch. */
function anchorNotFound({ anchor, document, stretch, outside, scopeName }: MissingAnchor): LocateError {
  const nearest = findNearestLines(anchor, document, stretch);
  const outsideLines = [...new Set(outside.map(({ from }) => document.lineAt(from) + 1))].slice(0, MAX_OUTSIDE);
  const nearMiss = findNearMiss(anchor, document, stretch);
  const [near] = nearMiss === undefined ? nearest : [];
  const exact = nearMiss?.exact ?? (near && respell({ text: anchor, markers: [] }, near.text)?.text);
  const facts = [
    `anchor_text ${quoteText(anchor)} does not occur in ${scopeName}`,
    outsideLines.length > 0 ? `elsewhere it occurs in line ${outsideLines.join(", ")}` : undefined,
    nearMiss && `in line ${nearMiss.line} it occurs ${nearMiss.difference}: ${quoteCode(nearMiss.text)}`,
    near && `nearest is line ${near.line}: ${quoteCode(near.text)} (similarity ${near.similarity})`,
  ].filter((fact) => fact !== undefined);
  const isKnown = exact !== undefined && exact.length <= MAX_ECHO_LENGTH;
  const remedy = isKnown ? `write anchor_text ${JSON.stringify(exact)}` : "copy it exactly";
  const advice =
    nearMiss === undefined && outsideLines.length > 0
      ? "Leave the scope out, or write the one that holds it"
      : `Verify the exact text, including whitespace and punctuation, and ${remedy}`;
  return new LocateError("anchor_not_found", `${facts.join("; ")}. ${advice}.`, {
    anchor_text: echoText(anchor),
    scope: scopeName,
    nearest,
    outside_lines: outsideLines,
    suggestion: advice,
  });
}

interface NearMiss {
  readonly line: number;
  readonly text: string;
  readonly difference: string;
  /** The occurrence as it is written in the document. */
  readonly exact: string;
}

/**
 * Returns an occurrence that differs only in what an anchor is exact about: line ends written as
 * two characters, whitespace, case.
 */
function findNearMiss(anchor: string, document: Document, { from, to }: Stretch): NearMiss | undefined {
  const { text } = document;
  const stretch = text.slice(from, to);
  const nearMiss = (start: number, end: number, difference: string): NearMiss => {
    return { ...excerptLine(document, start), difference, exact: text.slice(start, end) };
  };
  const lineEnds = anchor.replaceAll("\\n", "\n");
  const unescaped = lineEnds === anchor ? -1 : stretch.indexOf(lineEnds);
  if (unescaped >= 0)
    return nearMiss(from + unescaped, from + unescaped + lineEnds.length, "with a real line end, not `\\n`");
  const spaced = findMatches(
    compilePattern({ text: anchor, markers: [] }),
    { text, from, to, rule: factsOf("").wordEnds },
    wholeReadings,
  );
  if (spaced !== null && anchor.trim() !== "") {
    const { from: start, to: end } = matchAt(spaced, 0);
    return nearMiss(start, end, "with other whitespace");
  }
  const lower = stretch.toLowerCase();
  // Some letters change their length with their case, which would make offsets wrong.
  const cased = lower.length === stretch.length ? lower.indexOf(anchor.toLowerCase()) : -1;
  return cased < 0 ? undefined : nearMiss(from + cased, from + cased + anchor.length, "in other case");
}
