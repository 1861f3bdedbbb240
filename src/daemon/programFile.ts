/** The file that this process was started from. An update replaces it, and those that it loads. */

import { statSync } from "node:fs";

/** Returns a check whether the file is another one than it is now, or gone. */
export function createProgramCheck(path: string): () => boolean {
  const identity = identityOf(path);
  return () => identityOf(path) !== identity;
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(" ");
}
