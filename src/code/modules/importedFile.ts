/** The file that an import names. */

import { familyOf } from "../../languages/languages.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile } from "../entities/entity.js";
import { findModuleFile } from "../moduleFile.js";

/** Returns the file of a module, named as in an import of a file; undefined if there is none. */
export async function importedFile(
  source: string,
  { path, languageId }: Pick<CodeFile, "path" | "languageId">,
  files: CodeFiles,
): Promise<CodeFile | undefined> {
  const { sources } = files;
  const family = familyOf(languageId);
  const isReadable = (each: string) => family.includes(sources.languageOf(each) ?? "");
  const found = await findModuleFile(source, { from: path, languageId, roots: sources.roots, isReadable });
  return found === undefined ? undefined : files.read(found);
}
