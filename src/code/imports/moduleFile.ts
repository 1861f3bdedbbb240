/** The file that an import means, and the path by which other files import one. */

import { basename, dirname, join, relative, sep } from "node:path";
import type { ListedEntry } from "../../files/fileCalls.js";
import { fileReader } from "../../files/fileReader.js";
import { factsOf } from "../../languages/languages.js";
import { pathInside, realPathOf } from "../../uri.js";
import type { EcmaPaths } from "./ecmaPaths.js";
import { isFolderIndex, moduleFit, parseModuleName, stemOf, withoutExtension } from "./moduleName.js";

export interface ModuleSearch {
  /** The path of the file with the import. */
  readonly from: string;
  readonly languageId: string;
  readonly roots: readonly string[];
  /** Whether the import's language reads files of this name. */
  readonly isReadable: (path: string) => boolean;
  /** Returns what is in a folder, nothing if it can't be read; from disk by default. */
  readonly entriesOf?: (folder: string) => Promise<readonly ListedEntry[]>;
  /** What configuration files say of imports that are not relative. */
  readonly ecmaPaths?: EcmaPaths;
}

/** Folders of sources below a root that module names don't mention. */
const sourceFolders = ["src", "lib", "app"];

/** The maximum size of a module file that is read. */
const MAX_BYTES = 1 << 20;

/**
 * Returns the path of the module's file, or of its folder's index file. Undefined if there is none.
 */
export async function findModuleFile(source: string, search: ModuleSearch): Promise<string | undefined> {
  for await (const place of placesOf(source, search)) {
    const path = await fileAt(place, search);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Yields the paths, without extensions, at which a module may be, the likeliest first. */
async function* placesOf(source: string, search: ModuleSearch): AsyncGenerator<string> {
  const { from, languageId, ecmaPaths } = search;
  const folder = await folderOfImport(source, from, languageId);
  if (folder !== undefined) {
    yield folder;
    return;
  }
  const { base, otherBases = [], segments, maxDropped } = parseModuleName(source, from, languageId);
  if (base !== undefined) {
    yield* [base, ...otherBases];
    return;
  }
  const { modules, hasNamedModules } = factsOf(languageId);
  if (ecmaPaths && modules === "files" && !hasNamedModules) {
    for (const path of await ecmaPaths.pathsOf(source, from)) yield withoutExtension(path, languageId);
    // A word that names no package is one of a library.
    if (!source.includes("/")) return;
  }
  const folders = foldersAround(search);
  for (let dropped = 0; dropped <= Math.min(maxDropped, segments.length - 1); dropped++)
    for (const each of folders) yield join(each, segments.slice(dropped).join("/"));
}

/** Returns the folders that a module's name can be relative to, nearest first. */
function foldersAround({ from, roots }: ModuleSearch): readonly string[] {
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

async function fileAt(
  place: string,
  { languageId, isReadable, entriesOf = listFolder }: ModuleSearch,
): Promise<string | undefined> {
  const folder = dirname(place);
  const name = basename(place);
  const entries = await entriesOf(folder);
  const files = entries.filter((entry) => entry.isFile && isReadable(entry.name));
  const file = files.filter((entry) => entry.name === name || stemOf(entry.name) === name).sort(byLength)[0];
  if (file) return join(folder, file.name);
  if (!entries.some((entry) => entry.isFolder && entry.name === name)) return undefined;
  const inside = (await entriesOf(place)).filter((entry) => entry.isFile && isReadable(entry.name)).sort(byLength);
  const own = inside.find((entry) => isFolderIndex(entry.name)) ?? inside.find((entry) => stemOf(entry.name) === name);
  if (own) return join(place, own.name);
  const { hasFolderPackages, entries: called } = factsOf(languageId);
  if (!hasFolderPackages) return undefined;
  // A package of a folder has no main file: take the first one that is not a test.
  const [first] = inside
    .map((entry) => entry.name)
    .filter((each) => !called.tests?.file.test(each))
    .sort();
  return first === undefined ? undefined : join(place, first);
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

/** An import of a file, in another one. */
interface FileImport {
  /** The path of the file with the import. */
  readonly from: string;
  /** The path of the file that may be meant. */
  readonly path: string;
  readonly languageId: string;
}

/** Whether an import certainly means a file, or the package that it is part of. */
export async function importsFile(source: string, { from, path, languageId }: FileImport): Promise<boolean> {
  if (hasImportPaths(languageId)) return source === (await importPathOf(path, languageId));
  const name = parseModuleName(source, from, languageId);
  // Only a module that code names is known by its path from a folder that the import does not show.
  if (name.base === undefined && !factsOf(languageId).hasNamedModules) return false;
  if (moduleFit(name, path) === 1) return true;
  // A link may be the folder that it names.
  const { base } = name;
  const real = base === undefined ? undefined : join(realPathOf(dirname(base)), basename(base));
  return real !== undefined && real !== base && moduleFit({ ...name, base: real }, path) === 1;
}

/** Whether a module file gives the packages of a language the paths that they are imported by. */
export function hasImportPaths(languageId: string): boolean {
  return factsOf(languageId).moduleFile !== undefined;
}

/**
 * Returns the path by which files of other folders import what a file declares: the name in the
 * nearest module file, and the folders below it. Undefined where the language has no such file, or
 * there is none.
 */
export async function importPathOf(path: string, languageId: string): Promise<string | undefined> {
  const folder = dirname(path);
  const vendored = /(?:^|[\\/])vendor[\\/](.+)$/.exec(folder)?.[1];
  if (vendored !== undefined && hasImportPaths(languageId)) return vendored.replaceAll("\\", "/");
  const found = await findModule(folder, languageId);
  return found && [found.name, ...relative(found.root, folder).split(sep)].filter(Boolean).join("/");
}

/**
 * Returns the folder that an import in the file `from` means, by the nearest module file. Undefined
 * for packages of other modules.
 */
export async function folderOfImport(source: string, from: string, languageId: string): Promise<string | undefined> {
  const found = await findModule(dirname(from), languageId);
  if (found === undefined || !`${source}/`.startsWith(`${found.name}/`)) return undefined;
  return join(found.root, source.slice(found.name.length));
}

/** Returns the module that a folder is in: the folder of its file, and its name. */
async function findModule(
  folder: string,
  languageId: string,
): Promise<{ readonly root: string; readonly name: string } | undefined> {
  const { moduleFile } = factsOf(languageId);
  if (moduleFile === undefined) return undefined;
  for (let root = folder; ; root = dirname(root)) {
    const text = await fileReader.readText(join(root, moduleFile.name), { maxBytes: MAX_BYTES });
    const name = text === undefined ? undefined : moduleFile.module.exec(text)?.[1];
    if (name !== undefined) return { root, name };
    if (dirname(root) === root) return undefined;
  }
}
