/** A server that does not start leaves its languages to the next one in their lists. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainFault } from "../../../src/backend/startFailure.js";
import { afterTest } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";
import { ErrorReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import { type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";

const refusing = { initialize: () => new ErrorReply({ code: 1, message: "no licence" }) };

/** A session in which files of red go to redls, then to greenls. */
async function start(options: RoutedSessionOptions): Promise<RoutedSession> {
  const session = routedSession({
    languages: { red: { servers: ["redls", "greenls"] } },
    files: { "a.red": "one two", "b.red": "three" },
    ...options,
  });
  await session.open();
  return session;
}

test("Requests and documents of a server that refuses initialize go to the next one", async () => {
  const session = await start({ handlers: { redls: refusing } });
  session.didOpen("a.red");
  expect((await session.hover("a.red")).result).toEqual({ contents: "greenls a.red" });
  const next = await session.backend("greenls");
  expect(next.story.join("\n")).toContain("didOpen");
  const warning = await session.client.until(({ method }) => method === "window/showMessage", "the warning");
  expect(warning.params).toEqual({
    type: 2,
    message: "redls can't be used: it has refused initialize: no licence; greenls answers instead.",
  });
  session.didOpen("b.red");
  expect((await session.hover("b.red")).result).toEqual({ contents: "greenls b.red" });
  expect(session.started).toEqual(["redls", "greenls"]);
  await session.close();
});

test("A pending Locate goes to the next server, and locate/status says why", async () => {
  const session = await start({ handlers: { redls: refusing } });
  const { result } = await session.request("locate/hover", { locate: "a.red@one" });
  expect(result).toEqual({ contents: "greenls a.red" });
  const status = await session.request("locate/status", { textDocument: { uri: session.uri("a.red") } });
  expect(status.result.backends).toMatchObject([
    { name: "greenls", state: "ready", instead_of: "redls can't be used: it has refused initialize: no licence" },
  ]);
  await session.close();
});

test("A server that exits twice without a response gives way; the embedded server is the last", async () => {
  const session = await start({
    languages: { red: { servers: ["redls"] } },
    servers: { embedded: { command: ["embedded"] } },
    embedded: ["red"],
  });
  session.didOpen("a.red");
  (await session.backend("redls")).die(3);
  (await session.backend("redls", 2)).die(3);
  expect((await session.hover("a.red")).result).toEqual({ contents: "embedded a.red" });
  expect(session.started).toEqual(["redls", "redls", "embedded"]);
  await session.close();
});

test("A server that has responded before is started again, not replaced", async () => {
  const session = await start({});
  session.didOpen("a.red");
  await session.hover("a.red");
  for (const n of [1, 2, 3]) (await session.backend("redls", n)).die(3);
  expect((await session.hover("a.red")).result).toEqual({ contents: "redls a.red" });
  await session.close();
});

test("All servers of a language can fail: the last failure is reported", async () => {
  const session = await start({ handlers: { redls: refusing, greenls: refusing } });
  session.didOpen("a.red");
  expect((await session.hover("a.red")).error?.message).toContain("greenls can't serve");
  await session.close();
});

test("A changed servers.json gives the server another chance", async () => {
  useFakeTimers();
  const session = await start({ handlers: { redls: refusing } });
  session.didOpen("a.red");
  expect((await session.hover("a.red")).result).toEqual({ contents: "greenls a.red" });
  session.handlers("redls")["initialize"] = () => ({ capabilities: { textDocumentSync: 2, hoverProvider: true } });
  session.rewrite({ servers: { redls: { settings: { other: true } } } });
  while (session.started.length < 3) await advanceTimers(500);
  expect(session.started).toEqual(["redls", "greenls", "redls"]);
  expect((await session.hover("a.red")).result).toEqual({ contents: "redls a.red" });
  await session.close();
});

test("A server whose program has changed gets another chance, for files that are not open", async () => {
  const folder = mkdtempSync(join(tmpdir(), "locate-give-way-"));
  afterTest(() => removeFolder(folder));
  const program = join(folder, "redls");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const session = await start({ handlers: { [program]: refusing }, servers: { redls: { command: [program] } } });
  const ask = () => session.request("locate/hover", { locate: "a.red@one" });
  expect((await ask()).result).toEqual({ contents: "greenls a.red" });
  session.handlers(program)["initialize"] = () => ({ capabilities: { textDocumentSync: 2, hoverProvider: true } });
  const later = performance.now() + 3000;
  jest.spyOn(performance, "now").mockImplementation(() => later);
  expect((await ask()).result).toEqual({ contents: "greenls a.red" });
  writeFileSync(program, "#!/bin/sh\n# repaired\n");
  jest.mocked(performance.now).mockImplementation(() => later + 3000);
  expect((await ask()).result).toEqual({ contents: `${program} a.red` });
  expect(session.started).toEqual([program, "greenls", program]);
  await session.close();
});

test.each([
  ["Could not find a valid TypeScript installation. Please ensure …", /tsserver, which TypeScript 7 does not have/],
  ["no licence\nsee the manual", /^no licence$/],
  ["It has ended.", /^It has ended$/],
  ["Loading ...", /^Loading \.\.\.$/],
])("The fault %j is explained", (message, expected) => expect(explainFault(message)).toMatch(expected));
