/**
 * Diagnostics that a backend has pushed and that may be out of date, because another file has
 * changed since. Some backends check a file again only when its own text changes.
 */

import type { Diagnostic } from "vscode-languageserver-protocol";
import type { Backend } from "../backend/backend.js";
import type { OpenDocument } from "../documents/openDocument.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";
import { awaitProvedDiagnostics, type ProvedDiagnosticsContext } from "./provedDiagnostics.js";
import { awaitDiagnostics, type DiagnosticsContext } from "./pushDiagnostics.js";

interface RenewContext extends DiagnosticsContext, ProvedDiagnosticsContext {
  readonly unopenedFiles: Pick<UnopenedFiles, "sendAgain">;
  /** Returns the revision of all texts around a document; null where it is not known in time. */
  revisionOf(document: OpenDocument, timeoutMs: number): Promise<string | null>;
}

/** How long to wait for the index to say whether any text has changed. */
const REVISION_TIMEOUT_MS = 1_000;
/** How long to wait for the diagnostics of a text that was sent again. */
const RENEWED_TIMEOUT_MS = 5_000;
/** The same, of a backend that has once published none, as they had not changed. */
const UNCHANGED_TIMEOUT_MS = 2_000;

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
  const renewed =
    (await awaitProvedDiagnostics(document, backend, context)) ??
    (await awaitDiagnostics(document, timeoutMs, context));
  if (renewed || context.token.isCancellationRequested) return renewed;
  omitUnchanged.add(backend);
  diagnostics.confirm(sent);
  return diagnostics.of(sent.key);
}
