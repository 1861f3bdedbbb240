/**
 * What vscode-languageserver leaves to the handlers of requests: checked params, answers to what is
 * cancelled, and errors.
 */

import { ParameterStructures, ProgressType, RequestType, ResponseError } from "vscode-jsonrpc/node";
import type { Connection, PartialResultParams, WorkDoneProgressParams } from "vscode-languageserver";
import { codes, type Logger } from "../../error.js";
import { rejectOnAbort } from "../../workspace/timeSlice.js";
import type { EmbeddedRequest } from "./embeddedContext.js";
import { createProgressReporter } from "./progress.js";
import { cancelledError, checkParam, toResponseError } from "./requestErrors.js";

/**
 * Registers the handler of a method. `handle` throws the errors that the client receives; any other
 * exception is logged as a bug. A cancelled request is answered at once, even if its work goes on.
 */
export function registerHandler(
  connection: Connection,
  method: string,
  handle: (params: never, request: EmbeddedRequest) => Promise<unknown>,
  log: Logger,
): void {
  const type = new RequestType<unknown, unknown, unknown>(method, ParameterStructures.byName);
  connection.onRequest(type, async (params, token) => {
    const controller = new AbortController();
    const cancel = () => controller.abort(cancelledError());
    // The token of a request that is already cancelled never calls a listener.
    if (token.isCancellationRequested) cancel();
    const cancellation = token.onCancellationRequested(cancel);
    let request: EmbeddedRequest | undefined;
    try {
      const { signal } = controller;
      signal.throwIfAborted();
      checkParams(params, method);
      request = requestOf(connection, params, signal);
      return await rejectOnAbort(handle(params as never, request), signal);
    } catch (error) {
      return toResponseError(error, method, log);
    } finally {
      cancellation.dispose();
      request?.progress.done();
    }
  });
}

/** Checks the params that every method relies on. Throws `invalidParams`. */
function checkParams(params: unknown, method: string): asserts params is object & ProgressTokens {
  if (!isObject(params)) throw new ResponseError(codes.invalidParams, `${method} needs params, as an object.`);
  const { textDocument } = params as { readonly textDocument?: unknown };
  const hasUri = isObject(textDocument) && "uri" in textDocument && typeof textDocument.uri === "string";
  checkParam(hasUri || !method.startsWith("textDocument/"), "textDocument", 'a document, as in { "uri": "file:///…" }');
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type ProgressTokens = WorkDoneProgressParams & PartialResultParams;

const partialResult = new ProgressType<readonly unknown[]>();

function requestOf(connection: Connection, params: ProgressTokens, signal: AbortSignal): EmbeddedRequest {
  const { workDoneToken } = params;
  const partial = connection.languages.attachPartialResultProgress(partialResult, params);
  return {
    signal,
    progress: createProgressReporter(() => connection.window.attachWorkDoneProgress(workDoneToken)),
    partial: partial && ((items) => partial.report(items)),
  };
}
