/** One path of `locate/search`: what is declared so, else names that fit, else similar ones. */

import { readMarker } from "../../../locate/find/marker.js";
import { looseSimilarity } from "../../../locate/similarity.js";
import { mayTake } from "../../../syntax/outline/arity.js";
import type { FoundText, UnparsedFiles, WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { lastPlainName, matchesPath } from "../../place/declarationPath.js";
import { queryDeclarations, queryPattern, querySimilarDeclarations, queryText } from "../../place/declarations.js";
import { searchExactly } from "./exactSearch.js";
import type { SearchedPath, SearchFilter } from "./searchQuery.js";
import { resultOfDeclaration, type SymbolSearchResult } from "./symbolResults.js";

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
  // No server has a symbol by the name of a pattern.
  const exactly = { arity: filter.arity, usesServers: filter.usesServers && !isPattern };
  const exact = await searchExactly(path, exactly, context);
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
