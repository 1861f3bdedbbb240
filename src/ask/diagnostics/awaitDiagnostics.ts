/**
 * Waits until the diagnostics of a document's present text are settled: by a proof of the backend
 * where it can give one, by the version of a publication, else by a quiet period. Silence settles
 * nothing.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { isHang } from "../../backend/guard/unresponsive.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { ask, type OwnAskContext } from "../ask.js";
import { analysisProgressOf } from "../backend/analysisProgress.js";
import type { Backend } from "../backend/backend.js";
import { BackendLost, MAX_LOSSES } from "../backend/backendConversation.js";
import { isReady, waitUntilReady } from "../backend/backendReadiness.js";
import { sendUncancelled } from "../backend/sendRepeatable.js";
import { Deadline } from "../deadline.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";
import { partPolicy } from "../methodTable.js";
import { isTransientError } from "../outcome.js";
import { identityOf } from "./checkDiagnostics.js";
import { requestProof } from "./completenessProof.js";
import type { DiagnosticsContext } from "./diagnosticsContext.js";
import type { DiagnosticsStore, LastDiagnostics } from "./diagnosticsStore.js";
import { requestDiagnostics } from "./requestDiagnostics.js";
import {
  answersUnannounced,
  canProve,
  ignoresSameText,
  isVersionEnough,
  reportTimeoutMs,
  settleMsOf,
  tellsWhetherAll,
} from "./strategy.js";

/** How long to wait for further diagnostics after other files have changed. */
const OTHER_FILE_TIMEOUT_MS = 2_000;

/** How long to wait for a publication before the proof is requested again. */
const NEXT_PUSH_TIMEOUT_MS = 2_000;

/** How long to wait for the diagnostics of a text that was sent again, before it is opened anew. */
const RENEWED_TIMEOUT_MS = 5_000;
/** How long to wait for the index to say whether any text has changed. */
export const REVISION_TIMEOUT_MS = 1_000;
/** How long a backend may take to show that it has handled what it was sent. */
const BARRIER_TIMEOUT_MS = 5_000;
/** How long after a publication a server may say that texts still wait to be checked. */
const PROGRESS_MARGIN_MS = 50;
/** How much longer than in vain to wait for the next report. */
const SLOW_MARGIN_MS = 5_000;

export interface CheckContext extends DiagnosticsContext {
  readonly unopenedFiles: Pick<UnopenedFiles, "sendAgain" | "openAtBackend" | "closeAtBackend">;
  /** Returns the revision of all texts around a document; null where it is not known in time. */
  revisionOf(document: OpenDocument, timeoutMs: number): Promise<string | null>;
}

/** What a backend has said of a document's present text. */
export type CheckResult =
  | { readonly kind: "settled"; readonly items: readonly Diagnostic[] }
  | {
      readonly kind: "not checked";
      readonly waitedMs: number;
      /** What it has said last. */
      readonly known: LastDiagnostics | undefined;
    };

/**
 * The version of a document whose text was last sent again as it was, since others have changed: a
 * backend may publish what it knew before with that version, and then what follows from the others.
 */
const repeatedVersions = new WeakMap<OpenDocument, number>();

/** Notes that the text of a document was sent while the texts that it depends on change, too. */
export function noteRepeated(document: OpenDocument): void {
  repeatedVersions.set(document, document.version);
}

/** The revision of all texts when the document was last sent again. */
const sentRevisions = new WeakMap<OpenDocument, string | null>();

/** Notes the revision of all texts when a document was sent: no need to send it while it stays. */
export function noteSentRevision(document: OpenDocument, revision: string | null): void {
  sentRevisions.set(document, revision);
}

/** Backends that have published nothing for a text that was sent again as it was. */
const omitUnchanged = new WeakSet<Backend>();
/** By backend, how long the last report was waited for in vain, in ms. */
const vainWaits = new WeakMap<Backend, number>();

interface CheckOptions {
  readonly backend: Backend;
  readonly since: number;
  /** How long to wait for a report on the text. */
  readonly timeoutMs?: number;
}

/**
 * Returns the diagnostics of the document's present text, once the backend has reported on it.
 * `document` returns the document as it is by then. The text of a file that only we have open is
 * sent again, as a new version, if any text of the workspace may have changed since it was sent,
 * unless that was after `since` (as of `performance.now()`).
 */
export async function checkDocument(
  document: () => OpenDocument,
  { backend, since, timeoutMs = reportTimeoutMs(backend, document().uri) }: CheckOptions,
  context: CheckContext,
): Promise<CheckResult> {
  const begunAt = performance.now();
  const { diagnostics, token } = context;
  const before = diagnostics.known(document());
  const items = await overRestarts(
    async () =>
      (await renew(document, { backend, since }, context)) ??
      (token.isCancellationRequested ? undefined : await settleDiagnostics(document, { backend, timeoutMs }, context)),
    { document, backend },
    context,
  );
  if (items !== undefined) {
    vainWaits.delete(backend);
    return { kind: "settled", items };
  }
  const waitedMs = performance.now() - begunAt;
  if (!token.isCancellationRequested) vainWaits.set(backend, waitedMs);
  const known = diagnostics.current(document()) ? diagnostics.known(document()) : before;
  return { kind: "not checked", waitedMs, known };
}

/**
 * Does `act`, and again each time the backend has died meanwhile, with the document open at the one
 * that was started in its place. Errors: those of `act`, `not_ready`, the reason the backend can't
 * be started, or died of a hang.
 */
async function overRestarts<T>(
  act: () => Promise<T>,
  { document, backend }: { readonly document: () => OpenDocument; readonly backend: Backend },
  { token, unopenedFiles }: CheckContext,
): Promise<T> {
  const open = () => backend.link.between(() => unopenedFiles.openAtBackend(document()));
  for (let losses = 1; ; losses++) {
    open(); // the backend may have died since the file was opened
    try {
      return await backend.conversation.rejectOnLoss(act());
    } catch (error) {
      if (!(error instanceof BackendLost)) throw error;
      if (isHang(error.why) || losses >= MAX_LOSSES) throw error.why;
      await backend.link.ensureRunning();
      open(); // some servers load nothing before a file is opened
      await waitUntilReady(backend, token);
    }
  }
}

/**
 * Sends the text again if that is necessary. Returns the diagnostics that the backend publishes
 * then; undefined if it publishes none within a while, or need not be sent the text.
 */
async function renew(
  document: () => OpenDocument,
  { backend, since }: { readonly backend: Backend; readonly since: number },
  context: CheckContext,
): Promise<readonly Diagnostic[] | undefined> {
  const { diagnostics, unopenedFiles, token } = context;
  const sent = document();
  if (sent.owner !== "proxy") return undefined;
  if (diagnostics.mayBeOfOlderText(sent, backend)) {
    await awaitBarrier(sent, backend, context);
    unopenedFiles.sendAgain(document());
    return undefined;
  }
  if (sent.sentAt >= since || !diagnostics.current(sent)) return undefined;
  const revision = await context.revisionOf(sent, REVISION_TIMEOUT_MS);
  if (revision !== null && sentRevisions.get(sent) === revision) return undefined;
  noteSentRevision(sent, revision);
  const opensAnew = ignoresSameText(backend) || omitUnchanged.has(backend);
  if (!opensAnew && tellsWhetherAll(backend, sent.uri)) {
    if (unopenedFiles.sendAgain(sent)) noteRepeated(sent);
    return undefined;
  }
  if (!opensAnew) {
    if (!unopenedFiles.sendAgain(sent)) return undefined;
    const items = await settleDiagnostics(document, { backend, timeoutMs: RENEWED_TIMEOUT_MS }, context);
    if (items || token.isCancellationRequested) return items;
    omitUnchanged.add(backend);
  }
  // For a document that is opened, a server publishes what it has left out before.
  unopenedFiles.closeAtBackend(sent);
  await awaitBarrier(sent, backend, context);
  backend.link.between(() => unopenedFiles.openAtBackend(document()));
  return undefined;
}

/** Waits until the backend has handled what it was sent about a document, for a while. */
async function awaitBarrier(
  { uri }: OpenDocument,
  backend: Backend,
  { documents }: Pick<CheckContext, "documents">,
): Promise<void> {
  if (!backend.capabilities.documentSymbolProvider) return;
  const params = { textDocument: { uri } };
  const answered = sendUncancelled("textDocument/documentSymbol", params, backend, documents);
  await Deadline.after(BARRIER_TIMEOUT_MS).before(answered.catch(() => undefined));
}

/** How long to wait for the first diagnostics of a file that we have opened. */
const FIRST_DIAGNOSTICS_TIMEOUT_MS = 2000;
/** The same for those of a server that still loads. */
const LOADING_TIMEOUT_MS = 10_000;
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
  const isLoaded = isReady(backend);
  const firstTimeoutMs = isLoaded ? FIRST_DIAGNOSTICS_TIMEOUT_MS : LOADING_TIMEOUT_MS;
  const timeoutMs = textsWithoutDiagnostics.has(text) ? 0 : firstTimeoutMs;
  const diagnostics = await awaitPublication(() => document, { backend, timeoutMs }, context);
  if (diagnostics === undefined && isLoaded) textsWithoutDiagnostics.add(text);
  return diagnostics ?? [];
}

interface SettleOptions {
  readonly backend: Backend;
  /** How long to wait for the first report. */
  readonly timeoutMs?: number;
}

/**
 * Settles the diagnostics of the document's present text, and returns them; undefined if the
 * backend does not report on it in time.
 */
export async function settleDiagnostics(
  document: () => OpenDocument,
  { backend, timeoutMs = reportTimeoutMs(backend, document().uri) }: SettleOptions,
  context: DiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  const deadline = Deadline.after(timeoutMs);
  if (canProve(backend, document().uri)) {
    const proved = await awaitProof(document, { backend, deadline }, context);
    if (proved !== "no proof") return proved;
  }
  const answers = answersUnannounced(document(), backend) && !isVersionEnough(backend);
  const confirm = answers ? () => isAllPublished(document(), backend, context) : undefined;
  return awaitPublication(document, { backend, timeoutMs: deadline.leftMs, confirm }, context);
}

/** Whether a backend has published all that it answers about a document's present text. */
async function isAllPublished(document: OpenDocument, backend: Backend, context: DiagnosticsContext): Promise<boolean> {
  const answered = await requestDiagnostics(document, backend, context);
  const published = context.diagnostics.of(document.key);
  if (answered === undefined || published === undefined) return false;
  const known = new Set(published.map(identityOf));
  return answered.every((each) => known.has(identityOf(each)));
}

/**
 * Returns all diagnostics of the document's present text; undefined if the backend does not publish
 * what it has proved to be all, "no proof" if it can't give a proof.
 */
async function awaitProof(
  document: () => OpenDocument,
  { backend, deadline }: { readonly backend: Backend; readonly deadline: Deadline },
  { token, diagnostics, documents }: DiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined | "no proof"> {
  const { key, uri } = document();
  while (!token.isCancellationRequested) {
    const { text } = document();
    const request = requestProof(uri, backend, documents).catch((error) =>
      isTransientError(error, backend) ? ("pending" as const) : ("no proof" as const),
    );
    const proof = await deadline.before(request);
    if (proof === undefined || proof === "no proof") return proof;
    if (proof === "pending") {
      if (deadline.isOver) return undefined;
      await nextPublication(key, Math.min(NEXT_PUSH_TIMEOUT_MS, deadline.leftMs), diagnostics, token);
    } else if (document().text === text) {
      const items = diagnostics.of(key) ?? [];
      if (proof.isComplete(items)) return diagnostics.settle(document());
      const { receivedAt = Infinity } = diagnostics.current(document()) ?? {};
      if (proof.isAllPublished(items, performance.now() - receivedAt)) return diagnostics.settle(document());
      if (deadline.isOver) return undefined;
      await nextPublication(key, Math.min(NEXT_PUSH_TIMEOUT_MS, deadline.leftMs), diagnostics, token);
    } else if (deadline.isOver) return undefined;
  }
  return undefined;
}

/** Resolves when the document has a publication, at the timeout, or at the cancellation. */
async function nextPublication(
  key: string,
  timeoutMs: number,
  diagnostics: DiagnosticsStore,
  token: CancellationToken,
): Promise<void> {
  let stop = () => {};
  const cancelled = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const listener = token.onCancellationRequested(() => stop());
  await Promise.race([diagnostics.next(key, timeoutMs), cancelled]);
  listener.dispose();
}

interface PublicationOptions {
  readonly backend: Backend;
  readonly timeoutMs: number;
  /** Returns whether what is published is all, so that no quiet period is needed. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
}

/**
 * Returns the diagnostics of the present text, once all of them are published; undefined if none
 * come within the timeout.
 */
async function awaitPublication(
  document: () => OpenDocument,
  { backend, timeoutMs, confirm }: PublicationOptions,
  { token, diagnostics, diskChanges }: Pick<DiagnosticsContext, "token" | "diagnostics" | "diskChanges">,
): Promise<readonly Diagnostic[] | undefined> {
  const mayBeOfOlder = diagnostics.mayBeOfOlderText(document(), backend);
  // The report on the text before took longer: one that comes earlier is that one.
  const vainWaitMs = mayBeOfOlder ? (vainWaits.get(backend) ?? 0) : 0;
  const limitMs = vainWaitMs === 0 ? timeoutMs : Math.max(timeoutMs, vainWaitMs + SLOW_MARGIN_MS);
  const current = () => {
    const found = diagnostics.current(document());
    const isLate = found && (found.version !== undefined || found.receivedAt >= document().sentAt + vainWaitMs);
    return isLate ? found : undefined;
  };
  const begunAt = performance.now();
  let isOver = token.isCancellationRequested;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isOver = true;
      resolve();
    };
  });
  const cancelled = token.onCancellationRequested(stop);
  const timer = setTimeout(stop, limitMs);
  const waitForNext = (limitMs: number) => Promise.race([diagnostics.next(document().key, limitMs), stopped]);
  try {
    while (!current() && !isOver) await waitForNext(limitMs);
    clearTimeout(timer);
    // The backend may have been notified of a change in another file only just now.
    if ((current()?.receivedAt ?? Infinity) < diskChanges.notifiedAt) await waitForNext(OTHER_FILE_TIMEOUT_MS);
    for (let last = current(); last && !isOver; last = current()) {
      const isRepeated = repeatedVersions.get(document()) === document().version;
      const isAll = last.version !== undefined && isVersionEnough(backend) && !isRepeated;
      const analysis = analysisProgressOf(backend);
      const allMs = analysis === undefined ? 0 : PROGRESS_MARGIN_MS;
      const left = last.receivedAt + (isAll ? allMs : settleMsOf(backend)) - performance.now();
      const isBusy = analysis?.isRunning === true || (!isAll && !isReady(backend));
      const isAtWork = isBusy && performance.now() < begunAt + limitMs;
      if (left <= 0 && !isAtWork) break;
      // With others changed, it may publish and answer what it knew before.
      const isConfirmed = !isAtWork && !isRepeated && (await confirm?.()) === true;
      if (current() !== last) continue;
      if (isConfirmed) break;
      await waitForNext(left > 0 ? left : settleMsOf(backend));
    }
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
  }
  // What it has published amid its work may be what it knew before.
  if (token.isCancellationRequested || analysisProgressOf(backend)?.isRunning) return undefined;
  return current() && diagnostics.settle(document());
}
