/**
 * Our own requests to a backend: sent between two frames of the client, retried where that
 * helps, and never without a timeout.
 */

import { type CancellationToken, CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { isHang } from "../../backend/guard/unresponsive.js";
import { codes, LocateError } from "../../error.js";
import type { RawJson } from "../../wire/rawJson.js";
import { Deadline } from "../deadline.js";
import { isTransientError } from "../outcome.js";
import { retryDelayMs } from "../questionLifecycle.js";
import type { Backend } from "./backend.js";
import { BackendLost } from "./backendConversation.js";

/**
 * The time for a request and its retries. It is for servers that hang; a server that loads says so
 * and gets its time in backendReadiness.ts.
 */
const REQUEST_TIMEOUT_MS = 120_000;
/** How long a cancelled request may remain without a response. */
const CANCEL_TIMEOUT_MS = 5_000;
/** Retries after `ContentModified` and `ServerCancelled`. */
const MAX_RETRIES = 5;

export interface BackendRequest {
  readonly method: string;
  /**
   * Makes the params in the turn in which they are sent, so that positions are valid in the text
   * that the backend has by then.
   */
  params(): unknown;
  /**
   * False where a second request would have another effect, or a partial result has reached the
   * client. `isLost`: the backend has died, and not refused it.
   */
  isRetryable(isLost: boolean): boolean;
  /** Waits until a backend that is started anew can answer as before. */
  prepareAgain?(): Promise<void>;
}

/** The parts of a RequestContext that sending needs. */
export interface SendContext {
  readonly token: CancellationToken;
  readonly documents: { applyPending(): void };
}

/**
 * Returns the result as the bytes it came in. Rejects with the backend's own error (ResponseError),
 * `backend_timeout`, or what `params` throws.
 */
export async function sendRequest(request: BackendRequest, backend: Backend, context: SendContext): Promise<RawJson> {
  let deadline = Deadline.after(REQUEST_TIMEOUT_MS);
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(request, backend, { ...context, deadline });
    } catch (error) {
      const isLost = error instanceof BackendLost;
      const isOver = attempt >= MAX_RETRIES || context.token.isCancellationRequested || !request.isRetryable(isLost);
      if (isLost) {
        if (isOver || isHang(error.why)) throw error.why;
        await request.prepareAgain?.();
        deadline = Deadline.after(REQUEST_TIMEOUT_MS);
        continue; // the next attempt waits until the backend is back
      }
      if (!(error instanceof ResponseError && isTransientError(error, backend)) || isOver) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)));
    }
  }
}

async function sendOnce(
  { method, params }: BackendRequest,
  backend: Backend,
  { token, documents, deadline }: SendContext & { readonly deadline: Deadline },
): Promise<RawJson> {
  const { link, conversation } = backend;
  const timeoutMs = link.timeoutMs() ?? REQUEST_TIMEOUT_MS;
  const stop = new CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const cancelListener = token.onCancellationRequested(() => {
    stop.cancel();
    // Nothing waits for the result any more. If the backend does not respond to the cancellation
    // either, what is kept for the request is released after a while.
    clearTimeout(timer);
    timer = setTimeout(() => rejectEarly(cancelledError()), CANCEL_TIMEOUT_MS).unref();
  });
  let rejectEarly: (why: Error) => void = () => {};
  const timeout = new Promise<never>((_resolve, reject) => {
    rejectEarly = reject;
    timer = setTimeout(() => {
      stop.cancel();
      reject(timeoutError(method, backend, timeoutMs));
    }, deadline.within(timeoutMs).leftMs).unref();
  });
  let endRequest = () => {};
  let isOver = false;
  const send = async (): Promise<RawJson> => {
    await link.ensureRunning();
    const { connection } = await conversation.open();
    return new Promise((resolve, reject) => {
      link.between(() => {
        // Its turn may come after its time.
        if (isOver) return;
        endRequest = link.beginRequest();
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
    isOver = true;
    clearTimeout(timer);
    cancelListener.dispose();
    endRequest();
  }
}

/** Returns the error of a request that the client has cancelled. */
export function cancelledError(): ResponseError<undefined> {
  return new ResponseError(codes.requestCancelled, "Cancelled by the client.");
}

/** Returns the error of a request that a backend has not answered in time. */
export function timeoutError(method: string, backend: Pick<Backend, "name">, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  return new LocateError(
    "backend_timeout",
    `${backend.name} has not answered ${method} for ${seconds} s. It may be busy or stuck: try again, or restart it.`,
    { method, backend: backend.name, seconds },
  );
}
