/** A server beside another one: what each of the two gets, and what the client gets. */

import { useFakeTimersFor } from "../../jest.js";
import { openBridge } from "./companionPair.js";

/** Everything that was written so far has arrived. */
const settle = async () => {
  for (let n = 0; n < 5; n++) await new Promise(setImmediate);
};

const error = (message: string) => ({ range: { start: { line: 0, character: 0 } }, message });
const publication = (name: string, ...messages: string[]) => ({
  method: "textDocument/publishDiagnostics",
  params: { uri: `file:///p/${name}`, version: 1, diagnostics: messages.map(error) },
});

/** A command by which the client asks the main server for a proof about a file. */
const proofOf = (name: string) => ({
  id: 2,
  method: "workspace/executeCommand",
  params: { command: "types.request", arguments: ["errors", { file: `/p/${name}` }] },
});

test("Before a document of its languages, the bridged server is not started", async () => {
  const { main, open, starts, client } = openBridge();
  open("a.ts", "typescript");
  await main.next("textDocument/didOpen");
  main.send({ id: 1, result: { capabilities: {} } });
  await client.next("response 1");
  expect(main.got).toEqual(["initialize", "textDocument/didOpen a.ts"]);
  expect(starts).toEqual([]);
});

test("The bridged server is started with the client's params, its own options and one encoding", async () => {
  const { open, bridged } = openBridge();
  open("a.vue");
  const { params } = await (await bridged()).next("initialize");
  expect(params).toMatchObject({ rootUri: "file:///p", initializationOptions: { own: true } });
  expect(params.capabilities).toMatchObject({
    textDocument: {},
    general: { positionEncodings: ["utf-16"] },
    workspace: { configuration: true, diagnostics: {} },
  });
});

test("Both servers get its documents in order, also those that were opened while it started", async () => {
  const { main, open, write, about, bridged } = openBridge({ isSlow: true });
  open("a.vue");
  open("b.ts", "typescript");
  write({ method: "textDocument/didChange", params: about("a.vue") });
  write({ method: "textDocument/didClose", params: about("a.vue") });
  const server = await bridged();
  const { id } = await server.next("initialize");
  expect(server.got).toEqual(["initialize"]);
  server.send({ id, result: {} });
  await server.next("textDocument/didClose");
  const isSync = (line: string) => line.startsWith("textDocument/did");
  expect(server.got.filter(isSync)).toEqual([
    "textDocument/didOpen a.vue",
    "textDocument/didChange a.vue",
    "textDocument/didClose a.vue",
  ]);
  expect(main.got.filter(isSync)).toEqual([
    "textDocument/didOpen a.vue",
    "textDocument/didOpen b.ts",
    "textDocument/didChange a.vue",
    "textDocument/didClose a.vue",
  ]);
});

test.each([
  ["a list in a list", [[7, "_vue:names", { file: "a" }]], [[7, ["x"]]]],
  ["a list", [7, "_vue:names", { file: "a" }], [7, ["x"]]],
])("A request of the bridged server goes to the main one as a command, and back: %s", async (_, params, answer) => {
  const { main, open, bridged, client } = openBridge();
  open("a.vue");
  const server = await bridged();
  await server.next("initialized");
  server.send({ method: "types/request", params });
  const command = await main.next("workspace/executeCommand");
  expect(command.params).toEqual({ command: "types.request", arguments: ["_vue:names", { file: "a" }] });
  main.send({ id: command.id, result: { body: ["x"] } });
  expect((await server.next("types/response")).params).toEqual(answer);
  expect(client.got).toEqual([]);
});

test("A command that fails is answered with null, so that the bridged server does not wait", async () => {
  const { main, open, bridged } = openBridge();
  open("a.vue");
  const server = await bridged();
  await server.next("initialized");
  server.send({ method: "types/request", params: [[7, "_vue:names"]] });
  const { id } = await main.next("workspace/executeCommand");
  main.send({ id, error: { code: -32603, message: "no project" } });
  expect((await server.next("types/response")).params).toEqual([[7, null]]);
});

test("The bridged server answers the methods of the rule, about its documents", async () => {
  const { main, open, write, about, bridged, client } = openBridge();
  open("a.vue");
  open("b.ts", "typescript");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  write({ id: 3, method: "textDocument/documentSymbol", params: about("b.ts") });
  write({ id: 4, method: "textDocument/definition", params: about("a.vue") });
  const server = await bridged();
  await server.next("textDocument/documentSymbol");
  server.send({ id: 2, result: ["symbol"] });
  expect((await client.next("response 2")).result).toEqual(["symbol"]);
  expect(main.messages.flatMap(({ id }) => id ?? [])).toEqual([1, 3, 4]);
});

test("Where the main server's result is empty, the bridged one is asked, and else it is not", async () => {
  const { main, open, write, about, bridged, client } = openBridge();
  open("a.vue");
  for (const id of [2, 3, 4]) write({ id, method: "textDocument/hover", params: about("a.vue") });
  main.send({ id: 2, result: null });
  main.send({ id: 3, result: { contents: "main" } });
  main.send({ id: 4, result: null });
  const server = await bridged();
  await server.next("textDocument/hover");
  server.send({ id: 2, result: { contents: "css" } });
  server.send({ id: 4, error: { code: -32603, message: "no" } });
  expect((await client.next("response 2")).result).toEqual({ contents: "css" });
  expect((await client.next("response 3")).result).toEqual({ contents: "main" });
  expect(await client.next("response 4")).toMatchObject({ result: null });
});

test("A cancellation goes to the server that has the request", async () => {
  const { main, open, write, about, bridged } = openBridge();
  open("a.vue");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  write({ id: 3, method: "textDocument/definition", params: about("a.vue") });
  for (const id of [2, 3]) write({ method: "$/cancelRequest", params: { id } });
  const server = await bridged();
  expect((await server.next("$/cancelRequest")).params).toEqual({ id: 2 });
  expect((await main.next("$/cancelRequest")).params).toEqual({ id: 3 });
  expect(main.got.filter((line) => line === "$/cancelRequest")).toHaveLength(1);
});

test("What the main server publishes waits for the diagnostics of the bridged one, and has both", async () => {
  const { main, open, bridged, client } = openBridge();
  open("a.vue");
  main.send(publication("b.ts", "elsewhere"));
  main.send(publication("a.vue", "type"));
  const server = await bridged();
  const { id } = await server.next("textDocument/diagnostic");
  await settle();
  expect(client.messages).toMatchObject([publication("b.ts", "elsewhere")]);
  server.send({ id, result: { kind: "full", items: [error("template")] } });
  await settle();
  expect(client.messages[1]).toMatchObject(publication("a.vue", "type", "template"));
  expect(client.messages[1].params.diagnostics[1].data).toEqual({ bridged: "sfc" });
});

test("A command is answered after the diagnostics of a changed document", async () => {
  const { main, open, write, bridged, client } = openBridge();
  open("a.vue");
  main.send(publication("a.vue"));
  write(proofOf("a.vue"));
  await main.next("workspace/executeCommand");
  main.send({ id: 2, result: "proof" });
  const server = await bridged();
  const { id } = await server.next("textDocument/diagnostic");
  await settle();
  expect(client.got).toEqual([]);
  server.send({ id, result: { kind: "full", items: [] } });
  await client.next("response 2");
  expect(client.got).toEqual(["textDocument/publishDiagnostics", "response 2"]);
});

test("A proof is refused while the bridged server is late, and what is published then proves nothing", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const { main, open, write, about, bridged, client } = openBridge();
  open("a.vue");
  main.send(publication("a.vue"));
  const server = await bridged();
  const first = await server.next("textDocument/diagnostic");
  server.send({ id: first.id, result: { kind: "full", items: [error("template")] } });
  await client.next("textDocument/publishDiagnostics");
  write({ method: "textDocument/didChange", params: about("a.vue") });
  main.send(publication("a.vue"));
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  await settle();
  expect(client.messages).toHaveLength(1);
  jest.advanceTimersByTime(10_000);
  await settle();
  expect(client.messages.slice(1)).toMatchObject([
    publication("a.vue", "template"),
    { id: 2, error: { code: -32802, message: "sfc has not checked the document yet." } },
  ]);
  write({ ...proofOf("a.vue"), id: 3 });
  main.send({ id: 3, result: "proof" });
  await settle();
  const last = server.messages.findLast(({ method }) => method === "textDocument/diagnostic");
  server.send({ id: last.id, result: { kind: "full", items: [] } });
  await settle();
  expect(client.messages.slice(3)).toMatchObject([publication("a.vue"), { id: 3, result: "proof" }]);
});

test("After an error of the bridged server, a proof is refused, and the next one has it asked again", async () => {
  const { main, open, write, bridged, client } = openBridge();
  open("a.vue");
  main.send(publication("a.vue"));
  const server = await bridged();
  const first = await server.next("textDocument/diagnostic");
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  server.send({ id: first.id, error: { code: -32603, message: "no" } });
  expect(await client.next("response 2")).toMatchObject({ error: { code: -32802 } });
  write({ ...proofOf("a.vue"), id: 3 });
  main.send({ id: 3, result: "proof" });
  await settle();
  const { id } = server.messages.findLast(({ method }) => method === "textDocument/diagnostic");
  expect(id).not.toBe(first.id);
  server.send({ id, result: { kind: "full", items: [error("template")] } });
  expect(await client.next("response 3")).toMatchObject({ result: "proof" });
  expect(client.messages.at(-2)).toMatchObject(publication("a.vue", "template"));
});

test.each([
  ["a command of another name", { command: "rename.all", arguments: ["errors", { file: "/p/a.vue" }] }],
  ["one about another file", { command: "types.request", arguments: ["errors", { file: "/p/b.ts" }] }],
])("No response but a proof waits for the bridged server: %s", async (_, params) => {
  const { main, open, write, bridged, client } = openBridge();
  open("a.vue");
  await (await bridged()).next("textDocument/diagnostic");
  write({ id: 2, method: "workspace/executeCommand", params });
  main.send({ id: 2, result: "done" });
  expect(await client.next("response 2")).toMatchObject({ result: "done" });
});

test("Diagnostics that the bridged server can't give leave those of the main one", async () => {
  const { main, open, bridged, client } = openBridge();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const server = await bridged();
  const { id } = await server.next("textDocument/diagnostic");
  server.send({ id, error: { code: -32601, message: "no such method" } });
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject(publication("a.vue", "type"));
});

test("The bridge answers requests of the bridged server, and the client does not get them", async () => {
  const { open, bridged, client } = openBridge();
  open("a.vue");
  const server = await bridged();
  await server.next("initialized");
  server.send({ id: "a", method: "workspace/configuration", params: { items: [{ section: "vue" }] } });
  server.send({ id: "b", method: "client/registerCapability", params: { registrations: [] } });
  expect((await server.next('response "a"')).result).toEqual([null]);
  expect((await server.next('response "b"')).result).toBeNull();
  expect(client.got).toEqual([]);
});

test("When the bridged server exits, the main one answers, and its diagnostics are removed", async () => {
  const { main, open, write, about, bridged, client, starts, logged } = openBridge();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const server = await bridged();
  const { id } = await server.next("textDocument/diagnostic");
  server.send({ id, result: { kind: "full", items: [error("template")] } });
  await client.next("textDocument/publishDiagnostics");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  await server.next("textDocument/documentSymbol");
  server.exit();
  await main.next("textDocument/documentSymbol");
  expect(client.messages.at(-1)).toMatchObject(publication("a.vue", "type"));
  expect(client.messages.at(-1).params.diagnostics).toHaveLength(1);
  expect(logged).toEqual([expect.stringMatching(/^sfc, beside another server, has exited/)]);
  open("b.vue");
  await (await bridged(1)).next("textDocument/didOpen");
  expect(starts).toHaveLength(2);
});

test("A bridged server that has exited is started again for a proof, with the documents as they are", async () => {
  const { main, open, write, bridged, client, starts } = openBridge();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const first = await bridged();
  const { id } = await first.next("textDocument/diagnostic");
  first.send({ id, result: { kind: "full", items: [error("template")] } });
  await client.next("textDocument/publishDiagnostics");
  const textDocument = { uri: "file:///p/a.vue", version: 2 };
  write({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text: "<b>" }] } });
  await first.next("textDocument/didChange");
  first.exit();
  await settle();
  expect(starts).toHaveLength(1);
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  const second = await bridged(1);
  const { params } = await second.next("textDocument/didOpen");
  expect(params.textDocument).toEqual({ ...textDocument, languageId: "vue", text: "<b>" });
  const pull = await second.next("textDocument/diagnostic");
  second.send({ id: pull.id, result: { kind: "full", items: [error("bold")] } });
  expect(await client.next("response 2")).toMatchObject({ result: "proof" });
  expect(client.messages.at(-2)).toMatchObject(publication("a.vue", "type", "bold"));
});

test("While it can't be started, all proofs about its documents are refused", async () => {
  const { main, open, write, bridged, client, starts } = openBridge({ isSlow: true });
  open("a.vue");
  const server = await bridged();
  const { id } = await server.next("initialize");
  server.send({ id, error: { code: 1, message: "no typescript" } });
  await settle();
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  expect(await client.next("response 2")).toMatchObject({ error: { code: -32802 } });
  expect(starts).toHaveLength(1);
});

test("A bridged server that refuses initialize is left out, and requests for it go to the main one", async () => {
  const { main, open, write, about, bridged, logged } = openBridge({ isSlow: true });
  open("a.vue");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  const server = await bridged();
  const { id } = await server.next("initialize");
  server.send({ id, error: { code: 1, message: "no typescript" } });
  await main.next("textDocument/documentSymbol");
  expect(logged).toEqual([expect.stringMatching(/^sfc can't be used beside another server: .*no typescript/)]);
});

test("It is shut down with the main server", async () => {
  const { open, bridged, stop } = openBridge();
  open("a.vue");
  const server = await bridged();
  await server.next("initialized");
  await stop();
  await server.next("exit");
  expect(server.got.slice(-2)).toEqual(["shutdown", "exit"]);
});
