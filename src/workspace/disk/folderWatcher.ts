/**
 * Watches a root folder and those in it: one watch per folder on Linux, one for everything
 * elsewhere. Events only say where to look. Where the system can't report changes, or would have to
 * provide too many watches, the watcher fails once and then does nothing.
 */

import { type FSWatcher, statfsSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { readTextSync } from "../../files/readFileSync.js";
import { pathInFolder } from "./folderEntries.js";

export interface FolderWatcherHost {
  /**
   * A name was added or removed, or refers to another file now. A folder's own watch may be gone:
   * read it again.
   */
  onRename(path: string): void;
  /** The file of this name was written. */
  onWrite(path: string): void;
  /** No events will come from now on. May be called by the constructor. */
  onFailure(reason: string): void;
}

/**
 * File systems that others can write to without an event here, by the type that Linux reports: NFS,
 * CIFS, SMB, 9P, FUSE, and the shared folders of virtual machines.
 */
const remoteFileSystems: ReadonlySet<number> = new Set([
  ...[0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x65735546],
  ...[0x786f4256, 0x7c7c6673, 0x61636673],
]);

/** Whether each folder has a watch of its own, and reports only changes of its own entries. */
export const hasWatchPerFolder = process.platform === "linux";

/**
 * The watches of all watchers in this thread. The system counts them by user; half are left to
 * other programs.
 */
const budget: { used: number; max: number | undefined } = { used: 0, max: undefined };

export class FolderWatcher {
  readonly #host: FolderWatcherHost;
  readonly #watchers = new Map<string, FSWatcher>();
  #isActive = true;

  constructor(root: string, host: FolderWatcherHost) {
    this.#host = host;
    if (isRemoteFileSystem(root)) this.#fail(`${root} is on a file system that other machines may write to`);
    else if (!hasWatchPerFolder) this.#watch(root, true);
  }

  /** Reports changes of the folder's own entries from now on, not of those in its folders. */
  watchFolder(folder: string): void {
    if (hasWatchPerFolder) this.#watch(folder, false);
  }

  unwatchFolder(folder: string): void {
    const watcher = this.#watchers.get(folder);
    if (watcher === undefined) return;
    this.#watchers.delete(folder);
    budget.used--;
    watcher.close();
  }

  end(): void {
    this.#isActive = false;
    for (const folder of this.#watchers.keys()) this.unwatchFolder(folder);
  }

  #watch(folder: string, isRecursive: boolean): void {
    if (!this.#isActive || this.#watchers.has(folder)) return;
    budget.max ??= readMaxWatches();
    if (budget.used >= budget.max) {
      this.#fail(`more than ${budget.max} folders would have to be watched`);
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false, recursive: isRecursive });
      watcher.on("change", (event, name) => this.#onChange(folder, event, name));
      // Some systems report a removed folder so; the folder around it reports the removal too.
      watcher.on("error", () => this.unwatchFolder(folder));
      this.#watchers.set(folder, watcher);
      budget.used++;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A folder that was removed meanwhile, or can't be read: reading it will show that.
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EACCES" && code !== "EPERM") this.#fail(message);
    }
  }

  #onChange(folder: string, event: string, name: string | Buffer | null): void {
    if (!this.#isActive) return;
    const path = name === null ? folder : pathInFolder(folder, name.toString());
    if (event === "change" && name !== null) this.#host.onWrite(path);
    else this.#host.onRename(path);
    // The removal of the folder itself is reported under its own name, as if that were an entry of
    // it. Its watch is dead then, even if the next folder of this name has the same inode.
    if (basename(path) === basename(folder) && dirname(path) === folder) {
      if (hasWatchPerFolder && event === "rename") this.unwatchFolder(folder);
      this.#host.onRename(folder);
    }
  }

  #fail(reason: string): void {
    this.end();
    this.#host.onFailure(reason);
  }
}

/** Whether others may write there without an event here; inodes may change there, too. */
export function isRemoteFileSystem(folder: string): boolean {
  if (!hasWatchPerFolder) return false;
  try {
    return remoteFileSystems.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

function readMaxWatches(): number {
  if (!hasWatchPerFolder) return Number.POSITIVE_INFINITY;
  try {
    return Number(readTextSync("/proc/sys/fs/inotify/max_user_watches", { maxBytes: 100 })) >> 1;
  } catch {
    return 4_096;
  }
}
