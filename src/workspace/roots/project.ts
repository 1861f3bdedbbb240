/** The project around a folder that is in no repository. */

import { foldersBelowHome } from "./repository.js";
import { hasRootMarker } from "./rootMarkers.js";
import { listsFolder } from "./workspaceFiles.js";

/** What marks a project of any language. */
export interface ProjectMarkers {
  readonly rootMarkers: readonly string[];
  /** Names of files that list the folders of several projects. */
  readonly workspaceFiles: readonly string[];
}

/**
 * Returns the outermost folder with a workspace file that lists `start`, else the nearest one with
 * a root marker, else `start`. The home folder, and what is above it, counts as without markers.
 * Paths are absolute.
 */
export function findProject(start: string, home: string | undefined, markers: ProjectMarkers): string {
  const folders = foldersBelowHome(start, home);
  const lists = (folder: string) => markers.workspaceFiles.some((name) => listsFolder(folder, name, start));
  const isMarked = (folder: string) => hasRootMarker(folder, markers.rootMarkers);
  return folders.findLast(lists) ?? folders.find(isMarked) ?? start;
}
