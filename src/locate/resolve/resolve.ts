/** Resolution of a Locate to its place in one document. */

import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { maxOf, minOf } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { invalidLocate, quoteCode } from "../errorText.js";
import { findFuzzyMatch } from "../find/fuzzy.js";
import { readMarker } from "../find/marker.js";
import {
  findMatches,
  MAX_KEPT_MATCHES,
  type Matches,
  matchAt,
  partialReadings,
  type Reading,
  wholeReadings,
} from "../find/match.js";
import {
  alignTokens,
  compilePattern,
  type Pattern,
  resolveEndMarker,
  resolveMarker,
  type TokenAlignment,
} from "../find/pattern.js";
import { type FindContext, indexOutOfRange, inexactWrite, textAmbiguous, textNotFound } from "../hints/findErrors.js";
import { symbolAmbiguous, symbolNotFound, valueOfSymbol } from "../hints/symbolErrors.js";
import type { LineScope, Locate, PointOrRange } from "../locate.js";
import { languageOf } from "../locate.js";
import { formatLines } from "../notation/scopeNotation.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { declaredNameOffset } from "../symbols/declaredName.js";
import { findSymbols, type SymbolContext, type SymbolMatches, symbolContextOf } from "../symbols/findSymbols.js";
import { plainPathOf, type SymbolEntry } from "../symbols/symbolIndex.js";
import { clampRange, type DeclarationAt, type SymbolNode } from "../symbols/symbolNode.js";
import { declarationOf, symbolScopes } from "../symbols/symbolScope.js";
import { pointInLines, stretchOfLines } from "./lineScope.js";
import { writeTargetOf } from "./writeTarget.js";

/** The document that a Locate is resolved in. */
export interface ResolveSource {
  readonly document: Document;
  /** The client's language id. Default: by the file's extension. */
  readonly languageId?: string | undefined;
  /** Needed where the scope is a symbol. */
  readonly symbols?: readonly SymbolNode[] | undefined;
  /** The declarations of the document's syntax tree, where there is one. */
  readonly declarationAt?: DeclarationAt | undefined;
}

/** The use of a place. "write", for changes to the text, refuses inexact matches. */
export type Purpose = "read" | "write";

export interface Resolved extends Stretch {
  readonly match?: MatchFacts;
  readonly symbol?: SymbolFacts;
}

export interface MatchFacts {
  readonly reading: Reading;
  /** The number of matches of that reading, and the index of this one. */
  readonly count: number;
  readonly index: number;
  /** The starts of the first matches, where there are several. */
  readonly starts?: readonly number[];
  /**
   * Whether the match is not one of whole words in the range that the backend gave the symbol. With
   * more knowledge of its declaration the result may differ.
   */
  readonly isWidened?: true;
}

export interface SymbolFacts {
  readonly path: readonly string[];
  /** LSP's SymbolKind. */
  readonly kind: number;
  /** The number of symbols of that path. */
  readonly count: number;
  /** The number of declarations that it consists of, where it is changed as a whole. */
  readonly declarations?: number;
}

/**
 * Returns the place that a Locate means. Throws a LocateError where it means none, or several. With
 * `newText`, which is to take the place of it, several declarations are told apart by its head.
 */
export function resolve(
  locate: Locate,
  source: ResolveSource,
  as: PointOrRange,
  purpose: Purpose,
  newText?: string,
): Resolved {
  rejectUnsupported(locate);
  const { scope } = locate;
  const request = { locate, source, as, purpose, newText };
  if (scope === undefined) return resolveText(request, wholeFile(source.document, locate));
  return "line" in scope ? resolveLines(request, scope) : resolveSymbol(request, scope.symbol_path);
}

interface ResolveRequest {
  readonly locate: Locate;
  readonly source: ResolveSource;
  readonly as: PointOrRange;
  readonly purpose: Purpose;
  readonly newText: string | undefined;
}

/**
 * The stretches to search in turn: the first step with a match decides. Several stretches in one
 * step belong to several symbols.
 */
interface SearchPlan {
  readonly steps: readonly (readonly Stretch[])[];
  readonly scopeName: string;
  /** Whether all stretches of a step are searched, and not only up to the first match. */
  readonly searchesAll?: boolean;
}

function wholeFile(document: Document, { file_path }: Locate): SearchPlan {
  return { steps: [[{ from: 0, to: document.length }]], scopeName: describeFile(file_path) };
}

function describeFile(path: string | undefined): string {
  return path === undefined ? "the file" : quoteCode(path);
}

function rejectUnsupported({ scope, find, anchor_text, handle }: Locate): void {
  if (anchor_text !== undefined || handle !== undefined)
    throw new LocateError(
      "unsupported",
      `${anchor_text === undefined ? "A handle" : "anchor_text"} can't be resolved from text alone. Write a scope and a find.`,
    );
  if (scope === undefined && (find === undefined || find === ""))
    throw invalidLocate({
      field: "locate",
      problem: "has neither scope nor find",
      expected: "at least one of scope, find, anchor_text, handle",
      suggestion: "a scope, such as `MyClass.run` or `42`, or text to find",
    });
}

function resolveLines(request: ResolveRequest, scope: LineScope): Resolved {
  const { locate, as } = request;
  const { document } = request.source;
  const lines = stretchOfLines(scope, document, describeFile(locate.file_path));
  if (hasFind(locate)) {
    const scopeName = `line ${formatLines(scope)} of ${describeFile(locate.file_path)}`;
    return resolveText(request, { steps: [[lines]], scopeName });
  }
  if (as === "range" && scope.character === undefined) return lines;
  const point = pointInLines(scope, lines, document);
  return { from: point, to: point };
}

function resolveSymbol(request: ResolveRequest, path: readonly string[]): Resolved {
  const { locate, source, as } = request;
  const { document, symbols } = source;
  const where = describeFile(locate.file_path);
  if (symbols === undefined)
    throw new LocateError(
      "unsupported",
      `The symbols of ${where} are not known, so ${quoteCode(formatSymbolPath(path))} can't be looked up. Write lines, or text to find without a scope.`,
    );
  const context = symbolContextOf(locate, source);
  const { purpose, newText } = request;
  const matches = findSymbols(path, symbols, context);
  const error = { locate, path, roots: symbols, document, context, where, purpose };
  if (matches.entries.length === 0) throw symbolNotFound(error);
  const ambiguous = (entries: readonly SymbolEntry[]) => symbolAmbiguous({ ...error, entries, as });
  if (hasFind(locate)) return resolveInSymbol(request, matches, context, ambiguous);
  const { language } = context;
  const { declarationAt } = source;
  const target =
    purpose === "write"
      ? writeTargetOf(matches, { document, language, roots: symbols, declarationAt, as, newText })
      : matches.containerCount === 1
        ? matches.entries.slice(0, 1)
        : undefined;
  const [first] = target ?? [];
  if (target === undefined || first === undefined) throw ambiguous(matches.entries);
  // Several declarations of one symbol are changed together.
  const isWhole = target.length > 1 && as === "range";
  const symbol = {
    ...symbolFactsOf(first, matches),
    ...(isWhole && { count: 1, declarations: target.length }),
  };
  if (as === "point") {
    const point = declaredNameOffset(first.node, document.text, language);
    return { from: point, to: point, symbol };
  }
  const ranges = target.map((entry) => {
    const { node } = entry;
    const replaced = newText === undefined ? undefined : node.code;
    const [header = ""] = document.slice(node.from, node.to).split("\n", 1);
    if (replaced !== undefined && !newText?.trimStart().startsWith(header)) {
      if (replaced.from === replaced.to && /[^\r\n]/.test(document.slice(replaced.to, replaced.to + 1)))
        throw emptyCellError(path, header);
      return replaced;
    }
    const declared = declarationOf(node, document, { language, declarationAt });
    if (declared !== undefined) return { from: declared.codeFrom, to: declared.to };
    const name = declaredNameOffset(node, document.text, language);
    if (purpose === "write" && name < node.from) throw valueOfSymbol(entry, name, error);
    return clampRange(node, document);
  });
  return { from: minOf(ranges.map(({ from }) => from)), to: maxOf(ranges.map(({ to }) => to)), symbol };
}

/** The error of new code for a cell that has no line for it. */
function emptyCellError(path: readonly string[], header: string): LocateError {
  return new LocateError(
    "inexact_write",
    `${quoteCode(formatSymbolPath(path))} has no line of code. Write the whole cell as the new text, from ${quoteCode(header.trimEnd())} to its closing fence.`,
    { reading: "declaration" },
  );
}

/**
 * Resolves text in a symbol. Of several declarations in one container, a reader means the first
 * that contains the text; otherwise only one may contain it.
 */
function resolveInSymbol(
  request: ResolveRequest,
  symbolMatches: SymbolMatches,
  { language }: SymbolContext,
  ambiguous: (entries: readonly SymbolEntry[]) => LocateError,
): Resolved {
  const { entries, containerCount } = symbolMatches;
  const [first] = entries;
  const { locate, purpose } = request;
  const { document, declarationAt } = request.source;
  const scopes = entries.map(({ node }) => symbolScopes(node, document, { language, declarationAt }));
  const steps = [0, 1, 2].map((step) => scopes.flatMap((scope) => scope[step] ?? []));
  const scopeName = `${quoteCode(first === undefined ? "" : formatSymbolPath(plainPathOf(first)))} of ${describeFile(locate.file_path)}`;
  let holder = first;
  const needsOne = containerCount > 1 || (purpose === "write" && entries.length > 1);
  const onMatch = (indexes: readonly number[]) => {
    const holders = indexes.flatMap((index) => entries[index] ?? []);
    if (needsOne && holders.length !== 1 && (holders.length > 0 || containerCount > 1))
      throw ambiguous(holders.length > 0 ? holders : entries);
    holder = holders[0] ?? first;
  };
  const resolved = resolveText(request, { steps, scopeName, searchesAll: needsOne }, onMatch);
  return holder === undefined ? resolved : { ...resolved, symbol: symbolFactsOf(holder, symbolMatches) };
}

function symbolFactsOf(entry: SymbolEntry, matches: SymbolMatches): SymbolFacts {
  return { path: plainPathOf(entry), kind: entry.node.kind, count: matches.entries.length };
}

/**
 * Resolves text in the first stretch that contains it. `onMatch` receives the indexes of all
 * stretches of that step that contain it, unless in the same place; none where no step does.
 */
function resolveText(
  { locate, source, as, purpose }: ResolveRequest,
  { steps, scopeName, searchesAll = false }: SearchPlan,
  onMatch: (indexes: readonly number[]) => void = () => {},
): Resolved {
  const { document } = source;
  const rule = factsOf(languageOf(locate, source)).wordEnds;
  const pattern = compilePattern(readMarker(locate.find ?? "", as));
  const widest = steps.at(-1)?.[0] ?? { from: 0, to: document.length };
  const symbols = source.symbols ?? [];
  const context: FindContext = { locate, pattern, document, symbols, rule, as, scope: widest, scopeName };
  // Part of a word does not match anywhere if there is a whole word in any step.
  for (const readings of [wholeReadings, partialReadings]) {
    for (const [number, step] of steps.entries()) {
      const found = new Map<string, { readonly index: number; readonly matches: Matches }>();
      for (const [index, stretch] of step.entries()) {
        const matches = findMatches(pattern, { text: document.text, ...stretch, rule }, readings);
        if (matches === null) continue;
        // The lines of one declaration may hold another one.
        const key = `${matchAt(matches, 0).from} ${matches.count}`;
        if (!found.has(key)) found.set(key, { index, matches });
        if (!searchesAll) break;
      }
      const [first] = found.values();
      if (first === undefined) continue;
      onMatch([...found.values()].map(({ index }) => index));
      const resolved = resolveMatch(context, first.matches, purpose);
      const isWidened = steps.length > 1 && (number > 0 || readings === partialReadings);
      return isWidened && resolved.match ? { ...resolved, match: { ...resolved.match, isWidened } } : resolved;
    }
  }
  onMatch([]);
  const fuzzy = locate.fuzzy === true ? findFuzzyMatch(pattern, { text: document.text, ...widest, rule }) : null;
  if (fuzzy === null) throw textNotFound(context);
  if (purpose === "write") throw inexactWrite(context, "fuzzy", [fuzzy]);
  return {
    ...stretchInMatch(pattern, as, fuzzy, document, () => fuzzy.alignment),
    match: { reading: "fuzzy", count: 1, index: 0 },
  };
}

const MAX_STARTS = 10;

/** Selects the match that is meant from several. */
function resolveMatch(context: FindContext, matches: Matches, purpose: Purpose): Resolved {
  const { locate, pattern, document, as } = context;
  const { reading, count } = matches;
  const wanted = locate.find_index ?? 0;
  const index = wanted === "only" ? 0 : wanted;
  const first = Array.from({ length: Math.min(count, MAX_STARTS) }, (_, at) => matchAt(matches, at));
  const needsOne = wanted === "only" || (purpose === "write" && locate.find_index === undefined);
  const isInexact = purpose === "write" && reading.startsWith("partial");
  if (needsOne && count > 1 && !(isInexact && wanted !== "only")) throw textAmbiguous(context, matches);
  if (index >= Math.min(count, MAX_KEPT_MATCHES)) throw indexOutOfRange(context, matches, index);
  if (isInexact) throw inexactWrite(context, reading, first);
  const found = matchAt(matches, index);
  const matchFacts = { reading, count, index, ...(count > 1 ? { starts: first.map(({ from }) => from) } : {}) };
  return {
    ...stretchInMatch(pattern, as, found, document, () => alignTokens(pattern, document.text, found.from, found.to)),
    match: matchFacts,
  };
}

/**
 * Returns the place in a match: its marker, the text between two markers, its start, or all of it.
 * Only markers require aligned tokens.
 */
function stretchInMatch(
  pattern: Pattern,
  as: PointOrRange,
  { from, to }: Stretch,
  document: Document,
  alignmentOf: () => TokenAlignment,
): Stretch {
  const { markers, text } = pattern.find;
  const [first, second] = markers;
  if (pattern.body === "") {
    // Whitespace alone: the marker means the start or the end of the whole run.
    const isAfter = first !== undefined && first === text.length;
    const point = isAfter ? to : from;
    return as === "range" ? { from, to } : { from: point, to: point };
  }
  if (as === "range") {
    if (first === undefined || second === undefined) return { from, to };
    const alignment = alignmentOf();
    const start = resolveMarker(pattern, first, document.text, alignment);
    return { from: start, to: Math.max(start, resolveEndMarker(pattern, second, document.text, alignment)) };
  }
  if (first === undefined) return { from, to: from };
  const point = resolveMarker(pattern, first, document.text, alignmentOf());
  return { from: point, to: point };
}

function hasFind({ find }: Locate): boolean {
  return find !== undefined && find !== "";
}
