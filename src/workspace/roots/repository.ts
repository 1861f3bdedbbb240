/**
 * The repository around a folder. A shell command looks for it before anything else, so this
 * imports next to nothing.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../files/isInside.js";
import { ancestorFolders } from "../disk/folderEntries.js";
import { readGitEntry, realPathOrSame } from "../disk/gitEntry.js";

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

/** Returns a folder and its ancestors, innermost first, without the home folder and those above. */
export function foldersBelowHome(start: string, home: string | undefined): readonly string[] {
  const homes = home === undefined ? [] : [home, realPathOrSame(home)];
  const isExcepted = (folder: string) => dirname(folder) === folder || homes.some((each) => isInside(each, folder));
  return [...ancestorFolders(start)].filter((folder) => !isExcepted(folder));
}
