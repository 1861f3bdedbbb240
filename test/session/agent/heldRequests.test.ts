/** Requests in agent mode, to a server that loads. */

import { closePairs, noReply, type Pair } from "../pair.js";
import { agentPair, loadingPair, readySign } from "./agentServers.js";

afterEach(closePairs);

const at = (session: Pair, path: string, character = 0) => ({
  textDocument: { uri: session.uri(path) },
  position: { line: 0, character },
});
const sentBefore = (session: Pair, method: string) =>
  session.backend.messages.filter((message) => message.method === method).length;
/** Resolves when the backend has had everything that the client sent before. */
const afterAll = (session: Pair) => session.request("custom/echo", {});

/** In a file that exists, and has not changed. */
const place = { uri: import.meta.url, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
const item = { name: "a", kind: 12, uri: place.uri, range: place.range, selectionRange: place.range };
const crossFile: readonly (readonly [string, object])[] = [
  ["textDocument/references", { context: { includeDeclaration: true } }],
  ["textDocument/implementation", {}],
  ["textDocument/rename", { newName: "x" }],
  ["textDocument/prepareRename", {}],
  ["textDocument/prepareCallHierarchy", {}],
  ["textDocument/prepareTypeHierarchy", {}],
  ["callHierarchy/incomingCalls", { item }],
  ["typeHierarchy/subtypes", { item }],
  ["workspace/symbol", { query: "a" }],
];

test.each(crossFile)("%s waits until the server has loaded", async (method, more) => {
  const serverCapabilities = { implementationProvider: true, typeHierarchyProvider: true };
  const session = loadingPair({ serverCapabilities, handlers: { [method]: () => [place] } });
  await session.open();
  session.didOpen("a.txt", "one two");
  const about = method.startsWith("textDocument/") ? at(session, "a.txt") : {};
  const answer = session.request(method, { ...about, ...more });
  await afterAll(session);
  expect(sentBefore(session, method)).toBe(0);
  session.fromBackend({ ...readySign });
  expect((await answer).result).toEqual([place]);
  expect(sentBefore(session, method)).toBe(1);
});

test.each(["textDocument/hover", "textDocument/definition", "textDocument/documentSymbol"])(
  "%s goes at once, and an empty answer of a loading server is asked for again",
  async (method) => {
    const answers = [null, [], [place]];
    const session = loadingPair({ handlers: { [method]: () => answers.shift() } });
    await session.open();
    session.didOpen("a.txt", "one two");
    const answer = session.request(method, at(session, "a.txt"));
    await session.backend.until((message) => message.method === method, method);
    await afterAll(session);
    session.fromBackend({ ...readySign });
    // The second answer is empty too, and the server had loaded by then.
    expect((await answer).result).toEqual([]);
    expect(sentBefore(session, method)).toBe(2);
  },
);

test("An answer that is not empty passes at once, also of a loading server", async () => {
  const session = loadingPair({ handlers: { "textDocument/hover": () => ({ contents: "text" }) } });
  await session.open();
  session.didOpen("a.txt", "one");
  expect((await session.request("textDocument/hover", at(session, "a.txt"))).result).toEqual({ contents: "text" });
});

test("The text of a document alone is never waited for", async () => {
  const session = loadingPair({ handlers: { "textDocument/foldingRange": () => [] } });
  await session.open();
  session.didOpen("a.txt", "one");
  expect((await session.request("textDocument/foldingRange", at(session, "a.txt"))).result).toEqual([]);
});

test("Past the timeout of the rule the answer is not_ready, which says what is waited for", async () => {
  const session = loadingPair({ server: { timeout: 0.02 } });
  await session.open();
  session.didOpen("a.txt", "one");
  const { error } = await session.request("textDocument/references", at(session, "a.txt"));
  expect(error).toMatchObject({ code: -32803, data: { kind: "not_ready", backend: "testls" } });
  expect(error.message).toMatch(/^testls is still loading after \d+ s; the request waited for /);
  expect(error.message).toContain("Send it again later");
});

test("Past the timeout an empty answer is not_ready, until the server has given one that is not", async () => {
  const results: unknown[] = [[], [place], []];
  const session = loadingPair({
    server: { timeout: 0.02 },
    handlers: { "textDocument/references": () => results.shift() },
  });
  await session.open();
  session.didOpen("a.txt", "one");
  const references = () => session.request("textDocument/references", at(session, "a.txt"));
  expect((await references()).error.data.kind).toBe("not_ready");
  const second = await references();
  expect(second.error).toMatchObject({ code: -32803, data: { kind: "not_ready" } });
  expect(second.error.message).toContain("testls found nothing, but has not said that it has loaded");
  expect((await references()).result).toEqual([place]);
  expect((await references()).result).toEqual([]);
});

test("A request that is held back can be cancelled, and never reaches the server", async () => {
  const session = loadingPair();
  await session.open();
  session.didOpen("a.txt", "one");
  session.fromClient({ id: "r", method: "textDocument/references", params: at(session, "a.txt") });
  session.fromClient({ method: "$/cancelRequest", params: { id: "r" } });
  const { error } = await session.client.until(({ id }) => id === "r", "the answer");
  expect(error.code).toBe(-32800);
  session.fromBackend({ ...readySign });
  await afterAll(session);
  expect(sentBefore(session, "textDocument/references")).toBe(0);
  expect(sentBefore(session, "$/cancelRequest")).toBe(0);
});

test("The cancellation of a request that the server has reaches the server", async () => {
  const session = loadingPair({ handlers: { "textDocument/hover": () => noReply } });
  await session.open();
  session.didOpen("a.txt", "one");
  session.fromClient({ id: "h", method: "textDocument/hover", params: at(session, "a.txt") });
  session.fromClient({ method: "$/cancelRequest", params: { id: "h" } });
  const cancel = await session.backend.until(({ method }) => method === "$/cancelRequest", "the cancellation");
  expect(cancel.params).toEqual({ id: "h" });
});

test("While a request is held back, edits pass, and its position follows the text", async () => {
  const positions: unknown[] = [];
  const session = loadingPair({
    handlers: {
      "textDocument/references": ({ position }: { position: object }) => positions.push(position) && [place],
    },
  });
  await session.open();
  session.didOpen("a.txt", "one two");
  const answer = session.request("textDocument/references", at(session, "a.txt", 4));
  const start = { line: 0, character: 0 };
  session.didChange("a.txt", [{ range: { start, end: start }, text: "zero\n" }]);
  await afterAll(session);
  session.fromBackend({ ...readySign });
  expect((await answer).result).toEqual([place]);
  expect(positions).toEqual([{ line: 1, character: 4 }]);
});

test("A request whose text is deleted while it is held back is content_modified", async () => {
  const session = loadingPair();
  await session.open();
  session.didOpen("a.txt", "one two");
  const answer = session.request("textDocument/references", at(session, "a.txt", 5));
  session.didChange("a.txt", [{ text: "" }]);
  await afterAll(session);
  session.fromBackend({ ...readySign });
  const { error } = await answer;
  expect(error).toMatchObject({ code: -32801, data: { kind: "content_modified", uri: session.uri("a.txt") } });
  expect(error.message).toContain("Read the file again");
});

test("While a request waits, the client gets progress under its own token", async () => {
  const session = loadingPair({ handlers: { "textDocument/references": () => [place] } });
  await session.open();
  session.didOpen("a.txt", "one");
  const answer = session.request("textDocument/references", { ...at(session, "a.txt"), workDoneToken: "t" });
  await session.client.until(({ params }) => params?.token === "t" && params.value.kind === "begin", "the progress");
  session.fromBackend({ ...readySign });
  await answer;
  const own = session.client.messages.filter(({ params }) => params?.token === "t");
  expect(own.map(({ params }) => params.value.kind)).toEqual(["begin", "end"]);
});

test("A file that the client has not opened is opened at the server first", async () => {
  const session = agentPair({
    files: { "a.txt": "one two" },
    handlers: { "textDocument/definition": () => [place] },
  });
  await session.open();
  expect((await session.request("textDocument/definition", at(session, "a.txt"))).result).toEqual([place]);
  const methods = session.backend.messages.map(({ method }) => method);
  expect(methods.indexOf("textDocument/didOpen")).toBeGreaterThan(0);
  expect(methods.indexOf("textDocument/didOpen")).toBeLessThan(methods.indexOf("textDocument/definition"));
});

test("A file that does not exist is the server's to report", async () => {
  const session = agentPair({ handlers: { "textDocument/definition": () => [] } });
  await session.open();
  expect((await session.request("textDocument/definition", at(session, "none.txt"))).result).toEqual([]);
});

test("A request that the server has cancelled because the text changed is sent again", async () => {
  const answers = [new (await import("../pair.js")).ErrorReply({ code: -32801, message: "modified" }), [place]];
  const session = agentPair({
    files: { "a.txt": "one" },
    handlers: { "textDocument/references": () => answers.shift() },
  });
  await session.open();
  session.didOpen("a.txt", "one");
  expect((await session.request("textDocument/references", at(session, "a.txt"))).result).toEqual([place]);
});

test("A request that a server fails as it may for a moment is sent again", async () => {
  const { ErrorReply } = await import("../pair.js");
  const failure = { code: -32603, message: "<semantic> TypeScript Server Error (6.0.3)\nNo Project.\n" };
  const answers = [new ErrorReply(failure), [place]];
  const session = agentPair({
    files: { "a.txt": "one" },
    command: ["typescript-language-server"],
    handlers: { "textDocument/references": () => answers.shift() },
  });
  await session.open();
  session.didOpen("a.txt", "one");
  expect((await session.request("textDocument/references", at(session, "a.txt"))).result).toEqual([place]);
});

test("At the end of the session, what is held back is answered", async () => {
  const session = loadingPair();
  await session.open();
  session.didOpen("a.txt", "one");
  const answer = session.request("textDocument/references", at(session, "a.txt"));
  session.fromClient({ id: "s", method: "shutdown" });
  expect((await answer).error).toMatchObject({ code: -32800 });
});
