/** What servers learn in agent mode of files on disk, by the rules of servers.json. */

import type { FileEventsRule } from "../../../src/backend/config/servers.js";
import { closePairs, type Message } from "../pair.js";
import { agentPair } from "./agentServers.js";

afterEach(closePairs);

/** Changes a header in a session with a rule; resolves with the server's messages about it. */
async function changeHeader(fileEvents: FileEventsRule): Promise<readonly Message[]> {
  const session = agentPair({
    files: { "lib.h": "int a;", "main.c": "" },
    server: { fileEvents },
    handlers: { "textDocument/references": () => null },
  });
  await session.open();
  session.didOpen("main.c", "");
  // The events up to a request are sent before it.
  const request = () =>
    session.request("textDocument/references", {
      textDocument: { uri: session.uri("main.c") },
      position: { line: 0, character: 0 },
      context: { includeDeclaration: true },
    });
  await request();
  session.write("lib.h", "int a; int b;");
  await request();
  return session.backend.messages.filter(({ params }) => JSON.stringify(params).includes(session.uri("lib.h")));
}

test("Files that match the rule are watched for a server that does not register for them", async () => {
  const [event, ...others] = await changeHeader({ watch: ["**/*.h"] });
  expect(event?.method).toBe("workspace/didChangeWatchedFiles");
  expect(event?.params.changes).toMatchObject([{ type: 2 }]);
  expect(others).toEqual([]);
});

test("A server that checks its documents only after a didSave gets one for a changed file", async () => {
  const messages = await changeHeader({ watch: ["**/*.h"], asSaved: true });
  expect(messages.map(({ method }) => method)).toEqual(["workspace/didChangeWatchedFiles", "textDocument/didSave"]);
});
