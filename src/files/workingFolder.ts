/** The working directory, which may have been deleted since the process was started. */

import { isAbsolute, parse } from "node:path";

/**
 * Returns the path of the working directory. Where it was deleted this is the path that the shell
 * last had for it, which usually does not exist.
 */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    const { PWD } = process.env;
    return PWD !== undefined && isAbsolute(PWD) ? PWD : `${parse(process.execPath).root}deleted-folder`;
  }
}

/** Says what to do where the working directory was deleted; undefined where it was not. */
export function workingFolderProblem(): string | undefined {
  try {
    process.cwd();
    return undefined;
  } catch {
    return "The working directory no longer exists: change to another one, or write absolute paths and --root=<folder>.";
  }
}
