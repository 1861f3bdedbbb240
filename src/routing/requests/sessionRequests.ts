/** The step for messages about the session as a whole. The proxy itself responds to them. */

import { hasOwnSettings } from "../../backend/config/settings.js";
import { codes, LocateError } from "../../error.js";
import { restrictChangedSettings } from "../../session/client/restrictedSettings.js";
import type { Session } from "../../session/session.js";
import {
  acceptFolderChange,
  initializeForServers,
  markInitialized,
  recordFolderChange,
  recordInitialize,
} from "../../session/sessionLifecycle.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import type { BackendInstances } from "../instances/backendInstances.js";
import type { RoutingMode } from "../instances/selection/routingMode.js";

export interface SessionRequestContext {
  readonly session: Session;
  readonly mode: Pick<RoutingMode, "hasManyBackends" | "buildInitializeResponse">;
  /** The version of this program. */
  readonly version: string;
  readonly instances: Pick<BackendInstances, "running" | "active" | "startOnly">;
  /** Notes the body of the client's `initialize`. */
  setClientInitialize(body: Buffer): void;
  /** Handles the messages that came before `initialized`. */
  replayEarlyMessages(): void;
  /** The workspace folders have changed. */
  updateFolders(): void;
  /** The client has sent `exit`. */
  endSession(): void;
}

/**
 * Handles initialize, initialized, shutdown, exit, and changes of the settings and the workspace
 * folders.
 */
export function handleSessionRequest(envelope: Envelope, context: SessionRequestContext): Decision | undefined {
  const { session } = context;
  switch (envelope.method) {
    case "initialize":
      return takeMessage(envelope, (message) => handleInitialize(message, context));
    case "initialized":
      return takeMessage(envelope, () => {
        if (session.phase === "initialized") beginSession(context);
        else if (session.phase === "initializing") session.client.isInitializedEarly = true;
      });
    case "shutdown":
      return takeMessage(envelope, ({ id }) => void shutDownBackends(id ?? "null", context));
    case "exit":
      return takeMessage(envelope, () => context.endSession());
    case "workspace/didChangeConfiguration":
      return takeMessage(envelope, ({ bytes, body }) => {
        session.capabilityShim.recordSettings(body);
        for (const { server, currentProcess } of context.instances.running())
          currentProcess?.send(hasOwnSettings(server) ? frameOf(restrictChangedSettings(body, server)) : bytes);
      });
    case "workspace/didChangeWorkspaceFolders":
      return takeMessage(envelope, (message) => {
        if (context.mode.hasManyBackends) {
          recordFolderChange(message.body, session);
          context.updateFolders();
          return;
        }
        // The only backend of a session has the client's folders, so it gets the client's
        // notification.
        const running = context.instances.running();
        if (!acceptFolderChange(message.body, session, running[0]?.server)) return;
        context.updateFolders();
        for (const { currentProcess } of running) currentProcess?.send(message.bytes);
      });
    default:
      return undefined;
  }
}

function handleInitialize({ id, body }: Message, context: SessionRequestContext): void {
  const { session } = context;
  const refuse = (code: number, message: string) => session.respond(id ?? "null", { error: { code, message } });
  if (session.phase !== "new") {
    refuse(codes.invalidRequest, "The session has begun already: send initialize only once.");
    return;
  }
  if (id === undefined || !recordInitialize(body, id, session)) {
    refuse(codes.parseError, "initialize must be a request, and JSON.");
    return;
  }
  context.setClientInitialize(Buffer.from(initializeForServers(body, session)));
  void answerInitialize(id, context);
}

function beginSession(context: SessionRequestContext): void {
  markInitialized(context.session);
  context.replayEarlyMessages();
}

async function answerInitialize(id: string, context: SessionRequestContext): Promise<void> {
  const { session, mode, version, instances } = context;
  try {
    const response = mode.buildInitializeResponse(id, {
      client: session.client,
      servers: session.servers,
      agent: session.agent,
      version,
      startOnly: () => instances.startOnly(),
    });
    // No await for a response that is there: the phase must be set before the client's next
    // message.
    const body = response instanceof Promise ? await response : response;
    session.toClient.send(frameOf(body));
    session.phase = "initialized";
    if (session.client.isInitializedEarly) beginSession(context);
  } catch (error) {
    if (!(error instanceof LocateError)) session.log(`internal error in initialize: ${String((error as Error).stack)}`);
    const { message } = error as Error;
    const { code, data } = error instanceof LocateError ? error : { code: codes.internalError, data: undefined };
    session.respond(id, { error: { code, message, data } });
    session.phase = "new";
  }
}

async function shutDownBackends(id: string, context: SessionRequestContext): Promise<void> {
  const { session, instances } = context;
  session.phase = "shutdown";
  await Promise.all(instances.active().map((instance) => instance.shutDown()));
  session.respond(id, { result: null });
}
