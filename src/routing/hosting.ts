/** What a client says to the session as a whole: initialize is answered at once, by us; what is about the workspace goes to everybody who runs. */

import { codes } from "../error.js";
import { changeFolders, initialized, introduced, protocolVersion } from "../session/lifecycle.js";
import { locateMethods } from "../session/methods.js";
import type { Message } from "../wire/collect.js";
import type { Envelope } from "../wire/envelope.js";
import type { Verdict } from "../wire/frames.js";
import { languagesFound } from "./languagesFound.js";
import type { Routing } from "./routing.js";
import { taking } from "./taking.js";
import { welcome } from "./welcome.js";

/** The client's side of the session's life. */
export function hosting(envelope: Envelope, routing: Routing): Verdict | undefined {
  const { session } = routing;
  switch (envelope.method) {
    case "initialize":
      return taking(envelope, (message) => initializing(message, routing));
    case "initialized":
      return taking(envelope, () => {
        if (session.phase === "initialized") initialized(session);
      });
    case "shutdown":
      return taking(envelope, ({ id }) => void shuttingDown(id ?? "null", routing));
    case "exit":
      return taking(envelope, () => routing.leave());
    case "workspace/didChangeConfiguration":
      return taking(envelope, ({ bytes, body }) => {
        session.courtesy.configured(body);
        for (const { run } of routing.members.running()) run?.send(bytes);
      });
    case "workspace/didChangeWorkspaceFolders":
      return taking(envelope, ({ body }) => {
        changeFolders(body, session);
        routing.foldersChanged();
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
  if (id === undefined || !introduced(body, id, session)) {
    refuse(codes.parseError, "initialize must be a request, and JSON.");
    return;
  }
  routing.introduce(Buffer.from(body));
  const { capabilities } = session.client;
  const expected = routing.members.expectedOf(languagesFound(session));
  const experimental = { locate: { version: protocolVersion, methods: locateMethods } };
  const answer = {
    capabilities: { ...welcome(capabilities, expected), experimental },
    serverInfo: { name: "lsp-locate", version: routing.version },
  };
  session.respond(id, { result: answer });
  session.phase = "initialized";
}

async function shuttingDown(id: string, routing: Routing): Promise<void> {
  const { session, members } = routing;
  session.phase = "shutdown";
  await Promise.all(members.running().map((member) => member.shutDown()));
  session.respond(id, { result: null });
}
