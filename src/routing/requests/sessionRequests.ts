/** What a client says to the session as a whole: initialize is answered at once, by us; what is about the workspace goes to everybody who runs. */

import { codes, LocateError } from "../../error.js";
import { markInitialized, recordFolderChange, recordInitialize } from "../../session/lifecycle.js";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import type { Message } from "../../wire/readMessages.js";
import { takeMessage } from "../../wire/steps.js";
import type { Routing } from "../routing.js";

/** The client's side of the session's life. */
export function handleSessionRequest(envelope: Envelope, routing: Routing): Verdict | undefined {
  const { session } = routing;
  switch (envelope.method) {
    case "initialize":
      return takeMessage(envelope, (message) => handleInitialize(message, routing));
    case "initialized":
      return takeMessage(envelope, () => {
        if (session.phase === "initialized") beginSession(routing);
        else if (session.phase === "initializing") session.client.isInitializedEarly = true;
      });
    case "shutdown":
      return takeMessage(envelope, ({ id }) => void shutDownBackends(id ?? "null", routing));
    case "exit":
      return takeMessage(envelope, () => routing.endSession());
    case "workspace/didChangeConfiguration":
      return takeMessage(envelope, ({ bytes, body }) => {
        session.capabilityShim.recordSettings(body);
        for (const { currentProcess } of routing.instances.running()) currentProcess?.send(bytes);
      });
    case "workspace/didChangeWorkspaceFolders":
      return takeMessage(envelope, (message) => {
        recordFolderChange(message.body, session);
        routing.updateFolders();
        // One that is alone has the client's folders, and hears of them from the client.
        if (!routing.mode.hasManyBackends)
          for (const { currentProcess } of routing.instances.running()) currentProcess?.send(message.bytes);
      });
    default:
      return undefined;
  }
}

function handleInitialize({ id, body }: Message, routing: Routing): void {
  const { session } = routing;
  const refuse = (code: number, message: string) => session.respond(id ?? "null", { error: { code, message } });
  if (session.phase !== "new") {
    refuse(codes.invalidRequest, "The session has begun already: initialize is sent once.");
    return;
  }
  if (id === undefined || !recordInitialize(body, id, session)) {
    refuse(codes.parseError, "initialize must be a request, and JSON.");
    return;
  }
  routing.setClientInitialize(Buffer.from(body));
  void answerInitialize(id, routing);
}

function beginSession(routing: Routing): void {
  markInitialized(routing.session);
  routing.replayEarlyMessages();
}

async function answerInitialize(id: string, routing: Routing): Promise<void> {
  const { session, mode, version, instances } = routing;
  try {
    const response = mode.buildInitializeResponse(id, {
      client: session.client,
      servers: session.servers,
      version,
      startOnly: () => instances.startOnly(),
    });
    // No await for a response that is there: the phase must be set before the client's next message.
    const body = response instanceof Promise ? await response : response;
    session.toClient.send(frameOf(body));
    session.phase = "initialized";
    if (session.client.isInitializedEarly) beginSession(routing);
  } catch (error) {
    if (!(error instanceof LocateError)) session.log(`internal error in initialize: ${String((error as Error).stack)}`);
    const { message } = error as Error;
    const { code, data } = error instanceof LocateError ? error : { code: codes.internalError, data: undefined };
    session.respond(id, { error: { code, message, data } });
    session.phase = "new";
  }
}

async function shutDownBackends(id: string, routing: Routing): Promise<void> {
  const { session, instances } = routing;
  session.phase = "shutdown";
  await Promise.all(instances.active().map((instance) => instance.shutDown()));
  session.respond(id, { result: null });
}
