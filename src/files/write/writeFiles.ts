/**
 * Writes changes of files, completely or not at all: the one writer of the shell and of the tools.
 */

import { dirname } from "node:path";
import { errorMessage, LocateError } from "../../error.js";
import { appendAll } from "../../text/list.js";
import { diskOperations, type FileOperations, removeIfPresent, writeAll } from "./fileOperations.js";
import { openFolders } from "./folders.js";
import { type ChangeOrigin, Journal } from "./journal.js";
import { acquireLocks, type Locks, removeAbandonedLocks } from "./locks.js";
import { makeFolders } from "./makeFolders.js";
import { planJournal } from "./planJournal.js";
import { modifiedError, prepareFiles } from "./prepareFiles.js";
import { systemProcesses } from "./processIdentity.js";
import {
  describeConflict,
  isSystemError,
  journalFolderOf,
  journalsAbout,
  recoverAll,
  recoverJournal,
  type WriterContext,
} from "./recovery.js";
import { type FileChanges, type ResolvedChanges, resolveChanges, type WriteScope } from "./resolveChanges.js";
import { openStateFolder, stateFolders } from "./stateFolder.js";
import { removeAbandonedFolders } from "./temporaryFolder.js";
import { type HistoryDraft, historyPaths } from "./transaction/history.js";
import { Transaction, type TransactionContext } from "./transaction/transaction.js";

export type { FileChanges, WriteScope } from "./resolveChanges.js";

/** How long to wait for other processes of lsp-locate that write the same files. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Makes a change of files. Resolves with messages about earlier changes that were interrupted.
 * Rejects with `content_modified` if a file has other bytes than the change is about, and with
 * `file_unwritable`; the files are then as before.
 */
export async function writeFiles(
  changes: FileChanges,
  scope: WriteScope,
  { context = defaultContext(), ...options }: WriteOptions = {},
): Promise<readonly string[]> {
  return await writeResolved(resolveChanges(changes, scope), { ...options, context });
}

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly context?: WriterContext;
  readonly origin?: ChangeOrigin | undefined;
  /** Returns what is kept of the change; called when its files are locked. */
  readonly keep?: (() => HistoryDraft) | undefined;
}

type ResolvedOptions = WriteOptions & { readonly context: WriterContext };

/** Makes a change of files without links in their paths, as `writeFiles` does. */
export async function writeResolved(changes: ResolvedChanges, options: ResolvedOptions): Promise<readonly string[]> {
  try {
    return await writeUnderLocks(changes, options);
  } catch (error) {
    throw toLocateError(error);
  }
}

async function writeUnderLocks(changes: ResolvedChanges, options: ResolvedOptions): Promise<readonly string[]> {
  const { signal, context } = options;
  const messages: string[] = [];
  const tried = new Set<string>();
  const paths = pathsOf(changes);
  if (paths.length === 0) return messages;
  makeFolders(journalFolderOf(context), 0o700, context.operations);
  for (;;) {
    const locks = await acquireLocks(paths, context, { timeoutMs: LOCK_TIMEOUT_MS, signal });
    let interrupted: readonly string[];
    try {
      // No process holds the locks, so that no other is at work on these files.
      interrupted = journalsAbout(paths, context).filter((journal) => !tried.has(journal));
      if (interrupted.length === 0) {
        signal?.throwIfAborted();
        appendAll(messages, writeLocked(changes, options));
        return messages;
      }
    } finally {
      releaseQuietly(locks);
    }
    // The journals' own locks include others, and locks are only taken in a fixed order.
    for (const journal of interrupted) {
      tried.add(journal);
      appendAll(messages, await tryToRecover(journal, context, signal));
    }
    removeAbandonedLocks(context);
    removeAbandonedFolders();
  }
}

/** A change that can't be recovered now stops no other one: that is compared with the files. */
async function tryToRecover(
  journal: string,
  context: WriterContext,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  try {
    return await recoverJournal(journal, context, { timeoutMs: LOCK_TIMEOUT_MS, signal, mayEnd: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

/**
 * Recovers the changes of processes that were ended while they wrote. Resolves with messages about
 * files that could not be recovered, as `recoverAll` does.
 */
export async function recoverFiles(workspace: readonly string[] | undefined): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const stateFolder of stateFolders())
    appendAll(messages, await recoverAll({ ...defaultParts, stateFolder }, workspace));
  removeAbandonedFolders();
  return messages;
}

const defaultParts = { operations: diskOperations, processes: systemProcesses };

function defaultContext(): WriterContext {
  return { ...defaultParts, stateFolder: openStateFolder() };
}

function pathsOf({ contents, moves, creations }: ResolvedChanges): readonly string[] {
  return [
    ...contents.map(({ path }) => path),
    ...moves.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to])),
    ...creations.map(({ path }) => path),
  ];
}

/** Runs in one turn: from the comparison to the end nothing else of this process happens. */
function writeLocked(changes: ResolvedChanges, { context, origin, keep }: ResolvedOptions): readonly string[] {
  const { operations } = context;
  const folders = openFolders(operations);
  const journalFolder = journalFolderOf(context);
  let journal: Journal | undefined;
  try {
    const draft = keep === undefined ? undefined : draftOf(keep);
    const keptAs = draft !== undefined && "name" in draft ? draft.name : undefined;
    const plan = planJournal(changes, operations, folders, origin && { ...origin, keptAs });
    journal = Journal.create(operations, journalFolder, plan);
    const problem = draft && keepPending(draft, { operations, journalFolder });
    makeChange(changes, journal, { operations, folders, journalFolder });
    return problem === undefined ? [] : [`It can't be undone by lsp-locate: ${problem}.`];
  } finally {
    closeQuietly(folders, journal);
  }
}

type DraftOutcome = HistoryDraft | { readonly problem: string };

function draftOf(keep: () => HistoryDraft): DraftOutcome {
  try {
    return keep();
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

/**
 * Writes what is kept of a change under a name that no list has; returns why it can't be kept. The
 * journal's end gives it its name, or removes it.
 */
function keepPending(
  draft: DraftOutcome,
  { operations, journalFolder }: Pick<TransactionContext, "operations" | "journalFolder">,
): string | undefined {
  if ("problem" in draft) return draft.problem;
  const { pending } = historyPaths(journalFolder, draft.name);
  try {
    makeFolders(dirname(pending), 0o700, operations);
    writeNewFile(operations, pending, Buffer.from(draft.text));
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    try {
      removeIfPresent(operations, pending);
    } catch {
      // The journal's end removes it.
    }
    return errorMessage(error);
  }
}

function writeNewFile(operations: FileOperations, path: string, bytes: Uint8Array): void {
  const fd = operations.openSync(path, "wx", 0o600);
  try {
    writeAll(operations, fd, bytes);
  } finally {
    operations.closeSync(fd);
  }
}

/** What is open matters no more when a change is made or has failed. */
function closeQuietly(...open: readonly ({ close(): void } | undefined)[]): void {
  for (const each of open) {
    try {
      each?.close();
    } catch {
      // The descriptor is gone in any case.
    }
  }
}

/** A lock that could not be removed is taken over, since its id is not in use. */
export function releaseQuietly(locks: Locks): void {
  try {
    locks.release();
  } catch {
    // See above.
  }
}

function makeChange(changes: ResolvedChanges, journal: Journal, context: TransactionContext): void {
  const transaction = new Transaction(journal, context);
  try {
    prepareFiles(changes, journal, context);
    transaction.commit();
    transaction.perform(failModified);
    transaction.assertUnmodified(failModified);
  } catch (error) {
    throw undoAfter(error, transaction);
  }
  try {
    transaction.finish("made");
  } catch {
    // The change is made. What is left of it is removed with the next change or session.
  }
}

const failModified = (path: string): never => {
  throw modifiedError(path);
};

/** Undoes a change that has failed, and returns the error to report. */
function undoAfter(cause: unknown, transaction: Transaction): LocateError {
  const left: string[] = [];
  try {
    transaction.undo((path, copy) => left.push(describeConflict(path, copy)));
    transaction.finish("undone");
  } catch (failure) {
    left.push(
      `The files could not be restored now (${errorMessage(failure)}); lsp-locate does it before it writes them again, or when it is started.`,
    );
  }
  const error = toLocateError(cause);
  const { kind: _kind, ...facts } = error.data;
  return left.length === 0 ? error : new LocateError(error.kind, [error.message, ...left].join(" "), facts);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the user's share of the disk is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EXDEV: "it can't be moved to another file system",
};

/** Any error that is neither ours nor the system's is thrown on. */
export function toLocateError(error: unknown): LocateError {
  if (error instanceof LocateError) return error;
  const { code, syscall, file } = error as NodeJS.ErrnoException & { file?: string };
  if (code === undefined || syscall === undefined) throw error;
  const why = REASONS[code] ?? errorMessage(error);
  const what = file === undefined ? "The files" : file;
  return new LocateError("file_unwritable", `${what} can't be written: ${why}. Nothing was changed.`, {
    path: file ?? "",
    why,
  });
}
