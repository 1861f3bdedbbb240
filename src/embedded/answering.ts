/** Where a request becomes a response: the one place that catches, cancels, and says what went wrong. */

import { type CancellationToken, type Connection, ProgressType, ResponseError } from "vscode-languageserver/node";
import { codes, LocateError } from "../error.js";
import { progressOn } from "./progress.js";
import type { Asking } from "./serving.js";

/** Tokens that a request may carry, whatever else it is about. */
interface Tokens {
  readonly workDoneToken?: string | number;
  readonly partialResultToken?: string | number;
}

/**
 * Answers all requests of one method. `answer` throws what the client is to be told; anything else that is thrown is a bug of ours, and
 * logged. A request that is cancelled is answered at once, whatever its work still does.
 */
export function answers(
  connection: Connection,
  method: string,
  answer: (params: never, asking: Asking) => Promise<unknown>,
  log: (line: string) => void,
): void {
  connection.onRequest(method, async (params: Tokens, token: CancellationToken) => {
    const controller = new AbortController();
    const cancelling = token.onCancellationRequested(() => controller.abort(cancelled()));
    const asking = askingOf(connection, params ?? {}, controller.signal);
    try {
      return await orAborted(answer((params ?? {}) as never, asking), controller.signal);
    } catch (error) {
      return responseError(error, method, log);
    } finally {
      cancelling.dispose();
      asking.progress.done();
    }
  });
}

/** A request that makes sense and has no answer: what to tell the client. */
export function refusal(message: string): ResponseError<void> {
  return new ResponseError(codes.requestFailed, message);
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function cancelled(): ResponseError<void> {
  return new ResponseError(codes.requestCancelled, "Cancelled by the client.");
}

function responseError(error: unknown, method: string, log: (line: string) => void): ResponseError<unknown> {
  if (error instanceof ResponseError) return error;
  if (error instanceof LocateError) return new ResponseError(error.code, error.message, error.data);
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`internal error in ${method}: ${trace}`);
  return new ResponseError(
    codes.internalError,
    `lsp-locate failed on ${method}; this is a bug of its own. ${trace.split("\n")[0]}`,
  );
}

const partialResult = new ProgressType<readonly unknown[]>();

function askingOf(connection: Connection, { workDoneToken, partialResultToken }: Tokens, signal: AbortSignal): Asking {
  return {
    signal,
    progress: progressOn(connection.window.attachWorkDoneProgress(workDoneToken)),
    partial:
      partialResultToken === undefined
        ? undefined
        : (items) => void connection.sendProgress(partialResult, partialResultToken, items),
  };
}
