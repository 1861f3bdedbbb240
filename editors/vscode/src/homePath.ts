/** Paths as people write them into settings, which no shell reads. */

import { homedir } from "node:os";
import { join } from "node:path";

/** A path that begins with `~/` or, as on Windows, `~\` is in the home folder; any other stays as it is. */
export function fromHome(path: string): string {
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}
