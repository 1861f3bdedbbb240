/** Expands `~` in paths of settings. */

import { homedir } from "node:os";
import { join } from "node:path";

/** Returns a path with a leading `~/` (or `~\`, as on Windows) replaced by the home folder. */
export function expandHome(path: string): string {
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}
