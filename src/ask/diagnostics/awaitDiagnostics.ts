/**
 * Waits until the diagnostics of a document's present text are settled: by a proof of the backend
 * where it can give one, else by a quiet period.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Document } from "../../text/document.js";
import { ask, type OwnAskContext } from "../ask.js";
import type { Backend } from "../backend/backend.js";
import type { DiskChangeTracker } from "../documents/diskChanges.js";
import type { OpenDocument } from "../documents/openDocument.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";
import { partPolicy } from "../policy.js";
import { requestProof } from "./completenessProof.js";
import type { DiagnosticsStore } from "./diagnosticsStore.js";
import { canProve, QUIET_MS } from "./strategy.js";

/** How long to wait for the first diagnostics of the present text. */
export const FIRST_PUSH_TIMEOUT_MS = 10_000;
/**
 * Servers publish syntax errors first and type errors later: without proof, diagnostics are
 * complete when none have followed for this long. Progress is not waited for, so twice as long.
 */
const NO_PUSH_MS = 2 * QUIET_MS;
/** How long to wait for further diagnostics after other files have changed. */
const OTHER_FILE_TIMEOUT_MS = 2_000;

/** How long to wait for a publication before the proof is requested again. */
const NEXT_PUSH_TIMEOUT_MS = 2_000;
/** After so many waits without a publication, the server is taken to leave something out. */
const MAX_WAITS = 4;

/** How long to wait for the diagnostics of a text that was sent again. */
const RENEWED_TIMEOUT_MS = 5_000;
/** The same, of a backend that has once published none, as they had not changed. */
const UNCHANGED_TIMEOUT_MS = 2_000;
/** How long to wait for the index to say whether any text has changed. */
const REVISION_TIMEOUT_MS = 1_000;

/** The parts of a RequestContext that waiting for diagnostics needs. */
export interface DiagnosticsContext {
  readonly token: CancellationToken;
  readonly diagnostics: DiagnosticsStore;
  readonly diskChanges: Pick<DiskChangeTracker, "notifiedAt">;
  readonly documents: { applyPending(): void };
}

/**
 * By backend, the keys of documents for which it once published nothing in time: for these, nothing
 * counts as an empty result.
 */
const documentsWithoutPush = new WeakMap<Backend, Set<string>>();

/**
 * Returns the diagnostics of the present text; `document` returns the document as it is by then.
 * Returns undefined if nothing comes, once for each document, and no diagnostics after that.
 */
export async function awaitSettledDiagnostics(
  document: () => OpenDocument,
  backend: Backend,
  context: DiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  const withoutPush = documentsWithoutPush.get(backend) ?? new Set();
  documentsWithoutPush.set(backend, withoutPush);
  const { key } = document();
  const timeoutMs = withoutPush.has(key) ? NO_PUSH_MS : FIRST_PUSH_TIMEOUT_MS;
  const items = await settle(document, timeoutMs, backend, context);
  if (items === undefined && !withoutPush.has(key) && !context.token.isCancellationRequested) {
    withoutPush.add(key);
    return undefined;
  }
  return items ?? [];
}

interface RenewContext extends DiagnosticsContext {
  readonly unopenedFiles: Pick<UnopenedFiles, "sendAgain">;
  /** Returns the revision of all texts around a document; null where it is not known in time. */
  revisionOf(document: OpenDocument, timeoutMs: number): Promise<string | null>;
}

/** The revision of all texts when the document was last sent again. */
const sentRevisions = new WeakMap<OpenDocument, string | null>();
const omitUnchanged = new WeakSet<Backend>();

/**
 * Sends the text of a document again, as a new version, if any text of the workspace may have
 * changed since that was done last. Returns the diagnostics that the backend publishes then, or the
 * last ones if it publishes none. Returns undefined, and sends nothing, for documents of the client
 * and those whose text was sent after `since` (as of `performance.now()`) or not checked yet.
 */
export async function renewDiagnostics(
  document: () => OpenDocument,
  since: number,
  backend: Backend,
  context: RenewContext,
): Promise<readonly Diagnostic[] | undefined> {
  const { diagnostics, unopenedFiles } = context;
  const sent = document();
  if (sent.owner !== "proxy" || sent.changedAt >= since || !diagnostics.current(sent)) return undefined;
  const revision = await context.revisionOf(sent, REVISION_TIMEOUT_MS);
  if (revision !== null && sentRevisions.get(sent) === revision) return undefined;
  sentRevisions.set(sent, revision);
  if (!unopenedFiles.sendAgain(sent)) return undefined;
  const timeoutMs = omitUnchanged.has(backend) ? UNCHANGED_TIMEOUT_MS : RENEWED_TIMEOUT_MS;
  const renewed = await settle(document, timeoutMs, backend, context);
  if (renewed || context.token.isCancellationRequested) return renewed;
  omitUnchanged.add(backend);
  diagnostics.confirm(sent);
  return diagnostics.settle(sent);
}

/** How long to wait for the first diagnostics of a file that we have opened. */
const FIRST_DIAGNOSTICS_TIMEOUT_MS = 2000;
/** Texts for which no diagnostics came in time: the next request does not wait. */
const textsWithoutDiagnostics = new WeakSet<Document>();

/**
 * Returns the diagnostics that are known of a document: those that the backend answers with, or the
 * last that it has published. Of a file that only we have opened, the first ones are waited for.
 */
export async function currentDiagnostics(
  document: OpenDocument,
  backend: Backend,
  context: DiagnosticsContext & OwnAskContext,
): Promise<readonly Diagnostic[]> {
  if (backend.capabilities.diagnosticProvider) {
    const params = () => ({ textDocument: { uri: document.uri } });
    const question = { method: "textDocument/diagnostic", policy: partPolicy, backend, document: () => document };
    const report = await ask({ ...question, params: () => params }, context).catch(() => undefined);
    return (report?.parse() as { items?: readonly Diagnostic[] } | undefined)?.items ?? [];
  }
  if (document.owner === "client") return context.diagnostics.of(document.key) ?? [];
  backend.link.between(() => context.unopenedFiles.openAtBackend(document));
  const { text } = document;
  const timeoutMs = textsWithoutDiagnostics.has(text) ? 0 : FIRST_DIAGNOSTICS_TIMEOUT_MS;
  const diagnostics = await awaitQuiet(() => document, timeoutMs, context);
  if (diagnostics === undefined) textsWithoutDiagnostics.add(text);
  return diagnostics ?? [];
}

/**
 * Settles the diagnostics of the document's present text, and returns them; undefined if none come
 * within the timeout.
 */
async function settle(
  document: () => OpenDocument,
  timeoutMs: number,
  backend: Backend,
  context: DiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  return (await awaitProof(document, backend, context)) ?? (await awaitQuiet(document, timeoutMs, context));
}

/**
 * Returns all diagnostics of the document's present text; undefined for a backend that can't prove
 * that they are complete, or publishes none. `document` returns the document as it is by then.
 */
async function awaitProof(
  document: () => OpenDocument,
  backend: Backend,
  { token, diagnostics, documents }: DiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  const { key, uri } = document();
  if (!canProve(backend, uri)) return undefined;
  for (let waits = 0; !token.isCancellationRequested; ) {
    const { text } = document();
    const proof = await requestProof(uri, backend, documents).catch(() => undefined);
    if (!proof) return undefined;
    if (document().text !== text) continue;
    const items = diagnostics.of(key);
    if (items !== undefined && proof.isComplete(items)) return diagnostics.settle(document());
    if (waits === MAX_WAITS) {
      if (items === undefined || !diagnostics.current(document())) return undefined;
      proof.noteAll(items);
      return diagnostics.settle(document());
    }
    if (!(await hasNext(key, diagnostics, token))) waits++;
  }
  return undefined;
}

/** Resolves with true when the document has a publication, with false after a while. */
async function hasNext(key: string, diagnostics: DiagnosticsStore, token: CancellationToken): Promise<boolean> {
  const startedAt = performance.now();
  let stop = () => {};
  const cancelled = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const listener = token.onCancellationRequested(() => stop());
  await Promise.race([diagnostics.next(key, NEXT_PUSH_TIMEOUT_MS), cancelled]);
  listener.dispose();
  return performance.now() - startedAt < NEXT_PUSH_TIMEOUT_MS - 1;
}

/** Returns the last diagnostics of the present text; undefined if none come within the timeout. */
async function awaitQuiet(
  document: () => OpenDocument,
  timeoutMs: number,
  { token, diagnostics, diskChanges }: Pick<DiagnosticsContext, "token" | "diagnostics" | "diskChanges">,
): Promise<readonly Diagnostic[] | undefined> {
  const current = () => diagnostics.current(document());
  let isOver = token.isCancellationRequested;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isOver = true;
      resolve();
    };
  });
  const cancelled = token.onCancellationRequested(stop);
  const timer = setTimeout(stop, timeoutMs);
  const waitForNext = (limitMs: number) => Promise.race([diagnostics.next(document().key, limitMs), stopped]);
  try {
    while (!current() && !isOver) await waitForNext(timeoutMs);
    clearTimeout(timer);
    // The backend may have been notified of a change in another file only just now.
    if ((current()?.receivedAt ?? Infinity) < diskChanges.notifiedAt) await waitForNext(OTHER_FILE_TIMEOUT_MS);
    for (let last = current(); last && !isOver; last = current()) {
      const left = last.receivedAt + NO_PUSH_MS - performance.now();
      if (left <= 0) break;
      await waitForNext(left);
    }
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
  }
  return current() && diagnostics.settle(document());
}
