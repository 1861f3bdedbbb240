/** The thread that the index lives in. Its questions are answered before it parses, but nobody's keystroke waits for it. */

import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Port } from "../threadPort.js";
import type { FromIndex, IndexOptions, ToIndex } from "./indexMessages.js";
import { indexOn } from "./serveIndex.js";
import { startDeclaringWorker } from "./startThreads.js";

// On Linux this is the thread's own priority; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(5);

indexOn(parentPort as unknown as Port<FromIndex, ToIndex>, workerData as IndexOptions, startDeclaringWorker);
