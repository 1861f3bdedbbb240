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
import { LocateError } from "../../error.js";
import type { SyntaxErrorRange } from "../../syntax/trees/syntaxErrors.js";
import { type Asking, rangeIn, type Serving, sourceOf, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";

/** textDocument/diagnostic. What is wrong depends on the text alone, so that its hash is the result's id. */
export async function pulledDiagnostics(
  params: DocumentDiagnosticParams,
  _asking: Asking,
  serving: Serving,
): Promise<DocumentDiagnosticReport> {
  const source = await sourceOf(params, serving);
  if (source === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const resultId = createHash("sha1").update(source.languageId).update(source.document.text).digest("base64");
  if (params.previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items: await diagnosticsOf(source, serving) };
}

export interface Pushing {
  readonly serving: Serving;
  readonly publish: (params: PublishDiagnosticsParams) => void;
  /** After this long without a further change. */
  readonly pauseMs: number;
  readonly log: (line: string) => void;
}

/** Publishes the syntax errors of every document that is open, from now on; none when it is closed. */
export function pushDiagnostics({ serving, publish, pauseMs, log }: Pushing): void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const { documents } = serving;
  const push = async (source: Source): Promise<void> => {
    waiting.delete(source.uri);
    const diagnostics = serving.syntax.hasGrammar(source.languageId) ? await diagnosticsOf(source, serving) : [];
    // What came meanwhile is published by itself.
    if (documents.get(source.uri) !== source) return;
    const version = serving.client.diagnosticVersions ? { version: source.version ?? 0 } : {};
    publish({ uri: source.uri, ...version, diagnostics });
  };
  const pushed = (source: Source) =>
    void push(source).catch((error) => {
      // A text that can't be parsed is told by whoever asks for it.
      if (!(error instanceof LocateError)) log(`internal error in diagnostics: ${error?.stack ?? error}`);
    });
  documents.onChange((source, happening) => {
    clearTimeout(waiting.get(source.uri));
    waiting.delete(source.uri);
    if (happening === "closed") publish({ uri: source.uri, diagnostics: [] });
    else if (happening === "opened") pushed(source);
    else waiting.set(source.uri, setTimeout(() => pushed(source), pauseMs).unref());
  });
}

async function diagnosticsOf(source: Source, { syntax }: Serving): Promise<Diagnostic[]> {
  const faults = await syntax.syntaxErrors(textOf(source));
  return faults.map((fault) => ({
    range: rangeIn(source, onOneLine(fault, source)),
    severity: DiagnosticSeverity.Error,
    source: "lsp-locate",
    message: messageOf(fault, source),
  }));
}

/** Where the parser has lost its way, an error may reach over the rest of the file: its first line is enough to find it. */
function onOneLine({ from, to }: SyntaxErrorRange, { document }: Source) {
  return { from, to: Math.max(from, Math.min(to, document.lineTo(document.lineAt(from)))) };
}

const mostQuoted = 30;

function messageOf(fault: SyntaxErrorRange, source: Source): string {
  if (fault.missing !== undefined) return `Syntax error: ${nameOfType(fault.missing)} is missing here.`;
  const { from, to } = onOneLine(fault, source);
  const text = source.document.slice(from, to).trim();
  if (text === "") return "Syntax error.";
  const quoted = text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1)}…` : text;
  return `Syntax error: \`${quoted}\` is unexpected here.`;
}

/** Node types that are words are the grammar's own: `identifier`, `field_expression`. The rest is what has to be written. */
function nameOfType(type: string): string {
  return /^[a-z_]+_[a-z_]+$|^identifier$/.test(type.replace(/^_+/, ""))
    ? type.replace(/_+/g, " ").trim()
    : `\`${type}\``;
}
