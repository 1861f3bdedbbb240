/** The folder of locks and journals. */

import { accessSync, constants, lstatSync, readdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { LocateError } from "../../error.js";
import { makeFolders } from "./makeFolders.js";

/** The folders inside of it. */
export const LOCKS = "locks";
export const JOURNALS = "journals";

interface Environment {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  home(): string;
}

const thisProcess: Environment = { env: process.env, platform: process.platform, home: homedir };

/**
 * Returns the user's folder of states, if it is known: that of the environment if it is absolute,
 * else one in the home folder.
 */
function userStateFolder({ env, platform, home }: Environment = thisProcess): string | undefined {
  const isWindows = platform === "win32";
  const { join, isAbsolute } = isWindows ? win32 : posix;
  const configured = isWindows ? env["LOCALAPPDATA"] : env["XDG_STATE_HOME"];
  if (configured !== undefined && isAbsolute(configured)) return join(configured, "lsp-locate");
  const folder = homeFolder(home);
  if (folder === undefined || !isAbsolute(folder)) return undefined;
  return join(folder, isWindows ? "AppData/Local" : ".local/state", "lsp-locate");
}

/** Throws for a user without an entry in the system's table and without HOME. */
function homeFolder(home: () => string): string | undefined {
  try {
    return home();
  } catch {
    return undefined;
  }
}

/**
 * Returns the folders that may hold journals: the user's, and one in the temporary folder, for a
 * process that can't write in the first.
 */
export function stateFolders(): readonly string[] {
  const folder = userStateFolder();
  const temporary = posix.join(tmpdir().replaceAll("\\", "/"), `lsp-locate-${process.getuid?.() ?? "state"}`);
  return [...(folder === undefined ? [] : [folder]), temporary].filter(isOwn);
}

/**
 * Whether a process may have left a change half made: whether there is a journal or a lock. Known
 * without loading the code that writes files.
 */
export function mayNeedRecovery(folders: readonly string[] = stateFolders()): boolean {
  return folders.some((folder) => [LOCKS, JOURNALS].some((name) => !isEmpty(join(folder, name))));
}

/** The end of the names of damaged journals, which are left for people to read. */
export const ABANDONED_SUFFIX = ".abandoned";

/** Whether a folder is missing, or has nothing to do in it. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).every((name) => name.endsWith(ABANDONED_SUFFIX));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Returns the first folder that can be written, which is created. Errors: `file_unwritable`. */
export function openStateFolder(): string {
  const folder = stateFolders().find(isWritable);
  if (folder !== undefined) return folder;
  throw new LocateError(
    "file_unwritable",
    `lsp-locate keeps locks and journals in a folder of its own while it writes, and can't write ${stateFolders().join(" or ") || "one"}. Set XDG_STATE_HOME to a folder that can be written.`,
    { path: userStateFolder() ?? "", why: "no folder for locks and journals" },
  );
}

/** Whether the folder is missing, or is a folder that no other user can write. */
function isOwn(folder: string): boolean {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined || process.getuid === undefined) return true;
    return stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
  } catch {
    // TMPDIR may name a file, or a folder that only others can enter.
    return false;
  }
}

function isWritable(folder: string): boolean {
  try {
    makeFolders(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return isOwn(folder);
  } catch {
    return false;
  }
}
