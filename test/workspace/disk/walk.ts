/** The source files that are found in some folders. */

import { basename } from "node:path";
import { SourceFiles } from "../../../src/workspace/disk/sourceFiles.js";

interface WalkOptions {
  readonly maxFiles?: number;
  readonly isWatching?: boolean;
}

/**
 * Opens the source files of folders; all but git's own files count. `found` has the paths seen from
 * the first root, in the order in which they are found.
 */
export function openSources(roots: readonly [string, ...string[]], options: WalkOptions = {}) {
  const { maxFiles = 1e6, isWatching = false } = options;
  const found = new Set<string>();
  const nameOf = (path: string) => path.slice(roots[0].length + 1);
  const sources = new SourceFiles(
    roots,
    { limits: { files: maxFiles, folders: 1e6 }, isWatching },
    {
      languageOf: (path) => (basename(path).startsWith(".git") ? undefined : "any"),
      onFile: (path) => found.add(nameOf(path)),
      onFileGone: (path) => found.delete(nameOf(path)),
      onSettled: () => {},
      log: () => {},
    },
  );
  return { sources, found };
}

/** Returns the paths of all source files, sorted, seen from the first root. */
export async function walk(...roots: [string, ...string[]]): Promise<string[]> {
  const { sources, found } = openSources(roots);
  await sources.scan();
  sources.end();
  return [...found].sort();
}
