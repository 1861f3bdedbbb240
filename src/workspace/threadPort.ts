/** One end of a channel to another thread, and the thread itself: what node:worker_threads gives, and what tests put in its place. */

export interface ThreadPort<Sent, Received> {
  postMessage(message: Sent, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: Received) => void): unknown;
}

export interface ThreadHandle<Sent, Received> extends ThreadPort<Sent, Received> {
  on(event: "message", listener: (message: Received) => void): unknown;
  /** It has died: why. */
  on(event: "error", listener: (error: Error) => void): unknown;
  terminate(): unknown;
  /** Whether the process waits for it; it does not when it is started. */
  ref(): void;
  unref(): void;
}
