/** What a user has said about the server of all documents: its command, or the language. */

import { ErrorReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import { type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";

let session: RoutedSession;
beforeEach(() => useFakeTimers());
afterEach(() => session.close());

async function start(options: RoutedSessionOptions): Promise<void> {
  session = routedSession({
    languages: { red: { servers: ["redls"] }, green: { servers: ["greenls"] } },
    files: { "a.red": "one two", "b.green": "three", c: "four" },
    ...options,
  });
  await session.open();
}

const hover = async (locate: string) => (await session.request("locate/hover", { locate })).result;

test("The server of a command serves every document, whatever its language", async () => {
  await start({ wish: { command: ["ownls", "--stdio"] } });
  expect(await hover("a.red@one")).toEqual({ contents: "ownls a.red" });
  expect(await hover("b.green@three")).toEqual({ contents: "ownls b.green" });
  expect(session.started).toEqual(["ownls"]);
});

test("A command is started as the server that it is in servers.json", async () => {
  await start({
    wish: { command: ["runner", "greenls"] },
    servers: { greenls: { initializationOptions: { depth: 3 } } },
  });
  expect(await hover("a.red@one")).toEqual({ contents: "runner a.red" });
  const { params } = await (await session.backend("runner")).got("initialize");
  expect(params.initializationOptions).toEqual({ depth: 3 });
});

test("A command that refuses to start gives way to no other server", async () => {
  const refusing = { initialize: () => new ErrorReply({ code: 1, message: "no licence" }) };
  await start({ wish: { command: ["redls"] }, handlers: { redls: refusing } });
  const response = session.request("locate/hover", { locate: "a.red@one" });
  await advanceTimers(1000);
  expect((await response).error.message).toMatch(/^redls can't serve: it has refused initialize: no licence/);
  expect(session.started).toEqual(["redls"]);
});

test("With a language, its server serves files of every name, and of none", async () => {
  await start({ wish: { languageId: "red" } });
  expect(await hover("b.green@three")).toEqual({ contents: "redls b.green" });
  expect(await hover("c@four")).toEqual({ contents: "redls c" });
  expect(session.started).toEqual(["redls"]);
});

test("The status of a document says what its user should know of the choice", async () => {
  await start({ missing: ["redls"], servers: { embedded: { command: ["embedded"] } }, embedded: ["red"] });
  const status = await session.request("locate/status", { textDocument: { uri: session.uri("a.red") } });
  const [{ name, notice, instead_of }] = status.result.backends;
  expect([name, instead_of]).toEqual(["embedded", undefined]);
  expect(notice).toBe("No language server for red is installed; the embedded one answers, by syntax alone.");
});
