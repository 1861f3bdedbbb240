/** From a Locate to the place it means in one document. Sections 4 and 5 of the protocol, step by step. */
import { LocateError } from "../../error.js";
import type { Document } from "../../text/document.js";
import type { Stretch } from "../../text/stretch.js";
import { invalidLocate, quoteName } from "../errorText.js";
import { fuzzyMatch } from "../find/fuzzy.js";
import { readMarker } from "../find/marker.js";
import { type Matches, match, matchAt, partialReadings, type Reading, wholeReadings } from "../find/match.js";
import { type Alignment, align, compile, endPointOf, type Pattern, pointOf } from "../find/pattern.js";
import { indexOutOfRange, inexactWrite, type Searched, textAmbiguous, textNotFound } from "../hints/findErrors.js";
import { symbolNotFound } from "../hints/symbolErrors.js";
import { languageOfPath, wordRuleOf } from "../languageRules.js";
import type { LineScope, Locate } from "../locate.js";
import { formatLines } from "../notation/scopeNotation.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { declaredNameOf } from "../symbols/declaredName.js";
import { type FoundSymbols, findSymbols, type SymbolContext } from "../symbols/findSymbols.js";
import { type Entry, plainPathOf } from "../symbols/symbolIndex.js";
import type { DeclarationAt, SymbolNode } from "../symbols/symbolNode.js";
import { lineStretch, pointInLines } from "./lineScope.js";
import { clamped, declarationOf, symbolAmbiguous, symbolScopes } from "./symbolScope.js";

/** What a Locate is resolved in. */
export interface Source {
  readonly document: Document;
  /** The client's language id; where it is not known, the file's extension tells. */
  readonly languageId?: string | undefined;
  /** Needed where the scope is a symbol. */
  readonly symbols?: readonly SymbolNode[] | undefined;
  /** What a syntax tree knows of declarations, where there is one. */
  readonly declarationAt?: DeclarationAt | undefined;
}

/** A point has `from` equal to `to`. */
export type As = "point" | "range";
/** What changes text wants certainty. */
export type Purpose = "read" | "write";

export interface Resolved extends Stretch {
  readonly match?: MatchFacts;
  readonly symbol?: SymbolFacts;
}

export interface MatchFacts {
  readonly reading: Reading;
  /** How many matches of that reading there are, and which of them this is. */
  readonly count: number;
  readonly index: number;
  /** Where the first of them begin, where there are several. */
  readonly starts?: readonly number[];
  /** Not whole words in the range that the symbol was said to have: knowing more of its declaration may tell otherwise. */
  readonly isWidened?: true;
}

export interface SymbolFacts {
  readonly path: readonly string[];
  /** How many symbols of that path there are. */
  readonly count: number;
}

/** The place a Locate means. Throws a LocateError where it means none, or several. */
export function resolve(locate: Locate, source: Source, as: As, purpose: Purpose): Resolved {
  refuseOthers(locate);
  const { scope } = locate;
  if (scope === undefined) return resolveText(locate, source, as, purpose, wholeFile(source.document, locate));
  return "line" in scope
    ? resolveLines(locate, scope, source, as, purpose)
    : resolveSymbol(locate, scope.symbol_path, source, as, purpose);
}

/** Where to look, in turn: the first stretches where anything matches decide. Several in one step are of several symbols. */
interface SearchPlan {
  readonly steps: readonly (readonly Stretch[])[];
  readonly scopeName: string;
}

function wholeFile(document: Document, { file_path }: Locate): SearchPlan {
  return { steps: [[{ from: 0, to: document.length }]], scopeName: fileName(file_path) };
}

function fileName(path: string | undefined): string {
  return path === undefined ? "the file" : quoteName(path);
}

function refuseOthers({ scope, find, anchor_text, handle }: Locate): void {
  if (anchor_text !== undefined || handle !== undefined)
    throw new LocateError(
      "unsupported",
      `${anchor_text === undefined ? "A handle" : "anchor_text"} can't be resolved from text alone. Write a scope and a find.`,
    );
  if (scope === undefined && (find === undefined || find === ""))
    throw invalidLocate({
      field: "locate",
      given: "has neither scope nor find",
      expected: "at least one of scope, find, anchor_text, handle",
      write: "a scope, such as `MyClass.run` or `42`, or text to find",
    });
}

function resolveLines(locate: Locate, scope: LineScope, source: Source, as: As, purpose: Purpose): Resolved {
  const { document } = source;
  const lines = lineStretch(scope, document, fileName(locate.file_path));
  if (hasFind(locate)) {
    const scopeName = `line ${formatLines(scope)} of ${fileName(locate.file_path)}`;
    return resolveText(locate, source, as, purpose, { steps: [[lines]], scopeName });
  }
  if (as === "range" && scope.character === undefined) return lines;
  const point = pointInLines(scope, lines, document);
  return { from: point, to: point };
}

function resolveSymbol(locate: Locate, path: readonly string[], source: Source, as: As, purpose: Purpose): Resolved {
  const { document, symbols } = source;
  const where = fileName(locate.file_path);
  if (symbols === undefined)
    throw new LocateError(
      "unsupported",
      `The symbols of ${where} are not known, so ${quoteName(formatSymbolPath(path))} can't be looked up. Write lines, or text to find without a scope.`,
    );
  const context = { language: languageOf(locate, source), path: locate.file_path, text: document.slice(0, 4_000) };
  const found = findSymbols(path, symbols, context);
  const [first] = found.entries;
  if (first === undefined) throw symbolNotFound(path, symbols, context, where);
  if (found.containers > 1)
    throw symbolAmbiguous({ locate, path, found, roots: symbols, document, context, where, as });
  if (hasFind(locate)) return resolveInSymbol(locate, source, as, purpose, found, context);
  const symbol = factsOf(first, found);
  if (as === "point") {
    const point = declaredNameOf(first.node, document.text, context.language);
    return { from: point, to: point, symbol };
  }
  const declared = declarationOf(first.node, document, { ...context, declarationAt: source.declarationAt });
  const range = declared && { from: declared.codeFrom, to: declared.to };
  return { ...(range ?? clamped(first.node, document)), symbol };
}

/** Text in a symbol: in the first of those of one path, or in the only other one that holds it. */
function resolveInSymbol(
  locate: Locate,
  source: Source,
  as: As,
  purpose: Purpose,
  found: FoundSymbols,
  { language }: SymbolContext,
): Resolved {
  const [first] = found.entries;
  const { document, declarationAt } = source;
  const scopes = found.entries.map(({ node }) => symbolScopes(node, document, { language, declarationAt }));
  const steps = [0, 1, 2].map((step) => scopes.flatMap((scope) => scope[step] ?? []));
  const scopeName = `${quoteName(first === undefined ? "" : formatSymbolPath(plainPathOf(first)))} of ${fileName(locate.file_path)}`;
  let holder = first;
  const plan = { steps, scopeName };
  const resolved = resolveText(locate, source, as, purpose, plan, (index) => {
    holder = found.entries[index];
  });
  return holder === undefined ? resolved : { ...resolved, symbol: factsOf(holder, found) };
}

function factsOf(entry: Entry, found: FoundSymbols): SymbolFacts {
  return { path: plainPathOf(entry), count: found.entries.length };
}

/** Text in the first scope that holds it; `holds` is told which of a step's stretches that was. */
function resolveText(
  locate: Locate,
  source: Source,
  as: As,
  purpose: Purpose,
  { steps, scopeName }: SearchPlan,
  holds: (index: number) => void = () => {},
): Resolved {
  const { document } = source;
  const rule = wordRuleOf(languageOf(locate, source));
  const pattern = compile(readMarker(locate.find ?? "", as));
  const widest = steps.at(-1)?.[0] ?? { from: 0, to: document.length };
  const symbols = source.symbols ?? [];
  const searched: Searched = { locate, pattern, document, symbols, rule, as, scope: widest, scopeName };
  // Part of a word anywhere is no match as long as there may be a whole one.
  for (const readings of [wholeReadings, partialReadings]) {
    for (const [number, step] of steps.entries()) {
      for (const [index, stretch] of step.entries()) {
        const matches = match(pattern, { text: document.text, ...stretch, rule }, readings);
        if (matches === null) continue;
        holds(index);
        const resolved = placeOf(searched, matches, purpose);
        const isWidened = steps.length > 1 && (number > 0 || readings === partialReadings);
        return isWidened && resolved.match ? { ...resolved, match: { ...resolved.match, isWidened } } : resolved;
      }
    }
  }
  const fuzzy = locate.fuzzy === true ? fuzzyMatch(pattern, { text: document.text, ...widest, rule }) : null;
  if (fuzzy === null) throw textNotFound(searched);
  if (purpose === "write") throw inexactWrite(searched, "fuzzy", [fuzzy]);
  return {
    ...stretchOf(pattern, as, fuzzy, document, () => fuzzy.alignment),
    match: { reading: "fuzzy", count: 1, index: 0 },
  };
}

const mostStarts = 10;

/** The match that is meant, of several. */
function placeOf(searched: Searched, matches: Matches, purpose: Purpose): Resolved {
  const { locate, pattern, document, as } = searched;
  const { reading, count } = matches;
  const wanted = locate.find_index ?? 0;
  const index = wanted === "only" ? 0 : wanted;
  const first = Array.from({ length: Math.min(count, mostStarts) }, (_, at) => matchAt(matches, at));
  if (wanted === "only" && count > 1) throw textAmbiguous(searched, matches);
  if (index >= count) throw indexOutOfRange(searched, matches, index);
  if (purpose === "write" && reading.startsWith("partial")) throw inexactWrite(searched, reading, first);
  const found = matchAt(matches, index);
  const facts = { reading, count, index, ...(count > 1 ? { starts: first.map(({ from }) => from) } : {}) };
  return {
    ...stretchOf(pattern, as, found, document, () => align(pattern, document.text, found.from, found.to)),
    match: facts,
  };
}

/** The place in a match: its marker, the text between two, or else its start or all of it. Only a marker needs the tokens aligned. */
function stretchOf(
  pattern: Pattern,
  as: As,
  { from, to }: Stretch,
  document: Document,
  alignmentOf: () => Alignment,
): Stretch {
  const { markers, text } = pattern.find;
  const [first, second] = markers;
  if (pattern.body === "") {
    // Whitespace alone: its marker stands before or after the whole run.
    const isBehind = first !== undefined && first === text.length;
    const point = isBehind ? to : from;
    return as === "range" ? { from, to } : { from: point, to: point };
  }
  if (as === "range") {
    if (first === undefined || second === undefined) return { from, to };
    const alignment = alignmentOf();
    const start = pointOf(pattern, first, document.text, alignment);
    return { from: start, to: Math.max(start, endPointOf(pattern, second, document.text, alignment)) };
  }
  if (first === undefined) return { from, to: from };
  const point = pointOf(pattern, first, document.text, alignmentOf());
  return { from: point, to: point };
}

function hasFind({ find }: Locate): boolean {
  return find !== undefined && find !== "";
}

function languageOf({ file_path }: Locate, { languageId }: Source): string {
  return languageId ?? languageOfPath(file_path ?? "");
}
