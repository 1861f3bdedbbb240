/** What files of C and C++ see of each other: by `#include`, and by what is not `static`. */

import { dirname, join } from "node:path";
import { factsOf } from "../../languages/languages.js";
import { getOrInsert } from "../../text/list.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import { type CodeFile, type Entity, isCallable } from "../entities/entity.js";
import { stemOf } from "../imports/moduleName.js";
import { includeFoldersOf } from "./compileCommands.js";

/** What a file includes, as far as that is found. */
interface Included {
  /** The paths of the file and of those that it includes. */
  readonly paths: ReadonlySet<string>;
  /** The names of files that are not found. */
  readonly missing: ReadonlySet<string>;
}

/** By the files of a request: what each of them includes, by its path. */
const includedPaths = new WeakMap<CodeFiles, Map<string, Promise<Included>>>();

const MAX_FILES = 300;
const MAX_LEVELS = 12;

/**
 * Returns the declarations that a file may use: those that it includes, if there are any, otherwise
 * those that it can be linked with.
 */
export async function visibleFrom(
  file: CodeFile,
  declared: readonly Entity[],
  files: CodeFiles,
): Promise<readonly Entity[]> {
  const isHeader = (path: string) => factsOf(file.languageId).headerFile?.test(path) === true;
  const visible = declared.filter((each) => isLinked(each) || pathOf(each) === file.path || isHeader(pathOf(each)));
  const paths = new Set(visible.map(pathOf));
  if (paths.size < 2) return visible;
  const { paths: included } = await includedOnce(file, files);
  const reached = visible.filter((each) => included.has(pathOf(each)));
  if (reached.length === 0) return visible;
  // The definition of what a header declares is in a file that includes it.
  return visible.filter((each) => included.has(pathOf(each)) || (isLinked(each) && !isHeader(pathOf(each))));
}

/**
 * Whether a file includes another one, or the header beside that of the same name: also by a path
 * that leads to none of the workspace's files, if the names are equal.
 */
export async function mayInclude(file: CodeFile, path: string, files: CodeFiles): Promise<boolean> {
  const { paths, missing } = await includedOnce(file, files);
  if (paths.has(path)) return true;
  const isBeside = (each: string) => stemOf(each) === stemOf(path) && dirname(each) === dirname(path);
  return [...paths].some(isBeside) || [...missing].some((each) => stemOf(each) === stemOf(path));
}

function includedOnce(file: CodeFile, files: CodeFiles): Promise<Included> {
  const known = getOrInsert(includedPaths, files, () => new Map());
  return getOrInsert(known, file.path, () => includedBy(file, files));
}

function pathOf(entity: Entity): string {
  return entity.kind === "package" ? "" : entity.file.path;
}

/** Whether other files can be linked with a declaration: a value that is not static. */
function isLinked(entity: Entity): boolean {
  if (entity.kind !== "symbol" || entity.symbol === undefined) return false;
  const { file, symbol } = entity;
  const head = file.text.slice(symbol.codeFrom, symbol.nameFrom);
  const isValue = isCallable(entity) || /^(?:variable|constant)$/.test(symbol.kind);
  return isValue && !/\bstatic\b|^\s*#|\btypedef\b/.test(head);
}

async function includedBy(file: CodeFile, files: CodeFiles): Promise<Included> {
  const paths = new Set([file.path]);
  const missing = new Set<string>();
  const open = [file];
  for (let each = open.shift(); each && paths.size < MAX_FILES; each = open.shift()) {
    for (const [, name = ""] of each.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)) {
      const included = await findIncluded(name, each.path, files);
      if (included === undefined) missing.add(name);
      if (included === undefined || paths.has(included.path)) continue;
      paths.add(included.path);
      open.push(included);
    }
  }
  return { paths, missing };
}

/**
 * Returns an included file: beside the file, where its compiler looks for it, or else below a
 * folder above it or its `include`.
 */
async function findIncluded(name: string, from: string, files: CodeFiles): Promise<CodeFile | undefined> {
  const { roots } = files.sources;
  for (const base of [dirname(from), ...(await includeFoldersOf(from))]) {
    const found = await files.read(join(base, name));
    if (found) return found;
  }
  let folder = dirname(from);
  for (let level = 0; level < MAX_LEVELS; level++) {
    for (const base of [folder, join(folder, "include"), join(folder, "src")]) {
      const found = await files.read(join(base, name));
      if (found) return found;
    }
    if (roots.includes(folder) || dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}
