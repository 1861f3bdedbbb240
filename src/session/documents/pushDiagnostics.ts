/** The diagnostics of a document, of a backend that can't be asked for them but tells them by itself: waited for until they are about the text as it is now. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import type { Backend } from "../backend/backend.js";
import { writtenPath } from "./filePaths.js";
import type { OpenDocument } from "./openDocuments.js";

/** How long a word about the text as it is now is waited for. */
const FIRST_MS = 10_000;
/** Servers tell of syntax first and of meaning later: the last word is the one behind which nothing comes for so long. */
const QUIET_MS = 600;
/** How long one whose word is not new is given for another, where other files have changed. */
const SECOND_MS = 2_000;

/** By backend, the keys of documents of which it has told nothing once: of these its silence is an answer. */
const silent = new WeakMap<Backend, Set<string>>();

/** What `textDocument/diagnostic` would answer; `document` is the one that it is by then. Errors: `not_ready` where nothing comes, once for each document. */
export async function pushedReport(
  document: () => OpenDocument,
  backend: Backend,
  token: CancellationToken,
): Promise<{ readonly kind: "full"; readonly items: readonly Diagnostic[] }> {
  const silentOf = silent.get(backend) ?? new Set();
  silent.set(backend, silentOf);
  const { key } = document();
  const patienceMs = silentOf.has(key) ? QUIET_MS : FIRST_MS;
  const items = await lastTold(document, { backend, patienceMs }, token);
  if (items === undefined && !silentOf.has(key) && !token.isCancellationRequested) {
    silentOf.add(key);
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
  let isOver = token.isCancellationRequested;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isOver = true;
      resolve();
    };
  });
  const cancelled = token.onCancellationRequested(stop);
  const patience = setTimeout(stop, patienceMs);
  const wait = (milliseconds: number) => Promise.race([diagnostics.next(document().key, milliseconds), stopped]);
  try {
    while (!told() && !isOver) await wait(patienceMs);
    clearTimeout(patience);
    // It may only just have heard of a change in another file.
    if ((told()?.at ?? Infinity) < knownFiles.toldAt) await wait(SECOND_MS);
    for (let last = told(); last && !isOver; last = told()) {
      const left = last.at + QUIET_MS - performance.now();
      if (left <= 0) break;
      await wait(left);
    }
  } finally {
    clearTimeout(patience);
    cancelled.dispose();
  }
  return told() && diagnostics.of(document().key);
}

function nothingTold({ name, session: { client } }: Backend, { uri }: OpenDocument): LocateError {
  const seconds = FIRST_MS / 1000;
  const declared = client.capabilities.textDocument?.publishDiagnostics !== undefined;
  const why = declared
    ? "It may have nothing to say, or need more time"
    : "This client does not declare textDocument.publishDiagnostics in its capabilities, without which some servers find none";
  return new LocateError(
    "not_ready",
    `${name} can't be asked for diagnostics, only tells them by itself, and has told none of \`${writtenPath(uri, client.roots)}\` within ${seconds} s. ${why}. Asked again, none means none.`,
    { backend: name, waiting_for: "its diagnostics", seconds_waited: seconds },
  );
}
