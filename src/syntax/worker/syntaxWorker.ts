/** The thread that parses, so that traffic never waits for it. */

import { setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { SyntaxWorkerOptions } from "../messages.js";
import { handleMessages, type SyntaxWorkerPort } from "./handleMessages.js";

// Grammars hold giant functions that V8 would optimise for seconds, and not end before; they run hardly slower as they are.
setFlagsFromString("--wasm-tiering-budget=100000000");

// Traffic goes first where there are fewer cores than threads. On Linux this is the thread's own priority; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(10);

handleMessages(parentPort as SyntaxWorkerPort, workerData as SyntaxWorkerOptions);
