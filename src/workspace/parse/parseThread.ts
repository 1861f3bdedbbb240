/** The entry of a parse thread. It runs at the lowest priority of all threads. */

import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { disableWasmTiering } from "../../syntax/wasmTiering.js";
import type { ThreadPort } from "../threadPort.js";
import type { FromParseWorker, ParseWorkerOptions, ToParseWorker } from "./parseJobs.js";
import { runParseWorker } from "./parseWorker.js";

disableWasmTiering();

// Other threads go first where there are fewer cores than threads. On Linux this sets the thread's
// priority; elsewhere it would set the whole process's.
if (process.platform === "linux") setPriority(10);

runParseWorker(parentPort as unknown as ThreadPort<FromParseWorker, ToParseWorker>, workerData as ParseWorkerOptions);
