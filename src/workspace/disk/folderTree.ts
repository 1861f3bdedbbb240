/**
 * Tracks folders on disk: reads them in time slices, watches them, and reads again what may have
 * changed. Its owner decides which entries are relevant, and stores them. The index and the
 * servers' file watchers each have a tree of their own, in their own thread.
 */

import { basename, dirname } from "node:path";
import { errorMessage } from "../../error.js";
import { appendAll } from "../../text/list.js";
import { yieldToEventLoop } from "../timeSlice.js";
import { type EntryKind, entryKindOf, lstatIfExists, pathInFolder, statIfExists } from "./folderEntries.js";
import { FolderWatcher, hasWatchPerFolder } from "./folderWatcher.js";
import type { FolderTreeOptions, FolderTreeOwner, ReadScope, TrackedFolder, TrackedRoot } from "./trackedFolder.js";

const scopeRanks: Readonly<Record<ReadScope, number>> = { names: 0, entries: 1, below: 2 };

/**
 * The maximum number of events in a batch. After more, everything is read again, because Linux
 * queues 16,384 events and drops the rest.
 */
const MAX_BATCH_EVENTS = 12_000;

export class FolderTree<Data> {
  readonly #owner: FolderTreeOwner<Data>;
  readonly #options: FolderTreeOptions;
  readonly #roots = new Map<string, TrackedRoot>();
  readonly #folders = new Map<string, TrackedFolder<Data>>();
  /** Folders to read, in the order of insertion. */
  readonly #due = new Map<TrackedFolder<Data>, ReadScope>();
  readonly #tasks: (() => Iterable<void>)[] = [];
  readonly #changedPaths = new Set<string>();
  /** All events since the last batch, relevant or not. */
  #eventCount = 0;
  #batchTimer: NodeJS.Timeout | undefined;
  #isBatchDue = false;
  #isWatching: boolean;
  #isRunning = false;
  #running: Promise<void> | undefined;
  #sliceEnd = 0;
  #isEnded = false;

  constructor(owner: FolderTreeOwner<Data>, options: FolderTreeOptions) {
    this.#owner = owner;
    this.#options = options;
    this.#isWatching = options.isWatching;
  }

  get isWatching(): boolean {
    return this.#isWatching;
  }

  /** Whether nothing is left to read or to check. */
  get isIdle(): boolean {
    return !this.#isRunning && !this.#isBusy && this.#changedPaths.size === 0 && !this.#hasOverflowed;
  }

  roots(): Iterable<string> {
    return this.#roots.keys();
  }

  folders(): Iterable<TrackedFolder<Data>> {
    return this.#folders.values();
  }

  folderAt(path: string): TrackedFolder<Data> | undefined {
    return this.#folders.get(path);
  }

  isRoot(path: string): boolean {
    return this.#roots.has(path);
  }

  isTracked(folder: TrackedFolder<Data>): boolean {
    return this.#folders.get(folder.path) === folder;
  }

  /**
   * Tracks a root. A root inside another root is independent of it. Returns `undefined` if there
   * are `maxFolders` folders already, or if the owner removed the root at once.
   */
  addRoot(path: string, data: Data): TrackedFolder<Data> | undefined {
    if (this.#folders.size >= this.#options.maxFolders) return undefined;
    const root: TrackedRoot = { path, watcher: undefined, device: 0 };
    this.#roots.set(path, root);
    this.#add({ path, name: basename(path), parent: undefined, root, data });
    this.#watch(root);
    return this.#folders.get(path);
  }

  /** Stops tracking a root. Returns the removed folders; `onUntracked` is not called for them. */
  removeRoot(path: string): TrackedFolder<Data>[] {
    const root = this.#roots.get(path);
    const removed = [...this.#folders.values()].filter((folder) => folder.root === root);
    this.#roots.delete(path);
    for (const folder of removed) this.#drop(folder);
    root?.watcher?.end();
    return removed;
  }

  /**
   * Tracks a folder in another, and marks it to be read. Returns `undefined` if there are
   * `maxFolders` folders already.
   */
  track(parent: TrackedFolder<Data>, name: string, data: Data): TrackedFolder<Data> | undefined {
    if (this.#folders.size >= this.#options.maxFolders) return undefined;
    // Added now, so that this folder is removed too if its parent is removed while being read.
    parent.folders.add(name);
    return this.#add({ path: pathInFolder(parent.path, name), name, parent, root: parent.root, data });
  }

  /** Stops tracking a folder and those below it, in steps. */
  *untrack(folder: TrackedFolder<Data>): Iterable<void> {
    folder.parent?.folders.delete(folder.name);
    const removed = [folder];
    for (let next = removed.pop(); next; next = removed.pop()) {
      if (!this.isTracked(next)) continue;
      appendAll(removed, this.#foldersIn(next));
      this.#drop(next);
      yield* this.#owner.onUntracked(next);
      yield;
    }
    if (folder.parent === undefined) this.removeRoot(folder.path);
  }

  /** Marks a folder to be read when `readDue` or `scan` is called. */
  markDue(folder: TrackedFolder<Data>, scope: ReadScope = "names"): void {
    if (this.#isEnded) return;
    const due = this.#due.get(folder) ?? "names";
    this.#due.set(folder, scopeRanks[due] > scopeRanks[scope] ? due : scope);
  }

  /** Marks everything to be read again. */
  markAll(): void {
    for (const path of this.#roots.keys()) {
      const folder = this.#folders.get(path);
      if (folder) this.markDue(folder, "below");
    }
  }

  /** Adds a path to the next batch, as if an event had reported it. */
  markPath(path: string): void {
    if (!this.#isEnded) this.#changedPaths.add(path);
  }

  /** Unmarks the folders that have never been read. */
  cancelFirstReads(): void {
    for (const folder of this.#due.keys()) if (!folder.isRead) this.#due.delete(folder);
  }

  /** Adds a task that runs before the next folder is read. */
  addTask(task: () => Iterable<void>): void {
    this.#tasks.push(task);
  }

  /** Calls `scan` after `batchMs`, unless a call is scheduled already. */
  scheduleScan(): void {
    if (this.#isEnded) return;
    this.#batchTimer ??= setTimeout(() => void this.scan(), this.#options.batchMs).unref();
  }

  /** Starts reading the due folders, without the events of the current batch. */
  readDue(): void {
    if (this.#isRunning || !this.#isBusy) return;
    this.#isRunning = true;
    const from = performance.now();
    this.#running = this.#run().finally(() => {
      this.#isRunning = false;
      this.#running = undefined;
      if (!this.#isEnded) this.#owner.onSettled(performance.now() - from);
      this.readDue();
    });
  }

  /** Ends the current batch. Resolves when its paths and all due folders have been read. */
  scan(): Promise<void> {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#changedPaths.size > 0 || this.#hasOverflowed) this.#isBatchDue = true;
    else this.#eventCount = 0;
    this.readDue();
    return this.whenSettled();
  }

  /**
   * Resolves when all changes on disk up to now have been processed, as far as the system has
   * reported them.
   */
  async flush(): Promise<void> {
    // The system's events are read between two turns of the event loop.
    for (let turn = 0; turn < 2; turn++) await yieldToEventLoop();
    this.#markReplacedRoots();
    await this.scan();
  }

  /** Resolves when all due folders have been read. */
  async whenSettled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  stopWatching(): void {
    this.#isWatching = false;
    for (const { watcher } of this.#roots.values()) watcher?.end();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#batchTimer);
    this.stopWatching();
    this.#due.clear();
    this.#changedPaths.clear();
  }

  get #isBusy(): boolean {
    return !this.#isEnded && (this.#tasks.length > 0 || this.#isBatchDue || this.#due.size > 0);
  }

  get #hasOverflowed(): boolean {
    return this.#eventCount > MAX_BATCH_EVENTS;
  }

  #watch(root: TrackedRoot): void {
    if (!this.#isWatching) return;
    const { path } = root;
    root.watcher = new FolderWatcher(path, {
      onRename: (path) => this.#onEvent(path, "rename"),
      onWrite: (path) => this.#onEvent(path, "write"),
      onFailure: (reason) => this.#owner.onWatchFailure(path, reason),
    });
  }

  /**
   * Marks the roots that were gone or unreadable when they were last read, and those that are
   * another folder now, or one of another file system: no event tells so, and their watches are
   * dead.
   */
  #markReplacedRoots(): void {
    // Without events everything is read again anyway.
    if (!this.#isWatching) return;
    for (const root of this.#roots.values()) {
      const folder = this.#folders.get(root.path);
      if (!folder?.isRead) continue;
      const { ino, dev } = statIfExists(root.path) ?? { ino: 0, dev: 0 };
      if (ino === folder.identity && dev === root.device) continue;
      root.watcher?.end();
      this.#watch(root);
      this.markDue(folder, "below");
    }
  }

  #onEvent(path: string, event: "rename" | "write"): void {
    if (this.#isEnded) return;
    this.#eventCount++;
    if (this.#owner.onEvent(path, event)) this.#changedPaths.add(path);
    this.scheduleScan();
  }

  #add(about: Pick<TrackedFolder<Data>, "path" | "name" | "parent" | "root" | "data">): TrackedFolder<Data> {
    const folder = { ...about, identity: 0, isRead: false, folders: new Set<string>() };
    this.#folders.set(folder.path, folder);
    this.markDue(folder);
    return folder;
  }

  #drop(folder: TrackedFolder<Data>): void {
    this.#due.delete(folder);
    if (!this.isTracked(folder)) return;
    this.#folders.delete(folder.path);
    folder.root.watcher?.unwatchFolder(folder.path);
  }

  *#foldersIn(folder: TrackedFolder<Data>): Iterable<TrackedFolder<Data>> {
    for (const name of folder.folders) {
      const inner = this.#folders.get(pathInFolder(folder.path, name));
      if (inner) yield inner;
    }
  }

  async #run(): Promise<void> {
    this.#sliceEnd = performance.now() + this.#options.sliceMs;
    for (let step = this.#nextStep(); step; step = this.#nextStep()) {
      try {
        for (const _ of step) {
          if (performance.now() >= this.#sliceEnd) await this.#pause();
          if (this.#isEnded) return;
        }
      } catch (error) {
        this.#options.log(`Looking for changed files failed: ${errorMessage(error)}`);
      }
      if (performance.now() >= this.#sliceEnd) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    await this.#options.pause();
    this.#sliceEnd = performance.now() + this.#options.sliceMs;
  }

  #nextStep(): Iterable<void> | undefined {
    if (!this.#isBusy) return undefined;
    const task = this.#tasks.shift();
    if (task) return task();
    if (this.#isBatchDue) return this.#checkBatch();
    for (const [folder, scope] of this.#due) {
      this.#due.delete(folder);
      return this.#readFolder(folder, scope);
    }
    return undefined;
  }

  *#checkBatch(): Iterable<void> {
    const paths = [...this.#changedPaths];
    const hasOverflowed = this.#hasOverflowed;
    this.#isBatchDue = false;
    this.#changedPaths.clear();
    this.#eventCount = 0;
    if (hasOverflowed) {
      this.markAll();
      return;
    }
    for (const path of paths) {
      yield* this.#checkPath(path);
      yield;
    }
  }

  *#checkPath(path: string): Iterable<void> {
    const stats = lstatIfExists(path);
    const kind = stats && entryKindOf(stats);
    const folder = this.#folders.get(path);
    if (folder && stats && kind === "folder") {
      const isAnother = folder.identity !== 0 && folder.identity !== stats.ino;
      // If one watch is for the whole root, an event of a folder may also mean that some were lost.
      this.markDue(folder, isAnother || !hasWatchPerFolder ? "below" : "entries");
    } else if (folder?.parent === undefined && folder) this.markDue(folder, "entries");
    const parent = this.#folders.get(dirname(path));
    // If the parent has not been read, reading it will find the entry.
    if (parent?.isRead && parent !== folder) yield* this.#owner.checkEntry(parent, basename(path), kind);
  }

  *#readFolder(folder: TrackedFolder<Data>, scope: ReadScope): Iterable<void> {
    const { path } = folder;
    if (scope === "below") {
      for (const inner of this.#foldersIn(folder)) this.markDue(inner, "below");
      // The watch may be on another folder that had this path before.
      if (hasWatchPerFolder) folder.root.watcher?.unwatchFolder(path);
    }
    // Watched before it is read, so that no change in between is missed.
    folder.root.watcher?.watchFolder(path);
    if (!this.isTracked(folder)) return;
    const stats = statIfExists(path);
    folder.identity = stats?.ino ?? 0;
    if (folder.parent === undefined) folder.root.device = stats?.dev ?? 0;
    const entries = new Map<string, EntryKind>();
    try {
      for (const [name, kind] of this.#options.readEntries(path)) {
        entries.set(name, kind);
        yield;
      }
    } catch (error) {
      if (!this.isTracked(folder)) return;
      folder.identity = 0;
      const action = this.#owner.onUnreadable(folder, error as NodeJS.ErrnoException);
      if (action === "keep") return;
      if (action === "untrack") return yield* this.untrack(folder);
      entries.clear();
    }
    if (!this.isTracked(folder)) return;
    folder.isRead = true;
    const visit = this.#owner.read(folder, entries, scope);
    for (const [name, kind] of entries) {
      yield* visit(name, kind);
      yield;
      if (!this.isTracked(folder)) return;
    }
    for (const name of [...folder.folders, ...this.#owner.knownNames(folder)]) {
      if (!entries.has(name)) yield* visit(name, undefined);
      yield;
    }
  }
}
