/**
 * Temporary folders. Each names the process that has made it, so that a later one removes it where
 * that was killed.
 */

import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTextSync } from "../readFileSync.js";
import { identityOf, type ProcessIdentity, stateOf, systemProcesses } from "./processIdentity.js";

const PREFIX = "lsp-locate-tmp-";
/** Names the process; its id is in the name of the folder, too. */
const PROCESS_FILE = "process.json";
const MAX_PROCESS_BYTES = 4096;

/** Makes a folder, and removes those of processes that have ended. Throws the system's error. */
export function makeTemporaryFolder(): string {
  removeAbandonedFolders();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  try {
    writeFileSync(join(folder, PROCESS_FILE), JSON.stringify(systemProcesses.self()), { mode: 0o600 });
    return folder;
  } catch (error) {
    removeTemporaryFolder(folder);
    throw error;
  }
}

/** Removes a temporary folder with all that it holds; where it can't be, a later process does. */
export function removeTemporaryFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // What needed the folder is done.
  }
}

/** Removes the temporary folders of this user whose processes have ended. */
export function removeAbandonedFolders(parent = tmpdir()): void {
  for (const name of namesIn(parent)) {
    const folder = join(parent, name);
    try {
      const stat = name.startsWith(PREFIX) ? lstatSync(folder) : undefined;
      const isOwn = stat?.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
      if (isOwn && hasEnded(folder, name)) removeTemporaryFolder(folder);
    } catch {
      // Another process has removed it, or it can't be: it does no harm.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function hasEnded(folder: string, name: string): boolean {
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes(PROCESS_FILE)) return false;
  return stateOf(processOf(folder) ?? identityOf(Number.parseInt(name.slice(PREFIX.length), 10))) === "ended";
}

/** Undefined where the process was killed before it had written the file. */
function processOf(folder: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readTextSync(join(folder, PROCESS_FILE), { maxBytes: MAX_PROCESS_BYTES })) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
