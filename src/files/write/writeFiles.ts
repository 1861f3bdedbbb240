/**
 * Writes changes of files, completely or not at all: the one writer of the shell and of the tools.
 */

import { errorMessage, LocateError } from "../../error.js";
import { appendAll } from "../../text/list.js";
import { diskOperations } from "./fileOperations.js";
import { openFolders } from "./folders.js";
import { Journal } from "./journal.js";
import { acquireLocks, type Locks } from "./locks.js";
import { makeFolders } from "./makeFolders.js";
import { planJournal } from "./planJournal.js";
import { modifiedError, prepareFiles } from "./prepareFiles.js";
import { systemProcesses } from "./processIdentity.js";
import {
  describeConflict,
  journalFolderOf,
  journalsAbout,
  recoverAll,
  recoverJournal,
  type WriterContext,
} from "./recovery.js";
import { type FileChanges, type ResolvedChanges, resolveChanges, type WriteScope } from "./resolveChanges.js";
import { openStateFolder, stateFolders } from "./stateFolder.js";
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
  { signal, context = defaultContext() }: WriteOptions = {},
): Promise<readonly string[]> {
  return await writeResolved(resolveChanges(changes, scope), { signal, context });
}

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly context?: WriterContext;
}

/** Makes a change of files without links in their paths, as `writeFiles` does. */
export async function writeResolved(
  changes: ResolvedChanges,
  options: Required<WriteOptions>,
): Promise<readonly string[]> {
  try {
    return await writeUnderLocks(changes, options);
  } catch (error) {
    throw toLocateError(error);
  }
}

async function writeUnderLocks(
  changes: ResolvedChanges,
  { signal, context }: Required<WriteOptions>,
): Promise<readonly string[]> {
  const messages: string[] = [];
  const paths = pathsOf(changes);
  if (paths.length === 0) return messages;
  makeFolders(journalFolderOf(context), 0o700, context.operations);
  for (;;) {
    const locks = await acquireLocks(paths, context, { timeoutMs: LOCK_TIMEOUT_MS, signal });
    let interrupted: readonly string[];
    try {
      // No process holds the locks, so that no other is at work on these files.
      interrupted = journalsAbout(paths, context);
      if (interrupted.length === 0) {
        signal?.throwIfAborted();
        writeLocked(changes, context);
        return messages;
      }
    } finally {
      releaseQuietly(locks);
    }
    // The journals' own locks include others, and locks are only taken in a fixed order.
    for (const journal of interrupted)
      appendAll(messages, await recoverJournal(journal, context, { timeoutMs: LOCK_TIMEOUT_MS, signal }));
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
function writeLocked(changes: ResolvedChanges, context: WriterContext): void {
  const { operations } = context;
  const folders = openFolders(operations);
  const journalFolder = journalFolderOf(context);
  let journal: Journal | undefined;
  try {
    const plan = planJournal(changes, operations, folders);
    journal = Journal.create(operations, journalFolder, plan);
    makeChange(changes, journal, { operations, folders, journalFolder });
  } finally {
    closeQuietly(folders, journal);
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
function releaseQuietly(locks: Locks): void {
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
function toLocateError(error: unknown): LocateError {
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
