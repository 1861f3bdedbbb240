/** Long work in slices, between which the relay goes on. */

import { setImmediate } from "node:timers/promises";
import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { codes } from "../error.js";

const SLICE_MS = 4;

/** Runs steps, each short, to their result. Throws where the client cancels meanwhile. */
export async function runInSlices<Result>(steps: Iterator<void, Result>, token: CancellationToken): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < until);
    await setImmediate();
    if (token.isCancellationRequested) throw new ResponseError(codes.requestCancelled, "Cancelled by the client.");
  }
}
