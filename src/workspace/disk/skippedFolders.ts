/** Folders that are nobody's own sources, whatever `.gitignore` says: what version control keeps, what was installed, what was computed. */

import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

/** By name, wherever they are. Short on purpose: what else is built or fetched, `.gitignore` or a tag in the folder says. */
const skippedNames: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".bzr", ".jj", "CVS"],
  ...["node_modules", "bower_components", "__pycache__"],
]);

/** What a kernel shows as files is none: reading it may take for ever, or do something. */
const virtualFolders: ReadonlySet<string> = new Set(
  process.platform === "win32" ? [] : ["/dev", "/proc", "/run", "/sys"],
);

export function isSkippedFolder(name: string, path: string): boolean {
  return skippedNames.has(name) || virtualFolders.has(path);
}

/** Whether a folder says of itself that it was made by a program: a virtual environment of Python, a cache by the standard of https://bford.info/cachedir. */
export function isGeneratedFolder(folder: string, entries: Pick<ReadonlySet<string>, "has">): boolean {
  if (entries.has("pyvenv.cfg")) return true;
  return entries.has("CACHEDIR.TAG") && fileStartsWith(join(folder, "CACHEDIR.TAG"), CACHE_SIGNATURE);
}

const CACHE_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55";

function fileStartsWith(path: string, beginning: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(beginning.length);
      readSync(file, bytes, 0, bytes.length, 0);
      return bytes.toString("latin1") === beginning;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
