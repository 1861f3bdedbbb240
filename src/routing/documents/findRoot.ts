/** Which folder is the root of a document for one server. Together with the server it says which process serves the document. */

import { dirname, resolve } from "node:path";
import { ancestorFolders, hasRootMarker } from "../../backend/config/rootMarkers.js";
import { pathInside } from "../../uri.js";

export interface DocumentRoot {
  /** An absolute path; that of a workspace folder as it was given. */
  readonly root: string;
  /** Whether the document is in a workspace folder. */
  readonly isInside: boolean;
}

/**
 * For each marker, best first: the outermost folder that has it, from the document's own up to the workspace folder it is in, the innermost
 * where they nest; the workspace folder itself where none has any. A document outside of all is in the nearest folder that has
 * a marker, whichever it is, for the outermost could be the home directory; else in its own.
 *
 * All paths are absolute. It looks at the disk, for a tenth of a millisecond: it is asked when a document is opened, not for each message.
 */
export function findRoot(file: string, markers: readonly string[], folders: readonly string[]): DocumentRoot {
  const fileFolder = dirname(file);
  const workspace = innermost(folders.filter((folder) => pathInside(folder, file) !== undefined));
  if (workspace === undefined) {
    const isRoot = (folder: string): boolean => markers.some((marker) => hasRootMarker(folder, marker));
    return { root: firstWhere(ancestorFolders(fileFolder), isRoot) ?? fileFolder, isInside: false };
  }
  const candidates = [workspace, ...foldersBelow(workspace, fileFolder)];
  for (const marker of markers) {
    const root = candidates.find((folder) => hasRootMarker(folder, marker));
    if (root !== undefined) return { root, isInside: true };
  }
  return { root: workspace, isInside: true };
}

/** Folders that a document is in all lie in each other: the innermost has the longest path. */
function innermost(folders: readonly string[]): string | undefined {
  return folders.toSorted((left, right) => resolve(right).length - resolve(left).length)[0];
}

/** The folders from under `top` down to `folder`, outermost first. */
function foldersBelow(top: string, folder: string): string[] {
  const found: string[] = [];
  for (const each of ancestorFolders(folder)) {
    if (pathInside(top, each) === undefined) break;
    found.unshift(each);
  }
  return found;
}

function firstWhere<T>(values: Iterable<T>, predicate: (value: T) => boolean): T | undefined {
  for (const value of values) if (predicate(value)) return value;
  return undefined;
}
