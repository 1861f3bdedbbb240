/** Tests of the built index in real threads. */

import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { Grammars } from "../../../src/syntax/grammars/grammars.js";
import { indexedGrammars } from "../../../src/workspace/parse/indexedGrammars.js";
import type { IndexOptions } from "../../../src/workspace/thread/indexMessages.js";
import { type IndexThread, startIndex } from "../../../src/workspace/thread/startIndex.js";
import { buildCommand } from "../../buildCommand.js";
import { folderOf, languages } from "../indexHarness.js";

const repository = resolve(import.meta.dirname, "../../..");

async function builtOptions() {
  const folder = dirname(await buildCommand());
  const shipped = { grammars: join(repository, "dist/grammars"), queries: join(repository, "queries") };
  const grammars = indexedGrammars(new Grammars(shipped, new Map()));
  const options = { languages, grammars, treeSitterWasm: join(shipped.grammars, "tree-sitter.wasm"), workers: 2 };
  return { entry: join(folder, "indexThread.js"), options };
}

test("Files in several languages are indexed, cached, and found again", async () => {
  const { entry, options } = await builtOptions();
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`d${n % 7}/a${n}.ts`, `class C${n} {}\n`]));
  const root = folderOf({
    ...files,
    "b.py": "def f(): pass\n",
    "c.go": "package c\n\nfunc f() {}\n",
    "d.rs": "fn f() {}\n",
  });
  const cache = { file: join(folderOf(), "index"), version: "1" };
  const logged: string[] = [];
  const startThread = (workerData: IndexOptions): IndexThread => {
    const worker = new Worker(entry, { workerData });
    worker.unref();
    return worker as unknown as IndexThread;
  };
  for (let session = 0; session < 2; session++) {
    const index = startIndex({ ...options, roots: [root], cache, startThread, log: (line) => logged.push(line) });
    expect((await index.findByName({ name: "f" })).answer.map(({ languageId }) => languageId)).toEqual([
      "python",
      "go",
      "rust",
    ]);
    expect(await index.waitUntilComplete()).toEqual({ isComplete: true, indexed: 153, files: 153 });
    expect((await index.findByName({ name: "C149" })).answer).toHaveLength(1);
    await index.end();
  }
  expect(logged).toEqual([]);
});

test("The index thread does not keep the process alive", async () => {
  const { entry, options } = await builtOptions();
  const root = folderOf({ "a.ts": "class C {}\n" });
  const limits = { fileBytes: 1e6, files: 1e5, folders: 1e5 };
  const workerData = { ...options, roots: [root], limits, isWatching: true };
  const script = `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker(${JSON.stringify(entry)}, { workerData: ${JSON.stringify(workerData)} });
    worker.postMessage({ kind: "start" });
    worker.once("message", () => { worker.unref(); console.log("running"); });
  `;
  const { status, stdout } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, "running\n"]);
});
