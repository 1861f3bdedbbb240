/** Tests of the worker pool: the order of jobs, and what happens when a thread crashes. */

import type { FileStamp } from "../../../src/workspace/disk/fileStamp.js";
import type {
  FileResult,
  FromParseWorker,
  ParseJob,
  SourceFile,
  ToParseWorker,
} from "../../../src/workspace/parse/parseJobs.js";
import { ParseQueue } from "../../../src/workspace/parse/parseQueue.js";
import { type ParseThread, WorkerPool } from "../../../src/workspace/parse/workerPool.js";
import { PriorityJobs } from "../../../src/workspace/thread/parseSchedule.js";
import { useProcessor } from "../../jest.js";

const neverAborted = new AbortController().signal;
const stamp = (size: number): FileStamp => ({ size, modifiedMs: 1 });
const wordNamed = (word: string) => ({ word, isDeclared: false });
const noMatch: FileResult = { kind: "noMatch", stamp: { size: 1, modifiedMs: 1 }, record: new Uint8Array(0) };
const indexed: FileResult = { kind: "indexed", stamp: stamp(1), record: new Uint8Array() };

interface ScriptedThread {
  readonly jobs: ToParseWorker[];
  isTerminated: boolean;
  say(message: FromParseWorker): void;
  die(reason: string): void;
}

/**
 * A pool with scripted threads, its queue and its priority jobs. `a1` is a file in language `a`;
 * the language `own` has a lane of its own.
 */
function poolOf(size: number, terminate: () => unknown = () => {}) {
  const threads: ScriptedThread[] = [];
  const done: string[] = [];
  const failed: string[] = [];
  const logged: string[] = [];
  const laneOf = (languageId: string) => (languageId === "own" ? "own" : "shared");
  const queue = new ParseQueue({ laneOf, textOf: () => undefined });
  const priorityJobs = new PriorityJobs(queue);
  const pool = new WorkerPool({
    maxWorkersOf: (lane) => (lane === "own" ? 1 : size),
    startThread() {
      let take: (message: FromParseWorker) => void = () => {};
      let fail: (error: Error) => void = () => {};
      const thread: ScriptedThread = {
        jobs: [],
        isTerminated: false,
        say: (message) => take(message),
        die: (reason) => fail(new Error(reason)),
      };
      threads.push(thread);
      const started: ParseThread = {
        postMessage: (job) => thread.jobs.push(job),
        on(event: string, listener: never) {
          if (event === "message") take = listener;
          else fail = listener;
        },
        terminate: () => {
          thread.isTerminated = true;
          return terminate();
        },
        ref: () => {},
        unref: () => {},
      };
      return started;
    },
    nextJob(lane) {
      const job = priorityJobs.nextJob(lane);
      if (job) return job;
      const files = queue.takeBatch(lane);
      return files.length > 0 ? { files, words: undefined } : undefined;
    },
    onResult(file, result, job) {
      if (result.kind === "noMatch") {
        queue.putBack(file);
        priorityJobs.markWithoutWords(file.path, job.words ?? []);
        return;
      }
      done.push(file.path);
      queue.delete(file.path);
      priorityJobs.markDone(file.path);
    },
    onFailure(file, reason) {
      failed.push(`${file.path}: ${reason}`);
      queue.delete(file.path);
      priorityJobs.markDone(file.path);
    },
    log: (line) => logged.push(line),
  });
  const add = (count: number, languageId = "a", bytes = 1) => {
    for (let n = 1; n <= count; n++) queue.add(`${languageId}${n}`, languageId, stamp(bytes));
    pool.assignJobs(["shared", "own"]);
  };
  const ready = (thread: ScriptedThread | undefined) => thread?.say({ kind: "ready" });
  /** Lets the thread finish the first of its jobs with these results. */
  const finish = (thread: ScriptedThread | undefined, result: (file: SourceFile) => FileResult = () => indexed) => {
    const job = thread?.jobs.shift();
    if (job) thread?.say({ kind: "results", id: job.id, results: job.files.map(result) });
  };
  return { pool, threads, queue, priorityJobs, done, failed, logged, add, ready, finish };
}

const paths = ({ files }: ParseJob) => files.map(({ path }) => path);
const jobCounts = (threads: readonly ScriptedThread[]) => threads.map(({ jobs }) => jobs.length);

test("Every thread has a job and one in reserve, and no more threads are started than there are jobs", () => {
  const { threads, add, pool } = poolOf(3);
  add(100);
  expect(jobCounts(threads)).toEqual([1, 1]);
  add(400);
  expect(jobCounts(threads)).toEqual([2, 2, 2]);
  pool.end();
  expect(threads.every(({ isTerminated }) => isTerminated)).toBe(true);
});

test("Small files come before large ones, and near files before all others", () => {
  const { queue } = poolOf(1);
  queue.add("large", "a", stamp(90_000));
  queue.add("huge", "a", stamp(900_000));
  queue.add("small", "a", stamp(10));
  queue.add("near", "a", stamp(100_000));
  queue.prefer("near");
  const next = () => queue.takeBatch("shared").map(({ path }) => path);
  expect(next()).toEqual(["near"]);
  expect(next()).toEqual(["small", "large"]);
  expect(next()).toEqual(["huge"]);
  expect(next()).toEqual([]);
  expect(queue.size).toBe(4);
});

test("A file that changes while it is parsed is parsed again, and its first result is ignored", () => {
  const { queue } = poolOf(1);
  queue.add("a", "a", stamp(1));
  const first = queue.take("a") as SourceFile;
  queue.add("a", "a", stamp(1));
  expect(queue.isCurrent(first)).toBe(true);
  queue.add("a", "a", stamp(2));
  expect(queue.isCurrent(first)).toBe(false);
  expect(queue.take("a")).toBeDefined();
});

test("Requested files are parsed next, then files are searched for a requested word", async () => {
  const { threads, add, priorityJobs, queue, finish, ready } = poolOf(1);
  add(500);
  const [thread] = threads;
  ready(thread);
  const word = priorityJobs.request(wordNamed("word"), queue.paths(), neverAborted);
  const own = priorityJobs.request(undefined, ["a400"], neverAborted);
  finish(thread);
  expect(thread?.jobs.at(-1)).toMatchObject({ files: [{ path: "a400" }], words: undefined });
  finish(thread);
  expect(thread?.jobs.at(-1)?.words).toEqual([wordNamed("word")]);
  expect(thread?.jobs.at(-1)?.files).toHaveLength(256);
  finish(thread);
  await own;
  const isIn = (path: string) => path === "a300";
  finish(thread, ({ path }) => (isIn(path) ? indexed : noMatch));
  finish(thread, ({ path }) => (isIn(path) ? indexed : noMatch));
  await word;
  // Two ordinary jobs, the requested file, and the file that contains the word are done.
  expect(queue.size).toBe(500 - 2 * 64 - 1 - 1);
});

test("Words requested at the same time are searched for in one reading", async () => {
  const { threads, add, priorityJobs, queue, pool, finish, ready } = poolOf(1);
  add(300);
  const [thread] = threads;
  ready(thread);
  const one = priorityJobs.request(wordNamed("one"), queue.paths(), neverAborted);
  const other = priorityJobs.request(wordNamed("other"), ["a250", "a251"], neverAborted);
  pool.assignJobs(["shared"]);
  finish(thread);
  finish(thread);
  const job = thread?.jobs.at(-1);
  expect(job?.words).toEqual([wordNamed("one"), wordNamed("other")]);
  while (thread?.jobs[0]) {
    const result: FileResult = thread.jobs[0].words ? noMatch : indexed;
    finish(thread, () => result);
  }
  await Promise.all([one, other]);
});

test("An aborted request does not delay other files", async () => {
  const { threads, add, priorityJobs, queue, finish, ready } = poolOf(1);
  add(300);
  ready(threads[0]);
  const controller = new AbortController();
  const given = priorityJobs.request(wordNamed("word"), queue.paths(), controller.signal);
  controller.abort();
  await given;
  finish(threads[0]);
  expect(threads[0]?.jobs.at(-1)?.words).toBeUndefined();
});

test("A file that crashes the parser is skipped, and another thread does the rest of its job", () => {
  const { threads, add, failed, done, finish, ready } = poolOf(1);
  add(4);
  ready(threads[0]);
  const job = threads[0]?.jobs[0] as ToParseWorker;
  threads[0]?.say({ kind: "results", id: job.id, results: [indexed] });
  threads[0]?.say({ kind: "crashed", message: "memory access out of bounds" });
  expect(threads[0]?.isTerminated).toBe(true);
  expect(failed).toEqual(["a2: the parser crashes on it: memory access out of bounds"]);
  expect(threads[1]?.jobs.map(paths)).toEqual([["a3", "a4"]]);
  ready(threads[1]);
  finish(threads[1]);
  expect(done).toEqual(["a1", "a3", "a4"]);
});

test("If a thread ends with several files queue, each of them is tried alone", () => {
  const { threads, add, failed, done, finish, ready } = poolOf(1);
  add(3);
  ready(threads[0]);
  threads[0]?.die("out of memory");
  ready(threads[1]);
  expect(threads[1]?.jobs.map(paths)).toEqual([["a1"], ["a2"]]);
  finish(threads[1]);
  threads[1]?.die("out of memory");
  expect(failed).toEqual(["a2: the parser crashes on it: the thread ended: out of memory"]);
  ready(threads[2]);
  finish(threads[2]);
  expect(done).toEqual(["a1", "a3"]);
});

test("A language whose files keep crashing threads is disabled, and other languages are not", () => {
  const { threads, add, failed, done, finish, ready } = poolOf(1);
  add(30, "bad");
  for (let n = 0; n < 10; n++) {
    ready(threads[n]);
    threads[n]?.say({ kind: "crashed", message: "unreachable" });
  }
  expect(threads).toHaveLength(10);
  expect(failed).toHaveLength(30);
  expect(failed.at(-1)).toBe("bad30: the grammar of bad has crashed on 10 files");
  add(1, "good");
  ready(threads[10]);
  finish(threads[10]);
  expect(done).toEqual(["good1"]);
});

test("If no thread can be started, all files fail and requests for them resolve", async () => {
  const { threads, add, failed, priorityJobs, queue, logged } = poolOf(1);
  add(200);
  const waiting = priorityJobs.request(undefined, ["a200"], neverAborted);
  for (let n = 0; n < 3; n++) threads[n]?.die("no such file");
  await waiting;
  expect(threads).toHaveLength(3);
  expect(queue.size).toBe(0);
  expect(failed).toHaveLength(200);
  expect(logged).toEqual([
    "Nothing is indexed by shared: no parse thread can be started (the thread ended: no such file).",
  ]);
});

test("A user's own grammar has a thread of its own", () => {
  const { threads, add } = poolOf(2);
  add(1, "a");
  add(1, "own");
  expect(threads.map(({ jobs }) => jobs.map(paths))).toEqual([[["a1"]], [["own1"]]]);
});

test("On a busy machine a thread that does not respond is given up to 60 s", () => {
  jest.useFakeTimers();
  try {
    useProcessor(0.05);
    const { threads, add, failed, ready } = poolOf(1);
    add(1);
    ready(threads[0]);
    jest.advanceTimersByTime(58_000);
    expect(threads[0]?.isTerminated).toBe(false);
    jest.advanceTimersByTime(3_000);
    expect(failed).toEqual(["a1: the parser crashes on it: the thread has not responded for 10 s"]);
  } finally {
    jest.useRealTimers();
  }
});

test("A thread that does not respond is replaced, and an idle thread is ended", () => {
  jest.useFakeTimers();
  try {
    useProcessor(1);
    const { threads, add, failed, finish, ready } = poolOf(1);
    add(1);
    ready(threads[0]);
    jest.advanceTimersByTime(9_000);
    expect(threads[0]?.isTerminated).toBe(false);
    jest.advanceTimersByTime(2_000);
    expect(failed).toEqual(["a1: the parser crashes on it: the thread has not responded for 10 s"]);
    add(1, "b");
    ready(threads[1]);
    finish(threads[1]);
    jest.advanceTimersByTime(30_000);
    expect(threads[1]?.isTerminated).toBe(true);
    add(1, "c");
    expect(threads[2]?.jobs.map(paths)).toEqual([["c1"]]);
  } finally {
    jest.useRealTimers();
  }
});

test("Threads that never end are replaced a few times, then nothing more is read", async () => {
  jest.useFakeTimers();
  try {
    useProcessor(1);
    const { threads, add, failed, ready, logged } = poolOf(1, () => new Promise(() => {}));
    add(6);
    // Each file is tried alone after the first timeout, and holds up another thread.
    for (let n = 0; n < 6; n++) {
      if (threads[n]) ready(threads[n]);
      await jest.advanceTimersByTimeAsync(60_000);
    }
    expect(threads).toHaveLength(4);
    expect(failed).toHaveLength(6);
    expect(logged).toEqual(["Nothing is indexed by shared: 4 parse threads are held up by the file system."]);
  } finally {
    jest.useRealTimers();
  }
});
