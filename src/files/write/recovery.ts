/**
 * Ends the changes that a process has left half made when it ended: completes or undoes each, or
 * gives it up, as transaction/decideRecovery.ts says.
 */

import { join } from "node:path";
import { errorMessage, LocateError } from "../../error.js";
import { appendAll } from "../../text/list.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { isInside } from "../isInside.js";
import { isInFolders } from "../readPermission.js";
import { type FileOperations, hasCode, removeIfPresent, unlessMissing } from "./fileOperations.js";
import { openFolders } from "./folders.js";
import { DamagedJournal, Journal, type JournalPlan, listJournals } from "./journal.js";
import { acquireLocks, type LockOptions, removeAbandonedLocks } from "./locks.js";
import type { Processes } from "./processIdentity.js";
import { ABANDONED_SUFFIX, JOURNALS } from "./stateFolder.js";
import {
  decideRecovery,
  type FileState,
  type RecoveryDecision,
  type StatedFile,
} from "./transaction/decideRecovery.js";
import { Transaction } from "./transaction/transaction.js";

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

/** Returns the paths that a journal is about; none if it can't be read. */
function lockedPathsOf(path: string, context: WriterContext): readonly string[] {
  const plan = readPlanOf(path, context);
  return plan === undefined ? [] : lockedPaths(plan);
}

function readPlanOf(path: string, { operations }: WriterContext): JournalPlan | undefined {
  try {
    const journal = Journal.open(operations, path);
    journal?.close();
    return journal?.plan;
  } catch (error) {
    if (!(error instanceof DamagedJournal) && !isSystemError(error)) throw error;
    return undefined;
  }
}

/**
 * Recovers all changes of processes that have ended. Resolves with messages about changes that were
 * given up, or can't be recovered now: those remain for later. Each is said once, to a command in
 * one of the folders that the change is about (`workspace`, absolute; without it, to any).
 */
export async function recoverAll(
  context: WriterContext,
  workspace?: readonly string[] | undefined,
): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const path of listJournals(context.operations, journalFolderOf(context))) {
    const isMeant = isAbout(path, workspace, context);
    try {
      appendAll(messages, await recoverJournal(path, context, { timeoutMs: 0, mayEnd: isMeant }));
    } catch (error) {
      const isUnderWay = error instanceof LocateError && error.kind === "file_unwritable";
      if (!isUnderWay && !isSystemError(error)) throw error;
      // What fails after the journal is gone is of no consequence.
      const isGone = !listJournals(context.operations, journalFolderOf(context)).includes(path);
      if (isUnderWay || isGone || !isMeant || !markReported(path, context)) continue;
      messages.push(`A change that was interrupted can't be completed: ${errorMessage(error)}`);
    }
  }
  removeStrayMarks(context);
  removeAbandonedLocks(context);
  return messages;
}

/** Whether a journal is about a workspace. One that can't be read may be, and is reported. */
function isAbout(path: string, workspace: readonly string[] | undefined, context: WriterContext): boolean {
  const plan = workspace && readPlanOf(path, context);
  if (plan === undefined) return true;
  const about = plan.origin?.workspace;
  // Settings of the user are in no workspace.
  if (plan.origin !== undefined && about === undefined) return true;
  const paths = about === undefined ? lockedPaths(plan) : [about, ...lockedPaths(plan)];
  return paths.some((file) => isInFolders(file, workspace ?? []));
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

interface RecoveryOptions extends LockOptions {
  /** Whether a change may be given up, which is said once: to a command that it concerns. */
  readonly mayEnd: boolean;
}

/** Recovers one change under its locks, as `decideRecovery` says. Resolves with messages. */
export async function recoverJournal(
  path: string,
  context: WriterContext,
  options: RecoveryOptions,
): Promise<readonly string[]> {
  const locks = await acquireLocks(lockedPathsOf(path, context), context, options);
  try {
    const journal = Journal.open(context.operations, path);
    return journal === undefined ? [] : recover(journal, context, options);
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error;
    return options.mayEnd ? [abandon(path, error.message, context)] : [];
  } finally {
    locks.release();
  }
}

function recover(journal: Journal, context: WriterContext, { mayEnd }: RecoveryOptions): readonly string[] {
  const { operations } = context;
  const folders = openFolders(operations);
  try {
    const transaction = new Transaction(journal, { operations, folders, journalFolder: journalFolderOf(context) });
    const decide = () => decideRecovery(journal.plan, journal.progress, transaction.sight());
    let decision = decide();
    if (decision.kind === "end" && !mayEnd) return [];
    const outcome = perform(decision, transaction);
    if (outcome === "ended") {
      transaction.markEnded();
      // Another program may have written a file after it was looked at.
      decision = decide();
    }
    transaction.finish(outcome);
    removeIfPresent(operations, reportedMark(journal.path));
    return decision.kind === "end" ? [describeEnd(journal.plan, decision.files)] : [];
  } finally {
    folders.close();
    journal.close();
  }
}

/** Thrown for a file that is not as the decision found it. */
class Conflict extends Error {}

function perform(decision: RecoveryDecision, transaction: Transaction): "made" | "undone" | "ended" {
  const fail = (path: string) => {
    throw new Conflict(path);
  };
  try {
    switch (decision.kind) {
      case "remove":
        return decision.direction;
      case "complete":
        transaction.perform(fail);
        return "made";
      case "undo":
        transaction.undo(fail);
        return "undone";
      case "end":
        return "ended";
    }
  } catch (error) {
    if (error instanceof Conflict || (error instanceof LocateError && error.kind === "content_modified"))
      return "ended";
    throw error;
  }
}

/** Renames a journal that can't be read, so that it is reported once; returns the message. */
function abandon(path: string, why: string, { operations }: WriterContext): string {
  const abandoned = `${path}${ABANDONED_SUFFIX}`;
  operations.renameSync(path, abandoned);
  removeIfPresent(operations, reportedMark(path));
  return `The journal of a change that was interrupted is damaged (${why}), so its files may be half changed. See ${escapeName(abandoned)}.`;
}

/** The maximum number of files that are named of each state. */
const MAX_NAMED_FILES = 20;

function describeEnd({ origin }: JournalPlan, files: readonly StatedFile[]): string {
  const groups: readonly (readonly [title: string, ...states: FileState[]])[] = [
    ["As before it", "before"],
    ["As after it", "after"],
    ["Changed by others", "other", "mixed"],
  ];
  const lists = groups.flatMap(([title, ...states]) => {
    const paths = files.filter(({ state }) => states.includes(state)).map(({ path }) => escapeName(path));
    const rest = paths.length > MAX_NAMED_FILES ? `, and ${paths.length - MAX_NAMED_FILES} more` : "";
    return paths.length === 0 ? [] : [`${title}: ${paths.slice(0, MAX_NAMED_FILES).join(", ")}${rest}.`];
  });
  const what = origin === undefined ? "" : ` (${escapeLine(origin.command)})`;
  const intro = `A change that was interrupted${what} is given up, since its files were changed meanwhile; nothing more is written.`;
  return [intro, ...lists].join(" ");
}

/** What is said of a file that a change which has failed could not restore. */
export function describeConflict(path: string, copy: string | undefined): string {
  const kept = copy === undefined ? "" : ` Its content before the change is in ${copy}.`;
  return `Another program has changed ${escapeName(path)} meanwhile: it was left as it is.${kept}`;
}

/** Whether a thrown value is an error of the file system, and no fault of ours. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error && "syscall" in error;
}
