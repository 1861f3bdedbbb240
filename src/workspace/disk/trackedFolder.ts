/** The folders of a tree, and what the tree needs of its owner, who says which entries matter. */

import type { Logger } from "../../error.js";
import type { EntryKind } from "./folderEntries.js";
import type { FolderWatcher } from "./folderWatcher.js";

/** A root of the tree. */
export interface TrackedRoot {
  readonly path: string;
  watcher: FolderWatcher | undefined;
  /** The device of the folder when it was last read, 0 before. */
  device: number;
}

/** A folder in the tree, with the data that the owner stores for it. */
export interface TrackedFolder<Data> {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** `undefined` for a root. */
  readonly parent: TrackedFolder<Data> | undefined;
  readonly root: TrackedRoot;
  /** The inode when it was last read, 0 before. It differs for another folder of the same path. */
  identity: number;
  /** Whether it has been read at least once. */
  isRead: boolean;
  /** Names of the tracked folders in it. */
  readonly folders: Set<string>;
  readonly data: Data;
}

/**
 * How much is read again. `names`: the names in a folder. `entries`: also the state of its known
 * entries, which may have changed without an event. `below`: both, and in all folders below it.
 */
export type ReadScope = "names" | "entries" | "below";

/** Processes one entry of a folder, in steps. `kind` is undefined if it has been deleted. */
export type VisitEntry = (name: string, kind: EntryKind | undefined) => Iterable<void>;

/**
 * Decides which entries are relevant, and stores them. A method that may take long returns an
 * iterable of its steps: the tree runs them, and may pause after each.
 */
export interface FolderTreeOwner<Data> {
  /**
   * Starts to process a folder that was read. The returned function is called for each entry, and
   * for each known name that has been deleted.
   */
  read(folder: TrackedFolder<Data>, entries: ReadonlyMap<string, EntryKind>, scope: ReadScope): VisitEntry;
  /** Returns the names that the owner stores for a folder, apart from tracked folders. */
  knownNames(folder: TrackedFolder<Data>): Iterable<string>;
  /** Processes an entry that the system or the owner reported as changed. */
  checkEntry(folder: TrackedFolder<Data>, name: string, kind: EntryKind | undefined): Iterable<void>;
  /**
   * Decides what happens to a folder that can't be read. `keep`: its known entries stay. `empty`:
   * it counts as empty. `untrack`: it is not tracked any more.
   */
  onUnreadable(folder: TrackedFolder<Data>, error: NodeJS.ErrnoException): "keep" | "empty" | "untrack";
  /** Called after a folder was removed from the tree; once more for each folder below it. */
  onUntracked(folder: TrackedFolder<Data>): Iterable<void>;
  /** Called for each event. Returns whether the path is to be checked. */
  onEvent(path: string, event: "rename" | "write"): boolean;
  /** Called when watching a root has failed: its changes are not reported any more. */
  onWatchFailure(root: string, reason: string): void;
  /** Called when all due folders have been read. */
  onSettled(tookMs: number): void;
}

export interface FolderTreeOptions {
  /** How long the tree works before it calls `pause`. */
  readonly sliceMs: number;
  /** How long events are collected before they are checked together. */
  readonly batchMs: number;
  readonly maxFolders: number;
  readonly isWatching: boolean;
  /** Lets other work of the thread run. */
  pause(): Promise<void>;
  /** Returns the names in a folder and their kinds. Throws the file system's error. */
  readEntries(path: string): Iterable<readonly [string, EntryKind]>;
  readonly log: Logger;
}
