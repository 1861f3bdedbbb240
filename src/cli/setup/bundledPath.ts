/** The paths of the files that are installed with the built command. */

import { fileURLToPath } from "node:url";

/**
 * Resolves a path relative to dist/command/, where the bundler puts all code of the command,
 * whatever its source folder.
 */
export function bundledPath(relativePath: string): string {
  return fileURLToPath(new URL(relativePath, import.meta.url));
}
