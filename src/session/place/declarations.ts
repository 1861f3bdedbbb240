/**
 * Declarations of a name in the workspace: from the global index, which is started on demand, or
 * from a backend that has one.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { Backend, Backends } from "../backend/backend.js";
import { sendRequest } from "../backend/sendRequest.js";
import type { IndexContext } from "../client/requestContext.js";
import { notifyChangedFiles } from "../documents/diskChanges.js";
import { lastNames } from "./declarationPath.js";

/** The maximum time to wait for the index. */
const INDEX_TIMEOUT_MS = 60_000;
/** The time to wait for similar names: then they are searched in what is indexed so far. */
const SIMILAR_TIMEOUT_MS = 3_000;

/**
 * Returns every declaration of the last name of a path, in files not indexed yet, too; with
 * `arity`, only those that take that number of arguments. Errors: `not_ready`.
 */
export async function queryDeclarations(
  path: readonly string[],
  arity: number | undefined,
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const found = await Promise.all(lastNames(path).map((name) => queryName(name, arity, context)));
  return found.flat();
}

async function queryName(
  name: string,
  arity: number | undefined,
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const query = { name, ...(arity === undefined ? {} : { arity }) };
  const backend = indexingBackendOf(context.backends);
  if (backend) return queryBackend("lsp-locate/declarations", query, backend, context);
  const { signal, release } = abortSignalOf(context.token, INDEX_TIMEOUT_MS);
  try {
    return (await (await openIndex(context)).findByName(query, signal)).answer;
  } catch (error) {
    if (signal.reason === timeoutReason) throw indexNotReady(name);
    throw error;
  } finally {
    release();
  }
}

/** Returns declarations with names similar to a missing one, best first. */
export async function querySimilarDeclarations(
  name: string,
  limit: number,
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const backend = indexingBackendOf(context.backends);
  if (backend) return queryBackend("lsp-locate/near", { name, limit }, backend, context);
  const index = await openIndex(context);
  const { signal, release } = abortSignalOf(context.token, SIMILAR_TIMEOUT_MS);
  await index.waitUntilComplete(signal).catch(() => {});
  release();
  return (await index.findSimilar(name, limit)).answer;
}

/** Returns the only backend, if it has an index of its own: then no second index is started. */
function indexingBackendOf(backends: Pick<Backends, "all">): Backend | undefined {
  const [only, ...others] = backends.all();
  const { experimental } = (only?.capabilities ?? {}) as { experimental?: { declarations?: unknown } | null };
  return others.length === 0 && experimental?.declarations === true ? only : undefined;
}

async function queryBackend(
  method: string,
  params: object,
  backend: Backend,
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  // The backend prefers the text of open files to the disk, so our open files have to be up to
  // date.
  await notifyChangedFiles(context);
  const answer = await sendRequest({ method, params: () => params, isRetryable: () => true }, backend, context);
  return (answer.parse() as { readonly declarations: readonly WorkspaceDeclaration[] }).declarations;
}

function openIndex({
  index,
  client,
  documents,
}: Pick<IndexContext, "index" | "client" | "documents">): Promise<WorkspaceIndex> {
  return index.get(client.roots, documents);
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

function indexNotReady(name: string): LocateError {
  const seconds_waited = INDEX_TIMEOUT_MS / 1000;
  return new LocateError(
    "not_ready",
    `The workspace is still being searched for \`${name}\` after ${seconds_waited} s. Ask again in a moment, or write the file it is in: \`src/file:${name}\`.`,
    { waiting_for: "the index of the workspace", seconds_waited },
  );
}
