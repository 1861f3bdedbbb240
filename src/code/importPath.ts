/** The path by which other packages import a file's package, where a module file decides it. */

import { dirname, extname, join, relative, sep } from "node:path";
import { fileReader } from "../files/fileReader.js";
import { factsOf } from "../languages/languages.js";
import { moduleFit, parseModuleName } from "./imports/moduleName.js";

/** The maximum size of a module file that is read. */
const MAX_BYTES = 1 << 20;

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
  const name = parseModuleName(source, from);
  // Only Python's modules are named by their path, from a folder that the import does not show.
  return (name.base !== undefined || extname(path) === ".py") && moduleFit(name, path) === 1;
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
