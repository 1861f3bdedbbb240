/**
 * Notices that a workspace folder is not the one any more that a session was started in: moved,
 * deleted, replaced, or hidden by a file system that was mounted there. It may be back meanwhile,
 * with the same content; what servers and indexes have seen is lost all the same.
 */

import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { isRemoteFileSystem } from "../../workspace/disk/folderWatcher.js";

export interface FolderGuard {
  /** Rejects with `backend_failed` if one of these folders was lost. Paths are absolute. */
  check(folders: readonly string[]): Promise<void>;
  /** Rejects when a folder is lost, also between two calls; never resolves. */
  readonly lost: Promise<never>;
  end(): void;
}

interface GuardedFolder {
  readonly path: string;
  /** Whether its file system may give it another inode. */
  readonly isRemote: boolean;
  /** Device and inode; empty if there is no such folder, undefined if there was no answer yet. */
  identity: Promise<string | undefined>;
  readonly watcher: FSWatcher | undefined;
}

const POLL_INTERVAL_MS = 1000;
/** A file system that doesn't answer says nothing about the folder. */
const STAT_TIMEOUT_MS = 2000;

export function guardFolders(): FolderGuard {
  const guarded = new Map<string, GuardedFolder>();
  let failure: LocateError | undefined;
  let reject: (error: LocateError) => void = () => {};
  const lost = new Promise<never>((_resolve, rejectLost) => {
    reject = rejectLost;
  });
  lost.catch(() => {}); // who waits for it handles it
  const lose = (path: string) => {
    failure ??= lostError(path);
    end();
    reject(failure);
  };
  const add = (path: string) => {
    const isRemote = isRemoteFileSystem(path);
    const watcher = watchName(path, () => lose(path));
    guarded.set(path, { path, isRemote, identity: identityOf(path, isRemote), watcher });
  };
  const checkFolder = async (folder: GuardedFolder) => {
    const { path, isRemote } = folder;
    const [before, now] = await Promise.all([folder.identity, identityOf(path, isRemote)]);
    if (before === undefined) folder.identity = Promise.resolve(now);
    else if (now !== undefined && now !== before) lose(path);
  };
  const checkAll = () => Promise.all([...guarded.values()].map(checkFolder));
  const timer = setInterval(() => void checkAll(), POLL_INTERVAL_MS).unref();
  const end = () => {
    clearInterval(timer);
    for (const { watcher } of guarded.values()) watcher?.close();
    guarded.clear();
  };
  return {
    lost,
    end,
    async check(folders) {
      for (const [path, { watcher }] of guarded) {
        if (folders.includes(path)) continue;
        watcher?.close();
        guarded.delete(path);
      }
      for (const path of folders) if (failure === undefined && !guarded.has(path)) add(path);
      await checkAll();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Whether an error says that a folder was lost: another session gives the answer. */
export function isFolderLost(error: unknown): boolean {
  return error instanceof LocateError && "lost_folder" in error.data;
}

function lostError(path: string): LocateError {
  return new LocateError(
    "backend_failed",
    `${escapeName(path)} was moved, replaced or deleted while its files were read. Nothing was written; try again.`,
    { lost_folder: path },
  );
}

/** Resolves with undefined if the file system doesn't answer. */
async function identityOf(path: string, isRemote: boolean): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, STAT_TIMEOUT_MS, undefined).unref();
  });
  try {
    const stats = await Promise.race([stat(path, { bigint: true }), silence]);
    return stats && `${stats.dev}:${isRemote ? "" : stats.ino}`;
  } catch {
    return "";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `onChange` when the folder's name gets another meaning, however short. Only Linux reports
 * that at once and nothing from before; elsewhere there is the comparison alone.
 */
function watchName(path: string, onChange: () => void): FSWatcher | undefined {
  const name = basename(path);
  if (process.platform !== "linux" || name === "") return undefined;
  try {
    const watcher = watch(dirname(path), { persistent: false });
    watcher.on("change", (event, changed) => event === "rename" && changed?.toString() === name && onChange());
    return watcher.on("error", () => {});
  } catch {
    return undefined; // the folder around it can't be read
  }
}
