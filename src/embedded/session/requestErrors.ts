/** The errors that a request of the embedded server is answered with. */

import { ResponseError } from "vscode-jsonrpc/node";
import { codes, errorObjectOf, type Logger } from "../../error.js";

/**
 * Throws `invalidParams` unless a param of the request is valid. `expected` completes "has to be".
 */
export function checkParam(isValid: boolean, param: string, expected: string): void {
  if (!isValid) throw new ResponseError(codes.invalidParams, `\`${param}\` has to be ${expected}.`);
}

/** The error for a request that makes sense and has no answer. */
export function requestFailed(message: string): ResponseError<void> {
  return new ResponseError(codes.requestFailed, message);
}

/** The error for a request that the client has cancelled. */
export function cancelledError(): ResponseError<void> {
  return new ResponseError(codes.requestCancelled, "Cancelled by the client.");
}

/**
 * The response error for anything thrown by a handler. An exception that is not meant for the
 * client is logged.
 */
export function toResponseError(error: unknown, method: string, log: Logger): ResponseError<unknown> {
  if (error instanceof ResponseError) return error;
  const { code, message, data } = errorObjectOf(error, method, log);
  return new ResponseError(code, message, data);
}
