/** Where a request becomes a response: the one place that catches, cancels, and says what went wrong. */

import { type CancellationToken, type Connection, ProgressType, ResponseError } from "vscode-languageserver/node";
import { codes, type Logger } from "../../error.js";
import { rejectOnAbort } from "../../workspace/rejectOnAbort.js";
import type { EmbeddedRequest } from "./context.js";
import { createProgressReporter } from "./progress.js";
import { cancelledError, checkParam, toResponseError } from "./requestErrors.js";

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
