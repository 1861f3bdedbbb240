/**
 * Hearing of changes on disk: one watch per folder on Linux, one for all that is in a root elsewhere. It only says where to look. Where the system can't tell,
 * or would have to give more watches than is decent, it says so once and is silent from then on.
 */

import { type FSWatcher, readFileSync, statfsSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface FolderWatcherHost {
  /** A name came or went there, or means something else now. */
  onRename(path: string): void;
  /** What a name means was written. */
  onWrite(path: string): void;
  /** Nothing will be heard from now on. */
  onFailure(reason: string): void;
}

/** File systems that others write to without this one hearing of it, by the type that Linux gives them: NFS, CIFS, SMB, 9P, FUSE, shared folders of virtual machines. */
const remoteFileSystems: ReadonlySet<number> = new Set([
  ...[0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x65735546],
  ...[0x786f4256, 0x7c7c6673, 0x61636673],
]);

const hasWatchPerFolder = process.platform === "linux";

export class FolderWatcher {
  readonly #host: FolderWatcherHost;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #maxWatches = readMaxWatches();
  #isActive: boolean;

  /** `undefined`: nothing is to be watched. */
  constructor(roots: readonly string[] | undefined, host: FolderWatcherHost) {
    this.#host = host;
    this.#isActive = roots !== undefined;
    if (roots === undefined) return;
    const remoteRoot = roots.find(isRemote);
    if (remoteRoot !== undefined) this.#fail(`${remoteRoot} is on a file system that others may write to unheard`);
    else if (!hasWatchPerFolder) for (const root of roots) this.#watch(root, true);
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** From now on. Its own changes count, not those of folders in it. */
  watchFolder(folder: string): void {
    if (hasWatchPerFolder) this.#watch(folder, false);
  }

  unwatchFolder(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  end(): void {
    this.#isActive = false;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string, isRecursive: boolean): void {
    if (!this.#isActive || this.#watchers.has(folder)) return;
    if (this.#watchers.size >= this.#maxWatches) {
      this.#fail(`there are more than ${this.#maxWatches} folders, and other programs want to watch some too`);
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false, recursive: isRecursive });
      watcher.on("change", (event, name) => this.#onChange(folder, event, name));
      // Told on some systems of a folder that is gone; the folder around it says so too.
      watcher.on("error", () => this.unwatchFolder(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // One that went meanwhile, or can't be read: whoever reads it will notice.
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EACCES" && code !== "EPERM") this.#fail(message);
    }
  }

  #onChange(folder: string, event: string, name: string | Buffer | null): void {
    if (!this.#isActive) return;
    const path = name === null ? folder : join(folder, name.toString());
    if (event === "change" && name !== null) this.#host.onWrite(path);
    else this.#host.onRename(path);
    // A folder that is gone itself is told of by its own name, as if that were in it.
    if (basename(path) === basename(folder) && dirname(path) === folder) this.#host.onRename(folder);
  }

  #fail(reason: string): void {
    this.end();
    this.#host.onFailure(reason);
  }
}

function isRemote(folder: string): boolean {
  if (!hasWatchPerFolder) return false;
  try {
    return remoteFileSystems.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** Watches are counted by user: half of them are left to others. */
function readMaxWatches(): number {
  if (!hasWatchPerFolder) return Number.POSITIVE_INFINITY;
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_user_watches", "latin1")) >> 1;
  } catch {
    return 4_096;
  }
}
