/** Code of a thread that runs in the calling one instead: for a process that ends soon. */

import { MessageChannel, type MessagePort } from "node:worker_threads";

/** The calling thread's end, in the form of a thread. Nothing of it keeps the process alive. */
export interface ThreadInProcess<Sent, Received> {
  postMessage(message: Sent): void;
  on(event: "message", listener: (message: Received) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  terminate(): void;
  ref(): void;
  unref(): void;
}

/**
 * Calls `serve` with the other end of a channel. As with a thread, an error that it throws is
 * reported later.
 */
export function startInProcess<Sent, Received>(serve: (port: MessagePort) => void): ThreadInProcess<Sent, Received> {
  const { port1, port2 } = new MessageChannel();
  let failure: unknown;
  try {
    serve(port2);
  } catch (error) {
    failure = error;
  }
  port1.unref();
  port2.unref();
  const on = (event: "message" | "error", listener: (value: never) => void) => {
    if (event === "message") port1.on("message", listener as (message: unknown) => void);
    else if (failure !== undefined) setImmediate(listener as (error: unknown) => void, failure);
    // A listener alone would keep the process alive.
    port1.unref();
  };
  return {
    postMessage: (message) => port1.postMessage(message),
    on,
    terminate: () => port1.close(),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
  };
}
