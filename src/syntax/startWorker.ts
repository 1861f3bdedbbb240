/** Starts the worker that parses. */

import { Worker } from "node:worker_threads";
import type { EngineOptions } from "./messages.js";
import type { Thread } from "./syntax.js";

/** The thread does not keep the process from ending. */
export function startWorker(options: EngineOptions): Thread {
  const worker = new Worker(new URL("./syntaxWorker.js", import.meta.url), { workerData: options });
  worker.unref();
  return worker;
}
