/** The user's home folder. */

import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Returns an absolute path; undefined if the user has no home folder. A relative or empty HOME
 * doesn't count: it would lead into the working directory, which may be an untrusted workspace.
 */
export function homeFolder(read: () => string = homedir): string | undefined {
  try {
    const home = read();
    return isAbsolute(home) ? home : undefined;
  } catch {
    // An unknown user without HOME.
    return undefined;
  }
}
