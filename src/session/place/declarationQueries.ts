/**
 * Declarations of a name in the workspace: from the global index, which is started on demand, or
 * from a backend that has one.
 */

import { basename, join } from "node:path";
import type { CancellationToken } from "vscode-jsonrpc/node";
import { ask } from "../../ask/ask.js";
import type { Backend } from "../../ask/backend/backend.js";
import { otherWorktreeTest } from "../../ask/documents/worktreeFilter.js";
import { rowOf } from "../../ask/methodTable.js";
import { errorMessage, LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { pathOfUri } from "../../uri.js";
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
import { areRootsOfDifferentWorktrees } from "../../workspace/disk/worktrees.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { IndexContext } from "../client/requestContext.js";
import { revisionOfTexts } from "../documents/sessionIndex.js";
import { lastNames } from "./declarationPath.js";

/** The maximum time to wait for the index. */
const INDEX_TIMEOUT_MS = 60_000;
/** The time to wait for similar names: then they are searched in what is indexed so far. */
const SIMILAR_TIMEOUT_MS = 60_000;

/** The time to find the files that contain a word, beside a server that loads. */
const FILES_TIMEOUT_MS = 60_000;
/** The time to search the files for a text. */
const TEXT_TIMEOUT_MS = 20_000;

/** The declarations of a name, as far as the files that contain it can be parsed. */
export interface FoundDeclarations {
  readonly declarations: readonly WorkspaceDeclaration[];
  /** Files that contain the name and could not be parsed; absent without any. */
  readonly unparsed?: UnparsedFiles;
}

/**
 * Returns every declaration of the last name of a path, in files not indexed yet, too; with
 * `arity`, only those that take that number of arguments; with `file` (absolute path), only those
 * in its worktree. Errors: `not_ready`.
 */
export async function queryDeclarations(
  path: readonly string[],
  arity: number | undefined,
  context: IndexContext,
  file?: string,
): Promise<FoundDeclarations> {
  const found = await Promise.all(lastNames(path).map((name) => queryName({ name, arity, file }, context)));
  const unparsed = found.find((each) => each.unparsed !== undefined)?.unparsed;
  return { declarations: found.flatMap(({ declarations }) => declarations), ...(unparsed && { unparsed }) };
}

/** Returns the declarations of the last name of a path in the files indexed so far, at once. */
export async function queryDeclarationsSoFar(
  path: readonly string[],
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const backend = indexingBackendOf(context);
  const query = async (name: string): Promise<readonly WorkspaceDeclaration[]> => {
    if (backend) return (await queryBackend("declarations", { name, soFar: true }, backend, context)).declarations;
    return (await (await openIndex(context)).findByName({ name, soFar: true })).answer;
  };
  return (await Promise.all(lastNames(path).map(query))).flat();
}

interface DeclarationQuery {
  readonly name: string;
  readonly arity: number | undefined;
  readonly file: string | undefined;
}

async function queryName({ name, arity, file }: DeclarationQuery, context: IndexContext): Promise<FoundDeclarations> {
  const query = { name, ...(arity === undefined ? {} : { arity }) };
  const backend = indexingBackendOf(context, file);
  if (backend) return queryBackend("declarations", query, backend, context);
  const { signal, release } = abortSignalOf(context.token, INDEX_TIMEOUT_MS);
  try {
    const { answer, unparsed } = await (await openIndex(context, file)).findByName(query, signal);
    const isWrongFile = otherWorktreeTest(file);
    const declarations = answer.filter(({ path }) => !isWrongFile(path));
    return { declarations, ...(unparsed && { unparsed }) };
  } catch (error) {
    if (signal.reason === timeoutReason) throw indexNotReady(name);
    throw signal.aborted || error instanceof LocateError ? error : indexFailedError(name, error);
  } finally {
    release();
  }
}

/** Declarations with names similar to a missing one. */
export interface SimilarDeclarations {
  readonly declarations: readonly WorkspaceDeclaration[];
  /** Whether there may be nearer ones, because the index was not complete. */
  readonly isPartial: boolean;
}

/** Returns declarations with names similar to a missing one, best first. */
export async function querySimilarDeclarations(
  name: string,
  limit: number,
  context: IndexContext,
): Promise<SimilarDeclarations> {
  const backend = indexingBackendOf(context);
  if (backend) {
    const answer = await requestOfBackend("near", { name, limit }, backend, context);
    const { declarations, state } = answer as FoundDeclarations & { readonly state?: IndexState };
    return { declarations, isPartial: state?.isComplete === false };
  }
  const index = await openSettledIndex(context);
  const { answer, state } = await index.findSimilar(name, limit);
  return { declarations: answer, isPartial: !state.isComplete };
}

/** Returns the index when all is indexed, or after `SIMILAR_TIMEOUT_MS`. */
async function openSettledIndex(context: IndexContext) {
  const index = await openIndex(context);
  const { signal, release } = abortSignalOf(context.token, SIMILAR_TIMEOUT_MS);
  await index.waitUntilComplete(signal).catch(() => {});
  release();
  return index;
}

/** Says that near names may be missing. */
export const PARTIAL_NAMES_NOTE = " The workspace is still being indexed, so there may be nearer names.";

/** Declarations whose names fit a pattern, best first. */
export interface PatternDeclarations extends FoundMatches {
  /** Whether there may be others, because the index was not complete. */
  readonly isPartial: boolean;
}

/** Returns the declarations whose names fit a pattern, see `NameMatch`. */
export async function queryPattern(query: PatternQuery, context: IndexContext): Promise<PatternDeclarations> {
  const backend = indexingBackendOf(context);
  if (backend) {
    const answer = await requestOfBackend("pattern", query, backend, context);
    const { state, ...found } = answer as FoundMatches & { readonly state?: IndexState };
    return { ...found, isPartial: state?.isComplete === false };
  }
  const index = await openSettledIndex(context);
  const { answer, state } = await index.findByPattern(query);
  return { ...answer, isPartial: !state.isComplete };
}

/** Returns the first lines of the workspace that hold a text, as far as they are found in time. */
export async function queryText(query: TextQuery, context: IndexContext): Promise<FoundText> {
  const limited = { ...query, timeoutMs: TEXT_TIMEOUT_MS };
  const backend = indexingBackendOf(context);
  if (backend) return (await requestOfBackend("text", limited, backend, context)) as FoundText;
  // Before it searches, the index takes in what has changed.
  const { signal, release } = abortSignalOf(context.token, 2 * TEXT_TIMEOUT_MS);
  try {
    return (await (await openIndex(context)).findText(limited, signal)).answer;
  } catch (error) {
    if (signal.reason === timeoutReason) return { lines: [], count: 0, isPartial: true };
    throw signal.aborted || error instanceof LocateError ? error : indexFailedError(query.text, error);
  } finally {
    release();
  }
}

/** Returns the files in a folder (absolute path) that git does not ignore, by path. */
export async function queryPaths(folder: string, context: IndexContext): Promise<FoundPaths> {
  const isWrongFile = otherWorktreeTest(join(folder, "file"));
  const backend = indexingBackendOf(context, folder);
  const { signal, release } = abortSignalOf(context.token, INDEX_TIMEOUT_MS);
  try {
    const found = backend
      ? ((await requestOfBackend("paths", { folder }, backend, context)) as FoundPaths)
      : (await (await openIndex(context, folder)).findPaths(folder, signal)).answer;
    return { ...found, paths: found.paths.filter((path) => !isWrongFile(path)) };
  } catch (error) {
    if (signal.reason === timeoutReason) throw indexNotReady(basename(folder));
    throw signal.aborted || error instanceof LocateError ? error : indexFailedError(basename(folder), error);
  } finally {
    release();
  }
}

/** The files that contain a word. */
export interface FilesWithWord {
  /** Absolute. */
  readonly paths: readonly string[];
  /** The revision of all texts, which another one follows after any change; where it is known. */
  readonly revision?: string | undefined;
}

/**
 * Returns the files that contain a word, in the worktree of `file` (absolute path); undefined where
 * the index can't say.
 */
export async function queryFilesWith(
  word: string,
  languages: readonly string[],
  context: IndexContext,
  file: string | undefined,
): Promise<FilesWithWord | undefined> {
  const isWrongFile = otherWorktreeTest(file);
  const backend = indexingBackendOf(context, file);
  if (backend) {
    const found = await requestOfBackend("files", { word, languages }, backend, context);
    return found === null ? undefined : { paths: (found as readonly string[]).filter((path) => !isWrongFile(path)) };
  }
  const { signal, release } = abortSignalOf(context.token, FILES_TIMEOUT_MS);
  try {
    const { answer, revision } = await (await openIndex(context, file)).findFilesWith(word, languages, signal);
    return { paths: answer.filter((path) => !isWrongFile(path)), revision };
  } finally {
    release();
  }
}

/** The time to wait for the revision of all texts, which takes long only before the first walk. */
const REVISION_TIMEOUT_MS = 1_000;

/**
 * Returns the revision of all texts around a document; undefined where the index does not know it.
 */
export async function queryRevision(
  document: Pick<OpenDocument, "uri" | "languageId">,
  context: IndexContext,
): Promise<string | undefined> {
  if (indexingBackendOf(context, pathOfUri(document.uri))) return undefined;
  return (await revisionOfTexts(document, REVISION_TIMEOUT_MS, context)) ?? undefined;
}

/**
 * Returns the only backend, if it has an index of its own: then no second index is started. Its
 * root has to be in the worktree of `file`, or of the session's folders.
 */
function indexingBackendOf({ backends, client, area }: IndexContext, file?: string): Backend | undefined {
  if (area) return undefined;
  const [only, ...others] = backends.all();
  const { experimental } = (only?.capabilities ?? {}) as { experimental?: { declarations?: unknown } | null };
  if (!only || others.length > 0 || experimental?.declarations !== true) return undefined;
  const root = only.link.root === undefined ? undefined : pathOfUri(only.link.root);
  const folder = client.roots.folders[0];
  const reference = file ?? (folder && pathOfUri(folder.uri));
  const isElsewhere = root !== undefined && reference !== undefined && areRootsOfDifferentWorktrees(root, reference);
  return isElsewhere ? undefined : only;
}

async function queryBackend(
  method: OwnMethod,
  params: object,
  backend: Backend,
  context: IndexContext,
): Promise<FoundDeclarations> {
  return (await requestOfBackend(method, params, backend, context)) as FoundDeclarations;
}

/** The methods of our own server, after `lsp-locate/`. */
type OwnMethod = "declarations" | "near" | "pattern" | "text" | "files" | "paths";

async function requestOfBackend(
  method: OwnMethod,
  params: object,
  backend: Backend,
  context: IndexContext,
): Promise<unknown> {
  const question = { method: `lsp-locate/${method}`, policy: rowOf(method), backend, params: () => () => params };
  const answer = await ask(question, context);
  return answer.parse();
}

function openIndex(
  { index, area, client, documents }: Pick<IndexContext, "index" | "area" | "client" | "documents">,
  file?: string,
): Promise<WorkspaceIndex> {
  return area ? index.ofLibrary(area) : index.get(client.roots, documents, file);
}

const timeoutReason = new Error("the index takes long");

/**
 * Returns a signal that aborts when the token is cancelled or, with `timeoutReason`, after the
 * timeout.
 */
function abortSignalOf(token: CancellationToken, ms: number): { readonly signal: AbortSignal; release(): void } {
  const aborter = new AbortController();
  const cancel = () => aborter.abort(new Error("cancelled"));
  // A token that is cancelled already never calls its listeners.
  if (token.isCancellationRequested) cancel();
  const cancelled = token.onCancellationRequested(cancel);
  const timer = setTimeout(() => aborter.abort(timeoutReason), ms).unref();
  const release = () => {
    cancelled.dispose();
    clearTimeout(timer);
  };
  return { signal: aborter.signal, release };
}

function indexFailedError(name: string, error: unknown): LocateError {
  const why = errorMessage(error);
  return new LocateError(
    "not_ready",
    `The workspace can't be searched for \`${name}\`: ${why}. Write the file it is in: \`src/file:${name}\`.`,
    { waiting_for: "the index of the workspace", why },
  );
}

function indexNotReady(name: string): LocateError {
  const seconds_waited = INDEX_TIMEOUT_MS / 1000;
  return new LocateError(
    "not_ready",
    `The workspace is still being searched for \`${name}\` after ${seconds_waited} s. Ask again in a moment, or write the file it is in: \`src/file:${name}\`.`,
    { waiting_for: "the index of the workspace", seconds_waited },
  );
}
