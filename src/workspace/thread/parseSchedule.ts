/**
 * Which queued file is parsed next, and by which thread: files that queries need before all others,
 * and the others while no query waits.
 */

import type { Logger } from "../../error.js";
import { unknownStamp } from "../disk/fileStamp.js";
import { emptyFileResult } from "../parse/fileResults.js";
import type { FileResult, ParseJob, SearchedWord, SourceFile } from "../parse/parseJobs.js";
import { ParseQueue } from "../parse/parseQueue.js";
import { PriorityJobs } from "../parse/priorityJobs.js";
import { type ParseThread, WorkerPool } from "../parse/workerPool.js";
import { rejectOnAbort } from "../rejectOnAbort.js";
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
