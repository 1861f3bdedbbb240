/**
 * The verdict on a change: the errors and warnings that a backend has in the texts as they would
 * be, and not in those of now. It is sent the new texts in place of the present ones, and the
 * present ones again before the verdict is known to anybody; others' requests wait meanwhile.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { errorClause } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { factsOf } from "../../languages/languages.js";
import { Document } from "../../text/document.js";
import type { Backend } from "../backend/backend.js";
import { waitUntilReady, waitUntilSettled } from "../backend/backendReadiness.js";
import { isSupported } from "../backend/supportCheck.js";
import { withinDeadline } from "../cancellationToken.js";
import { Deadline } from "../deadline.js";
import {
  type CheckContext,
  checkDocument,
  noteRepeated,
  noteSentRevision,
  REVISION_TIMEOUT_MS,
  settleDiagnostics,
} from "../diagnostics/awaitDiagnostics.js";
import { requestDiagnostics } from "../diagnostics/requestDiagnostics.js";
import { answersUnannounced, reportTimeoutMs, tellsWhetherAll } from "../diagnostics/strategy.js";
import { type ChangesHost, notifyChangedFiles } from "../documents/diskChanges.js";
import type { UnopenedFiles } from "../documents/unopenedFiles.js";
import { type CompareOptions, compareDiagnostics, type DiagnosticsChange } from "./compareDiagnostics.js";
import { type CheckedDiagnostics, checkOnce } from "./earlierChecks.js";

/**
 * How long the texts of now, and then those as they would be, may take to be checked; longer on a
 * busy machine.
 */
const CHECK_TIMEOUT_MS = 20_000;

/** A file that only we have open, and what becomes of it. */
export interface ChangedDocument {
  /** As it is; undefined for one that is created. */
  readonly document: OpenDocument | undefined;
  /** Its text after the change; undefined for a file that is deleted. */
  readonly text: string | undefined;
  /** Its path after the change, where it is moved or created. */
  readonly newPath?: string | undefined;
}

export interface JudgedChange {
  readonly backend: Backend;
  readonly changed: readonly ChangedDocument[];
  /** Documents that refer to what changes. */
  readonly dependents: readonly OpenDocument[];
  /** Whether the changed documents were judged before, and are only sent for the others. */
  readonly isOfDependents?: boolean;
  readonly renamed?: CompareOptions["renamed"];
}

/** What the change does to one document. */
export interface DocumentVerdict extends DiagnosticsChange {
  /** As it is, or one that is created. */
  readonly document: OpenDocument;
  readonly before: Document;
  readonly after: Document;
  /** Where it is after the change. */
  readonly newUri: string;
}

export interface Judgement {
  /** The documents that were checked before and after. */
  readonly documents: readonly DocumentVerdict[];
  /** Why others were not. */
  readonly why?: string;
}

export interface JudgeContext extends CheckContext {
  readonly token: CancellationToken;
  readonly unopenedFiles: UnopenedFiles;
  /** Whether nobody wants to know it any more: what was opened for it is closed at the end. */
  isAbandoned?(): boolean;
}

/**
 * Makes the texts of now, here and at the backends, those on disk. Call it before the changed files
 * are read.
 */
export function takeTextsFromDisk(context: ChangesHost): Promise<void> {
  return notifyChangedFiles(context);
}

/** Judges a change. What goes wrong is a reason for documents that were not checked. */
export async function judgeChange(change: JudgedChange, context: JudgeContext): Promise<Judgement> {
  const { backend, changed, dependents, renamed, isOfDependents = false } = change;
  const { alone } = backend.link;
  if (alone === undefined) return { documents: [], why: `others may ask ${backend.name} meanwhile` };
  const announced = await isSupported("diagnostic", backend, context.token);
  // What is asked of a file that has moved may come before its package is loaded again.
  const isMove = changed.some(({ text, newPath }) => text === undefined || newPath !== undefined);
  const pulls = (document: OpenDocument) => announced || (!isMove && answersUnannounced(document, backend));
  const looked: readonly ChangedDocument[] = [
    ...changed,
    ...dependents.map((document) => ({ document, text: document.text.text })),
  ];
  // They stay open for the next one.
  const user = {};
  const snapshots = looked.map(({ document }) => document?.takeSnapshot());
  try {
    await waitUntilReady(backend, context.token);
    await waitUntilSettled(backend, context.token);
    const first = looked.find(({ document }) => document)?.document;
    const revision = first ? await context.revisionOf(first, REVISION_TIMEOUT_MS) : null;
    const check = { backend, pulls, revision, user };
    const isAsked = ({ document }: ChangedDocument) => !isOfDependents || dependents.some((each) => each === document);
    const checkBefore = (documents: readonly (OpenDocument | undefined)[], isFresh: boolean) =>
      withinTime(context, (timed) =>
        Promise.all(documents.map((document) => document && checkNow(document, { ...check, isFresh }, timed))),
      );
    const before = await checkBefore(
      looked.map((each) => (isAsked(each) ? each.document : undefined)),
      false,
    );
    // A file that is gone has no text to compare, and is sent for those that refer to it.
    const isComparable = (each: ChangedDocument, at: number) =>
      isAsked(each) && each.text !== undefined && (each.document === undefined || before[at] !== undefined);
    const comparable = new Set(looked.filter(isComparable));
    // What refers to a change is judged with the whole of it, also where a part can't be compared.
    const sent = looked.filter((each, at) => at < changed.length || comparable.has(each));
    const after = comparable.size === 0 ? untried : await alone(() => tryTexts(sent, comparable, check, context));
    // So that the next change of them is judged at once: their texts were sent again at the end.
    const resent = comparable.size === 0 ? [] : sent;
    for (const { document } of resent) if (document) noteSentRevision(document, revision);
    const compare = (each: ChangedDocument, at: number, known: CheckedDiagnostics | undefined) => {
      const tried = after.get(each);
      if (tried === undefined || (each.document && known === undefined)) return undefined;
      const text = snapshots[at]?.text ?? Document.of("");
      const items = known?.items ?? [];
      const compared = compareDiagnostics({ text, items }, tried, { encoding: backend.encoding, renamed });
      const { document: trial } = tried;
      return { document: each.document ?? trial, before: text, after: tried.text, newUri: trial.uri, ...compared };
    };
    const compared = looked.map((each, at) => compare(each, at, before[at]));
    // What is known of an earlier check may follow from a library that has changed since.
    const isDoubtful = looked.map((_each, at) => before[at]?.isOfEarlier === true && isChanged(compared[at]));
    const again = await checkBefore(
      looked.map(({ document }, at) => (isDoubtful[at] ? document : undefined)),
      true,
    );
    const documents = looked.flatMap((each, at): readonly DocumentVerdict[] => {
      const verdict = isDoubtful[at] ? compare(each, at, again[at]) : compared[at];
      return verdict ? [verdict] : [];
    });
    const why = `${backend.name} has not checked them in time`;
    const expected = looked.filter((each) => isAsked(each) && each.text !== undefined).length;
    return { documents, ...(documents.length < expected && { why }) };
  } catch (error) {
    return { documents: [], why: errorClause(error) };
  } finally {
    for (const snapshot of snapshots) snapshot?.release();
    context.unopenedFiles.endUse(user, () => context.isAbandoned?.() !== true);
  }
}

/**
 * Opens documents at a backend, which checks them before the verdict is asked for: for as long as
 * what needs them is used.
 */
export function openToCheck(
  documents: readonly OpenDocument[],
  { link }: Backend,
  { unopenedFiles, user }: Pick<JudgeContext, "unopenedFiles"> & { readonly user: object },
): void {
  for (const document of documents) link.between(() => unopenedFiles.openAtBackend(document, user));
}

interface CheckOptions {
  readonly backend: Backend;
  /** Whether the backend answers requests for the diagnostics of a document. */
  readonly pulls: (document: OpenDocument) => boolean;
  /** That of all texts as they are; null where it is not known. */
  readonly revision: string | null;
  /** What needs the documents open. */
  readonly user: object;
}

/** Returns the diagnostics of a document as it is; undefined where the backend does not report. */
function checkNow(
  document: OpenDocument,
  { backend, pulls, revision, user, isFresh }: CheckOptions & { readonly isFresh: boolean },
  context: JudgeContext,
): Promise<CheckedDiagnostics | undefined> {
  const { unopenedFiles } = context;
  openToCheck([document], backend, { unopenedFiles, user });
  const { notifiedAt } = context.diskChanges;
  // A report without a version could be taken for that on the text which is sent next.
  const isSure = pulls(document) || tellsWhetherAll(backend, document.uri);
  return checkOnce(document, { revision, notifiedAt, isFresh: isFresh || !isSure }, () =>
    reportOn(document, { backend, pulls }, { ...context, unopenedFiles: openedFor(user, unopenedFiles) }),
  );
}

/** Returns the files, where what is opened is for one user. */
function openedFor(user: object, files: UnopenedFiles): CheckContext["unopenedFiles"] {
  return {
    openAtBackend: (document) => files.openAtBackend(document, user),
    closeAtBackend: (document) => files.closeAtBackend(document),
    sendAgain: (document) => files.sendAgain(document),
  };
}

async function reportOn(
  document: OpenDocument,
  { backend, pulls }: Pick<CheckOptions, "backend" | "pulls">,
  context: CheckContext,
): Promise<readonly Diagnostic[] | undefined> {
  if (pulls(document)) return requestDiagnostics(document, backend, context);
  const timeoutMs = reportMs(document, backend);
  const checked = await checkDocument(() => document, { backend, since: performance.now(), timeoutMs }, context);
  return checked.kind === "settled" ? checked.items : undefined;
}

function isChanged(change: DiagnosticsChange | undefined): boolean {
  return change !== undefined && change.added.length + change.removed.length > 0;
}

/** Returns how long the backend may take to report on a text, in ms. */
function reportMs({ uri }: OpenDocument, backend: Backend): number {
  return Deadline.ofWork(reportTimeoutMs(backend, uri)).leftMs;
}

interface TriedText {
  /** It stands for the file as it would be. */
  readonly document: OpenDocument;
  readonly text: Document;
  readonly items: readonly Diagnostic[];
}

const untried: ReadonlyMap<ChangedDocument, TriedText> = new Map();

/**
 * Sends the new texts, and returns the diagnostics of those that are `comparable`, where the
 * backend has reported on them.
 */
async function tryTexts(
  texts: readonly ChangedDocument[],
  comparable: ReadonlySet<ChangedDocument>,
  { backend, pulls }: CheckOptions,
  context: JudgeContext,
): Promise<ReadonlyMap<ChangedDocument, TriedText>> {
  const { unopenedFiles } = context;
  const tried = new Map<ChangedDocument, TriedText>();
  const created: OpenDocument[] = [];
  // What is asked for is of all texts as they are by then.
  const needsTrial = ({ document, text, newPath }: ChangedDocument) =>
    document === undefined || document.text.text !== text || newPath !== undefined || !pulls(document);
  try {
    const trials = texts.map((each) => {
      const { document, text, newPath } = each;
      // A file that is gone is still on disk: without its text, nothing can be imported from it.
      const isGone = text === undefined || newPath !== undefined;
      const rest = document && isGone ? textWithoutNames(document) : (text ?? "");
      const sent = Document.of(document ? unseenText(document, rest) : rest);
      const own = document && (needsTrial(each) ? unopenedFiles.beginTrial(document, sent) : document);
      if (own && needsTrial(each)) noteRepeated(own);
      if (text === undefined || newPath === undefined) return { each, trial: isGone ? undefined : own };
      const trial = unopenedFiles.openTrial(newPath, Document.of(text));
      created.push(trial);
      return { each, trial };
    });
    // A server may have checked a text before it was sent those of the files that are new.
    for (const trial of trials) if (trial.trial && created.length > 0) noteRepeated(trial.trial);
    const checked = withinTime(context, (timed) => {
      const pull = (trial: OpenDocument) => requestDiagnostics(trial, backend, timed);
      const itemsOf = async (trial: OpenDocument, isNew: boolean) => {
        if (pulls(trial)) return pull(trial);
        const timeoutMs = reportMs(trial, backend);
        const items = await settleDiagnostics(() => trial, { backend, timeoutMs }, timed);
        // gopls may report on a new file before it knows its package, and not again afterwards.
        const isEarly = isNew && items !== undefined && answersUnannounced(trial, backend);
        return isEarly ? ((await pull(trial)) ?? items) : items;
      };
      return Promise.all(
        trials.map(async ({ each, trial }) => {
          if (trial === undefined || !comparable.has(each)) return;
          const items = await itemsOf(trial, created.includes(trial));
          if (items !== undefined) tried.set(each, { document: trial, text: trial.text, items });
        }),
      );
    });
    await backend.conversation.rejectOnLoss(checked);
  } finally {
    for (const trial of created) unopenedFiles.closeTrial(trial);
    for (const { document } of texts.filter(needsTrial)) {
      if (document === undefined) continue;
      unopenedFiles.endTrial(document);
      noteRepeated(document);
    }
  }
  return tried;
}

/** By document: the size of the text that was tried last, in bytes. */
const lastTried = new WeakMap<OpenDocument, number>();

/**
 * Returns a text with as many line breaks more as make it another one than those that were sent
 * last: of these a server may report what it knew before, or nothing. clangd tells those of an
 * included file apart by size, and by time in seconds.
 */
function unseenText(document: OpenDocument, text: string): string {
  const seen = [Buffer.byteLength(document.text.text), lastTried.get(document)];
  const size = Buffer.byteLength(text);
  const breaks = [0, 1, 2].find((count) => !seen.includes(size + count)) ?? 0;
  lastTried.set(document, size + breaks);
  return text + "\n".repeat(breaks);
}

/** Returns a text that declares nothing, and leaves the package that the file is part of. */
function textWithoutNames({ text, languageId }: OpenDocument): string {
  return factsOf(languageId).packageLine?.exec(text.text)?.[0] ?? "";
}

/** Runs work until its part of the time is over, or the context's token is cancelled. */
function withinTime<Value>(context: JudgeContext, work: (timed: JudgeContext) => Promise<Value>): Promise<Value> {
  return withinDeadline(context.token, Deadline.ofWork(CHECK_TIMEOUT_MS), (token) => work({ ...context, token }));
}
