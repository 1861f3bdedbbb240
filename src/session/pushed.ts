/** The diagnostics of a document, of a backend that can't be asked for them but tells them by itself: waited for until they are about the text as it is now. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { LocateError } from "../error.js";
import type { Backend } from "./backend.js";
import type { OpenDocument } from "./documents.js";

/** How long a word about the text as it is now is waited for. */
const FIRST_MS = 10_000;
/** Servers tell of syntax first and of meaning later: the last word is the one behind which nothing comes for so long. */
const QUIET_MS = 600;
/** How long one whose word is not new is given for another, where other files have changed. */
const SECOND_MS = 2_000;

/** Backends that have told nothing once: their silence is an answer from then on. */
const silent = new WeakSet<Backend>();

/** What `textDocument/diagnostic` would answer; `document` is the one that it is by then. Errors: `not_ready` where nothing comes, once for each backend. */
export async function pushedReport(
  document: () => OpenDocument,
  backend: Backend,
  token: CancellationToken,
): Promise<{ readonly kind: "full"; readonly items: readonly Diagnostic[] }> {
  const patienceMs = silent.has(backend) ? QUIET_MS : FIRST_MS;
  const items = await lastTold(document, { backend, patienceMs }, token);
  if (items === undefined && !silent.has(backend) && !token.isCancellationRequested) {
    silent.add(backend);
    throw nothingTold(backend, document());
  }
  return { kind: "full", items: items ?? [] };
}

/** What the backend has told last of the text as it is now; undefined where that is nothing, and nothing comes in so many milliseconds. */
export async function lastTold(
  document: () => OpenDocument,
  { backend, patienceMs }: { readonly backend: Backend; readonly patienceMs: number },
  token: CancellationToken,
): Promise<readonly Diagnostic[] | undefined> {
  const { diagnostics, knownFiles } = backend.session;
  const told = () => diagnostics.told(document());
  const isOver = () => token.isCancellationRequested;
  const wait = (milliseconds: number) =>
    Promise.race([diagnostics.next(document().key, milliseconds), cancelled(token)]);
  const patience = new Promise<"late">((resolve) => {
    setTimeout(() => resolve("late"), patienceMs).unref();
  });
  while (!told() && !isOver()) if ((await Promise.race([patience, wait(FIRST_MS)])) === "late") break;
  // It may only just have heard of a change in another file.
  if ((told()?.at ?? Infinity) < knownFiles.toldAt) await wait(SECOND_MS);
  for (let last = told(); last && !isOver(); last = told()) {
    const left = last.at + QUIET_MS - performance.now();
    if (left <= 0) break;
    await wait(left);
  }
  return told() && diagnostics.of(document().key);
}

function nothingTold({ name, session }: Backend, { uri }: OpenDocument): LocateError {
  const seconds = FIRST_MS / 1000;
  const declared = session.client.capabilities.textDocument?.publishDiagnostics !== undefined;
  const why = declared
    ? "It may have nothing to say, or need more time"
    : "This client does not declare textDocument.publishDiagnostics in its capabilities, without which some servers find none";
  return new LocateError(
    "not_ready",
    `${name} can't be asked for diagnostics, only tells them by itself, and has told none of ${uri} within ${seconds} s. ${why}. Asked again, none means none.`,
    { backend: name, waiting_for: "its diagnostics", seconds_waited: seconds },
  );
}

function cancelled(token: CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) resolve();
    else token.onCancellationRequested(() => resolve());
  });
}
