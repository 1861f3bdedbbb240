/** Resolves the links in the paths of a change, and refuses paths outside the allowed folders. */

import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { isInside } from "../isInside.js";
import { isRealPathIn } from "../readPermission.js";
import { hasCode } from "./fileOperations.js";

/**
 * A change of files. Contents are replaced first, then the moves are made in order, then files are
 * created.
 */
export interface FileChanges {
  /**
   * Existing files, by their path before the moves, with the exact bytes that the change is about.
   */
  readonly contents: readonly {
    readonly path: string;
    readonly before: Uint8Array;
    readonly after: Uint8Array;
  }[];
  readonly moves: readonly FileMove[];
  /** New files, by their path after the moves. */
  readonly creations: readonly { readonly path: string; readonly after: Uint8Array }[];
}

/** A file, link or folder that is moved, or deleted if `to` is `undefined`. */
export interface FileMove {
  readonly from: string;
  readonly to: string | undefined;
  /** The exact bytes of a file, where they are known; after the replacement, if there is one. */
  readonly content?: Uint8Array | undefined;
  /** Whether a folder is deleted with what it holds. */
  readonly isRecursive?: boolean;
}

/** Where files may be changed. */
export interface WriteScope {
  /** The folders; `undefined` for everywhere. */
  readonly folders: readonly string[] | undefined;
  /** Files that the user has named, which may be anywhere. */
  readonly namedFiles?: readonly string[];
  /** Appended to the error for any other file: what to do. */
  readonly advice?: string;
}

/** A change without links in its paths. */
export interface ResolvedChanges {
  readonly contents: FileChanges["contents"];
  readonly moves: readonly FileMove[];
  readonly creations: readonly (FileChanges["creations"][number] & {
    /** An existing folder, by its path before the moves, on the way to the new file. */
    readonly folder: string;
  })[];
}

/**
 * Returns the change with real paths. Errors: `file_unwritable` for a path outside the scope and
 * for a link without a target.
 */
export function resolveChanges({ contents, moves, creations }: FileChanges, scope: WriteScope): ResolvedChanges {
  const moved: Moved[] = [];
  const resolve = (path: string) => checked(resolveAfter(path, moved), path, scope);
  const resolvedContents = uniqueFiles(
    contents.map(({ path, ...texts }) => ({ path: checked(realPath(path), path, scope), ...texts })),
  );
  const resolvedMoves = moves.map((move): FileMove => {
    // A link is moved itself, not its target.
    const from = resolveEntry(move.from, resolve);
    const to = move.to === undefined ? undefined : resolveEntry(move.to, resolve);
    moved.push({ from: move.from, to: move.to, realFrom: from, realTo: to });
    return { ...move, from, to };
  });
  return {
    contents: resolvedContents.filter(({ before, after }) => !Buffer.from(before).equals(after)),
    moves: resolvedMoves,
    creations: creations.map(({ path, after }) => {
      // A link that leads nowhere is not replaced; where moves change the path, there is none.
      if (moves.length === 0) realPath(path);
      return { path: resolveEntry(path, resolve), after, folder: existingFolder(path, moved) };
    }),
  };
}

/** A move that was resolved, as it was given and without links. */
interface Moved {
  readonly from: string;
  readonly to: string | undefined;
  readonly realFrom: string;
  readonly realTo: string | undefined;
}

function resolveEntry(path: string, resolve: (path: string) => string): string {
  return join(resolve(dirname(path)), basename(path));
}

/** Resolves the links of a path that is valid after some moves, of which none is made yet. */
function resolveAfter(path: string, moved: readonly Moved[]): string {
  const before = pathBefore(path, moved);
  if (before === undefined) {
    const folder = dirname(path);
    return folder === path ? path : join(resolveAfter(folder, moved), basename(path));
  }
  return pathAfter(
    realPath(before),
    moved.map(({ realFrom, realTo }) => ({ from: realFrom, to: realTo })),
  );
}

/**
 * Returns where the file at a path was before the moves; `undefined` if the moves emptied the path.
 */
export function pathBefore(
  path: string,
  moved: readonly { readonly from: string; readonly to: string | undefined }[],
): string | undefined {
  let current = path;
  for (const { from, to } of moved.toReversed()) {
    if (to !== undefined && isInside(current, to)) current = from + current.slice(to.length);
    else if (isInside(current, from)) return undefined;
  }
  return current;
}

/** Returns where the file at a path is after the moves. */
export function pathAfter(path: string, moves: readonly { readonly from: string; readonly to: string | undefined }[]) {
  let current = path;
  for (const { from, to } of moves)
    if (to !== undefined && isInside(current, from)) current = to + current.slice(from.length);
  return current;
}

/**
 * Returns an existing folder, by its path before the moves, that is an ancestor of a path after
 * them.
 */
function existingFolder(path: string, moved: readonly Moved[]): string {
  const folder = dirname(path);
  const before = pathBefore(folder, moved);
  if (before !== undefined && statSync(before, { throwIfNoEntry: false })?.isDirectory()) return realPath(before);
  return folder === path ? path : existingFolder(folder, moved);
}

/** Resolves links; for a path that does not exist, those of its existing folders. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new LocateError(
        "file_unwritable",
        `${escapeName(path)} is a link that leads nowhere. Nothing was written.`,
        {
          path,
          why: "a link that leads nowhere",
        },
      );
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

function checked(real: string, path: string, { folders, namedFiles = [], advice = "" }: WriteScope): string {
  if (folders === undefined || isRealPathIn(real, folders)) return real;
  if (namedFiles.some((file) => realPath(file) === real)) return real;
  const where = real === path ? escapeName(path) : `${escapeName(path)} (a link to ${escapeName(real)})`;
  throw new LocateError(
    "file_unwritable",
    `${where} is outside of the workspace (${folders.join(", ")}). Nothing was written.${advice === "" ? "" : ` ${advice}`}`,
    { path, why: "outside of the workspace" },
  );
}

/** Two names of one file count as one if they get the same text, and can't be changed otherwise. */
function uniqueFiles(contents: FileChanges["contents"]): FileChanges["contents"] {
  const byFile = new Map<string, FileChanges["contents"][number]>();
  for (const content of contents) {
    const stat = statSync(content.path, { bigint: true, throwIfNoEntry: false });
    const key = stat === undefined ? content.path : `${stat.dev}:${stat.ino}`;
    const other = byFile.get(key);
    if (other !== undefined && !Buffer.from(other.after).equals(content.after))
      throw new LocateError(
        "file_unwritable",
        `${content.path} and ${other.path} are one file, and would get different texts. Nothing was written.`,
        { path: content.path, why: "two names of one file" },
      );
    byFile.set(key, content);
  }
  return [...byFile.values()];
}
