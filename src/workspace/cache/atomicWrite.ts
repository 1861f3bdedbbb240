/** Files written beside others, to take their place once they are whole; and what is left of such where the writer died. */

import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Process ids are those of this machine and this container; others may share the folder. Whoever writes does not rest as long. */
const ABANDONED_DRAFT_MS = 60_000;
/** Ids are used again: a draft this old is nobody's. */
const MAX_DRAFT_AGE_MS = 24 * 3_600_000;

/** Replaces a file by what `write` writes, all at once. Rejects with what was in the way; then what was there before stays. */
export async function writeAtomically(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
    // Another may have removed it by now, or it can't be removed: then it stays.
    await removeIfAbandoned(draft, Number(writer)).catch(() => {});
  }
}

async function removeIfAbandoned(draft: string, writer: number): Promise<void> {
  const { mtimeMs } = await stat(draft);
  const age = Date.now() - mtimeMs;
  if (age > (isAlive(writer) ? MAX_DRAFT_AGE_MS : ABANDONED_DRAFT_MS)) await rm(draft, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // What may not be asked is alive.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
