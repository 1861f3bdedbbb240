/**
 * The errors for the requests of a backend that was ended because it could not respond: it hung, or
 * runs on without its worker and says so only in its log.
 */

import { LocateError } from "../../error.js";
import { findValue, stringAt } from "../../wire/json.js";
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

/** Returns the error if a message of the server says that its worker has ended. */
export function lostWorkerError(
  { method, body }: { readonly method: string | undefined; readonly body: Buffer },
  { name, workerExit }: Pick<Server, "name" | "workerExit">,
): LocateError | undefined {
  if (workerExit === undefined || method !== LOG_METHOD) return undefined;
  const line = stringAt(body, findValue(body, ["params", "message"]));
  if (line === undefined || !new RegExp(workerExit).test(line)) return undefined;
  return new LocateError(
    "backend_failed",
    `${name} has lost the process that does its work, and was ended. Send the request again: it is started anew.`,
    { backend: name, reason: "worker_lost" },
  );
}
