/**
 * Builds the index of a workspace and keeps it up to date: follows the folders on disk, has new and
 * changed files parsed, puts their declarations into the store, and saves the store between
 * sessions. Independent of the thread it runs in.
 */

import { randomUUID } from "node:crypto";
import { dirname, resolve } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import { codeBytes } from "../../files/documents/notebook/decodeFile.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import type { ReadPermission } from "../../files/readPermission.js";
import type { CachedFile } from "../cache/cacheFile.js";
import { IndexCache } from "../cache/indexCache.js";
import type { IndexState } from "../declaration.js";
import { type FileStamp, isSameStamp, isTrustedStamp, stampOf, unknownStamp } from "../disk/fileStamp.js";
import { statIfExists } from "../disk/folderEntries.js";
import { SourceFiles } from "../disk/sourceFiles.js";
import type { FileResult, ParseJob, ParseWorkerOptions, SearchedWord, SourceFile } from "../parse/parseJobs.js";
import type { ParseThread } from "../parse/workerPool.js";
import { DeclarationStore } from "../store/declarationStore.js";
import { rejectOnAbort } from "../timeSlice.js";
import type { IndexOptions, OpenText } from "./indexMessages.js";
import { IndexQueries } from "./indexQueries.js";
import { ProblemLog, StateReports } from "./indexReports.js";
import { lacksWordAsQueued, ParseSchedule, queuedWithWord, type WordCandidatesSource } from "./parseSchedule.js";

/** What an indexer needs of the thread that it runs in. */
export interface IndexerHost {
  readonly log: Logger;
  /** Called a few times per second at most. */
  onState(state: IndexState): void;
  startParseThread(options: ParseWorkerOptions): ParseThread;
}

export class Indexer {
  readonly queries: IndexQueries;
  readonly #wordSource: WordCandidatesSource;
  /** Begins to look for files. Documents that are open by then are not read from disk. */
  start: () => void = () => {};
  readonly #options: IndexOptions;
  readonly #store = new DeclarationStore();
  readonly #schedule: ParseSchedule;
  readonly #sources: SourceFiles;
  readonly #cache: IndexCache | undefined;
  readonly #open = new Map<string, OpenText>();
  /** Open documents that are not parsed here, as they were taken from the queue. */
  readonly #outlined = new Map<string, SourceFile>();
  /** Why files could not be read or parsed. */
  readonly #unparsed = new Map<string, string>();
  /** The files of the cache, until the first scan has found which of them are unchanged. */
  #cachedFiles: Map<string, CachedFile> | undefined;
  readonly #firstWalk: Promise<void>;
  #hadCache = false;
  #hasWalked = false;
  #isEnded = false;
  readonly #problems: ProblemLog;
  readonly #id = randomUUID();
  /** The number of times that a text was added, changed or removed. */
  #changeCount = 0;
  readonly #stateReports: StateReports;
  #completionWaiters: (() => void)[] = [];

  constructor(options: IndexOptions, host: IndexerHost) {
    this.#options = options;
    this.#stateReports = new StateReports(
      () => this.state,
      (state) => host.onState(state),
    );
    this.#problems = new ProblemLog(host.log);
    const log = (line: string) => this.#problems.log(line);
    const { grammars, roots, limits, cache } = options;
    this.#schedule = new ParseSchedule(grammars, {
      workers: options.workers,
      textOf: (path) => this.#open.get(path)?.text,
      startThread: () => host.startParseThread(this.#workerOptions()),
      onResult: (file, result, job) => this.#onResult(file, result, job),
      log,
    });
    const { queue } = this.#schedule;
    this.#wordSource = { store: this.#store, queue, readBytes: (path) => this.#readBytes(path) };
    const languageOf = (path: string) => {
      const languageId = languageOfFile(path, options.languages);
      return languageId !== undefined && Object.hasOwn(grammars, languageId) ? languageId : undefined;
    };
    this.#sources = new SourceFiles(
      roots,
      { limits, isWatching: options.isWatching },
      {
        languageOf,
        onFile: (path, languageId, stamp) => this.#onFile(path, languageId, stamp),
        onFileGone: (path) => this.#onFileGone(path),
        onSettled: () => this.#onProgress(),
        log,
      },
    );
    this.#cache = cache && new IndexCache({ ...cache, roots: this.#sources.roots, grammars, limits, log });
    this.#firstWalk = new Promise<void>((resolve) => {
      this.start = resolve;
    }).then(() => {
      this.#schedule.pauseBackground()();
      return this.#walk();
    });
    this.queries = new IndexQueries({
      store: this.#store,
      state: () => this.state,
      revision: () => this.#revision(),
      hasWalked: () => this.#hasWalked,
      openPaths: () => this.#open.keys(),
      unparsedFiles: () => this.#unparsed,
      searchablePaths: (signal) => this.#sources.searchablePaths(signal),
      readBytes: (path, maxBytes) => this.#readBytes(path, maxBytes),
      lacksWord: (path, hashes) => this.#lacksWord(path, hashes),
      catchUp: (signal) => this.#catchUp(signal),
      indexFirst: (paths, signal) => this.#schedule.parseFirst(undefined, paths, signal),
      indexWithWord: (word, signal) => this.#indexWithWord(word, signal),
      requeueIfStale: (path) => this.#requeueIfStale(path),
    });
  }

  /** Resolves when all files are indexed; rejects if a limit keeps some from being indexed. */
  async waitUntilComplete(signal: AbortSignal): Promise<IndexState> {
    await this.#catchUp(signal);
    while (this.#schedule.queue.size > 0 || !this.#sources.isIdle) {
      await rejectOnAbort(new Promise<void>((resolve) => this.#completionWaiters.push(resolve)), signal);
      await rejectOnAbort(this.#sources.scan(), signal);
    }
    if (this.#sources.limitReason !== undefined)
      throw new Error(`Not everything is indexed: ${this.#sources.limitReason}.`);
    return this.state;
  }

  /**
   * Returns the revision of all texts; null if files in that language are not indexed, or the
   * system does not report changes at once.
   */
  async revision(languageId: string, signal: AbortSignal): Promise<string | null> {
    if (!Object.hasOwn(this.#options.grammars, languageId)) return null;
    await this.#catchUp(signal);
    return this.#sources.isInStep ? this.#revision() : null;
  }

  /** With `isOutlined`, the text is not parsed: `setResult` has its declarations. */
  open(path: string, { languageId, text }: OpenText, isOutlined: boolean): void {
    const absolutePath = resolve(path);
    this.#open.set(absolutePath, { languageId, text });
    this.#outlined.delete(absolutePath);
    if (!Object.hasOwn(this.#options.grammars, languageId)) {
      this.#removeFile(absolutePath);
      return;
    }
    this.#enqueue(absolutePath, languageId, { ...unknownStamp, size: text.length }, isOutlined);
    this.#schedule.queue.prefer(absolutePath);
    for (const sibling of this.#sources.filesIn(dirname(absolutePath))) this.#schedule.queue.prefer(sibling);
  }

  /** Takes the result for an open document that is not parsed here. */
  setResult(path: string, result: FileResult): void {
    const file = this.#outlined.get(resolve(path));
    if (file) this.#onResult(file, result);
  }

  close(path: string): void {
    const absolutePath = resolve(path);
    this.#outlined.delete(absolutePath);
    if (!this.#open.delete(absolutePath)) return;
    // Until the file is read, the stored declarations are those of the open text. Their stamp
    // matches no file.
    if (this.#sources.hasFile(absolutePath)) this.#sources.markPaths([absolutePath]);
    else this.#removeFile(absolutePath);
  }

  notifyChanges(paths: readonly string[]): void {
    this.#sources.markPaths(paths.map((path) => resolve(path)));
  }

  get state(): IndexState {
    const queued = this.#schedule.queue.size;
    const files = Math.max(this.#sources.fileCount, this.#store.fileCount, queued);
    const isComplete = this.#hasWalked && queued === 0 && this.#sources.limitReason === undefined;
    const { watchFailure } = this.#sources;
    return { isComplete, indexed: files - queued, files, ...(watchFailure !== undefined && { watchFailure }) };
  }

  /** Ends the threads, and writes the cache if it is out of date. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stateReports.end();
    this.#schedule.end();
    this.#sources.end();
    await this.#cache?.flush(() => this.#cacheEntries());
  }

  async #walk(): Promise<void> {
    try {
      this.#cachedFiles = await this.#cache?.read();
      this.#hadCache = this.#cachedFiles !== undefined;
      await this.#sources.scan();
    } catch (error) {
      this.#problems.log(`The workspace can't be looked through: ${errorMessage(error)}`);
    }
    // The files left in it no longer exist, unless the scan stopped early.
    if (this.#sources.limitReason === undefined) this.#cachedFiles = undefined;
    this.#hasWalked = true;
    this.#onProgress();
  }

  #revision(): string {
    return `${this.#id}:${this.#changeCount}`;
  }

  /** Resolves when all changes up to now, on disk and in the client, are known and queued. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    await rejectOnAbort(this.#firstWalk, signal);
    await rejectOnAbort(this.#sources.catchUp(), signal);
  }

  /** Indexes the files that have a word. Files that no query needs are not parsed meanwhile. */
  async #indexWithWord(word: SearchedWord, signal: AbortSignal): Promise<void> {
    const resume = this.#schedule.pauseBackground();
    try {
      await this.#catchUp(signal);
      await this.#schedule.parseFirst(word, await queuedWithWord(word, this.#wordSource, signal), signal);
    } finally {
      resume();
    }
  }

  /**
   * Returns whether the index of a file is out of date. The file is then queued, or removed if it
   * is gone.
   */
  #requeueIfStale(path: string): boolean {
    if (this.#schedule.queue.has(path)) return true;
    const known = this.#store.fileOf(path);
    if (known === undefined || this.#open.has(path)) return false;
    const stats = statIfExists(path);
    const stamp = stats?.isFile() ? stampOf(stats) : undefined;
    if (stamp === undefined) {
      this.#removeFile(path);
      this.#sources.markFolder(dirname(path));
      return true;
    }
    if (isSameStamp(known.stamp, stamp)) return false;
    this.#enqueue(path, known.languageId, stamp);
    return true;
  }

  get #readsNotebooks(): boolean {
    return this.#options.languages.readsNotebooks === true;
  }

  #readBytes(path: string, maxBytes = this.#options.limits.fileBytes): Buffer {
    const open = this.#open.get(path);
    if (open) return Buffer.from(open.text);
    const permission = this.#permission;
    if (!this.#readsNotebooks) return readWholeFileSync(path, { maxBytes, permission }).bytes;
    const { bytes } = readWholeFileSync(path, { maxBytes: maxBytesOf(path, maxBytes), permission });
    return codeBytes(path, bytes) ?? Buffer.alloc(0);
  }

  /** Whether the index shows that a file, as it is on disk, lacks one of the words. */
  #lacksWord(path: string, hashes: readonly number[]): boolean {
    if (this.#open.has(path)) return false;
    if (this.#schedule.queue.has(path) && !lacksWordAsQueued(path, hashes, this.#wordSource)) return false;
    const stamp = this.#store.stampIfWithout(path, hashes);
    if (stamp === undefined || this.#sources.isInStep) return stamp !== undefined;
    const stats = statIfExists(path);
    return stats?.isFile() === true && isSameStamp(stamp, stampOf(stats));
  }

  #onFile(path: string, languageId: string, stamp: FileStamp): void {
    if (this.#open.has(path)) return;
    const known = this.#store.fileOf(path);
    const isKnown = known?.languageId === languageId && isSameStamp(known.stamp, stamp);
    if (isKnown && !this.#schedule.queue.has(path)) return;
    const cached = this.#cachedFiles?.get(path);
    if (!known && cached?.languageId === languageId && isSameStamp(cached.stamp, stamp)) {
      this.#cachedFiles?.delete(path);
      this.#store.put(path, cached, !this.#options.isWatching);
      if (cached.isParsed) {
        this.#onProgress();
        return;
      }
    }
    this.#enqueue(path, languageId, stamp);
  }

  #onFileGone(path: string): void {
    if (!this.#open.has(path)) this.#removeFile(path);
  }

  #removeFile(path: string): void {
    this.#changeCount++;
    this.#schedule.queue.delete(path);
    this.#store.remove(path);
    this.#unparsed.delete(path);
    this.#schedule.markDone(path);
    this.#cache?.markDirty();
    this.#onProgress();
  }

  #enqueue(path: string, languageId: string, stamp: FileStamp, isOutlined = false): void {
    if (this.#schedule.queue.add(path, languageId, stamp)) this.#changeCount++;
    // A file that is taken is given to no thread.
    const file = isOutlined ? this.#schedule.queue.take(path) : undefined;
    if (file) this.#outlined.set(path, file);
    this.#schedule.assignJobs(languageId);
    this.#onProgress();
  }

  #onResult(file: SourceFile, result: FileResult, job?: ParseJob): void {
    if (this.#isEnded || !this.#schedule.queue.isCurrent(file)) return;
    const { path, languageId } = file;
    switch (result.kind) {
      case "noMatch":
        this.#schedule.queue.putBack(file);
        // Known declarations stay until the file is parsed.
        if (result.record && isTrustedStamp(result.stamp) && !this.#store.has(path)) {
          this.#store.put(path, { languageId, stamp: result.stamp, record: result.record });
          this.#cache?.markDirty();
        }
        this.#schedule.markWithoutWords(path, job?.words ?? []);
        return;
      case "gone":
        this.#sources.markFolder(dirname(path));
        this.#removeFile(path);
        return;
      case "indexed":
        if (result.problem === undefined) this.#unparsed.delete(path);
        else {
          this.#unparsed.set(path, result.problem);
          this.#problems.logFile(path, result.problem);
        }
        this.#schedule.queue.delete(path);
        this.#store.put(path, { languageId, stamp: result.stamp, record: result.record });
        this.#schedule.markDone(path);
        if (isTrustedStamp(result.stamp)) this.#cache?.markDirty();
        this.#onProgress();
    }
  }

  /** What an index names is no reason to read it: nothing outside of its roots is read. */
  get #permission(): ReadPermission {
    return { folders: this.#sources.roots, allowsOutside: false };
  }

  #workerOptions(): ParseWorkerOptions {
    const { treeSitterWasm, grammars, limits } = this.#options;
    const keepsFilters = this.#hadCache;
    const { fileBytes } = limits;
    const readsNotebooks = this.#readsNotebooks;
    return { treeSitterWasm, grammars, fileBytes, keepsFilters, readsNotebooks, permission: this.#permission };
  }

  /**
   * The files to write to the cache: those read from disk, and before the first scan ends, the
   * previous cache's too. A file that could not be parsed is tried again by the next session.
   */
  *#cacheEntries(): Generator<[string, CachedFile]> {
    for (const [path, file] of this.#store.entries())
      if (isTrustedStamp(file.stamp) && !this.#unparsed.has(path))
        yield [path, { ...file, isParsed: !this.#schedule.queue.has(path) }];
    if (this.#cachedFiles) yield* this.#cachedFiles;
  }

  #onProgress(): void {
    if (this.#schedule.queue.size === 0 && this.#hasWalked && this.#sources.isIdle) {
      for (const resolve of this.#completionWaiters.splice(0)) resolve();
      this.#cache?.scheduleWrite(() => this.#cacheEntries());
    }
    this.#stateReports.schedule();
  }
}
