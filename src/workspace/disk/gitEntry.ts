/** Reads the `.git` of a folder. */

import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { lstatIfExists } from "./folderEntries.js";
import { readSmallFile } from "./readSmallFile.js";

export interface GitEntry {
  /**
   * - `linked`: a further worktree, whose `.git` file leads into a `worktrees/` folder.
   * - `submodule`: a `.git` file that leads into a `modules/` folder.
   * - `repository`: a `.git` folder, or a file that leads to one.
   */
  readonly kind: "linked" | "submodule" | "repository";
  /** The folder of git's data that all worktrees of the repository share. */
  readonly repository: string;
}

/** Returns undefined for a folder without a `.git`, or with one that is not git's. */
export function readGitEntry(folder: string): GitEntry | undefined {
  const path = join(folder, ".git");
  const stats = lstatIfExists(path);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) return { kind: "repository", repository: realPathOrSame(path) };
  const named = /^gitdir: (.+)/.exec(readSmallFile(path))?.[1]?.trimEnd();
  if (named === undefined) return undefined;
  const data = resolve(folder, named);
  if (basename(dirname(data)) === "worktrees") {
    const shared = readSmallFile(join(data, "commondir")).trim() || "../..";
    return { kind: "linked", repository: realPathOrSame(resolve(data, shared)) };
  }
  const isSubmodule = data.split(/[\\/]/).includes("modules");
  return { kind: isSubmodule ? "submodule" : "repository", repository: realPathOrSame(data) };
}

/** Returns the path with all links resolved; the path itself where it leads nowhere. */
export function realPathOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
