/** This program: its version, from package.json, and the file that a process was started from. */

import { statSync } from "node:fs";
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
