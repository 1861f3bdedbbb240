/** Starts the index thread, and from there the parse threads. */

import { Worker } from "node:worker_threads";
import type { Logger } from "../../error.js";
import type { ParseWorkerOptions } from "../parse/parseJobs.js";
import type { ParseThread } from "../parse/workerPool.js";
import type { ThreadHandle } from "../threadPort.js";
import type { FromIndex, IndexOptions, ToIndex } from "./indexMessages.js";

export function startIndexThread(options: IndexOptions, log: Logger): ThreadHandle<ToIndex, FromIndex> {
  return startThread(new URL("./indexThread.js", import.meta.url), options, log);
}

export function startParseThread(options: ParseWorkerOptions, log: Logger): ParseThread {
  return startThread(new URL("./parseThread.js", import.meta.url), options, log);
}

/**
 * Starts a thread that does not keep the process alive. Its output is logged, since a grammar may
 * print and stdout is reserved for the protocol.
 */
function startThread<Sent, Received>(entry: URL, options: unknown, log: Logger): ThreadHandle<Sent, Received> {
  const worker = new Worker(entry, { workerData: options, stdout: true, stderr: true });
  worker.unref();
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => log(`output of the index: ${text.trimEnd()}`));
  }
  return worker as unknown as ThreadHandle<Sent, Received>;
}
