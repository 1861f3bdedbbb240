/**
 * This program: its version, from package.json, the file that a process was started from, and the
 * files that are installed with it.
 */

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import packageFile from "../../../package.json" with { type: "json" };

export const VERSION: string = packageFile.version;

/**
 * Returns a check whether the file of the program is another one than it is now, or gone: an update
 * replaces it, and those that it loads.
 */
export function createProgramCheck(path: string): () => boolean {
  const identity = identityOf(path);
  return () => identityOf(path) !== identity;
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(" ");
}

/**
 * Resolves a path relative to dist/command/, where the bundler puts all code of the command,
 * whatever its source folder.
 */
export function bundledPath(relativePath: string): string {
  return fileURLToPath(new URL(relativePath, import.meta.url));
}
