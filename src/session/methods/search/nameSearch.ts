/**
 * One path of `locate/search`: what is declared so, in the index or as only the servers know, else
 * names that fit, else similar ones.
 */

import { languageOfPath } from "../../../languages/languages.js";
import { readMarker } from "../../../locate/find/marker.js";
import type { Locate } from "../../../locate/locate.js";
import { looseSimilarity } from "../../../locate/similarity.js";
import { readName } from "../../../locate/symbols/symbolNames.js";
import { mayTake } from "../../../syntax/outline/arity.js";
import { pathOfUri } from "../../../uri.js";
import type { FoundText, UnparsedFiles, WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { lastPlainName, matchesPath } from "../../place/declarationPath.js";
import {
  queryDeclarations,
  queryPattern,
  querySimilarDeclarations,
  queryText,
} from "../../place/declarationQueries.js";
import { resolvePlace } from "../../place/resolvePlace.js";
import { type BackendSymbol, requestWorkspaceSymbols } from "../../place/workspaceSymbol.js";
import type { SearchedPath, SearchFilter } from "./searchQuery.js";
import { resultOfBackendSymbol, resultOfDeclaration, type SymbolSearchResult } from "./symbolResults.js";

const MAX_SIMILAR = 5;
const MAX_TEXT_LINES = 10;
/** The maximum number of declarations whose names fit a pattern. */
const MAX_FITTING = 10_000;

/** What is known of one path. */
export interface NameResults {
  readonly query: SearchedPath;
  /** Best first. */
  readonly symbols: readonly SymbolSearchResult[];
  /** There are more symbols. */
  readonly isCut: boolean;
  /** Files that contain the name and could not be parsed. */
  readonly unparsed?: UnparsedFiles | undefined;
  /** Where no symbol has exactly that path. */
  readonly missing?: MissingName;
}

/** What is known besides of a path that no symbol has. */
export interface MissingName {
  readonly near: readonly SymbolSearchResult[];
  /** Whether the near symbols have the right path, but another kind or other arguments. */
  readonly isThere: boolean;
  /** Whether there may be other names, because the index was not complete. */
  readonly isPartial: boolean;
  /** The text searched for, with its marker, and the lines that hold it. */
  readonly find: string;
  readonly text: FoundText;
}

const noText: FoundText = { lines: [], count: 0, isPartial: false };

export async function searchName(
  query: SearchedPath,
  filter: SearchFilter,
  context: RequestContext,
): Promise<NameResults> {
  const { path, written } = query;
  const isPattern = path.some((name) => name.includes("*"));
  const exact = await searchExactly(path, filter, context);
  const { unparsed, declared } = exact;
  const symbols = exact.symbols.filter(hasKind(filter));
  if (symbols.length > 0 || unparsed) return { query, symbols, isCut: false, unparsed };
  const { roots } = context.client;
  const find = written?.replace(/^[:@]/, "") ?? path.join(".");
  // The symbol may be declared, but with another kind or other arguments.
  const isFiltered = filter.kinds !== undefined || filter.arity !== undefined;
  const others = isFiltered ? (await queryDeclarations(path, undefined, context)).declarations : [];
  const otherwise = others.filter((declaration) => matchesPath(declaration, path)).slice(0, MAX_SIMILAR);
  if (otherwise.length > 0) {
    const near = otherwise.map((each) => resultOfDeclaration(each, roots));
    const missing = { near, isThere: true, isPartial: false, find, text: noText };
    return { query, symbols: [], isCut: false, missing };
  }
  const [fitting, text] = await Promise.all([
    queryPattern({ path, limit: MAX_FITTING }, context),
    isPattern ? noText : queryText({ text: readMarker(find).text, limit: MAX_TEXT_LINES }, context),
  ]);
  const fits = fitting.declarations.filter(takes(filter)).map((each) => resultOfDeclaration(each, roots));
  const fitted = fits.filter(hasKind(filter));
  if (fitted.length > 0) {
    const missing = { near: [], isThere: false, isPartial: fitting.isPartial, find, text };
    return { query, symbols: fitted, isCut: fitting.isCut, missing };
  }
  const likely = await querySimilarDeclarations(lastPlainName(path), MAX_SIMILAR, context);
  const near = withoutRepeats([...inSimilarContainers(declared, path), ...likely.declarations])
    .slice(0, MAX_SIMILAR)
    .map((each) => resultOfDeclaration(each, roots));
  return {
    query,
    symbols: [],
    isCut: false,
    missing: { near, isThere: false, isPartial: likely.isPartial, find, text },
  };
}

export function hasKind({ kinds }: SearchFilter): (symbol: { readonly kind: string }) => boolean {
  return ({ kind }) => kinds === undefined || kinds.has(kind);
}

export function takes({ arity: count }: SearchFilter): (declaration: WorkspaceDeclaration) => boolean {
  return ({ arity }) => count === undefined || (arity !== undefined && mayTake(arity, count));
}

/** The least similarity of a container to the one that is written. */
const MIN_CONTAINER_SIMILARITY = 0.6;

/** Returns the declarations of the last name in containers named much like the written one. */
function inSimilarContainers(
  declared: readonly WorkspaceDeclaration[],
  path: readonly string[],
): readonly WorkspaceDeclaration[] {
  const written = path.at(-2);
  if (written === undefined) return [];
  const similarityOf = ({ container }: WorkspaceDeclaration) => looseSimilarity(written, container.at(-1) ?? "");
  return declared
    .filter((each) => each.name === path.at(-1) && similarityOf(each) >= MIN_CONTAINER_SIMILARITY)
    .sort((a, b) => similarityOf(b) - similarityOf(a));
}

function withoutRepeats(declarations: readonly WorkspaceDeclaration[]): readonly WorkspaceDeclaration[] {
  const keyOf = ({ path, line, character }: WorkspaceDeclaration) => `${line}:${character}:${path}`;
  return [...new Map(declarations.map((each) => [keyOf(each), each])).values()];
}

/** Backends' symbols that are looked up in their files. */
const MAX_CHECKED_SYMBOLS = 50;

interface ExactResults {
  /** Of any kind. */
  readonly symbols: readonly SymbolSearchResult[];
  /** All declarations of the path's last name. */
  readonly declared: readonly WorkspaceDeclaration[];
  /** Files that contain the name and could not be parsed. */
  readonly unparsed: UnparsedFiles | undefined;
}

/** Returns what is declared by exactly this path. */
async function searchExactly(
  path: readonly string[],
  { arity, usesServers }: Pick<SearchFilter, "arity" | "usesServers">,
  context: RequestContext,
): Promise<ExactResults> {
  // No server has a symbol by the name of a pattern.
  const isPattern = path.some((name) => name.includes("*"));
  const [{ declarations: declared, unparsed }, backendMatches] = await Promise.all([
    queryDeclarations(path, arity, context),
    // Servers also know symbols outside of the workspace, but not how many arguments they take.
    arity === undefined && !isPattern ? requestWorkspaceSymbols(path, context, { usesServers }) : [],
  ]);
  const indexMatches = declared.filter((declaration) => matchesPath(declaration, path));
  const unlisted = backendMatches.filter(
    (each) => !indexMatches.some((declaration) => isSameDeclaration(declaration, each)),
  );
  const furtherMatches = await filterByPath(unlisted, path, declared, context);
  const named = await Promise.all(
    furtherMatches.map((each, n) => (n < MAX_CHECKED_SYMBOLS ? atItsName(each, context) : each)),
  );
  const symbols = [
    ...indexMatches.map((each) => resultOfDeclaration(each, context.client.roots)),
    ...named.map((each) => resultOfBackendSymbol(each, context.client.roots)),
  ];
  return { symbols, declared, unparsed };
}

/**
 * Returns the servers' symbols that the path leads to. Where a server leaves out the container, the
 * index decides, or else the symbols of the file.
 */
async function filterByPath(
  symbols: readonly BackendSymbol[],
  path: readonly string[],
  declared: readonly WorkspaceDeclaration[],
  context: RequestContext,
): Promise<BackendSymbol[]> {
  const isOneName = path.flatMap((name) => readName(name, "code").plain).length === 1;
  let checked = 0;
  const verdicts = symbols.map((symbol) => {
    const { uri, name, container } = symbol;
    const file = pathOfUri(uri) ?? uri;
    const languageId = languageOfPath(file);
    const named = { path: file, languageId, name, container: container === undefined ? [] : [container] };
    if (isOneName || matchesPath(named, path)) return true;
    if (container !== undefined || readName(name, "code").plain.length > 1) return false;
    if (declared.some((declaration) => isSameDeclaration(declaration, symbol))) return false;
    return ++checked <= MAX_CHECKED_SYMBOLS && leadsTo(symbol, path, context);
  });
  const isMatch = await Promise.all(verdicts);
  const matches = symbols.filter((_symbol, n) => isMatch[n]);
  // Its name alone may lead to another one.
  return matches.map((each) =>
    isOneName || each.container !== undefined ? each : { ...each, container: path.at(-2) },
  );
}

/**
 * Returns the symbol with the position of its name, where the server gives that of the whole
 * symbol and the first line has the name once.
 */
async function atItsName(symbol: BackendSymbol, context: RequestContext): Promise<BackendSymbol> {
  const { uri, name, position, mayBeginBeforeName } = symbol;
  if (!mayBeginBeforeName) return symbol;
  const find = lastPlainName([name], languageOfPath(uri));
  const locate: Locate = { file_path: uri, scope: { line: position.line + 1 }, find };
  try {
    const place = await resolvePlace(locate, { as: "point", purpose: "read" }, context);
    const { text } = place.document();
    const character = place.now().from - text.lineFrom(position.line);
    place.release();
    return { ...symbol, position: { line: position.line, character } };
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return symbol;
  }
}

/** Whether the path leads to the symbol in its file. */
async function leadsTo(
  { uri, position, endLine }: BackendSymbol,
  path: readonly string[],
  context: RequestContext,
): Promise<boolean> {
  const locate: Locate = { file_path: uri, scope: { symbol_path: path } };
  try {
    const place = await resolvePlace(locate, { as: "point", purpose: "read" }, context);
    const line = place.document().text.lineAt(place.now().from);
    place.release();
    return position.line <= line && line <= endLine;
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return false;
  }
}

/**
 * Whether a server's symbol is that declaration. Servers may count a decorator or a comment as part
 * of it, and leave out the container.
 */
function isSameDeclaration(
  declaration: WorkspaceDeclaration,
  { uri, name, container, position }: BackendSymbol,
): boolean {
  if (declaration.path !== pathOfUri(uri)) return false;
  if (declaration.line === position.line) return true;
  return declaration.name === name && (container === undefined || container === declaration.container.at(-1));
}
