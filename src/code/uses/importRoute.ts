/** Whether an import leads from a use of a name to a declaration, with nothing left to guess. */

import { extname } from "node:path";
import { factsOf } from "../../languages/languages.js";
import { findModuleFile, hasImportPaths, importsFile } from "../imports/moduleFile.js";
import { parseModuleName, submoduleName } from "../imports/moduleName.js";
import { isInSameFolder } from "./spelling.js";
import type { NameInFile } from "./use.js";

/** A declaration that uses in other files may mean. */
export interface Declaration {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** The name of the type that declares it; undefined for what a module declares by itself. */
  readonly owner: string | undefined;
}

/**
 * How a use is imported from a file: its own name, what is called with it, or the module that has
 * it; or a value of that file, whose member it is.
 */
export type ImportRoute = "itself" | "member of a value";

/**
 * Returns how a use is imported from the file at `path`; undefined if it is not. `roots` are the
 * absolute paths of the workspace folders.
 */
export async function importRouteOf(
  use: NameInFile,
  path: string,
  roots: readonly string[],
): Promise<ImportRoute | undefined> {
  const { name } = use;
  const taken = name.import ?? name.receiver?.import ?? name.callee?.import;
  if (taken === undefined) return undefined;
  const { source, original } = taken;
  const isOfReceiver = name.import === undefined && name.receiver?.import !== undefined;
  if (await leadsTo(source, use, path, roots))
    return isOfReceiver && original !== undefined ? "member of a value" : "itself";
  if (name.import !== undefined || original === undefined) return undefined;
  return (await leadsToModule(source, original, use, path, roots)) ? "itself" : undefined;
}

/**
 * Whether syntax shows that a use in another file means the declaration: stricter than a route, as
 * it is the name, its module or its type that has to be imported by it; or the file is in the same
 * package.
 */
export async function importsDeclaration(
  use: NameInFile,
  { path, name: declared, owner }: Declaration,
  roots: readonly string[],
): Promise<boolean> {
  const { import: own, receiver, name } = use.name;
  if (use.path === undefined || use.path === path) return false;
  if (own !== undefined) {
    if (owner !== undefined || own.original !== declared) return false;
  } else if (owner !== undefined) {
    if (receiver?.import?.original !== owner) return false;
  } else if (name !== declared) return false;
  else if (receiver?.import === undefined) return isOfSamePackage(use, path);
  return (await importRouteOf(use, path, roots)) === (owner === undefined ? "itself" : "member of a value");
}

/** Whether a name refers to the declarations of another file without an import. */
export function isOfSamePackage({ name, path: from, languageId }: NameInFile, path: string | undefined): boolean {
  if (name.reach !== "free" || name.isMember || !factsOf(languageId).hasFolderPackages) return false;
  return isInSameFolder(from, path);
}

async function leadsTo(
  source: string,
  { path: from, languageId }: Pick<NameInFile, "path" | "languageId">,
  path: string,
  roots: readonly string[],
): Promise<boolean> {
  if (from === undefined || !(await importsFile(source, { from, path, languageId }))) return false;
  if (hasImportPaths(languageId) || parseModuleName(source, from, languageId).base !== undefined) return true;
  // Of several files that fit the words of a module's name, it is the one that would be found.
  const isReadable = (each: string) => extname(each) === extname(path);
  return (await findModuleFile(source, { from, languageId, roots, isReadable })) === path;
}

/** What is imported from a package may be a module: `from . import util`. */
async function leadsToModule(
  source: string,
  original: string,
  use: Pick<NameInFile, "path" | "languageId">,
  path: string,
  roots: readonly string[],
): Promise<boolean> {
  return factsOf(use.languageId).hasNamedModules && leadsTo(submoduleName(source, original), use, path, roots);
}
