/** The kind of a failed request, whether it failed in this process or in that of a session. */

import { ResponseError } from "vscode-jsonrpc/node";
import { type ErrorKind, LocateError } from "../../error.js";

/** Returns undefined for errors of servers, and for exceptions. */
export function failureKind(error: unknown): ErrorKind | undefined {
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) return undefined;
  return (error.data as { kind?: ErrorKind } | null | undefined)?.kind;
}

/** Whether the server is still loading. */
export function isNotReady(error: unknown): boolean {
  return failureKind(error) === "not_ready";
}
