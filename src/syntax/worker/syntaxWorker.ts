/** Entry point of the thread that parses. */

import { setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { SyntaxWorkerOptions } from "../messages.js";
import { handleMessages, type SyntaxWorkerPort } from "./handleMessages.js";

// Grammars contain very large functions. V8 would spend seconds on optimising them, with little
// effect on speed.
setFlagsFromString("--wasm-tiering-budget=100000000");

// Lets the thread that relays messages go first when cores are scarce. On Linux this sets the
// priority of this thread only; elsewhere it would change the whole process.
if (process.platform === "linux") setPriority(10);

handleMessages(parentPort as SyntaxWorkerPort, workerData as SyntaxWorkerOptions);
