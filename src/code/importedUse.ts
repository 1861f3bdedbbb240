/** Whether an import leads from a use of a name to a declaration, with nothing left to guess. */

import { extname } from "node:path";
import { factsOf } from "../languages/languages.js";
import { hasImportPaths, importsFile } from "./importPath.js";
import { findModuleFile } from "./moduleFile.js";
import { parseModuleName } from "./moduleName.js";
import { isInSameFolder, type NameInFile } from "./sameSymbol.js";

/** A declaration that uses in other files may mean. */
export interface Declaration {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** The name of the type that declares it; undefined for what a module declares by itself. */
  readonly owner: string | undefined;
}

/**
 * Whether syntax shows that a use in another file means the declaration: its file is imported by
 * its path, or is in the same package, and the name, its module or its type is what is imported.
 * `roots` are the absolute paths of the workspace folders.
 */
export async function importsDeclaration(
  use: NameInFile,
  declaration: Declaration,
  roots: readonly string[],
): Promise<boolean> {
  const { name, path: from, languageId } = use;
  const { path, name: declared, owner } = declaration;
  if (from === undefined || from === path) return false;
  const leadsTo = async (source: string) => {
    if (!(await importsFile(source, { from, path, languageId }))) return false;
    if (hasImportPaths(languageId) || parseModuleName(source, from).base !== undefined) return true;
    // Of several files that fit the words of a module's name, it is the one that would be found.
    const isReadable = (each: string) => extname(each) === extname(path);
    return (await findModuleFile(source, { from, languageId, roots, isReadable })) === path;
  };
  const { import: own, receiver } = name;
  if (owner !== undefined) {
    const type = receiver?.import;
    return type !== undefined && type.original === owner && leadsTo(type.source);
  }
  if (own !== undefined) return own.original === declared && leadsTo(own.source);
  if (receiver?.import !== undefined) {
    const { source, original } = receiver.import;
    if (name.name !== declared) return false;
    if (original === undefined) return leadsTo(source);
    // In Python, what is imported from a package may be a module: `from . import util`.
    return extname(path) === ".py" && leadsTo(source.endsWith(".") ? `${source}${original}` : `${source}.${original}`);
  }
  const isOfPackage = name.reach === "free" && !name.isMember && factsOf(languageId).hasFolderPackages;
  return isOfPackage && name.name === declared && isInSameFolder(from, path);
}
