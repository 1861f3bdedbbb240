/**
 * One run of the index in a process of its own, so that its memory is its own: told what on
 * standard input, says what it came to on standard output.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { memoryOf } from "./processUsage.mjs";

/** `name` is asked for at once, and then often; with `isBrief` that is all. */
const { entry, options, name, isBrief } = JSON.parse(readFileSync(0, "utf8"));
const from = performance.now();
const worker = new Worker(entry, { workerData: options });
const waiting = new Map();
worker.on("message", (message) => {
  if (message.kind === "log") console.error(message.line);
  waiting.get(message.kind === "ended" ? "end" : message.id)?.(message);
});

let lastId = 0;
const ask = (query, params) =>
  new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, ({ answer, failure }) => resolve(answer ?? { failure }));
    worker.postMessage({ kind: "query", id, query, params });
  });

let earlyState;
if (name !== undefined) earlyState = (await ask("findByName", { name })).state;
const earlyMs = performance.now() - from;
const state = isBrief ? earlyState : await ask("waitUntilComplete", null);
const completeMs = performance.now() - from;
const { user, system } = process.cpuUsage();
const lookups = [];
for (let n = 0; n < 200 && name !== undefined; n++) {
  const since = performance.now();
  await ask("findByName", { name });
  lookups.push(performance.now() - since);
}
const peak = memoryOf(process.pid, "peak");
await new Promise((resolve) => {
  waiting.set("end", resolve);
  worker.postMessage({ kind: "end" });
});
await worker.terminate();
console.log(
  JSON.stringify({
    ...state,
    completeMs,
    cpuMs: (user + system) / 1000,
    peak,
    earlyMs,
    earlyIndexed: earlyState?.indexed,
    lookupMs: lookups.sort((a, b) => a - b)[lookups.length >> 1],
  }),
);
