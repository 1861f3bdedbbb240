/** Where a `locate/*` request becomes a response: the one place that catches. */

import { type CancellationToken, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../error.js";
import type { SessionPhase } from "./client/clientState.js";
import { releaseSnapshot } from "./client/requestSnapshot.js";
import { dispatch } from "./methods/dispatch.js";
import type { Session } from "./session.js";

/** Answers the client's `locate/*` on that connection. */
export function handleRequests(connection: MessageConnection, session: Session): void {
  connection.onRequest((method: string, params: unknown, token: CancellationToken) =>
    handleRequest(method, params, session, token),
  );
}

async function handleRequest(
  method: string,
  params: unknown,
  session: Session,
  token: CancellationToken,
): Promise<unknown> {
  try {
    assertRunning(session.phase);
    return await session.rejectOnFailure(
      Promise.race([dispatch(method, params, session, token), rejectOnCancel(token)]),
    );
  } catch (error) {
    return toResponseError(error, method, session);
  } finally {
    releaseSnapshot(params);
  }
}

/** The JSON-RPC error for whatever was thrown. A backend's own error stays what it was; what is none of ours to throw is our bug, and logged. */
export function toResponseError(error: unknown, method: string, session: Pick<Session, "log">): ResponseError<unknown> {
  if (error instanceof ResponseError) return error;
  if (error instanceof LocateError) return new ResponseError(error.code, error.message, error.data);
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  session.log(`internal error in ${method}: ${trace}`);
  return new ResponseError(
    codes.internalError,
    `lsp-locate failed on ${method}; this is a bug of its own. ${trace.split("\n")[0]}`,
  );
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

/** Rejects as soon as the client has cancelled, whether or not the backend then bothers to answer. */
function rejectOnCancel(token: CancellationToken): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = () => reject(new ResponseError(codes.requestCancelled, "Cancelled by the client."));
    if (token.isCancellationRequested) cancel();
    else token.onCancellationRequested(cancel);
  });
}
