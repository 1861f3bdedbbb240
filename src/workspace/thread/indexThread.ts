/**
 * The entry of the index thread. It runs at low priority, so that it does not delay the session.
 */

import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadPort } from "../threadPort.js";
import type { FromIndex, IndexOptions, ToIndex } from "./indexMessages.js";
import { serveIndex } from "./serveIndex.js";
import { startParseThread } from "./startThreads.js";

// On Linux this sets the thread's priority; elsewhere it would set the whole process's.
if (process.platform === "linux") setPriority(5);

serveIndex(parentPort as unknown as ThreadPort<FromIndex, ToIndex>, workerData as IndexOptions, startParseThread);
