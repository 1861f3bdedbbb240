/** `locate/search`: where symbols are declared in the workspace, by name or pattern; and text. */

import { LocateError } from "../../../error.js";
import { clip, describeValue, MAX_ECHO_LENGTH } from "../../../locate/errorText.js";
import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { formatSymbolPath } from "../../../locate/notation/symbolPath.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import { uriOfPath } from "../../../uri.js";
import type { TextLine } from "../../../workspace/declaration.js";
import { contextIn, nameOfArea, WORKSPACE } from "../../client/libraryContext.js";
import type { RequestContext } from "../../client/requestContext.js";
import { findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts } from "../../completeness/fileTexts.js";
import { displayPath, existenceCheck, type Roots } from "../../documents/filePaths.js";
import { PARTIAL_NAMES_NOTE, queryText } from "../../place/declarationQueries.js";
import { toOneBased } from "../../place/placeResult.js";
import { describeUnparsed, unparsedFacts, unparsedFilesError } from "../../place/unparsedFiles.js";
import { describeRest, itemsOf, nextAfter, type Page, readPage } from "../paging.js";
import { progressReporter, type RequestParams } from "../params.js";
import { reportFoundSoFar } from "./foundSoFar.js";
import { groupedLines, type TextResult } from "./groupedLines.js";
import { type MissingName, type NameResults, searchName } from "./nameSearch.js";
import { readSearchFilter, readSearchQuery, type SearchedPath } from "./searchQuery.js";
import { type SymbolSearchResult, withUniqueLocates } from "./symbolResults.js";
import { findUnused, markdownOfUnused } from "./unusedSymbols.js";

const DEFAULT_LIMIT = 50;
const MAX_SYMBOLS = 1_000;

/**
 * Params: `symbol_path`, see `readSearchQuery`; `in`, a library instead of the workspace; `kind`,
 * one or several of SymbolKind's words; `arity`; `limit` and `after`; `servers`, false to leave out
 * what only the servers know; `unused`, see `findUnused`. The result has `after` where there are
 * more, `undeclared` with those of several names that nothing has, `unparsed` where files that
 * contain a name could not be parsed; where nothing is declared by a name, `near` with similar
 * names, `near_partial` where the index was not complete, and `text` with the lines that hold it.
 * Errors: `file_unreadable` if only files that could not be parsed may declare it.
 */
export async function search(params: RequestParams, session: RequestContext): Promise<unknown> {
  const context = contextIn(params["in"], session);
  const query = readSearchQuery(params["symbol_path"]);
  const page = readPage(params, { limit: DEFAULT_LIMIT, max: MAX_SYMBOLS });
  if (query.kind === "text") return searchText(query.text, page, context);
  const filter = readSearchFilter(params);
  const wantsUnused = readUnused(params["unused"], context);
  const { roots } = context.client;
  const { alternatives } = query;
  const searched = Promise.all(alternatives.map((each) => searchName(each, filter, context)));
  const report = progressReporter(params, context);
  const parts = withoutRepeats(await reportFoundSoFar(searched, { alternatives, filter, report }, context));
  const all = parts.flatMap(({ symbols }) => symbols);
  const unparsed = parts.find((part) => part.unparsed)?.unparsed;
  if (all.length === 0 && unparsed) throw unparsedFilesError(query.alternatives[0]?.path ?? [], unparsed, roots);
  const listed = await withUniqueLocates(itemsOf(all, page), context);
  if (wantsUnused && all.length > 0) return unusedOf(listed, { count: all.length, page }, session);
  const next = nextAfter(page, all.length);
  const isCut = parts.some((part) => part.isCut);
  const near = parts.flatMap(({ missing }) => missing?.near ?? []);
  const text = parts.flatMap(({ missing }) => textOf(missing, context));
  const undeclared = parts.length > 1 ? parts.filter(isUndeclared).map(({ query }) => nameOf(query)) : [];
  const facts = unparsed && unparsedFacts(unparsed, roots);
  const left = all.length - page.after - listed.length;
  const markdown = [
    ...markdownOfParts(parts, listed, page.after, context),
    ...(next === undefined ? [] : [describeRest({ left, next, isAtLeast: isCut })]),
    ...(facts ? [`There may be more: ${describeUnparsed(facts)}.`] : []),
  ].join("\n");
  return {
    symbols: listed,
    count: all.length,
    ...(isCut && { more: true }),
    ...(next !== undefined && { after: next }),
    ...(facts && { unparsed: facts }),
    ...(undeclared.length > 0 && { undeclared }),
    ...(near.length > 0 && { near }),
    ...(parts.some(({ missing }) => missing?.isPartial) && { near_partial: true }),
    ...(text.length > 0 && { text }),
    markdown,
  };
}

/** Errors: `invalid_locate`. */
function readUnused(value: unknown, { area }: RequestContext): boolean {
  if (value === undefined || value === null || value === false) return false;
  const problem =
    value !== true
      ? `unused is ${describeValue(value)}; write true, or leave it out.`
      : area?.isNamed
        ? "unused is for the workspace; what a library declares is for others to use. Leave out unused, or the library."
        : undefined;
  if (problem === undefined) return true;
  throw new LocateError("invalid_locate", problem, { field: "unused", expected: "true, of the workspace" });
}

/** Returns those of the listed symbols that are not known to be used. */
async function unusedOf(
  listed: readonly SymbolSearchResult[],
  { count, page }: { readonly count: number; readonly page: Page },
  context: RequestContext,
): Promise<unknown> {
  const { symbols, checked } = await findUnused(listed, context);
  const end = page.after + checked;
  const next = end < count ? end : undefined;
  const rest = next === undefined ? "" : `\n${describeRest({ left: count - next, next })}`;
  return {
    symbols,
    count,
    checked,
    ...(next !== undefined && { after: next }),
    markdown: `${markdownOfUnused({ symbols, checked, count }, context)}${rest}`,
  };
}

/** Whether nothing has exactly that name, and no pattern fits. */
function isUndeclared({ query: { path }, symbols, missing }: NameResults): boolean {
  return missing !== undefined && !(symbols.length > 0 && path.some((name) => name.includes("*")));
}

function nameOf({ path, written }: SearchedPath): string {
  return clip(written ?? formatSymbolPath(path), MAX_ECHO_LENGTH);
}

/** Drops symbols that an earlier part has. */
function withoutRepeats(parts: readonly NameResults[]): readonly NameResults[] {
  const seen = new Set<string>();
  const isNew = ({ uri, position }: SymbolSearchResult) => {
    const key = `${position.line}:${position.character}:${uri}`;
    return !seen.has(key) && seen.add(key);
  };
  return parts.length === 1 ? parts : parts.map((part) => ({ ...part, symbols: part.symbols.filter(isNew) }));
}

function textOf(missing: MissingName | undefined, { client }: RequestContext): readonly TextResult[] {
  return missing?.text.lines.map((line) => resultOfLine(line, missing.find, client.roots)) ?? [];
}

/** Describes each part with those of its symbols that are listed, which begin after some. */
function markdownOfParts(
  parts: readonly NameResults[],
  listed: readonly SymbolSearchResult[],
  after: number,
  context: RequestContext,
): readonly string[] {
  const exists = existenceCheck(context);
  let from = -after;
  return parts.map((part) => {
    const own = listed.slice(Math.max(0, from), Math.max(0, from + part.symbols.length));
    from += part.symbols.length;
    const lines = own.map(
      ({ kind, locate, position }) =>
        `- ${kind} ${inlineCode(writeLocate(locate, { exists }))} at ${position.line}:${position.character}`,
    );
    const text = parts.length === 1 ? linesOfText(part, context) : [];
    return [headingOf(part, own.length, nameOfArea(context)), ...lines, ...text].join("\n");
  });
}

function headingOf({ query, symbols, missing, isCut }: NameResults, shown: number, area: string): string {
  const written = inlineCode(nameOf(query));
  const count = `${isCut ? "more than " : ""}${symbols.length}`;
  const isPattern = query.path.some((name) => name.includes("*"));
  if (missing === undefined) {
    if (symbols.length === 0) return `${written} is declared in no file that could be parsed.`;
    const first = shown < symbols.length ? `, ${shown} of them` : "";
    const places = `${count} ${symbols.length === 1 ? "place" : "places"}`;
    return `${written} is declared in ${places}${area === WORKSPACE ? "" : ` of ${area}`}${first}:`;
  }
  if (symbols.length > 0) {
    const partial = missing.isPartial ? PARTIAL_NAMES_NOTE : "";
    const names = `${count} ${symbols.length === 1 ? "declaration" : "declarations"}`;
    return isPattern
      ? `${written} fits ${names}:${partial}`
      : `Nothing in ${area} is declared as ${written}; ${names} with such a name:${partial}`;
  }
  const names = missing.near.map(
    ({ kind, symbol_path, file_path }) =>
      `${kind} ${inlineCode(formatSymbolPath(symbol_path))} in ${inlineCode(escapeName(file_path))}`,
  );
  const advice = names.length === 0 ? "" : ` There is ${names.join(", ")}.`;
  if (missing.isThere)
    return `${written} is declared in ${area}, but not of that kind, or not with that number of arguments.${advice}`;
  const partial = missing.isPartial ? PARTIAL_NAMES_NOTE : "";
  return `Nothing in ${area} is declared as ${written}.${advice}${partial} Files over 1 MB, of languages without a grammar, or with names that are not UTF-8, were not searched for declarations.`;
}

/** Lists the lines that hold the name as text. */
function linesOfText({ missing }: NameResults, context: RequestContext): readonly string[] {
  const lines = textOf(missing, context);
  if (missing === undefined || lines.length === 0) return [];
  const exists = existenceCheck(context);
  const count = `${missing.text.isPartial ? "the first " : ""}${lines.length} ${lines.length === 1 ? "line" : "lines"}`;
  return [
    `${inlineCode(clip(missing.find, MAX_ECHO_LENGTH))} is text in ${count}:`,
    ...lines.map(
      ({ locate, text }) => `- ${inlineCode(writeLocate(locate, { exists }))}: ${inlineCode(escapeName(text))}`,
    ),
  ];
}

/** Lines are counted up to this number. */
const MAX_COUNT = 10_000;

/** The answer to a search for plain text. */
interface TextAnswer {
  readonly symbols: readonly never[];
  readonly text: readonly TextResult[];
  readonly count: number;
  /** There may be more. */
  readonly more?: true;
  /** What `after` is for the next lines. */
  readonly after?: number;
  readonly markdown: string;
}

/** Finds the lines of the workspace that hold a text, also inside of words. */
async function searchText(text: string, page: Page, context: RequestContext): Promise<TextAnswer> {
  const limit = page.after + page.limit;
  const found = await queryText({ text: readMarker(text).text, limit, isPart: true, maxCount: MAX_COUNT }, context);
  const { roots } = context.client;
  const lines = itemsOf(found.lines, page);
  const positions = lines.map(({ path, line, character }) => ({
    uri: uriOfPath(path, roots.folders),
    position: { line, character },
  }));
  const symbols = await findEnclosingSymbols(positions, "utf-16", createFileTexts(context), context);
  const results = lines.map((line, n): TextResult => {
    const enclosing = symbols[n];
    return { ...resultOfLine(line, text, roots), ...(enclosing && { enclosing }) };
  });
  const next = nextAfter(page, found.count);
  const answer = { text: results, count: found.count, isPartial: found.isPartial, next };
  return {
    symbols: [],
    text: results,
    count: found.count,
    ...(found.isPartial && { more: true as const }),
    ...(next !== undefined && { after: next }),
    markdown: markdownOfText(text, answer, { page, area: nameOfArea(context) }),
  };
}

interface FoundLines {
  readonly text: readonly TextResult[];
  readonly count: number;
  readonly isPartial: boolean;
  readonly next: number | undefined;
}

function markdownOfText(
  text: string,
  { text: results, count, isPartial, next }: FoundLines,
  { page, area }: { readonly page: Page; readonly area: string },
): string {
  const written = inlineCode(text);
  if (count === 0) {
    const searched = isPartial ? " as far as it was searched: not all files were" : "";
    return area === WORKSPACE
      ? `${written} is nowhere in the workspace's files that git does not ignore${searched}.`
      : `${written} is nowhere in ${area}${searched}.`;
  }
  const heading = `${written} is in ${isPartial ? "at least " : ""}${count} ${count === 1 ? "line" : "lines"}:`;
  const left = count - page.after - results.length;
  const rest = next === undefined ? [] : [describeRest({ left, next, isAtLeast: isPartial })];
  return [heading, ...groupedLines(results), ...rest].join("\n");
}

function resultOfLine({ path, line, character, text }: TextLine, find: string, roots: Roots): TextResult {
  const file_path = displayPath(uriOfPath(path, roots.folders), roots);
  const locate: Locate = { file_path, scope: { line: line + 1 }, find };
  const marked = character + (readMarker(find).markers[0] ?? 0);
  return { file_path, position: toOneBased({ line, character: marked }), text, locate };
}
