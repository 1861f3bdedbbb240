/**
 * The workspace of a command: the folder that its answers are about. A shell command loads the
 * first part of it before anything else.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../files/isInside.js";
import { readGitEntry, realPathOrSame } from "../disk/gitEntry.js";
import { ancestorFolders, hasRootMarker } from "./rootMarkers.js";

/**
 * Returns the nearest folder, from `start` upwards, that is the top of a repository of git or jj.
 * Submodules belong to the repository around them. The home folder, and what is above it, is none:
 * a repository there has the user's settings. Paths are absolute.
 */
export function findRepository(start: string, home: string | undefined): string | undefined {
  let submodule: string | undefined;
  for (const folder of foldersBelowHome(start, home)) {
    if (existsSync(join(folder, ".jj"))) return folder;
    const entry = readGitEntry(folder);
    if (entry?.kind === "submodule") submodule = folder;
    else if (entry !== undefined) return folder;
  }
  // Its repository is the home folder, or is gone.
  return submodule;
}

/** What marks a project of any language. */
export interface ProjectMarkers {
  readonly rootMarkers: readonly string[];
  /** Whether a folder has a workspace file that lists another one, or one around that. */
  listsFolder(folder: string, inner: string): boolean;
}

/**
 * Returns the workspace of a folder in no repository: the outermost folder with a workspace file
 * that lists it, else the nearest one with a root marker, else the folder itself. The home folder,
 * and what is above it, counts as without markers.
 */
export function findProject(start: string, home: string | undefined, markers: ProjectMarkers): string {
  const folders = foldersBelowHome(start, home);
  const listing = folders.findLast((folder) => markers.listsFolder(folder, start));
  return listing ?? folders.find((folder) => markers.rootMarkers.some((each) => hasRootMarker(folder, each))) ?? start;
}

/** Returns a folder and its ancestors, innermost first, without the home folder and those above. */
function foldersBelowHome(start: string, home: string | undefined): readonly string[] {
  const homes = home === undefined ? [] : [home, realPathOrSame(home)];
  const isExcepted = (folder: string) => dirname(folder) === folder || homes.some((each) => isInside(each, folder));
  return [...ancestorFolders(start)].filter((folder) => !isExcepted(folder));
}
