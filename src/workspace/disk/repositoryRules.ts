/** Where a folder's repository begins, and which rules of what is left out hold there before any of the folder's own. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { IgnoreRules } from "./ignoreRules.js";

/** As git is set up where file systems don't tell case apart. */
const ignoresCase = process.platform === "win32" || process.platform === "darwin";

/** A list of rules longer than this is not one. */
const MAX_RULE_FILE_BYTES = 1024 * 1024;

/** The rules for a workspace folder: those of its repository from the top down to the folder above it. */
export function readRulesAbove(root: string): IgnoreRules {
  const above = foldersAbove(root);
  const top = above.findIndex((folder) => existsSync(join(folder, ".git")));
  if (top < 0) return IgnoreRules.emptyAt(root, ignoresCase);
  if (top === 0) return readRepositoryRules(root);
  let rules = readRepositoryRules(above[top] as string);
  for (const folder of above.slice(1, top + 1).reverse())
    rules = rules.withRules(folder, readRuleFile(join(folder, ".gitignore")));
  // Who opens a folder that is left out wants to see it.
  const isIgnored = rules.matcherIn(dirname(root))(basename(root), true);
  return isIgnored ? IgnoreRules.emptyAt(root, ignoresCase) : rules;
}

/** The rules a repository begins with, which are in no folder of it. */
export function readRepositoryRules(top: string): IgnoreRules {
  return IgnoreRules.emptyAt(top, ignoresCase).withRules(top, readRuleFile(join(gitFolderOf(top), "info", "exclude")));
}

/** The text of a list of rules; empty where there is none. */
export function readRuleFile(path: string): string {
  try {
    return statSync(path).size > MAX_RULE_FILE_BYTES ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The folder itself first, then what it is in. */
function foldersAbove(folder: string): string[] {
  const above = [folder];
  for (let next = dirname(folder); next !== above.at(-1); next = dirname(next)) above.push(next);
  return above;
}

/** `.git` may be a file that says where the rest is: in a submodule, in one of several working trees, which share it. */
function gitFolderOf(top: string): string {
  const git = join(top, ".git");
  const target = /^gitdir: (.+)/.exec(readRuleFile(git))?.[1]?.trimEnd();
  if (target === undefined) return git;
  const folder = resolve(top, target);
  return resolve(folder, readRuleFile(join(folder, "commondir")).trim());
}
