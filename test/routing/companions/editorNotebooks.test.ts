/** Companions beside the server of an editor that synchronises notebooks itself. */

import { useFakeTimersFor } from "../../jest.js";
import { type Json, linter, openCompanion } from "./companionPair.js";

const notebooks = {
  textDocumentSync: 2,
  diagnosticProvider: {},
  codeActionProvider: true,
  notebookDocumentSync: { notebookSelector: [{ cells: [{ language: "vue" }] }], save: true },
};
const uri = "file:///p/a.ipynb";
const cellUri = (name: string) => `vscode-notebook-cell:/p/a.ipynb#${name}`;
const cell = (name: string) => ({ kind: 2, document: cellUri(name) });
const text = (name: string, languageId = "vue") => ({ uri: cellUri(name), languageId, version: 1, text: name });
const didOpen = (...documents: Json[]) => ({
  method: "notebookDocument/didOpen",
  params: {
    notebookDocument: { uri, notebookType: "jupyter-notebook", version: 1, cells: [cell("a"), cell("b")] },
    cellTextDocuments: documents,
  },
});
const change = (version: number, cells: Json, metadata?: Json) => ({
  method: "notebookDocument/didChange",
  params: { notebookDocument: { uri, version }, change: { ...(metadata && { metadata }), cells } },
});
const changed = change(2, {
  structure: { array: { start: 1, deleteCount: 1, cells: [cell("c"), cell("d")] }, didOpen: [text("c"), text("d")] },
  textContent: [{ document: { uri: cellUri("a"), version: 2 }, changes: [{ text: "new" }] }],
});

function openLinter(capabilities: object = notebooks) {
  const rule = { ...linter, offers: [...(linter.offers ?? []), "textDocument/diagnostic"] };
  return openCompanion({ rule, capabilities, announced: notebooks });
}

test("A companion that announces notebooks gets what the editor says of them, as the main server does", async () => {
  const { main, write, companion } = openLinter();
  write(didOpen(text("a"), text("b")));
  const server = await companion();
  expect((await server.next("notebookDocument/didOpen")).params).toEqual(didOpen(text("a"), text("b")).params);
  write(changed);
  write({ method: "notebookDocument/didSave", params: { notebookDocument: { uri } } });
  const closed = { notebookDocument: { uri }, cellTextDocuments: [{ uri: cellUri("a") }] };
  write({ method: "notebookDocument/didClose", params: closed });
  expect((await server.next("notebookDocument/didChange")).params).toEqual(changed.params);
  expect((await server.next("notebookDocument/didClose")).params).toEqual(closed);
  const told = (messages: readonly Json[]) => messages.filter(({ method }) => /^notebook|did/.test(method ?? ""));
  await main.next("notebookDocument/didClose");
  expect(told(server.messages).map(({ method }) => method)).toEqual(told(main.messages).map(({ method }) => method));
});

test("One that starts later gets a notebook as it is then", async () => {
  const { write, starts, companion } = openLinter();
  write(didOpen(text("a", "red"), text("b", "red")));
  await new Promise(setImmediate);
  expect(starts).toEqual([]);
  const data = [{ ...cell("a"), executionSummary: { executionOrder: 1 } }];
  const structure = {
    array: { start: 1, deleteCount: 1, cells: [cell("c")] },
    didOpen: [text("c")],
    didClose: [{ uri: cellUri("b") }],
  };
  write(change(2, { structure, data }, { kernel: "red" }));
  const { params } = await (await companion()).next("notebookDocument/didOpen");
  expect(params).toEqual({
    notebookDocument: {
      ...{ uri, notebookType: "jupyter-notebook", version: 2, metadata: { kernel: "red" } },
      cells: [data[0], cell("c")],
    },
    cellTextDocuments: [text("a", "red"), text("c")],
  });
});

test("Answers about a cell are those of both, and diagnostics the union", async () => {
  const { main, client, write, companion } = openLinter();
  write(didOpen(text("a")));
  const server = await companion();
  const pull = await server.next("textDocument/diagnostic");
  expect(pull.params).toEqual({ textDocument: { uri: cellUri("a") } });
  const item = (message: string) => ({ message, range: { start: { line: 0 }, end: { line: 0 } } });
  server.send({ id: pull.id, result: { kind: "full", items: [item("unused")] } });
  const own = { uri: cellUri("a"), version: 1, diagnostics: [item("type")] };
  main.send({ method: "textDocument/publishDiagnostics", params: own });
  const { params } = await client.next("textDocument/publishDiagnostics");
  expect(params.diagnostics.map(({ message }: Json) => message)).toEqual(["type", "unused"]);

  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const about = { textDocument: { uri: cellUri("a") }, range, context: { diagnostics: [] } };
  write({ id: 2, method: "textDocument/codeAction", params: about });
  for (const [each, title] of [
    [main, "Fix the type"],
    [server, "Remove it"],
  ] as const) {
    const { id } = await each.next("textDocument/codeAction");
    each.send({ id, result: [{ title }] });
  }
  const { result } = await client.next("response 2");
  expect(result.map(({ title }: Json) => title)).toEqual(["Fix the type", "Remove it"]);
});

test("A publication of a companion counts whichever version it has, as some have the notebook's", async () => {
  const { diagnosticProvider: _, ...publishing } = notebooks;
  const { main, client, write, companion } = openLinter(publishing);
  write(didOpen(text("a")));
  const server = await companion();
  await server.next("notebookDocument/didOpen");
  const publish = (version: number, message: string) => ({
    method: "textDocument/publishDiagnostics",
    params: { uri: cellUri("a"), version, diagnostics: [{ message }] },
  });
  server.send(publish(7, "unused"));
  main.send(publish(1, "type"));
  const { params } = await client.next("textDocument/publishDiagnostics");
  expect(params.diagnostics.map(({ message }: Json) => message)).toEqual(["type", "unused"]);
});

test("One that takes no notebooks gets none, and the main server's diagnostics do not wait for it", async () => {
  useFakeTimersFor("setTimeout");
  const { main, client, write, companion } = openLinter({ textDocumentSync: 2, diagnosticProvider: {} });
  write(didOpen(text("a")));
  const server = await companion();
  await server.next("initialized");
  main.send({ method: "textDocument/publishDiagnostics", params: { uri: cellUri("a"), version: 1, diagnostics: [] } });
  const { params } = await client.next("textDocument/publishDiagnostics");
  expect(params.diagnostics).toEqual([]);
  write(changed);
  await main.next("notebookDocument/didChange");
  expect(server.got).toEqual(["initialize", "initialized"]);
});
