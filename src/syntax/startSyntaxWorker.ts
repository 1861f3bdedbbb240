/** Starts the worker thread that parses. */

import { Worker } from "node:worker_threads";
import type { Logger } from "../error.js";
import type { SyntaxThread } from "./workerConnection.js";
import type { SyntaxWorkerOptions } from "./workerMessages.js";

/**
 * The thread does not keep the process alive. What a grammar prints is logged, because stdout
 * belongs to the client.
 */
export function startSyntaxWorker(options: SyntaxWorkerOptions, log: Logger): SyntaxThread {
  const worker = new Worker(new URL("./syntaxWorker.js", import.meta.url), {
    workerData: options,
    stdout: true,
    stderr: true,
  });
  worker.unref();
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => log(`parser output: ${text.trimEnd()}`));
  }
  return worker;
}
