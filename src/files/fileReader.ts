/**
 * Reads files without blocking the calling thread. A call may never return (on a mount that is not
 * reachable) and then occupies its thread for ever: such a thread is lost.
 *
 * Single calls are made in libuv's thread pool. Only a part of the pool is used, because lazy
 * imports need it too. There a file takes six tasks, each with a turn of the event loop. When many
 * calls are queued, two worker threads are started. They make the calls synchronously, in batches
 * of one message each, which is quicker (bench/files.mjs). From then on they make all calls. A lost
 * thread is replaced, up to a maximum; after that, calls fail at once instead of waiting.
 */

import type { Stats } from "node:fs";
import {
  type FileCall,
  type FileCallResults,
  type FileCallThread,
  type FileStats,
  fileStatsOf,
  type ListedEntry,
} from "./fileCalls.js";
import { LocalFiles } from "./localFiles.js";
import { noThreadError, timeoutError, toReadError } from "./readErrors.js";
import type { ReadOptions } from "./readFileSync.js";
import { PoolThread, type ReadOperations, systemOperations } from "./threads/poolThread.js";

export interface FileReaderLimits {
  /** The maximum number of threads that make calls: of the pool, or worker threads of our own. */
  readonly maxThreads: number;
  /** The maximum number of worker threads that are started to replace lost ones. */
  readonly maxReplacements: number;
  /** A call is rejected after this time without a step. Its thread is lost until it returns. */
  readonly timeoutMs: number;
}

const defaultLimits: FileReaderLimits = { maxThreads: 2, maxReplacements: 2, timeoutMs: 10_000 };

/**
 * When this many calls are queued, worker threads are started. An estimate: for fewer calls, the
 * start takes longer than the pool.
 */
const MIN_QUEUED_FOR_THREADS = 40;
/** The maximum number of calls in a batch for a worker thread. */
const MAX_BATCH = 64;
/**
 * The number of checks for an overdue call per timeout. Unless this thread is busy, a call is
 * rejected after 1.25 times the timeout at most.
 */
const CHECKS_PER_TIMEOUT = 4;

interface Task {
  readonly call: FileCall;
  /** Whether it has been rejected. */
  isOver: boolean;
  resolve(result: FileCallResults[keyof FileCallResults]): void;
  reject(error: unknown): void;
}

/** A thread and the batch that it is working on. */
interface ThreadSlot {
  readonly thread: FileCallThread;
  readonly maxBatch: number;
  /** The calls that the thread is making; empty while it is idle. */
  batch: readonly Task[];
  /** The path of the call that has timed out. If set, the thread is lost. */
  overduePath?: string | undefined;
}

export class FileReader {
  readonly #limits: FileReaderLimits;
  readonly #startThread: () => Promise<FileCallThread>;
  readonly #statSync: ReadOperations["statSync"];
  readonly #localFiles = new LocalFiles();
  readonly #queue = new Set<Task>();
  readonly #poolSlots: readonly ThreadSlot[];
  /** The slots of worker threads, with those of lost ones. */
  #workerSlots: readonly ThreadSlot[] = [];
  /** The number of worker threads that are being started. */
  #startingCount = 0;
  #canStartThreads = true;
  #isDispatching = false;

  /** If `startThread` rejects, no more worker threads are started and the pool is used. */
  constructor(
    operations: ReadOperations = systemOperations,
    limits: Partial<FileReaderLimits> = {},
    startThread: () => Promise<FileCallThread> = startSystemThread,
  ) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#startThread = startThread;
    this.#statSync = operations.statSync;
    const slot = (): ThreadSlot => ({ thread: new PoolThread(operations), maxBatch: 1, batch: [] });
    this.#poolSlots = Array.from({ length: this.#limits.maxThreads }, slot);
  }

  /**
   * Reads a whole file. Rejects with the LocateError `file_unreadable`, with the file system's own
   * error (`ENOENT`) if there is no such file, or with the signal's reason.
   */
  async read(
    path: string,
    { maxBytes, permission, signal }: ReadOptions & { readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly bytes: Buffer }> {
    return { bytes: await this.#run({ kind: "read", path, maxBytes, permission }, signal) };
  }

  /** Returns the text of a small file in UTF-8; undefined if it can't be read. */
  async readText(path: string, options: ReadOptions): Promise<string | undefined> {
    try {
      return (await this.read(path, options)).bytes.toString("utf8");
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the stats of a file, or of what a link leads to. Rejects as `read` does. A file that is
   * known to be on a local disk is looked at in this thread.
   */
  async stat(path: string, signal?: AbortSignal): Promise<FileStats> {
    const isLocal = this.#statSync !== undefined && this.#localFiles.has(path) && !signal?.aborted;
    const stats = isLocal ? this.#statLocal(path, this.#statSync) : await this.#run({ kind: "stat", path }, signal);
    this.#localFiles.note(path, stats.dev);
    return stats;
  }

  #statLocal(path: string, statSync: (path: string) => Stats): FileStats {
    try {
      return fileStatsOf(statSync(path));
    } catch (error) {
      this.#localFiles.note(path, undefined);
      throw toReadError(path, error);
    }
  }

  /** Returns the entries of a folder. Rejects as `read` does. */
  entries(path: string, signal?: AbortSignal): Promise<readonly ListedEntry[]> {
    return this.#run({ kind: "entries", path }, signal);
  }

  #run<Kind extends FileCall["kind"]>(
    call: FileCall & { readonly kind: Kind },
    signal: AbortSignal | undefined,
  ): Promise<FileCallResults[Kind]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#hasNoThread) return Promise.reject(this.#noThreadError(call.path));
    return new Promise((resolve, reject) => {
      const task: Task = {
        call,
        isOver: false,
        resolve(result) {
          signal?.removeEventListener("abort", abort);
          resolve(result as FileCallResults[Kind]);
        },
        reject(error) {
          task.isOver = true;
          signal?.removeEventListener("abort", abort);
          reject(error);
        },
      };
      const abort = () => {
        this.#queue.delete(task);
        task.reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#queue.add(task);
      this.#scheduleDispatch();
    });
  }

  /** Dispatches in a microtask, so that calls made in one turn share a batch. */
  #scheduleDispatch(): void {
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    queueMicrotask(() => {
      this.#isDispatching = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#queue.size === 0) return;
    this.#startThreads();
    if (this.#hasNoThread) this.#rejectQueued();
    const idle = this.#slots.filter(({ batch }) => batch.length === 0);
    idle.forEach((slot, n) => {
      const length = Math.min(slot.maxBatch, Math.ceil(this.#queue.size / (idle.length - n)));
      const batch = [...take(this.#queue, length)];
      if (batch.length > 0) void this.#perform(slot, batch);
    });
  }

  async #perform(slot: ThreadSlot, batch: readonly Task[]): Promise<void> {
    slot.batch = batch;
    const stopWatch = this.#watch(slot);
    try {
      const outcomes = await slot.thread.perform(batch.map(({ call }) => call));
      // After a timeout, each task was either rejected or queued again for another thread.
      for (const [n, outcome] of slot.overduePath === undefined ? outcomes.entries() : []) {
        const task = batch[n] as Task;
        if ("value" in outcome) task.resolve(outcome.value);
        else task.reject(outcome.error);
      }
    } catch (error) {
      this.#workerSlots = this.#workerSlots.filter((each) => each !== slot);
      for (const task of batch) task.reject(toReadError(task.call.path, error));
    } finally {
      stopWatch();
      slot.batch = [];
      slot.overduePath = undefined;
      this.#dispatch();
    }
  }

  /**
   * Marks the slot as lost when one step of a call takes longer than the timeout. Checks are
   * counted, not the time: this thread may have been kept from noticing what has returned.
   */
  #watch(slot: ThreadSlot): () => void {
    const { timeoutMs } = this.#limits;
    const { thread } = slot;
    const progressOf = () => thread.returnedCount + (thread.stepCount ?? 0);
    let progress = progressOf();
    let checks = 0;
    let afterPoll: NodeJS.Immediate | undefined;
    const check = () => {
      const now = progressOf();
      checks = now === progress ? checks + 1 : 0;
      progress = now;
      if (checks < CHECKS_PER_TIMEOUT || thread.returnedCount >= slot.batch.length) return;
      stop();
      this.#markLost(slot, thread.returnedCount);
    };
    const timer = setInterval(() => {
      // In the same turn, after what has returned was noticed.
      clearImmediate(afterPoll);
      afterPoll = setImmediate(check);
    }, timeoutMs / CHECKS_PER_TIMEOUT).unref();
    const stop = () => {
      clearInterval(timer);
      clearImmediate(afterPoll);
    };
    return stop;
  }

  /** Rejects the call at index `at` of the batch, and queues the others again, before all else. */
  #markLost(slot: ThreadSlot, at: number): void {
    slot.thread.abandon();
    const hung = slot.batch[at] as Task;
    slot.overduePath = hung.call.path;
    const queued = [...this.#queue];
    this.#queue.clear();
    for (const task of [...slot.batch, ...queued]) if (task !== hung && !task.isOver) this.#queue.add(task);
    hung.reject(timeoutError(hung.call.path, this.#limits.timeoutMs));
    this.#dispatch();
  }

  get #slots(): readonly ThreadSlot[] {
    return this.#workerSlots.length > 0 ? this.#workerSlots : this.#poolSlots;
  }

  /** Whether every thread is lost and no other can be started. */
  get #hasNoThread(): boolean {
    if (this.#startingCount > 0 || this.#mayStartThread) return false;
    return this.#slots.every(isLost);
  }

  get #mayStartThread(): boolean {
    const { maxThreads, maxReplacements } = this.#limits;
    return this.#canStartThreads && this.#startingCount + this.#workerSlots.length < maxThreads + maxReplacements;
  }

  #noThreadError(path: string) {
    return noThreadError(path, [...new Set(this.#slots.flatMap(({ overduePath }) => overduePath ?? []))]);
  }

  #rejectQueued(): void {
    const tasks = [...this.#queue];
    this.#queue.clear();
    for (const task of tasks) task.reject(this.#noThreadError(task.call.path));
  }

  #startThreads(): void {
    const isNeeded = this.#queue.size >= MIN_QUEUED_FOR_THREADS || this.#slots.every(isLost);
    if (this.#workerSlots.length === 0 && !isNeeded) return;
    const workingCount = this.#workerSlots.filter((slot) => !isLost(slot)).length;
    for (
      let count = workingCount + this.#startingCount;
      count < this.#limits.maxThreads && this.#mayStartThread;
      count++
    )
      void this.#addThread();
  }

  async #addThread(): Promise<void> {
    this.#startingCount++;
    try {
      const slot: ThreadSlot = { thread: await this.#startThread(), maxBatch: MAX_BATCH, batch: [] };
      this.#workerSlots = [...this.#workerSlots, slot];
    } catch {
      this.#canStartThreads = false;
    } finally {
      this.#startingCount--;
      this.#dispatch();
    }
  }
}

function isLost({ overduePath }: ThreadSlot): boolean {
  return overduePath !== undefined;
}

/** Removes and yields up to `count` of the oldest elements. */
function* take<Element>(queue: Set<Element>, count: number): Generator<Element> {
  for (const element of queue) {
    if (count-- <= 0) return;
    queue.delete(element);
    yield element;
  }
}

async function startSystemThread(): Promise<FileCallThread> {
  const { startReadThread } = await import("./threads/startReadThread.js");
  return startReadThread();
}

/** The reader that all modules in this thread share. */
export const fileReader = new FileReader();
