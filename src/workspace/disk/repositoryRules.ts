/** The ignore rules of a repository that hold for a folder before its own `.gitignore`. */

import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { IgnoreRules } from "./ignoreRules.js";
import { readSmallFile } from "./readSmallFile.js";

/** Git's default of `core.ignoreCase` on this platform. */
const ignoresCase = process.platform === "win32" || process.platform === "darwin";

/**
 * Returns the rules for a workspace folder: those of its repository, from the top to the folder
 * above it.
 */
export function readRulesAbove(root: string): IgnoreRules {
  const top = foldersAbove(root).find((folder) => existsSync(join(folder, ".git")));
  if (top === undefined) return IgnoreRules.emptyAt(root, ignoresCase);
  if (top === root) return readRepositoryRules(root);
  // A user who opens an ignored folder, or one in it, wants to see it.
  const above = foldersAbove(root);
  const inside = above.slice(0, above.indexOf(top));
  const isIgnored = inside.some((folder) => isIgnoredBy(top, folder));
  return isIgnored ? IgnoreRules.emptyAt(root, ignoresCase) : rulesBetween(top, root);
}

/** Whether the repository with this top folder ignores a folder in it. */
export function isIgnoredBy(top: string, folder: string): boolean {
  return rulesBetween(top, folder).matcherIn(dirname(folder))(basename(folder), true);
}

/** Whether the repository around a file ignores it, or a folder that it is in. */
export function isIgnoredFile(path: string): boolean {
  const folders = foldersAbove(dirname(path));
  const top = folders.find((folder) => existsSync(join(folder, ".git")));
  if (top === undefined) return false;
  const inside = folders.slice(0, folders.indexOf(top));
  if (inside.some((folder) => isIgnoredBy(top, folder))) return true;
  return rulesBetween(top, path).matcherIn(dirname(path))(basename(path), false);
}

/** Returns the rules of a repository that hold for the entries of the folder above `folder`. */
function rulesBetween(top: string, folder: string): IgnoreRules {
  const above = foldersAbove(folder);
  let rules = readRepositoryRules(top);
  for (const each of above.slice(1, above.indexOf(top) + 1).reverse())
    rules = rules.withRules(each, readSmallFile(join(each, ".gitignore")));
  return rules;
}

/** Returns the rules of a repository that come before those of its folders: `info/exclude`. */
export function readRepositoryRules(top: string): IgnoreRules {
  return IgnoreRules.emptyAt(top, ignoresCase).withRules(top, readSmallFile(join(gitFolderOf(top), "info", "exclude")));
}

/** Returns the folder itself, then the folders that contain it. */
function foldersAbove(folder: string): string[] {
  const above = [folder];
  for (let next = dirname(folder); next !== above.at(-1); next = dirname(next)) above.push(next);
  return above;
}

/**
 * Returns the folder of git's data. In a submodule or a further working tree, `.git` is a file that
 * names it.
 */
function gitFolderOf(top: string): string {
  const git = join(top, ".git");
  const target = /^gitdir: (.+)/.exec(readSmallFile(git))?.[1]?.trimEnd();
  if (target === undefined) return git;
  const folder = resolve(top, target);
  return resolve(folder, readSmallFile(join(folder, "commondir")).trim());
}
