/**
 * Removes temporary folders. A file system takes milliseconds for each, so they are only moved out
 * of the way, and globalSetup.ts removes them all at the end of the run.
 */

import { mkdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const removals = new Set<Promise<void>>();

/** Moves a folder out of the way. One that can't be moved is removed while tests go on. */
export function removeFolder(path: string): void {
  const removed = join(tmpdir(), "removed");
  try {
    mkdirSync(removed, { recursive: true });
    renameSync(path, join(removed, basename(path)));
  } catch {
    const removal = rm(path, { recursive: true, force: true, maxRetries: 3 }).finally(() => removals.delete(removal));
    removals.add(removal);
  }
}

/** Resolves when the folders that could not be moved are removed. Rejects if one can't be. */
export async function foldersRemoved(): Promise<void> {
  await Promise.all(removals);
}
