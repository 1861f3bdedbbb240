/**
 * The requests of the `lsp-locate/` extension: declarations by name or pattern, similar names,
 * text, the files that contain a word, and those in a folder.
 */

import type {
  FoundMatches,
  FoundPaths,
  FoundText,
  IndexState,
  PatternQuery,
  TextQuery,
  UnparsedFiles,
  WorkspaceDeclaration,
} from "../../workspace/declaration.js";
import type { EmbeddedRequestContext } from "../session/embeddedContext.js";
import { checkParam, requestFailed } from "../session/requestErrors.js";

export const DECLARATIONS_METHOD = "lsp-locate/declarations";
export const SIMILAR_METHOD = "lsp-locate/near";
export const PATTERN_METHOD = "lsp-locate/pattern";
export const TEXT_METHOD = "lsp-locate/text";
export const FILES_METHOD = "lsp-locate/files";
export const PATHS_METHOD = "lsp-locate/paths";

export interface DeclarationsParams {
  readonly name: string;
  /** Limits the result to what can be called with this number of arguments. */
  readonly arity?: number;
  readonly limit?: number;
  /** Only what is indexed so far, at once. */
  readonly soFar?: boolean;
}

export interface SimilarDeclarationsParams {
  readonly name: string;
  readonly limit: number;
}

export interface FindPathsParams {
  /** Absolute. */
  readonly folder: string;
}

export interface FindFilesParams {
  readonly word: string;
  readonly languages: readonly string[];
}

export interface DeclarationsResult {
  readonly declarations: readonly WorkspaceDeclaration[];
  readonly state: IndexState;
  /** Files that contain the name and could not be parsed; absent without any. */
  readonly unparsed?: UnparsedFiles;
}

/** Returns the declarations of a name. */
export async function declarations(
  { name, arity, limit, soFar = false }: DeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(arity === undefined || isCount(arity), "arity", "a number of arguments");
  checkParam(limit === undefined || isCount(limit), "limit", "the maximum number of results");
  checkParam(typeof soFar === "boolean", "soFar", "true or false");
  const query = { name, soFar, ...(arity === undefined ? {} : { arity }) };
  const result = await indexClient.query((index, querySignal) => index.findByName(query, querySignal), signal);
  if (result === undefined)
    throw requestFailed("There is no index of the workspace: it has ended or can't be started.");
  const { answer, state, unparsed } = result;
  return { declarations: answer.slice(0, limit), state, ...(unparsed && { unparsed }) };
}

/** How long a search for similar names waits for a complete index. */
const SIMILAR_TIMEOUT_MS = 60_000;

/** Returns declarations whose names are similar to a name that does not exist, best first. */
export async function similarDeclarations(
  { name, limit }: SimilarDeclarationsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<DeclarationsResult> {
  checkParam(typeof name === "string", "name", "a name");
  checkParam(isCount(limit), "limit", "the maximum number of results");
  const result = await indexClient.query(async (index, querySignal) => {
    await Promise.race([index.waitUntilComplete(querySignal), delay(SIMILAR_TIMEOUT_MS)]);
    return index.findSimilar(name, limit, querySignal);
  }, signal);
  return { declarations: result?.answer ?? [], state: result?.state ?? noIndexState };
}

/** Returns declarations whose names fit a pattern, best first. */
export async function declarationsByPattern(
  { path, limit }: PatternQuery,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<FoundMatches & { readonly state: IndexState }> {
  const isPath = Array.isArray(path) && path.every((name) => typeof name === "string" && name !== "");
  checkParam(isPath && path.length > 0, "path", "names, or parts of them");
  checkParam(isCount(limit), "limit", "the maximum number of results");
  const result = await indexClient.query(async (index, querySignal) => {
    await Promise.race([index.waitUntilComplete(querySignal), delay(SIMILAR_TIMEOUT_MS)]);
    return index.findByPattern({ path, limit }, querySignal);
  }, signal);
  return { ...(result?.answer ?? { declarations: [], isCut: false }), state: result?.state ?? noIndexState };
}

/** Returns the first lines of the workspace that hold a text. */
export async function findText(query: TextQuery, { indexClient, signal }: EmbeddedRequestContext): Promise<FoundText> {
  checkParam(typeof query.text === "string" && query.text !== "", "text", "the text to find");
  checkParam(isCount(query.limit), "limit", "the maximum number of results");
  const result = await indexClient.query((index, querySignal) => index.findText(query, querySignal), signal);
  return result?.answer ?? { lines: [], count: 0, isPartial: true };
}

/** Returns the files in a folder, of any kind, by path. */
export async function findPaths(
  { folder }: FindPathsParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<FoundPaths> {
  checkParam(typeof folder === "string" && folder !== "", "folder", "an absolute path");
  const result = await indexClient.query((index, querySignal) => index.findPaths(folder, querySignal), signal);
  return result?.answer ?? { paths: [], isPartial: true };
}

/** Returns the absolute paths of the files that contain a word, in some languages. */
export async function findFiles(
  { word, languages }: FindFilesParams,
  { indexClient, signal }: EmbeddedRequestContext,
): Promise<readonly string[] | null> {
  checkParam(typeof word === "string" && word !== "", "word", "the word to find");
  checkParam(Array.isArray(languages), "languages", "a list of language ids");
  const result = await indexClient.query(
    (index, querySignal) => index.findFilesWith(word, languages, querySignal),
    signal,
  );
  return result?.answer ?? null;
}

const noIndexState: IndexState = { isComplete: true, indexed: 0, files: 0 };

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
