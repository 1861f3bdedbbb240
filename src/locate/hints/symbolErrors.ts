/** Errors of a symbol path: no such symbol, or several. Both list Locates that may be meant. */
import { type ErrorFacts, LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { inlineCode } from "../../text/printable.js";
import { clip, echoNames, quoteCode } from "../errorText.js";
import { readMarker } from "../find/marker.js";
import { findMatches, wholeReadings } from "../find/match.js";
import { compilePattern } from "../find/pattern.js";
import type { Locate, PointOrRange, Scope } from "../locate.js";
import { writeLocate } from "../notation/notation.js";
import { readOtherScope } from "../notation/otherNotations.js";
import { parseScope } from "../notation/scopeNotation.js";
import { formatSymbolPath } from "../notation/symbolPath.js";
import { CASE_ONLY_SIMILARITY, looseSimilarity, MAX_COMPARED_LENGTH } from "../similarity.js";
import { declaredNameOffset } from "../symbols/declaredName.js";
import { findSymbols, namesakesOf, type SymbolContext } from "../symbols/findSymbols.js";
import { plainPathOf, type SymbolEntry, symbolIndexOf } from "../symbols/symbolIndex.js";
import { readName } from "../symbols/symbolNames.js";
import { clampRange, type SymbolNode, symbolKindName } from "../symbols/symbolNode.js";
import { symbolScopes } from "../symbols/symbolScope.js";
import { uniquePathOf } from "../symbols/uniquePath.js";
import { locateTextInSymbol } from "./textInSymbol.js";

const MAX_CHILDREN = 20;
const MAX_LIKELY_PATHS = 5;
/**
 * The maximum of symbols compared, the least similarity of a suggested name, and the least
 * similarity of a name around it to count as meant.
 */
const MAX_COMPARED_SYMBOLS = 20_000;
const MIN_SIMILARITY = 0.6;
const MIN_PARENT_SIMILARITY = 0.8;

interface MissingPath {
  readonly purpose: "read" | "write";
  readonly locate: Locate;
  readonly path: readonly string[];
  readonly roots: readonly SymbolNode[];
  readonly document: Document;
  readonly context: SymbolContext;
  readonly where: string;
}

/**
 * Makes the error for a path that leads nowhere. It lists what is in the longest part that exists,
 * and what may be meant: text in that symbol, such as a parameter, or symbols of a similar path.
 */
export function symbolNotFound(missing: MissingPath): LocateError {
  const { locate, path, roots, document, context, where, purpose } = missing;
  const existing = longestPrefix(path, roots, context);
  const parents = findSymbols(existing, roots, context);
  const members = existing.length === 0 ? roots : parents.entries.flatMap(({ node }) => node.children);
  const names = namesOf(members, context);
  const children = names.slice(0, MAX_CHILDREN);
  const more = names.length > children.length ? ` and ${names.length - children.length} more` : "";
  const holder = existing.length === 0 ? where : quoteCode(formatSymbolPath(existing));
  const listed =
    children.length === 0
      ? `${holder} holds no symbols`
      : `${holder} holds ${children.map(quoteCode).join(", ")}${more}`;
  const instead = otherScopes(path, roots, context);
  if (instead.length > 0) return otherScopeError({ locate, path, where }, instead);
  const namesakes = namesakesOf(path, roots, context);
  if (namesakes.length > 0) return declaredOtherwise(namesakes, missing, { existing_path: existing, children });
  const likely = likelyPaths(path, roots, context, purpose);
  const [name = "", ...others] = path.slice(existing.length);
  const source = { locate, document, language: context.language };
  const text = others.length > 0 ? undefined : locateTextInSymbol(source, existing, parents, name);
  const inText = text && `${inlineCode(writeLocate(text))} for the text ${quoteCode(name)} in ${holder}`;
  const written = likely.map(({ path: symbol_path, node }) =>
    inlineCode(writeOffer(withHeldFind({ ...locate, scope: { symbol_path } }, node, missing))),
  );
  const message = `No symbol ${quoteCode(path.join("."))} in ${where}; ${listed}. ${adviceFor(written, inText)}.`;
  return new LocateError("symbol_not_found", message, {
    symbol_path: echoNames(path),
    existing_path: existing,
    children,
    likely_paths: likely.map((each) => each.path),
    ...(text && { locate: text }),
  });
}

/**
 * Makes the error for a path whose names lead to symbols that are declared otherwise: with other
 * parameters, another receiver, or fewer than its index says.
 */
function declaredOtherwise(entries: readonly SymbolEntry[], missing: MissingPath, facts: ErrorFacts): LocateError {
  const { path, where } = missing;
  const candidates = candidatesOf(entries, missing, "range");
  const those = entries.length === 1 ? "the one of that name is" : `the ${entries.length} of that name are`;
  const message = `No symbol ${quoteCode(path.join("."))} in ${where}; ${those} declared otherwise: ${listCandidates(candidates, entries.length)}. Write the one that is meant.`;
  return new LocateError("symbol_not_found", message, {
    symbol_path: echoNames(path),
    ...facts,
    likely_paths: candidates.map(({ symbol_path }) => symbol_path),
    candidates: candidates.map(({ text: _text, ...candidate }) => candidate),
  });
}

/** Returns what a path that is written as in other tools may mean: lines, and symbols there are. */
function otherScopes(path: readonly string[], roots: readonly SymbolNode[], context: SymbolContext): readonly Scope[] {
  const scopes = readOtherScope(formatSymbolPath(path)).flatMap((text) => parseScope(text, "scope") ?? []);
  return scopes.filter(
    (scope) => !("symbol_path" in scope) || findSymbols(scope.symbol_path, roots, context).entries.length > 0,
  );
}

function otherScopeError(
  { locate, path, where }: Pick<MissingPath, "locate" | "path" | "where">,
  scopes: readonly Scope[],
): LocateError {
  const locates = scopes.map((scope) => ({ ...locate, scope }));
  const written = locates.map((each) => inlineCode(writeLocate(each))).join(" or ");
  const message = `No symbol ${quoteCode(path.join("."))} in ${where}. A scope is a symbol, or lines. Write ${written}.`;
  const candidates = locates.map((each) => ({ locate: each }));
  return new LocateError("symbol_not_found", message, { symbol_path: echoNames(path), likely_paths: [], candidates });
}

function adviceFor(likely: readonly string[], inText: string | undefined): string {
  const symbols = likely.join(" or ");
  if (inText !== undefined) return `Write ${inText}${symbols === "" ? "" : `; for another symbol, ${symbols}`}`;
  return symbols === ""
    ? "Write a path from `locate/outline`, lines, or just text to find without a scope"
    : `Write ${symbols}`;
}

/** Longer prefixes of a path are not looked up: the length of their names, in UTF-16 code units. */
const MAX_PREFIX_LENGTH = 1_000;

function longestPrefix(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
): readonly string[] {
  let end = 0;
  const ends = path.slice(0, -1).map((name) => (end += name.length));
  for (let length = ends.filter((each) => each <= MAX_PREFIX_LENGTH).length; length > 0; length--) {
    const prefix = path.slice(0, length);
    if (findSymbols(prefix, roots, context).entries.length > 0) return prefix;
  }
  return [];
}

function namesOf(nodes: readonly SymbolNode[], { language }: SymbolContext): string[] {
  const rule = factsOf(language).nameRule;
  const names = new Set<string>();
  for (const { name } of nodes) {
    const { raw, plain } = readName(name, rule);
    const written = clip(plain.length === 1 ? (plain[0] ?? raw) : raw);
    if (written !== "") names.add(written);
  }
  return [...names];
}

interface LikelyPath {
  readonly path: readonly string[];
  readonly node: SymbolNode;
}

/** Returns a Locate without its find, if its symbol does not hold that. */
function withHeldFind(locate: Locate, node: SymbolNode, { document, context }: MissingPath): Locate {
  const { find, find_index: _index, fuzzy: _fuzzy, ...scoped } = locate;
  if (find === undefined || find === "") return locate;
  const scope = symbolScopes(node, document, context).at(-1) ?? clampRange(node, document);
  const stretch = { text: document.text, ...scope, rule: factsOf(context.language).wordEnds };
  return findMatches(compilePattern(readMarker(find)), stretch, wholeReadings) === null ? scoped : locate;
}

/**
 * Returns the paths whose last name is similar to the wanted one, those whose other names fit too
 * first.
 */
function likelyPaths(
  path: readonly string[],
  roots: readonly SymbolNode[],
  context: SymbolContext,
  purpose: MissingPath["purpose"],
): LikelyPath[] {
  const rule = factsOf(context.language).nameRule;
  const { entries } = symbolIndexOf(roots, rule);
  const wanted = path.flatMap((name) => readName(name.replace(/\[[^[\]]*\]$/, ""), rule).plain);
  const last = wanted.at(-1);
  if (last === undefined) return [];
  const work = { left: MAX_WORK };
  const similarityToLast = similarityTo(last, MIN_SIMILARITY, work);
  const similarityToParents = wanted.slice(0, -1).map((name) => similarityTo(name, MIN_PARENT_SIMILARITY, work));
  const scored: { readonly entry: SymbolEntry; readonly score: number }[] = [];
  for (const entry of entries.slice(0, MAX_COMPARED_SYMBOLS)) {
    const name = entry.name.plain.at(-1);
    if (name === undefined) continue;
    const like = similarityToLast(name);
    if (like < MIN_SIMILARITY) continue;
    const around = similarityToParents.length === 0 ? [] : plainPathOf(entry).slice(0, -1);
    const shared = similarityToParents.filter((similarity) =>
      around.some((other) => similarity(other) > MIN_PARENT_SIMILARITY),
    ).length;
    scored.push({ entry, score: like + shared });
  }
  scored.sort((a, b) => b.score - a.score || a.entry.order - b.entry.order);
  const paths = new Map<string, LikelyPath>();
  for (const { entry } of scored.slice(0, 4 * MAX_LIKELY_PATHS)) {
    const reaching = uniquePathOf(entry, roots, context, { isAlone: purpose === "write" });
    if (reaching !== null) paths.set(reaching.join("\0"), { path: reaching, node: entry.node });
    if (paths.size === MAX_LIKELY_PATHS) break;
  }
  return [...paths.values()];
}

/**
 * The maximum of letters of one name times letters of the other, summed over all comparisons, and
 * the fixed cost of each.
 */
const MAX_WORK = 500_000;
const WORK_PER_COMPARISON = 100;

/**
 * Returns a function for the similarity of a name to `wanted`, each computed once. It returns 0 for
 * names that cannot reach `least`, by a quick check, and for all names once the work is used up.
 */
function similarityTo(wanted: string, least: number, work: { left: number }): (name: string) => number {
  const compared = new Map<string, number>();
  const wantedLetters = letterSetOf(wanted);
  return (name) => {
    if (name === wanted) return 1;
    const before = compared.get(name);
    if (before !== undefined) return before;
    let like = 0;
    const other = letterSetOf(name);
    if (work.left > 0 && canBeSimilar(wantedLetters, other, least)) {
      work.left -= WORK_PER_COMPARISON + wantedLetters.length * other.length;
      like = withoutMark(wanted) === withoutMark(name) ? CASE_ONLY_SIMILARITY : looseSimilarity(wanted, name);
    }
    compared.set(name, like);
    return like;
  };
}

/** Removes the first characters of a name that people leave out: of `$el`, `_run`, `#count`. */
function withoutMark(name: string): string {
  return name.replace(/^[$@#_]+(?=.)/, "");
}

/**
 * A name in lower case, and the set of letters in its beginning as bits. Some letters share a bit.
 */
interface LetterSet {
  readonly text: string;
  readonly length: number;
  readonly letters: number;
}

function letterSetOf(name: string): LetterSet {
  const text = name.toLowerCase();
  const length = Math.min(text.length, MAX_COMPARED_LENGTH);
  let letters = 0;
  for (let at = 0; at < length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return { text, length, letters };
}

/**
 * Checks whether names may be this similar, by the letters that only one of them has: each is at
 * least one change.
 */
function canBeSimilar(a: LetterSet, b: LetterSet, least: number): boolean {
  const length = Math.max(a.length, b.length);
  const changes = Math.max(
    Math.abs(a.length - b.length),
    countBits(a.letters & ~b.letters),
    countBits(b.letters & ~a.letters),
  );
  return changes <= (1 - least) * length + 0.001 || a.text.includes(b.text) || b.text.includes(a.text);
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

const MAX_CANDIDATES = 10;
/** The maximum length of a declaration's first line in a message, in UTF-16 code units. */
const MAX_LINE_LENGTH = 80;
/**
 * The length up to which a message lists candidates, in UTF-16 code units; the data has them all.
 */
const MAX_LISTED_LENGTH = 2_000;

interface AmbiguousPath extends MissingPath {
  readonly entries: readonly SymbolEntry[];
  readonly as: PointOrRange;
}

/**
 * Makes the error for a path that leads to several symbols, of which one must be meant. Each is
 * listed with a Locate that leads only to it.
 */
export function symbolAmbiguous({ entries, as, ...missing }: AmbiguousPath): LocateError {
  const { path, where } = missing;
  const candidates = candidatesOf(entries, missing, as);
  const message = `${entries.length} symbols in ${where} are ${quoteCode(path.join("."))}: ${listCandidates(candidates, entries.length)}. Write the one that is meant.`;
  const data = candidates.map(({ text: _text, ...candidate }) => candidate);
  return new LocateError("symbol_ambiguous", message, { symbol_path: echoNames(path), candidates: data });
}

/**
 * Makes the error for a change of a symbol whose name is before its range, and whose declaration is
 * not known: `exports.a = exports.b = 1`.
 */
export function valueOfSymbol(
  { node }: SymbolEntry,
  name: number,
  { locate, path, document }: MissingPath,
): LocateError {
  const { from, to } = clampRange(node, document);
  const [first, last] = [document.lineAt(name), document.lineAt(to)];
  const { find: _find, ...file } = locate;
  const lines: Locate = { ...file, scope: { line: first === last ? first + 1 : [first + 1, last + 1] } };
  const value = quoteCode(clip(document.slice(from, to), MAX_LINE_LENGTH));
  const message = `Of ${quoteCode(formatSymbolPath(path))}, only the value is known, ${value} in line ${first + 1}, and its name is before that. Write the lines that are meant, such as ${inlineCode(writeLocate(lines))}, or the text as a find.`;
  const text = document.slice(document.lineFrom(first), document.lineTo(first)).trim();
  return new LocateError("inexact_write", message, {
    reading: "value",
    candidates: [{ line: first + 1, text, locate: lines }],
  });
}

interface Candidate {
  readonly symbol_path: readonly string[];
  /** 1-based, of the name. */
  readonly line: number;
  readonly kind: string;
  readonly locate: Locate;
  /** The first line of the declaration. */
  readonly text: string;
}

function candidatesOf(entries: readonly SymbolEntry[], missing: MissingPath, as: PointOrRange): readonly Candidate[] {
  const { locate, roots, document, context, purpose } = missing;
  return entries.slice(0, MAX_CANDIDATES).map((entry) => {
    const name = declaredNameOffset(entry.node, document.text, context.language);
    const reaching = uniquePathOf(entry, roots, context, { isAlone: purpose === "write" || entries.length > 1 });
    const scope = reaching === null ? linesOf(entry, name, document, locate, as) : { symbol_path: reaching };
    const line = document.lineAt(name);
    return {
      symbol_path: reaching ?? plainPathOf(entry),
      line: line + 1,
      kind: symbolKindName(entry.node.kind),
      locate: withHeldFind({ ...locate, scope }, entry.node, missing),
      text: document.slice(document.lineFrom(line), document.lineTo(line)).trim(),
    };
  });
}

/** Writes a Locate. That a find must match once is the rule for a change, and no part of it. */
function writeOffer({ find_index, ...locate }: Locate): string {
  return writeLocate(typeof find_index === "number" ? { ...locate, find_index } : locate);
}

/** Lists Locates that can be sent as they stand. */
function listCandidates(candidates: readonly Candidate[], count: number): string {
  const listed: string[] = [];
  let length = 0;
  for (const { kind, line, text, locate } of candidates) {
    const item = `${kind} ${inlineCode(writeOffer(locate))} (line ${line}: ${inlineCode(clip(text, MAX_LINE_LENGTH))})`;
    length += item.length;
    if (listed.length > 0 && length > MAX_LISTED_LENGTH) break;
    listed.push(item);
  }
  return `${listed.join(", ")}${count > listed.length ? ` and ${count - listed.length} more` : ""}`;
}

/** Returns the lines of a symbol that no path leads to alone. */
function linesOf(entry: SymbolEntry, name: number, document: Document, locate: Locate, as: PointOrRange): Scope {
  const { from, to } = clampRange(entry.node, document);
  const line = document.lineAt(name);
  if (locate.find === undefined && as === "point")
    return { line: line + 1, character: name - document.lineFrom(line) + 1 };
  return { line: [document.lineAt(from) + 1, document.lineAt(to) + 1] };
}
