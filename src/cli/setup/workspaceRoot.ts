/** The workspace root of a server. */

import { dirname, resolve } from "node:path";
import { pathInside } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { otherWorktreeOf, Worktrees } from "../../workspace/disk/worktrees.js";
import { ancestorFolders, hasRootMarker } from "../../workspace/roots/rootMarkers.js";
import { type Options, UsageError } from "../options.js";

/**
 * Returns `--root` as an absolute path, or `undefined` without it. Throws UsageError if it is not a
 * folder.
 */
export function readRootOption({ root }: Options, workingDirectory: string): string | undefined {
  if (root === undefined) return undefined;
  const path = resolve(workingDirectory, root);
  if (statIfExists(path)?.isDirectory()) return path;
  throw new UsageError(`--root=${root}: there is no folder ${path}.`);
}

/**
 * Makes `--root` the working directory, once all other paths are absolute: nothing is looked up in
 * the one that the command was started in, by the session or by a server.
 */
export function enterRoot(root: string | undefined): void {
  if (root !== undefined) process.chdir(root);
}

/**
 * Returns the outermost folder around a file that has the first marker, else the second, and so on;
 * within its worktree of git or, without one, the working directory. For a file outside of both it
 * is the nearest folder with a marker, since the outermost could be the home directory. Without a
 * marker: the working directory if the file is in it and it is no other worktree, else the
 * worktree, else the file's folder.
 */
export function findWorkspaceRoot(file: string, markers: readonly string[], workingDirectory: string): string {
  const folders = [...ancestorFolders(dirname(file))];
  const isInWorkingDirectory = pathInside(workingDirectory, file) !== undefined;
  const top = new Worktrees().of(dirname(file))?.top;
  const worktree = top === undefined ? -1 : folders.indexOf(top);
  const workingFolder = isInWorkingDirectory ? folders.indexOf(workingDirectory) : -1;
  const last = worktree >= 0 ? worktree : workingFolder;
  const candidates = last >= 0 ? folders.slice(0, last + 1).reverse() : folders;
  for (const marker of markers) {
    const root = candidates.find((folder) => hasRootMarker(folder, marker));
    if (root !== undefined) return root;
  }
  if (isInWorkingDirectory) return otherWorktreeOf(file, [workingDirectory]) ?? workingDirectory;
  return top ?? dirname(file);
}
