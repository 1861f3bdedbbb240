/** Entry point of the thread that parses. */

import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { disableWasmTiering } from "../wasmTiering.js";
import type { SyntaxWorkerOptions } from "../workerMessages.js";
import { handleMessages, type SyntaxWorkerPort } from "./handleMessages.js";

disableWasmTiering();

// Lets the thread that relays messages go first when cores are scarce. On Linux this sets the
// priority of this thread only; elsewhere it would change the whole process.
if (process.platform === "linux") setPriority(10);

handleMessages(parentPort as SyntaxWorkerPort, workerData as SyntaxWorkerOptions);
