/** The workspace folders with their paths, and what lies in them. */

import { basename, join } from "node:path";
import { workingFolder } from "../../files/workingFolder.js";
import { pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import { areRootsOfDifferentWorktrees } from "../../workspace/disk/worktrees.js";

/** A workspace folder, and its absolute path. */
export interface PlacedFolder {
  readonly path: string;
  readonly folder: WorkspaceFolder;
}

/** Returns the workspace folders; where the client has none, the folder that it gave instead. */
export function placedFolders(roots: {
  readonly folders: readonly WorkspaceFolder[];
  readonly others: readonly string[];
}): readonly PlacedFolder[] {
  const named = roots.folders.flatMap((folder) => {
    const path = pathOfUri(folder.uri);
    return path === undefined ? [] : [{ path, folder }];
  });
  if (named.length > 0) return named;
  return roots.others.slice(0, 1).map((path) => ({ path, folder: { uri: uriOfPath(path, []), name: basename(path) } }));
}

/** Returns the folder at a root (absolute path); a workspace folder as the client gave it. */
export function folderAt(root: string, folders: readonly PlacedFolder[]): WorkspaceFolder {
  const given = folders.find(({ path }) => path === root)?.folder;
  const around = folders.map(({ folder }) => folder);
  return given ?? { uri: uriOfPath(root, around), name: basename(root) || root };
}

/** Whether two roots are in one worktree of git. */
export function isInSameWorktree(one: WorkspaceFolder, other: WorkspaceFolder): boolean {
  const [path, otherPath] = [pathOfUri(one.uri), pathOfUri(other.uri)];
  return path === undefined || otherPath === undefined || !areRootsOfDifferentWorktrees(path, otherPath);
}

/**
 * Returns the path of no real file, to find the root that a file directly in the folder would have.
 */
export function placeholderIn(folder: string | undefined): string {
  return join(folder ?? workingFolder(), "?");
}

/** Whether a path is a folder or lies in it. */
export function containsPath(folder: string, path: string): boolean {
  return path === folder || pathInside(folder, path) !== undefined;
}
