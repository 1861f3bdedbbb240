/** The folders of a project where its libraries are, as the language's facts name them. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTextSync } from "../../files/readFileSync.js";
import type { LibraryFacts } from "../../languages/libraryFacts.js";
import { entryNames, expandPattern, realFolder } from "../environment/candidateFolders.js";

/** A project, and what is known of the user. */
export interface LibrarySearch {
  /** The workspace folders: absolute paths. */
  readonly folders: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** The folders of packages of the environment that servers.json finds for a language. */
  environmentOf(languageId: string, folder: string): Environment | undefined;
}

interface Environment {
  readonly path: string;
  readonly packages: readonly string[];
}

/** A folder with a manifest. */
export interface ProjectFolder {
  readonly path: string;
  /** The workspace folder that it is in. */
  readonly top: string;
  /** The number of folders between the two. */
  readonly depth: number;
}

/** How deep in a workspace projects are looked for, and among how many folders. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 2_000;
/** A longer manifest is not read. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** What nobody keeps a project of their own in. */
const leftOut = /^(?:\..*|node_modules|vendor|target|build|dist|out|__pycache__|site-packages)$/;

/** Returns the folders with one of the manifests, the nearest to the workspace folder first. */
export function projectFolders({ manifests }: LibraryFacts, tops: readonly string[]): readonly ProjectFolder[] {
  const found: ProjectFolder[] = [];
  let room = MAX_FOLDERS;
  for (const top of tops) {
    let level = [top];
    for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
      for (const path of level)
        if (manifests.some((name) => existsSync(join(path, name)))) found.push({ path, top, depth });
      if (depth === MAX_DEPTH) break;
      level = level.flatMap((path) => {
        if (room <= 0) return [];
        const names = entryNames(path).filter((name) => !leftOut.test(name));
        room -= names.length;
        return names.map((name) => join(path, name));
      });
    }
  }
  return found;
}

/** Returns the folders of libraries that a project folder sees: its own, and those above it. */
export function foldersInside({ inside }: LibraryFacts, { path, top }: ProjectFolder): readonly string[] {
  const above = [path];
  for (let folder = path; folder !== top && dirname(folder) !== folder; ) {
    folder = dirname(folder);
    above.push(folder);
  }
  return above.flatMap((folder) => inside.flatMap((pattern) => existing(expandPattern(folder, pattern, ignore))));
}

/** Returns the folders of the user or the system that patterns name, of each the newest first. */
export function foldersOfUser(patterns: readonly string[], { env, home }: LibrarySearch): readonly string[] {
  return patterns.flatMap((pattern) => {
    const variable = /^\$(\w+)/.exec(pattern)?.[1];
    const filled =
      variable === undefined
        ? pattern.replace(/^~/, home ?? "~")
        : pattern.replace(/^\$\w+/, () => env[variable]?.split(/[:;](?![\\/])/)[0] || "~");
    if (filled.startsWith("~")) return [];
    const star = filled.indexOf("*");
    const from = star < 0 ? filled.length : filled.lastIndexOf("/", star);
    const rest = filled.slice(from + 1);
    const base = filled.slice(0, from) || "/";
    if (star < 0) return existing([base]);
    return existing(expandPattern(base, rest, ignore))
      .toSorted(byNumbers)
      .toReversed();
  });
}

function byNumbers(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

function existing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => realFolder(path) !== undefined);
}

function ignore(): void {}

/** Returns the text of a file; "" if it can't be read. */
export function readManifest(...path: readonly string[]): string {
  const file = join(...path);
  if (!existsSync(file)) return "";
  try {
    return readTextSync(file, { maxBytes: MAX_MANIFEST_BYTES });
  } catch {
    return "";
  }
}
