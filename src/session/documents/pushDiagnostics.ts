/** The diagnostics of a document, of a backend that can't be asked for them but tells them by itself: waited for until they are about the text as it is now. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { ClientCapabilities, Diagnostic } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import type { Backend } from "../backend/backend.js";
import type { DiskChangeTracker } from "./diskChanges.js";
import { displayPath, type Roots } from "./filePaths.js";
import type { OpenDocument } from "./openDocument.js";
import type { PublishedDiagnostics } from "./publishedDiagnostics.js";

/** How long a word about the text as it is now is waited for. */
const FIRST_PUSH_TIMEOUT_MS = 10_000;
/** Servers tell of syntax first and of meaning later: the last word is the one behind which nothing comes for so long. */
const QUIET_MS = 600;
/** How long one whose word is not new is given for another, where other files have changed. */
const NEXT_PUSH_TIMEOUT_MS = 2_000;

/** What waiting for diagnostics takes of a RequestContext. */
export interface DiagnosticsContext {
  readonly token: CancellationToken;
  readonly diagnostics: PublishedDiagnostics;
  readonly diskChanges: Pick<DiskChangeTracker, "notifiedAt">;
  readonly client: { readonly capabilities: ClientCapabilities; readonly roots: Roots };
}

/** By backend, the keys of documents of which it has told nothing once: of these its silence is an answer. */
const documentsWithoutPush = new WeakMap<Backend, Set<string>>();

/** What `textDocument/diagnostic` would answer; `document` is the one that it is by then. Errors: `not_ready` where nothing comes, once for each document. */
export async function awaitDiagnosticReport(
  document: () => OpenDocument,
  backend: Backend,
  context: DiagnosticsContext,
): Promise<{ readonly kind: "full"; readonly items: readonly Diagnostic[] }> {
  const withoutPush = documentsWithoutPush.get(backend) ?? new Set();
  documentsWithoutPush.set(backend, withoutPush);
  const { key } = document();
  const timeoutMs = withoutPush.has(key) ? QUIET_MS : FIRST_PUSH_TIMEOUT_MS;
  const items = await awaitDiagnostics(document, timeoutMs, context);
  if (items === undefined && !withoutPush.has(key) && !context.token.isCancellationRequested) {
    withoutPush.add(key);
    throw noDiagnosticsError(backend, document(), context);
  }
  return { kind: "full", items: items ?? [] };
}

/** What the backend has told last of the text as it is now; undefined where that is nothing, and nothing comes in so many milliseconds. */
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
    // It may only just have heard of a change in another file.
    if ((current()?.receivedAt ?? Infinity) < diskChanges.notifiedAt) await waitForNext(NEXT_PUSH_TIMEOUT_MS);
    for (let last = current(); last && !isOver; last = current()) {
      const left = last.receivedAt + QUIET_MS - performance.now();
      if (left <= 0) break;
      await waitForNext(left);
    }
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
  }
  return current() && diagnostics.of(document().key);
}

function noDiagnosticsError(
  { name }: Backend,
  { uri }: OpenDocument,
  { client }: Pick<DiagnosticsContext, "client">,
): LocateError {
  const seconds = FIRST_PUSH_TIMEOUT_MS / 1000;
  const declared = client.capabilities.textDocument?.publishDiagnostics !== undefined;
  const why = declared
    ? "It may have nothing to say, or need more time"
    : "This client does not declare textDocument.publishDiagnostics in its capabilities, without which some servers find none";
  return new LocateError(
    "not_ready",
    `${name} can't be asked for diagnostics, only tells them by itself, and has told none of \`${displayPath(uri, client.roots)}\` within ${seconds} s. ${why}. Asked again, none means none.`,
    { backend: name, waiting_for: "its diagnostics", seconds_waited: seconds },
  );
}
