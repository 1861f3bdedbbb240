/** The life of a session: capabilities, documents, the index, folders, and invalid requests. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { type Pair, type PairOptions, pair } from "./pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

const at = (line: number, character: number) => ({ line, character });
const on = (path: string, position = at(0, 0)) => ({ textDocument: { uri: session?.uri(path) }, position });
const everything = { query: "" };

test("The server announces its capabilities in the answer to initialize", async () => {
  session = await pair();
  expect(session.capabilities).toEqual({
    positionEncoding: "utf-16",
    textDocumentSync: { openClose: true, change: 2 },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    definitionProvider: true,
    referencesProvider: { workDoneProgress: true },
    documentHighlightProvider: true,
    hoverProvider: true,
    implementationProvider: true,
    typeHierarchyProvider: true,
    completionProvider: { triggerCharacters: [".", ":", ">"] },
    renameProvider: { prepareProvider: true },
    selectionRangeProvider: true,
    foldingRangeProvider: true,
    experimental: { declarations: true },
  });
});

test("A document without a grammar has null results and no errors", async () => {
  session = await pair();
  await session.open("a.txt", "word word\n");
  const answers = await Promise.all([
    session.ask("textDocument/definition", on("a.txt")),
    session.ask("textDocument/references", { ...on("a.txt"), context: { includeDeclaration: true } }),
    session.ask("textDocument/hover", on("a.txt")),
    session.ask("textDocument/documentHighlight", on("a.txt")),
    session.ask("textDocument/prepareRename", on("a.txt")),
    session.ask("textDocument/rename", { ...on("a.txt"), newName: "other" }),
  ]);
  expect(answers).toEqual([null, null, null, null, null, null]);
});

test("A document that does not exist has null results", async () => {
  session = await pair();
  expect(await session.ask("textDocument/hover", on("gone.ts"))).toBeNull();
  await session.change("gone.ts", [{ text: "x" }]);
  await session.closeDocument("gone.ts");
  expect(await session.ask("textDocument/hover", on("gone.ts"))).toBeNull();
});

test("A document that is not a file is served from its text", async () => {
  session = await pair();
  const uri = "untitled:Untitled-1";
  const item = { uri, languageId: "python", version: 1, text: "x = 1\nx\n" };
  await session.notify("textDocument/didOpen", { textDocument: item });
  const [link] = await session.ask("textDocument/definition", { textDocument: { uri }, position: at(1, 0) });
  expect(link.targetUri).toBe(uri);
});

test("A document is found by any spelling of its URI", async () => {
  session = await pair();
  await session.open("ä b.ts", "const x = 1;\n");
  const uri = session.uri("ä b.ts").replace("%20b", "%20%62");
  expect(await session.ask("textDocument/hover", { textDocument: { uri }, position: at(0, 6) })).not.toBeNull();
});

test("Incremental changes are applied in order, with every kind of line end", async () => {
  session = await pair();
  await session.open("a.ts", "a\r\n'💣';b\rc");
  await session.change("a.ts", [
    { range: { start: at(1, 5), end: at(1, 6) }, text: "const x" },
    { range: { start: at(2, 0), end: at(2, 1) }, text: "\nx;" },
  ]);
  // The lone \r before it and the \n are one line end now.
  const answer = await session.ask("textDocument/documentHighlight", on("a.ts", at(2, 0)));
  expect(answer.map(({ range }: { range: object }) => range)).toEqual([
    { start: at(1, 11), end: at(1, 12) },
    { start: at(2, 0), end: at(2, 1) },
  ]);
});

test("A malformed change closes the document", async () => {
  session = await pair({ files: { "a.ts": "const disk = 1;\n" } });
  await session.open("a.ts", "const open = 1;\n");
  await session.change("a.ts", [{ range: { start: at(0, 0) }, text: "x" }]);
  const symbols = await session.ask("textDocument/documentSymbol", on("a.ts"));
  expect(symbols[0].name).toBe("disk");
  expect(session.logged).toEqual([expect.stringContaining("is malformed")]);
});

test.each([{ text: "" }, { uri: "file:///a.ts" }, { uri: 5, text: "" }])(
  "A document opened as %j is left out, and the others are served",
  async (textDocument) => {
    session = await pair();
    await session.notify("textDocument/didOpen", { textDocument });
    await session.open("b.ts", "const x = 1;\n");
    expect(await session.ask("textDocument/hover", on("b.ts", at(0, 6)))).not.toBeNull();
    expect(await session.ask("workspace/symbol", everything)).toHaveLength(1);
    expect(session.logged).toEqual([expect.stringContaining("is not opened")]);
  },
);

describe("the index", () => {
  test("The index has the workspace's folders", async () => {
    session = await pair({ roots: ["one", "two"], files: { "one/a.ts": "", "two/b.ts": "" } });
    await session.ask("workspace/symbol", everything);
    expect(session.indexes.map(({ roots }) => roots)).toEqual([[`${session.folder}/one`, `${session.folder}/two`]]);
  });
  test.each([
    ["rootUri", (folder: string) => ({ workspaceFolders: null, rootUri: `file://${folder}` })],
    ["rootPath", (folder: string) => ({ workspaceFolders: null, rootPath: folder })],
  ])("The index has the folder in the %s of older clients", async (_title, initialize) => {
    session = await pair({ initialize: initialize("/some/where") });
    const folders: string[][] = [];
    session.close();
    session = await pair({
      initialize: initialize("/some/where"),
      startIndex: async (roots) => {
        folders.push([...roots]);
        throw new Error("not there");
      },
    });
    await session.ask("workspace/symbol", everything);
    expect(folders).toEqual([["/some/where"]]);
  });
  test("Without a folder, the first request starts an index of the open documents", async () => {
    session = await pair({ initialize: { workspaceFolders: null } });
    await session.open("a.ts", "f();\n");
    await session.open("b.ts", "function f() {}\n");
    expect(session.indexes).toEqual([]);
    const [link] = await session.ask("textDocument/definition", on("a.ts"));
    expect(link.targetUri).toBe(session.uri("b.ts"));
    expect(session.indexes[0]?.roots).toEqual([]);
  });
  test("If the index can't be started, requests are answered from the file alone", async () => {
    const startIndex: PairOptions["startIndex"] = () => Promise.reject(new Error("no threads left"));
    session = await pair({ startIndex });
    await session.open("a.ts", "const x = 1;\nnobody(x);\n");
    expect(await session.ask("textDocument/definition", on("a.ts", at(1, 0)))).toBeNull();
    expect(await session.ask("textDocument/definition", on("a.ts", at(1, 7)))).toHaveLength(1);
    expect(session.logged).toEqual([expect.stringContaining("no threads left")]);
  });
  test("If the index fails, the error says so", async () => {
    session = await pair();
    await session.open("a.ts", "nobody();\n");
    await session.ask("workspace/symbol", everything);
    for (const index of session.indexes) index.findByName = () => Promise.reject(new Error("the index has died"));
    await expect(session.ask("textDocument/definition", on("a.ts"))).rejects.toMatchObject({
      code: -32803,
      message: "The index of the workspace has no answer: the index has died.",
    });
    expect(session.logged).toEqual([]);
  });
  test("The index receives the open documents before a query", async () => {
    session = await pair();
    await session.open("a.ts", "one");
    await session.ask("workspace/symbol", everything);
    await session.change("a.ts", [{ text: "two" }]);
    await session.ask("workspace/symbol", everything);
    await session.closeDocument("a.ts");
    await session.ask("workspace/symbol", everything);
    expect(session.indexes[0]?.calls).toEqual(['open a.ts "one"', 'open a.ts "two"', "close a.ts"]);
  });
  test("The index receives the changes of files on disk", async () => {
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    session = await pair({ capabilities });
    const { params } = await session.until(({ method }) => method === "client/registerCapability");
    expect(params.registrations).toMatchObject([
      { method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [{ globPattern: "**/*" }] } },
    ]);
    const changes = [
      { uri: session.uri("a.ts"), type: 1 },
      { uri: session.uri("b"), type: 3 },
    ];
    // An index that has not started yet will read the files as they are.
    await session.ask("workspace/symbol", everything);
    await session.notify("workspace/didChangeWatchedFiles", { changes });
    await session.ask("workspace/symbol", everything);
    expect(session.indexes[0]?.calls).toEqual(["changed a.ts b"]);
  });
  test("The index is replaced when the folders change", async () => {
    session = await pair({ roots: ["one"], files: { "one/a.ts": "function f() {}", "two/b.ts": "function g() {}" } });
    await session.open("two/c.ts", "function h() {}");
    await session.open("three/d.ts", "function ofNoFolder() {}");
    await session.ask("workspace/symbol", everything);
    const event = {
      added: [{ uri: session.uri("two"), name: "two" }],
      removed: [{ uri: session.uri("one"), name: "one" }],
    };
    await session.notify("workspace/didChangeWorkspaceFolders", { event });
    const symbols = await session.ask("workspace/symbol", everything);
    expect(symbols.map(({ name }: { name: string }) => name)).toEqual(["g", "h"]);
    expect(session.indexes.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });
  test("The first request that needs the index starts it before its delay", async () => {
    session = await pair({ indexStartDelayMs: 1_000_000 });
    await session.open("a.ts", "const x = 1;\n");
    await session.ask("textDocument/documentSymbol", on("a.ts"));
    expect(session.indexes).toEqual([]);
    await session.ask("workspace/symbol", everything);
    expect(session.indexes).toHaveLength(1);
  });
  test("The index ends with the session", async () => {
    session = await pair();
    await session.ask("workspace/symbol", everything);
    expect(await session.ask("shutdown")).toBeNull();
    expect(session.indexes[0]?.isEnded).toBe(true);
  });
  test("The index is not started again when folders change after shutdown", async () => {
    session = await pair({ roots: ["one"], files: { "one/a.ts": "" } });
    await session.ask("workspace/symbol", everything);
    await session.ask("shutdown");
    const event = { added: [{ uri: session.uri("two"), name: "two" }], removed: [] };
    await session.notify("workspace/didChangeWorkspaceFolders", { event });
    // Rejected, but in order: the notification has been handled. The start delay of these tests is
    // 0 ms.
    await expect(session.ask("workspace/symbol", everything)).rejects.toThrow("shut down");
    await new Promise((resolve) => setTimeout(resolve));
    expect(session.indexes).toHaveLength(1);
  });
});

describe("while the index is not complete", () => {
  const state = { isComplete: false, indexed: 300, files: 9000 };
  test("A request that needs the index waits, and then fails with its progress", async () => {
    session = await pair({ state, indexTimeoutMs: 1 });
    await session.open("a.ts", "f();\n");
    await expect(session.ask("textDocument/definition", on("a.ts"))).rejects.toMatchObject({
      code: -32803,
      message: expect.stringContaining("indexed 300 of 9,000 files"),
    });
  });
  test("A definition in the same file does not wait for the index", async () => {
    session = await pair({ state });
    await session.open("a.ts", "const x = 1;\n");
    expect(await session.ask("textDocument/definition", on("a.ts", at(0, 6)))).toHaveLength(1);
  });
  test("A client that rejects declared requests gets no progress", async () => {
    const capabilities = {
      window: { workDoneProgress: true },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    };
    session = await pair({ state, capabilities, rejectsRequests: true });
    await session.until(({ method }) => method === "window/workDoneProgress/create");
    session.indexes[0]?.setState({ isComplete: true, indexed: 9000, files: 9000 });
    expect(await session.ask("workspace/symbol", everything)).toEqual([]);
    expect(session.said.filter(({ method }) => method === "$/progress")).toEqual([]);
    expect(session.logged).toEqual([expect.stringContaining("the client does not watch files")]);
  });
  test("The client receives the progress of the index", async () => {
    const capabilities = { window: { workDoneProgress: true } };
    session = await pair({ state, capabilities });
    const ended = session.until(({ params }) => params?.value?.kind === "end");
    await session.until(({ params }) => params?.value?.kind === "report");
    session.indexes[0]?.setState({ isComplete: true, indexed: 9000, files: 9000 });
    await ended;
    const progress = session.said.filter(({ method }) => method === "$/progress");
    expect(progress.map(({ params: { value } }) => value)).toEqual([
      { kind: "begin", title: "Indexing", percentage: 0 },
      { kind: "report", percentage: 3, message: "300 of 9,000 files" },
      { kind: "report", percentage: 100, message: "9,000 of 9,000 files" },
      { kind: "end" },
    ]);
  });
});

describe("the requests of the extension", () => {
  const files = { "a.ts": "function f() {}\n", "b.ts": "class B { f(a: 1, b: 2) {} }\n" };
  const declared = { name: "f", kind: "function", container: [], line: 0, character: 9, languageId: "typescript" };
  test("lsp-locate/declarations returns the declarations of a name", async () => {
    session = await pair({ files });
    const { declarations, state } = await session.ask("lsp-locate/declarations", { name: "f" });
    expect(declarations).toMatchObject([
      { ...declared, path: `${session.folder}/a.ts` },
      { name: "f", kind: "method", container: ["B"], path: `${session.folder}/b.ts` },
    ]);
    expect(state).toEqual({ isComplete: true, indexed: 1, files: 1 });
  });
  test("lsp-locate/declarations is limited by arity and by limit", async () => {
    session = await pair({ files });
    const two = await session.ask("lsp-locate/declarations", { name: "f", arity: 2 });
    expect(two.declarations).toMatchObject([{ container: ["B"] }]);
    const one = await session.ask("lsp-locate/declarations", { name: "f", limit: 1 });
    expect(one.declarations).toHaveLength(1);
  });
  test("lsp-locate/near returns similar names", async () => {
    session = await pair({ files: { "a.ts": "function opener() {}\n" } });
    const { declarations } = await session.ask("lsp-locate/near", { name: "open", limit: 5 });
    expect(declarations).toMatchObject([{ name: "opener" }]);
  });
  test("lsp-locate/text returns the first lines with a text", async () => {
    session = await pair({ files: { "a.ts": "// tool-timeout\n\nf('tool-timeout');\n" } });
    expect(await session.ask("lsp-locate/text", { text: "tool-timeout", limit: 1 })).toEqual({
      lines: [{ path: `${session.folder}/a.ts`, line: 0, character: 3, text: "// tool-timeout" }],
      count: 2,
      isPartial: true,
    });
  });
  test("Requests of the extension with invalid params are rejected", async () => {
    session = await pair();
    await expect(session.ask("lsp-locate/declarations", {})).rejects.toMatchObject({
      code: -32602,
      message: "`name` has to be a name.",
    });
  });
});

describe("invalid requests", () => {
  const uri = "file:///a.ts";
  test.each<[string, object | undefined, string]>([
    ["textDocument/hover", undefined, "1 params but received none"],
    ["textDocument/hover", [1, 2], "parameters by name but received parameters by position"],
    ["textDocument/hover", {}, "`textDocument` has to be"],
    ["textDocument/hover", { textDocument: { uri: 5 } }, "`textDocument` has to be"],
    ["textDocument/selectionRange", { textDocument: { uri } }, "`positions` has to be"],
    ["workspace/symbol", {}, "`query` has to be"],
    ["lsp-locate/declarations", { name: "x", limit: -1 }, "`limit` has to be"],
    ["lsp-locate/declarations", { name: "x", soFar: 1 }, "`soFar` has to be"],
    ["lsp-locate/near", { name: "x", limit: -1 }, "`limit` has to be"],
    ["lsp-locate/text", { text: "", limit: 1 }, "`text` has to be"],
  ])("%s with params %j is rejected", async (method, params, message) => {
    session = await pair();
    await expect(session.ask(method, params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
    expect(session.logged).toEqual([]);
  });
  test("A request without a position is rejected", async () => {
    session = await pair({ files: { "a.ts": "const x = 1;\n" } });
    const params = { textDocument: { uri: session.uri("a.ts") } };
    await expect(session.ask("textDocument/hover", params)).rejects.toMatchObject({ code: -32602 });
  });
  test("An unknown method is rejected", async () => {
    session = await pair();
    await expect(session.ask("some/thing")).rejects.toMatchObject({ code: -32601 });
  });
  test("A second initialize is rejected", async () => {
    session = await pair();
    await expect(session.ask("initialize", { capabilities: {} })).rejects.toMatchObject({ code: -32600 });
  });
  test("After a second initialize, the session goes on as before", async () => {
    session = await pair({ roots: ["one"], files: { "one/a.ts": "", "two/b.ts": "function g() {}" } });
    await expect(session.ask("initialize", { capabilities: {} })).rejects.toMatchObject({ code: -32600 });
    const event = { added: [{ uri: session.uri("two"), name: "two" }], removed: [] };
    await session.notify("workspace/didChangeWorkspaceFolders", { event });
    expect(await session.ask("workspace/symbol", everything)).toMatchObject([{ name: "g" }]);
  });
  test.each([null, 5])("A request with the params %j is rejected", async (params) => {
    session = await pair();
    const answer = session.ask("textDocument/hover", params as unknown as object);
    await expect(answer).rejects.toMatchObject({ code: -32602 });
    expect(session.logged).toEqual([]);
  });
  test("A request after shutdown is rejected", async () => {
    session = await pair();
    await session.ask("shutdown");
    await expect(session.ask("workspace/symbol", everything)).rejects.toMatchObject({ code: -32600 });
  });
});

test("A request that is cancelled before it is handled is answered as cancelled", async () => {
  session = await pair({ files: { "a.ts": "const x = 1;\n" } });
  const aborter = new CancellationTokenSource();
  const answer = session.ask("textDocument/hover", on("a.ts", at(0, 6)), aborter.token);
  aborter.cancel();
  await expect(answer).rejects.toMatchObject({ code: -32800 });
});
