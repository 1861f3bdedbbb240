/** `locate/diagnostic` with a server whose tsserver tells which diagnostics are to come. */

import { useFakeTimersFor } from "../../jest.js";
import { agentServers } from "../../session/agent/agentServers.js";
import { closePairs, ErrorReply, type Message, type Pair, pair } from "../../session/pair.js";
import { passTimeUntil } from "../../session/passTime.js";

afterEach(closePairs);

const COMMAND = "test.command";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** Opens a session whose tsserver answers with these messages: "filtered" is a suggestion. */
async function opened(messages: () => readonly string[]): Promise<Pair> {
  const session = pair({
    files: { "a.txt": "one" },
    command: ["testls"],
    servers: agentServers({ diagnostics: { strategy: "proof", tsserverCommand: COMMAND } }),
    serverCapabilities: { executeCommandProvider: { commands: [COMMAND] } },
    handlers: {
      "workspace/executeCommand": ({ arguments: [name] }: { arguments: readonly [string] }) => ({
        body: messages()
          .filter((text) => name === (text === "filtered" ? "suggestionDiagnosticsSync" : "semanticDiagnosticsSync"))
          .map(tsserverDiagnostic),
      }),
    },
  });
  await session.open();
  return session;
}

const tsserverDiagnostic = (text: string) => ({
  start: { line: 1, offset: 1 },
  end: { line: 1, offset: 4 },
  text,
  ...(text === "filtered" ? { code: 6133 } : {}),
});
const publish = (session: Pair, ...messages: readonly string[]) =>
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: { uri: session.uri("a.txt"), diagnostics: messages.map((message) => ({ range, message })) },
  });
const request = async (session: Pair) => {
  const { result } = await session.request("locate/diagnostic", { locate: "a.txt" });
  return result.items.map(({ message }: { message: string }) => message);
};
/** Replaces the clock, too, by which a wait that was in vain is known. */
const useFakeTimers = () => useFakeTimersFor("setTimeout", "clearTimeout", "performance");
/** Resolves when the server has been asked for this many proofs. */
const untilProof = ({ backend }: Pair, count: number) =>
  backend.until(() => backend.messages.filter(isLastOfProof).length >= count, "the proof");
const isLastOfProof = ({ params }: Message) => params?.arguments?.[0] === "suggestionDiagnosticsSync";

test("The response has what tsserver finds, also if syntax errors are published first", async () => {
  const session = await opened(() => ["syntax", "types"]);
  useFakeTimers();
  const response = request(session);
  await untilProof(session, 1);
  publish(session, "syntax");
  await passTimeUntil(untilProof(session, 2));
  publish(session, "syntax", "types");
  expect(await response).toEqual(["syntax", "types"]);
});

test("After a change that leaves the diagnostics as they are, the response needs no publication", async () => {
  const session = await opened(() => []);
  session.didOpen("a.txt", "one");
  const first = request(session);
  await untilProof(session, 1);
  publish(session);
  expect(await first).toEqual([]);
  session.didChange("a.txt", [{ text: "two" }]);
  expect(await request(session)).toEqual([]);
});

test("What the server filters out is not waited for for ever", async () => {
  const session = await opened(() => ["types", "filtered"]);
  useFakeTimers();
  const response = request(session);
  await untilProof(session, 1);
  publish(session, "types");
  expect(await passTimeUntil(response)).toEqual(["types"]);
});

test("An error that it has not published is waited for, as what it has published may be of an older text", async () => {
  const session = await opened(() => ["types"]);
  useFakeTimers();
  const response = request(session);
  await untilProof(session, 1);
  publish(session);
  await passTimeUntil(untilProof(session, 7));
  publish(session, "types");
  expect(await passTimeUntil(response)).toEqual(["types"]);
});

test("A text without diagnostics needs no publication, as tsserver says so", async () => {
  const session = await opened(() => []);
  expect(await request(session)).toEqual([]);
});

test("A server that publishes none of what tsserver finds has not checked the text", async () => {
  const session = await opened(() => ["types"]);
  useFakeTimers();
  const { error } = await passTimeUntil(session.request("locate/diagnostic", { locate: "a.txt" }));
  expect(error.data).toMatchObject({ kind: "not_checked", known: null });
});

test("A request that waits for a publication can be cancelled", async () => {
  const session = await opened(() => ["types"]);
  session.fromClient({ id: "d", method: "locate/diagnostic", params: { locate: "a.txt" } });
  await untilProof(session, 1);
  session.fromClient({ method: "$/cancelRequest", params: { id: "d" } });
  const { error } = await session.client.until(({ id }) => id === "d", "the response");
  expect(error.code).toBe(-32800);
});

test("A server that refuses the proof for now has not checked the text, whatever it publishes", async () => {
  const session = await opened(() => []);
  session.handlers["workspace/executeCommand"] = () => new ErrorReply({ code: -32802, message: "not yet" });
  useFakeTimers();
  const response = session.request("locate/diagnostic", { locate: "a.txt" });
  await untilProof(session, 1);
  publish(session, "old");
  expect((await passTimeUntil(response)).error.data).toMatchObject({ kind: "not_checked", known: { count: 1 } });
});

test("A proof that a server refuses for a while is waited for", async () => {
  const session = await opened(() => []);
  const prove = session.handlers["workspace/executeCommand"];
  session.handlers["workspace/executeCommand"] = () => new ErrorReply({ code: -32802, message: "not yet" });
  useFakeTimers();
  const response = request(session);
  await passTimeUntil(untilProof(session, 8));
  session.handlers["workspace/executeCommand"] = prove!;
  expect(await passTimeUntil(response)).toEqual([]);
});
