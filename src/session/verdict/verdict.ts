/**
 * The verdict on a WorkspaceEdit: the errors and warnings that it adds and removes, in the files
 * that it touches and in those that refer to what it changes, and which of them were looked at.
 */

import type { Diagnostic, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded, type NamedDocument } from "../../ask/backend/backend.js";
import { Cancellation, withinDeadline } from "../../ask/cancellationToken.js";
import { Deadline, MAX_ANSWER_MS } from "../../ask/deadline.js";
import { REVISION_TIMEOUT_MS } from "../../ask/diagnostics/awaitDiagnostics.js";
import { MAX_OPENED_LENGTH } from "../../ask/documents/filesOpenedForCheck.js";
import { isError, messageOf } from "../../ask/verdict/compareDiagnostics.js";
import {
  type DocumentVerdict,
  type JudgeContext,
  type JudgedChange,
  type Judgement,
  judgeChange,
  openToCheck,
  takeTextsFromDisk,
} from "../../ask/verdict/judgeChange.js";
import { errorClause } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import type { Document } from "../../text/document.js";
import { getOrInsert } from "../../text/list.js";
import { offsetToPosition, type PositionEncoding, rangeToOffsets } from "../../text/position.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { KEEP_MS } from "../completeness/kept/revisionCache.js";
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
  /** Whether an error is all that has to be known: then no further document is opened. */
  readonly stopsAtError?: boolean;
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
  const deadline = Deadline.ofWork(VERDICT_TIMEOUT_MS, MAX_ANSWER_MS, context.limit);
  return (await judgeWithin(deadline, edit, options, context)).verdict;
}

/**
 * Does the same until a deadline, and returns what was compared. What is not known by then goes on,
 * and the same edit of the same texts gets it.
 */
export async function judgeWithin(
  deadline: Deadline,
  edit: WorkspaceEdit,
  options: VerdictOptions,
  context: RequestContext,
): Promise<JudgedEdit> {
  const startedAt = performance.now();
  const secondsSince = () => Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    await takeTextsFromDisk(context);
  } catch (error) {
    return unjudged({ touched: 1, why: errorClause(error), seconds: secondsSince() });
  }
  const key = JSON.stringify([edit, options]);
  const revision = await revisionOfEdit(edit, context);
  const unfinished = takeUnfinished(key, revision, context) ?? startJudging(edit, options, context);
  // Nobody waits for an answer to a request that is cancelled.
  const cancelled = context.token.onCancellationRequested(() => unfinished.abandon());
  if (context.token.isCancellationRequested) unfinished.abandon();
  const judged = await deadline.before(unfinished.judged);
  cancelled.dispose();
  if (judged !== undefined) return judged;
  if (revision !== null) keepUnfinished(key, { ...unfinished, revision }, context);
  return unjudged({ touched: 1, why: OVERTIME, seconds: secondsSince() });
}

/** Why nothing is known of a verdict that goes on. */
const OVERTIME = "the time for it was over; the same again goes on from there";

/** A verdict that is being found out, whether its caller waits or not. */
interface UnfinishedVerdict {
  readonly judged: Promise<JudgedEdit>;
  /** Ends it, and closes what is open for it. */
  abandon(): void;
}

interface KeptVerdict extends UnfinishedVerdict {
  /** That of all texts. */
  readonly revision: string;
  /** As of `performance.now()`. */
  readonly keptAt: number;
}

/** By session, the verdicts that were not known in time, by the edits that they are on. */
const unfinishedVerdicts = new WeakMap<object, Map<string, KeptVerdict>>();

function startJudging(edit: WorkspaceEdit, options: VerdictOptions, context: RequestContext): UnfinishedVerdict {
  const cancellation = new Cancellation();
  let isAbandoned = false;
  const judged = withinDeadline(cancellation, Deadline.ofWork(VERDICT_TIMEOUT_MS, MAX_ANSWER_MS), (token) =>
    judgeEdit(edit, options, { ...context, token, isAbandoned: () => isAbandoned }),
  );
  return {
    judged,
    abandon() {
      isAbandoned = true;
      cancellation.cancel();
    },
  };
}

function keepUnfinished(
  key: string,
  unfinished: UnfinishedVerdict & { readonly revision: string },
  { unopenedFiles }: RequestContext,
): void {
  const kept = getOrInsert(unfinishedVerdicts, unopenedFiles, () => new Map<string, KeptVerdict>());
  const keptAt = performance.now();
  for (const [each, { keptAt: before }] of kept) if (keptAt - before > KEEP_MS) kept.delete(each);
  kept.set(key, { ...unfinished, keptAt });
}

/** Takes a verdict that goes on, if no text has changed since it was begun. */
function takeUnfinished(
  key: string,
  revision: string | null,
  { unopenedFiles, diskChanges }: RequestContext,
): UnfinishedVerdict | undefined {
  const kept = unfinishedVerdicts.get(unopenedFiles);
  const unfinished = kept?.get(key);
  kept?.delete(key);
  if (unfinished === undefined || unfinished.revision !== revision) return undefined;
  if (performance.now() - unfinished.keptAt > KEEP_MS || diskChanges.notifiedAt > unfinished.keptAt) return undefined;
  return unfinished;
}

/** Returns the revision of all texts around an edit; null where it is not known. */
async function revisionOfEdit({ changes, documentChanges }: WorkspaceEdit, context: RequestContext) {
  const [first] = documentChanges ?? [];
  const uri = first && "textDocument" in first ? first.textDocument.uri : Object.keys(changes ?? {})[0];
  const path = uri === undefined ? undefined : pathOfUri(uri);
  return path === undefined ? null : revisionOfTexts(nameOfPath(path, context), REVISION_TIMEOUT_MS, context);
}

interface Unjudged {
  /** How many files the edit touches. */
  readonly touched: number;
  readonly why: string;
  readonly seconds: number;
}

function unjudged({ touched, why, seconds }: Unjudged): JudgedEdit {
  const verdict = { added: [], removed: [], unchanged: 0, checked: "none", unchecked: touched, why, seconds } as const;
  return { verdict, documents: [] };
}

async function judgeEdit(
  edit: WorkspaceEdit,
  options: VerdictOptions,
  context: RequestContext & Pick<JudgeContext, "isAbandoned">,
): Promise<JudgedEdit> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const nothing = (touched: number, why: string) => unjudged({ touched, why, seconds: seconds() });
  let touched = 0;
  try {
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
    const judgement = await judgeInParts(
      { backend, changed: looked, dependents: opened, renamed: options.renamed },
      options.stopsAtError === true,
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
    // Of these, only the code of another language or an example was not checked.
    const isCounted = (each: EditedFile) => changed.includes(each) && !judged.has(keyOfUri(newUriOf(each, context)));
    const uncheckedInside = inner.files.filter((each) => !inner.checked.includes(each) && !isCounted(each)).length;
    const isWhole = unchecked <= 0 && touchedJudged >= remaining.length && (found.why ?? gap) === undefined;
    const whole = found.isOfFileAlone ? "touched" : "all";
    const verdict: ChangeVerdict = {
      added: judgement.documents.flatMap((each) => findingsOf(each, "added", backend, context)),
      removed: judgement.documents.flatMap((each) => findingsOf(each, "removed", backend, context)),
      unchanged: judgement.documents.reduce((sum, each) => sum + each.unchanged, 0),
      checked: judged.size === 0 ? "none" : isWhole ? whole : "some",
      unchecked: unchecked + uncheckedInside,
      ...(why !== undefined && { why }),
      seconds: seconds(),
    };
    return withInner({ verdict, documents: judgement.documents }, inner, context);
  } catch (error) {
    if (!context.token.isCancellationRequested) return nothing(touched, errorClause(error));
    return nothing(touched, OVERTIME);
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

/** Why no further dependents were opened. */
const STOPPED_AT_ERROR = "an error was found before that";

/** Whether a verdict has not looked at all, since an error was all that had to be known. */
export function isStoppedAtError({ why }: ChangeVerdict): boolean {
  return why === STOPPED_AT_ERROR;
}

/** How many dependents for each changed document make it worth while to judge these alone first. */
const DEPENDENTS_PER_CHANGE = 8;

/**
 * Judges the changed documents, and then the dependents in parts, the nearest first: after an
 * error, no further ones are opened. The changed ones are sent again with each part.
 */
async function judgeInParts(change: JudgedChange, stopsAtError: boolean, context: JudgeContext): Promise<Judgement> {
  const { changed, dependents } = change;
  const least = DEPENDENTS_PER_CHANGE * changed.length;
  if (!stopsAtError || dependents.length < least) return judgeChange(change, context);
  const first = await judgeChange({ ...change, dependents: [] }, context);
  let documents = first.documents;
  let { why } = first;
  for (let at = 0; at < dependents.length && why === undefined; at += 2 * least) {
    if (documents.some(({ added }) => added.some(isError))) return { documents, why: STOPPED_AT_ERROR };
    const part = dependents.slice(at, at + 2 * least);
    const judged = await judgeChange({ ...change, dependents: part, isOfDependents: true }, context);
    documents = [...documents, ...judged.documents];
    why = judged.why;
  }
  return { documents, ...(why !== undefined && { why }) };
}

/**
 * Opens the files that an edit touches at the server that would judge it, so that it checks them
 * while the edit is completed.
 */
export async function openTouched(uris: readonly string[], backend: Backend, context: RequestContext): Promise<void> {
  if (refusalOf(backend, []) !== undefined || [...context.documents.all()].length > 0) return;
  const { unopenedFiles, token } = context;
  const paths = uris.slice(0, MAX_DOCUMENTS).flatMap((uri) => pathOfUri(uri) ?? []);
  const documents = await readDocuments(paths, backend, context);
  if (token.isCancellationRequested) return;
  const user = {};
  openToCheck(documents, backend, { unopenedFiles, user });
  token.onCancellationRequested(() => unopenedFiles.endUse(user, () => false));
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
