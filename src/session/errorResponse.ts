/** The failures of `locate/*` requests as error responses. */

import { type CancellationToken, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { cancelledError } from "../ask/backend/sendRequest.js";
import { changesFiles } from "../ask/policy.js";
import { codes, errorObjectOf, LocateError, type Logger, unansweredKinds } from "../error.js";
import type { SessionPhase } from "./client/clientState.js";
import type { RequestContext } from "./client/requestContext.js";
import { type RequestSnapshot, releaseSnapshot, requestSnapshotOf } from "./client/requestSnapshot.js";
import { dispatch } from "./methods/dispatch.js";
import { type RequestParams, takeFollowLinks } from "./methods/params.js";

/** What answering a request needs of the session. */
interface RequestHost {
  readonly phase: SessionPhase;
  readonly log: Logger;
  /** Settles as `work` does; rejects with the failure if the session ends first. */
  rejectOnFailure<T>(work: Promise<T>): Promise<T>;
  createContext(
    token: CancellationToken,
    snapshot: RequestSnapshot | undefined,
    options: { readonly followsLinks: boolean },
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
    const context = host.createContext(token, requestSnapshotOf(params), { followsLinks });
    const answer = dispatch(method, rest, context).catch((error: unknown) => {
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
