/** Occurrences of an anchor, exact text, in the scope of a Locate. */

import type { Document } from "../../text/document.js";
import { countAtMost } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { quoteCode } from "../errorText.js";
import { forEachOccurrence } from "../find/stringSearch.js";
import { symbolNotFound } from "../hints/symbolErrors.js";
import type { Locate } from "../locate.js";
import { formatLines } from "../notation/scopeNotation.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { stretchOfLines } from "../resolve/lineScope.js";
import type { ResolveSource } from "../resolve/resolve.js";
import { findSymbols, symbolContextOf } from "../symbols/findSymbols.js";
import { clampRange } from "../symbols/symbolNode.js";
import { symbolScopes } from "../symbols/symbolScope.js";
import { anchorNotFound, anchorTooFrequent } from "./anchorErrors.js";

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
