/** The declarations of a symbol path: those in the index, and those that only the servers know. */

import { languageOfPath } from "../../../languages/languages.js";
import type { Locate } from "../../../locate/locate.js";
import { readName } from "../../../locate/symbols/symbolNames.js";
import { pathOfUri } from "../../../uri.js";
import type { UnparsedFiles, WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { lastPlainName, matchesPath } from "../../place/declarationPath.js";
import { queryDeclarations } from "../../place/declarations.js";
import { resolvePlace } from "../../place/resolvePlace.js";
import { type BackendSymbol, requestWorkspaceSymbols } from "../../place/workspaceSymbol.js";
import type { SearchFilter } from "./searchQuery.js";
import { resultOfBackendSymbol, resultOfDeclaration, type SymbolSearchResult } from "./symbolResults.js";

/** Backends' symbols that are looked up in their files. */
const MAX_CHECKED_SYMBOLS = 50;

export interface ExactResults {
  /** Of any kind. */
  readonly symbols: readonly SymbolSearchResult[];
  /** All declarations of the path's last name. */
  readonly declared: readonly WorkspaceDeclaration[];
  /** Files that contain the name and could not be parsed. */
  readonly unparsed: UnparsedFiles | undefined;
}

/** Returns what is declared by exactly this path. */
export async function searchExactly(
  path: readonly string[],
  { arity, usesServers }: Pick<SearchFilter, "arity" | "usesServers">,
  context: RequestContext,
): Promise<ExactResults> {
  const [{ declarations: declared, unparsed }, backendMatches] = await Promise.all([
    queryDeclarations(path, arity, context),
    // Servers also know symbols outside of the workspace, but not how many arguments they take.
    arity === undefined && usesServers ? requestWorkspaceSymbols(path, context) : [],
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
