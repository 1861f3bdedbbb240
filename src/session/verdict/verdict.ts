/**
 * The verdict on a WorkspaceEdit: the errors and warnings that it adds and removes, in the files
 * that it touches and in those that refer to what it changes, and which of them were looked at.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded, type NamedDocument } from "../../ask/backend/backend.js";
import { withinDeadline } from "../../ask/cancellationToken.js";
import { Deadline, MAX_ANSWER_MS } from "../../ask/deadline.js";
import { MAX_OPENED_LENGTH } from "../../ask/documents/filesOpenedForCheck.js";
import { messageOf } from "../../ask/verdict/compareDiagnostics.js";
import { type DocumentVerdict, judgeChange, openToCheck, takeTextsFromDisk } from "../../ask/verdict/judgeChange.js";
import { errorClause } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { languageOfFile } from "../../files/fileLanguage.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition, type PositionEncoding, rangeToOffsets } from "../../text/position.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission, displayPath } from "../documents/filePaths.js";
import { revisionOfTexts } from "../documents/sessionIndex.js";
import { toOneBased } from "../place/placeResult.js";
import { type EditedFile, editedFiles, isMoved } from "./editedFiles.js";
import { type ChangedReferences, findDependents } from "./findDependents.js";
import { type InnerJudgement, judgeInnerCode } from "./innerVerdict.js";
import { gapIn, MAX_DOCUMENTS, refusalOf } from "./serverLimits.js";

/**
 * How long a verdict may take. What is not known by then is said not to be checked; the reports
 * that have come by then are kept for the next one.
 */
const VERDICT_TIMEOUT_MS = 40_000;

/** A diagnostic. `line` and `character` are 1-based, UTF-16. */
export interface Problem {
  readonly line: number;
  readonly character: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly code?: string | number;
  readonly source?: string;
  /** The line, without the white space around it. */
  readonly text: string;
}

/** An error or a warning. */
export interface Finding extends Problem {
  readonly file_path: string;
}

export interface ChangeVerdict {
  /** Places of the text after the change. */
  readonly added: readonly Finding[];
  /** Places of the text before it. */
  readonly removed: readonly Finding[];
  /** How many errors and warnings were there before and remain. */
  readonly unchanged: number;
  /**
   * - `all`: the touched files, and all that may break by what changes in them.
   * - `touched`: the touched files, and others see nothing of what changes.
   * - `some`: not all of these.
   * - `none`: no file.
   */
  readonly checked: "all" | "touched" | "some" | "none";
  /** The number of files that were not looked at. */
  readonly unchecked: number;
  /** Why files were not looked at. */
  readonly why?: string;
  readonly seconds: number;
}

/** Returns whether nothing was added to any file that the change may break. */
export function isClean({ added, checked }: ChangeVerdict): boolean {
  return added.length === 0 && (checked === "all" || checked === "touched");
}

export interface VerdictOptions extends ChangedReferences {
  /** That of the positions in the edit. */
  readonly encoding: PositionEncoding;
}

/** A verdict, and the documents that it is about as they were compared. */
export interface JudgedEdit {
  readonly verdict: ChangeVerdict;
  readonly documents: readonly DocumentVerdict[];
}

/** Returns the verdict on an edit. What keeps it from being found out is said in it. */
export async function verdictOn(
  edit: WorkspaceEdit,
  options: VerdictOptions,
  context: RequestContext,
): Promise<ChangeVerdict> {
  const deadline = Deadline.ofWork(VERDICT_TIMEOUT_MS, MAX_ANSWER_MS);
  const judge = (token: CancellationToken) => judgeEdit(edit, options, { ...context, token });
  return (await withinDeadline(context.token, deadline, judge)).verdict;
}

/** Does the same as `verdictOn`, and returns what was compared. */
export async function judgeEdit(
  edit: WorkspaceEdit,
  options: VerdictOptions,
  context: RequestContext,
): Promise<JudgedEdit> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const nothing = (touched: number, why: string): JudgedEdit => ({
    verdict: {
      ...{ added: [], removed: [], unchanged: 0, checked: "none", unchecked: touched, why },
      seconds: seconds(),
    },
    documents: [],
  });
  let touched = 0;
  try {
    await takeTextsFromDisk(context);
    const all = await editedFiles(edit, options.encoding, context);
    touched = all.length;
    if (touched === 0) return nothing(0, "it changes nothing");
    if ([...context.documents.all()].length > 0)
      return nothing(touched, "the client has documents open, whose texts only it may change");
    const inner = await judgeInnerCode(all, context);
    // A document that no server knows has nothing to check: a text that names what changes.
    const isServed = (each: EditedFile) => isOfServer(context.backends.find(namedDocument(each, context)));
    const changed = all.filter(isServed);
    if (changed.length === 0 && inner.files.length > 0)
      return withInner(ofInnerAlone(inner, seconds()), inner, context);
    touched = changed.length > 0 ? changed.length : all.length;
    const backend = await ensureBackend(namedDocument(changed[0] ?? (all[0] as EditedFile), context), context.backends);
    const own = changed.filter((each) => isServedBy(backend, each, context));
    const refusal = refusalOf(backend, own);
    if (refusal !== undefined) return nothing(touched, refusal);
    const found = await findDependents(own, backend, options, context, MAX_DOCUMENTS);
    const dependents = found.paths;
    const looked = own.slice(0, MAX_DOCUMENTS).map(({ document, after }) => ({
      document,
      text: after?.text,
      newPath: document && after && !isMoved({ document, after }) ? undefined : after?.path,
    }));
    const read = await readDocuments(dependents.slice(0, MAX_DOCUMENTS - looked.length), backend, context);
    const opened = read.filter(({ text }) => text.length <= MAX_OPENED_LENGTH);
    const judgement = await judgeChange(
      { backend, changed: looked, dependents: opened, renamed: options.renamed },
      { ...context, revisionOf: (document, timeoutMs) => revisionOfTexts(document, timeoutMs, context) },
    );
    const judged = new Set(judgement.documents.map(({ newUri }) => keyOfUri(newUri)));
    const remaining = changed.filter(({ after }) => after !== undefined);
    const touchedJudged = remaining.filter((each) => judged.has(keyOfUri(newUriOf(each, context)))).length;
    const unchecked = remaining.length + dependents.length - judged.size;
    const maximum =
      opened.length < read.length
        ? "no files of more than 1 MB are"
        : `at most ${MAX_DOCUMENTS} files of one server are`;
    const limit = unchecked > 0 ? `${maximum} checked` : undefined;
    const gap = found.isOfFileAlone ? undefined : gapIn(own, backend);
    const why = judgement.why ?? limit ?? found.why ?? gap;
    const isWhole = unchecked <= 0 && touchedJudged >= remaining.length && (found.why ?? gap) === undefined;
    const whole = found.isOfFileAlone ? "touched" : "all";
    const verdict: ChangeVerdict = {
      added: judgement.documents.flatMap((each) => findingsOf(each, "added", backend, context)),
      removed: judgement.documents.flatMap((each) => findingsOf(each, "removed", backend, context)),
      unchanged: judgement.documents.reduce((sum, each) => sum + each.unchanged, 0),
      checked: judged.size === 0 ? "none" : isWhole ? whole : "some",
      unchecked,
      ...(why !== undefined && { why }),
      seconds: seconds(),
    };
    return withInner({ verdict, documents: judgement.documents }, inner, context);
  } catch (error) {
    if (!context.token.isCancellationRequested) return nothing(touched, errorClause(error));
    return nothing(touched, "the time for it was over; the same again goes on from there");
  }
}

/** Returns the verdict on files of which servers know their inner code alone. */
function ofInnerAlone({ files, checked, verdicts, why }: InnerJudgement, seconds: number): JudgedEdit {
  const isWhole = checked.length === files.length;
  const verdict: ChangeVerdict = {
    ...{ added: [], removed: [], unchanged: 0 },
    checked: verdicts.length === 0 ? "none" : isWhole ? "touched" : "some",
    unchecked: files.length - checked.length,
    ...(why !== undefined && { why }),
    seconds,
  };
  return { verdict, documents: [] };
}

/** Adds what was found in inner code. */
function withInner(
  { verdict, documents }: JudgedEdit,
  { files, verdicts, why }: InnerJudgement,
  context: RequestContext,
): JudgedEdit {
  if (files.length === 0) return { verdict, documents };
  const findings = (which: "added" | "removed") =>
    verdicts.flatMap(({ backend, documents }) =>
      documents.flatMap((each) => findingsOf(each, which, backend, context)),
    );
  const isPart = why !== undefined && verdict.checked !== "none";
  return {
    documents,
    verdict: {
      ...verdict,
      added: [...verdict.added, ...findings("added")],
      removed: [...verdict.removed, ...findings("removed")],
      unchanged: verdicts.reduce((sum, { documents: [each] }) => sum + (each?.unchanged ?? 0), verdict.unchanged),
      ...(isPart && { checked: "some", why: verdict.why ?? why }),
    },
  };
}

/**
 * Opens the files that an edit touches at the server that would judge it, so that it checks them
 * while the edit is completed.
 */
export async function openTouched(uris: readonly string[], backend: Backend, context: RequestContext): Promise<void> {
  if (refusalOf(backend, []) !== undefined || [...context.documents.all()].length > 0) return;
  const paths = uris.slice(0, MAX_DOCUMENTS).flatMap((uri) => pathOfUri(uri) ?? []);
  openToCheck(await readDocuments(paths, backend, context), backend, context);
}

/** Returns the URI and language by which the server of a file is found: those before a move. */
function namedDocument({ document, after }: EditedFile, context: RequestContext): NamedDocument {
  return document ?? nameOfPath(after?.path ?? "", context);
}

function nameOfPath(path: string, { client, servers }: RequestContext): NamedDocument {
  return { uri: uriOfPath(path, client.roots.folders), languageId: languageOfFile(path, servers) ?? "plaintext" };
}

function newUriOf({ document, after }: EditedFile, context: RequestContext): string {
  return document && !isMoved({ document, after }) ? document.uri : nameOfPath(after?.path ?? "", context).uri;
}

function isOfServer(backend: Backend | undefined): boolean {
  return backend !== undefined && !isEmbedded(backend);
}

/** Whether a server has a file, also where it is after the change. */
function isServedBy(backend: Backend, file: EditedFile, context: RequestContext): boolean {
  const { after } = file;
  const isSame = (named: NamedDocument) => context.backends.find(named) === backend;
  return isSame(namedDocument(file, context)) && (after === undefined || isSame(nameOfPath(after.path, context)));
}

/** Reads files; one that is gone, or another server's, is left out. */
async function readDocuments(
  paths: readonly string[],
  backend: Backend,
  context: RequestContext,
): Promise<readonly OpenDocument[]> {
  const permission = answerPermission(context.client.roots);
  const read = paths.map((path) => context.unopenedFiles.read(path, permission).catch(() => undefined));
  const documents = await Promise.all(read);
  return documents.flatMap((each) => (each && context.backends.find(each) === backend ? [each] : []));
}

function findingsOf(
  { document, before, after, newUri, ...change }: DocumentVerdict,
  which: "added" | "removed",
  { encoding }: Backend,
  { client }: RequestContext,
): readonly Finding[] {
  const text = which === "added" ? after : before;
  const file_path = displayPath(which === "added" ? newUri : document.uri, client.roots);
  return change[which].map((diagnostic) => ({ file_path, ...toProblem(diagnostic, text, encoding) }));
}

const severities = ["error", "error", "warning", "information", "hint"] as const;

/** Returns a diagnostic as people and models read it. */
export function toProblem(diagnostic: Diagnostic, text: Document, encoding: PositionEncoding): Problem {
  const { range, severity = 1, code, source } = diagnostic;
  const { from } = rangeToOffsets(text, range, encoding);
  const line = text.lineAt(from);
  return {
    ...toOneBased(offsetToPosition(text, from, "utf-16")),
    severity: severities[severity] ?? "error",
    message: messageOf(diagnostic),
    ...(code !== undefined && { code }),
    ...(source !== undefined && { source }),
    text: text.slice(text.lineFrom(line), text.lineTo(line)).trim(),
  };
}
