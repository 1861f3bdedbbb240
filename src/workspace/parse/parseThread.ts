/** A thread that parses for the index, behind everything else. */

import { setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadPort } from "../threadPort.js";
import type { FromParseWorker, ParseWorkerOptions, ToParseWorker } from "./parseJobs.js";
import { runParseWorker } from "./parseWorker.js";

// Grammars hold giant functions that V8 would optimise for seconds, and not end before; they run hardly slower as they are.
setFlagsFromString("--wasm-tiering-budget=100000000");

// What somebody waits for goes first where there are fewer cores than threads. On Linux this is the thread's own priority; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(10);

runParseWorker(parentPort as unknown as ThreadPort<FromParseWorker, ToParseWorker>, workerData as ParseWorkerOptions);
