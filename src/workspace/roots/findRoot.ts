/**
 * Finds the root folder of a document for one server. Server and root together identify the backend
 * instance.
 */

import { dirname, resolve } from "node:path";
import { isInside } from "../../files/isInside.js";
import { otherWorktreeOf } from "../disk/worktrees.js";
import { ancestorFolders, hasRootMarker } from "./rootMarkers.js";

export interface DocumentRoot {
  /** An absolute path; that of a workspace folder as it was given. */
  readonly root: string;
  /** Whether the document is in a workspace folder. */
  readonly isInside: boolean;
}

/**
 * Takes the first marker, best first, that any folder has, from the document's folder up to the
 * innermost workspace folder around it, and returns the outermost folder with that marker; without
 * any, the workspace folder. Another worktree of git in the workspace bounds the search as the
 * workspace folder does, and so does another worktree beside it.
 *
 * Outside of all these it is the nearest folder with any marker, as the outermost could be the home
 * directory, or else the document's folder.
 *
 * All paths are absolute. Reads the disk (about 0.1 ms), so it is called when a document is opened,
 * not for each message.
 */
export function findRoot(file: string, markers: readonly string[], folders: readonly string[]): DocumentRoot {
  const fileFolder = dirname(file);
  const workspace = innermost(folders.filter((folder) => isInside(file, resolve(folder))));
  const top = otherWorktreeOf(file, folders) ?? workspace;
  if (top === undefined) {
    const isRoot = (folder: string): boolean => markers.some((marker) => hasRootMarker(folder, marker));
    return { root: firstWhere(ancestorFolders(fileFolder), isRoot) ?? fileFolder, isInside: false };
  }
  const candidates = [top, ...foldersBelow(top, fileFolder)];
  for (const marker of markers) {
    const root = candidates.find((folder) => hasRootMarker(folder, marker));
    if (root !== undefined) return { root, isInside: true };
  }
  return { root: top, isInside: true };
}

/** Returns the innermost of nested folders: the one with the longest path. */
function innermost(folders: readonly string[]): string | undefined {
  return folders.toSorted((left, right) => resolve(right).length - resolve(left).length)[0];
}

/** Returns the folders below `top` down to `folder`, outermost first. */
function foldersBelow(top: string, folder: string): string[] {
  const found: string[] = [];
  for (const each of ancestorFolders(folder)) {
    if (each === resolve(top) || !isInside(each, resolve(top))) break;
    found.unshift(each);
  }
  return found;
}

function firstWhere<T>(values: Iterable<T>, predicate: (value: T) => boolean): T | undefined {
  for (const value of values) if (predicate(value)) return value;
  return undefined;
}
