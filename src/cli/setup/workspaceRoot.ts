/** The folder a server is given as its workspace. */

import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ancestorFolders, hasRootMarker } from "../../backend/config/rootMarkers.js";
import { pathInside } from "../../uri.js";
import { type Options, UsageError } from "../options.js";

/** `--root`, absolute; undefined where it is not given. Throws UsageError where it is no folder. */
export function readRootOption({ root }: Options, workingDirectory: string): string | undefined {
  if (root === undefined) return undefined;
  const path = resolve(workingDirectory, root);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`--root=${root}: there is no folder ${path}.`);
}

/**
 * For each marker, best first: the outermost folder from the file's upwards that has it, within the git repository, else within the working
 * directory. A file outside of both is in the nearest folder with a marker, for the outermost could be the home directory.
 * Where no folder has one: the working directory if the file is in it, else the repository, else the file's folder.
 */
export function findWorkspaceRoot(file: string, markers: readonly string[], workingDirectory: string): string {
  const folders = [...ancestorFolders(dirname(file))];
  const isHere = pathInside(workingDirectory, file) !== undefined;
  const repository = folders.findIndex((folder) => existsSync(join(folder, ".git")));
  const here = isHere ? folders.indexOf(workingDirectory) : -1;
  const last = repository >= 0 ? repository : here;
  const candidates = last >= 0 ? folders.slice(0, last + 1).reverse() : folders;
  for (const marker of markers) {
    const root = candidates.find((folder) => hasRootMarker(folder, marker));
    if (root !== undefined) return root;
  }
  if (isHere) return workingDirectory;
  return (repository >= 0 ? folders[repository] : undefined) ?? dirname(file);
}
