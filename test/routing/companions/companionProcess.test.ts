/** A server beside another one: what each of the two gets, and what the client gets. */

import { COMPANION_DIAGNOSTICS } from "../../../src/ask/backend/companionDocuments.js";
import { frameOf } from "../../../src/wire/frames.js";
import { useFakeTimersFor } from "../../jest.js";
import { linter, openCompanion } from "./companionPair.js";

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

test("Before a document of its languages, the companion is not started", async () => {
  const { main, open, starts } = openCompanion();
  open("a.ts", "typescript");
  await main.next("textDocument/didOpen");
  expect(main.got).toEqual(["initialize", "textDocument/didOpen a.ts"]);
  expect(starts).toEqual([]);
});

test("The companion is started with the client's params, its own options and one encoding", async () => {
  const { open, companion } = openCompanion();
  open("a.vue");
  const { params } = await (await companion()).next("initialize");
  expect(params).toMatchObject({ rootUri: "file:///p", initializationOptions: { own: true } });
  expect(params.capabilities).toMatchObject({
    textDocument: {},
    general: { positionEncodings: ["utf-16"] },
    workspace: { configuration: true, diagnostics: {} },
  });
});

test("A companion gets its documents as they are when it has started, and what follows", async () => {
  const { main, open, write, about, companion } = openCompanion({ isSlow: true });
  open("a.vue");
  open("b.ts", "typescript");
  open("c.vue");
  const contentChanges = [{ text: "new" }];
  write({ method: "textDocument/didChange", params: { ...about("a.vue"), contentChanges } });
  write({ method: "textDocument/didClose", params: about("c.vue") });
  const server = await companion();
  const { id } = await server.next("initialize");
  expect(server.got).toEqual(["initialize"]);
  server.send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  expect((await server.next("textDocument/didOpen")).params.textDocument.text).toBe("new");
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  write({ method: "textDocument/didChange", params: { ...about("a.vue"), contentChanges: [{ range, text: "f" }] } });
  // It takes whole texts.
  expect((await server.next("textDocument/didChange")).params.contentChanges).toEqual([{ text: "few" }]);
  write({ method: "textDocument/didClose", params: about("a.vue") });
  await server.next("textDocument/didClose");
  const isSync = (line: string) => line.startsWith("textDocument/did");
  expect(server.got.filter(isSync)).toEqual([
    "textDocument/didOpen a.vue",
    "textDocument/didChange a.vue",
    "textDocument/didClose a.vue",
  ]);
  expect(main.got.filter(isSync)).toHaveLength(7);
});

test.each([
  ["a list in a list", [[7, "_vue:names", { file: "a" }]], [[7, ["x"]]]],
  ["a list", [7, "_vue:names", { file: "a" }], [7, ["x"]]],
])("A request of the companion goes to the main one as a command, and back: %s", async (_, params, answer) => {
  const { main, open, companion, client } = openCompanion();
  open("a.vue");
  const server = await companion();
  await server.next("initialized");
  server.send({ method: "types/request", params });
  const command = await main.next("workspace/executeCommand");
  expect(command.params).toEqual({ command: "types.request", arguments: ["_vue:names", { file: "a" }] });
  main.send({ id: command.id, result: { body: ["x"] } });
  expect((await server.next("types/response")).params).toEqual(answer);
  expect(client.got).toEqual([]);
});

test("A command that fails is answered with null, so that the companion does not wait", async () => {
  const { main, open, companion } = openCompanion();
  open("a.vue");
  const server = await companion();
  await server.next("initialized");
  server.send({ method: "types/request", params: [[7, "_vue:names"]] });
  const { id } = await main.next("workspace/executeCommand");
  main.send({ id, error: { code: -32603, message: "no project" } });
  expect((await server.next("types/response")).params).toEqual([[7, null]]);
});

test("The companion answers the methods of the rule, about its documents", async () => {
  const { main, open, write, about, companion, client } = openCompanion();
  open("a.vue");
  open("b.ts", "typescript");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  write({ id: 3, method: "textDocument/documentSymbol", params: about("b.ts") });
  write({ id: 4, method: "textDocument/definition", params: about("a.vue") });
  const server = await companion();
  await server.next("textDocument/documentSymbol");
  server.send({ id: 2, result: ["symbol"] });
  expect((await client.next("response 2")).result).toEqual(["symbol"]);
  expect(main.messages.flatMap(({ id }) => id ?? [])).toEqual([1, 3, 4]);
});

test("Where the main server's result is empty, the bridged one is asked, and else it is not", async () => {
  const { main, open, write, about, companion, client } = openCompanion();
  open("a.vue");
  for (const id of [2, 3, 4]) write({ id, method: "textDocument/hover", params: about("a.vue") });
  main.send({ id: 2, result: null });
  main.send({ id: 3, result: { contents: "main" } });
  main.send({ id: 4, result: null });
  const server = await companion();
  await server.next("textDocument/hover");
  server.send({ id: 2, result: { contents: "css" } });
  server.send({ id: 4, error: { code: -32603, message: "no" } });
  expect((await client.next("response 2")).result).toEqual({ contents: "css" });
  expect((await client.next("response 3")).result).toEqual({ contents: "main" });
  expect(await client.next("response 4")).toMatchObject({ result: null });
});

test("A cancellation goes to the server that has the request", async () => {
  const { main, open, write, about, companion } = openCompanion();
  open("a.vue");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  write({ id: 3, method: "textDocument/definition", params: about("a.vue") });
  for (const id of [2, 3]) write({ method: "$/cancelRequest", params: { id } });
  const server = await companion();
  expect((await server.next("$/cancelRequest")).params).toEqual({ id: 2 });
  expect((await main.next("$/cancelRequest")).params).toEqual({ id: 3 });
  expect(main.got.filter((line) => line === "$/cancelRequest")).toHaveLength(1);
});

test("What the main server publishes waits for the diagnostics of the bridged one, and has both", async () => {
  const { main, open, companion, client } = openCompanion();
  open("a.vue");
  main.send(publication("b.ts", "elsewhere"));
  main.send(publication("a.vue", "type"));
  const server = await companion();
  const { id } = await server.next("textDocument/diagnostic");
  await settle();
  expect(client.messages).toMatchObject([publication("b.ts", "elsewhere")]);
  server.send({ id, result: { kind: "full", items: [error("template")] } });
  await settle();
  expect(client.messages[1]).toMatchObject(publication("a.vue", "type", "template"));
  expect(client.messages[1].params.diagnostics[1].data).toEqual({ "lsp-locate": "sfc" });
});

test("A command is answered after the diagnostics of a changed document", async () => {
  const { main, open, write, companion, client } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue"));
  write(proofOf("a.vue"));
  await main.next("workspace/executeCommand");
  main.send({ id: 2, result: "proof" });
  const server = await companion();
  const { id } = await server.next("textDocument/diagnostic");
  await settle();
  expect(client.got).toEqual([]);
  server.send({ id, result: { kind: "full", items: [] } });
  await client.next("response 2");
  expect(client.got).toEqual(["textDocument/publishDiagnostics", "response 2"]);
});

test("A proof is refused while the companion is late, and what is published then proves nothing", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const { main, open, write, about, companion, client } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue"));
  const server = await companion();
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

test("After an error of the companion, a proof is refused, and the next one has it asked again", async () => {
  const { main, open, write, companion, client } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue"));
  const server = await companion();
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
])("No response but a proof waits for the companion: %s", async (_, params) => {
  const { main, open, write, companion, client } = openCompanion();
  open("a.vue");
  await (await companion()).next("textDocument/diagnostic");
  write({ id: 2, method: "workspace/executeCommand", params });
  main.send({ id: 2, result: "done" });
  expect(await client.next("response 2")).toMatchObject({ result: "done" });
});

test("Diagnostics that the companion can't give leave those of the main one", async () => {
  const { main, open, companion, client } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const server = await companion();
  const { id } = await server.next("textDocument/diagnostic");
  server.send({ id, error: { code: -32601, message: "no such method" } });
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject(publication("a.vue", "type"));
});

test("The bridge answers requests of the companion, and the client does not get them", async () => {
  const { open, companion, client } = openCompanion();
  open("a.vue");
  const server = await companion();
  await server.next("initialized");
  server.send({ id: "a", method: "workspace/configuration", params: { items: [{ section: "vue" }] } });
  server.send({ id: "b", method: "client/registerCapability", params: { registrations: [] } });
  expect((await server.next('response "a"')).result).toEqual([null]);
  expect((await server.next('response "b"')).result).toBeNull();
  expect(client.got).toEqual([]);
});

test("When the companion exits, the main one answers, and its diagnostics are removed", async () => {
  const { main, open, write, about, companion, client, starts, logged } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const server = await companion();
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
  await (await companion(1)).next("textDocument/didOpen");
  expect(starts).toHaveLength(2);
});

test("A companion that has exited is started again for a proof, with the documents as they are", async () => {
  const { main, open, write, companion, client, starts } = openCompanion();
  open("a.vue");
  main.send(publication("a.vue", "type"));
  const first = await companion();
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
  const second = await companion(1);
  const { params } = await second.next("textDocument/didOpen");
  expect(params.textDocument).toEqual({ ...textDocument, languageId: "vue", text: "<b>" });
  const pull = await second.next("textDocument/diagnostic");
  second.send({ id: pull.id, result: { kind: "full", items: [error("bold")] } });
  expect(await client.next("response 2")).toMatchObject({ result: "proof" });
  expect(client.messages.at(-2)).toMatchObject(publication("a.vue", "type", "bold"));
});

test("While it can't be started, all proofs about its documents are refused", async () => {
  const { main, open, write, companion, client, starts } = openCompanion({ isSlow: true });
  open("a.vue");
  const server = await companion();
  const { id } = await server.next("initialize");
  server.send({ id, error: { code: 1, message: "no typescript" } });
  await settle();
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  expect(await client.next("response 2")).toMatchObject({ error: { code: -32802 } });
  expect(starts).toHaveLength(1);
});

test("A companion that refuses initialize is left out, and requests for it go to the main one", async () => {
  const { main, open, write, about, companion, logged } = openCompanion({ isSlow: true });
  open("a.vue");
  write({ id: 2, method: "textDocument/documentSymbol", params: about("a.vue") });
  const server = await companion();
  const { id } = await server.next("initialize");
  server.send({ id, error: { code: 1, message: "no typescript" } });
  await main.next("textDocument/documentSymbol");
  expect(logged).toEqual([expect.stringMatching(/^sfc can't be used beside another server: .*no typescript/)]);
});

test("It is shut down with the main server", async () => {
  const { open, companion, stop } = openCompanion();
  open("a.vue");
  const server = await companion();
  await server.next("initialized");
  await stop();
  await server.next("exit");
  expect(server.got.slice(-2)).toEqual(["shutdown", "exit"]);
});

/** A linter beside the main server, which publishes its diagnostics unless they are pulled. */
const openLinter = (capabilities: object = {}, options: object = {}) =>
  openCompanion({
    rule: { ...linter, ...options },
    capabilities: {
      ...{ textDocumentSync: 2, codeActionProvider: { resolveProvider: true }, documentFormattingProvider: true },
      ...{ hoverProvider: true, completionProvider: { resolveProvider: true } },
      ...{ executeCommandProvider: { commands: ["lint.fix"] }, ...capabilities },
    },
  });

const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

test("What a companion offers is announced at once, also where the main server can't", async () => {
  const { result } = await openLinter().initialized;
  expect(result.capabilities).toMatchObject({
    documentFormattingProvider: true,
    hoverProvider: true,
    completionProvider: {},
  });
  expect(result.capabilities.codeActionProvider).toEqual({});
});

test.each([
  ["codeAction", [{ title: "a" }], [{ title: "b", data: 1 }], [{ title: "a" }, { title: "b", data: 1 }]],
  ["codeAction", null, [{ title: "b" }], [{ title: "b" }]],
  ["codeAction", [{ title: "a" }], undefined, [{ title: "a" }]],
  ["hover", { contents: "a" }, { contents: { language: "x", value: "b" } }, "a\n\n---\n\n```x\nb\n```"],
  ["completion", [{ label: "a" }], { isIncomplete: true, items: [{ label: "b" }] }, ["a", "b"]],
])("The results of %s are merged: %j and %j", async (name, own, other, merged) => {
  const { main, open, write, about, companion, client } = openLinter({ diagnosticProvider: {} });
  open("a.vue");
  const server = await companion();
  const pull = await server.next("textDocument/diagnostic");
  server.send({ id: pull.id, result: { kind: "full", items: [] } });
  write({
    id: 2,
    method: `textDocument/${name}`,
    params: { ...about("a.vue"), range: at, context: { diagnostics: [] } },
  });
  await server.next(`textDocument/${name}`);
  server.send(other === undefined ? { id: 2, error: { code: 1, message: "no" } } : { id: 2, result: other });
  await main.next(`textDocument/${name}`);
  main.send({ id: 2, result: own });
  const { result } = await client.next("response 2");
  if (name === "hover") expect(result).toEqual({ contents: { kind: "markdown", value: merged } });
  else if (name === "completion") {
    expect(result.isIncomplete).toBe(true);
    expect(result.items.map(({ label }: { label: string }) => label)).toEqual(merged);
  } else expect(result).toMatchObject(merged);
});

test("The symbols of the workspace are those of both, where the companion offers them and no document is open", async () => {
  const rule = { ...linter, offers: ["workspace/symbol"], leads: ["workspace/symbol"] };
  const capabilities = { textDocumentSync: 2, workspaceSymbolProvider: true };
  const pair = openCompanion({ rule, capabilities, announced: { workspaceSymbolProvider: true } });
  const { main, write, companion, client } = pair;
  write({ id: 2, method: "workspace/symbol", params: { query: "run" } });
  const server = await companion();
  await server.next("workspace/symbol");
  server.send({ id: 2, result: [{ name: "other" }] });
  await main.next("workspace/symbol");
  main.send({ id: 2, result: [{ name: "own" }] });
  expect((await client.next("response 2")).result).toMatchObject([{ name: "own" }, { name: "other" }]);
});

test("A search of the workspace starts no companion that does not offer it", async () => {
  const { main, write, starts, client } = openLinter();
  write({ id: 2, method: "workspace/symbol", params: { query: "run" } });
  await main.next("workspace/symbol");
  main.send({ id: 2, result: [{ name: "own" }] });
  expect((await client.next("response 2")).result).toEqual([{ name: "own" }]);
  expect(starts).toEqual([]);
});

test("An item goes back to the server that sent it, as it was, and a command to the one that has it", async () => {
  const { main, open, write, about, companion, client } = openLinter({ diagnosticProvider: {} });
  open("a.vue");
  const server = await companion();
  const pull = await server.next("textDocument/diagnostic");
  server.send({ id: pull.id, result: { kind: "full", items: [] } });
  write({ id: 2, method: "textDocument/completion", params: { ...about("a.vue"), position: at.start } });
  await main.next("textDocument/completion");
  main.send({ id: 2, result: [{ label: "a", data: 7 }] });
  await server.next("textDocument/completion");
  server.send({ id: 2, result: [{ label: "b", data: 7 }] });
  const { result } = await client.next("response 2");
  const itemOf = (label: string) => result.items.find((each: { label: string }) => each.label === label);
  write({ id: 3, method: "completionItem/resolve", params: itemOf("b") });
  expect((await server.next("completionItem/resolve")).params).toEqual({ label: "b", data: 7 });
  // The main server does not resolve.
  write({ id: 4, method: "completionItem/resolve", params: itemOf("a") });
  expect((await client.next("response 4")).result).toEqual({ label: "a", data: 7 });
  write({ id: 5, method: "workspace/executeCommand", params: { command: "lint.fix" } });
  await server.next("workspace/executeCommand");
  server.send({ id: 5, result: "fixed" });
  expect((await client.next("response 5")).result).toBe("fixed");
  expect(main.got).not.toContain("workspace/executeCommand");
});

test("Each server sees its own diagnostics, as it has sent them, among those of a code action's context", async () => {
  const { main, open, write, about, companion, client } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  server.send({
    method: "textDocument/publishDiagnostics",
    params: { uri: "file:///p/a.vue", diagnostics: [{ ...error("lint"), range: at, data: { fix: 1 } }] },
  });
  main.send(publication("a.vue", "type"));
  const { params } = await client.next("textDocument/publishDiagnostics");
  expect(params.diagnostics).toMatchObject([{ message: "type" }, { message: "lint", source: "sfc" }]);
  write({ id: 2, method: "textDocument/codeAction", params: { ...about("a.vue"), range: at, context: params } });
  const asked = async (one: typeof server) => (await one.next("textDocument/codeAction")).params.context.diagnostics;
  expect(await asked(main)).toEqual([error("type")]);
  expect(await asked(server)).toEqual([{ source: "sfc", ...error("lint"), range: at, data: { fix: 1 } }]);
});

test.each([
  ["the main server if it can", { documentFormattingProvider: true }, [], "main"],
  ["else a companion that offers it", {}, [], "companion"],
  ["the companion that the language names", { documentFormattingProvider: true }, ["vue"], "companion"],
])("One server formats: %s", async (_, announced, formats, formatter) => {
  const { main, open, write, about, companion } = openCompanion({
    rule: { ...linter, formats },
    capabilities: { textDocumentSync: 2, documentFormattingProvider: true },
    announced,
  });
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  write({ id: 2, method: "textDocument/formatting", params: about("a.vue") });
  await (formatter === "main" ? main : server).next("textDocument/formatting");
  expect((formatter === "main" ? server : main).got).not.toContain("textDocument/formatting a.vue");
});

test("A merged answer comes a second after the main server's, without a companion that hangs", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const { main, open, write, about, companion, client, logged } = openLinter({ executeCommandProvider: false });
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  write({ id: 2, method: "textDocument/hover", params: about("a.vue") });
  await server.next("textDocument/hover");
  main.send({ id: 2, result: { contents: "main" } });
  await settle();
  expect(client.messages).toEqual([]);
  jest.advanceTimersByTime(1_000);
  await settle();
  expect(client.messages.at(-1)).toMatchObject({ id: 2, result: { contents: "main" } });
  expect(logged).toEqual(["sfc has not answered textDocument/hover in time; left out of the response"]);
  // What it says later is no second response.
  server.send({ id: 2, result: { contents: "late" } });
  await settle();
  expect(client.messages.filter(({ id }) => id === 2)).toHaveLength(1);
});

test("A companion that exits leaves a merged answer, and its diagnostics are removed", async () => {
  const { main, open, write, about, companion, client } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  server.send({
    method: "textDocument/publishDiagnostics",
    params: { uri: "file:///p/a.vue", diagnostics: [error("lint")] },
  });
  main.send(publication("a.vue", "type"));
  await client.next("textDocument/publishDiagnostics");
  write({ id: 2, method: "textDocument/hover", params: about("a.vue") });
  await server.next("textDocument/hover");
  server.exit();
  main.send({ id: 2, result: { contents: "main" } });
  expect(await client.next("response 2")).toMatchObject({ result: { contents: "main" } });
  const last = client.messages.findLast(({ method }) => method === "textDocument/publishDiagnostics");
  expect(last.params.diagnostics).toMatchObject([{ message: "type" }]);
  // A proof does not wait for a linter that is gone.
  write(proofOf("a.vue"));
  main.send({ id: 2, result: "proof" });
  await settle();
  expect(client.messages.at(-1)).toMatchObject({ id: 2, result: "proof" });
});

test("While a companion has not checked the text, what is published says so", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const capabilities = { diagnosticProvider: {}, executeCommandProvider: false };
  const { main, open, companion, client } = openLinter(capabilities);
  open("a.vue");
  const server = await companion();
  const { id } = await server.next("textDocument/diagnostic");
  main.send(publication("a.vue", "type"));
  await settle();
  expect(client.messages).toEqual([]);
  jest.advanceTimersByTime(1_000);
  await settle();
  expect(client.messages).toMatchObject([{ params: { pending: ["sfc"] } }]);
  server.send({ id, result: { kind: "full", items: [error("lint")] } });
  await settle();
  expect(client.messages[1]).toMatchObject(publication("a.vue", "type", "lint"));
  expect(client.messages[1].params.pending).toBeUndefined();
});

test("The first publication of a companion is waited for, before anybody hears that it has found nothing", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const { write, open, companion, client, about } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  write({ id: 7, method: COMPANION_DIAGNOSTICS, params: about("a.vue") });
  await settle();
  jest.advanceTimersByTime(5_000);
  await settle();
  expect(client.got).not.toContain("response 7");
  server.send({ ...publication("a.vue"), params: { uri: "file:///p/a.vue", diagnostics: [error("lint")] } });
  expect((await client.next("response 7")).result).toMatchObject({ items: [{ message: "lint" }] });
});

test("A companion that publishes versions is waited for after each change", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const { write, open, companion, client, about } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  server.send({ ...publication("a.vue", "old"), params: { ...publication("a.vue", "old").params, version: 0 } });
  await settle();
  const textDocument = { ...about("a.vue").textDocument, version: 1 };
  write({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text: "new" }] } });
  write({ id: 7, method: COMPANION_DIAGNOSTICS, params: about("a.vue") });
  await settle();
  jest.advanceTimersByTime(5_000);
  await settle();
  expect(client.got).not.toContain("response 7");
  server.send(publication("a.vue", "new"));
  expect((await client.next("response 7")).result).toMatchObject({ items: [{ message: "new" }] });
});

test("A pull of the client has the diagnostics of all", async () => {
  const { main, open, write, about, companion, client } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("textDocument/didOpen");
  const params = { ...about("a.vue"), previousResultId: "1" };
  write({ id: 2, method: "textDocument/diagnostic", params });
  expect((await main.next("textDocument/diagnostic")).params).toEqual(about("a.vue"));
  main.send({ id: 2, result: { kind: "full", resultId: "2", items: [error("type")] } });
  server.send({
    method: "textDocument/publishDiagnostics",
    params: { uri: "file:///p/a.vue", diagnostics: [error("lint")] },
  });
  const { result } = await client.next("response 2");
  expect(result).toMatchObject({ kind: "full", items: [{ message: "type" }, { message: "lint" }] });
  expect(result.resultId).toBeUndefined();
});

test("A request of a companion reaches the client under an id of its own, and the response returns", async () => {
  const { open, write, companion, client } = openLinter();
  open("a.vue");
  const server = await companion();
  await server.next("initialized");
  server.send({ id: 1, method: "window/showMessageRequest", params: { message: "?" } });
  const { id } = await client.next("window/showMessageRequest");
  expect(id).not.toBe(1);
  write({ id, result: { title: "yes" } });
  expect(await server.next("response 1")).toMatchObject({ result: { title: "yes" } });
});

test("Commands of a companion are registered when it runs", async () => {
  const { open, client } = openLinter();
  open("a.vue");
  const { params } = await client.next("client/registerCapability");
  expect(params.registrations).toMatchObject([
    { method: "workspace/executeCommand", registerOptions: { commands: ["lint.fix"] } },
  ]);
});

test("What one companion is asked does not end with another one", async () => {
  const { open, write, companion, client } = openCompanion({
    rule: linter,
    names: ["sfc", "other"],
    capabilities: { textDocumentSync: 2, executeCommandProvider: { commands: ["lint.fix"] } },
  });
  open("a.vue");
  const [server, other] = [await companion(0), await companion(1)];
  await other.next("textDocument/didOpen");
  write({ id: 2, method: "workspace/executeCommand", params: { command: "lint.fix" } });
  await server.next("workspace/executeCommand");
  other.exit();
  await settle();
  server.send({ id: 2, result: "fixed" });
  expect(await client.next("response 2")).toMatchObject({ result: "fixed" });
});

test("What companions alone have found is told to a session that asks for it", async () => {
  const { write, open, companion, client, about } = openCompanion({ rule: linter });
  open("a.vue");
  const server = await companion();
  const { id } = await server.next("textDocument/diagnostic");
  write({ id: 7, method: COMPANION_DIAGNOSTICS, params: about("a.vue") });
  server.send({ id, result: { kind: "full", items: [{ message: "unused" }] } });
  expect((await client.next("response 7")).result).toMatchObject({ items: [{ message: "unused", source: "sfc" }] });
});

describe("A long message passes as it comes", () => {
  const long = (id: number) => frameOf(JSON.stringify({ jsonrpc: "2.0", id, result: "x".repeat(100_000) }));

  test("while no companion has a document", async () => {
    const { main, initialized, passed } = openCompanion({ rule: linter });
    await initialized;
    const frame = long(2);
    passed.splice(0);
    main.write(frame.subarray(0, 60_000));
    await settle();
    expect(Buffer.concat(passed).length).toBe(60_000);
    main.write(frame.subarray(60_000));
    await settle();
    expect(Buffer.concat(passed)).toEqual(frame);
  });

  test("and what others send meanwhile comes after it", async () => {
    const { main, open, companion, client, initialized, passed } = openCompanion({ rule: linter });
    await initialized;
    open("a.vue");
    const server = await companion();
    await server.next("initialized");
    await settle();
    passed.splice(0);
    const frame = long(2);
    main.write(frame.subarray(0, 60_000));
    server.send({ method: "window/showMessage", params: { type: 3, message: "late" } });
    await settle();
    expect(client.got).not.toContain("window/showMessage");
    main.write(Buffer.concat([frame.subarray(60_000), frameOf('{"method":"next"}')]));
    await client.next("window/showMessage");
    expect(Buffer.concat(passed).subarray(0, frame.length)).toEqual(frame);
    expect(client.got.filter((each) => /showMessage|next/.test(each))).toEqual(["next", "window/showMessage"]);
  });
});

test("A companion has to count positions as the main server does", async () => {
  const offered = { ...linter, encoding: "utf-32" as const };
  const alike = openCompanion({ rule: offered, capabilities: { positionEncoding: "utf-32", textDocumentSync: 2 } });
  alike.open("a.vue");
  const { params } = await (await alike.companion()).next("initialize");
  expect(params.capabilities.general.positionEncodings).toEqual(["utf-32"]);
  await (await alike.companion()).next("textDocument/didOpen");
  const other = openCompanion({ rule: offered, capabilities: { textDocumentSync: 2 } });
  other.open("a.vue");
  await (await other.companion()).next("initialize");
  await settle();
  expect(other.logged).toEqual([
    "sfc can't be used beside another server: it counts positions in utf-16, and the other server in utf-32",
  ]);
});

test("A companion that answers is started again after any number of exits", async () => {
  const { write, open, about, companion, starts } = openCompanion({ rule: linter });
  open("a.vue");
  for (let n = 0; n < 8; n++) {
    const server = await companion(n);
    const { id } = await server.next("textDocument/diagnostic");
    server.send({ id, result: { kind: "full", items: [] } });
    await settle();
    server.exit();
    await settle();
    const textDocument = { ...about("a.vue").textDocument, version: n + 1 };
    write({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text: `${n}` }] } });
  }
  await companion(8);
  expect(starts).toHaveLength(9);
});

test("One that never answers is started five times", async () => {
  const { write, open, about, companion, starts } = openCompanion({ rule: linter });
  open("a.vue");
  for (let n = 0; n < 8; n++) {
    const server = await companion(Math.min(n, 4));
    await server.next("initialized");
    server.exit();
    await settle();
    const textDocument = { ...about("a.vue").textDocument, version: n + 1 };
    write({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text: `${n}` }] } });
    await settle();
  }
  expect(starts).toHaveLength(5);
});
