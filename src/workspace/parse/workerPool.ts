/**
 * The parse threads of the index. A job is chosen when a thread is free, so that urgent ones go
 * first. A file that crashes a thread is identified and skipped. Shipped grammars share their
 * threads. A user's own grammar has a thread of its own, since it may corrupt the memory of others.
 */

import { errorMessage, type Logger } from "../../error.js";
import { startWorkClock } from "../../files/write/processWatch.js";
import { getOrInsert } from "../../text/list.js";
import type { ThreadHandle } from "../threadPort.js";
import type { FileResult, FromParseWorker, ParseJob, SourceFile, ToParseWorker } from "./parseJobs.js";

export type ParseThread = ThreadHandle<ToParseWorker, FromParseWorker>;

export interface WorkerPoolOptions {
  /** Returns the maximum number of threads of a lane. */
  readonly maxWorkersOf: (lane: string) => number;
  readonly startThread: () => ParseThread;
  /** Returns the next job of a lane. */
  readonly nextJob: (lane: string) => ParseJob | undefined;
  /** Called with the result for a file of a job. */
  readonly onResult: (file: SourceFile, result: FileResult, job: ParseJob) => void;
  /** Called for a file that no thread can parse. */
  readonly onFailure: (file: SourceFile, reason: string) => void;
  readonly log: Logger;
}

/** A thread has its next job at hand, so that it is not idle while results travel. */
const MAX_JOBS_PER_WORKER = 2;
/** A thread may take this long to start. */
const START_TIMEOUT_MS = 60_000;
/** A thread that sends nothing for this long hangs. Files that are indexed are parsed in less. */
const STALL_TIMEOUT_MS = 10_000;
/** The least time between two looks at a thread that has not responded. */
const MIN_CHECK_MS = 100;
/** A thread costs tens of megabytes, and a new one starts quickly. */
const IDLE_TIMEOUT_MS = 20_000;
/**
 * Threads that don't end when they are terminated are in a call of the file system that does not
 * return. With this number of them, no more files are read.
 */
const MAX_STUCK_THREADS = 4;
/** Consecutive failures to start, after which a lane is disabled. */
const MAX_START_FAILURES = 3;
/** Files that crash a thread, after which their language is disabled. */
const MAX_CRASHES_PER_LANGUAGE = 10;

interface SentJob {
  readonly id: number;
  readonly job: ParseJob;
  /** The number of results received. */
  resultCount: number;
}

interface PoolWorker {
  readonly thread: ParseThread;
  /** In the order in which they are run. */
  readonly jobs: SentJob[];
  isReady: boolean;
  /** Whether it was given up because it did not respond. */
  isStalled: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface Lane {
  readonly name: string;
  readonly workers: Set<PoolWorker>;
  /** Jobs to run before others: those of a crashed thread, with suspected files one by one. */
  retries: ParseJob[];
  startFailures: number;
  /** Why no more files of this lane are parsed. */
  disabledReason: string | undefined;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #lanes = new Map<string, Lane>();
  /** The number of files that have crashed a thread, by language. */
  readonly #crashCounts = new Map<string, number>();
  /** Stalled threads that have not ended. */
  #stuckCount = 0;
  #lastId = 0;
  #isEnded = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Gives free threads of these lanes jobs, if there are any. */
  assignJobs(lanes: Iterable<string>): void {
    for (const name of lanes) this.#assignJobsIn(this.#laneOf(name));
  }

  end(): void {
    this.#isEnded = true;
    for (const { workers } of this.#lanes.values()) for (const worker of workers) this.#terminate(worker);
    this.#lanes.clear();
  }

  #laneOf(name: string): Lane {
    const rest = { workers: new Set<PoolWorker>(), retries: [], startFailures: 0, disabledReason: undefined };
    return getOrInsert(this.#lanes, name, () => ({ name, ...rest }));
  }

  /** Assigns one job to every thread, then a second one. */
  #assignJobsIn(lane: Lane): void {
    for (let load = 0; load < MAX_JOBS_PER_WORKER; load++) {
      for (const worker of lane.workers) {
        if (worker.jobs.length > load || this.#isEnded) continue;
        const job = this.#nextJob(lane);
        if (job === undefined) return;
        this.#sendJob(lane, worker, job);
      }
      while (load === 0 && lane.workers.size < this.#options.maxWorkersOf(lane.name) && !this.#isEnded) {
        const job = this.#nextJob(lane);
        if (job === undefined) return;
        const worker = this.#startWorker(lane, job);
        if (worker) this.#sendJob(lane, worker, job);
      }
    }
  }

  /** Returns the next job, without files whose lane or language is disabled. */
  #nextJob(lane: Lane): ParseJob | undefined {
    for (;;) {
      const job = lane.retries.shift() ?? this.#options.nextJob(lane.name);
      if (job === undefined) return undefined;
      const files = job.files.filter((file) => {
        const reason = lane.disabledReason ?? this.#disabledReasonOf(file);
        if (reason !== undefined) this.#options.onFailure(file, reason);
        return reason === undefined;
      });
      if (files.length > 0) return files.length === job.files.length ? job : { ...job, files };
    }
  }

  #disabledReasonOf({ languageId }: SourceFile): string | undefined {
    if ((this.#crashCounts.get(languageId) ?? 0) < MAX_CRASHES_PER_LANGUAGE) return undefined;
    return `the grammar of ${languageId} has crashed on ${MAX_CRASHES_PER_LANGUAGE} files`;
  }

  #startWorker(lane: Lane, job: ParseJob): PoolWorker | undefined {
    try {
      const worker: PoolWorker = {
        thread: this.#options.startThread(),
        jobs: [],
        isReady: false,
        isStalled: false,
        timer: undefined,
      };
      worker.thread.on("message", (message) => this.#onMessage(lane, worker, message));
      worker.thread.on("error", (error) => this.#onWorkerLost(lane, worker, `the thread ended: ${error.message}`));
      lane.workers.add(worker);
      return worker;
    } catch (error) {
      lane.retries.unshift(job);
      this.#countStartFailure(lane, errorMessage(error));
      return undefined;
    }
  }

  #sendJob(lane: Lane, worker: PoolWorker, job: ParseJob): void {
    const id = ++this.#lastId;
    worker.jobs.push({ id, job, resultCount: 0 });
    worker.thread.postMessage({ ...job, id });
    this.#restartTimer(lane, worker);
  }

  /**
   * Restarts the timeout of a thread: the one for its results, or the one that ends an idle thread.
   */
  #restartTimer(lane: Lane, worker: PoolWorker): void {
    clearTimeout(worker.timer);
    if (worker.jobs.length > 0) {
      this.#watchForStall(lane, worker, startWorkClock());
      return;
    }
    const end = () => {
      lane.workers.delete(worker);
      this.#terminate(worker);
    };
    worker.timer = setTimeout(end, IDLE_TIMEOUT_MS).unref();
  }

  /** Ends a thread that sends nothing, by a clock that knows how busy the machine is. */
  #watchForStall(lane: Lane, worker: PoolWorker, workMs: () => number): void {
    const stallMs = worker.isReady ? STALL_TIMEOUT_MS : START_TIMEOUT_MS;
    const leftMs = stallMs - workMs();
    if (leftMs > 0) {
      const check = () => this.#watchForStall(lane, worker, workMs);
      worker.timer = setTimeout(check, Math.max(leftMs, MIN_CHECK_MS)).unref();
      return;
    }
    worker.isStalled = true;
    this.#onWorkerLost(lane, worker, `the thread has not responded for ${stallMs / 1000} s`);
  }

  #onMessage(lane: Lane, worker: PoolWorker, message: FromParseWorker): void {
    if (!lane.workers.has(worker)) return;
    switch (message.kind) {
      case "ready":
        worker.isReady = true;
        lane.startFailures = 0;
        this.#restartTimer(lane, worker);
        return;
      case "crashed":
        this.#onWorkerLost(lane, worker, message.message, true);
        return;
      case "results":
        this.#onResults(lane, worker, message.id, message.results);
    }
  }

  #onResults(lane: Lane, worker: PoolWorker, id: number, results: readonly FileResult[]): void {
    const sentJob = worker.jobs.find((each) => each.id === id);
    if (sentJob === undefined) return;
    for (const result of results) {
      const file = sentJob.job.files[sentJob.resultCount++];
      if (file) this.#options.onResult(file, result, sentJob.job);
    }
    if (sentJob.resultCount >= sentJob.job.files.length) worker.jobs.splice(worker.jobs.indexOf(sentJob), 1);
    this.#restartTimer(lane, worker);
    this.#assignJobsIn(lane);
  }

  /**
   * Replaces a lost thread. `isNextFile` means that the file whose result is next has crashed it.
   */
  #onWorkerLost(lane: Lane, worker: PoolWorker, reason: string, isNextFile = false): void {
    if (!lane.workers.delete(worker)) return;
    this.#terminate(worker);
    if (this.#isEnded) return;
    if (this.#stuckCount >= MAX_STUCK_THREADS && lane.disabledReason === undefined)
      this.#disable(lane, `${this.#stuckCount} parse threads are held up by the file system`);
    const [first, ...others] = worker.jobs;
    lane.retries = others.map(({ job }) => job).concat(lane.retries);
    if (!worker.isReady) {
      if (first) lane.retries.unshift(first.job);
      this.#countStartFailure(lane, reason);
    } else if (first) this.#retryWithoutFailingFile(lane, first, reason, isNextFile);
    this.#assignJobsIn(lane);
  }

  #countStartFailure(lane: Lane, reason: string): void {
    lane.startFailures++;
    if (lane.startFailures < MAX_START_FAILURES) return;
    this.#disable(lane, `no parse thread can be started (${reason})`);
  }

  #disable(lane: Lane, reason: string): void {
    lane.disabledReason = reason;
    this.#options.log(`Nothing is indexed by ${lane.name}: ${reason}.`);
  }

  #retryWithoutFailingFile(lane: Lane, { job, resultCount }: SentJob, reason: string, isNextFile: boolean): void {
    const [suspect, ...others] = job.files.slice(resultCount);
    if (suspect === undefined) return;
    if (!isNextFile && others.length > 0) {
      // Results are sent in batches, so any of these files may be the cause. Each is tried alone.
      const words = job.words;
      lane.retries = [suspect, ...others].map((file): ParseJob => ({ files: [file], words })).concat(lane.retries);
      return;
    }
    this.#crashCounts.set(suspect.languageId, (this.#crashCounts.get(suspect.languageId) ?? 0) + 1);
    this.#options.onFailure(suspect, `the parser crashes on it: ${reason}`);
    if (others.length > 0) lane.retries.unshift({ ...job, files: others });
  }

  #terminate(worker: PoolWorker): void {
    clearTimeout(worker.timer);
    const ended = worker.thread.terminate();
    if (!worker.isStalled) return;
    this.#stuckCount++;
    void Promise.resolve(ended).finally(() => this.#stuckCount--);
  }
}
