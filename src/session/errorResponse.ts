/** The failures of `locate/*` requests as error responses. */

import { type CancellationToken, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { cancelledError } from "../ask/backend/sendRequest.js";
import { Cancellation } from "../ask/cancellationToken.js";
import { Deadline } from "../ask/deadline.js";
import { changesFiles } from "../ask/methodTable.js";
import { codes, errorObjectOf, LocateError, type Logger, unansweredKinds } from "../error.js";
import type { SessionPhase } from "./client/clientState.js";
import type { ContextOptions, RequestContext } from "./client/requestContext.js";
import { type RequestSnapshot, releaseSnapshot, requestSnapshotOf } from "./client/requestSnapshot.js";
import { dispatch } from "./methods/dispatch.js";
import { type RequestParams, takeFollowLinks, takeTimeout } from "./methods/params.js";

/** What answering a request needs of the session. */
interface RequestHost {
  readonly phase: SessionPhase;
  readonly log: Logger;
  /** Settles as `work` does; rejects with the failure if the session ends first. */
  rejectOnFailure<T>(work: Promise<T>): Promise<T>;
  /** How long the client waits for any answer; undefined where that is not known. */
  readonly clientTimeoutMs: number | undefined;
  /** Returns the names of the backends that are still loading. */
  loadingBackends(): readonly string[];
  createContext(
    token: CancellationToken,
    snapshot: RequestSnapshot | undefined,
    options: ContextOptions,
  ): RequestContext;
}

/** Registers the handler of the client's `locate/*` on that connection. */
export function handleRequests(connection: MessageConnection, host: RequestHost): void {
  connection.onRequest((method: string, params: unknown, token: CancellationToken) =>
    handleRequest(method, params, token, host),
  );
}

async function handleRequest(
  method: string,
  params: unknown,
  token: CancellationToken,
  host: RequestHost,
): Promise<unknown> {
  try {
    assertRunning(host.phase);
    const { followsLinks, rest } = takeFollowLinks(params);
    const { timeoutMs, rest: own } = takeTimeout(rest);
    const answer = withinClientTime({ method, timeoutMs, token }, host, (token, limit) => {
      const context = host.createContext(token, requestSnapshotOf(params), { followsLinks, limit });
      return dispatch(method, own, context);
    }).catch((error: unknown) => {
      throw withUnchanged(error, method, "Try again: the server is started anew.");
    });
    return await host.rejectOnFailure(Promise.race([answer, rejectOnCancel(token)]));
  } catch (error) {
    // If the session ends while the client applies an edit, only the client knows what changed.
    const isApplied = (params as RequestParams | null)?.["apply"];
    const said = isApplied ? error : withUnchanged(error, method, "Try again in a new session.");
    return toResponseError(said, method, host.log);
  } finally {
    releaseSnapshot(params);
  }
}

/** The parts of the client's own time after which work ends, and after which it gets an error. */
const WORK_SHARE = 0.8;
const ANSWER_SHARE = 0.9;

interface TimedCall {
  readonly method: string;
  /** How long the client waits; undefined where it has not said so. */
  readonly timeoutMs: number | undefined;
  readonly token: CancellationToken;
}

/**
 * Does work that knows when it has to end. Where it does not end in time, its token is cancelled,
 * and the client gets an error while it still waits: `not_ready`, `backend_timeout`.
 */
async function withinClientTime<Value>(
  { method, timeoutMs = Number.POSITIVE_INFINITY, token }: TimedCall,
  host: Pick<RequestHost, "clientTimeoutMs" | "loadingBackends">,
  work: (token: CancellationToken, limit: Deadline | undefined) => Promise<Value>,
): Promise<Value> {
  const waitsMs = Math.min(timeoutMs, host.clientTimeoutMs ?? Number.POSITIVE_INFINITY);
  if (waitsMs === Number.POSITIVE_INFINITY) return work(token, undefined);
  const answerMs = waitsMs * ANSWER_SHARE;
  const cancellation = new Cancellation();
  const listener = token.onCancellationRequested(() => cancellation.cancel());
  if (token.isCancellationRequested) cancellation.cancel();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(lateError(method, answerMs, host.loadingBackends()));
      cancellation.cancel();
    }, answerMs);
  });
  try {
    return await Promise.race([work(cancellation, Deadline.after(waitsMs * WORK_SHARE)), late]);
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
}

function lateError(method: string, waitedMs: number, loading: readonly string[]): LocateError {
  const seconds = Math.round(waitedMs / 100) / 10;
  const said = `There is no answer after ${seconds} s, and the client waits no longer.`;
  const facts = { method, seconds };
  if (loading.length === 0)
    return new LocateError(
      "backend_timeout",
      `${said} Ask again with more time: the server keeps what it has loaded.`,
      facts,
    );
  const who = loading.join(", ");
  return new LocateError("not_ready", `${said} ${who} is still loading: ask again in a while.`, {
    ...facts,
    backend: who,
  });
}

const UNCHANGED = "Nothing was changed.";

/**
 * Returns the error of a change that could not be asked for or judged, which says that nothing was
 * changed. `advice` is for a server that has died meanwhile.
 */
function withUnchanged(error: unknown, method: string, advice: string): unknown {
  if (!(error instanceof LocateError) || !unansweredKinds.has(error.kind)) return error;
  if (!changesFiles(method.slice("locate/".length)) || error.message.includes(UNCHANGED)) return error;
  const { kind, ...facts } = error.data;
  const said = facts["exit_code"] === undefined ? [UNCHANGED] : [UNCHANGED, advice];
  return new LocateError(kind, [error.message, ...said].join(" "), facts);
}

/**
 * Returns the JSON-RPC error for anything that was thrown. A backend's own error stays as it was,
 * a LocateError keeps its code and data; any other exception is our own bug, and logged.
 */
function toResponseError(error: unknown, method: string, log: Logger): ResponseError<unknown> {
  if (error instanceof ResponseError) return error;
  const { code, message, data } = errorObjectOf(error, method, log);
  return new ResponseError(code, message, data);
}

function assertRunning(phase: SessionPhase): void {
  if (phase === "running") return;
  if (phase === "shutdown" || phase === "over") {
    throw new ResponseError(codes.invalidRequest, "The session is shut down; start a new one to ask again.");
  }
  const missing =
    phase === "initialized" ? "send the notification `initialized` first" : "wait for the answer to `initialize` first";
  throw new ResponseError(codes.serverNotInitialized, `The session has not begun: ${missing}.`);
}

/**
 * Rejects as soon as the client cancels, whether or not the backend responds to the cancellation.
 */
function rejectOnCancel(token: CancellationToken): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = () => reject(cancelledError());
    if (token.isCancellationRequested) cancel();
    else token.onCancellationRequested(cancel);
  });
}
