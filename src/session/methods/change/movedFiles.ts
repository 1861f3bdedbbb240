/** The paths of `locate/move`, checked, and the files in them. */

import { readlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { LocateError } from "../../../error.js";
import { isInside } from "../../../files/isInside.js";
import { describeValue } from "../../../locate/errorText.js";
import { findPathEnds } from "../../../locate/notation/pathEnds.js";
import { escapeName } from "../../../text/printable.js";
import { isUri, pathOfUri } from "../../../uri.js";
import { entriesIn, lstatIfExists, statIfExists } from "../../../workspace/disk/folderEntries.js";
import type { FileContext } from "../../client/requestContext.js";
import { findFile, foldersOf } from "../../documents/filePaths.js";
import type { RequestParams } from "../params.js";

/** A file or folder that is moved; paths are absolute. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly isFolder: boolean;
}

/** The maximum number of files that are moved with a folder. */
const MAX_FILES = 10_000;

/**
 * Reads and checks the paths. Errors: `invalid_locate`, `file_not_found`; `file_unwritable` for a
 * target that exists, and for paths outside of the workspace.
 */
export function readMove({ from, to }: RequestParams, context: FileContext): Move {
  const folders = foldersOf(context.client.roots);
  const source = readPath("from", from);
  const oldPath = candidatesOf(source, folders).find((path) => lstatIfExists(path) !== undefined);
  if (oldPath === undefined) {
    findFile(source, context.client.roots, context.documents);
    throw new LocateError("file_not_found", `There is no file or folder ${escapeName(source)} on disk.`, {
      path: source,
      similar: [],
    });
  }
  const root = folders.find((folder) => isInside(oldPath, folder));
  if (root === undefined) throw outsideError(oldPath, folders);
  if (root === oldPath) throw unwritable(oldPath, "it is the workspace itself");
  const { libraries } = context.client.roots;
  if (libraries?.holds(oldPath)) throw unwritable(oldPath, "it belongs to a library, which is only read");
  const target = readPath("to", to);
  const written = candidatesOf(target, [root])[0] as string;
  const isInto = /[/\\]$/.test(target) || statIfExists(written)?.isDirectory() === true;
  const newPath = isInto ? join(written, basename(oldPath)) : written;
  if (!folders.some((folder) => isInside(newPath, folder))) throw outsideError(newPath, folders);
  if (newPath === oldPath) throw unwritable(newPath, "it is there already");
  const stats = lstatIfExists(oldPath);
  const isFolder = stats?.isDirectory() === true;
  if (isFolder && isInside(newPath, oldPath)) throw unwritable(newPath, `it is in ${escapeName(oldPath)} itself`);
  const other = lstatIfExists(newPath);
  // On some file systems a name in another case is the same file.
  if (other !== undefined && !(other.ino === stats?.ino && other.dev === stats.dev))
    throw unwritable(newPath, "it exists already");
  return { from: oldPath, to: newPath, isFolder };
}

function readPath(field: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  const given = value === undefined || value === null ? "is missing" : `is ${describeValue(value)}`;
  throw new LocateError("invalid_locate", `${field} ${given}. Write { "from": "src/a.ts", "to": "src/b.ts" }.`, {
    field,
    expected: "the path of a file or folder",
  });
}

/** Whether what is moved is a place in code, and not a file or folder. */
export function isLocateOfSymbol(from: unknown, context: FileContext): boolean {
  if (typeof from === "object" && from !== null) return true;
  if (typeof from !== "string" || from === "") return false;
  const folders = foldersOf(context.client.roots);
  const isThere = (path: string) => candidatesOf(path, folders).some((each) => lstatIfExists(each) !== undefined);
  if (isThere(from)) return false;
  const isFile = (path: string) => candidatesOf(path, folders).some((each) => lstatIfExists(each)?.isFile() === true);
  const ends = findPathEnds(from, isFile).filter((end) => end < from.length);
  // Of a symbol in any file, nothing is before the colon.
  return ends.some((end) => isFile(from.slice(0, end))) || basename(from).startsWith(":");
}

function candidatesOf(path: string, folders: readonly string[]): readonly string[] {
  const uriPath = isUri(path) ? pathOfUri(path) : undefined;
  if (uriPath !== undefined) return [resolve(uriPath)];
  return isAbsolute(path) ? [resolve(path)] : folders.map((folder) => resolve(folder, path));
}

function outsideError(path: string, folders: readonly string[]): LocateError {
  return unwritable(path, `it is outside of the workspace (${folders.map(escapeName).join(", ")})`);
}

function unwritable(path: string, why: string): LocateError {
  return new LocateError(
    "file_unwritable",
    `${escapeName(path)} can't be moved or moved to: ${why}. Nothing was moved.`,
    {
      path,
      why,
    },
  );
}

/** Files by their paths before the move, and links that would lead elsewhere after it. */
export interface MovedFiles {
  readonly files: readonly string[];
  readonly links: readonly string[];
  /** Whether there are more files than are looked at. */
  readonly isCut: boolean;
}

/** Lists the files that are moved. What a link leads to is not moved. */
export function listMovedFiles({ from, isFolder }: Move): MovedFiles {
  const files: string[] = [];
  const links: string[] = [];
  if (!isFolder) (lstatIfExists(from)?.isSymbolicLink() ? links : files).push(from);
  const folders = isFolder ? [from] : [];
  for (let folder = folders.pop(); folder !== undefined && files.length <= MAX_FILES; folder = folders.pop()) {
    for (const [name, kind] of entriesIn(folder)) {
      const path = join(folder, name);
      if (kind === "folder") folders.push(path);
      else if (kind === "file") files.push(path);
      else if (leadsOut(path, from)) links.push(path);
    }
  }
  return { files: files.slice(0, MAX_FILES), links, isCut: files.length > MAX_FILES };
}

/** Whether a relative link leads out of a folder. */
function leadsOut(link: string, folder: string): boolean {
  try {
    const target = readlinkSync(link);
    return !isAbsolute(target) && !isInside(resolve(dirname(link), target), folder);
  } catch {
    return false; // it is gone
  }
}

/** Returns where a path is after a move. */
export function pathAfterMove(path: string, { from, to }: Move): string {
  return isInside(path, from) ? to + path.slice(from.length) : path;
}
