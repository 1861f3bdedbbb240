/**
 * The source files of a workspace, kept in step with the disk. Links are left out: they lead to
 * what is in the workspace under its own name, or out of it. What git ignores, what was installed
 * and what was generated is left out, too, and so are other worktrees of git.
 */

import { basename, dirname } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import type { IndexLimits } from "../indexLimits.js";
import { TimeSlice, yieldToEventLoop } from "../timeSlice.js";
import { type FileStamp, stampOf } from "./fileStamp.js";
import { type EntryKind, lstatIfExists, pathInFolder, readEntries, statIfExists } from "./folderEntries.js";
import { FolderTree } from "./folderTree.js";
import { hasWatchPerFolder } from "./folderWatcher.js";
import { readRulesAbove } from "./repositoryRules.js";
import { isGeneratedFolder, isSkippedFolder } from "./skippedFolders.js";
import {
  createFolder,
  type FolderReading,
  fileNamesIn,
  type ResolvedRoot,
  readFolderRules,
  resolveRoots,
  type SourceFolder,
  type TrackedSources,
} from "./sourceFolder.js";
import type { VisitEntry } from "./trackedFolder.js";
import { isLinkedWorktree } from "./worktrees.js";

export interface SourceFilesOptions {
  readonly limits: Pick<IndexLimits, "files" | "folders">;
  /**
   * Whether the system reports changes; otherwise everything is read again now and then, by
   * `catchUp`.
   */
  readonly isWatching: boolean;
}

export interface SourceFilesHost {
  /** The language of a file (absolute path); `undefined` if it is not a source file. */
  languageOf(path: string): string | undefined;
  /**
   * A source file exists and has this stamp. Called at each look at the file, even if nothing has
   * changed.
   */
  onFile(path: string, languageId: string, stamp: FileStamp): void;
  onFileGone(path: string): void;
  /** All that was due has been read. */
  onSettled(): void;
  readonly log: Logger;
}

/** Files to search for a text. */
export interface SearchablePaths {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Whether there are further files. */
  readonly isPartial: boolean;
}

/** Entries whose names decide what counts in their folder. */
const ruleFileNames: ReadonlySet<string> = new Set([".gitignore", ".git", "CACHEDIR.TAG", "pyvenv.cfg"]);

/** How long messages of the index's thread wait for folders to be read. */
const SLICE_MS = 8;
const BATCH_MS = 150;
/** A deeper folder means that a file system contains itself. */
const MAX_DEPTH = 100;
/**
 * Without events, everything is read again when the index is queried: at most so often, and for a
 * small part of the time.
 */
const MIN_SCAN_INTERVAL_MS = 2_000;
const SCAN_INTERVAL_FACTOR = 20;

/** More files are not searched for a text. */
const MAX_SEARCHABLE_FILES = 50_000;

const NO_STEPS: Iterable<void> = [];

/** What Node decodes a name to that is not UTF-8. */
const REPLACEMENT_CHARACTER = "\ufffd";

function notUtf8(path: string): string {
  return `${path} is left out: its name is not UTF-8, and can't be written in a Locate. Rename it.`;
}

export class SourceFiles {
  readonly #roots: readonly ResolvedRoot[];
  readonly #limits: SourceFilesOptions["limits"];
  readonly #host: SourceFilesHost;
  readonly #tree: FolderTree<SourceFolder>;
  #fileCount = 0;
  #limitReason: string | undefined;
  #watchFailure: string | undefined;
  #lastScan = { at: 0, tookMs: 0 };

  constructor(roots: readonly string[], { limits, isWatching }: SourceFilesOptions, host: SourceFilesHost) {
    this.#roots = resolveRoots(roots, (line) => host.log(line));
    this.#limits = limits;
    this.#host = host;
    this.#tree = new FolderTree<SourceFolder>(
      {
        read: (folder, entries) => this.#read(folder, entries),
        knownNames: ({ data }) => data.files,
        checkEntry: (folder, name, kind) => this.#checkEntry(folder, name, kind),
        onUnreadable: (folder, error) => this.#onUnreadable(folder, error),
        onUntracked: (folder) => this.#onUntracked(folder),
        onEvent: (path, event) => this.#onEvent(path, event),
        onWatchFailure: (_, reason) => this.#onWatchFailure(reason),
        onSettled: (tookMs) => this.#onSettled(tookMs),
      },
      {
        sliceMs: SLICE_MS,
        batchMs: BATCH_MS,
        maxFolders: limits.folders,
        isWatching,
        pause: yieldToEventLoop,
        readEntries,
        log: (line) => host.log(line),
      },
    );
    for (const { path } of this.#roots) {
      const root = this.#tree.addRoot(path, createFolder(0, readRulesAbove(path)));
      if (root === undefined) this.#stopAtLimit(`${limits.folders} folders`);
    }
  }

  /** Absolute paths, each folder once. */
  get roots(): readonly string[] {
    return this.#roots.map(({ path }) => path);
  }

  /** The number of source files found so far. */
  get fileCount(): number {
    return this.#fileCount;
  }

  /** Why not everything was read; `undefined` if it was. */
  get limitReason(): string | undefined {
    return this.#limitReason;
  }

  /** Why the system reports no changes; `undefined` if it does, or nothing is to be watched. */
  get watchFailure(): string | undefined {
    return this.#watchFailure;
  }

  get isIdle(): boolean {
    return this.#tree.isIdle;
  }

  /**
   * Whether `catchUp` takes in all changes up to now. Without events it takes them in now and then,
   * and other systems than Linux report them late.
   */
  get isInStep(): boolean {
    return this.#tree.isWatching && hasWatchPerFolder;
  }

  hasFile(path: string): boolean {
    return this.#tree.folderAt(dirname(path))?.data.files.has(basename(path)) ?? false;
  }

  /** The source files in a folder. */
  filesIn(folder: string): string[] {
    return [...(this.#tree.folderAt(folder)?.data.files ?? [])].map((name) => pathInFolder(folder, name));
  }

  /**
   * Returns the files of the tracked folders that git does not ignore, of any kind: source files
   * first, then by path. Links are left out.
   */
  async searchablePaths(signal: AbortSignal): Promise<SearchablePaths> {
    const [sources, others]: [string[], string[]] = [[], []];
    const slice = new TimeSlice(SLICE_MS);
    const folders = this.#roots.map(({ path }) => path).reverse();
    for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
      const folder = this.#tree.folderAt(path);
      if (folder?.data.rules === undefined) continue;
      const isIgnored = folder.data.rules.matcherIn(path);
      for (const name of fileNamesIn(path)) {
        if (folder.data.files.has(name)) sources.push(pathInFolder(path, name));
        else if (!isIgnored(name, false)) others.push(pathInFolder(path, name));
      }
      if (sources.length + others.length > MAX_SEARCHABLE_FILES) break;
      const inner = [...folder.folders].sort().reverse();
      for (const name of inner) folders.push(pathInFolder(path, name));
      await slice.pause(signal);
    }
    const isPartial = this.#limitReason !== undefined || sources.length + others.length > MAX_SEARCHABLE_FILES;
    return { paths: [...sources, ...others], isPartial };
  }

  /** Has a folder read again soon, or the nearest tracked folder around it. */
  markFolder(path: string): void {
    this.#markNearest(path);
    this.#tree.scheduleScan();
  }

  /** Has files or folders looked at again soon that may have been added, changed or removed. */
  markPaths(paths: Iterable<string>): void {
    for (const path of paths) {
      if (this.hasFile(path)) {
        this.#tree.markPath(path);
        continue;
      }
      const folder = this.#tree.folderAt(path);
      if (folder) this.#tree.markDue(folder, "below");
      if (!this.#tree.isRoot(path)) this.#markNearest(dirname(path));
    }
    this.#tree.scheduleScan();
  }

  /** Resolves when all that is due has been read. */
  scan(): Promise<void> {
    return this.#tree.scan();
  }

  /**
   * Resolves when all changes on disk up to now have been taken in; if the system does not report
   * them, those up to the last scan.
   */
  async catchUp(): Promise<void> {
    const { at, tookMs } = this.#lastScan;
    const isDue = performance.now() - at > Math.max(MIN_SCAN_INTERVAL_MS, SCAN_INTERVAL_FACTOR * tookMs);
    if (!this.#tree.isWatching && isDue) this.#markAll();
    await this.#tree.flush();
  }

  end(): void {
    this.#tree.end();
  }

  #markAll(): void {
    for (const { path } of this.#roots) {
      const root = this.#tree.folderAt(path);
      if (root) root.data.outerRules = readRulesAbove(path);
    }
    this.#tree.markAll();
  }

  #markNearest(path: string): void {
    for (let at = path; ; at = dirname(at)) {
      const folder = this.#tree.folderAt(at);
      if (folder) this.#tree.markDue(folder);
      if (folder || dirname(at) === at) return;
    }
  }

  /**
   * Whether a changed name can matter: most names that builds and editors create for a moment
   * don't.
   */
  #onEvent(path: string, event: "rename" | "write"): boolean {
    const name = basename(path);
    if (this.hasFile(path) || name === ".gitignore") return true;
    // Other written files are not sources, or will be reported by a rename; a script without an
    // extension is known by what is written.
    if ((event === "write" && name.includes(".")) || !this.#canMatter(path, name)) return false;
    if (this.#tree.folderAt(dirname(path)) === undefined) this.#markNearest(path);
    return true;
  }

  #canMatter(path: string, name: string): boolean {
    if (this.#tree.folderAt(path) || ruleFileNames.has(name) || this.#host.languageOf(path) !== undefined) return true;
    return lstatIfExists(path)?.isDirectory() ?? false;
  }

  #onWatchFailure(reason: string): void {
    if (!this.#tree.isWatching) return;
    this.#tree.stopWatching();
    this.#watchFailure = reason;
    this.#host.log(`The system reports no changes on disk, so they are looked for at each query: ${reason}.`);
  }

  #onSettled(tookMs: number): void {
    this.#lastScan = { at: performance.now(), tookMs };
    this.#host.onSettled();
  }

  #onUnreadable(folder: TrackedSources, error: NodeJS.ErrnoException): "empty" | "untrack" {
    const isGone = error.code === "ENOENT" || error.code === "ENOTDIR";
    if (isGone && folder.path.includes(REPLACEMENT_CHARACTER)) this.#host.log(notUtf8(folder.path));
    if (isGone && folder.parent !== undefined) return "untrack";
    this.#host.log(`${folder.path} can't be read and is left out: ${errorMessage(error)}`);
    return "empty";
  }

  *#onUntracked(folder: TrackedSources): Iterable<void> {
    for (const name of folder.data.files) {
      this.#removeFile(folder, name);
      yield;
    }
  }

  #read(folder: TrackedSources, entries: ReadonlyMap<string, EntryKind>): VisitEntry {
    folder.data.rules = undefined;
    const isLeftOut = isGeneratedFolder(folder.path, entries) || (entries.has(".git") && isLinkedWorktree(folder.path));
    if (folder.parent !== undefined && isLeftOut) return (name) => this.#forget(folder, name);
    const { rules, haveRulesChanged } = readFolderRules(folder, entries);
    folder.data.rules = rules;
    const reading: FolderReading = { folder, rules, haveRulesChanged, isIgnored: rules.matcherIn(folder.path) };
    return (name, kind) => this.#visit(reading, name, kind);
  }

  #visit(reading: FolderReading, name: string, kind: EntryKind | undefined): Iterable<void> {
    const { folder } = reading;
    if (kind === "folder") {
      if (!this.#isSourceFolder(reading, name) || !this.#trackFolder(reading, name)) return this.#forget(folder, name);
      this.#removeFile(folder, name);
      return NO_STEPS;
    }
    if (kind !== "file" || !this.#addFile(reading, name)) return this.#forget(folder, name);
    return this.#untrackFolder(folder, name);
  }

  /** Takes in a single entry: a known file by itself, anything else by reading its folder again. */
  #checkEntry(folder: TrackedSources, name: string, kind: EntryKind | undefined): Iterable<void> {
    const isKnown = kind === "file" && folder.data.files.has(name);
    if (!isKnown || !this.#checkFile(folder, name)) this.#tree.markDue(folder);
    return NO_STEPS;
  }

  #checkFile(folder: TrackedSources, name: string): boolean {
    const path = pathInFolder(folder.path, name);
    const languageId = this.#host.languageOf(path);
    const stats = statIfExists(path);
    if (languageId === undefined || !stats?.isFile()) return false;
    this.#host.onFile(path, languageId, stampOf(stats));
    return true;
  }

  #isSourceFolder({ folder, isIgnored }: FolderReading, name: string): boolean {
    const path = pathInFolder(folder.path, name);
    if (folder.data.depth >= MAX_DEPTH || isSkippedFolder(name, path) || this.#tree.isRoot(path)) return false;
    return !isIgnored(name, true);
  }

  /** Returns false if there is no room. */
  #trackFolder({ folder, rules, haveRulesChanged }: FolderReading, name: string): boolean {
    const known = this.#tree.folderAt(pathInFolder(folder.path, name));
    if (known) {
      known.data.outerRules = rules;
      if (haveRulesChanged) this.#tree.markDue(known, "below");
      return true;
    }
    if (this.#limitReason !== undefined) return false;
    if (this.#tree.track(folder, name, createFolder(folder.data.depth + 1, rules))) return true;
    this.#stopAtLimit(`${this.#limits.folders} folders`);
    return false;
  }

  #addFile({ folder, isIgnored }: FolderReading, name: string): boolean {
    const path = pathInFolder(folder.path, name);
    const languageId = this.#host.languageOf(path);
    if (languageId === undefined || isIgnored(name, false) || !this.#hasRoom(folder, name)) return false;
    const stats = statIfExists(path);
    if (stats === undefined && name.includes(REPLACEMENT_CHARACTER)) this.#host.log(notUtf8(path));
    if (!stats?.isFile()) return false;
    if (!folder.data.files.has(name)) {
      folder.data.files.add(name);
      this.#fileCount++;
    }
    this.#host.onFile(path, languageId, stampOf(stats));
    return true;
  }

  #hasRoom(folder: TrackedSources, name: string): boolean {
    if (folder.data.files.has(name)) return true;
    if (this.#fileCount >= this.#limits.files) this.#stopAtLimit(`${this.#limits.files} source files`);
    return this.#limitReason === undefined;
  }

  #stopAtLimit(limit: string): void {
    if (this.#limitReason !== undefined) return;
    this.#limitReason = `there are more than ${limit} in ${this.roots.join(", ")}`;
    this.#host.log(`Not everything is indexed: ${this.#limitReason}. Open a subfolder, or exclude more in .gitignore.`);
    this.#tree.cancelFirstReads();
  }

  /** Removes the name of an entry that is gone, or is not a source file or folder. */
  #forget(folder: TrackedSources, name: string): Iterable<void> {
    this.#removeFile(folder, name);
    return this.#untrackFolder(folder, name);
  }

  #removeFile(folder: TrackedSources, name: string): void {
    if (!folder.data.files.delete(name)) return;
    const path = pathInFolder(folder.path, name);
    this.#fileCount--;
    this.#host.onFileGone(path);
  }

  #untrackFolder(folder: TrackedSources, name: string): Iterable<void> {
    if (!folder.folders.has(name)) return NO_STEPS;
    const inner = this.#tree.folderAt(pathInFolder(folder.path, name));
    return inner ? this.#tree.untrack(inner) : NO_STEPS;
  }
}
