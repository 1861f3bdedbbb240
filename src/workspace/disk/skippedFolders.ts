/**
 * Folders without sources of the user, whatever `.gitignore` says: version control, installed
 * packages, caches.
 */

import { join } from "node:path";
import { readBeginningSync } from "../../files/readFileSync.js";

/**
 * Skipped anywhere. A short list: other generated folders are found by `.gitignore` or by a marker
 * file.
 */
const skippedNames: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".bzr", ".jj", "CVS"],
  ...["node_modules", "bower_components", "__pycache__"],
  // Language servers keep copies of sources in these.
  ...[".ccls-cache", ".bloop", ".metals"],
]);

/** Virtual file systems of the kernel: reading them may block, or have side effects. */
const virtualFolders: ReadonlySet<string> = new Set(
  process.platform === "win32" ? [] : ["/dev", "/proc", "/run", "/sys"],
);

export function isSkippedFolder(name: string, path: string): boolean {
  return skippedNames.has(name) || virtualFolders.has(path);
}

/**
 * Whether a marker file says that a folder was generated: a virtual environment of Python, or a
 * cache directory as specified at https://bford.info/cachedir.
 */
export function isGeneratedFolder(folder: string, entries: Pick<ReadonlySet<string>, "has">): boolean {
  if (entries.has("pyvenv.cfg")) return true;
  return entries.has("CACHEDIR.TAG") && fileStartsWith(join(folder, "CACHEDIR.TAG"), CACHE_SIGNATURE);
}

const CACHE_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55";

function fileStartsWith(path: string, beginning: string): boolean {
  try {
    return readBeginningSync(path, beginning.length).toString("latin1") === beginning;
  } catch {
    return false;
  }
}
