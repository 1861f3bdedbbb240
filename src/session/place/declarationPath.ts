/** Matching of symbol paths against the declarations of the workspace. */

import type { NameRule } from "../../languages/facts.js";
import { factsOf } from "../../languages/languages.js";
import { isFileQualifier } from "../../locate/symbols/fileQualifier.js";
import { readName } from "../../locate/symbols/symbolNames.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";

/**
 * Whether a declaration's names end in the path. Outer names may be left out, and the first names
 * of the path may be those of its file or module.
 */
export function matchesPath(
  { container, name, path: file, languageId }: Pick<WorkspaceDeclaration, "container" | "name" | "path" | "languageId">,
  path: readonly string[],
): boolean {
  const rule = pathRuleOf(languageId);
  const wanted = path.flatMap((each) => plainNames(each, rule));
  const names = [...container, name].flatMap((each) => plainNames(each, rule));
  if (names.at(-1) !== wanted.at(-1)) return false;
  let at = names.length - 1;
  for (let next = wanted.length - 1; next >= 0; next--) {
    while (at >= 0 && names[at] !== wanted[next]) at--;
    if (at-- < 0) return isFileQualifier(wanted.slice(0, next + 1), { path: file, roots: [] });
  }
  return true;
}

/** Returns the rule for the names of a path in a workspace; they are split in data, too. */
function pathRuleOf(languageId: string): NameRule {
  const rule = factsOf(languageId).nameRule;
  return rule === "data" ? "code" : rule;
}

function plainNames(name: string, rule: NameRule): readonly string[] {
  return readName(name.replace(/\[\d+\]$/, ""), rule).plain;
}

/** Returns the last name of a path: for `Foo::run` and `(*T).run` it is `run`. */
export function lastPlainName(path: readonly string[], languageId = ""): string {
  const last = (path.at(-1) ?? "").replace(/\[\d+\]$/, "");
  return plainNames(last, pathRuleOf(languageId)).at(-1) ?? last;
}

/** Returns the last name of a path as in languages that mark variables: `name` for `$name`. */
export function lastUnmarkedName(path: readonly string[]): string {
  const last = path.at(-1) ?? "";
  return plainNames(last, "code with marks").at(-1) ?? last;
}

/** Returns the names that the index may have for it: in PHP it has `$name` without its mark. */
export function lastNames(path: readonly string[]): readonly string[] {
  const written = (path.at(-1) ?? "").replace(/\[\d+\]$/, "");
  return [...new Set([lastPlainName(path), lastUnmarkedName(path), written])];
}
