/**
 * Files of this session that changed on disk. The backends are notified before a request whose
 * result depends on several files.
 */

import type { Stats } from "node:fs";
import type { FileStats } from "../../files/fileCalls.js";
import { fileReader } from "../../files/fileReader.js";
import { isMissing } from "../../files/readErrors.js";
import { getOrInsert } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import { type FileStamp, isSameStamp, stampOf } from "../../workspace/disk/fileStamp.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { Worktrees } from "../../workspace/disk/worktrees.js";
import { type Backend, type Backends, sendNotification } from "../backend/backend.js";
import type { StatFile, UnopenedFiles } from "./unopenedFiles.js";

/** LSP's `FileChangeType`. */
export const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

/** The form of LSP's `FileEvent`. */
export interface DiskChange {
  readonly uri: string;
  readonly type: number;
}

/** The stamp of a file when last checked; undefined where it did not exist. */
type LastStamp = FileStamp | undefined;

export class DiskChangeTracker {
  /** When the backends were last notified of a change, as of `performance.now()`; 0 before that. */
  notifiedAt = 0;
  /** In milliseconds since 1970. */
  readonly sessionStart: number;
  readonly #stamps = new Map<string, LastStamp>();
  readonly #uris = new Map<string, string>();
  #reported: readonly DiskChange[] = [];

  constructor(sessionStart: number) {
    this.sessionStart = sessionStart;
  }

  /**
   * Begins to track a file. A file created after the start of the session is reported as created.
   * The file is read now: anything written later is a change.
   */
  add(path: string, uri: string): void {
    if (this.#stamps.has(path)) return;
    this.#uris.set(path, uri);
    const stats = statIfExists(path);
    this.#stamps.set(path, stats && !this.#isNew(stats) ? stampOf(stats) : undefined);
  }

  /**
   * Returns the event of a file that was created after the start of the session. A server gets it
   * before the file is opened there: tsserver ignores events about open files, and would not look
   * again for a module that it has missed.
   */
  creationOf(path: string, uri: string): DiskChange | undefined {
    const stats = statIfExists(path);
    return stats && this.#isNew(stats) ? { uri, type: changeTypes.created } : undefined;
  }

  #isNew({ birthtimeMs }: Pick<Stats, "birthtimeMs">): boolean {
    return birthtimeMs > this.sessionStart;
  }

  /** Notes changes of files that are not tracked, for the next `takeChanges`. */
  report(changes: readonly DiskChange[]): void {
    this.#reported = [...this.#reported, ...changes];
  }

  /** Returns the changes since the last call. */
  async takeChanges(stat: StatFile): Promise<readonly DiskChange[]> {
    const reported = this.#reported;
    this.#reported = [];
    const events = await Promise.all(
      [...this.#stamps].map(async ([path, before]) => {
        const now = await readStamp(path, before, stat);
        if (before && now ? isSameStamp(before, now) : before === now) return undefined;
        this.#stamps.set(path, now);
        const { created, changed, deleted } = changeTypes;
        const type = before === undefined ? created : now === undefined ? deleted : changed;
        return { uri: this.#uris.get(path) ?? "", type };
      }),
    );
    const found = events.filter((event) => event !== undefined);
    const uris = new Set(found.map(({ uri }) => uri));
    return [...found, ...reported.filter(({ uri }) => !uris.has(uri))];
  }
}

/** Returns undefined for a missing file, and the last stamp for one that can't be looked at. */
async function readStamp(path: string, last: LastStamp, stat: StatFile): Promise<LastStamp> {
  try {
    return stampOf(await stat(path));
  } catch (error) {
    return isMissing(error) ? undefined : last;
  }
}

export interface ChangesHost {
  readonly backends: Pick<Backends, "all" | "flushFileEvents">;
  readonly diskChanges: DiskChangeTracker;
  readonly unopenedFiles: Pick<UnopenedFiles, "refreshAll">;
}

/** The comparison with the disk that runs, and the one that begins at its end. */
interface Comparisons {
  running: Promise<void> | undefined;
  next: Promise<void> | undefined;
}

const comparisonsOf = new WeakMap<DiskChangeTracker, Comparisons>();

/**
 * Brings the unopened files up to date with the disk, and notifies the backends of changed files.
 * Calls during a comparison share the next one.
 */
export function notifyChangedFiles(host: ChangesHost): Promise<void> {
  const comparisons = getOrInsert(comparisonsOf, host.diskChanges, () => ({ running: undefined, next: undefined }));
  const start = () => {
    comparisons.next = undefined;
    comparisons.running = compareWithDisk(host).finally(() => {
      comparisons.running = undefined;
    });
    return comparisons.running;
  };
  if (!comparisons.running) return start();
  comparisons.next ??= comparisons.running.then(start, start);
  return comparisons.next;
}

async function compareWithDisk({ backends, diskChanges, unopenedFiles }: ChangesHost): Promise<void> {
  await backends.flushFileEvents();
  // Most tracked files are unopened ones, too.
  const stat = memoizeStat();
  const changes = await diskChanges.takeChanges(stat);
  if (changes.length > 0) {
    diskChanges.notifiedAt = performance.now();
    for (const backend of backends.all()) {
      const own = changesInWorktree(changes, backend);
      if (own.length > 0) notifyFileEvents(backend, own);
    }
  }
  await unopenedFiles.refreshAll(stat);
}

/** Returns a function that looks at each file once. */
function memoizeStat(): StatFile {
  const found = new Map<string, Promise<FileStats>>();
  return (path) => {
    return getOrInsert(found, path, () => fileReader.stat(path));
  };
}

/**
 * Notifies a backend of changes on disk; by a `didSave`, too, if only that makes it check its open
 * documents again.
 */
export function notifyFileEvents(backend: Backend, changes: readonly DiskChange[]): void {
  sendNotification(backend, "workspace/didChangeWatchedFiles", { changes });
  backend.readiness?.handleFileEvents(changes);
  const last = changes.at(-1);
  if (last && backend.serverEntry?.fileEvents?.asSaved)
    sendNotification(backend, "textDocument/didSave", { textDocument: { uri: last.uri } });
}

/** Returns the changes but those in another worktree of git than the backend's root. */
export function changesInWorktree<Change extends { readonly uri: string }>(
  changes: readonly Change[],
  { link: { root } }: Pick<Backend, "link">,
): readonly Change[] {
  const path = root === undefined ? undefined : pathOfUri(root);
  if (path === undefined) return changes;
  const worktrees = new Worktrees();
  return changes.filter(({ uri }) => worktrees.otherThan(pathOfUri(uri) ?? "", [path]) === undefined);
}
