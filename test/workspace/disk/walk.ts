/** The source files that are found in some folders. */

import { basename } from "node:path";
import { SourceFiles } from "../../../src/workspace/disk/sourceFiles.js";

/**
 * Returns the paths of all files, seen from the first root; all but git's own files count as source
 * files.
 */
export async function walk(...roots: string[]): Promise<string[]> {
  const found = new Set<string>();
  const sources = new SourceFiles(
    roots,
    { limits: { files: 1e6, folders: 1e6 }, isWatching: false },
    {
      languageOf: (path) => (basename(path).startsWith(".git") ? undefined : "any"),
      onFile: (path) => found.add(path),
      onFileGone: (path) => found.delete(path),
      onSettled: () => {},
      log: () => {},
    },
  );
  await sources.scan();
  sources.end();
  return [...found].map((path) => path.slice((roots[0] as string).length + 1)).sort();
}
