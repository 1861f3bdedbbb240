/** The folders that a shell command may write to. */

import type { WriteScope } from "../../files/write/writeFiles.js";
import type { Options } from "../options.js";

/**
 * Returns the scope of a command: its workspace, and the file that the user has named; with
 * `--allow-outside`, everywhere.
 */
export function writeScope(workspace: string, file: string | undefined, options: Options): WriteScope {
  if (options["allow-outside"]) return { folders: undefined };
  return {
    folders: [workspace],
    namedFiles: file === undefined ? [] : [file],
    advice: "--allow-outside writes there, too.",
  };
}
