/** Changes of files as LSP reports them: `created`, `changed`, `deleted`. */

import type { Stats } from "node:fs";

/** LSP's `FileChangeType`; 1: created, 2: changed, 3: deleted. */
export type FileChangeType = 1 | 2 | 3;

/** Returns what happened to an existing file after `since`, in milliseconds since 1970. */
export function changeSince(since: number, { mtimeMs, birthtimeMs }: Stats): FileChangeType | undefined {
  if (mtimeMs <= since) return undefined;
  return birthtimeMs > since ? 1 : 2;
}

/** Merges two consecutive changes of a file into one; `undefined` if they cancel out. */
export function mergeChanges(previous: FileChangeType | undefined, next: FileChangeType): FileChangeType | undefined {
  if (previous === undefined) return next;
  if (previous === 1) return next === 3 ? undefined : 1;
  return next === 3 ? 3 : 2;
}
