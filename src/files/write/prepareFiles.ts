/**
 * Prepares a change: writes the new contents and keeps the old ones, beside the files, and synced.
 */

import { constants, type Stats } from "node:fs";
import { join } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { type FileOperations, hasCode, readAll, withFile, writeAll } from "./fileOperations.js";
import { runAt } from "./folders.js";
import { besidePath, type Journal, newFilePath, temporaryName } from "./journal.js";
import { changeStamp } from "./planJournal.js";
import type { ResolvedChanges } from "./resolveChanges.js";
import type { TransactionContext } from "./transaction/transaction.js";
import { openRegularFile } from "./transaction/transactionFiles.js";

/** A file whose new content is written, but not its attributes; both descriptors are open. */
interface Draft {
  readonly index: number;
  readonly source: number;
  readonly target: number;
  readonly stat: Stats;
}

/** Attributes are copied for several files at once, since it takes a process. */
const BATCH_SIZE = 128;

/**
 * Writes all temporary files of a change, and records the files that have to be written in place.
 * Throws `content_modified` if a file has other bytes than the change is about, and
 * `file_unwritable` for a read-only one.
 */
export function prepareFiles(changes: ResolvedChanges, journal: Journal, context: TransactionContext): void {
  for (let from = 0; from < changes.contents.length; from += BATCH_SIZE)
    prepareBatch(changes.contents.slice(from, from + BATCH_SIZE), from, journal, context);
  changes.creations.forEach(({ after }, index) => {
    const file = newFilePath(journal.plan, index);
    runAt(context.folders, file, (path) => {
      createFile(context.operations, path, after, 0o666);
      const stamp = changeStamp(context.operations.lstatSync(path, { bigint: true }));
      if (stamp !== undefined) journal.record({ kind: "creation", index: stamp }, false);
    });
  });
}

function prepareBatch(
  contents: ResolvedChanges["contents"],
  from: number,
  journal: Journal,
  context: TransactionContext,
): void {
  const { operations } = context;
  const drafts: Draft[] = [];
  try {
    contents.forEach((content, offset) => {
      withFile(content.path, () => {
        const draft = writeDraft(content, from + offset, journal, context);
        if (draft !== undefined) drafts.push(draft);
        else prepareInPlace(content, from + offset, journal, context);
      });
    });
    const copied = operations.copyAttributes(
      drafts.map(({ index, source, target }) => ({
        from: { fd: source, path: contents[index - from]?.path ?? "" },
        to: { fd: target, path: besidePath(journal.plan, index, "new") },
      })),
    );
    drafts.forEach((draft, position) => {
      const content = contents[draft.index - from] as ResolvedChanges["contents"][number];
      if (copied[position] && withFile(content.path, () => finishDraft(draft, content, journal, context))) return;
      runAt(context.folders, besidePath(journal.plan, draft.index, "new"), (path) => operations.unlinkSync(path));
      prepareInPlace(content, draft.index, journal, context);
    });
  } finally {
    closeAll(
      operations,
      drafts.flatMap(({ source, target }) => [source, target]),
    );
  }
}

/** Writes the new content beside the file; returns `undefined` if it has to be written in place. */
function writeDraft(
  { path, before, after }: ResolvedChanges["contents"][number],
  index: number,
  journal: Journal,
  { operations, folders }: TransactionContext,
): Draft | undefined {
  const source = openUnmodified(path, before, { operations, folders });
  const open = [source];
  try {
    const stat = operations.fstatSync(source);
    // Its folder may be writable, and root may write any file: it is not meant to be changed.
    if ((stat.mode & 0o222) === 0) throw readOnlyError(path);
    // Another name of the file would keep the old content.
    if (stat.nlink > 1) return undefined;
    const target = unlessForbidden(() =>
      runAt(folders, besidePath(journal.plan, index, "new"), (address) => operations.openSync(address, "wx", 0o600)),
    );
    if (target === undefined) return undefined;
    open.push(target);
    writeAll(operations, target, after);
    open.length = 0;
    return { index, source, target, stat };
  } finally {
    closeAll(operations, open);
  }
}

/** Closes all descriptors, also if closing one fails; throws then. */
function closeAll(operations: FileOperations, descriptors: readonly number[]): void {
  const [first, ...rest] = descriptors;
  if (first === undefined) return;
  try {
    operations.closeSync(first);
  } finally {
    closeAll(operations, rest);
  }
}

/**
 * Gives the new file the owner of the old one and keeps the old one under a second name. Returns
 * false where that can't be.
 */
function finishDraft(
  { index, source, target, stat }: Draft,
  { path, before }: ResolvedChanges["contents"][number],
  journal: Journal,
  { operations, folders }: TransactionContext,
): boolean {
  const own = operations.fstatSync(target);
  if (own.uid !== stat.uid || own.gid !== stat.gid) {
    if (unlessForbidden(() => (operations.fchownSync(target, stat.uid, stat.gid), true)) === undefined) return false;
    operations.fchmodSync(target, stat.mode & 0o7777);
  } else if (own.mode !== stat.mode) operations.fchmodSync(target, stat.mode & 0o7777);
  operations.fsyncSync(target);
  const backup = besidePath(journal.plan, index, "old");
  try {
    runAt(folders, path, (file) => runAt(folders, backup, (copy) => operations.linkSync(file, copy)));
  } catch (error) {
    // Another program has replaced the file while it was linked.
    if (hasCode(error, "ENOENT")) throw modifiedError(path);
    // A file that is mounted by itself can't be replaced.
    if (hasCode(error, "EXDEV")) return false;
    if (!hasCode(error, "EPERM", "EMLINK", "ENOTSUP", "ENOSYS", "EACCES")) throw error;
    runAt(folders, backup, (copy) => createFile(operations, copy, before, 0o600));
    return true;
  }
  const linked = runAt(folders, backup, (copy) => operations.lstatSync(copy));
  if (linked.ino !== operations.fstatSync(source).ino) throw modifiedError(path);
  return true;
}

function prepareInPlace(
  { path, before, after }: ResolvedChanges["contents"][number],
  index: number,
  journal: Journal,
  { operations, folders, journalFolder }: TransactionContext,
): void {
  // Fails here if the file can't be written, and nothing has been changed yet.
  operations.closeSync(runAt(folders, path, (address) => operations.openSync(address, constants.O_RDWR | NO_FOLLOW)));
  for (const [suffix, bytes] of [
    ["old", before],
    ["new", after],
  ] as const) {
    const copy = join(journalFolder, temporaryName(journal.plan, index, suffix));
    withFile(copy, () => createFile(operations, copy, bytes, 0o600));
  }
  journal.record({ kind: "in_place", index }, false);
}

const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function openUnmodified(
  path: string,
  before: Uint8Array,
  { operations, folders }: Pick<TransactionContext, "operations" | "folders">,
): number {
  let fd: number | "other";
  try {
    fd = runAt(folders, path, (address) => openRegularFile(operations, address));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) throw modifiedError(path);
    throw error;
  }
  if (fd === "other") throw modifiedError(path);
  try {
    if (readAll(operations, fd, before.length + 1).equals(before)) return fd;
  } catch (error) {
    operations.closeSync(fd);
    throw error;
  }
  operations.closeSync(fd);
  throw modifiedError(path);
}

/** Creates a file and syncs it. */
function createFile(operations: FileOperations, path: string, bytes: Uint8Array, mode: number): void {
  const fd = operations.openSync(path, "wx", mode);
  try {
    writeAll(operations, fd, bytes);
    operations.fsyncSync(fd);
  } finally {
    operations.closeSync(fd);
  }
}

function unlessForbidden<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "EROFS", "ENAMETOOLONG", "EINVAL")) return undefined;
    throw error;
  }
}

function readOnlyError(path: string): LocateError {
  return new LocateError(
    "file_unwritable",
    `${escapeName(path)} is read-only. Nothing was written. If it may be changed, make it writable first (chmod u+w); a generated file is changed in its source.`,
    { path, why: "it is read-only" },
  );
}

/** The error for a file that is not as it was when the change was planned. */
export function modifiedError(path: string): LocateError {
  return new LocateError(
    "content_modified",
    `${escapeName(path)} was changed by another program after it was read. Nothing was written; try again.`,
    { changed: [path] },
  );
}
