/** Diagnostics that a backend has published, once it has proved that they are complete. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Backend } from "../backend/backend.js";
import type { OpenDocument } from "../documents/openDocument.js";
import { requestProof } from "./completenessProof.js";
import type { PublishedDiagnostics } from "./publishedDiagnostics.js";
import { canProve } from "./strategy.js";

/** How long to wait for a publication before the proof is requested again. */
const NEXT_PUSH_TIMEOUT_MS = 2_000;
/** After so many waits without a publication, the server is taken to leave something out. */
const MAX_WAITS = 4;

export interface ProvedDiagnosticsContext {
  readonly token: CancellationToken;
  readonly diagnostics: PublishedDiagnostics;
  readonly documents: { applyPending(): void };
}

/**
 * Returns all diagnostics of the document's present text; undefined for a backend that can't prove
 * that they are complete, or publishes none. `document` returns the document as it is by then.
 */
export async function awaitProvedDiagnostics(
  document: () => OpenDocument,
  backend: Backend,
  { token, diagnostics, documents }: ProvedDiagnosticsContext,
): Promise<readonly Diagnostic[] | undefined> {
  const { key, uri } = document();
  if (!canProve(backend, uri)) return undefined;
  for (let waits = 0; !token.isCancellationRequested; ) {
    const { text } = document();
    const proof = await requestProof(uri, backend, documents).catch(() => undefined);
    if (!proof) return undefined;
    if (document().text !== text) continue;
    const items = diagnostics.of(key);
    if (items !== undefined && proof.isComplete(items)) return items;
    if (waits === MAX_WAITS) {
      if (items === undefined || !diagnostics.current(document())) return undefined;
      proof.noteAll(items);
      return items;
    }
    if (!(await hasNext(key, diagnostics, token))) waits++;
  }
  return undefined;
}

/** Resolves with true when the document has a publication, with false after a while. */
async function hasNext(key: string, diagnostics: PublishedDiagnostics, token: CancellationToken): Promise<boolean> {
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
