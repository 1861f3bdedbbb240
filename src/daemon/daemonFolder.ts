/** The folder of the sockets of shared sessions, and the paths in it. Only its user enters it. */

import { createHash } from "node:crypto";
import { accessSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { posix, win32 } from "node:path";
import { errorMessage } from "../error.js";
import { escapeName } from "../text/printable.js";

/** A session can't be used; the message says why, and what to do about it. */
export class DaemonRefusal extends Error {}

export interface DaemonFolderQuery {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly temporaryFolder: string;
  /** The effective user; undefined on Windows. */
  readonly uid: number | undefined;
}

/** The files of one session. */
export interface DaemonFiles {
  readonly folder: string;
  /** On Windows, the name of a pipe. */
  readonly socket: string;
  /** Where this process listens before the socket gets its name; on Windows, the pipe itself. */
  readonly newSocket: string;
  /** The record of the session, with its secret. */
  readonly record: string;
  readonly log: string;
}

/** Including the null at its end. macOS has the lowest limit. */
const MAX_SOCKET_PATH_BYTES = 104;
const FOLDER_MODE = 0o700;

export function thisFolderQuery(): DaemonFolderQuery {
  const { env, platform } = process;
  return { env, platform, temporaryFolder: tmpdir(), uid: process.geteuid?.() };
}

/**
 * Returns the folder: `$XDG_RUNTIME_DIR/lsp-locate` if the user owns `$XDG_RUNTIME_DIR`, else one
 * in the temporary folder, else one in `/tmp`. A path that is relative or too long for a socket
 * doesn't count. On Windows it is in the user's own data or profile, where others have no access by
 * default.
 */
export function daemonFolder(query: DaemonFolderQuery): string {
  return daemonFolders(query)[0] as string;
}

/** Returns that folder, and those that a process with fewer variables has. */
export function daemonFolders({ env, platform, temporaryFolder, uid }: DaemonFolderQuery): readonly string[] {
  if (platform === "win32") {
    const own = [env["LOCALAPPDATA"], env["USERPROFILE"]].find((path) => path && win32.isAbsolute(path));
    return [win32.join(own ?? temporaryFolder, "lsp-locate", "sessions")];
  }
  const runtime = env["XDG_RUNTIME_DIR"];
  const name = `lsp-locate-run-${uid ?? "user"}`;
  const folders = [
    ...(runtime !== undefined && posix.isAbsolute(runtime) && isOwnFolder(runtime, uid)
      ? [posix.join(runtime, "lsp-locate")]
      : []),
    ...(posix.isAbsolute(temporaryFolder) && isFolder(temporaryFolder) ? [posix.join(temporaryFolder, name)] : []),
  ];
  return [...new Set([...folders.filter(hasRoomForSocket), posix.join("/tmp", name)])];
}

/** Returns the paths of a session's files. `key` has 16 hex digits. */
export function daemonFiles(folder: string, key: string, platform: NodeJS.Platform = process.platform): DaemonFiles {
  const { join } = platform === "win32" ? win32 : posix;
  const base = join(folder, key);
  const socket = platform === "win32" ? `\\\\.\\pipe\\lsp-locate-${pipeOwner(folder)}-${key}` : `${base}.sock`;
  const newSocket = platform === "win32" ? socket : join(folder, `${process.pid}.new`);
  return { folder, socket, newSocket, record: `${base}.json`, log: `${base}.log` };
}

/**
 * Returns whether the folder exists. Throws `DaemonRefusal` if it is a link or no folder, if
 * others can enter it, or if this process can't write in it.
 */
export function checkDaemonFolder(folder: string, uid: number | undefined = process.geteuid?.()): boolean {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    const problem = problemOf(stats, uid);
    if (problem !== undefined)
      throw new DaemonRefusal(
        `${escapeName(folder)} ${problem}. Sessions are found there by their sockets: remove it, and the next command creates it.`,
      );
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    throw error instanceof DaemonRefusal ? error : unusable(folder, error);
  }
}

/** Creates the folder if it is missing, and checks it. Throws `DaemonRefusal`. */
export function createDaemonFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: process.platform === "win32", mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(folder, error);
  }
  checkDaemonFolder(folder);
}

function unusable(folder: string, error: unknown): DaemonRefusal {
  return new DaemonRefusal(`The folder of the sessions can't be used: ${errorMessage(error)} (${folder}).`);
}

function problemOf(
  stats: { readonly uid: number; readonly mode: number; isDirectory(): boolean; isSymbolicLink(): boolean },
  uid: number | undefined,
): string | undefined {
  if (stats.isSymbolicLink()) return "is a link";
  if (!stats.isDirectory()) return "is not a folder";
  if (uid === undefined) return undefined;
  if (stats.uid !== uid) return `belongs to another user (${stats.uid})`;
  return (stats.mode & 0o077) === 0 ? undefined : "can be entered by other users (its mode is not 0700)";
}

function isOwnFolder(path: string, uid: number | undefined): boolean {
  try {
    const stats = lstatSync(path);
    return stats.isDirectory() && (uid === undefined || stats.uid === uid);
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function hasRoomForSocket(folder: string): boolean {
  const { socket } = daemonFiles(folder, "0".repeat(16), "linux");
  return Buffer.byteLength(socket) < MAX_SOCKET_PATH_BYTES;
}

/** Returns what tells apart the pipes of users, which are all in one place; each has a folder. */
function pipeOwner(folder: string): string {
  return createHash("sha256").update(folder.toLowerCase()).digest("hex").slice(0, 16);
}
