/** One request of ours to the backend: sent between two frames of the client's, asked again where that helps, never waited for forever. */

import { type CancellationToken, CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../../error.js";
import type { RawJson } from "../../wire/conversation.js";
import type { Backend } from "./backend.js";
import { BackendLost } from "./backendConversation.js";

/** How long a backend may think. Servers that load say so by progress and are waited for elsewhere; this is for those that hang. */
const REQUEST_TIMEOUT_MS = 120_000;
/** How long the answer to what was cancelled is waited for. */
const CANCEL_TIMEOUT_MS = 5_000;
/** `ContentModified` and `ServerCancelled` mean "ask again": so often, with growing pauses. */
const MAX_RETRIES = 5;
const FIRST_RETRY_DELAY_MS = 100;

export interface BackendRequest {
  readonly method: string;
  /** Makes the params in the very turn in which they are written: positions in them are valid in the text that the backend has then. */
  params(): unknown;
  /** False where asking twice is not the same as asking once, or part of the answer has gone to the client already. */
  isRetryable(): boolean;
}

/** What sending a request takes of a RequestContext. */
export interface SendContext {
  readonly token: CancellationToken;
  readonly documents: { applyPending(): void };
}

/** The result, as the bytes it came in. Rejects with the backend's own error (ResponseError), `backend_timeout`, or whatever `params` throws. */
export async function sendRequest(request: BackendRequest, backend: Backend, context: SendContext): Promise<RawJson> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(request, backend, context);
    } catch (error) {
      const isOver = attempt >= MAX_RETRIES || context.token.isCancellationRequested || !request.isRetryable();
      if (error instanceof BackendLost) {
        if (isOver) throw error.why;
        continue; // the next one waits until it is back
      }
      const isTransient =
        error instanceof ResponseError &&
        (error.code === codes.contentModified || error.code === codes.serverCancelled);
      if (!isTransient || isOver) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_DELAY_MS * 2 ** attempt));
    }
  }
}

async function sendOnce(
  { method, params }: BackendRequest,
  backend: Backend,
  { token, documents }: SendContext,
): Promise<RawJson> {
  const { link, conversation } = backend;
  const stop = new CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const cancelListener = token.onCancellationRequested(() => {
    stop.cancel();
    // Nobody waits any longer; one that does not even answer that it has stopped must not hold what was watched for it.
    clearTimeout(timer);
    timer = setTimeout(() => rejectEarly(cancelledError()), CANCEL_TIMEOUT_MS).unref();
  });
  let rejectEarly: (why: Error) => void = () => {};
  const timeout = new Promise<never>((_resolve, reject) => {
    rejectEarly = reject;
    const timeoutMs = link.timeoutMs() ?? REQUEST_TIMEOUT_MS;
    timer = setTimeout(() => {
      stop.cancel();
      reject(timeoutError(method, backend, timeoutMs));
    }, timeoutMs).unref();
  });
  let endRequest = () => {};
  const send = async (): Promise<RawJson> => {
    await link.ensureRunning();
    endRequest = link.beginRequest();
    const { connection } = await conversation.open();
    return new Promise((resolve, reject) => {
      link.between(() => {
        try {
          documents.applyPending();
          resolve(connection.sendRequest<RawJson>(method, params(), stop.token));
        } catch (error) {
          reject(error);
        }
      });
    });
  };
  try {
    return await conversation.rejectOnLoss(Promise.race([send(), timeout]));
  } finally {
    clearTimeout(timer);
    cancelListener.dispose();
    endRequest();
  }
}

/** The response to a request that the client has cancelled. */
export function cancelledError(): ResponseError<undefined> {
  return new ResponseError(codes.requestCancelled, "Cancelled by the client.");
}

function timeoutError(method: string, backend: Backend, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  return new LocateError(
    "backend_timeout",
    `${backend.name} has not answered ${method} for ${seconds} s. It may be busy or stuck: try again, or restart it.`,
    { method, backend: backend.name, seconds },
  );
}
