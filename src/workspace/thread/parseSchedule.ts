/**
 * Which queued file is parsed next, and by which thread: files that queries need before all others,
 * and the others while no query waits. Also which queued files may have a word.
 */

import type { Logger } from "../../error.js";
import { isSameStamp, isTrustedStamp, unknownStamp } from "../disk/fileStamp.js";
import { createDeclarationFinder } from "../parse/declarationSearch.js";
import { emptyFileResult } from "../parse/fileResults.js";
import type { FileResult, ParseJob, SearchedWord, SourceFile } from "../parse/parseJobs.js";
import { ParseQueue } from "../parse/parseQueue.js";
import { createWordFinder } from "../parse/wordSearch.js";
import { type ParseThread, WorkerPool } from "../parse/workerPool.js";
import type { DeclarationStore } from "../store/declarationStore.js";
import { hashWords } from "../store/wordFilter.js";
import { rejectOnAbort, TimeSlice } from "../timeSlice.js";
import type { IndexOptions } from "./indexMessages.js";

export interface ParseScheduleHost {
  /** The number of parse threads for languages with shipped grammars. */
  readonly workers: number;
  /** Returns the text of an open document. */
  textOf(path: string): string | undefined;
  startThread(): ParseThread;
  /** Called for each file that a thread took; without a job if it could not be parsed. */
  onResult(file: SourceFile, result: FileResult, job?: ParseJob): void;
  readonly log: Logger;
}

/** Queries follow each other, and the start, within this time. */
const RESUME_DELAY_MS = 100;
/** Languages with shipped grammars share their parse threads. */
const SHARED_LANE = "the shipped grammars";

export class ParseSchedule {
  readonly queue: ParseQueue;
  readonly #grammars: IndexOptions["grammars"];
  readonly #priorityJobs: PriorityJobs;
  readonly #workerPool: WorkerPool;
  readonly #lanes: ReadonlySet<string>;
  /** While above 0, only files that queries need are parsed. */
  #backgroundPauses = 0;

  constructor(grammars: IndexOptions["grammars"], host: ParseScheduleHost) {
    this.#grammars = grammars;
    this.#lanes = new Set(Object.keys(grammars).map((languageId) => this.#laneOf(languageId)));
    this.queue = new ParseQueue({
      laneOf: (languageId) => this.#laneOf(languageId),
      textOf: (path) => host.textOf(path),
    });
    this.#priorityJobs = new PriorityJobs(this.queue);
    this.#workerPool = new WorkerPool({
      maxWorkersOf: (lane) => (lane === SHARED_LANE ? host.workers : 1),
      startThread: () => host.startThread(),
      nextJob: (lane) => this.#priorityJobs.nextJob(lane) ?? this.#nextBackgroundJob(lane),
      onResult: (file, result, job) => host.onResult(file, result, job),
      onFailure: (file, reason) => host.onResult(file, { ...emptyFileResult(unknownStamp), problem: reason }),
      log: host.log,
    });
  }

  /** Gives queued files of a language to its idle threads. */
  assignJobs(languageId: string): void {
    this.#workerPool.assignJobs([this.#laneOf(languageId)]);
  }

  /** Parses files before all others; with a word, only those that have it. */
  parseFirst(word: SearchedWord | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const done = this.#priorityJobs.request(word, paths, signal);
    this.#workerPool.assignJobs(this.#lanes);
    return rejectOnAbort(done, signal);
  }

  /** Releases the queries that wait for a file: it is parsed, or gone. */
  markDone(path: string): void {
    this.#priorityJobs.markDone(path);
  }

  /** Releases the queries for these words that wait for a file: it has none of them. */
  markWithoutWords(path: string, words: readonly SearchedWord[]): void {
    this.#priorityJobs.markWithoutWords(path, words);
  }

  /**
   * Keeps files that no query needs from being parsed until a moment after the returned function is
   * called: a command may end with the answer, or ask on.
   */
  pauseBackground(): () => void {
    this.#backgroundPauses++;
    const resume = () => {
      this.#backgroundPauses--;
      this.#workerPool.assignJobs(this.#lanes);
    };
    return () => void setTimeout(resume, RESUME_DELAY_MS).unref();
  }

  end(): void {
    this.#workerPool.end();
  }

  #nextBackgroundJob(lane: string): ParseJob | undefined {
    if (this.#backgroundPauses > 0) return undefined;
    const files = this.queue.takeBatch(lane);
    return files.length > 0 ? { files, words: undefined } : undefined;
  }

  #laneOf(languageId: string): string {
    const grammar = this.#grammars[languageId];
    return grammar === undefined || grammar.isShipped ? SHARED_LANE : `the grammar for ${languageId}`;
  }
}

/** Messages wait no longer than this for files to be searched. */
const SLICE_MS = 8;

export interface WordCandidatesSource {
  readonly store: Pick<DeclarationStore, "has" | "languageOf" | "stampIfWithout">;
  readonly queue: Pick<ParseQueue, "paths" | "infoOf">;
  /** Throws where a file can't be read. */
  readBytes(path: string): Buffer;
}

/** Whether a queued file, as it was queued, was read before and lacked one of these words. */
export function lacksWordAsQueued(
  path: string,
  hashes: readonly number[],
  { store, queue }: Pick<WordCandidatesSource, "store" | "queue">,
): boolean {
  const queued = queue.infoOf(path);
  const stamp = store.stampIfWithout(path, hashes);
  return queued !== undefined && stamp !== undefined && isTrustedStamp(stamp) && isSameStamp(stamp, queued.stamp);
}

/**
 * Returns the queued files that may have a word. Those that have been read before are searched
 * here: they are few, and the filter of their words is wrong about one in a hundred.
 */
export async function queuedWithWord(
  { word, isDeclared }: SearchedWord,
  source: WordCandidatesSource,
  signal: AbortSignal,
): Promise<string[]> {
  const hashes = hashWords(word);
  const hasWord = isDeclared ? createDeclarationFinder(word) : createWordFinder(word);
  const slice = new TimeSlice(SLICE_MS);
  const paths: string[] = [];
  for (const path of [...source.queue.paths()]) {
    if (lacksWordAsQueued(path, hashes, source)) continue;
    if (!source.store.has(path) || mayMatch(path, hasWord, source)) paths.push(path);
    await slice.pause(signal);
  }
  return paths;
}

/** Whether the text of a file passes a test, or the file can't be read. */
function mayMatch(
  path: string,
  hasWord: (bytes: Buffer, languageId: string) => boolean,
  { store, readBytes }: WordCandidatesSource,
): boolean {
  try {
    return hasWord(readBytes(path), store.languageOf(path) ?? "");
  } catch {
    return true;
  }
}

interface PriorityRequest {
  /** If undefined, all the files are parsed. */
  readonly word: SearchedWord | undefined;
  /** Files without a result yet, by lane. Invariant: no empty sets. */
  readonly remaining: Map<string, Set<string>>;
  readonly finish: () => void;
}

/** Reading is cheap compared with parsing, so jobs that search for words are larger. */
const MAX_SEARCHED_FILES = 256;
const MAX_SEARCHED_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 16;

/**
 * The files that queries need before all others: given files, or all files that contain or may
 * declare a word. For a word, files are read and only parsed if they have it, so that an answer is
 * complete long before the index is. Concurrent requests share one reading.
 */
export class PriorityJobs {
  readonly #queue: ParseQueue;
  /** In order of arrival, those without a word before all others. */
  #requests: PriorityRequest[] = [];

  constructor(queue: ParseQueue) {
    this.#queue = queue;
  }

  /**
   * Resolves when each of the paths that was queued is indexed or found not to have the word, or
   * when `signal` aborts.
   */
  request(word: SearchedWord | undefined, paths: Iterable<string>, signal: AbortSignal): Promise<void> {
    const remaining = new Map<string, Set<string>>();
    for (const path of paths) {
      const file = this.#queue.infoOf(path);
      if (file === undefined) continue;
      const inLane = remaining.get(file.lane) ?? new Set();
      remaining.set(file.lane, inLane.add(path));
    }
    if (remaining.size === 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const abort = () => this.#finish(request);
      const finish = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const request: PriorityRequest = { word, remaining, finish };
      this.#requests.push(request);
      this.#requests.sort((a, b) => Number(a.word !== undefined) - Number(b.word !== undefined));
      signal.addEventListener("abort", abort);
    });
  }

  /** Returns the next job of a lane, or undefined if no request needs files of it. */
  nextJob(lane: string): ParseJob | undefined {
    for (const request of this.#requests) {
      const files = this.#takeFiles(request, lane);
      if (files.length === 0) continue;
      if (request.word === undefined) return { files, words: undefined };
      const words = this.#requests.flatMap(({ word }) => (word === undefined ? [] : [word]));
      return { files, words: words.filter((word, at) => words.findIndex((each) => isSameWord(each, word)) === at) };
    }
    return undefined;
  }

  /** Notes that a file is indexed or gone. */
  markDone(path: string): void {
    for (const request of [...this.#requests]) this.#removePath(request, path);
  }

  /** Notes that a file has none of these words. */
  markWithoutWords(path: string, words: readonly SearchedWord[]): void {
    for (const request of [...this.#requests]) {
      const { word } = request;
      if (word !== undefined && words.some((each) => isSameWord(each, word))) this.#removePath(request, path);
    }
  }

  #takeFiles({ word, remaining }: PriorityRequest, lane: string): SourceFile[] {
    const files: SourceFile[] = [];
    let bytes = 0;
    for (const path of remaining.get(lane) ?? []) {
      if (files.length >= (word === undefined ? MAX_FILES : MAX_SEARCHED_FILES) || bytes > MAX_SEARCHED_BYTES) break;
      // A file that is already being parsed needs no further job.
      const file = this.#queue.take(path);
      if (file === undefined) continue;
      files.push(file);
      bytes += this.#queue.infoOf(path)?.stamp.size ?? 0;
    }
    return files;
  }

  #removePath(request: PriorityRequest, path: string): void {
    for (const [lane, paths] of request.remaining) {
      if (!paths.delete(path)) continue;
      if (paths.size === 0) request.remaining.delete(lane);
      if (request.remaining.size === 0) this.#finish(request);
      return;
    }
  }

  #finish(request: PriorityRequest): void {
    this.#requests = this.#requests.filter((other) => other !== request);
    request.finish();
  }
}

function isSameWord(one: SearchedWord, other: SearchedWord): boolean {
  return one.word === other.word && one.isDeclared === other.isDeclared;
}
