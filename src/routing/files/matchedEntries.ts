/**
 * The folders in which somebody watches for files, and those files as they were last seen, kept in step with the disk. What is told of a file follows from how it
 * was and how it is, not from what the system says happened to it: that is only where to look.
 */

import type { Stats } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { type EntryStamp, entryStampOf, hasChanged } from "../../workspace/disk/fileStamp.js";
import {
  type EntryKind,
  entriesIn,
  entryKindOf,
  lstatIfExists,
  statIfExists,
} from "../../workspace/disk/folderEntries.js";
import { FolderWatcher } from "../../workspace/disk/folderWatcher.js";
import { isGeneratedFolder, isSkippedFolder } from "../../workspace/disk/skippedFolders.js";
import { changeSince, type FileChangeType } from "./fileChanges.js";
import { canMatchBelow, type Glob, type GlobNodes, Globs, newestIn, ownersOf } from "./globs.js";

/** One pattern from the top of the file system down, whoever it is watched for. */
export interface WatchedPattern extends Glob {
  /** Later ones have higher numbers, from 0. */
  readonly number: number;
  /** What happened since is told, in milliseconds since 1970. */
  readonly since: number;
}

export interface MatchedEntriesHost<Pattern extends WatchedPattern> {
  changed(path: string, type: FileChangeType, patterns: readonly Pattern[]): void;
  /** A slice is over: what happened may be told, and has to be where `isAll`. */
  sliceEnded(isAll: boolean): void;
  log(line: string): void;
}

export interface WatchLimits {
  readonly folders: number;
  /** Files and folders that fit a pattern. */
  readonly entries: number;
}

/** A folder takes about 3 kB, its watch included, an entry 0.3 kB: 120 MB where both are reached. */
export const defaultWatchLimits: WatchLimits = { folders: 20_000, entries: 200_000 };

/** A folder that is walked from. One in another is no part of that. */
interface RootFolder {
  readonly path: string;
  readonly watching: FolderWatcher;
}

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly parent: Folder | undefined;
  readonly top: RootFolder;
  /** The file system's number for it: another folder under its name has another. */
  identity: number;
  isMadeByProgram: boolean;
  /** The newest pattern's number when its names were last read: for those up to it, what is new in here is news. -1 before. */
  listed: number;
  /** Whether its entries may have changed without anybody's having been told. */
  needsRecheck: boolean;
  /** How what fits a pattern was, by name. */
  readonly entries: Map<string, EntryStamp>;
  /** Names of folders in it that are in the tree. */
  readonly folders: Set<string>;
}

/** How the entries of a folder are looked at. */
interface Look<Pattern> {
  /** What fits so far where the folder is. */
  readonly globNodes: GlobNodes<Pattern>;
  /** For patterns up to this number, an entry that wasn't known is new. */
  readonly listed: number;
  readonly known: "is as it was" | "may have changed" | "is said to have changed";
}

/** An entry that is there, and whose patterns it fits. */
interface VisitedEntry<Pattern> {
  readonly path: string;
  readonly isFolder: boolean;
  readonly patterns: readonly Pattern[];
  readonly look: Look<Pattern>;
}

/** Changes come in swarms: they are looked at together. */
const BATCH_MS = 75;
/** The relay waits no longer than this for us. */
const SLICE_MS = 4;
/** Linux holds 16,384 of its messages and drops the rest without a word: past so many at once, everything is looked at. */
const MAX_BATCH_EVENTS = 12_000;
/** Whether each folder has a watch of its own. */
const hasWatchPerFolder = process.platform === "linux";
/** By these names a folder says that a program made it. */
const markerFiles: ReadonlySet<string> = new Set(["pyvenv.cfg", "CACHEDIR.TAG"]);

export class MatchedEntries<Pattern extends WatchedPattern> {
  readonly #host: MatchedEntriesHost<Pattern>;
  readonly #limits: WatchLimits;
  #globs = new Globs<Pattern>();
  #newest = -1;
  #patterns: ReadonlySet<Pattern> = new Set();
  readonly #roots = new Map<string, RootFolder>();
  /** Tops that can't be watched. It was said once, and is not tried again. */
  readonly #unwatchable = new Set<string>();
  readonly #folders = new Map<string, Folder>();
  #entryCount = 0;
  /** Folders whose names are to be read, in this order. */
  readonly #due = new Set<Folder>();
  /** Paths that something was heard of. */
  readonly #changedPaths = new Set<string>();
  /** How many messages of the system since they were last looked at. */
  #eventCount = 0;
  #batchTimer: NodeJS.Timeout | undefined;
  #isBatchDue = false;
  /** Whether there may be folders and entries that no pattern wants any more. */
  #needsPruning = false;
  #isFull = false;
  #isEnded = false;
  #running: Promise<void> | undefined;
  #sliceEnd = 0;

  constructor(host: MatchedEntriesHost<Pattern>, limits: WatchLimits) {
    this.#host = host;
    this.#limits = limits;
  }

  /** From now on these, below these folders. Patterns and folders that are in place stay so. */
  update(tops: readonly string[], patterns: ReadonlySet<Pattern>): void {
    if (this.#isEnded) return;
    for (const pattern of this.#patterns) if (!patterns.has(pattern)) this.#needsPruning = true;
    this.#patterns = patterns;
    this.#globs = new Globs();
    for (const pattern of patterns) {
      this.#globs.add(pattern, pattern, pattern.number);
      this.#newest = Math.max(this.#newest, pattern.number);
    }
    for (const top of this.#roots.values()) if (!tops.includes(top.path)) this.#dropRoot(top);
    for (const path of tops) {
      const top = this.#folders.get(path) ?? this.#enterRoot(path);
      if (top && newestIn(this.#globNodesIn(top)) > top.listed) this.#due.add(top);
    }
    this.#ensureRunning();
  }

  /** Resolves when all that was asked for is in place, and all that was heard of and whose time has come was looked at. */
  async whenSettled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Resolves when what has happened on disk by now was looked at, as far as the system has told us. */
  async flush(): Promise<void> {
    // What it has to tell is read between two turns of the event loop.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (this.#batchTimer !== undefined) {
      clearTimeout(this.#batchTimer);
      this.#endBatch();
    }
    await this.whenSettled();
  }

  end(): void {
    this.#isEnded = true;
    for (const top of this.#roots.values()) this.#dropRoot(top);
    clearTimeout(this.#batchTimer);
  }

  #enterRoot(path: string): Folder | undefined {
    if (this.#unwatchable.has(path)) return undefined;
    const watching = new FolderWatcher([path], {
      onRename: (path) => this.#noteEvent(path),
      onWrite: (path) => {
        // What is written most fits no pattern: logs, what compilers make.
        const isKnown = this.#folders.get(dirname(path))?.entries.has(basename(path));
        this.#noteEvent(isKnown ? path : undefined);
      },
      onFailure: (why) => {
        this.#unwatchable.add(path);
        this.#host.log(`Servers are not told what changes in ${path}: ${why}.`);
        const top = this.#roots.get(path);
        if (top) this.#dropRoot(top);
      },
    });
    // It may have failed before it came into being.
    if (!watching.isActive) return undefined;
    const top = { path, watching };
    this.#roots.set(path, top);
    const folder = this.#enter({ path, parent: undefined, top, listed: -1 });
    if (folder === undefined) this.#dropRoot(top);
    return folder;
  }

  #dropRoot(top: RootFolder): void {
    this.#roots.delete(top.path);
    for (const folder of this.#folders.values()) if (folder.top === top) this.#drop(folder);
    top.watching.end();
  }

  /** `undefined`: of something that is not to be looked at. */
  #noteEvent(path: string | undefined): void {
    if (this.#isEnded) return;
    this.#eventCount++;
    if (path !== undefined) this.#changedPaths.add(path);
    this.#batchTimer ??= setTimeout(() => this.#endBatch(), BATCH_MS).unref();
  }

  #endBatch(): void {
    this.#batchTimer = undefined;
    this.#isBatchDue = true;
    this.#ensureRunning();
  }

  #ensureRunning(): void {
    this.#running ??= this.#run()
      .catch((error: unknown) => this.#host.log(`Looking for changed files failed: ${error}`))
      .finally(() => {
        this.#running = undefined;
        if (this.#isBusy) this.#ensureRunning();
      });
  }

  get #isBusy(): boolean {
    return !this.#isEnded && (this.#needsPruning || this.#isBatchDue || this.#due.size > 0);
  }

  async #run(): Promise<void> {
    this.#sliceEnd = performance.now() + SLICE_MS;
    while (this.#isBusy) {
      const [folder] = this.#due;
      if (this.#needsPruning) await this.#prune();
      else if (this.#isBatchDue) await this.#checkChangedPaths();
      else if (folder) {
        this.#due.delete(folder);
        await this.#readFolder(folder);
      }
    }
    this.#host.sliceEnded(true);
  }

  /** Between any two entries. */
  async #pauseIfDue(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    this.#host.sliceEnded(false);
    // A timer and not an immediate: that would keep the process alive, or, if it may not, wait for something else to happen.
    await new Promise((resolve) => setTimeout(resolve, 0).unref());
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** What fits so far where a folder is. */
  #globNodesIn({ parent, name, path, isMadeByProgram }: Folder): GlobNodes<Pattern> {
    if (parent === undefined) return path.split(sep).filter(Boolean).reduce(this.#step, this.#globs.start);
    return this.#globs.step(this.#globNodesIn(parent), name, isMadeByProgram || isSkippedFolder(name, path));
  }

  readonly #step = (places: GlobNodes<Pattern>, name: string): GlobNodes<Pattern> => this.#globs.step(places, name);

  /** Undefined where there is no room for one more. */
  #enter(about: Pick<Folder, "path" | "parent" | "top" | "listed">): Folder | undefined {
    if (this.#folders.size >= this.#limits.folders) {
      this.#logFull(`${this.#limits.folders} folders with files`);
      return undefined;
    }
    const folder: Folder = {
      ...about,
      name: basename(about.path),
      identity: 0,
      isMadeByProgram: false,
      needsRecheck: false,
      entries: new Map(),
      folders: new Set(),
    };
    this.#folders.set(folder.path, folder);
    folder.parent?.folders.add(folder.name);
    this.#due.add(folder);
    return folder;
  }

  #logFull(what: string): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.#host.log(
      `There are more than ${what} that servers want to be told of. They are not told of the rest: open a folder further down.`,
    );
  }

  /** It is in the tree no more; what is in it has to go, too. */
  #drop(folder: Folder): void {
    if (this.#folders.get(folder.path) === folder) {
      this.#folders.delete(folder.path);
      folder.top.watching.unwatchFolder(folder.path);
      this.#entryCount -= folder.entries.size;
    }
    this.#due.delete(folder);
  }

  #isIn(folder: Folder): boolean {
    return this.#folders.get(folder.path) === folder;
  }

  /** Reads the names in a folder, and meets them. */
  async #readFolder(folder: Folder): Promise<void> {
    const { listed, needsRecheck } = folder;
    folder.listed = this.#newest;
    folder.needsRecheck = false;
    // First watched, then read: nothing can come between.
    folder.top.watching.watchFolder(folder.path);
    const stats = statIfExists(folder.path);
    folder.identity = stats?.ino ?? 0;
    const kinds = stats?.isDirectory() ? await this.#kindsIn(folder) : undefined;
    if (!this.#isIn(folder)) return;
    if (kinds === undefined) {
      folder.listed = listed;
      // Of any other that is gone, whoever looks at the folder around it will notice.
      if (folder.parent === undefined && !stats?.isDirectory()) await this.#leave(folder);
      return;
    }
    const tagsInIt = new Set([...markerFiles].filter((tag) => kinds.has(tag)));
    folder.isMadeByProgram = folder.parent !== undefined && isGeneratedFolder(folder.path, tagsInIt);
    const known = needsRecheck ? "may have changed" : "is as it was";
    const look: Look<Pattern> = { globNodes: this.#globNodesIn(folder), listed, known };
    for (const [name, kind] of kinds) {
      await this.#visit(folder, name, kind, look);
      await this.#pauseIfDue();
      if (!this.#isIn(folder)) return;
    }
    for (const name of [...folder.folders, ...folder.entries.keys()]) {
      if (!kinds.has(name)) await this.#visitMissing(folder, name, look.globNodes);
      await this.#pauseIfDue();
    }
  }

  /** Undefined where it can't be read. */
  async #kindsIn({ path }: Folder): Promise<ReadonlyMap<string, EntryKind> | undefined> {
    const kinds = new Map<string, EntryKind>();
    try {
      for (const [name, kind] of entriesIn(path)) {
        kinds.set(name, kind);
        await this.#pauseIfDue();
      }
      return kinds;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") {
        this.#host.log(`Servers are not told what changes in ${path}: ${message}.`);
      }
      return undefined;
    }
  }

  /** An entry is there. */
  async #visit(folder: Folder, name: string, kind: EntryKind, look: Look<Pattern>): Promise<void> {
    const path = join(folder.path, name);
    const isFolder = kind === "folder";
    const places = this.#globs.step(look.globNodes, name, isFolder && isSkippedFolder(name, path));
    const inner = this.#folders.get(path);
    if (isFolder && canMatchBelow(places)) {
      if (inner === undefined) this.#enter({ path, parent: folder, top: folder.top, listed: look.listed });
      else if (newestIn(this.#globNodesIn(inner)) > inner.listed) this.#due.add(inner);
    } else if (inner && !(isFolder && this.#roots.has(path))) await this.#leave(inner);
    const patterns = ownersOf(places);
    if (patterns.length > 0) this.#updateEntry(folder, name, { path, isFolder, patterns, look });
    else if (folder.entries.delete(name)) this.#entryCount--;
  }

  #updateEntry(folder: Folder, name: string, { path, isFolder, patterns, look }: VisitedEntry<Pattern>): void {
    const known = folder.entries.get(name);
    if (known !== undefined && look.known === "is as it was") return;
    const stats = isFolder ? undefined : statIfExists(path);
    if (!isFolder && stats === undefined) {
      // A link may have come to lead nowhere.
      this.#removeEntry(folder, name, patterns);
      return;
    }
    const stamp = stats ? entryStampOf(stats, Date.now()) : "folder";
    if (known !== undefined) {
      folder.entries.set(name, stamp);
      if (hasChanged(known, stamp, look.known === "is said to have changed")) this.#host.changed(path, 2, patterns);
      return;
    }
    if (this.#entryCount >= this.#limits.entries) {
      this.#logFull(`${this.#limits.entries} files`);
      return;
    }
    this.#entryCount++;
    folder.entries.set(name, stamp);
    for (const pattern of patterns) {
      const type = pattern.number <= look.listed ? 1 : stats && changeSince(pattern.since, stats);
      if (type !== undefined) this.#host.changed(path, type, [pattern]);
    }
  }

  /** An entry is not there, or not there any more. */
  async #visitMissing(folder: Folder, name: string, live: GlobNodes<Pattern>): Promise<void> {
    const path = join(folder.path, name);
    const inner = this.#folders.get(path);
    if (inner) await this.#leave(inner);
    const onlyNamed = folder.entries.get(name) === "folder" && isSkippedFolder(name, path);
    this.#removeEntry(folder, name, ownersOf(this.#globs.step(live, name, onlyNamed)));
  }

  #removeEntry(folder: Folder, name: string, patterns: readonly Pattern[]): void {
    if (!folder.entries.delete(name)) return;
    this.#entryCount--;
    this.#host.changed(join(folder.path, name), 3, patterns);
  }

  /** A folder is gone, or nobody wants to hear of what is in it. */
  async #leave(folder: Folder): Promise<void> {
    folder.parent?.folders.delete(folder.name);
    const leaving = [folder];
    for (let next = leaving.pop(); next; next = leaving.pop()) {
      if (!this.#isIn(next)) continue;
      for (const name of next.folders) {
        const inner = this.#folders.get(join(next.path, name));
        if (inner) leaving.push(inner);
      }
      const live = this.#globNodesIn(next);
      this.#drop(next);
      for (const name of next.entries.keys()) {
        const path = join(next.path, name);
        const patterns = ownersOf(this.#globs.step(live, name));
        if (patterns.length > 0) this.#host.changed(path, 3, patterns);
        await this.#pauseIfDue();
      }
      await this.#pauseIfDue();
    }
    // Nobody looks at the folder around it: should it come back, that is found when next somebody wants to watch.
    if (folder.parent === undefined) this.#dropRoot(folder.top);
  }

  async #checkChangedPaths(): Promise<void> {
    this.#isBatchDue = false;
    const heard = [...this.#changedPaths];
    const isTooLarge = this.#eventCount > MAX_BATCH_EVENTS;
    this.#changedPaths.clear();
    this.#eventCount = 0;
    if (isTooLarge) {
      for (const top of this.#roots.keys()) {
        const folder = this.#folders.get(top);
        if (folder) await this.#recheckBelow(folder);
      }
      return;
    }
    for (const path of heard) {
      await this.#checkPath(path);
      await this.#pauseIfDue();
    }
  }

  async #checkPath(path: string): Promise<void> {
    const stats = lstatIfExists(path);
    const kind = stats && entryKindOf(stats);
    const self = this.#folders.get(path);
    const folder = this.#folders.get(dirname(path));
    if (self && stats && kind === "folder") await this.#recheckFolder(self, stats);
    else if (self && self.parent === undefined) await this.#leave(self);
    // What was not read yet will be.
    if (folder === undefined || folder.listed < 0) return;
    const name = basename(path);
    if (markerFiles.has(name)) this.#due.add(folder);
    const globNodes = this.#globNodesIn(folder);
    if (kind === undefined) await this.#visitMissing(folder, name, globNodes);
    else await this.#visit(folder, name, kind, { globNodes, listed: folder.listed, known: "is said to have changed" });
  }

  /** A folder was spoken of by its own name. */
  async #recheckFolder(folder: Folder, { ino }: Stats): Promise<void> {
    const isAnother = folder.identity !== 0 && folder.identity !== ino;
    // Where one watch is for all, that is also how the system says that it lost something.
    if (isAnother || !hasWatchPerFolder) return this.#recheckBelow(folder);
    folder.needsRecheck = true;
    this.#due.add(folder);
  }

  /** All that is in a folder may have changed unheard; another folder may have taken its name. */
  async #recheckBelow(top: Folder): Promise<void> {
    const doubted = [top];
    for (const folder of doubted) {
      folder.needsRecheck = true;
      this.#due.add(folder);
      // The watch may be on a folder that had this name.
      if (hasWatchPerFolder) folder.top.watching.unwatchFolder(folder.path);
      for (const name of folder.folders) {
        const inner = this.#folders.get(join(folder.path, name));
        if (inner) doubted.push(inner);
      }
      await this.#pauseIfDue();
    }
  }

  /** Drops what no pattern wants. */
  async #prune(): Promise<void> {
    this.#needsPruning = false;
    for (const folder of this.#folders.values()) {
      const live = this.#globNodesIn(folder);
      if (folder.parent && !canMatchBelow(live)) {
        await this.#leave(folder);
        continue;
      }
      for (const name of folder.entries.keys()) {
        if (ownersOf(this.#globs.step(live, name)).length > 0) continue;
        if (this.#isIn(folder) && folder.entries.delete(name)) this.#entryCount--;
        await this.#pauseIfDue();
      }
      await this.#pauseIfDue();
    }
  }
}
