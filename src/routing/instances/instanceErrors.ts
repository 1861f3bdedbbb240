/** Why a backend can't be asked, in words for who asks. */

import type { InitializeResult } from "vscode-languageserver-protocol";
import type { Server } from "../../backend/config/servers.js";
import { errorMessage, LocateError } from "../../error.js";
import { initializeResultOf, positionEncodingOf } from "../../session/lifecycle.js";

type ServerCommand = Pick<Server, "name" | "command">;

/** Whether starting it again would change nothing: its program is not there. */
export function isPermanent({ data }: LocateError): boolean {
  return ["not_found", "not_executable", "no_folder"].includes(String(data["reason"]));
}

export function endedError({ name, command }: ServerCommand): LocateError {
  const message = `${name} has been ended: the session is over, or servers.json names another server.`;
  return new LocateError("backend_failed", message, { command, backend: name });
}

/** Returns why a start has failed: `cause` itself if it says that, as a missing program does. */
export function startError({ name, command }: ServerCommand, cause: unknown): LocateError {
  if (cause instanceof LocateError) return cause;
  const message = `${name} could not be started: ${errorMessage(cause)}`;
  return new LocateError("backend_failed", message, { command, backend: name });
}

export function startTimeoutError({ name }: ServerCommand, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  return new LocateError(
    "backend_timeout",
    `${name} was started and has not answered initialize for ${seconds} s. It is left to go on: ask again in a while, or look at what it says in the log.`,
    { backend: name, method: "initialize", seconds },
  );
}

/** What is wrong with an answer to initialize (its body); undefined where it can be gone on with. */
export function initializeErrorIn(body: Buffer, { name, command }: ServerCommand): LocateError | undefined {
  const fault = initializeFaultIn(body);
  if (fault === undefined) return undefined;
  return new LocateError(
    "backend_failed",
    `${name} can't serve: ${fault}. Mend its entry in servers.json, or name another server for the language there; it is tried again when that changes.`,
    { command, backend: name, reason: "refused" },
  );
}

/** What it says of itself is something that we can't go on with. */
export function invalidInitializeError({ name, command }: ServerCommand, cause: unknown): LocateError {
  const message = `${name} can't serve: what its answer to initialize says makes no sense (${String(cause)}).`;
  return new LocateError("backend_failed", message, { command, backend: name, reason: "refused" });
}

function initializeFaultIn(body: Buffer): string | undefined {
  const result = initializeResultOf(body);
  if (result === undefined) return "its answer to initialize is no JSON";
  if (!result.capabilities) return `it has refused initialize: ${messageIn(body)}`;
  const encoding = positionEncodingOf(result as InitializeResult);
  if (encoding === undefined || encoding === "utf-16") return undefined;
  return `it insists on counting characters in ${encoding}, and only utf-16 was offered`;
}

function messageIn(body: Buffer): string {
  const { error } = JSON.parse(body.toString("utf8")) as { error?: { message?: unknown } };
  return String(error?.message ?? "it has said nothing of what it can do");
}
