/** Completes or undoes the changes that a process has left half made when it ended. */

import { join } from "node:path";
import { errorMessage, LocateError } from "../../error.js";
import { appendAll } from "../../text/list.js";
import { escapeName } from "../../text/printable.js";
import { isInside } from "../isInside.js";
import { isInFolders } from "../readPermission.js";
import { type FileOperations, hasCode, removeIfPresent, unlessMissing } from "./fileOperations.js";
import { openFolders } from "./folders.js";
import { DamagedJournal, Journal, type JournalPlan, listJournals } from "./journal.js";
import { acquireLocks, type LockOptions, removeAbandonedLocks } from "./locks.js";
import type { Processes } from "./processIdentity.js";
import { JOURNALS } from "./stateFolder.js";
import { type OnConflict, Transaction } from "./transaction/transaction.js";

export interface WriterContext {
  readonly operations: FileOperations;
  readonly processes: Processes;
  readonly stateFolder: string;
}

export function journalFolderOf({ stateFolder }: Pick<WriterContext, "stateFolder">): string {
  return join(stateFolder, JOURNALS);
}

/** Returns the paths whose locks a change takes. */
function lockedPaths({ contents, moves, creations }: JournalPlan): readonly string[] {
  return [
    ...contents.map(({ path }) => path),
    ...moves.flatMap(({ from, to, isDeletion }) => (isDeletion ? [from] : [from, to])),
    ...creations.map(({ path }) => path),
  ];
}

/** Returns the journals that are about one of the paths, or about something inside or around it. */
export function journalsAbout(paths: readonly string[], context: WriterContext): readonly string[] {
  return listJournals(context.operations, journalFolderOf(context)).filter((path) => {
    const locked = lockedPathsOf(path, context);
    return locked.some((one) => paths.some((other) => isInside(one, other) || isInside(other, one)));
  });
}

/** Returns the paths that a journal is about; none if it is damaged. */
function lockedPathsOf(path: string, { operations }: WriterContext): readonly string[] {
  try {
    const journal = Journal.open(operations, path);
    journal?.close();
    return journal === undefined ? [] : lockedPaths(journal.plan);
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error;
    return [];
  }
}

/**
 * Recovers all changes of processes that have ended. Resolves with messages about files that could
 * not be recovered. A change that can't be recovered now remains for later: that is said once, and
 * only to a command in one of the folders that the change is about (`workspace`, absolute; without
 * it, to any).
 */
export async function recoverAll(
  context: WriterContext,
  workspace?: readonly string[] | undefined,
): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const path of listJournals(context.operations, journalFolderOf(context))) {
    try {
      appendAll(messages, await recoverJournal(path, context, { timeoutMs: 0 }));
    } catch (error) {
      const isUnderWay = (error as { data?: { kind?: unknown } }).data?.kind === "file_unwritable";
      if (isUnderWay || !isAbout(path, workspace, context) || !markReported(path, context)) continue;
      messages.push(`A change that was interrupted can't be completed: ${errorMessage(error)}`);
    }
  }
  removeStrayMarks(context);
  removeAbandonedLocks(context);
  return messages;
}

/**
 * Whether a journal is about files in a workspace. One that can't be read may be; one that is gone
 * is about none: its change is recovered, whatever has failed afterwards.
 */
function isAbout(path: string, workspace: readonly string[] | undefined, context: WriterContext): boolean {
  try {
    return lockedPathsOf(path, context).some((file) => workspace === undefined || isInFolders(file, workspace));
  } catch {
    return true;
  }
}

/** Returns false if it was reported before that a change can't be recovered. */
function markReported(path: string, { operations }: WriterContext): boolean {
  try {
    operations.closeSync(operations.openSync(reportedMark(path), "wx", 0o600));
    return true;
  } catch (error) {
    // Where nothing can be written, it is reported again.
    return !hasCode(error, "EEXIST");
  }
}

const MARK_SUFFIX = ".reported";

function reportedMark(journal: string): string {
  return `${journal}${MARK_SUFFIX}`;
}

/** Removes the marks of journals that are gone, whose own process ended before it did so. */
function removeStrayMarks(context: WriterContext): void {
  const { operations } = context;
  const folder = journalFolderOf(context);
  const names = new Set(unlessMissing(() => operations.readdirSync(folder)));
  for (const name of names) {
    const isStray = name.endsWith(MARK_SUFFIX) && !names.has(name.slice(0, -MARK_SUFFIX.length));
    if (isStray) removeIfPresent(operations, join(folder, name));
  }
}

/**
 * Recovers one change under its locks: undoes it without the commit record, completes it with it.
 */
export async function recoverJournal(
  path: string,
  context: WriterContext,
  lockOptions: LockOptions,
): Promise<readonly string[]> {
  const paths = lockedPathsOf(path, context);
  const locks = await acquireLocks(paths, context, lockOptions);
  try {
    const journal = Journal.open(context.operations, path);
    return journal === undefined ? [] : recover(journal, context);
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error;
    const problem = `The journal of a change that was interrupted is damaged (${error.message}), so its files may be half changed.`;
    return [abandon(path, problem, context)];
  } finally {
    locks.release();
  }
}

function recover(journal: Journal, context: WriterContext): readonly string[] {
  const { operations } = context;
  const folders = openFolders(operations);
  const messages: string[] = [];
  const onConflict: OnConflict = (path, copy) => void messages.push(describeConflict(path, copy));
  try {
    const transaction = new Transaction(journal, { operations, folders, journalFolder: journalFolderOf(context) });
    const { isCommitted, isRollback, isFinished } = journal.progress;
    const isUndone = !isCommitted || isRollback;
    if (!isFinished && isUndone) transaction.undo(onConflict);
    if (!isFinished && !isUndone) transaction.perform(onConflict);
    transaction.finish(isUndone ? "undone" : "made");
    removeIfPresent(operations, reportedMark(journal.path));
    return messages;
  } catch (error) {
    if (!(error instanceof LocateError && error.kind === "content_modified")) throw error;
    // A folder has become a link: what it leads to is not the change's, and stays so.
    const problem = `A change was interrupted and can't be completed: ${error.message}`;
    return [...messages, abandon(journal.path, problem, context)];
  } finally {
    folders.close();
    journal.close();
  }
}

/** Renames a journal, so that it is reported once; returns the message. */
function abandon(path: string, problem: string, { operations }: Pick<WriterContext, "operations">): string {
  const abandoned = `${path}.abandoned`;
  operations.renameSync(path, abandoned);
  removeIfPresent(operations, reportedMark(path));
  return `${problem} See ${escapeName(abandoned)}.`;
}

export function describeConflict(path: string, copy: string | undefined): string {
  const kept = copy === undefined ? "" : ` Its content before the change is in ${copy}.`;
  return `A change was interrupted, and another program has changed ${escapeName(path)} since then: it was left as it is.${kept}`;
}
