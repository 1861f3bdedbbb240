/** The file that an import names. */

import { dirname, relative } from "node:path";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile } from "../entities/entity.js";
import { EcmaPaths } from "../imports/ecmaPaths.js";
import { findModuleFile, type ModuleSearch } from "../imports/moduleFile.js";

/** Returns the file of a module, named as in an import of a file; undefined if there is none. */
export async function importedFile(
  source: string,
  { path, languageId }: Pick<CodeFile, "path" | "languageId">,
  files: CodeFiles,
): Promise<CodeFile | undefined> {
  const { sources } = files;
  const family = familyOf(languageId);
  const isReadable = (each: string) => family.includes(sources.languageOf(each) ?? "");
  const entriesOf = (folder: string) => files.entriesOf(folder);
  const search = { from: path, languageId, roots: sources.roots, isReadable, entriesOf };
  const found = await files.imported(source, path, () => pathOf(source, search, files));
  return found === undefined ? undefined : files.read(found);
}

const pathsByFiles = new WeakMap<CodeFiles, EcmaPaths>();

/** Returns the path of a module's file. A word that names no package is one of a library. */
async function pathOf(source: string, search: ModuleSearch, files: CodeFiles): Promise<string | undefined> {
  const { modules, hasNamedModules } = factsOf(search.languageId);
  const isBare = modules === "files" && !hasNamedModules && !/^[./]/.test(source);
  if (!isBare) return findModuleFile(source, search);
  const ecmaPaths = pathsByFiles.get(files) ?? new EcmaPaths();
  pathsByFiles.set(files, ecmaPaths);
  for (const path of await ecmaPaths.pathsOf(source, search.from)) {
    const relativePath = relative(dirname(search.from), path).replaceAll("\\", "/");
    const found = await findModuleFile(relativePath.startsWith("../") ? relativePath : `./${relativePath}`, search);
    if (found !== undefined) return found;
  }
  return source.includes("/") ? findModuleFile(source, search) : undefined;
}
