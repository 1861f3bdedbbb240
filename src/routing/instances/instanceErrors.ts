/** Errors for a backend that cannot respond: not started, refused, ended, too late. */

import type { InitializeResult } from "vscode-languageserver-protocol";
import type { Server } from "../../backend/config/servers.js";
import { explainFault } from "../../backend/startFailure.js";
import { errorMessage, LocateError } from "../../error.js";
import { initializeResultOf, positionEncodingOf } from "../../session/sessionLifecycle.js";

const IDLE = "idle";
const SESSION_ENDED = "session_ended";
const OTHER_SETTINGS = "other_settings";
const UNREADABLE_DOCUMENTS = "unreadable_documents";

type ServerCommand = Pick<Server, "name" | "command" | "encoding">;

/** Whether another start would fail in the same way, as with a missing program. */
export function isPermanent({ data }: LocateError): boolean {
  return ["not_found", "not_executable", "no_folder"].includes(String(data["reason"]));
}

/** The end of a shared server that is no failure: nobody has used it for long. */
export function idleEndError(name: string): LocateError {
  const message = `${name} was not used for long, and has been ended. The next request starts it again.`;
  return new LocateError("backend_failed", message, { backend: name, reason: IDLE });
}

/** The end of the session that has run a shared server. */
export function sessionEndedError(): LocateError {
  const message = "The shared session with this language server has ended. Try again: another one is started.";
  return new LocateError("backend_failed", message, { reason: SESSION_ENDED });
}

/** Whether a shared server has ended without a failure, and is started again when it is needed. */
export function isRelease({ data }: LocateError): boolean {
  return data["reason"] === IDLE || data["reason"] === SESSION_ENDED;
}

/** The end of the use of a shared server by a session with other settings. */
export function otherSettingsError(): LocateError {
  return new LocateError("backend_failed", "This session has other settings than the shared server.", {
    reason: OTHER_SETTINGS,
  });
}

/** The end of the use of a shared server that names documents which the session can't read. */
export function unreadableDocumentsError(name: string): LocateError {
  return new LocateError(
    "backend_failed",
    `The shared ${name} names documents that are in no file, which this session's client does not read.`,
    { backend: name, reason: UNREADABLE_DOCUMENTS },
  );
}

/** Whether a session can't share the server, and needs one of its own. */
export function isUnfit({ data }: LocateError): boolean {
  return data["reason"] === OTHER_SETTINGS || data["reason"] === UNREADABLE_DOCUMENTS;
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

/** `isLimited`: by an option of the command line, and for its time alone. */
export function startTimeoutError({ name }: ServerCommand, timeoutMs: number, isLimited: boolean): LocateError {
  const seconds = timeoutMs / 1000;
  const advice = isLimited
    ? "Give it more with --timeout <seconds>."
    : "It goes on starting: try again in a while, or look at its output in the log.";
  return new LocateError(
    "backend_timeout",
    `${name} was started and has not answered initialize for ${seconds} s. ${advice}`,
    { backend: name, method: "initialize", seconds },
  );
}

/** The error for requests that can't be sent again, of which the process has changed: a clause. */
export function switchError({ name }: Pick<Server, "name">, why: string): LocateError {
  return new LocateError("backend_failed", `${name} was started again, as ${why}. Try again.`, { backend: name });
}

export function busyError({ name }: Pick<Server, "name">, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  return new LocateError(
    "backend_timeout",
    `${name} has been busy with earlier requests for ${seconds} s. Try again in a while.`,
    { backend: name, seconds },
  );
}

/** Returns the error in the body of a response to `initialize`; `undefined` if it is usable. */
export function initializeErrorIn(body: Buffer, server: ServerCommand): LocateError | undefined {
  const { name, command } = server;
  const fault = initializeFaultIn(body, server);
  if (fault === undefined) return undefined;
  return new LocateError(
    "backend_failed",
    `${name} can't serve: ${fault}. Correct its command, in servers.json or after --, or name another server for the language there. It is tried again when that file changes.`,
    { command, backend: name, reason: "refused", fault },
  );
}

/** Returns the error for capabilities that are not of the shape LSP gives them. */
export function invalidInitializeError({ name, command }: ServerCommand, cause: unknown): LocateError {
  const message = `${name} can't serve: its answer to initialize is invalid (${String(cause)}).`;
  return new LocateError("backend_failed", message, { command, backend: name, reason: "refused" });
}

/**
 * A server that counts in utf-32 is served: it differs from utf-16 only after characters beyond
 * U+FFFF, while utf-8 differs after every letter that is not ASCII.
 */
function initializeFaultIn(body: Buffer, { encoding: fromEntry }: ServerCommand): string | undefined {
  const result = initializeResultOf(body);
  if (result === undefined) return "its answer to initialize is no JSON";
  if (!result.capabilities) {
    const refusal = errorMessageIn(body);
    if (refusal === undefined) return "its answer to initialize has no capabilities";
    return `it has refused initialize: ${explainFault(refusal)}`;
  }
  const encoding = fromEntry ?? positionEncodingOf(result as InitializeResult);
  if (encoding !== "utf-8") return undefined;
  return "it insists on counting characters in utf-8, and only utf-16 was offered";
}

function errorMessageIn(body: Buffer): string | undefined {
  const { error } = JSON.parse(body.toString("utf8")) as { error?: { message?: unknown } };
  return error?.message === undefined ? undefined : String(error.message);
}
