/** Where a shell command may write. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ancestorFolders } from "../../backend/config/rootMarkers.js";
import type { WriteScope } from "../../files/write/writeFiles.js";
import type { Options } from "../options.js";

/**
 * Returns the scope of a command: the server's root and the repository around it, or `--root`
 * alone, and the file that the user has named; with `--allow-outside`, everywhere.
 */
export function writeScope(root: string, file: string | undefined, options: Options): WriteScope {
  if (options["allow-outside"]) return { folders: undefined };
  const repository = [...ancestorFolders(root)].find((folder) => existsSync(join(folder, ".git")));
  const isAlone = options.root !== undefined || repository === undefined;
  return {
    folders: isAlone ? [root] : [root, repository],
    namedFiles: file === undefined ? [] : [file],
    advice: "--allow-outside writes there, too.",
  };
}
