/** The plan of a journal for a change with real paths. */

import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { dirname, join } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { type FileOperations, unlessMissing } from "./fileOperations.js";
import { type Folders, runAt } from "./folders.js";
import { type ChangeOrigin, digestOf, type JournalMove, type JournalPlan, temporaryName } from "./journal.js";
import { type FileMove, pathAfter, pathBefore, type ResolvedChanges } from "./resolveChanges.js";

/**
 * Throws `content_modified` if a file to be moved is missing, and `file_unwritable` if it is a
 * folder that the change itself makes.
 */
export function planJournal(
  changes: ResolvedChanges,
  operations: FileOperations,
  folders: Folders,
  origin?: ChangeOrigin,
): JournalPlan {
  const id = randomBytes(8).toString("hex");
  const moves: JournalMove[] = [];
  const made: { readonly path: string; readonly step: number }[] = [];
  /** Whether what is at a path now is a folder that the change has made before. */
  const isMade = (path: string) => made.some((each) => pathAfter(each.path, moves.slice(each.step - 1)) === path);
  const makeFolders = (path: string, step: number) => {
    const folder = dirname(path);
    if (isMade(folder) || isFolder(pathBefore(folder, moves), operations, folders)) return;
    if (dirname(folder) !== folder) makeFolders(folder, step);
    made.push({ path: folder, step });
  };
  changes.moves.forEach((move, index) => {
    if (isMade(move.from)) throw ownFolderError(move.from);
    if (move.to !== undefined) makeFolders(move.to, index + 1);
    const to = move.to ?? join(dirname(move.from), temporaryName({ id }, changes.contents.length + index, "old"));
    moves.push({ from: move.from, to, ...describeMove(move, moves, operations, folders) });
  });
  for (const { path } of changes.creations) makeFolders(path, moves.length + 1);
  return {
    version: 2,
    id,
    contents: changes.contents.map(({ path, before, after }) => {
      // A file that is gone is refused when it is read.
      const stat = unlessMissing(() => runAt(folders, path, (at) => operations.lstatSync(at, { bigint: true })));
      return { path, old: digestOf(before), new: digestOf(after), ...(stat && traitsOf(stat)) };
    }),
    moves,
    creations: changes.creations.map(({ path, folder, after }) => ({ path, folder, new: digestOf(after) })),
    madeFolders: made,
    origin,
  };
}

/**
 * Returns when the names or attributes of a file were changed last, in microseconds of a hundred
 * seconds, as far as a record has room: another program has touched it if it differs.
 */
export function changeStamp({ ctimeNs }: BigIntStats): number | undefined {
  return ctimeNs === undefined ? undefined : Number((ctimeNs / 1000n) % 100_000_000n);
}

/** What tells a file or folder from another one that is put in its place. */
export function traitsOf(stat: BigIntStats): {
  readonly identity: string;
  readonly stamp: string;
  readonly mode: number;
} {
  return {
    identity: `${stat.dev}:${stat.ino}`,
    // The number of an inode is soon used again. Its birth is 0 where the file system keeps none.
    stamp: stat.isDirectory() ? String(stat.birthtimeNs ?? 0) : `${stat.size}:${stat.mtimeNs}`,
    mode: Number(stat.mode) & 0o777,
  };
}

function ownFolderError(path: string): LocateError {
  const why = "a folder that the same change makes";
  return new LocateError(
    "file_unwritable",
    `${escapeName(path)} can't be moved or deleted: it is ${why}. Nothing was written.`,
    { path, why },
  );
}

function isFolder(path: string | undefined, operations: FileOperations, folders: Folders): boolean {
  if (path === undefined) return false;
  if (dirname(path) === path) return true;
  return unlessMissing(() => runAt(folders, path, (address) => operations.lstatSync(address)))?.isDirectory() === true;
}

function describeMove(
  { from, to, content, isRecursive = false }: FileMove,
  moves: readonly JournalMove[],
  operations: FileOperations,
  folders: Folders,
): Omit<JournalMove, "from" | "to"> {
  const before = pathBefore(from, moves);
  const stat =
    before === undefined
      ? undefined
      : unlessMissing(() => runAt(folders, before, (path) => operations.lstatSync(path, { bigint: true })));
  if (stat === undefined)
    throw new LocateError("content_modified", `${escapeName(from)} is gone. Nothing was written; try again.`, {
      changed: [from],
    });
  if (to === undefined && !isRecursive && stat.isDirectory())
    assertEmpty(from, before ?? from, moves, operations, folders);
  return {
    isDeletion: to === undefined,
    isRecursive,
    // A link is moved itself, whatever it leads to.
    content: content === undefined || !stat.isFile() ? undefined : digestOf(content),
    ...traitsOf(stat),
  };
}

/** Throws `file_unwritable` if a folder holds more than what the change moves out of it before. */
function assertEmpty(
  from: string,
  before: string,
  moves: readonly JournalMove[],
  operations: FileOperations,
  folders: Folders,
): void {
  const movedBefore = new Set(moves.map((move, index) => pathBefore(move.from, moves.slice(0, index))));
  const names = runAt(folders, before, (path) => operations.readdirSync(path));
  if (names.every((name) => movedBefore.has(join(before, name)))) return;
  throw new LocateError(
    "file_unwritable",
    `${escapeName(from)} can't be deleted: the folder is not empty. Nothing was written.`,
    {
      path: from,
      why: "not empty",
    },
  );
}
