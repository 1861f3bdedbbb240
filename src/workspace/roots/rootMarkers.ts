/**
 * Root markers: files and folders that mark a folder as the root of a project, and the project
 * around a folder that is in no repository.
 */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../disk/readSmallFile.js";
import { foldersBelowHome } from "./repository.js";
import { listsFolder } from "./workspaceFiles.js";

/**
 * Whether a folder contains one of the markers. `*.sln` matches any name that ends with `.sln`, and
 * `pyproject.toml#tool.pyright` a `pyproject.toml` with that table or one below it.
 */
export function hasRootMarker(folder: string, markers: readonly string[]): boolean {
  const endings = markers.filter((each) => each.startsWith("*")).map((each) => each.slice(1));
  if (markers.some((each) => !each.startsWith("*") && hasFile(folder, each))) return true;
  return endings.length > 0 && namesIn(folder).some((name) => endings.some((each) => name.endsWith(each)));
}

function hasFile(folder: string, marker: string): boolean {
  const [name = "", table] = marker.split("#", 2);
  if (!existsSync(join(folder, name))) return false;
  return table === undefined || hasTable(readSmallFile(join(folder, name)), table);
}

/** Whether a text in TOML has a table, or one below it. Only headers are read. */
function hasTable(text: string, table: string): boolean {
  return text.split(/\r?\n/).some((line) => {
    const header = line.trim().replace(/^\[+/, "");
    return line.trim().startsWith("[") && (header.startsWith(`${table}]`) || header.startsWith(`${table}.`));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

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
