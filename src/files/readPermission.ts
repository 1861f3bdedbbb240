/**
 * "May this file be read?", asked of its real path. A link in a workspace may have come with a
 * repository: it is followed inside the folders of the workspace only. A hard link and a bind mount
 * are a file like any other.
 */

import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { setLatest } from "../text/list.js";
import { isInside } from "./isInside.js";
import { unreadableError } from "./readErrors.js";

/** What may be read. */
export interface ReadPermission {
  /** The folders of the workspace: absolute paths, whose own links are resolved. */
  readonly folders: readonly string[];
  /**
   * Whether files elsewhere may be read, too, because a language server or the user has named them.
   * A link in the folders that leads out of them is no such name.
   */
  readonly allowsOutside: boolean;
  /** Files that the user has named, wherever they lead. */
  readonly namedFiles?: readonly string[];
}

/**
 * Where a path leads, seen from some folders: into one of them, to a file elsewhere that is written
 * as one in them, or elsewhere.
 */
export type PathPlace = "inside" | "linked" | "outside";

/**
 * The folders of installed packages. Package managers link these from a store, so that links in
 * them lead out of a workspace.
 */
const packageFolders: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "site-packages",
  "dist-packages",
]);

/** Whether a path is in a folder of installed packages. */
export function isInPackage(path: string): boolean {
  return path.split(/[\\/]/).some((name) => packageFolders.has(name));
}

/**
 * Returns where an absolute path leads, in every process. The file need not exist. /proc/self and
 * /dev/fd lead elsewhere in the process that reads the file, so that these paths are outside.
 */
export function placeOf(path: string, folders: readonly string[]): PathPlace {
  if (path.length > MAX_PATH_LENGTH) return "outside";
  if (isPerProcess(path) && !folders.some((folder) => isInside(path, folder))) return "outside";
  return placeOfReal(path, realPathOf(path), folders);
}

/** No system opens a longer path, in UTF-16 code units. */
const MAX_PATH_LENGTH = process.platform === "win32" ? 32_767 : 4_096;

function isPerProcess(path: string): boolean {
  return process.platform !== "win32" && ["/proc", "/dev"].some((folder) => isInside(path, folder));
}

/** Whether an absolute path is one of the folders or lies in one, with all links resolved. */
export function isInFolders(path: string, folders: readonly string[]): boolean {
  return isRealPathIn(realPathOf(path), folders);
}

/** Whether a file may be read. */
export function mayRead(path: string, permission: ReadPermission): boolean {
  return isAllowed(path, placeOf(path, permission.folders), permission);
}

/**
 * Throws `file_unreadable` if an open file may not be read. It is asked when the file is open, so
 * that no link that is put in its place between the question and the reading has an effect. `stats`
 * are those of the descriptor.
 */
export function assertReadable(
  path: string,
  file: number,
  stats: Pick<Stats, "dev" | "ino">,
  permission: ReadPermission,
): void {
  const real = realPathOfOpen(path, file, stats);
  const place = placeOfReal(path, real, permission.folders);
  if (isAllowed(path, place, permission)) return;
  throw unreadableError(
    path,
    place === "linked" ? `it is a link that leads out of the workspace, to ${real}` : "it is outside of the workspace",
  );
}

function isAllowed(path: string, place: PathPlace, { allowsOutside, namedFiles = [] }: ReadPermission): boolean {
  return place === "inside" || (place === "outside" && allowsOutside) || namedFiles.includes(path);
}

/**
 * Resolves links; for a path that does not exist, those of its existing folders, and a last one
 * that leads nowhere.
 */
function realPathOf(path: string): string {
  let existing = path;
  let missing = "";
  for (let links = 0; ; ) {
    try {
      return join(realpathSync.native(existing), missing);
    } catch {
      const target = links < MAX_LINKS ? targetOf(existing) : undefined;
      const folder = dirname(existing);
      if (target !== undefined) {
        links++;
        existing = resolve(folder, target);
      } else if (folder === existing) return join(existing, missing);
      else {
        missing = join(basename(existing), missing);
        existing = folder;
      }
    }
  }
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Returns what a link says; undefined for what is no link. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function placeOfReal(path: string, real: string, folders: readonly string[]): PathPlace {
  if (isRealPathIn(real, folders)) return "inside";
  return isWrittenIn(path, folders) ? "linked" : "outside";
}

/** Real paths of folders. One that has changed since is noticed when a path is in none of them. */
const realFolders = new Map<string, string>();
const MAX_REAL_FOLDERS = 1_000;

/** Whether a path without links is one of the folders or lies in one. */
export function isRealPathIn(real: string, folders: readonly string[]): boolean {
  const isIn = (folder: string) => isInside(real, realFolders.get(folder) ?? resolveFolder(folder));
  if (folders.some(isIn)) return true;
  for (const folder of folders) realFolders.delete(folder);
  return folders.some(isIn) || folders.some((folder) => isBelow(real, folder));
}

function resolveFolder(folder: string): string {
  const real = realPathOf(folder);
  setLatest(realFolders, folder, real, MAX_REAL_FOLDERS);
  return real;
}

/** Whether a path is written as one in the folders, through whichever name of theirs. */
function isWrittenIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const written = [folder, realPathOf(folder)].find((each) => isInside(path, each));
    if (written !== undefined) return !isInPackages(path.slice(written.length));
    return isBelow(path, folder) && !isInPackages(path);
  });
}

function isInPackages(path: string): boolean {
  return path.split(sep).some((name) => packageFolders.has(name));
}

/**
 * Whether one of the folders around a path is that folder, by device and inode: names that differ
 * in case alone may lead to the same one.
 */
function isBelow(path: string, folder: string): boolean {
  const identity = identityOf(folder);
  if (identity === undefined) return false;
  for (let at = path; ; at = dirname(at)) {
    if (identityOf(at) === identity) return true;
    if (dirname(at) === at) return false;
  }
}

function identityOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  } catch {
    return undefined;
  }
}

/** Returns the real path of an open file. */
function realPathOfOpen(path: string, file: number, { dev, ino }: Pick<Stats, "dev" | "ino">): string {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    // Other systems than Linux have no name for it. What the path leads to now must be the same.
    const real = realpathSync.native(path);
    const now = statSync(real);
    if (now.dev === dev && now.ino === ino) return real;
    throw unreadableError(path, "another file has taken its place while it was read");
  }
}
