import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withNotebooks } from "../../../src/routing/notebooks/notebookProcess.js";
import { frameOf } from "../../../src/wire/frames.js";
import { temporaryFolder } from "../../folders.js";
import { type Json, recorder, scriptedProcess } from "../companions/companionPair.js";

const folder = temporaryFolder();
const script = [
  '# %% cell 1 [markdown] id="m"', // 0
  "",
  "# Title",
  "",
  '# %% cell 2 id="a"', // 4
  "",
  "def run(x):", // 6
  "    return x",
  "",
  '# %% cell 3 id="b"', // 9
  "",
  "run(💣)", // 11
  "",
].join("\n");

const uri = "file:///p/a.ipynb";
const cellUri = (n: number) => `vscode-notebook-cell:/p/a.ipynb#cell${n}`;
const at = (line: number, character = 0) => ({ line, character });
const range = (line: number, from = 0, to = from) => ({ start: at(line, from), end: at(line, to) });
const sync = { notebookDocumentSync: { notebookSelector: [{ cells: [{ language: "python" }] }], save: true } };

/** Opens a server with what it announces, a client of it, and the script of a notebook. */
async function openNotebook({ announced = sync as object, capabilities = {}, text = script } = {}) {
  const { process, server } = scriptedProcess();
  const wrapped = withNotebooks(process);
  const client = recorder();
  wrapped.stdout.on("data", client.read);
  const write = (message: Json) => wrapped.stdin.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  write({ id: 0, method: "initialize", params: { capabilities } });
  server.send({ id: 0, result: { capabilities: announced } });
  await client.next("response 0");
  write({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "python", version: 1, text } } });
  let count = 0;
  /** Asks, with what the server answers to each request, and returns those and the response. */
  const ask = async (method: string, params: object, answerOf: (params: Json, n: number) => unknown) => {
    const id = ++count;
    const seen = server.messages.length;
    write({ id, method, params: { textDocument: { uri }, ...params } });
    let asked: Json[] = [];
    const isAnswered = () => client.messages.some((each) => each.id === id);
    while (!isAnswered()) {
      const requests = server.messages.slice(seen).filter((each) => each.method !== undefined);
      for (const each of requests.slice(asked.length))
        server.send({ id: each.id, result: answerOf(each.params, requests.indexOf(each)) });
      asked = requests;
      await new Promise(setImmediate);
    }
    return { asked: asked.map(({ params }) => params), response: client.messages.find((each) => each.id === id) };
  };
  return { server, client, write, ask };
}

test("A server that announces it gets the code cells of a notebook, and a change of one alone", async () => {
  const { server, write } = await openNotebook();
  const { params: initialize } = await server.next("initialize");
  expect(initialize.capabilities).toEqual({ notebookDocument: { synchronization: { dynamicRegistration: false } } });
  const { params } = await server.next("notebookDocument/didOpen");
  expect(params.notebookDocument).toEqual({
    uri,
    notebookType: "jupyter-notebook",
    version: 1,
    cells: [1, 2].map((n) => ({ kind: 2, document: cellUri(n) })),
  });
  expect(params.cellTextDocuments.map(({ text }: Json) => text)).toEqual(["def run(x):\n    return x", "run(💣)"]);
  const change = (version: number, event: object) =>
    write({ method: "textDocument/didChange", params: { textDocument: { uri, version }, contentChanges: [event] } });
  change(2, { range: range(11, 4, 6), text: "2" });
  expect((await server.next("notebookDocument/didChange")).params.change).toEqual({
    cells: { textContent: [{ document: { uri: cellUri(2), version: 2 }, changes: [{ text: "run(2)" }] }] },
  });
  change(3, { range: { start: at(8), end: at(12) }, text: "" });
  change(4, { text: `# %% cell 1\n\nimport a\n\n${script.slice(script.indexOf("# %% cell 2"))}` });
  write({ method: "textDocument/didSave", params: { textDocument: { uri } } });
  write({ method: "textDocument/didClose", params: { textDocument: { uri } } });
  const closed = await server.next("notebookDocument/didClose");
  const sent = server.messages.filter(({ method }) => method === "notebookDocument/didChange").slice(1);
  expect(sent.map((each) => each.params.change.cells.structure)).toEqual([
    { array: { start: 1, deleteCount: 1, cells: [] }, didOpen: [], didClose: [{ uri: cellUri(2) }] },
    {
      array: {
        start: 0,
        deleteCount: 1,
        cells: [3, 4, 5].map((n) => ({ kind: 2, document: cellUri(n) })),
      },
      didOpen: ["import a", "def run(x):\n    return x", "run(💣)"].map((text, n) => ({
        uri: cellUri(n + 3),
        languageId: "python",
        version: 4,
        text,
      })),
      didClose: [{ uri: cellUri(1) }],
    },
  ]);
  expect(closed.params.cellTextDocuments).toEqual([3, 4, 5].map((n) => ({ uri: cellUri(n) })));
  expect(server.got.filter((each) => each.startsWith("textDocument/"))).toEqual([]);
});

test("A question about a place is one about a cell, and its answer one about the script", async () => {
  const { ask } = await openNotebook();
  const { asked, response } = await ask("textDocument/references", { position: at(11, 1) }, () => [
    { uri: cellUri(1), range: range(0, 4, 7) },
    { uri: "vscode-notebook-cell:%2Fp/a.ipynb#cell2", range: range(0, 0, 3) },
    { uri: "file:///p/m.py", range: range(3) },
  ]);
  expect(asked).toEqual([{ textDocument: { uri: cellUri(2) }, position: at(0, 1) }]);
  expect(response.result).toEqual([
    { uri, range: range(6, 4, 7) },
    { uri, range: range(11, 0, 3) },
    { uri: "file:///p/m.py", range: range(3) },
  ]);
  const nowhere = await ask("textDocument/hover", { position: at(2, 3) }, () => ({ contents: "no" }));
  expect([nowhere.asked, nowhere.response.result]).toEqual([[], null]);
});

test("Edits of cells are edits of the script, in one entry for each document", async () => {
  const { ask } = await openNotebook();
  const edits = (n: number, at: number) => ({
    textDocument: { uri: cellUri(n), version: 1 },
    edits: [{ range: range(0, at, at + 3), newText: "go" }],
  });
  const { response } = await ask("textDocument/rename", { position: at(6, 5), newName: "go" }, () => ({
    documentChanges: [edits(1, 4), { textDocument: { uri: "file:///p/m.py", version: null }, edits: [] }, edits(2, 0)],
    changes: { [cellUri(1)]: [{ range: range(5), newText: "" }], [cellUri(2)]: [{ range: range(0), newText: "b" }] },
  }));
  expect(response.result).toEqual({
    documentChanges: [
      {
        textDocument: { uri, version: 1 },
        edits: [6, 11].map((line, n) => ({ range: range(line, 4 - 4 * n, 7 - 4 * n), newText: "go" })),
      },
      { textDocument: { uri: "file:///p/m.py", version: null }, edits: [] },
    ],
    // Past the end of a cell is its end.
    changes: {
      [uri]: [
        { range: range(7, 12), newText: "" },
        { range: range(11), newText: "b" },
      ],
    },
  });
});

test("A server's edit of the notebook as one text is refused", async () => {
  const { ask } = await openNotebook();
  const { response } = await ask("textDocument/rename", { position: at(6, 5), newName: "go" }, () => ({
    documentChanges: [{ textDocument: { uri, version: 1 }, edits: [{ range: range(0), newText: "go" }] }],
  }));
  expect(response.error.message).toBe(
    `The server's edit of ${uri} is one of the whole notebook, and not of its cells. Nothing was changed.`,
  );
});

test("Questions about the whole document, or a range, are asked of each cell in it", async () => {
  const { ask } = await openNotebook();
  const folds = await ask("textDocument/foldingRange", {}, () => [{ startLine: 0, endLine: 1 }]);
  expect(folds.asked.map(({ textDocument }) => textDocument.uri)).toEqual([cellUri(1), cellUri(2)]);
  expect(folds.response.result).toEqual([
    { startLine: 6, endLine: 7 },
    { startLine: 11, endLine: 12 },
  ]);
  const diagnostics = [{ range: range(6, 0, 1) }, { range: range(11, 0, 1), data: range(0) }];
  const actions = await ask(
    "textDocument/codeAction",
    { range: { start: at(7), end: at(11, 2) }, context: { diagnostics } },
    (_, n) => (n === 0 ? null : [{ title: "Fix", data: { rule: 1 } }]),
  );
  expect(actions.asked.map(({ range, context }) => [range, context.diagnostics])).toEqual([
    [{ start: at(1), end: at(1, 12) }, [{ range: range(0, 0, 1) }]],
    [{ start: at(0), end: at(0, 2) }, [{ range: range(0, 0, 1), data: range(0) }]],
  ]);
  const [action] = actions.response.result;
  const resolved = await ask("codeAction/resolve", { ...action, textDocument: undefined }, () => ({
    edit: { changes: { [cellUri(2)]: [{ range: range(0), newText: "x" }] } },
  }));
  expect(resolved.asked).toEqual([{ title: "Fix", data: { rule: 1 } }]);
  expect(resolved.response.result.edit).toEqual({ changes: { [uri]: [{ range: range(11), newText: "x" }] } });
  const tokens = await ask("textDocument/semanticTokens/full", {}, () => ({ data: [0, 1, 2, 3, 4, 0, 5, 2, 3, 4] }));
  expect(tokens.response.result.data).toEqual([6, 1, 2, 3, 4, 0, 5, 2, 3, 4, 5, 1, 2, 3, 4, 0, 5, 2, 3, 4]);
  const symbol = (name: string, line: number) => ({ name, selectionRange: range(line, 0, 3) });
  const symbols = await ask("textDocument/documentSymbol", {}, () => [symbol("run(💣)", 0), symbol("return", 1)]);
  expect(symbols.response.result).toEqual([symbol("return", 7), symbol("run(💣)", 11)]);
});

test("A place in a notebook that the server has read from the disk is one in its script", async () => {
  const file = join(folder, "b.ipynb");
  const cells = ["# Title", "import a", "a.run()\n"].map((source, n) => ({
    cell_type: n === 0 ? "markdown" : "code",
    metadata: {},
    source,
  }));
  writeFileSync(file, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  const { ask } = await openNotebook();
  const other = pathToFileURL(file).href;
  const { response } = await ask("textDocument/references", { position: at(11, 1) }, () => [
    { uri: `${other}#1`, range: range(0, 2, 5) },
    { uri: `${other}#7`, range: range(0) },
    // In no cell.
    { uri, range: range(0, 4, 7) },
  ]);
  expect(response.result).toEqual([
    { uri: other, range: range(10, 2, 5) },
    { uri: `${other}#7`, range: range(0) },
  ]);
});

test("Publications on all cells are one on the script", async () => {
  const { server, client, write } = await openNotebook();
  await server.next("notebookDocument/didOpen");
  const publish = (n: number, message: string, version?: number) =>
    server.send({
      method: "textDocument/publishDiagnostics",
      params: { uri: cellUri(n), version, diagnostics: [{ range: range(0), message }] },
    });
  publish(2, "b");
  publish(9, "of no cell");
  publish(1, "a");
  const { params } = await client.next("textDocument/publishDiagnostics");
  const [a, b] = [
    { range: range(6), message: "a" },
    { range: range(11), message: "b" },
  ];
  expect(params).toEqual({ uri, version: 1, diagnostics: [a, b] });
  client.messages.length = 0;
  const contentChanges = [{ range: range(2), text: "\n" }];
  write({ method: "textDocument/didChange", params: { textDocument: { uri, version: 2 }, contentChanges } });
  const moved = await client.next("textDocument/publishDiagnostics");
  expect(moved.params).toEqual({
    uri,
    version: 2,
    diagnostics: [
      { ...a, range: range(7) },
      { ...b, range: range(12) },
    ],
  });
});

test.each([
  ["of a server that announces nothing", { announced: {} }],
  [
    "of another language",
    { announced: { notebookDocumentSync: { notebookSelector: [{ cells: [{ language: "r" }] }] } } },
  ],
  ["of a client that synchronises notebooks itself", { capabilities: { notebookDocument: { synchronization: {} } } }],
  ["without cells, which is no script", { text: '{"cells": []}' }],
])("The text %s passes as it is", async (_what, options) => {
  const { server, ask } = await openNotebook(options);
  const { textDocument } = (await server.next("textDocument/didOpen")).params;
  expect(textDocument).toMatchObject({ uri, text: "text" in options ? options.text : script });
  const { asked } = await ask("textDocument/hover", { position: at(6, 4) }, () => null);
  expect(asked).toEqual([{ textDocument: { uri }, position: at(6, 4) }]);
});
