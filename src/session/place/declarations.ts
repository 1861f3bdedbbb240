/** Who declares a name in the workspace: the global index, which is started when first asked, or that of a backend that keeps one. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import type { Backend, Backends } from "../backend/backend.js";
import { sendRequest } from "../backend/sendRequest.js";
import type { IndexContext } from "../client/requestContext.js";
import { notifyChangedFiles } from "../documents/diskChanges.js";
import { lastNames } from "./declarationPath.js";

/** Nobody waits longer for the index. */
const INDEX_TIMEOUT_MS = 60_000;
/** What is like a name matters less: it is looked for in what is indexed by then. */
const SIMILAR_TIMEOUT_MS = 3_000;

/**
 * Every declaration of the last name of a path, files that nobody has indexed yet included; with `arity`, of what takes so many arguments.
 * Errors: `not_ready`.
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
  const keeper = indexingBackendOf(context.backends);
  if (keeper) return queryBackend("lsp-locate/declarations", query, keeper, context);
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

/** Declarations whose names are like one that there is not, best first. */
export async function querySimilarDeclarations(
  name: string,
  limit: number,
  context: IndexContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const keeper = indexingBackendOf(context.backends);
  if (keeper) return queryBackend("lsp-locate/near", { name, limit }, keeper, context);
  const index = await openIndex(context);
  const { signal, release } = abortSignalOf(context.token, SIMILAR_TIMEOUT_MS);
  await index.waitUntilComplete(signal).catch(() => {});
  release();
  return (await index.findSimilar(name, limit)).answer;
}

/** The backend that has an index of its own and serves everything: then there is no second one. */
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
  // What the backend has open for us goes before the disk there.
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

/** Aborts when the token does, or when the time is over: then the reason is `late`. */
function abortSignalOf(token: CancellationToken, ms: number): { readonly signal: AbortSignal; release(): void } {
  const aborter = new AbortController();
  const cancel = () => aborter.abort(new Error("cancelled"));
  // A token that was cancelled before it came here never calls.
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
