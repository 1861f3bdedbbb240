/** Requests of our own that nobody cancels. Loads the JSON-RPC library with the first. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Backend } from "./backend.js";

/**
 * Sends a request that may be repeated, after the pending changes of documents. Resolves with the
 * parsed result; rejects as `sendRequest` does.
 */
export async function sendUncancelled(
  method: string,
  params: object,
  backend: Backend,
  documents: { applyPending(): void },
): Promise<unknown> {
  const { sendRequest } = await import("./sendRequest.js");
  const request = { method, params: () => params, isRetryable: () => true };
  return (await sendRequest(request, backend, { token: neverCancelled, documents })).parse();
}

const neverCancelled: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose() {} }),
};
