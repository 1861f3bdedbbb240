/**
 * Hearing of changes on disk: one watch per folder on Linux, one for all that is in a root elsewhere. It only says where to look. Where the system can't tell,
 * or would have to give more watches than is decent, it says so once and is silent from then on.
 */

import { type FSWatcher, readFileSync, statfsSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface WatchHost {
  /** A name came or went there, or means something else now. */
  renamed(path: string): void;
  /** What a name means was written. */
  written(path: string): void;
  /** Nothing will be heard from now on. */
  failed(why: string): void;
}

/** File systems that others write to without this one hearing of it, by the type that Linux gives them: NFS, CIFS, SMB, 9P, FUSE, shared folders of virtual machines. */
const remote: ReadonlySet<number> = new Set([
  ...[0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x65735546],
  ...[0x786f4256, 0x7c7c6673, 0x61636673],
]);

const isOneEach = process.platform === "linux";

export class Watching {
  readonly #host: WatchHost;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #most = mostWatches();
  #isWorking: boolean;

  /** `undefined`: nothing is to be watched. */
  constructor(roots: readonly string[] | undefined, host: WatchHost) {
    this.#host = host;
    this.#isWorking = roots !== undefined;
    if (roots === undefined) return;
    const deaf = roots.find(isRemote);
    if (deaf !== undefined) this.#fail(`${deaf} is on a file system that others may write to unheard`);
    else if (!isOneEach) for (const root of roots) this.#watch(root, true);
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** From now on. Its own changes count, not those of folders in it. */
  enter(folder: string): void {
    if (isOneEach) this.#watch(folder, false);
  }

  leave(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  end(): void {
    this.#isWorking = false;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string, isRecursive: boolean): void {
    if (!this.#isWorking || this.#watchers.has(folder)) return;
    if (this.#watchers.size >= this.#most) {
      this.#fail(`there are more than ${this.#most} folders, and other programs want to watch some too`);
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false, recursive: isRecursive });
      watcher.on("change", (event, name) => this.#hear(folder, event, name));
      // Told on some systems of a folder that is gone; the folder around it says so too.
      watcher.on("error", () => this.leave(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // One that went meanwhile, or can't be read: whoever reads it will notice.
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EACCES" && code !== "EPERM") this.#fail(message);
    }
  }

  #hear(folder: string, event: string, name: string | Buffer | null): void {
    if (!this.#isWorking) return;
    const path = name === null ? folder : join(folder, name.toString());
    if (event === "change" && name !== null) this.#host.written(path);
    else this.#host.renamed(path);
    // A folder that is gone itself is told of by its own name, as if that were in it.
    if (basename(path) === basename(folder) && dirname(path) === folder) this.#host.renamed(folder);
  }

  #fail(why: string): void {
    this.end();
    this.#host.failed(why);
  }
}

function isRemote(folder: string): boolean {
  if (!isOneEach) return false;
  try {
    return remote.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** Watches are counted by user: half of them are left to others. */
function mostWatches(): number {
  if (!isOneEach) return Number.POSITIVE_INFINITY;
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_user_watches", "latin1")) >> 1;
  } catch {
    return 4_096;
  }
}
