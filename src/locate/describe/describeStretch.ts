/**
 * Description of a place: the most robust Locate that leads to exactly that place, proved by
 * resolving it.
 */
import { attempt, LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { isInseparableAt } from "../../text/lineEnd.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import { type LineScope, type Locate, languageOf, MAX_FIND_LENGTH, type PointOrRange, type Scope } from "../locate.js";
import { pointInLines } from "../resolve/lineScope.js";
import { type ResolveSource, resolve } from "../resolve/resolve.js";
import { symbolContextOf } from "../symbols/findSymbols.js";
import type { SymbolEntry } from "../symbols/symbolIndex.js";
import { clampRange } from "../symbols/symbolNode.js";
import { type FindCandidate, type FindQuery, indexedFinds, surroundingsOf, uniqueFinds } from "./findCandidates.js";
import {
  entriesAround,
  entriesDeclaredAs,
  entriesNamedAt,
  type SymbolSource,
  scopesAround,
  writablePathOf,
} from "./scopeCandidates.js";

/** The document that a place is described in. */
export interface DescribeSource extends ResolveSource {
  /** The path that the Locate is to have. Omitted there where it is omitted here. */
  readonly file_path?: string | undefined;
  /** Returns the names that the declaration at a stretch declares. Omitted without a grammar. */
  readonly declaredIn?: ((declaration: Stretch) => readonly string[]) | undefined;
}

/** The maximum of finds tried in one scope. The first is nearly always right. */
const MAX_TRIES = 12;
/**
 * The length, in UTF-16 code units, above which a stretch is described by its lines, if possible,
 * instead of a quotation.
 */
const MAX_QUOTATION_LENGTH = 200;
/**
 * The maximum of surroundings quoted as long as shorter text with an index, or line and character
 * for a point, would do.
 */
const MAX_SURROUNDINGS_LENGTH = 160;
const MAX_POINT_FIND_LENGTH = 400;

/**
 * Returns the Locate that leads back to a place. In order of preference: a symbol; text that is
 * unique in the innermost symbol around it, or in the file; text with its index; lines. A place
 * between `\r` and `\n` or inside a surrogate pair counts as the one before it.
 *
 * Throws `unsupported` for a range that no Locate leads to: one that begins or ends inside
 * whitespace, or a very long one that is neither a symbol nor whole lines.
 */
export function describeStretch(place: Stretch, source: DescribeSource, as: PointOrRange): Locate {
  const locate = tryDescribeStretch(place, source, as);
  if (locate === null) throw rangeNotDescribable(place, source);
  return locate;
}

/** As `describeStretch`, with null for a range that no Locate leads to. */
export function tryDescribeStretch(place: Stretch, source: DescribeSource, as: PointOrRange): Locate | null {
  const { document, file_path } = source;
  const from = clampToBorder(document, place.from);
  const exact = { from, to: as === "point" ? from : Math.max(from, clampToBorder(document, place.to)) };
  for (const { locate, proof } of candidates(exact, source, as)) {
    const whole = file_path === undefined ? locate : { file_path, ...locate };
    if (resolvesTo(whole, exact, source, as, proof)) return whole;
  }
  return null;
}

function clampToBorder(document: Document, offset: number): number {
  const inside = Math.max(0, Math.min(offset, document.length));
  return isInseparableAt(document.slice(inside - 1, inside + 1), Math.min(inside, 1)) ? inside - 1 : inside;
}

/**
 * The proof that a Locate leads to the place: that it resolves to it, or also that its find has no
 * other match.
 */
type Proof = "place" | "only";

interface LocateCandidate {
  readonly locate: Locate;
  readonly proof: Proof;
}

function resolvesTo(locate: Locate, place: Stretch, source: DescribeSource, as: PointOrRange, proof: Proof): boolean {
  const resolved = attempt(() => resolve(locate, source, as, "read"));
  if (resolved instanceof LocateError || resolved.from !== place.from || resolved.to !== place.to) return false;
  return proof === "place" || resolved.match === undefined || resolved.match.count === 1;
}

/** Yields Locates that may lead to the place, best first. */
function* candidates(place: Stretch, source: DescribeSource, as: PointOrRange): Generator<LocateCandidate> {
  const { document } = source;
  const symbols = symbolsOf(source);
  if (symbols !== null) yield* symbolCandidates(place, source, symbols, as);
  const isLong = place.to - place.from > MAX_QUOTATION_LENGTH;
  const lines = lineLocates(place, document, as).map((locate) => ({ locate, proof: "place" as const }));
  // Whole lines are plainer than text that needs an index.
  const allowsIndex = as === "point" || place.from === place.to || lines.length === 0;
  if (isLong) yield* lines;
  const rule = factsOf(languageOf(source, source)).wordEnds;
  const query = { document, place, rule, marks: as };
  let hasSymbol = false;
  for (const { entry, stretches } of symbols === null ? [] : scopesAround(symbols, place)) {
    const path = symbols && writablePathOf(entry, symbols);
    if (path === null) continue;
    hasSymbol = true;
    // The first stretch that contains the place, as the others only add a little to it.
    const within = stretches.find((stretch) => containsStretch(stretch, place));
    if (within !== undefined) yield* textCandidates({ ...query, within }, { symbol_path: path }, allowsIndex);
  }
  if (!hasSymbol || !isLong)
    yield* textCandidates({ ...query, within: { from: 0, to: document.length } }, undefined, allowsIndex);
  if (!isLong) yield* lines;
}

function symbolsOf(source: DescribeSource): SymbolSource | null {
  const { document, symbols, declarationAt } = source;
  if (symbols === undefined || symbols.length === 0) return null;
  return {
    document,
    roots: symbols,
    context: symbolContextOf(source, source),
    declarationAt,
  };
}

/** Yields the symbol that is declared at a point, or whose declaration or range is the stretch. */
function* symbolCandidates(
  place: Stretch,
  source: DescribeSource,
  symbols: SymbolSource,
  as: PointOrRange,
): Generator<LocateCandidate> {
  const { document, declaredIn } = source;
  // A declaration of several names is not one of them.
  if (as === "range" && declaredIn !== undefined && declaredIn(place).length > 1) return;
  const isPlace = ({ node }: SymbolEntry) => {
    const { from, to } = clampRange(node, document);
    return from === place.from && to === place.to;
  };
  const entries =
    as === "point"
      ? entriesNamedAt(symbols, place.from)
      : [...entriesDeclaredAs(symbols, place), ...entriesAround(symbols, place).filter(isPlace)];
  for (const entry of entries) {
    const path = writablePathOf(entry, symbols);
    if (path !== null) yield { locate: { scope: { symbol_path: path } }, proof: "place" };
  }
}

/** Yields text in a scope: unique text, then text with an index, then long text. */
function* textCandidates(query: FindQuery, scope: Scope | undefined, allowsIndex: boolean): Generator<LocateCandidate> {
  const allSurroundings = surroundingsOf(query);
  const { from, to } = query.place;
  const isShort = ({ find }: FindCandidate) => find.length - (to - from) <= MAX_SURROUNDINGS_LENGTH;
  const unique = takeFirst(uniqueFinds(query, allSurroundings));
  for (const found of unique) if (isShort(found)) yield { locate: withFind(scope, found), proof: "only" };
  for (const found of allowsIndex ? takeFirst(indexedFinds(query, allSurroundings)) : [])
    if (isShort(found)) yield { locate: withFind(scope, found), proof: "place" };
  for (const found of unique)
    if (!isShort(found) && (query.marks === "range" || found.find.length <= MAX_POINT_FIND_LENGTH))
      yield { locate: withFind(scope, found), proof: "only" };
}

function takeFirst(finds: Iterable<FindCandidate>): FindCandidate[] {
  const first: FindCandidate[] = [];
  for (const found of finds) if (first.push(found) === MAX_TRIES) break;
  return first;
}

function withFind(scope: Scope | undefined, { find, index }: FindCandidate): Locate {
  const counted = index === 0 ? { find } : { find, find_index: index };
  return scope === undefined ? counted : { scope, ...counted };
}

/**
 * Returns the lines that are exactly the stretch, or a line that means the point by itself; last,
 * line and character.
 */
function lineLocates({ from, to }: Stretch, document: Document, as: PointOrRange): Locate[] {
  const first = document.lineAt(from);
  const last = document.lineAt(to);
  const place: LineScope = { line: first + 1, character: from - document.lineFrom(first) + 1 };
  if (as === "point") {
    const line = { line: first + 1 };
    const defaultPoint = pointInLines(line, { from: document.lineFrom(first), to: document.lineTo(first) }, document);
    return [...(defaultPoint === from ? [{ scope: line }] : []), { scope: place }];
  }
  const isWhole = from === document.lineFrom(first) && to === document.lineTo(last);
  if (isWhole && first === last) return [{ scope: { line: first + 1 } }];
  if (isWhole) return [{ scope: { line: [first + 1, last + 1] } }];
  return from === to ? [{ scope: place }] : [];
}

/**
 * Makes the error for a range that neither markers nor lines can express. It offers Locates of its
 * ends, and of the text without the whitespace at its edges.
 */
function rangeNotDescribable(place: Stretch, source: DescribeSource): LocateError {
  const { document } = source;
  const [start, end] = [place.from, place.to].map((at) => describeStretch({ from: at, to: at }, source, "point"));
  const lines = [document.lineAt(place.from) + 1, document.lineAt(place.to) + 1];
  const text = document.slice(place.from, place.to);
  const inner = { from: place.to - text.trimStart().length, to: place.from + text.trimEnd().length };
  const isNarrower = inner.from < inner.to && inner.to - inner.from < text.length;
  const nearest =
    isNarrower && inner.to - inner.from <= MAX_FIND_LENGTH ? tryDescribeStretch(inner, source, "range") : null;
  const why = isNarrower
    ? "it begins or ends inside whitespace, where no marker can be"
    : text.length > MAX_FIND_LENGTH
      ? "it is too long to be quoted"
      : "no marker can be at its ends";
  const advice =
    nearest === null
      ? `Write the lines ${lines.join("-")}, or a symbol`
      : `Write it without that whitespace: ${JSON.stringify(nearest)}`;
  const message = `No Locate leads to just this range in lines ${lines.join("-")}: ${why}. ${advice}.`;
  return new LocateError("unsupported", message, { lines, start, end, ...(nearest === null ? {} : { nearest }) });
}
