/** `locate/*` as commands of `workspace/executeCommand`. */

import { locateMethods } from "../../../src/ask/methodTable.js";
import { locateCommands } from "../../../src/session/client/locateCommands.js";
import { afterTest } from "../../jest.js";
import { routedSession } from "../../routing/routedSession.js";
import { loadingPair, readySign } from "../agent/agentServers.js";
import { closePairs, type Message, noReply, type PairOptions, pair } from "../pair.js";

afterEach(closePairs);

const hover = { contents: "a hover" };
const handlers = { "textDocument/hover": () => hover, "workspace/executeCommand": () => "of the server" };
const files = { "a.py": "one two\nthree\n" };
const hasId =
  (id: number | string) =>
  (message: Message): boolean =>
    message.method === undefined && message.id === id;

test("A command has the answer of its method, in front of one server and in a routed session", async () => {
  const { open, request, backend } = pair({ files, handlers });
  await open();
  const args = [{ locate: "a.py@two" }];
  expect((await request("workspace/executeCommand", { command: "lsp-locate.hover", arguments: args })).result).toEqual(
    hover,
  );
  const resolved = await request("workspace/executeCommand", { command: "lsp-locate.resolve", arguments: args });
  expect(resolved.result).toEqual((await request("locate/resolve", args[0])).result);
  expect(backend.messages.some(({ method }) => method === "workspace/executeCommand")).toBe(false);

  const session = routedSession({ files: { "a.red": "one two" } });
  afterTest(session.close);
  await session.open();
  const command = { command: "lsp-locate.hover", arguments: [{ locate: "a.red@two" }] };
  expect((await session.request("workspace/executeCommand", command)).result).toEqual({ contents: "redls a.red" });
});

test("A position in a command is about the text at the time of the request", async () => {
  const { open, request, didOpen, didChange, uri } = pair({ files, handlers });
  await open();
  didOpen("a.py", "one two\n");
  const params = { textDocument: { uri: uri("a.py") }, position: { line: 0, character: 4 } };
  const answer = request("workspace/executeCommand", { command: "lsp-locate.describe", arguments: [params] });
  didChange("a.py", [{ range: { start: params.position, end: params.position }, text: "new " }]);
  expect((await answer).result.notation).toBe("a.py@two");
});

test("Any other command passes byte for byte", async () => {
  const { open, fromClient, client, backend } = pair({ files, handlers });
  await open();
  const bodies = ["lsp-locate", "lsp-locatehover", "x.lsp-locate.hover", "", "fix"].map((command, n) =>
    JSON.stringify({ id: `c${n}`, method: "workspace/executeCommand", jsonrpc: "2.0", params: { command } }),
  );
  for (const body of bodies) fromClient(body);
  for (const n of bodies.keys())
    expect((await client.until(hasId(`c${n}`), "the answer")).result).toBe("of the server");
  expect(backend.bodies.slice(-bodies.length)).toEqual(bodies);
});

test.each([
  ["no arguments", {}, "has 0 arguments", "invalid_locate"],
  ["null", { arguments: null }, "has 0 arguments", "invalid_locate"],
  ["an empty list", { arguments: [] }, "has 0 arguments", "invalid_locate"],
  ["two arguments", { arguments: [{}, {}] }, "has 2 arguments", "invalid_locate"],
  ["a string", { arguments: ["a.py@two"] }, "not an object", "invalid_locate"],
  ["null as the argument", { arguments: [null] }, "not an object", "invalid_locate"],
  ["no locate", { arguments: [{}] }, "no `locate`", "invalid_locate"],
  ["an unknown method", { command: "lsp-locate.hoover" }, "There is no command lsp-locate.hoover.", "unknown_method"],
])("A command with %s is refused with what to write", async (_, params, problem, kind) => {
  const { open, request } = pair({ files, handlers });
  await open();
  const { error } = await request("workspace/executeCommand", { command: "lsp-locate.hover", ...params });
  expect(error.data.kind).toBe(kind);
  expect(error.message).toContain(problem);
  expect(error.message).toContain(kind === "unknown_method" ? "lsp-locate.hover," : '"locate": "src/file.py');
});

test("A command without an id gets no response and reaches no server", async () => {
  const { open, fromClient, request, backend, logged } = pair({ files, handlers });
  await open();
  const params = { command: "lsp-locate.hover", arguments: [{ locate: "a.py@two" }] };
  fromClient({ method: "workspace/executeCommand", params });
  await request("locate/hover", { locate: "a.py@two" });
  expect(backend.messages.some(({ method }) => method === "workspace/executeCommand")).toBe(false);
  expect(logged.join("\n")).toContain("the command lsp-locate.hover has no id");
});

test("Cancelling a command cancels the request that it stands for", async () => {
  const { open, fromClient, backend, client } = pair({ files, handlers: { "textDocument/hover": () => noReply } });
  await open();
  const params = { command: "lsp-locate.hover", arguments: [{ locate: "a.py@two" }] };
  fromClient({ id: "c", method: "workspace/executeCommand", params });
  await backend.until(({ method }) => method === "textDocument/hover", "the hover");
  fromClient({ method: "$/cancelRequest", params: { id: "c" } });
  expect((await client.until(hasId("c"), "the answer")).error).toMatchObject({ code: -32800 });
  await backend.until(({ method }) => method === "$/cancelRequest", "the cancellation");
});

test("The progress token of a command, or of its argument, is that of the request", async () => {
  const references = { "textDocument/references": () => [] };
  const { open, fromClient, fromBackend, client } = loadingPair({ files, handlers: references });
  await open();
  const send = (id: string, token: object, inner: object) =>
    fromClient({
      id,
      method: "workspace/executeCommand",
      params: { command: "lsp-locate.references", arguments: [{ locate: "a.py@two", ...inner }], ...token },
    });
  send("p1", { workDoneToken: "outer" }, {});
  send("p2", { workDoneToken: "unused" }, { workDoneToken: 7 });
  for (const token of ["outer", 7])
    await client.until(({ method, params }) => method === "$/progress" && params.token === token, `progress ${token}`);
  fromBackend(readySign);
  for (const id of ["p1", "p2"]) expect((await client.until(hasId(id), "the answer")).result).toEqual([]);
  expect(client.messages.some(({ params }) => params?.token === "unused")).toBe(false);
});

test("Commands are announced in agent mode only, after those of the server", async () => {
  const announcedBy = async (options: PairOptions) => {
    const { open } = pair(options);
    return (await open()).result.capabilities.executeCommandProvider;
  };
  const serverCapabilities = { executeCommandProvider: { commands: ["fix"], workDoneProgress: true } };
  expect(await announcedBy({ agent: true })).toEqual({ commands: locateCommands });
  expect(await announcedBy({ agent: true, serverCapabilities })).toEqual({
    commands: ["fix", ...locateCommands],
    workDoneProgress: true,
  });
  expect(await announcedBy({})).toBeUndefined();
  expect(await announcedBy({ serverCapabilities })).toEqual(serverCapabilities.executeCommandProvider);
  expect(locateCommands).toHaveLength(locateMethods.length);
});

test.each([[undefined], [["redls"]]])(
  "In a routed session, commands and symbols are announced in agent mode (only server: %s)",
  async (single) => {
    for (const agent of [true, false]) {
      const session = routedSession({ capabilities: {}, agent, ...(single ? { single } : {}) });
      afterTest(session.close);
      const { executeCommandProvider, workspaceSymbolProvider } = (await session.open()).result.capabilities;
      expect(executeCommandProvider?.commands ?? []).toEqual(agent ? locateCommands : []);
      expect(workspaceSymbolProvider).toBe(agent || !single ? true : undefined);
    }
  },
);
