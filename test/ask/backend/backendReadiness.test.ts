import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { type Pair, type PairOptions, pair } from "../../session/pair.js";

let session: Pair;
afterEach(() => session.close());

/** A server whose loading shows as progress "Loading", with a rule short enough for a test. */
function slow(ready: object, options: PairOptions = {}) {
  const shipped = shippedServers();
  const server = { ...shipped.servers.get("gopls"), name: "slow", command: ["slow"], ready } as never;
  session = pair({
    files: { "a.go": "x" },
    command: ["slow"],
    servers: { ...shipped, servers: new Map([["slow", server]]) },
    ...options,
  });
  return session.open();
}

const progress = (value: object) => session.fromBackend({ method: "$/progress", params: { token: "load", value } });
const rule = { progress: "^Loading$", grace: 600, timeout: 600 };

test("An empty result of a server that is not ready is requested again when it is", async () => {
  let loaded = false;
  await slow(rule, { handlers: { "textDocument/hover": () => (loaded ? { contents: "x" } : null) } });
  const answer = session.request("locate/hover", { locate: "a.go@x" });
  await session.backend.until(({ method }) => method === "textDocument/hover", "hover");
  progress({ kind: "begin", title: "Loading" });
  loaded = true;
  progress({ kind: "end" });
  expect((await answer).result).toEqual({ contents: "x" });
});

test("An empty result is requested again while the server loads, until one is not empty", async () => {
  const results = [null, null, { contents: "x" }];
  await slow(rule, { handlers: { "textDocument/hover": () => results.shift() } });
  progress({ kind: "begin", title: "Loading" });
  const { result } = await session.request("locate/hover", { locate: "a.go@x", workDoneToken: "w" });
  expect(result).toEqual({ contents: "x" });
  expect(results).toEqual([]);
  const ours = session.client.messages.filter(({ params }) => params?.token === "w");
  expect(ours.map(({ params }) => params.value.kind)).toEqual(["begin", "end"]);
});

test("An empty result about a file that the server may still analyse is requested again", async () => {
  const results = [null, { contents: "x" }];
  await slow(
    { log: "^loaded$", from: "start", analysis: 600, timeout: 600 },
    { handlers: { "textDocument/hover": () => results.shift(), "textDocument/references": () => [1] } },
  );
  session.fromBackend({ method: "window/logMessage", params: { type: 3, message: "loaded" } });
  // Waits until it has loaded.
  expect((await session.request("locate/references", { locate: "a.go@x" })).result).toEqual([1]);
  expect((await session.request("locate/hover", { locate: "a.go@x" })).result).toEqual({ contents: "x" });
  expect(results).toEqual([]);
});

test("A server whose progress ends only with a further message gets one", async () => {
  await slow({ ...rule, nudge: true }, { handlers: { "textDocument/references": () => [1] } });
  progress({ kind: "begin", title: "Loading", message: "3/4" });
  const answer = session.request("locate/references", { locate: "a.go@x" });
  const { params } = await session.backend.until(({ method }) => method === "$/cancelRequest", "a message");
  expect(session.backend.messages.map(({ id }) => id)).not.toContain(params.id);
  progress({ kind: "end" });
  expect((await answer).result).toEqual([1]);
});

test("A result that is not empty passes at once, even before the server is ready", async () => {
  await slow(rule, { handlers: { "textDocument/hover": () => ({ contents: "x" }) } });
  progress({ kind: "begin", title: "Loading" });
  expect((await session.request("locate/hover", { locate: "a.go@x" })).result).toEqual({ contents: "x" });
});

test("A request across files waits until the server has loaded, and reports progress", async () => {
  await slow(rule, { handlers: { "textDocument/references": () => [1] } });
  session.fromBackend({ id: "c", method: "window/workDoneProgress/create", params: { token: "load" } });
  progress({ kind: "begin", title: "Loading" });
  const answer = session.request("locate/references", { locate: "a.go@x", workDoneToken: "w" });
  const begin = await session.client.until(({ params }) => params?.token === "w", "our progress");
  expect(begin.params.value).toMatchObject({ kind: "begin", message: expect.stringContaining("Loading") });
  expect(session.backend.messages.map(({ method }) => method)).not.toContain("textDocument/references");
  progress({ kind: "end" });
  expect((await answer).result).toEqual([1]);
  const ours = session.client.messages
    .filter(({ params }) => params?.token === "w")
    .map(({ params }) => params.value.kind);
  expect(ours).toEqual(["begin", "end"]);
  const asked = session.backend.messages.find(({ method }) => method === "textDocument/references");
  expect(asked?.params).not.toHaveProperty("workDoneToken");
});

test("A server without a sign of loading within the grace time counts as ready", async () => {
  await slow({ progress: "^Loading$", grace: 0.05 }, { handlers: { "textDocument/references": () => [1] } });
  expect((await session.request("locate/references", { locate: "a.go@x" })).result).toEqual([1]);
});

test("After the loading timeout a request fails with not_ready once, and later ones pass", async () => {
  await slow(
    { progress: "^Loading$", grace: 0.01, timeout: 0.1 },
    { handlers: { "textDocument/references": () => [] } },
  );
  progress({ kind: "begin", title: "Loading", message: "3/40" });
  const { error } = await session.request("locate/references", { locate: "a.go@x" });
  expect(error).toMatchObject({
    code: -32803,
    data: { kind: "not_ready", waiting_for: expect.stringContaining("3/40") },
  });
  expect((await session.request("locate/references", { locate: "a.go@x" })).result).toEqual([]);
});

test("Waiting for the server ends when the client cancels", async () => {
  await slow(rule, { handlers: { "textDocument/references": () => [] } });
  progress({ kind: "begin", title: "Loading" });
  const answer = session.request("locate/references", { locate: "a.go@x", workDoneToken: "w" });
  await session.client.until(({ params }) => params?.token === "w", "our progress");
  session.fromClient({ method: "$/cancelRequest", params: { id: 2 } });
  expect((await answer).error.code).toBe(-32800);
});

test("Symbols that are missing while the server loads are requested again", async () => {
  let loaded = false;
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  await slow(rule, {
    handlers: {
      "textDocument/documentSymbol": () => (loaded ? [{ name: "x", kind: 13, range, selectionRange: range }] : []),
    },
  });
  const answer = session.request("locate/resolve", { locate: "a.go:x" });
  await session.backend.until(({ method }) => method === "textDocument/documentSymbol", "documentSymbol");
  progress({ kind: "begin", title: "Loading" });
  loaded = true;
  progress({ kind: "end" });
  expect((await answer).result).toMatchObject({
    position: { line: 1, character: 1 },
    symbol: { path: ["x"], source: "backend", count: 1 },
  });
});
