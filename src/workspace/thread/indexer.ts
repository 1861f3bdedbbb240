/**
 * The index at work: folders are walked and watched, files that are new or changed are parsed, what they declare goes into the store, and the store is kept on
 * disk between sessions. Questions are answered from what is true when they are asked. Knows nothing of the thread it runs in.
 */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorMessage } from "../../error.js";
import { IndexCache } from "../cache/indexCache.js";
import type { IndexState, WorkspaceDeclaration } from "../declaration.js";
import { languageByName } from "../disk/fileLanguage.js";
import { type FileStamp, isSameStamp, isTrustedStamp, stampOf, unknownStamp } from "../disk/fileStamp.js";
import { statIfExists } from "../disk/folderEntries.js";
import { SourceFiles } from "../disk/sourceFiles.js";
import type { FileResult, ParseJob, ParseWorkerOptions, SourceFile } from "../parse/parseJobs.js";
import { ParseQueue } from "../parse/parseQueue.js";
import { emptyFileResult } from "../parse/parseWorker.js";
import { PriorityJobs } from "../parse/priorityJobs.js";
import { createWordFinder, searchWordOf } from "../parse/wordSearch.js";
import { type ParseThread, WorkerPool } from "../parse/workerPool.js";
import { rejectOnAbort } from "../rejectOnAbort.js";
import { DeclarationStore } from "../store/declarationStore.js";
import type { IndexedFile } from "../store/fileTable.js";
import type { IndexAnswer, NameQuery } from "../workspaceIndex.js";
import { yieldToEventLoop } from "../yieldToEventLoop.js";
import type { IndexOptions } from "./indexMessages.js";
import { ProblemLog } from "./problemLog.js";

/** Whom it tells, and who parses for it. */
export interface IndexerHost {
  log(line: string): void;
  /** Some times a second at most. */
  onState(state: IndexState): void;
  startParseThread(options: ParseWorkerOptions): ParseThread;
}

const STATE_INTERVAL_MS = 200;
/** Whose grammars are shipped share their threads. */
const SHARED_LANE = "the shipped grammars";
/** Messages wait no longer than this for files to be looked at. */
const SLICE_MS = 8;

interface OpenText {
  readonly languageId: string;
  readonly text: string;
}

export class Indexer {
  readonly #options: IndexOptions;
  readonly #host: IndexerHost;
  readonly #store = new DeclarationStore();
  readonly #queue: ParseQueue;
  readonly #priorityJobs: PriorityJobs;
  readonly #workerPool: WorkerPool;
  readonly #sources: SourceFiles;
  readonly #cache: IndexCache | undefined;
  readonly #open = new Map<string, OpenText>();
  /** What the last session knew, until the first walk has seen what of it is still so. */
  #cachedFiles: Map<string, IndexedFile> | undefined;
  readonly #firstWalk: Promise<void>;
  #hasWalked = false;
  #isEnded = false;
  readonly #lanes: ReadonlySet<string>;
  readonly #problems: ProblemLog;
  #reportedState: IndexState | undefined;
  #reportTimer: NodeJS.Timeout | undefined;
  #completionWaiters: (() => void)[] = [];

  constructor(options: IndexOptions, host: IndexerHost) {
    this.#options = options;
    this.#host = host;
    this.#problems = new ProblemLog((line) => host.log(line));
    const log = (line: string) => this.#problems.log(line);
    this.#lanes = new Set(Object.keys(options.grammars).map((languageId) => this.#laneOf(languageId)));
    const { grammars, roots, limits, cache } = options;
    this.#queue = new ParseQueue({
      laneOf: (languageId) => this.#laneOf(languageId),
      textOf: (path) => this.#open.get(path)?.text,
    });
    this.#priorityJobs = new PriorityJobs(this.#queue);
    this.#workerPool = new WorkerPool({
      maxWorkersOf: (lane) => (lane === SHARED_LANE ? options.workers : 1),
      startThread: () => host.startParseThread(this.#workerOptions()),
      nextJob: (lane) => this.#priorityJobs.nextJob(lane) ?? this.#nextJob(lane),
      onResult: (file, result, job) => this.#onResult(file, result, job),
      onFailure: (file, why) => this.#onResult(file, { ...emptyFileResult(unknownStamp), problem: why }),
      log,
    });
    const languageByFile = languageByName(options.languages);
    const languageOf = (name: string) => {
      const languageId = languageByFile(name);
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
    this.#firstWalk = this.#start();
  }

  async findByName({ name, arity }: NameQuery, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#catchUp(signal);
    await this.#indexFirst(searchWordOf(name), this.#queue.paths(), signal);
    return this.#queryFresh(() => this.#store.findByName(name, arity), pathOf, signal);
  }

  async findFilesWith(
    word: string,
    languageIds: readonly string[],
    signal: AbortSignal,
  ): Promise<IndexAnswer<string[]>> {
    await this.#catchUp(signal);
    await this.#indexFirst(searchWordOf(word), this.#queue.paths(), signal);
    const { answer } = await this.#queryFresh(() => this.#store.findFilesWith(word, languageIds), identity, signal);
    // One in a hundred only seems to hold it: reading them is little beside what whoever asks does with a file.
    const hasWord = createWordFinder(searchWordOf(word));
    const matches: string[] = [];
    let until = performance.now() + SLICE_MS;
    for (const path of answer) {
      if (this.#fileMatches(path, hasWord)) matches.push(path);
      if (performance.now() < until) continue;
      await rejectOnAbort(yieldToEventLoop(), signal);
      until = performance.now() + SLICE_MS;
    }
    return { answer: matches, state: this.state };
  }

  async findMatching(text: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#store.findMatching(text, limit), pathOf, signal);
  }

  async findSimilar(name: string, limit: number, signal: AbortSignal): Promise<IndexAnswer<WorkspaceDeclaration[]>> {
    await this.#indexOpenDocuments(signal);
    return this.#queryFresh(() => this.#store.findSimilar(name, limit), pathOf, signal);
  }

  /** Resolves when everything is indexed; rejects where there is too much. */
  async waitUntilComplete(signal: AbortSignal): Promise<IndexState> {
    await this.#catchUp(signal);
    while (this.#queue.size > 0 || !this.#sources.isIdle) {
      await rejectOnAbort(new Promise<void>((resolve) => this.#completionWaiters.push(resolve)), signal);
      await rejectOnAbort(this.#sources.scan(), signal);
    }
    if (this.#sources.limitReason !== undefined)
      throw new Error(`Not everything is indexed: ${this.#sources.limitReason}.`);
    return this.state;
  }

  open(path: string, languageId: string, text: string): void {
    const absolutePath = resolve(path);
    this.#open.set(absolutePath, { languageId, text });
    if (!Object.hasOwn(this.#options.grammars, languageId)) {
      this.#removeFile(absolutePath);
      return;
    }
    this.#enqueue(absolutePath, languageId, { ...unknownStamp, size: text.length });
    this.#queue.prefer(absolutePath);
    for (const sibling of this.#sources.filesIn(dirname(absolutePath))) this.#queue.prefer(sibling);
  }

  close(path: string): void {
    const absolutePath = resolve(path);
    if (!this.#open.delete(absolutePath)) return;
    // Until it is read, nobody may take what was open for what is on disk: the stamp of that is no file's.
    if (this.#sources.hasFile(absolutePath)) this.#sources.markPaths([absolutePath]);
    else this.#removeFile(absolutePath);
  }

  notifyChanges(paths: readonly string[]): void {
    this.#sources.markPaths(paths.map((path) => resolve(path)));
  }

  get state(): IndexState {
    const queued = this.#queue.size;
    const files = Math.max(this.#sources.fileCount, this.#store.fileCount, queued);
    const isComplete = this.#hasWalked && queued === 0 && this.#sources.limitReason === undefined;
    return { isComplete, indexed: files - queued, files };
  }

  /** Ends the threads, and writes what is new to disk. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#reportTimer);
    this.#workerPool.end();
    this.#sources.end();
    await this.#cache?.flush(() => this.#cacheEntries());
  }

  async #start(): Promise<void> {
    try {
      this.#cachedFiles = await this.#cache?.read();
      await this.#sources.scan();
    } catch (error) {
      this.#problems.log(`The workspace can't be looked through: ${errorMessage(error)}`);
    }
    // What is left of it is gone from disk, unless nobody looked.
    if (this.#sources.limitReason === undefined) this.#cachedFiles = undefined;
    this.#hasWalked = true;
    this.#onProgress();
  }

  /** Everything that has happened on disk and in the client by now is known: what changed waits to be indexed. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    await rejectOnAbort(this.#firstWalk, signal);
    await rejectOnAbort(this.#sources.catchUp(), signal);
  }

  /** As far as is known without waiting for the rest of the workspace; what is open always is. */
  async #indexOpenDocuments(signal: AbortSignal): Promise<void> {
    if (this.#hasWalked) await this.#catchUp(signal);
    await this.#indexFirst(undefined, this.#open.keys(), signal);
  }

  /** Has files indexed before others; with a word, those that hold it. */
  #indexFirst(word: string | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const done = this.#priorityJobs.request(word, paths, signal);
    this.#workerPool.assignJobs(this.#lanes);
    return rejectOnAbort(done, signal);
  }

  /** An answer in which every file is as it is on disk now. */
  async #queryFresh<Each>(
    query: () => Each[],
    fileOf: (each: Each) => string,
    signal: AbortSignal,
  ): Promise<IndexAnswer<Each[]>> {
    const fresh = new Set<string>();
    for (;;) {
      const answer = query();
      const unchecked = new Set(answer.map(fileOf).filter((path) => !fresh.has(path)));
      if (unchecked.size === 0) return { answer, state: this.state };
      const stale: string[] = [];
      let until = performance.now() + SLICE_MS;
      for (const path of unchecked) {
        fresh.add(path);
        if (this.#requeueIfStale(path)) stale.push(path);
        if (performance.now() < until) continue;
        await rejectOnAbort(yieldToEventLoop(), signal);
        until = performance.now() + SLICE_MS;
      }
      if (stale.length > 0) await this.#indexFirst(undefined, stale, signal);
      // Asked again: others may have changed something in the turns that were theirs.
    }
  }

  /** Whether what is known of a file is not what is there. Then it waits to be indexed, or it is gone. */
  #requeueIfStale(path: string): boolean {
    if (this.#queue.has(path)) return true;
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

  #fileMatches(path: string, hasWord: (bytes: Buffer) => boolean): boolean {
    const open = this.#open.get(path);
    try {
      return hasWord(open ? Buffer.from(open.text) : readFileSync(path));
    } catch {
      return false;
    }
  }

  #onFile(path: string, languageId: string, stamp: FileStamp): void {
    if (this.#open.has(path)) return;
    const known = this.#store.fileOf(path);
    const isKnown = known?.languageId === languageId && isSameStamp(known.stamp, stamp);
    if (isKnown && !this.#queue.has(path)) return;
    const cached = this.#cachedFiles?.get(path);
    if (!known && cached?.languageId === languageId && isSameStamp(cached.stamp, stamp)) {
      this.#cachedFiles?.delete(path);
      this.#store.put(path, cached);
      this.#onProgress();
    } else this.#enqueue(path, languageId, stamp);
  }

  #onFileGone(path: string): void {
    if (!this.#open.has(path)) this.#removeFile(path);
  }

  #removeFile(path: string): void {
    this.#queue.delete(path);
    this.#store.remove(path);
    this.#priorityJobs.markDone(path);
    this.#cache?.markDirty();
    this.#onProgress();
  }

  #enqueue(path: string, languageId: string, stamp: FileStamp): void {
    this.#queue.add(path, languageId, stamp);
    this.#workerPool.assignJobs([this.#laneOf(languageId)]);
    this.#onProgress();
  }

  #onResult(file: SourceFile, result: FileResult, job?: ParseJob): void {
    if (this.#isEnded || !this.#queue.isCurrent(file)) return;
    const { path, languageId } = file;
    switch (result.kind) {
      case "without":
        this.#queue.putBack(file);
        this.#priorityJobs.markWithoutWords(path, job?.words ?? []);
        return;
      case "gone":
        this.#sources.markFolder(dirname(path));
        this.#removeFile(path);
        return;
      case "indexed":
        if (result.problem !== undefined) this.#problems.logFile(path, result.problem);
        this.#queue.delete(path);
        this.#store.put(path, { languageId, stamp: result.stamp, record: result.record });
        this.#priorityJobs.markDone(path);
        if (isTrustedStamp(result.stamp)) this.#cache?.markDirty();
        this.#onProgress();
    }
  }

  #nextJob(lane: string): ParseJob | undefined {
    const files = this.#queue.takeBatch(lane);
    return files.length > 0 ? { files, words: undefined } : undefined;
  }

  #laneOf(languageId: string): string {
    const grammar = this.#options.grammars[languageId];
    return grammar === undefined || grammar.isShipped ? SHARED_LANE : `the grammar for ${languageId}`;
  }

  #workerOptions(): ParseWorkerOptions {
    const { engine, grammars, limits } = this.#options;
    return { engine, grammars, fileBytes: limits.fileBytes };
  }

  /** What is kept on disk: what came from there. Where nobody has looked yet, what was kept before goes on being kept. */
  *#cacheEntries(): Generator<[string, IndexedFile]> {
    for (const entry of this.#store.entries()) if (isTrustedStamp(entry[1].stamp)) yield entry;
    if (this.#cachedFiles) yield* this.#cachedFiles;
  }

  #onProgress(): void {
    if (this.#queue.size === 0 && this.#hasWalked && this.#sources.isIdle) {
      for (const resolve of this.#completionWaiters.splice(0)) resolve();
      this.#cache?.scheduleWrite(() => this.#cacheEntries());
    }
    const isChange = this.#reportedState?.isComplete !== this.state.isComplete;
    this.#reportTimer ??= setTimeout(
      () => this.#reportState(),
      isChange && this.state.isComplete ? 0 : STATE_INTERVAL_MS,
    ).unref();
  }

  #reportState(): void {
    this.#reportTimer = undefined;
    const { state } = this;
    const reported = this.#reportedState;
    if (
      reported?.isComplete === state.isComplete &&
      reported.indexed === state.indexed &&
      reported.files === state.files
    )
      return;
    this.#reportedState = state;
    this.#host.onState(state);
  }
}

function pathOf({ path }: WorkspaceDeclaration): string {
  return path;
}

function identity(path: string): string {
  return path;
}
