/** Where a shell command may write. */

import type { WriteScope } from "../../files/write/writeFiles.js";
import { Worktrees } from "../../workspace/disk/worktrees.js";
import type { Options } from "../options.js";

/**
 * Returns the scope of a command: the server's root and the worktree of git around it, or `--root`
 * alone, and the file that the user has named; with `--allow-outside`, everywhere.
 */
export function writeScope(root: string, file: string | undefined, options: Options): WriteScope {
  if (options["allow-outside"]) return { folders: undefined };
  const repository = new Worktrees().of(root)?.top;
  const isAlone = options.root !== undefined || repository === undefined;
  return {
    folders: isAlone ? [root] : [root, repository],
    namedFiles: file === undefined ? [] : [file],
    advice: "--allow-outside writes there, too.",
  };
}
