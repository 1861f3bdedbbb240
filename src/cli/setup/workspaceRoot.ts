/** The option `--root`. */

import { resolve } from "node:path";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { type Options, UsageError } from "../options.js";

/**
 * Returns `--root` as an absolute path, or `undefined` without it. Throws UsageError if it is not a
 * folder.
 */
export function readRootOption({ root }: Options, workingDirectory: string): string | undefined {
  if (root === undefined) return undefined;
  const path = resolve(workingDirectory, root);
  if (statIfExists(path)?.isDirectory()) return path;
  throw new UsageError(`--root=${root}: there is no folder ${path}.`);
}

/**
 * Makes `--root` the working directory, once all other paths are absolute: nothing is looked up in
 * the one that the command was started in, by the session or by a server.
 */
export function enterRoot(root: string | undefined): void {
  if (root !== undefined) process.chdir(root);
}
