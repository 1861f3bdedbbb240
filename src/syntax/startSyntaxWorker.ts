/** Starts the worker that parses. */

import { Worker } from "node:worker_threads";
import type { Logger } from "../error.js";
import type { SyntaxWorkerOptions } from "./messages.js";
import type { SyntaxThread } from "./workerConnection.js";

/** The thread does not keep the process from ending. What it writes is logged: a grammar may print, and stdout is the client's. */
export function startSyntaxWorker(options: SyntaxWorkerOptions, log: Logger): SyntaxThread {
  const worker = new Worker(new URL("./syntaxWorker.js", import.meta.url), {
    workerData: options,
    stdout: true,
    stderr: true,
  });
  worker.unref();
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => log(`the parser says: ${text.trimEnd()}`));
  }
  return worker;
}
