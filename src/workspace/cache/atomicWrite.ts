/**
 * Atomic replacement of files: writes a draft beside the file and renames it. Removes the drafts of
 * crashed writers.
 */

import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "../../files/write/makeFolders.js";
import { isRunning } from "../../files/write/processIdentity.js";

/**
 * Drafts of ended processes are removed at this age, since process ids of other machines and
 * containers are unknown here.
 */
const ABANDONED_DRAFT_MS = 60_000;
/** Drafts are removed at this age in any case, since process ids are reused. */
const MAX_DRAFT_AGE_MS = 24 * 3_600_000;

/**
 * Replaces a file with what `write` writes. If that fails, the file is unchanged and the promise
 * rejects with the cause.
 */
export async function writeAtomically(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  makeFolders(folder, 0o700);
  await removeAbandonedDrafts(folder);
  const draft = `${file}.${process.pid}-${randomBytes(6).toString("hex")}.draft`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await write(handle);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = /\.(\d+)-[0-9a-f]+\.draft$/.exec(name)?.[1];
    if (writer === undefined) continue;
    const draft = join(folder, name);
    // Another process may have removed it, or it can't be removed and is left.
    await removeIfAbandoned(draft, Number(writer)).catch(() => {});
  }
}

async function removeIfAbandoned(draft: string, writer: number): Promise<void> {
  const { mtimeMs } = await stat(draft);
  const age = Date.now() - mtimeMs;
  if (age > (isRunning(writer) ? MAX_DRAFT_AGE_MS : ABANDONED_DRAFT_MS)) await rm(draft, { force: true });
}
