/**
 * The diagnostics that a backend answers with when it is asked for those of one text: nothing is
 * waited for that it may still publish.
 */

import type { Diagnostic, DiagnosticSeverity, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Backend } from "../backend/backend.js";
import { requestCompanionDiagnostics } from "../backend/companionDocuments.js";
import { sendRepeatable } from "../backend/sendRepeatable.js";
import { requestFromTsserver, type TsserverDiagnostic } from "./completenessProof.js";
import type { DiagnosticsContext } from "./diagnosticsContext.js";
import { withoutAllowed } from "./kernelDiagnostics.js";
import { canProve } from "./strategy.js";

/**
 * Returns the errors and warnings of a document's present text; undefined where the backend has no
 * answer, or the request is cancelled.
 */
export async function requestDiagnostics(
  document: OpenDocument,
  backend: Backend,
  context: Pick<DiagnosticsContext, "token" | "documents">,
): Promise<readonly Diagnostic[] | undefined> {
  const cancelled = new Promise<undefined>((resolve) =>
    context.token.onCancellationRequested(() => resolve(undefined)),
  );
  const requested = canProve(backend, document.uri)
    ? diagnosticsOfTsserver(document, backend, context)
    : reportedDiagnostics(document, backend, context);
  const kept = requested.then((items) => items && withoutAllowed(items, document));
  return Promise.race([kept.catch(() => undefined), cancelled]);
}

/**
 * Sends `textDocument/diagnostic`. What the backend has published for the same text is not added:
 * it may follow from what others were before.
 */
async function reportedDiagnostics(
  { uri }: OpenDocument,
  backend: Backend,
  context: Pick<DiagnosticsContext, "token" | "documents">,
): Promise<readonly Diagnostic[] | undefined> {
  const answer = await sendRepeatable("textDocument/diagnostic", { textDocument: { uri } }, backend, context);
  const report = answer as DocumentDiagnosticReport | null;
  // gopls leaves the kind empty, unless it has announced that it answers.
  return report?.kind !== "unchanged" && Array.isArray(report?.items) ? report.items : undefined;
}

/** The requests of tsserver whose answers together are its errors and warnings of a file. */
const PROBLEM_REQUESTS = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"];

async function diagnosticsOfTsserver(
  document: OpenDocument,
  backend: Backend,
  context: Pick<DiagnosticsContext, "token" | "documents">,
): Promise<readonly Diagnostic[]> {
  const [answers, ofCompanions] = await Promise.all([
    requestFromTsserver(PROBLEM_REQUESTS, document.uri, backend, context),
    requestCompanionDiagnostics(document, backend, context.documents),
  ]);
  return [...answers.flat().map(toDiagnostic), ...ofCompanions];
}

function toDiagnostic({ start, end, text, code, category }: TsserverDiagnostic): Diagnostic {
  return {
    range: {
      start: { line: start.line - 1, character: start.offset - 1 },
      end: { line: end.line - 1, character: end.offset - 1 },
    },
    severity: severities[category ?? "error"] ?? HINT,
    message: text,
    code,
    source: "tsserver",
  };
}

const severities: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2 };
const HINT = 4;
