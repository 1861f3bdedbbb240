/** Folders with source files: the roots of an index; the names and ignore rules in one. */

import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Logger } from "../../error.js";
import { isInside } from "../../files/isInside.js";
import { type EntryKind, readEntries } from "./folderEntries.js";
import type { IgnoreMatcher, IgnoreRules } from "./ignoreRules.js";
import { readSmallFile } from "./readSmallFile.js";
import { readRepositoryRules } from "./repositoryRules.js";
import type { TrackedFolder } from "./trackedFolder.js";

export interface SourceFolder {
  readonly depth: number;
  /** The rules that hold before those of its own `.gitignore`. */
  outerRules: IgnoreRules;
  /** The text of its own rules when it was last read, `undefined` before. */
  ownRules: string | undefined;
  /** All rules that held when it was last read; `undefined` before, and for a generated folder. */
  rules: IgnoreRules | undefined;
  /** Names of the source files in it. */
  readonly files: Set<string>;
}

export type TrackedSources = TrackedFolder<SourceFolder>;

/** A reading of one folder. */
export interface FolderReading {
  readonly folder: TrackedSources;
  readonly rules: IgnoreRules;
  /** Whether the rules differ from those of the last reading. */
  readonly haveRulesChanged: boolean;
  readonly isIgnored: IgnoreMatcher;
}

export function createFolder(depth: number, outerRules: IgnoreRules): SourceFolder {
  return { depth, outerRules, ownRules: undefined, rules: undefined, files: new Set() };
}

/** Reads the rules that hold in a folder. */
export function readFolderRules(
  folder: TrackedSources,
  entries: ReadonlyMap<string, EntryKind>,
): Pick<FolderReading, "rules" | "haveRulesChanged"> {
  const { path, parent, data } = folder;
  // A repository in another one has its own rules alone, as in git.
  const isTop = entries.has(".git");
  const outerRules = isTop && parent !== undefined ? readRepositoryRules(path) : data.outerRules;
  const kind = entries.get(".gitignore");
  const text = kind !== undefined && kind !== "folder" ? readSmallFile(join(path, ".gitignore")) : "";
  const ownRules = `${isTop}\n${text}`;
  const haveRulesChanged = data.ownRules !== undefined && data.ownRules !== ownRules;
  data.ownRules = ownRules;
  return { rules: outerRules.withRules(path, text), haveRulesChanged };
}

/** Returns the names of the files in a folder, sorted; none if it can't be read. */
export function fileNamesIn(path: string): string[] {
  try {
    return [...readEntries(path)].flatMap(([name, kind]) => (kind === "file" ? [name] : [])).sort();
  } catch {
    return [];
  }
}

export interface ResolvedRoot {
  /** Absolute. */
  readonly path: string;
  /** The same with all links resolved. */
  readonly real: string;
}

/**
 * Returns each folder once, whichever links lead to it. A root inside another is named by its path
 * there.
 */
export function resolveRoots(roots: readonly string[], log: Logger): ResolvedRoot[] {
  const resolved: ResolvedRoot[] = [];
  const existing = [...new Set(roots.map((root) => resolve(root)))].flatMap((path) => {
    const real = realPathOf(path);
    if (real === undefined) log(`There is no folder ${path} to index.`);
    return real === undefined ? [] : [{ path, real }];
  });
  // Outer folders come first. Of several names for one folder, the first counts.
  for (const { path, real } of existing.sort((a, b) => a.real.length - b.real.length)) {
    const outer = resolved.find((other) => isInside(real, other.real));
    if (outer?.real === real) continue;
    resolved.push({ path: outer ? join(outer.path, real.slice(outer.real.length)) : path, real });
  }
  return resolved;
}

/** Returns undefined for a path that does not exist, or leads nowhere. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
