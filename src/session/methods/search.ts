/** `locate/search`: where symbols with a given path are declared in the workspace. */

import { LocateError } from "../../error.js";
import type { Locate } from "../../locate/locate.js";
import { formatLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath, parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { Position } from "../../text/position.js";
import { pathOfUri, uriOfPath } from "../../uri.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { IndexContext } from "../client/requestContext.js";
import { displayPath, type Roots } from "../documents/filePaths.js";
import { lastPlainName, matchesPath } from "../place/declarationPath.js";
import { queryDeclarations, querySimilarDeclarations } from "../place/declarations.js";
import { toOneBased } from "../place/placeResult.js";
import { type BackendSymbol, requestWorkspaceSymbols } from "../place/workspaceSymbol.js";
import type { RequestParams } from "./params.js";

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
  /** A Locate of the symbol, ready to be sent. */
  readonly locate: Locate;
}

const DEFAULT_LIMIT = 50;
const MAX_SYMBOLS = 1_000;
const MAX_SIMILAR = 5;

/**
 * Params: `symbol_path`, as names or as text; `kind`, one or several of SymbolKind's words;
 * `arity`; `limit`.
 */
export async function search(params: RequestParams, context: IndexContext): Promise<unknown> {
  const path = readPath(params["symbol_path"]);
  const kinds = readKinds(params["kind"]);
  const arity = readNumber("arity", params["arity"], 0);
  const limit = Math.min(readNumber("limit", params["limit"], 1) ?? DEFAULT_LIMIT, MAX_SYMBOLS);
  const [declared, backendMatches] = await Promise.all([
    queryDeclarations(path, arity, context),
    // Servers also know symbols outside of the workspace, but not how many arguments they take.
    arity === undefined ? requestWorkspaceSymbols(path, context) : [],
  ]);
  const indexMatches = declared.filter((declaration) => matchesPath(declaration, path));
  const furtherMatches = backendMatches
    .filter((symbol) => mayMatchPath(symbol, path))
    .filter((each) => !indexMatches.some((declaration) => isSameDeclaration(declaration, each)));
  const all = [
    ...indexMatches.map((each) => resultOfDeclaration(each, context.client.roots)),
    ...furtherMatches.map((each) => resultOfBackendSymbol(each, context.client.roots)),
  ];
  const matching = all.filter(({ kind }) => kinds === undefined || kinds.has(kind));
  const symbols = matching.slice(0, limit);
  if (symbols.length > 0)
    return { symbols, count: matching.length, markdown: markdownOf(path, symbols, matching.length) };
  // The symbol may be declared, but with another kind or other arguments.
  const others = kinds || arity !== undefined ? await queryDeclarations(path, undefined, context) : [];
  const otherwise = others.filter((declaration) => matchesPath(declaration, path)).slice(0, MAX_SIMILAR);
  const isThere = otherwise.length > 0;
  const likely = isThere ? otherwise : await querySimilarDeclarations(lastPlainName(path), MAX_SIMILAR, context);
  const near = likely.map((each) => resultOfDeclaration(each, context.client.roots));
  return { symbols, count: 0, ...(near.length > 0 ? { near } : {}), markdown: markdownOfNone(path, near, isThere) };
}

/** Whether a server's symbol has the names of the path; servers may leave out the container. */
function mayMatchPath({ uri, name, container }: BackendSymbol, path: readonly string[]): boolean {
  if (container === undefined && readName(name, false).plain.length === 1) return true;
  return matchesPath(
    { path: pathOfUri(uri) ?? uri, name, container: container === undefined ? [] : [container] },
    path,
  );
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

function resultOfDeclaration(
  { path, container, name, kind, line, character, arity }: WorkspaceDeclaration,
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
    locate: { file_path, scope: { symbol_path } },
  };
}

function resultOfBackendSymbol(
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

function readPath(value: unknown): readonly string[] {
  const path = typeof value === "string" ? parseSymbolPath(value.replace(/^:/, "")) : value;
  if (Array.isArray(path) && path.length > 0 && path.every((name) => typeof name === "string" && name !== ""))
    return path;
  throw new LocateError(
    "invalid_locate",
    'locate/search needs a symbol_path: { "symbol_path": ["MyClass", "my_method"] } or { "symbol_path": "MyClass.my_method" }.',
    { field: "symbol_path", expected: "names that are not empty, as an array or in the string notation" },
  );
}

function readKinds(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return undefined;
  const kinds = Array.isArray(value) ? value : [value];
  if (kinds.every((kind) => typeof kind === "string")) return new Set(kinds.map((kind) => kind.toLowerCase()));
  throw new LocateError("invalid_locate", 'kind must be a word, as in { "kind": "class" }, or several in an array.', {
    field: "kind",
    expected: "a kind of symbol as a word",
  });
}

function readNumber(field: string, value: unknown, least: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && (value as number) >= least) return value as number;
  throw new LocateError("invalid_locate", `${field} must be a whole number, at least ${least}.`, {
    field,
    expected: `a whole number, at least ${least}`,
  });
}

function markdownOf(path: readonly string[], symbols: readonly SymbolSearchResult[], count: number): string {
  const more = count > symbols.length ? `, the first ${symbols.length} of them` : "";
  const heading = `\`${formatSymbolPath(path)}\` is declared in ${count} ${count === 1 ? "place" : "places"}${more}:`;
  const lines = symbols.map(
    ({ kind, locate, position }) => `- ${kind} \`${formatLocate(locate)}\` at ${position.line}:${position.character}`,
  );
  return [heading, ...lines].join("\n");
}

/**
 * `isThere`: the near symbols have the right path, and were left out for their kind or arguments.
 */
function markdownOfNone(path: readonly string[], near: readonly SymbolSearchResult[], isThere: boolean): string {
  const written = `\`${formatSymbolPath(path)}\``;
  const names = near.map(
    ({ kind, symbol_path, file_path }) => `${kind} \`${formatSymbolPath(symbol_path)}\` in \`${file_path}\``,
  );
  const advice = names.length === 0 ? "" : ` There is ${names.join(", ")}.`;
  return isThere
    ? `${written} is declared in the workspace, but not of that kind, or not with so many arguments.${advice}`
    : `Nothing in the workspace is declared as ${written}.${advice} Files of languages without a grammar were not searched.`;
}
