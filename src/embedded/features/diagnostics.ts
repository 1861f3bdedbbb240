/** Syntax errors: pulled by clients that support it, otherwise pushed when a text rests. */

import { createHash } from "node:crypto";
import type {
  Diagnostic,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  PublishDiagnosticsParams,
} from "vscode-languageserver-protocol";
import { LocateError, type Logger } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import type { Syntax } from "../../syntax/syntax.js";
import { addedErrors } from "../../syntax/trees/addedErrors.js";
import type { SyntaxErrorRange } from "../../syntax/trees/parsedText.js";
import { Document } from "../../text/document.js";
import { describeLines, linesOf } from "../../text/lineRange.js";
import { pathOfUri } from "../../uri.js";
import { readCommittedText } from "../../workspace/disk/gitChanges.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedContext, rangeIn, sourceOf, textOf } from "../session/embeddedContext.js";

/** LSP's DiagnosticSeverity. */
const ERROR = 1;
const WARNING = 2;

/**
 * textDocument/diagnostic. The result depends on the text alone, so its id is a hash of the text.
 */
export async function pullDiagnostics(
  params: DocumentDiagnosticParams,
  context: EmbeddedContext,
): Promise<DocumentDiagnosticReport> {
  const source = await sourceOf(params, context);
  if (source === undefined) return { kind: "full", items: [] };
  const resultId = createHash("sha1").update(source.languageId).update(source.document.text).digest("base64");
  if (params.previousResultId === resultId) return { kind: "unchanged", resultId };
  return { kind: "full", resultId, items: await diagnosticsOf(source, context.syntax) };
}

export interface PushDiagnosticsOptions {
  readonly context: Pick<EmbeddedContext, "client" | "documents" | "syntax">;
  readonly publish: (params: PublishDiagnosticsParams) => void;
  /** How long a text must be unchanged. */
  readonly delayMs: number;
  readonly log: Logger;
}

/** Publishes the syntax errors of each open document, and an empty list when it is closed. */
export function pushDiagnostics({ context, publish, delayMs, log }: PushDiagnosticsOptions): void {
  const timers = new Map<string, NodeJS.Timeout>();
  const { documents } = context;
  const push = async (source: SourceText): Promise<void> => {
    timers.delete(source.uri);
    const diagnostics = context.syntax.hasGrammar(source.languageId) ? await diagnosticsOf(source, context.syntax) : [];
    // A newer text has its own publication.
    if (documents.get(source.uri) !== source) return;
    const version = context.client.diagnosticVersions ? { version: source.version ?? 0 } : {};
    publish({ uri: source.uri, ...version, diagnostics });
  };
  const pushOrLog = (source: SourceText) =>
    void push(source).catch((error) => {
      // A text that can't be parsed is reported by the requests about it.
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

/** The code of a diagnostic about lines that the grammar may be at fault for. */
const UNREADABLE = "unreadable";

async function diagnosticsOf(source: SourceText, syntax: Syntax): Promise<Diagnostic[]> {
  const errors = await syntax.syntaxErrors(textOf(source));
  const own = new Set(await errorsOfText(errors, source, syntax));
  const others = linesOf(
    errors.filter((error) => !own.has(error)),
    source.document,
  );
  return [
    ...[...own].map(
      (error): Diagnostic => ({
        range: rangeIn(source, firstLineOf(error, source)),
        severity: ERROR,
        source: "lsp-locate",
        message: messageOf(error, source),
      }),
    ),
    ...others.map((lines): Diagnostic => {
      const from = source.document.lineFrom(lines.from);
      const first = errors.find((error) => source.document.lineAt(error.from) >= lines.from);
      return {
        range: rangeIn(source, { from, to: source.document.lineTo(lines.from) }),
        severity: WARNING,
        code: UNREADABLE,
        source: "lsp-locate",
        message: `${capitalise(describeLines(lines))} could not be read (the grammar may be at fault). ${messageOf(first ?? { from, to: from }, source)}`,
      };
    }),
  ];
}

/**
 * Returns the errors that are the text's, and not the grammar's: all where the grammar reads all
 * valid code, otherwise those that the file has not in git's last commit.
 */
async function errorsOfText(
  errors: readonly SyntaxErrorRange[],
  { uri, languageId, document }: SourceText,
  syntax: Syntax,
): Promise<readonly SyntaxErrorRange[]> {
  const { grammar } = factsOf(languageId);
  if (errors.length === 0 || grammar === undefined || grammar.isComplete) return errors;
  const path = pathOfUri(uri);
  const committed = path === undefined ? undefined : await readCommittedText(path, AbortSignal.timeout(GIT_MS));
  if (committed === undefined) return [];
  const before = Document.of(committed);
  const known = await syntax.syntaxErrors({ uri: `${uri}?committed`, languageId, text: committed });
  return addedErrors({ text: document, errors }, { text: before, errors: known });
}

/** How long git may take for the text of a file. */
const GIT_MS = 5_000;

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Cuts an error to its first line: an error can extend over the rest of the file. */
function firstLineOf({ from, to }: SyntaxErrorRange, { document }: SourceText) {
  return { from, to: Math.max(from, Math.min(to, document.lineTo(document.lineAt(from)))) };
}

const MAX_QUOTED_LENGTH = 30;

function messageOf(error: SyntaxErrorRange, source: SourceText): string {
  if (error.missing !== undefined) return `Syntax error: ${describeNodeType(error.missing)} is missing here.`;
  const { from, to } = firstLineOf(error, source);
  const text = source.document.slice(from, to).trim();
  if (text === "") return "Syntax error.";
  const quoted = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH - 1)}…` : text;
  return `Syntax error: \`${quoted}\` is unexpected here.`;
}

/** Node types such as `field_expression` are the grammar's words; others are text to be written. */
function describeNodeType(type: string): string {
  const plain = type.replace(/^_+/, "");
  const isWord = plain === "identifier" || (/^[a-z_]+$/.test(plain) && plain.slice(1, -1).includes("_"));
  return isWord ? type.replace(/_+/g, " ").trim() : `\`${type}\``;
}
