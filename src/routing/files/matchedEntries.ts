/**
 * The files and folders that match watched patterns, kept in step with the disk. A change is what
 * differs between two looks at an entry; an event of the system only says where to look.
 */

import type { Stats } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Logger } from "../../error.js";
import { canMatchBelow, type Glob, type GlobNodes, Globs, newestIn, ownersOf } from "../../files/glob/globs.js";
import { type EntryStamp, entryStampOf, hasChanged } from "../../workspace/disk/fileStamp.js";
import { type EntryKind, entriesIn, pathInFolder, statIfExists } from "../../workspace/disk/folderEntries.js";
import { FolderTree } from "../../workspace/disk/folderTree.js";
import { isGeneratedFolder, isSkippedFolder } from "../../workspace/disk/skippedFolders.js";
import type { ReadScope, TrackedFolder, VisitEntry } from "../../workspace/disk/trackedFolder.js";

/** A pattern from the top of the file system, for any number of backends. */
export interface WatchedPattern extends Glob {
  /** Counts up from 0: later patterns have higher numbers. */
  readonly number: number;
  /** Changes after this time are reported, in milliseconds since 1970. */
  readonly since: number;
}

export interface MatchedEntriesHost<Pattern extends WatchedPattern> {
  onChange(path: string, type: FileChangeType, patterns: readonly Pattern[]): void;
  /**
   * Changes may be sent now; with `isSettled`, they have to be, as no more will follow for a while.
   */
  onSliceEnd(isSettled: boolean): void;
  readonly log: Logger;
}

export interface WatchLimits {
  readonly folders: number;
  /** Files and folders that match a pattern. */
  readonly entries: number;
}

/**
 * A folder takes about 3 kB, its watch included, an entry 0.3 kB: 120 MB if both limits are
 * reached.
 */
export const defaultWatchLimits: WatchLimits = { folders: 20_000, entries: 200_000 };

interface MatchedFolder {
  isGenerated: boolean;
  /**
   * The newest pattern when the folder was last read: for patterns up to it, a new entry was
   * created. -1 before.
   */
  newestRead: number;
  /** The stamps of matching entries, by name. */
  readonly entries: Map<string, EntryStamp>;
}

type Folder = TrackedFolder<MatchedFolder>;

/** How the entries of a folder are looked at. */
interface Look<Pattern> {
  /** What matches so far, at the folder. */
  readonly globNodes: GlobNodes<Pattern>;
  /** For patterns up to this number, an unknown entry was created. */
  readonly newestRead: number;
  /** What is assumed of known entries. */
  readonly known: "unchanged" | "unsure" | "reported";
}

/** An existing entry that matches some patterns. */
interface MatchedEntry<Pattern> {
  readonly path: string;
  readonly isFolder: boolean;
  readonly patterns: readonly Pattern[];
  readonly look: Look<Pattern>;
}

/** An entry that was not known before. */
interface NewEntry<Pattern> {
  readonly stats: Stats | undefined;
  readonly patterns: readonly Pattern[];
  readonly newestRead: number;
}

const BATCH_MS = 75;
/** How long the relay waits for a slice of this work. */
const SLICE_MS = 4;
/** Files of these names mark a folder as generated. */
const markerFiles: ReadonlySet<string> = new Set(["pyvenv.cfg", "CACHEDIR.TAG"]);

export class MatchedEntries<Pattern extends WatchedPattern> {
  readonly #host: MatchedEntriesHost<Pattern>;
  readonly #limits: WatchLimits;
  readonly #tree: FolderTree<MatchedFolder>;
  #globs = new Globs<Pattern>();
  #newest = -1;
  #patterns: ReadonlySet<Pattern> = new Set();
  /** Roots whose watcher has failed. The failure was logged; they are not tried again. */
  readonly #unwatchable = new Set<string>();
  #entryCount = 0;
  /** Whether there may be folders and entries that no pattern matches any more. */
  #needsPruning = false;
  #isFull = false;
  #isEnded = false;

  constructor(host: MatchedEntriesHost<Pattern>, limits: WatchLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#tree = new FolderTree<MatchedFolder>(
      {
        read: (folder, entries, scope) => this.#read(folder, entries, scope),
        knownNames: ({ data }) => data.entries.keys(),
        checkEntry: (folder, name, kind) => this.#checkEntry(folder, name, kind),
        onUnreadable: (folder, error) => this.#onUnreadable(folder, error),
        onUntracked: (folder) => this.#onUntracked(folder),
        onEvent: (path, event) => this.#onEvent(path, event),
        onWatchFailure: (root, reason) => this.#onWatchFailure(root, reason),
        onSettled: () => host.onSliceEnd(true),
      },
      {
        sliceMs: SLICE_MS,
        batchMs: BATCH_MS,
        maxFolders: limits.folders,
        isWatching: true,
        pause: () => this.#pause(),
        readEntries: entriesIn,
        log: (line) => host.log(line),
      },
    );
  }

  /** Watches for these patterns in these folders from now on. Those already in place stay so. */
  update(roots: readonly string[], patterns: ReadonlySet<Pattern>): void {
    if (this.#isEnded) return;
    for (const pattern of this.#patterns) if (!patterns.has(pattern)) this.#schedulePruning();
    this.#patterns = patterns;
    this.#globs = new Globs();
    for (const pattern of patterns) {
      this.#globs.add(pattern, pattern, pattern.number);
      this.#newest = Math.max(this.#newest, pattern.number);
    }
    const wanted = new Set(roots);
    for (const path of [...this.#tree.roots()]) if (!wanted.has(path)) this.#removeRoot(path);
    for (const path of roots) {
      const root = this.#tree.folderAt(path) ?? this.#addRoot(path);
      if (root) this.#markIfOutdated(root);
    }
    this.#tree.readDue();
  }

  /**
   * Resolves when all patterns are in place, and all events whose time has come have been checked.
   */
  whenSettled(): Promise<void> {
    return this.#tree.whenSettled();
  }

  /**
   * Resolves when all changes on disk up to now have been checked, as far as the system has
   * reported them.
   */
  flush(): Promise<void> {
    return this.#tree.flush();
  }

  end(): void {
    this.#isEnded = true;
    this.#tree.end();
  }

  #addRoot(path: string): Folder | undefined {
    if (this.#unwatchable.has(path)) return undefined;
    const root = this.#tree.addRoot(path, createFolder(-1));
    if (root === undefined && !this.#unwatchable.has(path)) this.#logTooManyFolders();
    return root;
  }

  #removeRoot(path: string): void {
    for (const { data } of this.#tree.removeRoot(path)) this.#entryCount -= data.entries.size;
  }

  #onEvent(path: string, event: "rename" | "write"): boolean {
    // Most written files match no pattern: logs, compiler output.
    return event === "rename" || (this.#tree.folderAt(dirname(path))?.data.entries.has(basename(path)) ?? false);
  }

  #onWatchFailure(root: string, reason: string): void {
    this.#unwatchable.add(root);
    this.#logUnwatched(root, reason);
    this.#removeRoot(root);
  }

  #onUnreadable(folder: Folder, { code, message }: NodeJS.ErrnoException): "keep" | "empty" {
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    if (!isGone) this.#logUnwatched(folder.path, message);
    // Another folder that is gone is noticed when the folder around it is read.
    return isGone && folder.parent === undefined ? "empty" : "keep";
  }

  async #pause(): Promise<void> {
    this.#host.onSliceEnd(false);
    // Not an immediate: it would keep the process alive or, unreferenced, wait for something else
    // to happen.
    await new Promise((resolve) => setTimeout(resolve, 0).unref());
  }

  /** What matches so far, at a folder. */
  #globNodesAt({ parent, name, path, data }: Folder): GlobNodes<Pattern> {
    if (parent === undefined) return path.split(sep).filter(Boolean).reduce(this.#step, this.#globs.start);
    return this.#globs.step(this.#globNodesAt(parent), name, data.isGenerated || isSkippedFolder(name, path));
  }

  readonly #step = (nodes: GlobNodes<Pattern>, name: string): GlobNodes<Pattern> => this.#globs.step(nodes, name);

  /** Has a folder read again for patterns that are newer than its last reading. */
  #markIfOutdated(folder: Folder): void {
    if (newestIn(this.#globNodesAt(folder)) > folder.data.newestRead) this.#tree.markDue(folder);
  }

  #read(folder: Folder, entries: ReadonlyMap<string, EntryKind>, scope: ReadScope): VisitEntry {
    const { data } = folder;
    const { newestRead } = data;
    data.newestRead = this.#newest;
    data.isGenerated = folder.parent !== undefined && isGeneratedFolder(folder.path, entries);
    const known = scope === "names" ? "unchanged" : "unsure";
    const look: Look<Pattern> = { globNodes: this.#globNodesAt(folder), newestRead, known };
    return (name, kind) => this.#visit(folder, name, kind, look);
  }

  #checkEntry(folder: Folder, name: string, kind: EntryKind | undefined): Iterable<void> {
    if (markerFiles.has(name)) this.#tree.markDue(folder);
    const { newestRead } = folder.data;
    return this.#visit(folder, name, kind, { globNodes: this.#globNodesAt(folder), newestRead, known: "reported" });
  }

  #visit(folder: Folder, name: string, kind: EntryKind | undefined, look: Look<Pattern>): Iterable<void> {
    return kind === undefined
      ? this.#visitMissing(folder, name, look.globNodes)
      : this.#visitExisting(folder, name, kind, look);
  }

  *#visitExisting(folder: Folder, name: string, kind: EntryKind, look: Look<Pattern>): Iterable<void> {
    const path = pathInFolder(folder.path, name);
    const isFolder = kind === "folder";
    const globNodes = this.#globs.step(look.globNodes, name, isFolder && isSkippedFolder(name, path));
    const inner = this.#tree.folderAt(path);
    if (isFolder && canMatchBelow(globNodes)) {
      if (inner) this.#markIfOutdated(inner);
      else if (!this.#tree.track(folder, name, createFolder(look.newestRead))) this.#logTooManyFolders();
    } else if (inner && !(isFolder && this.#tree.isRoot(path))) yield* this.#tree.untrack(inner);
    const patterns = ownersOf(globNodes);
    if (patterns.length > 0) this.#updateEntry(folder, name, { path, isFolder, patterns, look });
    else if (folder.data.entries.delete(name)) this.#entryCount--;
  }

  *#visitMissing(folder: Folder, name: string, globNodes: GlobNodes<Pattern>): Iterable<void> {
    const path = pathInFolder(folder.path, name);
    const inner = this.#tree.folderAt(path);
    if (inner) yield* this.#tree.untrack(inner);
    const onlyNamed = folder.data.entries.get(name) === "folder" && isSkippedFolder(name, path);
    this.#removeEntry(folder, name, ownersOf(this.#globs.step(globNodes, name, onlyNamed)));
  }

  #updateEntry(folder: Folder, name: string, { path, isFolder, patterns, look }: MatchedEntry<Pattern>): void {
    const { entries } = folder.data;
    const previous = entries.get(name);
    if (previous !== undefined && look.known === "unchanged") return;
    const stats = isFolder ? undefined : statIfExists(path);
    if (!isFolder && stats === undefined) {
      // A link leads nowhere now.
      this.#removeEntry(folder, name, patterns);
      return;
    }
    const stamp = stats ? entryStampOf(stats, Date.now()) : "folder";
    if (previous !== undefined) {
      entries.set(name, stamp);
      if (hasChanged(previous, stamp, look.known === "reported")) this.#host.onChange(path, 2, patterns);
      return;
    }
    if (this.#entryCount >= this.#limits.entries) {
      this.#logFull(`${this.#limits.entries} files`);
      return;
    }
    this.#entryCount++;
    entries.set(name, stamp);
    this.#reportNew(path, { stats, patterns, newestRead: look.newestRead });
  }

  /**
   * Reports an entry that was not known before: to older patterns it is new, to newer ones what its
   * times say.
   */
  #reportNew(path: string, { stats, patterns, newestRead }: NewEntry<Pattern>): void {
    for (const pattern of patterns) {
      const type = pattern.number <= newestRead ? 1 : stats && changeSince(pattern.since, stats);
      if (type !== undefined) this.#host.onChange(path, type, [pattern]);
    }
  }

  #removeEntry(folder: Folder, name: string, patterns: readonly Pattern[]): void {
    if (!folder.data.entries.delete(name)) return;
    this.#entryCount--;
    this.#host.onChange(pathInFolder(folder.path, name), 3, patterns);
  }

  *#onUntracked(folder: Folder): Iterable<void> {
    const { entries } = folder.data;
    this.#entryCount -= entries.size;
    const globNodes = this.#globNodesAt(folder);
    for (const name of entries.keys()) {
      const patterns = ownersOf(this.#globs.step(globNodes, name));
      if (patterns.length > 0) this.#host.onChange(pathInFolder(folder.path, name), 3, patterns);
      yield;
    }
  }

  #schedulePruning(): void {
    if (this.#needsPruning) return;
    this.#needsPruning = true;
    this.#tree.addTask(() => this.#prune());
  }

  /** Drops folders and entries that no pattern matches. */
  *#prune(): Iterable<void> {
    this.#needsPruning = false;
    for (const folder of this.#tree.folders()) {
      const globNodes = this.#globNodesAt(folder);
      if (folder.parent && !canMatchBelow(globNodes)) {
        yield* this.#tree.untrack(folder);
        continue;
      }
      const { entries } = folder.data;
      for (const name of entries.keys()) {
        if (ownersOf(this.#globs.step(globNodes, name)).length > 0) continue;
        if (this.#tree.isTracked(folder) && entries.delete(name)) this.#entryCount--;
        yield;
      }
      yield;
    }
  }

  #logUnwatched(path: string, reason: string): void {
    this.#host.log(`Servers are not notified of changes in ${path}: ${reason}.`);
  }

  #logTooManyFolders(): void {
    this.#logFull(`${this.#limits.folders} folders with files`);
  }

  #logFull(limit: string): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.#host.log(`Servers watch more than ${limit} and are not notified of changes in the rest. Open a subfolder.`);
  }
}

function createFolder(newestRead: number): MatchedFolder {
  return { isGenerated: false, newestRead, entries: new Map() };
}

/** LSP's `FileChangeType`; 1: created, 2: changed, 3: deleted. */
export type FileChangeType = 1 | 2 | 3;

/** Returns what happened to an existing file after `since`, in milliseconds since 1970. */
export function changeSince(since: number, { mtimeMs, birthtimeMs }: Stats): FileChangeType | undefined {
  if (mtimeMs <= since) return undefined;
  return birthtimeMs > since ? 1 : 2;
}

/** Merges two consecutive changes of a file into one; `undefined` if they cancel out. */
export function mergeChanges(previous: FileChangeType | undefined, next: FileChangeType): FileChangeType | undefined {
  if (previous === undefined) return next;
  if (previous === 1) return next === 3 ? undefined : 1;
  return next === 3 ? 3 : 2;
}
