/**
 * The errors for the requests of a backend that was ended because it could not respond: it hung, or
 * runs on without its worker and says so only in its log, or in the error for each request.
 */

import { LocateError } from "../../error.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Message } from "../../wire/wholeMessages.js";
import type { Server } from "../config/servers.js";

/** Far longer than the embedded server takes for anything in its main thread. */
export const HANG_MS = 10_000;

const HANG_REASON = "hang";

export function hangError(name: string): LocateError {
  return new LocateError(
    "backend_failed",
    `${name} hung: it did not respond for ${HANG_MS / 1000} s, and was ended. The next request starts it anew. Ask about another file or place; if it hangs here again, report a bug.`,
    { backend: name, reason: HANG_REASON },
  );
}

/** Whether a request was lost in a hang. It is not sent again, because it may be the cause. */
export function isHang({ data }: LocateError): boolean {
  return data["reason"] === HANG_REASON;
}

/** The notification in which a server says that its worker has ended. */
export const LOG_METHOD = "window/logMessage";

/** The maximum length of a response that is looked at, in bytes: errors are short. */
const MAX_ERROR_BYTES = 4_000;

/**
 * Returns the error if a message of the server says that its worker has ended, or is an error that
 * it gives to each request from then on.
 */
export function lostWorkerError(
  message: Pick<Message, "method" | "body" | "pieces">,
  { name, workerExit, brokenError }: Pick<Server, "name" | "workerExit" | "brokenError">,
): LocateError | undefined {
  const isLog = workerExit !== undefined && message.method === LOG_METHOD;
  const isResponse = brokenError !== undefined && message.method === undefined && isShort(message);
  if (!isLog && !isResponse) return undefined;
  const { body } = message;
  const line = stringAt(body, findValue(body, isLog ? ["params", "message"] : ["error", "message"]));
  if (line === undefined || !new RegExp((isLog ? workerExit : brokenError) ?? "").test(line)) return undefined;
  return new LocateError(
    "backend_failed",
    `${name} could not go on with its work, and was ended. Send the request again: it is started anew.`,
    { backend: name, reason: "worker_lost" },
  );
}

/** Whether a message is no longer than such an error, without joining its pieces. */
function isShort(message: Pick<Message, "body" | "pieces">): boolean {
  const pieces = message.pieces ?? [message.body];
  return pieces.reduce((sum, { length }) => sum + length, 0) <= MAX_ERROR_BYTES;
}
