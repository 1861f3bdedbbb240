/**
 * A server that runs on without its worker answers nothing, and says so only in its log: it is
 * ended, as if it had died with it.
 */

import { LocateError } from "../../error.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Server } from "../config/servers.js";

/** The notification in which a server says it. */
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
