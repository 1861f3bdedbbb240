/** The file that a whole module is: looked for on disk, as nothing that the index keeps declares it. */

import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathInside } from "../../uri.js";
import { isFolderIndex, parseModuleName, stemOf } from "./moduleName.js";

export interface ModuleSearch {
  /** The file with the import in it. */
  readonly from: string;
  readonly roots: readonly string[];
  /** Whether a file of that name is one that the import's language reads. */
  readonly isReadable: (path: string) => boolean;
}

/** Folders below a root that sources stand in, without a module's name saying so. */
const sourceFolders = ["src", "lib", "app"];

/** The path of the module's file, or of the file that stands for its folder; undefined where there is none in the workspace. */
export async function findModuleFile(source: string, search: ModuleSearch): Promise<string | undefined> {
  const { base, segments, maxDropped } = parseModuleName(source, search.from);
  if (base !== undefined) return fileAt(base, search);
  if (segments.length === 0) return undefined;
  for (let dropped = 0; dropped <= Math.min(maxDropped, segments.length - 1); dropped++) {
    for (const folder of foldersAround(search)) {
      const path = await fileAt(join(folder, ...segments.slice(dropped)), search);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

/** The folders that a module's name may begin in, the nearest first. */
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

async function fileAt(base: string, { isReadable }: ModuleSearch): Promise<string | undefined> {
  const folder = dirname(base);
  const name = basename(base);
  const entries = await entriesOf(folder);
  const files = entries.filter((entry) => entry.isFile() && isReadable(entry.name));
  const file = files.filter((entry) => entry.name === name || stemOf(entry.name) === name).sort(byLength)[0];
  if (file) return join(folder, file.name);
  if (!entries.some((entry) => entry.isDirectory() && entry.name === name)) return undefined;
  const inside = (await entriesOf(base)).filter((entry) => entry.isFile() && isReadable(entry.name)).sort(byLength);
  const own = inside.find((entry) => isFolderIndex(entry.name)) ?? inside.find((entry) => stemOf(entry.name) === name);
  if (own) return join(base, own.name);
  // A package is a folder, and none of its files more than the others: the first one that is no test.
  const first = inside.filter((entry) => entry.name.endsWith(".go") && !entry.name.endsWith("_test.go"));
  return first[0] && join(base, first.map((entry) => entry.name).sort()[0] as string);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** `a.ts` before `a.d.ts`. */
function byLength(left: Dirent, right: Dirent): number {
  return left.name.length - right.name.length || (left.name < right.name ? -1 : 1);
}
