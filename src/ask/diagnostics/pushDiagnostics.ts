/** Diagnostics of a backend that only pushes them: waits until they are about the present text. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Backend } from "../backend/backend.js";
import type { DiskChangeTracker } from "../documents/diskChanges.js";
import type { OpenDocument } from "../documents/openDocument.js";
import { awaitProvedDiagnostics, type ProvedDiagnosticsContext } from "./provedDiagnostics.js";
import type { PublishedDiagnostics } from "./publishedDiagnostics.js";
import { QUIET_MS } from "./strategy.js";

/** How long to wait for the first diagnostics of the present text. */
export const FIRST_PUSH_TIMEOUT_MS = 10_000;
/**
 * Servers publish syntax errors first and type errors later: without proof, diagnostics are
 * complete when none have followed for this long. Progress is not waited for, so twice as long.
 */
const NO_PUSH_MS = 2 * QUIET_MS;
/** How long to wait for further diagnostics after other files have changed. */
const NEXT_PUSH_TIMEOUT_MS = 2_000;

/** The parts of a RequestContext that waiting for diagnostics needs. */
export interface DiagnosticsContext {
  readonly token: CancellationToken;
  readonly diagnostics: PublishedDiagnostics;
  readonly diskChanges: Pick<DiskChangeTracker, "notifiedAt">;
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
export async function awaitPublishedDiagnostics(
  document: () => OpenDocument,
  backend: Backend,
  context: DiagnosticsContext & ProvedDiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  const proved = await awaitProvedDiagnostics(document, backend, context);
  if (proved) return proved;
  const withoutPush = documentsWithoutPush.get(backend) ?? new Set();
  documentsWithoutPush.set(backend, withoutPush);
  const { key } = document();
  const timeoutMs = withoutPush.has(key) ? NO_PUSH_MS : FIRST_PUSH_TIMEOUT_MS;
  const items = await awaitDiagnostics(document, timeoutMs, context);
  if (items === undefined && !withoutPush.has(key) && !context.token.isCancellationRequested) {
    withoutPush.add(key);
    return undefined;
  }
  return items ?? [];
}

/** Returns the last diagnostics of the present text; undefined if none come within the timeout. */
export async function awaitDiagnostics(
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
    if ((current()?.receivedAt ?? Infinity) < diskChanges.notifiedAt) await waitForNext(NEXT_PUSH_TIMEOUT_MS);
    for (let last = current(); last && !isOver; last = current()) {
      const left = last.receivedAt + NO_PUSH_MS - performance.now();
      if (left <= 0) break;
      await waitForNext(left);
    }
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
  }
  return current() && diagnostics.of(document().key);
}
