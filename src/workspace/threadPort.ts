/** The parts of node:worker_threads that the index uses, as interfaces that tests can implement. */

/** One end of a message channel. */
export interface ThreadPort<Sent, Received> {
  postMessage(message: Sent, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: Received) => void): unknown;
}

/** A thread, seen from the one that started it. */
export interface ThreadHandle<Sent, Received> extends ThreadPort<Sent, Received> {
  on(event: "message", listener: (message: Received) => void): unknown;
  /** Emitted when the thread ends with an uncaught error. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
  /** Makes the thread keep the process alive. Started threads don't. */
  ref(): void;
  unref(): void;
}
