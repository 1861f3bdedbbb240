/** A declaration as an answer to `locate/search`. */

import type { Locate } from "../../../locate/locate.js";
import type { Position } from "../../../text/position.js";
import { uriOfPath } from "../../../uri.js";
import type { MatchedDeclaration, NameMatch, WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { uniqueLocates } from "../../completeness/enclosingSymbols.js";
import { displayPath, type Roots } from "../../documents/filePaths.js";
import { toOneBased } from "../../place/placeResult.js";
import type { BackendSymbol } from "../../place/workspaceSymbol.js";

/** Where a symbol is declared, for people and models. */
export interface SymbolSearchResult {
  readonly file_path: string;
  readonly uri: string;
  /** The names of the symbols around it, and its own. */
  readonly symbol_path: readonly string[];
  readonly kind: string;
  /** The position of its name; 1-based. */
  readonly position: Position;
  /**
   * How many arguments it takes, where the text says so; `most` is null where the number is
   * unlimited.
   */
  readonly arity?: { readonly least: number; readonly most: number | null };
  /** How its name fits what was searched for; absent where it is the same. */
  readonly match?: NameMatch;
  /** A Locate of the symbol, ready to be sent. */
  readonly locate: Locate;
}

export function resultOfDeclaration(
  { path, container, name, kind, line, character, arity, match }: WorkspaceDeclaration & Partial<MatchedDeclaration>,
  roots: Roots,
): SymbolSearchResult {
  const uri = uriOfPath(path, roots.folders);
  const file_path = displayPath(uri, roots);
  const symbol_path = [...container, name];
  return {
    file_path,
    uri,
    symbol_path,
    kind,
    position: toOneBased({ line, character }),
    ...(arity ? { arity: { least: arity.least, most: Number.isFinite(arity.most) ? arity.most : null } } : {}),
    ...(match !== undefined && match !== "exact" && { match }),
    locate: { file_path, scope: { symbol_path } },
  };
}

export function resultOfBackendSymbol(
  { uri, name, container, kind, position }: BackendSymbol,
  roots: Roots,
): SymbolSearchResult {
  const file_path = displayPath(uri, roots);
  const symbol_path = container === undefined ? [name] : [container, name];
  return {
    file_path,
    uri,
    symbol_path,
    kind,
    position: toOneBased(position),
    locate: { file_path, scope: { symbol_path } },
  };
}

/** Gives each of several symbols with one path in a file a Locate of its own. */
export async function withUniqueLocates(
  symbols: readonly SymbolSearchResult[],
  context: RequestContext,
): Promise<readonly SymbolSearchResult[]> {
  const declarations = symbols.map(({ uri, locate, position: { line, character } }) => ({
    uri,
    locate,
    position: { line: line - 1, character: character - 1 },
  }));
  const locates = await uniqueLocates(declarations, context);
  return symbols.map((symbol, n) => ({ ...symbol, locate: locates[n] ?? symbol.locate }));
}
