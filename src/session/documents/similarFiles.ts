/** Existing files that a path which leads nowhere may mean. */

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { commonFacts } from "../../languages/facts.js";
import { languageDefinitions } from "../../languages/languages.js";
import { similarity } from "../../locate/similarity.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { isLinkedWorktree } from "../../workspace/disk/worktrees.js";

const MAX_FILES = 5;
/** How long to search for similar files; other messages wait meanwhile. */
const SEARCH_TIMEOUT_MS = 100;
const skippedFolders = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  "dist",
  "build",
  "target",
  "__pycache__",
  ".venv",
  "venv",
]);

export interface SimilarFiles {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Whether the time was up before all folders were searched. */
  readonly isPartial: boolean;
}

/**
 * Returns up to 5 files in `folders` that are similar to a missing one: those that it names without
 * their outer folders or extension first, then the same name in other folders, then names a few
 * letters away.
 */
export function similarFiles(filePath: string, folders: readonly string[]): SimilarFiles {
  const found: { readonly path: string; readonly distance: number; readonly sharedFolders: number }[] = [];
  const until = performance.now() + SEARCH_TIMEOUT_MS;
  const queue = [...folders];
  // For a path outside of all folders only its own folder is searched, not the whole disk.
  const neighbours = isAbsolute(filePath) ? [dirname(filePath)] : [];
  const seen = new Set<string>();
  for (const folder of [...neighbours, ...queue]) scan(folder, neighbours.includes(folder));
  let searchedCount = 0;
  for (; searchedCount < queue.length && performance.now() < until; searchedCount++)
    scan(queue[searchedCount] as string, false);
  const near = found.sort(
    (a, b) => a.distance - b.distance || b.sharedFolders - a.sharedFolders || a.path.length - b.path.length,
  );
  // A file of the same name leaves no doubt about the name.
  const [nearest] = near;
  const isNamed = nearest !== undefined && nearest.distance <= SAME_NAME;
  const listed = near.filter(({ distance }) => !isNamed || distance <= SAME_NAME);
  return { paths: listed.slice(0, MAX_FILES).map(({ path }) => path), isPartial: searchedCount < queue.length };

  function scan(folder: string, isNeighbour: boolean): void {
    if (seen.has(folder)) return;
    seen.add(folder);
    // Another worktree of git has a file of the same name.
    if (!folders.includes(folder) && !isNeighbour && isLinkedWorktree(folder)) return;
    for (const entry of entriesOf(folder)) {
      if (!isNeighbour && entry.isDirectory() && !skippedFolders.has(entry.name) && !entry.name.startsWith(".")) {
        queue.push(join(folder, entry.name));
      }
      if (!entry.isFile()) continue;
      const path = join(folder, entry.name);
      const distance = distanceOf(path, filePath);
      if (distance !== undefined) found.push({ path, distance, sharedFolders: countSharedFolders(path, filePath) });
    }
  }
}

/**
 * Whether a path names a file but for its outer folders or its extension, or as a module:
 * `http/client.py`, `http/client`, `http.client` and `http::client` name `src/http/client.py`.
 */
export function namesAlike(written: string, path: string): boolean {
  const file = namesOf(path).join("/").toLowerCase();
  const stem = file.replace(/\.[^./]*$/, "");
  const endsIn = (whole: string, end: string) => end !== "" && `/${whole}`.endsWith(`/${end}`);
  const names = namesOf(written).join("/").toLowerCase();
  const modules = names.split(/[/.]|::/).filter((name) => name !== "");
  const moduleFile = modules.join("/");
  return (
    endsIn(file, names) ||
    endsIn(stem, names) ||
    endsIn(stem, moduleFile) ||
    (modules.length > 1 &&
      [...commonFacts.indexNames, ...moduleFileNames].some((name) => endsIn(stem, `${moduleFile}/${name}`)))
  );
}

/** The names of files that represent their folder, in some language. */
const moduleFileNames = new Set(languageDefinitions.flatMap(({ indexNames = [] }) => indexNames));

/** Splits a path. Quotes around a name and backslashes between names are mistakes of their own. */
function namesOf(path: string): readonly string[] {
  const names = path.replaceAll("\\", "/").replace(/["'`]/g, "").split("/");
  return names.filter((name) => name !== "" && name !== "." && name !== ".." && !/^[a-z]:$/i.test(name));
}

function countSharedFolders(path: string, written: string): number {
  const [folders, wanted] = [path, written].map((each) => namesOf(each).slice(0, -1).reverse()) as [string[], string[]];
  const differing = wanted.findIndex((name, n) => name !== folders[n]);
  return differing === -1 ? wanted.length : differing;
}

/**
 * Returns how far a path is from the written one: 0 if named by it, 1 the same name, 2 the same
 * stem, 3 one contains the other, above that the less similar; undefined for others.
 */
function distanceOf(path: string, written: string): number | undefined {
  if (namesAlike(written, path)) return 0;
  const [name, wanted] = [basename(path).toLowerCase(), (namesOf(written).at(-1) ?? "").toLowerCase()];
  if (name === wanted) return SAME_NAME;
  const stem = (text: string) => text.replace(/\.[^.]*$/, "");
  const lastModule = /(?:\.|::)([^.:]{5,})$/.exec(wanted)?.[1];
  if (stem(name) === stem(wanted) || stem(name) === lastModule) return 2;
  if (stem(wanted).length >= 3 && stem(name).includes(stem(wanted))) return 3;
  const alike = similarity(name, wanted);
  return alike >= MIN_SIMILARITY ? 4 - alike : undefined;
}

const SAME_NAME = 1;
const MIN_SIMILARITY = 0.7;

/** Returns the names of the files in a folder without hidden ones; undefined for other paths. */
export function filesIn(path: string): readonly string[] | undefined {
  if (!statIfExists(path)?.isDirectory()) return undefined;
  const files = entriesOf(path).filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  return files.map(({ name }) => name).filter((name) => !name.includes("\ufffd"));
}

function entriesOf(folder: string) {
  try {
    return statSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch {
    return [];
  }
}
