/** Removes temporary folders while tests go on: a file system takes milliseconds for each. */

import { rm } from "node:fs/promises";

const removals = new Set<Promise<void>>();

/** Begins to remove a folder; setup.ts waits for the end after each file. */
export function removeFolder(path: string): void {
  const removal = rm(path, { recursive: true, force: true, maxRetries: 3 }).finally(() => removals.delete(removal));
  removals.add(removal);
}

/** Resolves when all folders are removed. Rejects if one can't be. */
export async function foldersRemoved(): Promise<void> {
  await Promise.all(removals);
}
