/** Syntax errors: pulled by clients that can, else pushed when the typing pauses. */

import { createHash } from "node:crypto";
import {
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type PublishDiagnosticsParams,
} from "vscode-languageserver/node";
import { LocateError, type Logger } from "../../error.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { SyntaxErrorRange } from "../../syntax/trees/syntaxErrors.js";
import { type EmbeddedContext, rangeIn, sourceOf, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";

/** textDocument/diagnostic. What is wrong depends on the text alone, so that its hash is the result's id. */
export async function pullDiagnostics(
  params: DocumentDiagnosticParams,
  context: EmbeddedContext,
): Promise<DocumentDiagnosticReport> {
  const source = await sourceOf(params, context);
  if (source === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const resultId = createHash("sha1").update(source.languageId).update(source.document.text).digest("base64");
  if (params.previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items: await diagnosticsOf(source, context.syntax) };
}

export interface PushDiagnosticsOptions {
  readonly context: Pick<EmbeddedContext, "client" | "documents" | "syntax">;
  readonly publish: (params: PublishDiagnosticsParams) => void;
  /** After this long without a further change. */
  readonly delayMs: number;
  readonly log: Logger;
}

/** Publishes the syntax errors of every document that is open, from now on; none when it is closed. */
export function pushDiagnostics({ context, publish, delayMs, log }: PushDiagnosticsOptions): void {
  const timers = new Map<string, NodeJS.Timeout>();
  const { documents } = context;
  const push = async (source: SourceText): Promise<void> => {
    timers.delete(source.uri);
    const diagnostics = context.syntax.hasGrammar(source.languageId) ? await diagnosticsOf(source, context.syntax) : [];
    // What came meanwhile is published by itself.
    if (documents.get(source.uri) !== source) return;
    const version = context.client.diagnosticVersions ? { version: source.version ?? 0 } : {};
    publish({ uri: source.uri, ...version, diagnostics });
  };
  const pushOrLog = (source: SourceText) =>
    void push(source).catch((error) => {
      // A text that can't be parsed is told by whoever asks for it.
      if (!(error instanceof LocateError)) log(`internal error in diagnostics: ${error?.stack ?? error}`);
    });
  documents.onChange((source, change) => {
    clearTimeout(timers.get(source.uri));
    timers.delete(source.uri);
    if (change === "closed") publish({ uri: source.uri, diagnostics: [] });
    else if (change === "opened") pushOrLog(source);
    else timers.set(source.uri, setTimeout(() => pushOrLog(source), delayMs).unref());
  });
}

async function diagnosticsOf(source: SourceText, syntax: Syntax): Promise<Diagnostic[]> {
  const faults = await syntax.syntaxErrors(textOf(source));
  return faults.map((fault) => ({
    range: rangeIn(source, firstLineOf(fault, source)),
    severity: DiagnosticSeverity.Error,
    source: "lsp-locate",
    message: faultMessage(fault, source),
  }));
}

/** Where the parser has lost its way, an error may reach over the rest of the file: its first line is enough to find it. */
function firstLineOf({ from, to }: SyntaxErrorRange, { document }: SourceText) {
  return { from, to: Math.max(from, Math.min(to, document.lineTo(document.lineAt(from)))) };
}

const MAX_QUOTED_LENGTH = 30;

function faultMessage(fault: SyntaxErrorRange, source: SourceText): string {
  if (fault.missing !== undefined) return `Syntax error: ${describeNodeType(fault.missing)} is missing here.`;
  const { from, to } = firstLineOf(fault, source);
  const text = source.document.slice(from, to).trim();
  if (text === "") return "Syntax error.";
  const quoted = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH - 1)}…` : text;
  return `Syntax error: \`${quoted}\` is unexpected here.`;
}

/** Node types that are words are the grammar's own: `identifier`, `field_expression`. The rest is what has to be written. */
function describeNodeType(type: string): string {
  return /^[a-z_]+_[a-z_]+$|^identifier$/.test(type.replace(/^_+/, ""))
    ? type.replace(/_+/g, " ").trim()
    : `\`${type}\``;
}
