/** Finds the file of a module on disk: the index has declarations, not modules. */

import { basename, dirname, join } from "node:path";
import type { ListedEntry } from "../../files/fileCalls.js";
import { fileReader } from "../../files/fileReader.js";
import { pathInside } from "../../uri.js";
import { folderOfImport } from "../importPath.js";
import { isFolderIndex, parseModuleName, stemOf } from "./moduleName.js";

export interface ModuleSearch {
  /** The path of the file with the import. */
  readonly from: string;
  readonly languageId: string;
  readonly roots: readonly string[];
  /** Whether the import's language reads files of this name. */
  readonly isReadable: (path: string) => boolean;
  /** Returns what is in a folder, nothing if it can't be read; from disk by default. */
  readonly entriesOf?: (folder: string) => Promise<readonly ListedEntry[]>;
}

/** Folders of sources below a root that module names don't mention. */
const sourceFolders = ["src", "lib", "app"];

/**
 * Returns the path of the module's file, or of its folder's index file. Undefined if there is none.
 */
export async function findModuleFile(source: string, search: ModuleSearch): Promise<string | undefined> {
  const folder = await folderOfImport(source, search.from, search.languageId);
  if (folder !== undefined) return fileAt(folder, search);
  const { base, otherBases = [], segments, maxDropped } = parseModuleName(source, search.from);
  if (base !== undefined) {
    for (const each of [base, ...otherBases]) {
      const path = await fileAt(each, search);
      if (path !== undefined) return path;
    }
    return undefined;
  }
  if (segments.length === 0) return undefined;
  for (let dropped = 0; dropped <= Math.min(maxDropped, segments.length - 1); dropped++) {
    for (const folder of foldersAround(search)) {
      const path = await fileAt(join(folder, segments.slice(dropped).join("/")), search);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

/** Returns the folders that a module's name can be relative to, nearest first. */
function foldersAround({ from, roots }: ModuleSearch): string[] {
  const folders: string[] = [dirname(from)];
  const root = roots.find((each) => pathInside(each, from) !== undefined);
  for (let folder = dirname(from); root !== undefined && folder !== root && pathInside(root, folder) !== undefined; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return [
    ...new Set([...folders, ...roots, ...roots.flatMap((each) => sourceFolders.map((name) => join(each, name)))]),
  ];
}

async function fileAt(base: string, { isReadable, entriesOf = listFolder }: ModuleSearch): Promise<string | undefined> {
  const folder = dirname(base);
  const name = basename(base);
  const entries = await entriesOf(folder);
  const files = entries.filter((entry) => entry.isFile && isReadable(entry.name));
  const file = files.filter((entry) => entry.name === name || stemOf(entry.name) === name).sort(byLength)[0];
  if (file) return join(folder, file.name);
  if (!entries.some((entry) => entry.isFolder && entry.name === name)) return undefined;
  const inside = (await entriesOf(base)).filter((entry) => entry.isFile && isReadable(entry.name)).sort(byLength);
  const own = inside.find((entry) => isFolderIndex(entry.name)) ?? inside.find((entry) => stemOf(entry.name) === name);
  if (own) return join(base, own.name);
  // A Go package has no main file: take the first one that is not a test.
  const first = inside.filter((entry) => entry.name.endsWith(".go") && !entry.name.endsWith("_test.go"));
  return first[0] && join(base, first.map((entry) => entry.name).sort()[0] as string);
}

/** Returns what is in a folder; nothing if it can't be read. */
export async function listFolder(folder: string): Promise<readonly ListedEntry[]> {
  try {
    return await fileReader.entries(folder);
  } catch {
    return [];
  }
}

/** Sorts `a.ts` before `a.d.ts`. */
function byLength(left: ListedEntry, right: ListedEntry): number {
  return left.name.length - right.name.length || (left.name < right.name ? -1 : 1);
}
