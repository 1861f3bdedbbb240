/** Whether a file can name what another one declares, by what it includes and imports. */

import { basename, dirname, extname } from "node:path";
import { factsOf } from "../../languages/languages.js";
import type { CodeFile } from "../entities/entity.js";
import { moduleFit, parseModuleName } from "../imports/moduleName.js";
import { mayInclude } from "../modules/includes.js";
import type { Resolver } from "../resolve/resolver.js";

/**
 * Whether a file includes or imports one of the paths, or is in its package. A source that leads to
 * no file of the workspace counts where it fits the path.
 */
export async function mayReach(file: CodeFile, paths: ReadonlySet<string>, { files }: Resolver): Promise<boolean> {
  const { hasIncludes, hasFolderPackages, modules } = factsOf(file.languageId);
  if (paths.has(file.path)) return true;
  for (const path of paths) {
    if (hasIncludes && (await mayInclude(file, path, files))) return true;
    const isBeside = dirname(path) === dirname(file.path);
    if (isBeside && (hasFolderPackages || modules === "names")) return true;
  }
  if (hasIncludes || modules === undefined) return false;
  const { imports, sources, wildcards } = await files.facts(file);
  const named = [...imports.map((each) => each.import.source), ...sources.map(({ source }) => source)];
  const all = new Set([...named, ...wildcards.map(({ source }) => source)]);
  for (const source of all) {
    const name = parseModuleName(source, file.path, file.languageId);
    // A module of a tree is declared by its name alone: `mod a;`.
    const isDeclared = (path: string) => modules === "tree" && basename(path, extname(path)) === source;
    if ([...paths].some((path) => moduleFit(name, path) >= SAME_FILE || isDeclared(path))) return true;
  }
  return false;
}

/** The fit of a source that leads to the file itself, and not only to a folder around it. */
const SAME_FILE = 0.9;
