/**
 * Finds the root folder of a document for one server. Server and root together identify the backend
 * instance.
 */

import { dirname, resolve } from "node:path";
import { isInside } from "../../files/isInside.js";
import { ancestorFolders } from "../disk/folderEntries.js";
import { otherWorktreeOf } from "../disk/worktrees.js";
import { hasRootMarker } from "./rootMarkers.js";
import { listsFolder } from "./workspaceFiles.js";

/** What marks the roots of a server. */
export interface RootRule {
  /** Names of workspace files, which list the folders of their projects. */
  readonly workspaceFiles: readonly string[];
  /** Markers of folders with a configuration of this very server. */
  readonly configFiles: readonly string[];
  /** Markers of projects, best first. */
  readonly rootMarkers: readonly string[];
  /**
   * Which of several folders with a marker is the root. `workspace`: the workspace folder, whatever
   * is in it.
   */
  readonly root: "outermost" | "nearest" | "workspace";
}

export interface DocumentRoot {
  /** An absolute path; that of a workspace folder as it was given. */
  readonly root: string;
  /** Whether the document is in a workspace folder. */
  readonly isInside: boolean;
  /** Whether something marks the folder as a root of this server. */
  readonly isMarked: boolean;
}

/**
 * Looks at the folders from the document's up to the innermost workspace folder around it. The root
 * is the outermost one with a workspace file that lists the document's folder; else the nearest one
 * with a configuration of this server; else, for the first root marker that any of them has, the
 * outermost or nearest one with it; else the workspace folder. Another worktree of git in the
 * workspace bounds the search as the workspace folder does, and so does another worktree beside it.
 *
 * Outside of all these it is the nearest folder with any marker, as the outermost could be the home
 * directory, or else the document's folder.
 *
 * All paths are absolute. Reads the disk (about 0.1 ms), so it is called when a document is opened,
 * not for each message.
 */
export function findServerRoot(file: string, rule: RootRule, folders: readonly string[]): DocumentRoot {
  const fileFolder = dirname(file);
  const workspace = innermost(folders.filter((folder) => isInside(file, resolve(folder))));
  const top = otherWorktreeOf(file, folders) ?? workspace;
  if (top === undefined) {
    const isRoot = (folder: string) => hasRootMarker(folder, [...rule.configFiles, ...rule.rootMarkers]);
    const found = [...ancestorFolders(fileFolder)].find(isRoot);
    return { root: found ?? fileFolder, isInside: false, isMarked: found !== undefined };
  }
  const root = rule.root === "workspace" ? top : markedFolder(top, fileFolder, rule);
  return { root: root ?? top, isInside: true, isMarked: root !== undefined };
}

function markedFolder(
  top: string,
  fileFolder: string,
  { workspaceFiles, configFiles, rootMarkers, root }: RootRule,
): string | undefined {
  const outward = [...foldersBelow(top, fileFolder), top];
  const inward = outward.toReversed();
  const listing = inward.find((folder) =>
    workspaceFiles.some((name) => listsFolder(resolve(folder), name, fileFolder)),
  );
  if (listing !== undefined) return listing;
  const configured = outward.find((folder) => hasRootMarker(folder, configFiles));
  if (configured !== undefined) return configured;
  const candidates = root === "nearest" ? outward : inward;
  for (const marker of rootMarkers) {
    const marked = candidates.find((folder) => hasRootMarker(folder, [marker]));
    if (marked !== undefined) return marked;
  }
  return undefined;
}

/** Whether a folder or one above it has one of the files. `folder` is absolute. */
export function hasFileAbove(folder: string, markers: readonly string[]): boolean {
  return hasRootMarker(folder, markers) || [...ancestorFolders(folder)].some((each) => hasRootMarker(each, markers));
}

/** Returns the innermost of nested folders: the one with the longest path. */
function innermost(folders: readonly string[]): string | undefined {
  return folders.toSorted((left, right) => resolve(right).length - resolve(left).length)[0];
}

/** Returns the folders below `top` down to `folder`, innermost first. */
function foldersBelow(top: string, folder: string): string[] {
  const found: string[] = [];
  for (const each of ancestorFolders(folder)) {
    if (each === resolve(top) || !isInside(each, resolve(top))) break;
    found.push(each);
  }
  return found;
}
