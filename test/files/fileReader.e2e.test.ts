/** The asynchronous reader: its threads, its timeout, and calls that never return. */

import { type Stats, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileReader } from "../../src/files/fileReader.js";
import type { ReadOperations } from "../../src/files/threads/poolThread.js";
import { temporaryFolder } from "../folders.js";

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const maxBytes = 1000;

writeFileSync(path("a"), "text");

/** A file system whose `hung` paths don't return from `open` until they are released. */
function fakeFiles() {
  const stats = statSync(path("a"));
  const calls: string[] = [];
  const releases = new Map<string, () => void>();
  const operations: ReadOperations = {
    stat: async () => stats,
    open(name) {
      calls.push(`open ${name}`);
      if (!name.startsWith("hung")) return Promise.resolve(1);
      return new Promise((resolve) => releases.set(name, () => resolve(1)));
    },
    fstat: async () => stats,
    async read(_, buffer, offset) {
      if (offset > 0) return 0;
      return buffer.write("text");
    },
    async close() {
      calls.push("close");
    },
    readdir: async () => [],
  };
  return { operations, calls, release: (name: string) => releases.get(name)?.() };
}

const textOf = async (reader: FileReader, name: string, signal?: AbortSignal) =>
  (await reader.read(name, { maxBytes, ...(signal ? { signal } : {}) })).bytes.toString();
const unreadable = (why: string) => ({ kind: "file_unreadable", message: expect.stringContaining(why) });

test("A real file is read, a missing one is the file system's error, anything else is refused", async () => {
  const reader = new FileReader();
  symlinkSync("/dev/null", path("device"));
  expect(await textOf(reader, path("a"))).toBe("text");
  await expect(textOf(reader, path("none"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(textOf(reader, folder)).rejects.toMatchObject(unreadable("it is a folder"));
  if (process.platform !== "win32")
    await expect(textOf(reader, path("device"))).rejects.toMatchObject(unreadable("it is a device"));
  expect((await reader.entries(folder)).map(({ name }) => name).sort()).toEqual(["a", "device"]);
  expect((await reader.stat(path("a"))).size).toBe(4);
});

test("A thousand reads at a time all resolve", async () => {
  const reader = new FileReader();
  const texts = await Promise.all(Array.from({ length: 1000 }, () => textOf(reader, path("a"))));
  expect(new Set(texts)).toEqual(new Set(["text"]));
});

test("A read that doesn't return is rejected after the timeout, and the others go on", async () => {
  const { operations } = fakeFiles();
  const reader = new FileReader(operations, { maxThreads: 2, timeoutMs: 10 });
  const hung = textOf(reader, "hung");
  const others = Promise.all(Array.from({ length: 10 }, (_, n) => textOf(reader, `file${n}`)));
  await expect(hung).rejects.toMatchObject(unreadable("the file system has not returned it within 0.01 s"));
  expect(await others).toHaveLength(10);
});

test("A read is not late because this thread is busy for longer than the timeout, again and again", async () => {
  const reader = new FileReader(undefined, { timeoutMs: 40 });
  const read = textOf(reader, path("a"));
  let isOver = false;
  void read.catch(() => {}).then(() => (isOver = true));
  while (!isOver) {
    for (const until = performance.now() + 60; performance.now() < until; );
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await read).toBe("text");
});

test("When every thread is lost, pending and later reads are rejected and name the lost files", async () => {
  const { operations, calls } = fakeFiles();
  const reader = new FileReader(operations, { maxThreads: 2, timeoutMs: 10 });
  const results = await Promise.allSettled(["hung1", "hung2", "a", "b"].map((name) => textOf(reader, name)));
  const noThread = "the file system has not returned hung1 and hung2, and no more files are read until it does";
  expect(results.map((result) => result.status)).toEqual(Array(4).fill("rejected"));
  expect(results[2]).toMatchObject({ reason: unreadable(noThread) });
  await expect(textOf(reader, "c")).rejects.toMatchObject(unreadable(noThread));
  await expect(reader.stat("c")).rejects.toMatchObject(unreadable(noThread));
  expect(calls).toEqual(["open hung1", "open hung2"]);
});

test("A lost thread that returns reads again, and its file is closed", async () => {
  const { operations, calls, release } = fakeFiles();
  const reader = new FileReader(operations, { maxThreads: 1, timeoutMs: 10 });
  await expect(textOf(reader, "hung")).rejects.toMatchObject({ kind: "file_unreadable" });
  release("hung");
  while (!calls.includes("close")) await new Promise((resolve) => setImmediate(resolve));
  expect(await textOf(reader, "a")).toBe("text");
});

test("Aborting rejects running and queued reads with the reason, and later ones at once", async () => {
  const { operations, calls } = fakeFiles();
  const reader = new FileReader(operations, { maxThreads: 1 });
  const controller = new AbortController();
  const reads = ["hung", "a"].map((name) => textOf(reader, name, controller.signal));
  const reason = new Error("The session has ended.");
  controller.abort(reason);
  for (const read of reads) await expect(read).rejects.toBe(reason);
  await expect(textOf(reader, "b", controller.signal)).rejects.toBe(reason);
  expect(calls).not.toContain("open a");
});

test("What became a pipe after it was checked is refused, and closed", async () => {
  const { operations, calls } = fakeFiles();
  const pipe = { ...statSync(path("a")), isFile: () => false, isDirectory: () => false, isFIFO: () => true };
  const reader = new FileReader({ ...operations, fstat: async () => pipe as unknown as Stats });
  await expect(textOf(reader, "a")).rejects.toMatchObject(unreadable("it is a named pipe, not a regular file"));
  expect(calls).toEqual(["open a", "close"]);
});

test("A stream that has nothing to read is refused", async () => {
  const { operations } = fakeFiles();
  const read = () => Promise.reject(Object.assign(new Error("EAGAIN"), { code: "EAGAIN" }));
  await expect(textOf(new FileReader({ ...operations, read }), "a")).rejects.toMatchObject(unreadable("a stream"));
});
