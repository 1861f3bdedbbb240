import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { ErrorReply, fullCapabilities, type Pair, type PairOptions, pair } from "../pair.js";

let session: Pair;
afterEach(() => session.close());

const symbols = [
  {
    name: "C",
    kind: 5,
    range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } },
    selectionRange: { start: { line: 0, character: 6 }, end: { line: 0, character: 7 } },
    children: [
      {
        name: "m",
        kind: 6,
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } },
        selectionRange: { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } },
      },
    ],
  },
];

async function openPoorClient(options: PairOptions = {}) {
  session = pair({ capabilities: {}, ...options });
  await session.open();
  return session.backend.messages[0]?.params.capabilities;
}

test("For a client that declares nothing, the capabilities that Locates need are declared", async () => {
  expect(await openPoorClient({ command: ["gopls"] })).toEqual({
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    window: { workDoneProgress: true },
  });
});

test("The initialize of a client with all capabilities passes byte for byte", async () => {
  session = pair({ capabilities: fullCapabilities });
  const body = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{ "x":1.0, "capabilities":${JSON.stringify(fullCapabilities)} }}`;
  session.fromClient(body);
  await session.client.until(({ id }) => id === 0, "the answer");
  expect(session.backend.bodies).toEqual([body]);
});

test("rust-analyzer's status is declared, and hidden from a client that did not declare it", async () => {
  expect((await openPoorClient({ command: ["rust-analyzer"] })).experimental).toEqual({
    serverStatusNotification: true,
  });
  session.fromBackend({ method: "experimental/serverStatus", params: { health: "ok", quiescent: true } });
  session.fromBackend({ method: "window/logMessage", params: { type: 3, message: "after it" } });
  await session.client.until(({ method }) => method === "window/logMessage", "the log");
  expect(session.client.messages.map(({ method }) => method)).not.toContain("experimental/serverStatus");
});

test("A client without hierarchical symbols gets flat ones", async () => {
  await openPoorClient({ handlers: { "textDocument/documentSymbol": () => symbols } });
  const { result } = await session.request("textDocument/documentSymbol", { textDocument: { uri: "file:///a.py" } });
  expect(result.map(({ name, location, containerName }: never) => [name, location["uri"], containerName])).toEqual([
    ["C", "file:///a.py", undefined],
    ["m", "file:///a.py", "C"],
  ]);
});

test("A client without hierarchical symbols gets flat partial results", async () => {
  await openPoorClient({
    handlers: {
      "textDocument/documentSymbol": () => {
        session.fromBackend({ method: "$/progress", params: { token: "p", value: symbols } });
        return null;
      },
    },
  });
  await session.request("textDocument/documentSymbol", {
    textDocument: { uri: "file:///a.py" },
    partialResultToken: "p",
  });
  const partial = await session.client.until(({ method }) => method === "$/progress", "a partial result");
  expect(partial.params.value.map(({ name }: { name: string }) => name)).toEqual(["C", "m"]);
});

test("A client without progress gets none of the server's, only that of its own tokens", async () => {
  await openPoorClient();
  session.fromBackend({ id: "c", method: "window/workDoneProgress/create", params: { token: 7 } });
  await session.backend.until(({ id }) => id === "c", "our answer");
  session.fromBackend({ method: "$/progress", params: { token: 7, value: { kind: "begin", title: "t" } } });
  session.fromBackend({ method: "$/progress", params: { token: "7", value: { kind: "begin", title: "own" } } });
  const seen = await session.client.until(({ method }) => method === "$/progress", "progress");
  expect(seen.params.value.title).toBe("own");
});

const listedRequests: [method: string, params: object | undefined, answer: unknown][] = [
  ["workspace/workspaceFolders", undefined, [{ uri: expect.any(String), name: "root" }]],
  ["client/registerCapability", { registrations: [{ id: "1", method: "textDocument/hover" }] }, null],
  ["client/unregisterCapability", { unregisterations: [{ id: "1", method: "textDocument/hover" }] }, null],
  ["workspace/semanticTokens/refresh", undefined, null],
  ["workspace/diagnostic/refresh", undefined, null],
];
const userRequests: typeof listedRequests = [
  ["workspace/applyEdit", { edit: {} }, { applied: false, failureReason: expect.any(String) }],
  ["window/showMessageRequest", { type: 1, message: "?" }, null],
  ["window/showDocument", { uri: "file:///x" }, { success: false }],
];

/** Sends a request of the server, waits until the client has it, and returns its id there. */
async function askClient(method: string, params?: object, id: string | number = 3) {
  session.fromBackend({ id, method, ...(params ? { params } : {}) });
  return (await session.client.until((message) => message.method === method, method)).id;
}

/** Returns the response that the server gets. */
function responseTo(request: string | number) {
  return session.backend.until(({ id, method }) => id === request && method === undefined, "the response");
}

test.each([...listedRequests, ...userRequests])(
  "%s reaches a client that did not declare it, and its result passes",
  async (method, params) => {
    await openPoorClient();
    const id = await askClient(method, params);
    session.fromClient({ id, result: { own: true } });
    expect((await responseTo(3)).result).toEqual({ own: true });
  },
);

test.each([...listedRequests, ...userRequests])(
  "%s is answered for a client that does not know it",
  async (method, params, answer) => {
    await openPoorClient();
    const id = await askClient(method, params);
    session.fromClient({ id, error: { code: -32601, message: "Method not found" } });
    expect((await responseTo(3)).result).toEqual(answer);
  },
);

test.each(listedRequests)(
  "%s is answered for a client that does not answer, and its late response is dropped",
  async (method, params, answer) => {
    await openPoorClient();
    const id = await askClient(method, params);
    expect((await responseTo(3)).result).toEqual(answer);
    session.fromClient({ id, result: "late" });
    await session.request("textDocument/hover", {});
    expect(session.backend.messages.filter((message) => message.id === 3 && message.method === undefined)).toHaveLength(
      1,
    );
  },
);

test.each<[string, PairOptions]>([
  ["does not know the request", {}],
  ["is silent by servers.json", { clientInfo: { name: "mute" } }],
])("The question of a server for a client that %s is logged", async (_, { clientInfo }) => {
  const servers = { ...shippedServers(), clients: new Map([["mute", { silent: true }]]) };
  await openPoorClient({ servers, ...(clientInfo && { clientInfo }) });
  const request = { method: "window/showMessageRequest", params: { type: 2, message: "Restart the build?" } };
  if (clientInfo) session.fromBackend({ id: 3, ...request });
  else {
    const id = await askClient(request.method, request.params);
    session.fromClient({ id, error: { code: -32601, message: "Method not found" } });
  }
  expect((await responseTo(3)).result).toBeNull();
  expect(session.logged).toContainEqual(
    expect.stringMatching(/ asks, and the client did not answer: Restart the build\?$/),
  );
});

test("Another error of a client that did not declare a request passes", async () => {
  await openPoorClient();
  const error = { code: -32603, message: "failed" };
  session.fromClient({ id: await askClient("workspace/applyEdit", { edit: {} }), error });
  expect((await responseTo(3)).error).toEqual(error);
});

test("A client that is silent by servers.json is not asked", async () => {
  const shipped = shippedServers();
  const servers = { ...shipped, clients: new Map([["mute", { silent: true }]]) };
  await openPoorClient({ servers, clientInfo: { name: "mute" } });
  session.fromBackend({ id: 3, method: "workspace/applyEdit", params: { edit: {} } });
  expect((await responseTo(3)).result.applied).toBe(false);
  expect(session.client.messages.map(({ method }) => method)).not.toContain("workspace/applyEdit");
});

test.each([
  "workspace/configuration",
  "workspace/workspaceFolders",
  "workspace/applyEdit",
  "window/showMessageRequest",
  "client/registerCapability",
])("%s goes to a client that can answer it", async (method) => {
  session = pair({ capabilities: fullCapabilities });
  await session.open();
  session.fromBackend({ id: 3, method, params: { items: [] } });
  await session.client.until((message) => message.method === method, method);
});

test.each<[string, object]>([
  ["of files it watches", { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }],
  ["of file operations", { workspace: { fileOperations: { dynamicRegistration: true } } }],
])("A client that takes registrations %s gets those of the backend", async (_what, capabilities) => {
  await openPoorClient({ capabilities });
  session.fromBackend({ id: 3, method: "client/registerCapability", params: { registrations: [] } });
  await session.client.until(({ method }) => method === "client/registerCapability", "the registration");
});

test("A client that has the words in something of its own has not declared to take registrations", async () => {
  await openPoorClient({ capabilities: { experimental: { notes: { dynamicRegistration: true } } } });
  const id = await askClient("client/registerCapability", { registrations: [] });
  session.fromClient({ id, error: { code: -32601, message: "Method not found" } });
  expect((await responseTo(3)).result).toBeNull();
});

test("Configuration comes from the client's last settings, then from servers.json, else it is null", async () => {
  await openPoorClient({ command: ["yaml-language-server"] });
  session.fromClient({ method: "workspace/didChangeConfiguration", params: { settings: { a: { b: 1.5 } } } });
  await session.backend.until(({ method }) => method === "workspace/didChangeConfiguration", "it");
  session.fromBackend({
    id: 3,
    method: "workspace/configuration",
    params: { items: [{ section: "a.b" }, { section: "nothing" }] },
  });
  expect(
    (await session.backend.until(({ id, method }) => id === 3 && method === undefined, "our answer")).result,
  ).toEqual([1.5, null]);
});

test("An editor that asks its user without having declared it still gets the request", async () => {
  session = pair({ capabilities: { window: { workDoneProgress: true } } });
  await session.open();
  session.fromBackend({ id: 3, method: "window/showMessageRequest", params: { type: 1, message: "?" } });
  await session.client.until(({ method }) => method === "window/showMessageRequest", "the question");
});

test("An error in the place of symbols passes to a client that takes only flat ones", async () => {
  const error = { code: -32603, message: "no symbols" };
  await openPoorClient({ handlers: { "textDocument/documentSymbol": () => new ErrorReply(error) } });
  session.didOpen("a.txt", "one");
  const textDocument = { uri: session.uri("a.txt") };
  expect((await session.request("textDocument/documentSymbol", { textDocument })).error).toEqual(error);
});
