/**
 * Runs the index once in a process of its own, so that its memory can be measured. Reads its
 * parameters from standard input and writes the results to standard output.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { memoryOf } from "./processUsage.mjs";

/**
 * `name` is looked up at once and then repeatedly. With `isBrief`, only the first lookup is
 * measured.
 */
const { entry, options, name, isBrief } = JSON.parse(readFileSync(0, "utf8"));
const from = performance.now();
const { byFilename, byExtension } = options.languages;
const languages = { byFilename: new Map(byFilename), byExtension: new Map(byExtension) };
const worker = new Worker(entry, { workerData: { ...options, languages } });
worker.postMessage({ kind: "start" });
const pending = new Map();
worker.on("message", (message) => {
  if (message.kind === "log") console.error(message.line);
  pending.get(message.kind === "ended" ? "end" : message.id)?.(message);
});

let lastId = 0;
const sendQuery = (query, params) =>
  new Promise((resolve) => {
    const id = ++lastId;
    pending.set(id, ({ answer, failure }) => resolve(answer ?? { failure }));
    worker.postMessage({ kind: "query", id, query, params });
  });

let earlyState;
if (name !== undefined) earlyState = (await sendQuery("findByName", { name })).state;
const earlyMs = performance.now() - from;
const state = isBrief ? earlyState : await sendQuery("waitUntilComplete", null);
const completeMs = performance.now() - from;
const { user, system } = process.cpuUsage();
const lookups = [];
for (let n = 0; n < 200 && name !== undefined; n++) {
  const since = performance.now();
  await sendQuery("findByName", { name });
  lookups.push(performance.now() - since);
}
const peak = memoryOf(process.pid, "peak");
await new Promise((resolve) => {
  pending.set("end", resolve);
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
