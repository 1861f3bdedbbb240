/** Threads that read files: what they answer, and what a reader does when they hang or end. */

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import type { FileCall, FileCallOutcome, FileCallThread } from "../../src/files/fileCalls.js";
import { FileReader } from "../../src/files/fileReader.js";
import { PoolThread, systemOperations } from "../../src/files/threads/poolThread.js";
import { startReadThread } from "../../src/files/threads/startReadThread.js";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const maxBytes = 20_000;
/** Enough reads at a time for threads to be started. */
const MANY = 200;

mkdirSync(path("folder"));
writeFileSync(path("empty"), "");
writeFileSync(path("small"), "é💣\r\n");
writeFileSync(path("large"), "x".repeat(maxBytes));
writeFileSync(path("too large"), "x".repeat(maxBytes + 1));
symlinkSync("small", path("link"));
symlinkSync("loop", path("loop"));

const sources = resolve(import.meta.dirname, "../../src/files");
const builtEntry = async () => join(dirname(await buildCommand()), "readThread.js");

/** A thread that answers with paths. Calls for `hung…` don't return until it is released. */
class FakeThread implements FileCallThread {
  returnedCount = 0;
  isAbandoned = false;
  release = () => {};

  async perform(batch: readonly FileCall[]): Promise<readonly FileCallOutcome[]> {
    const outcomes: FileCallOutcome[] = [];
    for (const { path } of batch) {
      this.returnedCount = outcomes.length;
      if (path.startsWith("fatal")) throw new Error("out of memory");
      if (path.startsWith("hung")) await new Promise<void>((resolve) => Object.assign(this, { release: resolve }));
      outcomes.push({ value: Buffer.from(path) });
    }
    return outcomes;
  }

  abandon(): void {
    this.isAbandoned = true;
  }
}

function readerWith(limits = {}) {
  const threads: FakeThread[] = [];
  const start = async () => {
    threads.push(new FakeThread());
    return threads.at(-1) as FakeThread;
  };
  const reader = new FileReader(systemOperations, { maxThreads: 1, timeoutMs: 20, ...limits }, start);
  const readMany = (...first: readonly string[]) => {
    const names = [...first, ...Array.from({ length: MANY }, (_, n) => `file${n}`)];
    return Promise.allSettled(names.map((name) => reader.read(name, { maxBytes }).then(({ bytes }) => `${bytes}`)));
  };
  return { reader, threads, readMany };
}

test("A thread answers as the process's pool does, and one after the other", async () => {
  const calls: FileCall[] = [
    ...["empty", "small", "large", "too large", "link", "loop", "folder", "none", "small/none"].map(
      (name) => ({ kind: "read", path: path(name), maxBytes }) as const,
    ),
    ...["small", "link", "folder", "none"].map((name) => ({ kind: "stat", path: path(name) }) as const),
    ...["", "folder", "small", "none"].map((name) => ({ kind: "entries", path: path(name) }) as const),
  ];
  const thread = await startReadThread(await builtEntry());
  const outcomes = await thread.perform(calls);
  expect(thread.returnedCount).toBe(calls.length);
  const comparable = (outcome: FileCallOutcome) =>
    "value" in outcome ? outcome : { ...(outcome.error as Error & { code: unknown; data: unknown }) };
  const ofPool = await new PoolThread(systemOperations).perform(calls);
  const codes = (list: readonly FileCallOutcome[]) =>
    list.map((each) => "error" in each && (each.error as Error).message);
  expect(codes(outcomes)).toEqual(codes(ofPool));
  const values = (list: readonly FileCallOutcome[]) => list.map((each) => ("value" in each ? each.value : undefined));
  expect(values(outcomes)).toEqual(values(ofPool));
  expect(comparable(outcomes[3] as FileCallOutcome)).toMatchObject({ kind: "file_unreadable" });
  expect(comparable(outcomes[7] as FileCallOutcome)).toMatchObject({ code: "ENOENT" });
});

test("Many reads at a time start two threads, which all later calls use; few reads start none", async () => {
  const entry = await builtEntry();
  let count = 0;
  const reader = new FileReader(systemOperations, {}, () => {
    count++;
    return startReadThread(entry);
  });
  const read = async () => (await reader.read(path("small"), { maxBytes })).bytes.toString();
  await Promise.all(Array.from({ length: 10 }, read));
  expect(count).toBe(0);
  for (let round = 0; round < 3; round++)
    expect(new Set(await Promise.all(Array.from({ length: MANY }, read)))).toEqual(new Set(["é💣\r\n"]));
  expect(count).toBe(2);
  expect((await reader.stat(path("large"))).size).toBe(maxBytes);
  await expect(reader.read(path("folder"), { maxBytes })).rejects.toMatchObject({ kind: "file_unreadable" });
});

test("A thread keeps the process alive while it reads, and no longer", async () => {
  const entryPoints = ["startReadThread", "readThread"].map((name) => join(sources, "threads", `${name}.ts`));
  await build({ entryPoints, bundle: true, format: "esm", platform: "node", outdir: folder });
  const script = path("script.mjs");
  writeFileSync(
    script,
    `import { startReadThread } from "./startReadThread.js";
    const timer = setInterval(() => {}, 1000);
    const thread = await startReadThread();
    clearInterval(timer);
    const calls = Array.from({ length: 1000 }, () => ({ kind: "stat", path: ${JSON.stringify(path("large"))} }));
    thread.perform(calls).then(({ length }) => console.log(length));`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: "utf8", timeout: 20_000 });
  expect([stderr, stdout, status]).toEqual(["", "1000\n", 0]);
});

test("A thread that can't be started or has ended rejects, and the reader uses the pool", async () => {
  await expect(startReadThread(path("none.mjs"))).rejects.toThrow("none.mjs");
  const reader = new FileReader(systemOperations, {}, () => startReadThread(path("none.mjs")));
  const reads = Array.from({ length: MANY }, () => reader.read(path("small"), { maxBytes }));
  expect((await Promise.all(reads)).every(({ bytes }) => bytes.toString() === "é💣\r\n")).toBe(true);
});

test("A call that hangs is rejected alone; a new thread makes the others of its batch", async () => {
  const { readMany, threads } = readerWith();
  await readMany();
  const [a, hung, ...others] = await readMany("a", "hung");
  expect(a).toMatchObject({ value: "a" });
  expect(hung).toMatchObject({ reason: { message: expect.stringContaining("has not returned it within 0.02 s") } });
  expect(others.every((each, n) => each.status === "fulfilled" && each.value === `file${n}`)).toBe(true);
  expect(threads.map(({ isAbandoned }) => isAbandoned)).toEqual([true, false]);
});

test("Lost threads are replaced up to the maximum, then reads fail; one that returns reads again", async () => {
  const { readMany, reader, threads } = readerWith({ maxReplacements: 1 });
  await readMany();
  const [first, second, third] = await readMany("hung1", "hung2", "a");
  expect([first, second].map((each) => each?.status)).toEqual(["rejected", "rejected"]);
  const message = expect.stringContaining("has not returned hung1 and hung2, and no more files are read");
  expect(third).toMatchObject({ reason: { kind: "file_unreadable", message } });
  await expect(reader.read("b", { maxBytes })).rejects.toMatchObject({ message });
  expect(threads).toHaveLength(2);
  threads[1]?.release();
  await new Promise((resolve) => setImmediate(resolve));
  expect((await reader.read("b", { maxBytes })).bytes.toString()).toBe("b");
});

test("A thread that ends fails its batch; the next calls get another one", async () => {
  const { readMany, reader, threads } = readerWith();
  await readMany();
  const results = await readMany("fatal");
  expect(results[0]).toMatchObject({ reason: { kind: "file_unreadable", message: expect.stringContaining("memory") } });
  expect(results.at(-1)).toMatchObject({ status: "fulfilled" });
  await reader.read("b", { maxBytes }).catch(() => {});
  expect(threads.length).toBeGreaterThan(1);
});
