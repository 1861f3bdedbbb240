/**
 * Diagnostics of a backend that pushes some and answers requests with others: a compiler's, of the
 * saved files, beside its own. The result has both.
 */

import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { isNotebookPath } from "../../files/documents/notebook/notebook.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { RawJson } from "../../wire/rawJson.js";
import { type Backend, notificationFrame } from "../backend/backend.js";
import { isReady, waitUntilReady } from "../backend/backendReadiness.js";
import { type CheckProgress, checkProgressOf } from "../backend/checkProgress.js";
import type { DiagnosticsContext } from "./diagnosticsContext.js";
import { withoutAllowed } from "./kernelDiagnostics.js";
import { QUIET_MS } from "./strategy.js";

/** How long a check may take to begin: after the server has loaded, and after a `didSave`. */
const CHECK_GRACE_MS = 3000;
/** How long a request waits for a running check. */
const CHECK_TIMEOUT_MS = 60_000;

/**
 * Waits until the check of a backend that runs one has seen the present files. The backend is told
 * of a save where it has not: servers check when a file is saved, not when the disk changes.
 * `onProgress` gets the values of a work-done progress. Errors: `not_ready` if the check takes too
 * long, or loading the project again.
 */
export async function awaitCheck(
  document: () => OpenDocument,
  backend: Backend,
  { token, diagnostics, diskChanges }: Pick<DiagnosticsContext, "token" | "diagnostics" | "diskChanges">,
  onProgress?: (value: object) => void,
): Promise<void> {
  const check = checkProgressOf(backend);
  if (!check) return;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const cancelled = token.onCancellationRequested(stop);
  const isOver = () => token.isCancellationRequested;
  const isCurrent = () => check.begunAt >= Math.max(document().sentAt, diskChanges.notifiedAt);
  try {
    if (check.begunAt === Number.NEGATIVE_INFINITY && !check.isOff) await check.next(CHECK_GRACE_MS, stopped);
    if (!isCurrent() && !isOver() && savesFiles(backend) && document().owner === "proxy") {
      sendSave(document(), backend);
      if (!check.isOff) await awaitBegin(check, check.begunAt, stopped);
    }
    check.isOff = check.begunAt === Number.NEGATIVE_INFINITY;
    const until = performance.now() + CHECK_TIMEOUT_MS;
    for (;;) {
      while (check.isRunning && !isOver()) {
        const leftMs = until - performance.now();
        if (leftMs <= 0) throw checkTimeout(backend);
        await check.next(leftMs, stopped);
      }
      // What it has found may arrive a little later.
      const leftMs = check.endedAt + QUIET_MS - performance.now();
      if (leftMs > 0 && !isOver()) await diagnostics.quiet(document().key, leftMs);
      if (isOver()) return;
      if (!isReady(backend)) {
        // It loads the project again, drops the diagnostics, and then checks again.
        const { begunAt } = check;
        await waitUntilReady(backend, token, onProgress);
        if (!check.isOff) await awaitBegin(check, begunAt, stopped);
      } else if (!check.isRunning) return;
    }
  } finally {
    cancelled.dispose();
    stop();
  }
}

/** Waits until a run has begun after `begunAt`, for the grace time. */
async function awaitBegin(check: CheckProgress, begunAt: number, stopped: Promise<void>): Promise<void> {
  const until = performance.now() + CHECK_GRACE_MS;
  while (check.begunAt === begunAt) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return;
    await check.next(leftMs, stopped);
  }
}

/**
 * Returns the answer to `textDocument/diagnostic` with the diagnostics that the backend has pushed
 * for the same text added, and without what the kernel of a notebook takes: its bytes where that
 * changes nothing.
 */
export function mergePublished(
  answer: RawJson,
  document: OpenDocument,
  { diagnostics }: Pick<DiagnosticsContext, "diagnostics">,
): RawJson {
  const pushed = (diagnostics.current(document) && diagnostics.of(document.key)) ?? [];
  if (pushed.length === 0 && !isNotebookPath(document.uri)) return answer;
  const report = answer.parse() as DocumentDiagnosticReport | null;
  if (report?.kind !== "full" || !Array.isArray(report.items)) return answer;
  const known = new Set(report.items.map(identityOf));
  const added = pushed.filter((diagnostic) => !known.has(identityOf(diagnostic)));
  const all = [...report.items, ...added];
  const kept = withoutAllowed(all, document);
  return added.length === 0 && kept === all ? answer : RawJson.of({ ...report, items: kept });
}

/** Diagnostics with the same place and message are the same one. */
export function identityOf({ range, message }: Diagnostic): string {
  const { start, end } = range;
  return JSON.stringify([start.line, start.character, end.line, end.character, message]);
}

/** Whether the backend wants to know of saved files. */
function savesFiles({ capabilities, registrations }: Pick<Backend, "capabilities" | "registrations">): boolean {
  const { textDocumentSync: sync } = capabilities;
  const save = typeof sync === "object" ? sync?.save : undefined;
  return (
    (save !== undefined && save !== null && save !== false) ||
    [...registrations.values()].includes("textDocument/didSave")
  );
}

function sendSave({ uri, text }: OpenDocument, { link }: Pick<Backend, "link">): void {
  const params = { textDocument: { uri }, text: text.text };
  link.between(() => link.send(notificationFrame("textDocument/didSave", params)));
}

function checkTimeout({ name }: Backend): LocateError {
  const seconds = CHECK_TIMEOUT_MS / 1000;
  return new LocateError(
    "not_ready",
    `${name} is still checking the saved files after ${seconds} s, and its diagnostics are incomplete until then. Send the request again.`,
    { backend: name, waiting_for: "its check of the saved files", seconds_waited: seconds },
  );
}
