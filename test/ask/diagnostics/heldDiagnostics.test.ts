/** Pushed diagnostics in agent mode: only what is about the last text, and complete. */

import { closePairs } from "../../session/pair.js";
import { opened, problem, publish, published, roundTrip, untilPublished } from "./publications.js";

afterEach(closePairs);

test("Of several publications in a row, the client gets the last one", async () => {
  const session = await opened();
  publish(session, 1);
  publish(session, 1, "syntax");
  publish(session, 1, "syntax", "types");
  await untilPublished(session, "types");
  expect(published(session)).toEqual([{ version: 1, messages: ["syntax", "types"] }]);
});

test("A publication about an older version is dropped", async () => {
  const session = await opened();
  session.didChange("a.txt", [{ text: "two" }]);
  await roundTrip(session);
  publish(session, 1, "old");
  publish(session, 2, "new");
  await untilPublished(session, "new");
  expect(published(session)).toEqual([{ version: 2, messages: ["new"] }]);
});

test("A publication without a version that came before a change is dropped", async () => {
  const session = await opened();
  publish(session, undefined, "old");
  await session.request("custom/echo", {}); // it has come by now, and is not settled
  session.didChange("a.txt", [{ text: "two" }]);
  await roundTrip(session);
  publish(session, null, "new");
  await untilPublished(session, "new");
  expect(published(session).at(-1)).toEqual({ version: 2, messages: ["new"] });
});

test("While the server reports progress, its diagnostics are not settled", async () => {
  const session = await opened();
  session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind: "begin", title: "Checking" } } });
  publish(session, 1, "first");
  // Longer than the server's diagnostics take to settle.
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(published(session)).toEqual([]);
  publish(session, 1, "first", "last");
  session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind: "end" } } });
  await untilPublished(session, "last");
  expect(published(session)).toEqual([{ version: 1, messages: ["first", "last"] }]);
});

test("What a server publishes with the right version while it analyses is not its last word", async () => {
  const session = await opened({ server: { diagnostics: { quiet: 0.03, strategy: "version", progress: true } } });
  session.fromBackend({ id: 1, method: "window/workDoneProgress/create", params: { token: "p" } });
  session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind: "begin", title: "Analysing" } } });
  publish(session, 1, "known before");
  await roundTrip(session);
  expect(published(session)).toEqual([]);
  publish(session, 1);
  session.fromBackend({ method: "$/progress", params: { token: "p", value: { kind: "end" } } });
  await session.client.until(({ method }) => method === "textDocument/publishDiagnostics", "the diagnostics");
  expect(published(session)).toEqual([{ version: 1, messages: [] }]);
  publish(session, 1, "at once");
  await untilPublished(session, "at once");
});

test("The diagnostics of the disk's text carry the client's version", async () => {
  const session = await opened();
  session.write("a.txt", "one two");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "the disk's text");
  publish(session, 2, "of the disk");
  await untilPublished(session, "of the disk");
  expect(published(session)).toEqual([{ version: 1, messages: ["of the disk"] }]);
});

test("A client that then sends the text of the disk itself gets its diagnostics with the new version", async () => {
  const session = await opened();
  session.write("a.txt", "one two");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "the disk's text");
  publish(session, 2, "of the disk");
  await untilPublished(session, "of the disk");
  session.didChange("a.txt", [{ text: "one two" }]);
  await session.client.until(({ params }) => params?.version === 2, "the diagnostics once more");
  expect(published(session).at(-1)).toEqual({ version: 2, messages: ["of the disk"] });
});

test("Diagnostics of a file that is not open pass at once", async () => {
  const session = await opened({ server: { diagnostics: { quiet: 10 } } });
  const params = { uri: session.uri("other.txt"), diagnostics: [problem("elsewhere")] };
  session.fromBackend({ method: "textDocument/publishDiagnostics", params });
  const { params: got } = await untilPublished(session, "elsewhere");
  expect(got).toEqual(params);
});

test("Of a server that leaves out unchanged sets, the last one is published again, ranges moved", async () => {
  const session = await opened({ server: { diagnostics: { quiet: 0.03, omitsUnchanged: true } } });
  publish(session, 1, "same");
  await untilPublished(session, "same");
  const start = { line: 0, character: 0 };
  session.didChange("a.txt", [{ range: { start, end: start }, text: "new\n" }]);
  const { params } = await session.client.until(({ params }) => params?.version === 2, "the diagnostics once more");
  expect(params.diagnostics).toEqual([
    { message: "same", range: { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } } },
  ]);
});

test("Of any other server nothing is published that it has not said of the last text", async () => {
  const session = await opened();
  publish(session, 1, "first");
  await untilPublished(session, "first");
  session.didChange("a.txt", [{ text: "two" }]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(published(session)).toHaveLength(1);
});

test("A server that only answers pull requests is asked, for a client that does not pull", async () => {
  const session = await opened({
    serverCapabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
    handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [problem("on request")] }) },
  });
  await untilPublished(session, "on request");
  expect(published(session)).toEqual([{ version: 1, messages: ["on request"] }]);
});

test("A client that pulls is left to it", async () => {
  const session = await opened({
    capabilities: { textDocument: { diagnostic: {} } },
    serverCapabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
    handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [problem("on request")] }) },
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(session.backend.messages.some(({ method }) => method === "textDocument/diagnostic")).toBe(false);
});
