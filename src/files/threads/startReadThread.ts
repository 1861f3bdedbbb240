/** Starts a thread that reads files synchronously. */

import { Worker } from "node:worker_threads";
import {
  type FileCall,
  type FileCallOutcome,
  type FileCallThread,
  fromSentError,
  type SentOutcome,
  sharedCells,
} from "../fileCalls.js";

/**
 * Resolves when the thread takes calls; rejects if it can't be started. It keeps the process alive
 * only during a batch. `entry` is the built readThread.ts.
 */
export function startReadThread(
  entry: string | URL = new URL("./readThread.js", import.meta.url),
): Promise<FileCallThread> {
  const shared = new Int32Array(new SharedArrayBuffer(sharedCells.length * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(entry, { workerData: shared });
  worker.unref();
  let failure: unknown;
  /** Who waits for the next message; the first one says that the thread is ready. */
  let pending: { resolve(outcomes: readonly FileCallOutcome[]): void; reject(error: unknown): void } | undefined;
  const receive = () =>
    new Promise<readonly FileCallOutcome[]>((resolve, reject) => {
      if (failure === undefined) pending = { resolve, reject };
      else reject(failure);
    });
  const fail = (error: unknown) => {
    failure ??= error;
    pending?.reject(failure);
  };
  worker.on("message", (outcomes: readonly SentOutcome[]) => {
    worker.unref();
    pending?.resolve(outcomes.map(receivedOutcome));
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("a thread that reads files has ended")));
  const thread: FileCallThread = {
    get returnedCount() {
      return Atomics.load(shared, sharedCells.returnedCount);
    },
    perform(batch: readonly FileCall[]) {
      shared.fill(0);
      worker.ref();
      worker.postMessage(batch);
      return receive();
    },
    abandon() {
      Atomics.store(shared, sharedCells.isAbandoned, 1);
      worker.unref();
    },
  };
  return receive().then(() => thread);
}

function receivedOutcome(outcome: SentOutcome): FileCallOutcome {
  if ("error" in outcome) return { error: fromSentError(outcome.error) };
  const { value } = outcome;
  return { value: value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value };
}
