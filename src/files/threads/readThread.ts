/** The entry of a read thread: makes the calls of each message, one after the other. */

import { readdirSync, statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type FileCall, fileStatsOf, listedEntryOf, type SentOutcome, sharedCells, toSentError } from "../fileCalls.js";
import { toReadError } from "../readErrors.js";
import { readWholeFileSync } from "../readFileSync.js";

/** Smaller buffers are parts of one that Node shares between them. */
const MIN_OWN_BYTES = Buffer.poolSize;
const shared = workerData as Int32Array;

parentPort?.on("message", (batch: readonly FileCall[]) => {
  const outcomes: SentOutcome[] = [];
  for (const call of batch) {
    if (Atomics.load(shared, sharedCells.isAbandoned) === 1) break;
    outcomes.push(perform(call));
    Atomics.store(shared, sharedCells.returnedCount, outcomes.length);
  }
  send(outcomes);
});
// The thread is ready.
send([]);

function perform(call: FileCall): SentOutcome {
  try {
    switch (call.kind) {
      case "read": {
        const { bytes } = readWholeFileSync(call.path, call);
        // A copy of a small file has a buffer of its own, so that no more than the file is sent.
        return { value: bytes.buffer.byteLength > MIN_OWN_BYTES ? bytes : new Uint8Array(bytes) };
      }
      case "stat":
        return { value: fileStatsOf(statSync(call.path)) };
      case "entries":
        return { value: readdirSync(call.path, { withFileTypes: true }).map(listedEntryOf) };
    }
  } catch (error) {
    return { error: toSentError(toReadError(call.path, error)) };
  }
}

function send(outcomes: readonly SentOutcome[]): void {
  const buffers = outcomes.flatMap((outcome) =>
    "value" in outcome && outcome.value instanceof Uint8Array ? [outcome.value.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(outcomes, buffers);
}
