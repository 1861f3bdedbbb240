/** The parser in the calling thread, in the form of a worker: for a process that ends soon. */

import { MessageChannel } from "node:worker_threads";
import type { SyntaxWorkerOptions } from "./messages.js";
import { handleMessages, type SyntaxWorkerPort } from "./worker/handleMessages.js";
import type { SyntaxThread } from "./workerConnection.js";

/** Nothing of it keeps the process alive. A parser that hangs can't be ended. */
export function startSyntaxInThread(options: SyntaxWorkerOptions): SyntaxThread {
  const { port1, port2 } = new MessageChannel();
  let failure: unknown;
  try {
    handleMessages(port2 as unknown as SyntaxWorkerPort, options);
  } catch (error) {
    failure = error;
  }
  port1.unref();
  port2.unref();
  const on = (event: "message" | "error", listener: (value: never) => void) => {
    if (event === "message") port1.on("message", listener as (message: unknown) => void);
    // A thread, too, reports after its start that it could not start.
    else if (failure !== undefined) setImmediate(listener as (error: unknown) => void, failure);
    // A listener alone would keep the process alive.
    port1.unref();
  };
  return { postMessage: (message) => port1.postMessage(message), on, terminate: () => port1.close() };
}
