/** Turns a request into a response: cancels, and catches what a handler throws. */

import { type CancellationToken, type MessageConnection, ProgressType, ResponseError } from "vscode-jsonrpc/node";
import { codes, type Logger } from "../../error.js";
import { rejectOnAbort } from "../../workspace/timeSlice.js";
import type { EmbeddedRequest } from "./context.js";
import { createProgressReporter, type ProgressToken } from "./progress.js";
import { cancelledError, checkParam, toResponseError } from "./requestErrors.js";

/** The tokens that any request may carry. */
interface ProgressTokens {
  readonly workDoneToken?: ProgressToken;
  readonly partialResultToken?: ProgressToken;
}

/**
 * Registers the handler of a method. `handle` throws the errors that the client receives; any other
 * exception is logged as a bug. A cancelled request is answered at once, even if its work goes on.
 */
export function registerHandler(
  connection: MessageConnection,
  method: string,
  handle: (params: never, request: EmbeddedRequest) => Promise<unknown>,
  log: Logger,
): void {
  connection.onRequest(method, async (...handlerArguments: unknown[]) => {
    // Without params the token is the only argument; positional params come one by one before it.
    const token = handlerArguments.at(-1) as CancellationToken;
    const [params] = handlerArguments.slice(0, -1);
    const controller = new AbortController();
    const cancel = () => controller.abort(cancelledError());
    // The token of a request that is already cancelled never calls a listener.
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

/** Checks the params that every method relies on. Throws `invalidParams`. */
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

const partialResult = new ProgressType<readonly unknown[]>();

function createRequest(
  connection: MessageConnection,
  { workDoneToken, partialResultToken }: ProgressTokens,
  signal: AbortSignal,
): EmbeddedRequest {
  return {
    signal,
    progress: createProgressReporter(connection, workDoneToken),
    partial:
      partialResultToken === undefined
        ? undefined
        : (items) => void connection.sendProgress(partialResult, partialResultToken, items),
  };
}
