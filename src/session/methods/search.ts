/** `locate/search`: where symbols with a given path are declared in the workspace. */

import { LocateError } from "../../error.js";
import { languageOfPath } from "../../languages/languages.js";
import { clip, MAX_ECHO_LENGTH } from "../../locate/errorText.js";
import { readMarker } from "../../locate/find/marker.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath, parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { looseSimilarity } from "../../locate/similarity.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { Position } from "../../text/position.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import { pathOfUri, uriOfPath } from "../../uri.js";
import type { TextLine, WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { RequestContext } from "../client/requestContext.js";
import { uniqueLocates } from "../completeness/enclosingSymbols.js";
import { displayPath, existenceCheck, type Roots } from "../documents/filePaths.js";
import { lastPlainName, matchesPath } from "../place/declarationPath.js";
import { PARTIAL_NAMES_NOTE, queryDeclarations, querySimilarDeclarations, queryText } from "../place/declarations.js";
import { toOneBased } from "../place/placeResult.js";
import { resolvePlace } from "../place/resolvePlace.js";
import { describeUnparsed, unparsedFacts, unparsedFilesError } from "../place/unparsedFiles.js";
import { type BackendSymbol, requestWorkspaceSymbols } from "../place/workspaceSymbol.js";
import { assertLength, type RequestParams } from "./params.js";

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

/** A line that holds the text asked for, where nothing is declared by that name. */
interface TextResult {
  readonly file_path: string;
  /** The place of the text; 1-based. */
  readonly position: Position;
  readonly text: string;
  readonly locate: Locate;
}

const DEFAULT_LIMIT = 50;
const MAX_SYMBOLS = 1_000;
const MAX_SIMILAR = 5;
const MAX_TEXT_LINES = 10;
/** Backends' symbols that are looked up in their files. */
const MAX_CHECKED_SYMBOLS = 50;

/**
 * Params: `symbol_path`, as names or as text; `kind`, one or several of SymbolKind's words;
 * `arity`; `limit`; `servers`, false to leave out what only the servers know. The result has
 * `unparsed` where files that contain the name could not be parsed; where nothing is declared so,
 * `near` with similar names, `near_partial` where the index was not complete, and `text` with the
 * lines that hold it. Errors: `file_unreadable` if only those files may declare it.
 */
export async function search(params: RequestParams, context: RequestContext): Promise<unknown> {
  const path = readPath(params["symbol_path"]);
  const kinds = readKinds(params["kind"]);
  const arity = readNumber("arity", params["arity"], 0);
  const limit = Math.min(readNumber("limit", params["limit"], 1) ?? DEFAULT_LIMIT, MAX_SYMBOLS);
  const [{ declarations: declared, unparsed }, backendMatches] = await Promise.all([
    queryDeclarations(path, arity, context),
    // Servers also know symbols outside of the workspace, but not how many arguments they take.
    arity === undefined && params["servers"] !== false ? requestWorkspaceSymbols(path, context) : [],
  ]);
  const indexMatches = declared.filter((declaration) => matchesPath(declaration, path));
  const unlisted = backendMatches.filter(
    (each) => !indexMatches.some((declaration) => isSameDeclaration(declaration, each)),
  );
  const furtherMatches = await filterByPath(unlisted, path, declared, context);
  const named = await Promise.all(
    furtherMatches.map((each, n) => (n < MAX_CHECKED_SYMBOLS ? atItsName(each, context) : each)),
  );
  const all = [
    ...indexMatches.map((each) => resultOfDeclaration(each, context.client.roots)),
    ...named.map((each) => resultOfBackendSymbol(each, context.client.roots)),
  ];
  const matching = all.filter(({ kind }) => kinds === undefined || kinds.has(kind));
  const symbols = await withUniqueLocates(matching.slice(0, limit), context);
  if (symbols.length > 0) {
    const found = { symbols, count: matching.length };
    const markdown = markdownOf(path, found, existenceCheck(context));
    if (!unparsed) return { ...found, markdown };
    const facts = unparsedFacts(unparsed, context.client.roots);
    return { ...found, unparsed: facts, markdown: `${markdown}\nThere may be more: ${describeUnparsed(facts)}.` };
  }
  if (unparsed) throw unparsedFilesError(path, unparsed, context.client.roots);
  // The symbol may be declared, but with another kind or other arguments.
  const others = kinds || arity !== undefined ? (await queryDeclarations(path, undefined, context)).declarations : [];
  const otherwise = others.filter((declaration) => matchesPath(declaration, path)).slice(0, MAX_SIMILAR);
  const isThere = otherwise.length > 0;
  const find = findOf(params["symbol_path"], path);
  const [likely, found] = isThere
    ? [{ declarations: otherwise, isPartial: false }, undefined]
    : await Promise.all([
        querySimilarDeclarations(lastPlainName(path), MAX_SIMILAR, context),
        queryText(readMarker(find).text, MAX_TEXT_LINES, context),
      ]);
  const nearest = isThere ? [] : inSimilarContainers(declared, path);
  const near = withoutRepeats([...nearest, ...likely.declarations])
    .slice(0, MAX_SIMILAR)
    .map((each) => resultOfDeclaration(each, context.client.roots));
  const text = found?.lines.map((line) => resultOfLine(line, find, context.client.roots)) ?? [];
  const facts = { near, find, isThere, isPartial: likely.isPartial, text, hasMoreText: found?.isPartial === true };
  const markdown = markdownOfNone(path, facts, existenceCheck(context));
  return {
    symbols,
    count: 0,
    ...(near.length > 0 && { near }),
    ...(likely.isPartial && { near_partial: true }),
    ...(text.length > 0 && { text }),
    markdown,
  };
}

/** Gives each of several symbols with one path in a file a Locate of its own. */
async function withUniqueLocates(
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

function resultOfLine({ path, line, character, text }: TextLine, find: string, roots: Roots): TextResult {
  const file_path = displayPath(uriOfPath(path, roots.folders), roots);
  const locate: Locate = { file_path, scope: { line: line + 1 }, find };
  const marked = character + (readMarker(find).markers[0] ?? 0);
  return { file_path, position: toOneBased({ line, character: marked }), text, locate };
}

/** Returns the text to search for where nothing has that path: a find, if it is written as one. */
function findOf(value: unknown, path: readonly string[]): string {
  return typeof value === "string" ? value.replace(/^[:@]/, "") : path.join(".");
}

function readPath(value: unknown): readonly string[] {
  if (typeof value === "string") assertLength("symbol_path", value);
  const path = typeof value === "string" ? parseSymbolPath(value.replace(/^:/, "")) : value;
  if (Array.isArray(path) && path.length > 0 && path.every((name) => typeof name === "string" && name !== "")) {
    assertLength("symbol_path", path.join("."));
    return path;
  }
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

function markdownOf(
  path: readonly string[],
  { symbols, count }: { readonly symbols: readonly SymbolSearchResult[]; readonly count: number },
  exists: (filePath: string) => boolean,
): string {
  const more = count > symbols.length ? `, the first ${symbols.length} of them` : "";
  const heading = `${quotePath(path)} is declared in ${count} ${count === 1 ? "place" : "places"}${more}:`;
  const lines = symbols.map(
    ({ kind, locate, position }) =>
      `- ${kind} ${inlineCode(writeLocate(locate, { exists }))} at ${position.line}:${position.character}`,
  );
  return [heading, ...lines].join("\n");
}

/** Quotes the path that is asked for. */
function quotePath(path: readonly string[]): string {
  return inlineCode(clip(formatSymbolPath(path), MAX_ECHO_LENGTH));
}

interface EmptySearch {
  readonly near: readonly SymbolSearchResult[];
  /** Whether the near symbols have the right path, but another kind or other arguments. */
  readonly isThere: boolean;
  /** Whether there may be nearer names. */
  readonly isPartial: boolean;
  /** The text searched for, with its marker. */
  readonly find: string;
  readonly text: readonly TextResult[];
  readonly hasMoreText: boolean;
}

function markdownOfNone(
  path: readonly string[],
  { near, isThere, isPartial, find, text, hasMoreText }: EmptySearch,
  exists: (filePath: string) => boolean,
): string {
  const written = quotePath(path);
  const names = near.map(
    ({ kind, symbol_path, file_path }) =>
      `${kind} ${inlineCode(formatSymbolPath(symbol_path))} in ${inlineCode(escapeName(file_path))}`,
  );
  const advice = names.length === 0 ? "" : ` There is ${names.join(", ")}.`;
  if (isThere)
    return `${written} is declared in the workspace, but not of that kind, or not with that number of arguments.${advice}`;
  const heading = `Nothing in the workspace is declared as ${written}.${advice}${isPartial ? PARTIAL_NAMES_NOTE : ""} Files over 1 MB, of languages without a grammar, or with names that are not UTF-8, were not searched for declarations.`;
  if (text.length === 0) return heading;
  const count = `${hasMoreText ? "the first " : ""}${text.length} ${text.length === 1 ? "line" : "lines"}`;
  const lines = text.map(
    ({ locate, text: line }) => `- ${inlineCode(writeLocate(locate, { exists }))}: ${inlineCode(escapeName(line))}`,
  );
  return [`${heading}\n${inlineCode(clip(find, MAX_ECHO_LENGTH))} is text in ${count}:`, ...lines].join("\n");
}
