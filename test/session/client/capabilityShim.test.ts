import { fullCapabilities, type Pair, type PairOptions, pair } from "../pair.js";

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

async function poor(options: PairOptions = {}) {
  session = pair({ capabilities: {}, ...options });
  await session.open();
  return session.backend.messages[0]?.params.capabilities;
}

test("for a client that declares nothing, what Locates need is declared", async () => {
  expect(await poor({ command: ["gopls"] })).toEqual({
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    window: { workDoneProgress: true },
  });
});

test("a rich client's initialize passes byte for byte", async () => {
  session = pair({ capabilities: fullCapabilities });
  const body = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{ "x":1.0, "capabilities":${JSON.stringify(fullCapabilities)} }}`;
  session.fromClient(body);
  await session.client.until(({ id }) => id === 0, "the answer");
  expect(session.backend.bodies).toEqual([body]);
});

test("rust-analyzer's status is asked for, and kept from who did not ask", async () => {
  expect((await poor({ command: ["rust-analyzer"] })).experimental).toEqual({ serverStatusNotification: true });
  session.fromBackend({ method: "experimental/serverStatus", params: { health: "ok", quiescent: true } });
  session.fromBackend({ method: "window/logMessage", params: { type: 3, message: "behind it" } });
  await session.client.until(({ method }) => method === "window/logMessage", "the log");
  expect(session.client.messages.map(({ method }) => method)).not.toContain("experimental/serverStatus");
});

test("its own documentSymbol answers are flat", async () => {
  await poor({ handlers: { "textDocument/documentSymbol": () => symbols } });
  const { result } = await session.request("textDocument/documentSymbol", { textDocument: { uri: "file:///a.py" } });
  expect(result.map(({ name, location, containerName }: never) => [name, location["uri"], containerName])).toEqual([
    ["C", "file:///a.py", undefined],
    ["m", "file:///a.py", "C"],
  ]);
});

test("partial ones too", async () => {
  await poor({
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

test("progress that the server began ends with us; the client's own token passes", async () => {
  await poor();
  session.fromBackend({ id: "c", method: "window/workDoneProgress/create", params: { token: 7 } });
  await session.backend.until(({ id }) => id === "c", "our answer");
  session.fromBackend({ method: "$/progress", params: { token: 7, value: { kind: "begin", title: "t" } } });
  session.fromBackend({ method: "$/progress", params: { token: "7", value: { kind: "begin", title: "own" } } });
  const seen = await session.client.until(({ method }) => method === "$/progress", "progress");
  expect(seen.params.value.title).toBe("own");
});

test.each([
  ["workspace/workspaceFolders", undefined, [{ uri: expect.any(String), name: "root" }]],
  ["workspace/applyEdit", { edit: {} }, { applied: false, failureReason: expect.any(String) }],
  ["window/showMessageRequest", { type: 1, message: "?" }, null],
  ["client/registerCapability", { registrations: [{ id: "1", method: "textDocument/hover" }] }, null],
  ["workspace/semanticTokens/refresh", undefined, null],
  ["workspace/diagnostic/refresh", undefined, null],
])("%s is answered for it", async (method, params, answer) => {
  await poor();
  session.fromBackend({ id: 3, method, ...(params ? { params } : {}) });
  expect(
    (await session.backend.until(({ id, method: asked }) => id === 3 && asked === undefined, "our answer")).result,
  ).toEqual(answer);
  expect(session.client.messages.map((message) => message.method)).not.toContain(method);
});

test.each([
  "workspace/configuration",
  "workspace/workspaceFolders",
  "workspace/applyEdit",
  "window/showMessageRequest",
  "client/registerCapability",
])("%s goes to a client that can answer", async (method) => {
  session = pair({ capabilities: fullCapabilities });
  await session.open();
  session.fromBackend({ id: 3, method, params: { items: [] } });
  await session.client.until((message) => message.method === method, method);
});

test.each<[string, object]>([
  ["of files it watches", { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }],
  ["of file operations", { workspace: { fileOperations: { dynamicRegistration: true } } }],
])("A client that takes registrations %s gets those of the backend", async (_what, capabilities) => {
  await poor({ capabilities });
  session.fromBackend({ id: 3, method: "client/registerCapability", params: { registrations: [] } });
  await session.client.until(({ method }) => method === "client/registerCapability", "the registration");
});

test("A client that has the words in something of its own takes no registrations", async () => {
  await poor({ capabilities: { experimental: { notes: { dynamicRegistration: true } } } });
  session.fromBackend({ id: 3, method: "client/registerCapability", params: { registrations: [] } });
  await session.backend.until(({ id, method }) => id === 3 && method === undefined, "our answer");
  expect(session.client.messages.map(({ method }) => method)).not.toContain("client/registerCapability");
});

test("configuration: the client's last settings, then those of servers.json, else null", async () => {
  await poor({ command: ["yaml-language-server"] });
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

test("an editor that asks its user, though it never declared that, still does", async () => {
  session = pair({ capabilities: { window: { workDoneProgress: true } } });
  await session.open();
  session.fromBackend({ id: 3, method: "window/showMessageRequest", params: { type: 1, message: "?" } });
  await session.client.until(({ method }) => method === "window/showMessageRequest", "the question");
});
