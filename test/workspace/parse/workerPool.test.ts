/** Who parses what and when: what is urgent goes first, and what breaks a thread is found out. */

import type { FileStamp } from "../../../src/workspace/disk/fileStamp.js";
import type {
  FileResult,
  FromParseWorker,
  ParseJob,
  SourceFile,
  ToParseWorker,
} from "../../../src/workspace/parse/parseJobs.js";
import { ParseQueue } from "../../../src/workspace/parse/parseQueue.js";
import { PriorityJobs } from "../../../src/workspace/parse/priorityJobs.js";
import { type ParseThread, WorkerPool } from "../../../src/workspace/parse/workerPool.js";

const neverAborted = new AbortController().signal;
const stamp = (size: number): FileStamp => ({ size, modifiedMs: 1 });
const indexed: FileResult = { kind: "indexed", stamp: stamp(1), record: new Uint8Array() };

interface ScriptedThread {
  readonly jobs: ToParseWorker[];
  isTerminated: boolean;
  say(message: FromParseWorker): void;
  die(why: string): void;
}

/** A crew of threads that do as they are told here, and what it works on. `a1` is a file of language `a`; `own` has a grammar of its own. */
function poolOf(size: number) {
  const threads: ScriptedThread[] = [];
  const done: string[] = [];
  const failed: string[] = [];
  const logged: string[] = [];
  const laneOf = (languageId: string) => (languageId === "own" ? "own" : "shared");
  const pending = new ParseQueue({ laneOf, textOf: () => undefined });
  const errands = new PriorityJobs(pending);
  const crew = new WorkerPool({
    maxWorkersOf: (lane) => (lane === "own" ? 1 : size),
    startThread() {
      let take: (message: FromParseWorker) => void = () => {};
      let fail: (error: Error) => void = () => {};
      const thread: ScriptedThread = {
        jobs: [],
        isTerminated: false,
        say: (message) => take(message),
        die: (why) => fail(new Error(why)),
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
        },
        ref: () => {},
        unref: () => {},
      };
      return started;
    },
    nextJob(lane) {
      const job = errands.nextJob(lane);
      if (job) return job;
      const files = pending.takeBatch(lane);
      return files.length > 0 ? { files, words: undefined } : undefined;
    },
    onResult(file, result, job) {
      if (result.kind === "noMatch") {
        pending.putBack(file);
        errands.markWithoutWords(file.path, job.words ?? []);
        return;
      }
      done.push(file.path);
      pending.delete(file.path);
      errands.markDone(file.path);
    },
    onFailure(file, why) {
      failed.push(`${file.path}: ${why}`);
      pending.delete(file.path);
      errands.markDone(file.path);
    },
    log: (line) => logged.push(line),
  });
  const add = (count: number, languageId = "a", bytes = 1) => {
    for (let n = 1; n <= count; n++) pending.add(`${languageId}${n}`, languageId, stamp(bytes));
    crew.assignJobs(["shared", "own"]);
  };
  const ready = (thread: ScriptedThread | undefined) => thread?.say({ kind: "ready" });
  /** The thread has done the first of its jobs, as `result` has it. */
  const finish = (thread: ScriptedThread | undefined, result: (file: SourceFile) => FileResult = () => indexed) => {
    const job = thread?.jobs.shift();
    if (job) thread?.say({ kind: "results", id: job.id, results: job.files.map(result) });
  };
  return { crew, threads, pending, errands, done, failed, logged, add, ready, finish };
}

const paths = ({ files }: ParseJob) => files.map(({ path }) => path);
const jobCounts = (threads: readonly ScriptedThread[]) => threads.map(({ jobs }) => jobs.length);

test("everyone has a job and one more at hand, and not more threads are started than there is work for", () => {
  const { threads, add, crew } = poolOf(3);
  add(100);
  expect(jobCounts(threads)).toEqual([1, 1]);
  add(400);
  expect(jobCounts(threads)).toEqual([2, 2, 2]);
  crew.end();
  expect(threads.every(({ isTerminated }) => isTerminated)).toBe(true);
});

test("the small before the large, the near before all", () => {
  const { pending } = poolOf(1);
  pending.add("large", "a", stamp(90_000));
  pending.add("huge", "a", stamp(900_000));
  pending.add("small", "a", stamp(10));
  pending.add("near", "a", stamp(100_000));
  pending.prefer("near");
  const next = () => pending.takeBatch("shared").map(({ path }) => path);
  expect(next()).toEqual(["near"]);
  expect(next()).toEqual(["small", "large"]);
  expect(next()).toEqual(["huge"]);
  expect(next()).toEqual([]);
  expect(pending.size).toBe(4);
});

test("what changes while it is parsed is parsed again, and its first result does not count", () => {
  const { pending } = poolOf(1);
  pending.add("a", "a", stamp(1));
  const first = pending.take("a") as SourceFile;
  pending.add("a", "a", stamp(1));
  expect(pending.isCurrent(first)).toBe(true);
  pending.add("a", "a", stamp(2));
  expect(pending.isCurrent(first)).toBe(false);
  expect(pending.take("a")).toBeDefined();
});

test("files somebody waits for go next, then those that may hold a word, read and not parsed", async () => {
  const { threads, add, errands, pending, finish, ready } = poolOf(1);
  add(500);
  const [thread] = threads;
  ready(thread);
  const word = errands.request("word", pending.paths(), neverAborted);
  const own = errands.request(undefined, ["a400"], neverAborted);
  finish(thread);
  expect(thread?.jobs.at(-1)).toMatchObject({ files: [{ path: "a400" }], words: undefined });
  finish(thread);
  expect(thread?.jobs.at(-1)?.words).toEqual(["word"]);
  expect(thread?.jobs.at(-1)?.files).toHaveLength(256);
  finish(thread);
  await own;
  const isIn = (path: string) => path === "a300";
  finish(thread, ({ path }) => (isIn(path) ? indexed : { kind: "noMatch" }));
  finish(thread, ({ path }) => (isIn(path) ? indexed : { kind: "noMatch" }));
  await word;
  // Three ordinary jobs, the one that was waited for, and the one that holds the word.
  expect(pending.size).toBe(500 - 2 * 64 - 1 - 1);
});

test("words that are looked for at once are looked for in one reading", async () => {
  const { threads, add, errands, pending, crew, finish, ready } = poolOf(1);
  add(300);
  const [thread] = threads;
  ready(thread);
  const one = errands.request("one", pending.paths(), neverAborted);
  const other = errands.request("other", ["a250", "a251"], neverAborted);
  crew.assignJobs(["shared"]);
  finish(thread);
  finish(thread);
  const job = thread?.jobs.at(-1);
  expect(job?.words).toEqual(["one", "other"]);
  while (thread?.jobs[0]) {
    const result: FileResult = thread.jobs[0].words ? { kind: "noMatch" } : indexed;
    finish(thread, () => result);
  }
  await Promise.all([one, other]);
});

test("who does not wait any more does not hold up the rest", async () => {
  const { threads, add, errands, pending, finish, ready } = poolOf(1);
  add(300);
  ready(threads[0]);
  const controller = new AbortController();
  const given = errands.request("word", pending.paths(), controller.signal);
  controller.abort();
  await given;
  finish(threads[0]);
  expect(threads[0]?.jobs.at(-1)?.words).toBeUndefined();
});

test("the file that breaks the parser is given up, the rest of its job is done by another thread", () => {
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

test("where a thread dies of one of several files, each is tried by itself", () => {
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

test("a language whose files break one thread after the other is given up, others are not", () => {
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

test("where no thread can be started, all files are given up, and nobody waits for them", async () => {
  const { threads, add, failed, errands, pending, logged } = poolOf(1);
  add(200);
  const waiting = errands.request(undefined, ["a200"], neverAborted);
  for (let n = 0; n < 3; n++) threads[n]?.die("no such file");
  await waiting;
  expect(threads).toHaveLength(3);
  expect(pending.size).toBe(0);
  expect(failed).toHaveLength(200);
  expect(logged).toEqual([
    "Nothing is indexed by shared: no parse thread can be started (the thread ended: no such file).",
  ]);
});

test("a user's own grammar has a thread to itself", () => {
  const { threads, add } = poolOf(2);
  add(1, "a");
  add(1, "own");
  expect(threads.map(({ jobs }) => jobs.map(paths))).toEqual([[["a1"]], [["own1"]]]);
});

test("a thread that says nothing is taken for stuck, one that has nothing to do is sent home", () => {
  jest.useFakeTimers();
  try {
    const { threads, add, failed, finish, ready } = poolOf(1);
    add(1);
    ready(threads[0]);
    jest.advanceTimersByTime(59_000);
    expect(threads[0]?.isTerminated).toBe(false);
    jest.advanceTimersByTime(2_000);
    expect(failed).toEqual(["a1: the parser crashes on it: the thread has not responded for 60 s"]);
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
