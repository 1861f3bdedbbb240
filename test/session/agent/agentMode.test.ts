/** When agent mode is on, and what says so. */

import { closePairs, pair } from "../pair.js";
import { agentPair } from "./agentServers.js";

afterEach(closePairs);

const statusOf = async (session: ReturnType<typeof pair>) => {
  await session.open();
  return (await session.request("locate/status", {})).result;
};

test("A client that servers.json knows as an agent has agent mode, and the status and the log say why", async () => {
  const session = pair({ clientInfo: { name: "Claude Code" } });
  const status = await statusOf(session);
  expect(status.agent_mode).toBe('the client is "Claude Code"');
  expect(status.markdown).toContain('Agent mode is on: the client is "Claude Code".');
  expect(session.logged).toContain('agent mode is on: the client is "Claude Code"');
});

test("With --agent, any client has agent mode", async () => {
  const session = pair({ agent: true });
  expect((await statusOf(session)).agent_mode).toBe("--agent was given");
});

test.each([
  ["an unknown client", { clientInfo: { name: "Neovim" } }],
  ["a client without a name", {}],
  ["a client whose name is no string", { clientInfo: { name: 7 } }],
  ["a known agent with --no-agent", { clientInfo: { name: "Claude Code" }, agent: false }],
])("Agent mode is off for %s", async (_who, options) => {
  const session = pair(options);
  expect(await statusOf(session)).not.toHaveProperty("agent_mode");
  expect(session.logged.join()).not.toContain("agent mode");
});

test("In agent mode the server is told that files are watched, and the client never is asked to", async () => {
  const session = agentPair({ files: { "a.txt": "one" } });
  await session.open();
  const { params } = session.backend.messages.find(({ method }) => method === "initialize") ?? {};
  expect(params.capabilities.workspace.didChangeWatchedFiles).toEqual({
    dynamicRegistration: true,
    relativePatternSupport: true,
  });
  const registrations = [
    {
      id: "w",
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/*.txt" }] },
    },
  ];
  session.fromBackend({ id: "r", method: "client/registerCapability", params: { registrations } });
  await session.backend.until(({ id, method }) => id === "r" && method === undefined, "the answer to the registration");
  const references = () =>
    session.request("textDocument/references", {
      textDocument: { uri: session.uri("a.txt") },
      position: { line: 0, character: 0 },
      context: { includeDeclaration: true },
    });
  await references(); // the files are watched by now
  session.write("b.txt", "two");
  await references();
  const methods = session.backend.messages.map(({ method }) => method);
  const told = session.backend.messages
    .slice(0, methods.lastIndexOf("textDocument/references"))
    .filter(({ method }) => method?.endsWith("WatchedFiles"));
  expect(told.flatMap(({ params: { changes } }) => changes)).toContainEqual({ uri: session.uri("b.txt"), type: 1 });
  expect(session.client.messages.map(({ method }) => method)).not.toContain("client/registerCapability");
});

test.each([
  ["declares nothing", {}, { versionSupport: true }],
  ["writes [] for {}", { textDocument: [] }, { versionSupport: true }],
  [
    "declares them without versions",
    { textDocument: { publishDiagnostics: { relatedInformation: true } } },
    { relatedInformation: true, versionSupport: true },
  ],
])(
  "Published diagnostics with versions are declared to the server for a client that %s",
  async (_who, given, expected) => {
    const session = agentPair({ capabilities: given });
    await session.open();
    const { params } = session.backend.messages.find(({ method }) => method === "initialize") ?? {};
    expect(params.capabilities.textDocument.publishDiagnostics).toEqual(expected);
  },
);

test("Without agent mode, published diagnostics are not declared for the client", async () => {
  const session = pair({ agent: false, capabilities: {} });
  await session.open();
  const { params } = session.backend.messages.find(({ method }) => method === "initialize") ?? {};
  expect(params.capabilities.textDocument).not.toHaveProperty("publishDiagnostics");
});

test("A registration for something else than files reaches the client", async () => {
  const session = agentPair({ capabilities: { textDocument: { formatting: { dynamicRegistration: true } } } });
  await session.open();
  const registrations = [
    { id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [] } },
    { id: "f", method: "textDocument/formatting" },
  ];
  session.fromBackend({ id: "r", method: "client/registerCapability", params: { registrations } });
  const { params } = await session.client.until(({ id }) => id === "r", "the registration");
  expect(params.registrations).toEqual([{ id: "f", method: "textDocument/formatting" }]);
});

test.each([
  ["null for all", null],
  ["an empty object for all", {}],
  ["an empty list", []],
  ["one null for all", [null]],
  ["null", [null, null]],
  ["one empty object for all", [{}]],
  ["empty objects", [{}, {}]],
])("Settings that the client answers with %s are those of servers.json", async (_what, result) => {
  const session = agentPair({ server: { settings: { test: { level: 3 }, other: "x" } } });
  await session.open();
  const items = [{ section: "test" }, { section: "other" }];
  session.fromBackend({ id: "c", method: "workspace/configuration", params: { items } });
  await session.client.until(({ id }) => id === "c", "the request for settings");
  session.fromClient({ id: "c", result });
  const answer = await session.backend.until(({ id, method }) => id === "c" && !method, "the settings");
  expect(answer.result).toEqual([{ level: 3 }, "x"]);
});

test("A client that is late with its settings leaves the server with those of servers.json", async () => {
  const session = agentPair({
    capabilities: { workspace: { configuration: true } },
    server: { settings: { test: { level: 3 } } },
  });
  await session.open();
  session.fromBackend({ id: "c", method: "workspace/configuration", params: { items: [{ section: "test" }] } });
  await session.client.until(({ id }) => id === "c", "the request for settings");
  const answer = await session.backend.until(({ id, method }) => id === "c" && !method, "the settings");
  expect(answer.result).toEqual([{ level: 3 }]);
  session.fromClient({ id: "c", result: [{ level: 1 }] });
  await session.request("custom/echo", {});
  expect(session.backend.messages.filter(({ id, method }) => id === "c" && !method)).toHaveLength(1);
});

test("Settings that the client has win over those of servers.json", async () => {
  const session = agentPair({ server: { settings: { test: { level: 3 } } } });
  await session.open();
  session.fromBackend({ id: "c", method: "workspace/configuration", params: { items: [{ section: "test" }] } });
  await session.client.until(({ id }) => id === "c", "the request for settings");
  session.fromClient({ id: "c", result: [{ level: 1 }] });
  const answer = await session.backend.until(({ id, method }) => id === "c" && !method, "the settings");
  expect(answer.result).toEqual([{ level: 1 }]);
});

test("A client that sends everything at once, before the code is loaded, has it handled in order", async () => {
  const session = agentPair({
    files: { "a.txt": "one" },
    handlers: { "textDocument/hover": () => ({ contents: "x" }) },
  });
  const uri = session.uri("a.txt");
  const textDocument = { uri, languageId: "plaintext", version: 1, text: "one" };
  session.fromClient({ id: "i", method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  session.fromClient({ method: "initialized", params: {} });
  session.fromClient({ method: "textDocument/didOpen", params: { textDocument } });
  session.fromClient({
    id: "h",
    method: "textDocument/hover",
    params: { textDocument: { uri }, position: { line: 0, character: 0 } },
  });
  await session.client.until(({ id }) => id === "h", "the hover");
  const methods = session.backend.messages.map(({ method }) => method);
  expect(methods).toEqual(["initialize", "initialized", "textDocument/didOpen", "textDocument/hover"]);
  expect(session.client.messages.map(({ id }) => id)).toEqual(["i", "h"]);
});

test("A client that shows progress gets a short one at the start, which harnesses wait for", async () => {
  const session = agentPair();
  await session.open();
  const create = await session.client.until(({ method }) => method === "window/workDoneProgress/create", "a token");
  session.fromClient({ id: create.id, result: null });
  const kinds = () =>
    session.client.messages.filter(({ method }) => method === "$/progress").map(({ params }) => params.value.kind);
  await session.client.until(({ params }) => params?.value?.kind === "end", "the end of the progress");
  expect(kinds()).toEqual(["begin", "end"]);
  expect(session.backend.messages.some(({ id }) => id === create.id)).toBe(false);
});

test("A client that shows no progress gets none", async () => {
  const session = agentPair({ capabilities: {} });
  await session.open();
  await session.request("textDocument/hover", {});
  expect(session.client.messages.some(({ method }) => method === "window/workDoneProgress/create")).toBe(false);
});

test("Without agent mode, an answer of the server passes byte for byte, empty and early", async () => {
  const session = pair({ agent: false, handlers: { "textDocument/references": () => [] } });
  await session.open();
  const { result } = await session.request("textDocument/references", { textDocument: { uri: session.uri("a.txt") } });
  expect(result).toEqual([]);
});
