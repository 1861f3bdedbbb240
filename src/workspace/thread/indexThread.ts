/** The thread that the index lives in. Its questions are answered before it parses, but nobody's keystroke waits for it. */

import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadPort } from "../threadPort.js";
import type { FromIndex, IndexOptions, ToIndex } from "./indexMessages.js";
import { serveIndex } from "./serveIndex.js";
import { startParseThread } from "./startThreads.js";

// On Linux this is the thread's own priority; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(5);

serveIndex(parentPort as unknown as ThreadPort<FromIndex, ToIndex>, workerData as IndexOptions, startParseThread);
