/** Matching of symbol paths against the declarations of the workspace. */

import { isFileQualifier } from "../../locate/symbols/fileQualifier.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";

/**
 * Whether a declaration's names end in the path. Outer names may be left out, and the first names
 * of the path may be those of its file or module.
 */
export function matchesPath(
  { container, name, path: file }: Pick<WorkspaceDeclaration, "container" | "name" | "path">,
  path: readonly string[],
): boolean {
  const wanted = path.flatMap(plainNames);
  const names = [...container.flatMap(plainNames), ...plainNames(name)];
  if (names.at(-1) !== wanted.at(-1)) return false;
  let at = names.length - 1;
  for (let next = wanted.length - 1; next >= 0; next--) {
    while (at >= 0 && names[at] !== wanted[next]) at--;
    if (at-- < 0) return isFileQualifier(wanted.slice(0, next + 1), { path: file, roots: [] });
  }
  return true;
}

function plainNames(name: string): readonly string[] {
  return readName(name.replace(/\[\d+\]$/, ""), false).plain;
}

/** Returns the name that the index has for a symbol: for `Foo::run` and `(*T).run` it is `run`. */
export function lastPlainName(path: readonly string[]): string {
  const last = (path.at(-1) ?? "").replace(/\[\d+\]$/, "");
  return readName(last, false).plain.at(-1) ?? last;
}

/**
 * Returns the names that the index may have for it: also the name as it was written, as `$` is a
 * letter in some languages.
 */
export function lastNames(path: readonly string[]): readonly string[] {
  return [...new Set([lastPlainName(path), (path.at(-1) ?? "").replace(/\[\d+\]$/, "")])];
}
