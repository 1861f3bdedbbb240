/** What a client says to the session as a whole: initialize is answered at once, by us; what is about the workspace goes to everybody who runs. */

import { codes, LocateError } from "../../error.js";
import { markInitialized, recordFolderChange, recordInitialize } from "../../session/lifecycle.js";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import type { Message } from "../../wire/readMessages.js";
import type { Routing } from "../routing.js";
import { taking } from "../taking.js";

/** The client's side of the session's life. */
export function hosting(envelope: Envelope, routing: Routing): Verdict | undefined {
  const { session } = routing;
  switch (envelope.method) {
    case "initialize":
      return taking(envelope, (message) => initializing(message, routing));
    case "initialized":
      return taking(envelope, () => {
        if (session.phase === "initialized") begin(routing);
        else if (session.phase === "initializing") session.client.isInitializedEarly = true;
      });
    case "shutdown":
      return taking(envelope, ({ id }) => void shuttingDown(id ?? "null", routing));
    case "exit":
      return taking(envelope, () => routing.leave());
    case "workspace/didChangeConfiguration":
      return taking(envelope, ({ bytes, body }) => {
        session.capabilityShim.recordSettings(body);
        for (const { run } of routing.members.running()) run?.send(bytes);
      });
    case "workspace/didChangeWorkspaceFolders":
      return taking(envelope, (message) => {
        recordFolderChange(message.body, session);
        routing.foldersChanged();
        // One that is alone has the client's folders, and hears of them from the client.
        if (!routing.arrangement.isRegistering)
          for (const { run } of routing.members.running()) run?.send(message.bytes);
      });
    default:
      return undefined;
  }
}

function initializing({ id, body }: Message, routing: Routing): void {
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
  routing.introduce(Buffer.from(body));
  void answering(id, routing);
}

function begin(routing: Routing): void {
  markInitialized(routing.session);
  routing.begun();
}

async function answering(id: string, routing: Routing): Promise<void> {
  const { session, arrangement } = routing;
  try {
    // At once where it can be: what the client says next must find the session begun.
    const answer = arrangement.welcome(id, routing);
    const body = answer instanceof Promise ? await answer : answer;
    session.toClient.send(frameOf(body));
    session.phase = "initialized";
    if (session.client.isInitializedEarly) begin(routing);
  } catch (error) {
    if (!(error instanceof LocateError)) session.log(`internal error in initialize: ${String((error as Error).stack)}`);
    const { message } = error as Error;
    const { code, data } = error instanceof LocateError ? error : { code: codes.internalError, data: undefined };
    session.respond(id, { error: { code, message, data } });
    session.phase = "new";
  }
}

async function shuttingDown(id: string, routing: Routing): Promise<void> {
  const { session, members } = routing;
  session.phase = "shutdown";
  await Promise.all(members.up().map((member) => member.shutDown()));
  session.respond(id, { result: null });
}
