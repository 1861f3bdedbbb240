/** Where a request becomes a response: the one place that catches, cancels, and says what went wrong. */

import { type CancellationToken, type Connection, ProgressType, ResponseError } from "vscode-languageserver/node";
import { codes, LocateError, type Logger } from "../../error.js";
import type { EmbeddedRequest } from "./context.js";
import { createProgressReporter } from "./progress.js";

/** Tokens that a request may carry, whatever else it is about. */
interface ProgressTokens {
  readonly workDoneToken?: string | number;
  readonly partialResultToken?: string | number;
}

/**
 * Answers all requests of one method. `answer` throws what the client is to be told; anything else that is thrown is a bug of ours, and
 * logged. A request that is cancelled is answered at once, whatever its work still does.
 */
export function registerHandler(
  connection: Connection,
  method: string,
  handle: (params: never, request: EmbeddedRequest) => Promise<unknown>,
  log: Logger,
): void {
  connection.onRequest(method, async (...handlerArguments: unknown[]) => {
    // Params that are none are left out, and those by position come one by one: the token is what always comes last.
    const token = handlerArguments.at(-1) as CancellationToken;
    const [params] = handlerArguments.slice(0, -1);
    const controller = new AbortController();
    const cancel = () => controller.abort(cancelledError());
    // A request that was cancelled before its turn came has a token that says so, and never calls.
    if (token.isCancellationRequested) cancel();
    const cancellation = token.onCancellationRequested(cancel);
    const request = createRequest(connection, isObject(params) ? params : {}, controller.signal);
    try {
      if (controller.signal.aborted) throw controller.signal.reason;
      return await rejectOnAbort(handle(checkParams(params, method) as never, request), controller.signal);
    } catch (error) {
      return toResponseError(error, method, log);
    } finally {
      cancellation.dispose();
      request.progress.done();
    }
  });
}

/** What every method relies on. Throws for the client what a request lacks. */
function checkParams(params: unknown, method: string): object {
  if (!isObject(params)) throw new ResponseError(codes.invalidParams, `${method} needs params, as an object.`);
  const { textDocument } = params as { readonly textDocument?: unknown };
  const hasUri = isObject(textDocument) && "uri" in textDocument && typeof textDocument.uri === "string";
  checkParam(hasUri || !method.startsWith("textDocument/"), "textDocument", 'a document, as in { "uri": "file:///…" }');
  return params;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws for the client that one of its params is no such thing. */
export function checkParam(isValid: boolean, param: string, expected: string): void {
  if (!isValid) throw new ResponseError(codes.invalidParams, `\`${param}\` has to be ${expected}.`);
}

/** A request that makes sense and has no answer: what to tell the client. */
export function requestFailed(message: string): ResponseError<void> {
  return new ResponseError(codes.requestFailed, message);
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function cancelledError(): ResponseError<void> {
  return new ResponseError(codes.requestCancelled, "Cancelled by the client.");
}

function toResponseError(error: unknown, method: string, log: Logger): ResponseError<unknown> {
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

function createRequest(
  connection: Connection,
  { workDoneToken, partialResultToken }: ProgressTokens,
  signal: AbortSignal,
): EmbeddedRequest {
  return {
    signal,
    progress: createProgressReporter(connection.window.attachWorkDoneProgress(workDoneToken)),
    partial:
      partialResultToken === undefined
        ? undefined
        : (items) => void connection.sendProgress(partialResult, partialResultToken, items),
  };
}
