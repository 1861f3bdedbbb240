/** Requests of our own that may be repeated. Loads the JSON-RPC library with the first. */

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
  return sendRepeatable(method, params, backend, { documents });
}

/** Does the same, until the token is cancelled: then the request is, too. */
export async function sendRepeatable(
  method: string,
  params: object,
  backend: Backend,
  { documents, token = neverCancelled }: RepeatableContext,
): Promise<unknown> {
  const { sendRequest } = await import("./sendRequest.js");
  const request = { method, params: () => params, isRetryable: () => true };
  return (await sendRequest(request, backend, { token, documents })).parse();
}

interface RepeatableContext {
  readonly documents: { applyPending(): void };
  readonly token?: CancellationToken;
}

const neverCancelled: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose() {} }),
};
