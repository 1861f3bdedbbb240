import { symlinkSync } from "node:fs";
import { join, parse, relative } from "node:path";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { frameOf } from "../../../src/wire/frames.js";
import { noReply, type Pair, pair } from "../pair.js";

let session: Pair;
afterEach(() => session.close());

const methodsSeen = () => session.backend.messages.map(({ method }) => method).filter((method) => method !== undefined);
const hover = (params: { position: object }) => ({ contents: JSON.stringify(params.position) });

test("A file that is not open is opened at the backend before the request, with the editors' language id", async () => {
  session = pair({ files: { "a.py": "import os\nos.path" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  const { result } = await session.request("locate/hover", { locate: "a.py@os.<|>path" });
  expect(result).toEqual({ contents: '{"line":1,"character":3}' });
  expect(methodsSeen()).toEqual(["initialize", "initialized", "textDocument/didOpen", "textDocument/hover"]);
  const opened = session.backend.messages.find(({ method }) => method === "textDocument/didOpen");
  expect(opened?.params.textDocument).toEqual({
    uri: session.uri("a.py"),
    languageId: "python",
    version: 1,
    text: "import os\nos.path",
  });
});

test("A server without openClose gets no didOpen", async () => {
  session = pair({
    files: { "a.py": "x" },
    serverCapabilities: { textDocumentSync: 0 },
    handlers: { "textDocument/hover": hover },
  });
  await session.open();
  await session.request("locate/hover", { locate: "a.py@x" });
  expect(methodsSeen()).toEqual(["initialize", "initialized", "textDocument/hover"]);
});

test("A file that changed on disk is up to date at its next use", async () => {
  session = pair({ files: { "a.py": "one two" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  await session.request("locate/hover", { locate: "a.py@two" });
  session.write("a.py", "zero\none two");
  expect((await session.request("locate/hover", { locate: "a.py@two" })).result.contents).toBe(
    '{"line":1,"character":4}',
  );
  const changed = session.backend.messages.find(({ method }) => method === "textDocument/didChange");
  expect(changed?.params).toEqual({
    textDocument: { uri: session.uri("a.py"), version: 2 },
    contentChanges: [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 7 } }, text: "zero\none two" },
    ],
  });
});

test("When the client opens a file that we have open, ours is closed first", async () => {
  session = pair({ files: { "a.py": "one" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  await session.request("locate/hover", { locate: "a.py@one" });
  session.didOpen("a.py", "one two", "python");
  expect((await session.request("locate/hover", { locate: "a.py@two" })).result.contents).toBe(
    '{"line":0,"character":4}',
  );
  expect(methodsSeen().slice(2)).toEqual([
    "textDocument/didOpen",
    "textDocument/hover",
    "textDocument/didClose",
    "textDocument/didOpen",
    "textDocument/hover",
  ]);
});

test("The same file under another name is the same document", async () => {
  session = pair({ files: { "real.py": "one" }, handlers: { "textDocument/hover": hover } });
  symlinkSync(join(session.root, "real.py"), join(session.root, "link.py"));
  await session.open();
  await session.request("locate/hover", { locate: "real.py@one" });
  session.didOpen("link.py", "one two", "python");
  await session.request("locate/hover", { locate: "real.py@two" });
  expect(methodsSeen().slice(2)).toEqual([
    "textDocument/didOpen",
    "textDocument/hover",
    "textDocument/didClose",
    "textDocument/didOpen",
    "textDocument/hover",
  ]);
  expect(session.backend.messages.at(-1)?.params.textDocument.uri).toBe(session.uri("link.py"));
});

test.each([
  ["percent-encoded", (uri: string) => uri.replace("a.py", "%61.py")],
  ["as written", (uri: string) => uri],
])("The client's own spelling of a URI goes to the backend (%s)", async (_title, spell) => {
  session = pair({ files: { "a.py": "one" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  const uri = spell(session.uri("a.py"));
  session.fromClient({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "python", version: 1, text: "one" } },
  });
  await session.request("locate/hover", { locate: "a.py@one" });
  expect(session.backend.messages.at(-1)?.params.textDocument.uri).toBe(uri);
});

test("Unsaved changes count, not the file on disk", async () => {
  session = pair({ files: { "a.py": "one" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  session.didOpen("a.py", "a\r\nbc");
  session.didChange("a.py", [
    { range: { start: { line: 1, character: 1 }, end: { line: 1, character: 1 } }, text: "💣X" },
  ]);
  session.didChange("a.py", [
    { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "\n" },
  ]);
  expect((await session.request("locate/hover", { locate: "a.py@c" })).result.contents).toBe(
    '{"line":2,"character":4}',
  );
});

/** Sends a request for `return` in `f`, and a change before the response with its symbols. */
async function changedMeanwhile(end: { line: number; character: number }, text: string) {
  let release: (symbols: unknown) => void = () => {};
  const symbols = new Promise((resolve) => {
    release = resolve;
  });
  session = pair({ handlers: { "textDocument/hover": hover, "textDocument/documentSymbol": () => symbols } });
  await session.open();
  // No grammar knows its symbols.
  session.didOpen("a.xyz", "def f():\n    return 1\nx = 1\n", "xyz");
  const locate = { file_path: session.uri("a.xyz"), scope: "f", find: "return" };
  const answer = session.request("locate/hover", { locate });
  await session.backend.until(({ method }) => method === "textDocument/documentSymbol", "documentSymbol");
  session.didChange("a.xyz", [{ range: { start: { line: 0, character: 0 }, end }, text }]);
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 12 } };
  const selectionRange = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  release([{ name: "f", kind: 12, range, selectionRange }]);
  return answer;
}

test("A change that comes while symbols are requested moves the place", async () => {
  const { result } = await changedMeanwhile({ line: 0, character: 0 }, "\n\n");
  expect(result.contents).toBe('{"line":3,"character":4}');
});

test("A place that is deleted while symbols are requested fails with content_modified", async () => {
  const { error } = await changedMeanwhile({ line: 2, character: 0 }, "");
  expect(error).toMatchObject({ code: -32801, data: { kind: "content_modified" } });
});

test("With utf-8 as encoding, positions count bytes", async () => {
  session = pair({
    files: { "a.py": "é💣x" },
    serverCapabilities: { positionEncoding: "utf-8" },
    handlers: { "textDocument/hover": hover },
  });
  await session.open();
  expect((await session.request("locate/hover", { locate: "a.py@x" })).result.contents).toBe(
    '{"line":0,"character":6}',
  );
  const { result } = await session.request("locate/resolve", { locate: "a.py@x" });
  expect(result).toMatchObject({
    position: { line: 1, character: 4 },
    target: { position: { line: 0, character: 6 } },
  });
});

test("clangd's own member for the encoding is understood", async () => {
  session = pair({
    files: { "a.cpp": "💣x" },
    handlers: {
      "textDocument/hover": hover,
      initialize: () => ({ offsetEncoding: "utf-32", capabilities: { hoverProvider: true } }),
    },
  });
  await session.open();
  expect((await session.request("locate/hover", { locate: "a.cpp@x" })).result.contents).toBe(
    '{"line":0,"character":1}',
  );
});

test("Locates work in open notebook cells and untitled documents", async () => {
  session = pair({ handlers: { "textDocument/hover": hover } });
  await session.open();
  const cell = { uri: "vscode-notebook-cell:/n.ipynb#W0", languageId: "python", version: 1, text: "a\nb" };
  const other = { ...cell, uri: "vscode-notebook-cell:/n.ipynb#W1", text: "c\nd" };
  session.fromClient({
    method: "notebookDocument/didOpen",
    params: { notebookDocument: {}, cellTextDocuments: [cell, other] },
  });
  session.fromClient({
    method: "textDocument/didOpen",
    params: { textDocument: { uri: "untitled:Untitled-1", languageId: "python", version: 1, text: "e f" } },
  });
  expect((await session.request("locate/hover", { locate: { file_path: other.uri, find: "d" } })).result.contents).toBe(
    '{"line":1,"character":0}',
  );
  expect(
    (await session.request("locate/hover", { locate: { file_path: "untitled:Untitled-1", find: "f" } })).result
      .contents,
  ).toBe('{"line":0,"character":2}');
  const { error } = await session.request("locate/hover", { locate: { file_path: "untitled:Untitled-2", find: "f" } });
  expect(error).toMatchObject({ code: -32803, data: { kind: "file_not_found" } });
});

test("The error about a missing file lists similar ones", async () => {
  session = pair({ files: { "src/alpha.py": "x", "src/beta.py": "x" } });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: "alpha.py@x" });
  expect(error.data).toMatchObject({ kind: "file_not_found", path: "alpha.py", similar: ["src/alpha.py"] });
  expect(error.message).toContain("src/alpha.py");
});

test("Relative paths don't start from the root of the file system, where a shared session runs", async () => {
  const { root } = parse(process.cwd());
  jest.spyOn(process, "cwd").mockReturnValue(root);
  session = pair({ files: { "a.py": "x" } });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: `${relative(root, import.meta.filename)}@x` });
  expect(error.data.kind).toBe("file_not_found");
  expect(error.data.tried).not.toContain(import.meta.filename);
});

test.each([
  ["locate/hover", "client:Session.get", "src/http/client.py:Session.get"],
  ["locate/hover", "http/client:3", "src/http/client.py:3"],
  ["locate/hover", "http.client@x", "src/http/client.py@x"],
  ["locate/hover", "src.http.client:Session", "src/http/client.py:Session"],
  ["locate/hover", "http/client.py:3", "src/http/client.py:3"],
  ["locate/hover", "src.http:Session", "src/http/__init__.py:Session"],
  ["locate/documentSymbol", "http.client", "src/http/client.py"],
  ["locate/hover", "nothing.like.it:Server@self", ":Server@self"],
  ["locate/hover", "nothing.like.it:Server@nowhere", undefined],
  ["locate/hover", "nothing.like.it:Nobody@x", undefined],
  ["locate/hover", "http.clint:3", undefined],
  ["locate/hover", "b/src/http/client.py:3", "src/http/client.py:3"],
])("The error of %s with the module %s has the Locate %s", async (method, locate, expected) => {
  const names = ["src/http/client.py", "src/http/__init__.py", "tests/test_http.py", "tests/test_client.py"];
  const text = "x = 1\n\nclass Session:\n    def get(self): pass\n";
  const files = Object.fromEntries(names.map((name) => [name, text]));
  session = pair({ files: { ...files, "app/main.py": "class Server:\n    def run(self):\n        pass\n" } });
  await session.open();
  const { error } = await session.request(method, { locate });
  expect(error.data.kind).toBe("file_not_found");
  if (expected === undefined) expect(error.data).not.toHaveProperty("locate");
  else expect(error.message).toContain(`rite \`${expected}\`.`);
});

test("The error about a missing file does not wait for a server that loads", async () => {
  let isAsked = false;
  const neverLoaded = () => {
    isAsked = true;
    return noReply;
  };
  session = pair({
    files: { "app/main.py": "class Server: pass\n" },
    serverCapabilities: { workspaceSymbolProvider: true },
    handlers: { "workspace/symbol": neverLoaded },
  });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: "nothing.py:Nobody@x" });
  expect(isAsked).toBe(true);
  expect(error.data).toMatchObject({ kind: "file_not_found", path: "nothing.py" });
});

test.each([
  ["main::Server.run", "app/main.py:2:9"],
  ["nothing::like::it::Server.run", "app/main.py:2:9"],
  ["nothing.Server#run", "app/main.py:2:9"],
  ["nothing.Server#run(int, str)", "symbol_not_found"],
  ["nothing::like::Nobody", "symbol_not_found"],
  ["  --> app/main.py:2:9", "app/main.py:2:9"],
  ["app/main.py:2:9: error: E1 @here: no", "app/main.py:2:9"],
  ['File "app/main.py", line 2, in run', "app/main.py:2:5"],
  ["app/main.py(2,9): error X1", "app/main.py:2:9"],
  ["`app/main.py:Server.run`", "app/main.py:2:9"],
  ["app/main.py:2:    def run(self):", "app/main.py:2:5"],
])("The place %s, as a tool prints it, resolves to %s", async (locate, expected) => {
  session = pair({ files: { "app/main.py": "class Server:\n    def run(self):\n        pass\n" } });
  await session.open();
  const { result, error } = await session.request("locate/resolve", { locate });
  const written = error ? error.data.kind : `${result.file_path}:${result.position.line}:${result.position.character}`;
  expect(written).toBe(expected);
});

test("The error for a folder names its files", async () => {
  session = pair({ files: { "src/b.py": "x", "src/a.py": "x", "src/in/c.py": "x", "src/.d": "x" } });
  await session.open();
  for (const [locate, expected] of [
    ["src:A", "src is a folder. Write a file, such as src/a.py, src/b.py."],
    ["src/in/@x", "src/in/ is a folder. Write a file, such as src/in/c.py."],
  ]) {
    const { error } = await session.request("locate/hover", { locate });
    expect([error.data.kind, error.message]).toEqual(["file_unreadable", expected]);
  }
});

test.each([
  ["http/clint.py", "src/http/client.py"],
  ["tests/unit/client.py", "src/http/client.py"],
  ["cli.client", "src/http/client.py"],
])("The most similar file to %s is %s", async (file_path, expected) => {
  const names = ["a/client_helpers.py", "src/http/client.py", "tests/test_client.py"];
  session = pair({ files: Object.fromEntries(names.map((name) => [name, "x = 1\n"])) });
  await session.open();
  const { error } = await session.request("locate/outline", { file_path });
  expect(error.data.similar[0]).toBe(expected);
});

const JOINER = `package a

type Joiner struct{}

func (j Joiner) add() { fmt.Println() }
`;

test.each([
  ["joiner.go:Joiner.sub", "No symbol `Joiner.sub` in `internal/linker/joiner.go`"],
  ["joiner.go:9", "There is no line 9: `internal/linker/joiner.go` has 6 lines."],
  ["joiner.go@nowhere", 'No match for "nowhere" in `internal/linker/joiner.go`'],
])("The error of %s says why the one file of that name does not have the place", async (locate, expected) => {
  session = pair({ files: { "internal/linker/joiner.go": JOINER } });
  await session.open();
  const { error } = await session.request("locate/hover", { locate });
  expect(error.data.kind).toBe("file_not_found");
  expect(error.data).not.toHaveProperty("locate");
  expect(error.message).toContain(`the file of that name is internal/linker/joiner.go. ${expected}`);
});

test.each([
  ["locate/hover", "joiner.go@fmt.<|>Println", "internal/linker/joiner.go@fmt.<|>Println"],
  ["locate/hover", "joiner.go:Joiner.add", "internal/linker/joiner.go:Joiner.add"],
  ["locate/hover", "joiner.go:3", "internal/linker/joiner.go:3"],
  ["locate/documentSymbol", "joiner.go:", "internal/linker/joiner.go"],
  ["locate/hover", "main.go:3", undefined],
  ["locate/hover", "joinr.go:3", undefined],
])("The error of %s with %s has the Locate %s, since one file has that name", async (method, locate, expected) => {
  const names = ["internal/linker/joiner.go", "cmd/a/main.go", "cmd/b/main.go", "internal/my_joiner.go"];
  session = pair({ files: Object.fromEntries(names.map((name) => [name, JOINER])) });
  await session.open();
  const { error } = await session.request(method, { locate });
  expect(error.data.kind).toBe("file_not_found");
  if (expected === undefined) expect(error.data).not.toHaveProperty("locate");
  else {
    expect(error.message).toContain(`the file of that name is internal/linker/joiner.go. Write \`${expected}\`.`);
    expect(error.data.locate.file_path).toBe("internal/linker/joiner.go");
  }
});

test.each<[string, unknown, string | undefined]>([
  ["locate/hover", "src/a.py#L2@def", "src/a.py:2@def"],
  ["locate/hover", { file_path: "src/a.py#L2", find: "def" }, "src/a.py:2@def"],
  ["locate/hover", "src/a.py(2,5)@def", "src/a.py:2@def"],
  ["locate/hover", "src/a.py#A.run@def", "src/a.py:A.run@def"],
  ["locate/hover", "a.py#L2@def", "src/a.py:2@def"],
  ["locate/documentSymbol", "src/a.py#L2", "src/a.py"],
  ["locate/hover", "src#L2@def", undefined],
  ["locate/hover", "none.py#L2@def", undefined],
  ["locate/hover", "src/a.py#L0@def", undefined],
  ["locate/hover", "src/a.py#L3-L2@def", undefined],
])("The error of %s for %j, with a place in its path, has the Locate %s", async (method, locate, expected) => {
  session = pair({ files: { "src/a.py": "class A:\n    def run(self): pass\n", "b#L2.py": "" } });
  await session.open();
  const { error } = await session.request(method, { locate });
  expect(error.data.kind).toBe("file_not_found");
  if (expected === undefined) return expect(error.data).not.toHaveProperty("locate");
  expect(error.message).toContain(`Write \`${expected}\`.`);
  expect(writeLocate(error.data.locate)).toBe(expected);
});

test("A binary file, a folder, and a file deleted while open give an error each", async () => {
  session = pair({
    files: { "a.bin": Buffer.from([1, 0, 2, 0]), "d/x.py": "x" },
    handlers: { "textDocument/hover": hover },
  });
  await session.open();
  expect((await session.request("locate/hover", { locate: "a.bin@x" })).error.data).toMatchObject({
    kind: "file_unreadable",
  });
  expect((await session.request("locate/hover", { locate: { file_path: "d", find: "x" } })).error.data).toMatchObject({
    kind: "file_unreadable",
  });
  session.didOpen("gone.py", "y", "python");
  expect((await session.request("locate/hover", { locate: "gone.py@y" })).result.contents).toBe(
    '{"line":0,"character":0}',
  );
});

test("An error about a document that differs from the disk says so", async () => {
  session = pair({ files: { "a.py": "needle" } });
  await session.open();
  session.didOpen("a.py", "hay", "python");
  const { error } = await session.request("locate/resolve", { locate: "a.py@needle" });
  expect(error.data).toMatchObject({ kind: "text_not_found", differs_from_disk: true });
});

test("The folder's name selects between files of two workspace folders", async () => {
  session = pair({ files: { "one/a.py": "1", "two/a.py": "2 x" } });
  const folders = ["one", "two"].map((name) => ({ uri: session.uri(name), name }));
  session.fromClient({
    id: 0,
    method: "initialize",
    params: { processId: null, rootUri: null, workspaceFolders: folders, capabilities: {} },
  });
  await session.client.until(({ id }) => id === 0, "the answer");
  session.fromClient({ method: "initialized", params: {} });
  const { error } = await session.request("locate/resolve", { locate: "a.py@x" });
  expect(error.data).toMatchObject({ kind: "file_ambiguous", files: ["one/a.py", "two/a.py"] });
  const { result } = await session.request("locate/resolve", { locate: "two/a.py@x" });
  expect(result).toMatchObject({ file_path: "two/a.py", position: { line: 1, character: 3 } });
});

test("A cancelled Locate gets its response, and its request to the backend is cancelled", async () => {
  session = pair({ files: { "a.py": "x" }, handlers: { "textDocument/hover": () => noReply } });
  await session.open();
  const answer = session.request("locate/hover", { locate: "a.py@x" });
  const asked = await session.backend.until(({ method }) => method === "textDocument/hover", "hover");
  session.fromClient({ method: "$/cancelRequest", params: { id: 2 } });
  expect((await answer).error.code).toBe(-32800);
  const cancelled = await session.backend.until(({ method }) => method === "$/cancelRequest", "the cancel");
  expect(cancelled.params.id).toBe(asked.id);
});

test("The cancellation of any other request passes", async () => {
  session = pair({ files: { "a.py": "x" }, handlers: { "textDocument/hover": () => noReply } });
  await session.open();
  void session.request("locate/hover", { locate: "a.py@x" }).catch(() => {});
  await session.backend.until(({ method }) => method === "textDocument/hover", "hover");
  session.fromClient('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id": 99}}');
  await session.backend.until(({ method, params }) => method === "$/cancelRequest" && params.id === 99, "the cancel");
  expect(session.backend.bodies).toContain('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id": 99}}');
});

test("Folders that are added or removed later are taken into account", async () => {
  session = pair({ files: { "one/a.py": "1 x", "two/b.py": "2 x" } });
  const folder = (name: string) => ({ uri: session.uri(name), name: "" });
  session.fromClient({
    id: 0,
    method: "initialize",
    params: { processId: null, rootUri: session.uri("one"), workspaceFolders: null, capabilities: {} },
  });
  await session.client.until(({ id }) => id === 0, "the answer");
  session.fromClient({ method: "initialized", params: {} });
  expect((await session.request("locate/resolve", { locate: "a.py@x" })).result.file_path).toBe("a.py");
  session.fromClient({
    method: "workspace/didChangeWorkspaceFolders",
    params: { event: { added: [folder("two")], removed: [folder("one")] } },
  });
  expect((await session.request("locate/resolve", { locate: "two/b.py@x" })).result.file_path).toBe("b.py");
  expect((await session.request("locate/resolve", { locate: "a.py@x" })).error.data.kind).toBe("file_not_found");
});

test("A large didOpen that arrives in pieces during a Locate in that file is not doubled", async () => {
  session = pair({ files: { "a.py": "needle" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  await session.request("locate/resolve", { locate: "a.py@needle" });
  const text = `unsaved ${" ".repeat(50_000)}needle`;
  const item = { uri: session.uri("a.py"), languageId: "python", version: 7, text };
  const frame = frameOf(
    JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: item } }),
  );
  const answer = session.request("locate/hover", { locate: "a.py@needle" });
  session.input.write(frame.subarray(0, 2000));
  await new Promise((resolve) => setImmediate(resolve));
  session.input.write(frame.subarray(2000));
  await answer;
  await session.request("locate/hover", { locate: "a.py@needle" });
  let open = 0;
  for (const { method } of session.backend.messages) {
    if (method === "textDocument/didOpen") expect(++open).toBe(1);
    if (method === "textDocument/didClose") open--;
  }
  expect(session.backend.messages.at(-1)?.params.position.character).toBe(text.indexOf("needle"));
});

test.each([[[{}]], [[null]], [[{ range: {}, text: "x" }]], [[{ text: 5 }]], ["x"]])(
  "An invalid change passes, and our copy is dropped: %j",
  async (contentChanges) => {
    session = pair({ files: { "a.py": "on disk" }, handlers: { "textDocument/hover": hover } });
    await session.open();
    session.didOpen("a.py", "one two", "python");
    session.fromClient({
      method: "textDocument/didChange",
      params: { textDocument: { uri: session.uri("a.py") }, contentChanges },
    });
    await session.backend.until(({ method }) => method === "textDocument/didChange", "the change");
    const { error } = await session.request("locate/resolve", { locate: "a.py@nothing" });
    expect(error.data.kind).toBe("text_not_found");
  },
);

test("No file is closed while a request is about it, however many there are", async () => {
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n}.py`, "x"]));
  session = pair({ files, handlers: { "textDocument/hover": hover } });
  await session.open();
  const answers = await Promise.all(
    Object.keys(files).map((file) => session.request("locate/hover", { locate: `${file}@x` })),
  );
  expect(answers.filter(({ error }) => error)).toEqual([]);
});

test("A file with two names is opened once", async () => {
  session = pair({ files: { "real.py": "one" }, handlers: { "textDocument/hover": hover } });
  symlinkSync(join(session.root, "real.py"), join(session.root, "link.py"));
  await session.open();
  await session.request("locate/hover", { locate: "real.py@one" });
  await session.request("locate/hover", { locate: "link.py@one" });
  expect(methodsSeen().filter((method) => method === "textDocument/didOpen")).toHaveLength(1);
});

test("A request with an id that is still in use is refused", async () => {
  session = pair({ files: { "a.py": "x" }, handlers: { "textDocument/hover": () => noReply } });
  await session.open();
  session.fromClient({ id: 50, method: "locate/hover", params: { locate: "a.py@x" } });
  session.fromClient({ id: 50, method: "locate/hover", params: { locate: "a.py@x" } });
  expect((await session.client.until(({ id }) => id === 50, "the refusal")).error.code).toBe(-32600);
});

test("A client may send initialized before the response to initialize", async () => {
  session = pair({ files: { "a.py": "x" } });
  session.fromClient({
    id: 1,
    method: "initialize",
    params: { capabilities: {}, workspaceFolders: [null, { uri: session.uri("") }, 5] },
  });
  session.fromClient({ method: "initialized", params: {} });
  await session.client.until(({ id }) => id === 1, "the answer");
  session.fromClient({ id: 2, method: "locate/resolve", params: { locate: "a.py@x" } });
  expect((await session.client.until(({ id }) => id === 2, "the place")).result.position).toEqual({
    line: 1,
    character: 1,
  });
});

test("The error about a file_path that contains the scope says what to write", async () => {
  session = pair({ files: { "a.ts": "x" } });
  await session.open();
  const { error } = await session.request("locate/resolve", { locate: { file_path: "a.ts:one", find: "x" } });
  expect(error.message).toContain('write "file_path": "a.ts", and in a Locate "scope": "one"');
});

test("A missing file outside of all folders is reported at once", async () => {
  session = pair({ files: { "a.ts": "x" } });
  await session.open();
  expect((await session.request("locate/resolve", { locate: "/nope_zz.py@x" })).error.data.kind).toBe("file_not_found");
});

test("A document without a file, and a message without a URI, pass after a Locate has been resolved", async () => {
  session = pair({ files: { "a.txt": "one" }, handlers: { "textDocument/hover": hover } });
  await session.open();
  await session.request("locate/hover", { locate: "a.txt@one" });
  const opened = { uri: "untitled:Untitled-1", languageId: "plaintext", version: 1, text: "two" };
  for (const textDocument of [opened, { languageId: "plaintext" }])
    session.fromClient({ method: "textDocument/didOpen", params: { textDocument } });
  const { result } = await session.request("locate/resolve", { locate: { file_path: opened.uri, find: "two" } });
  expect(result.file_path).toBe(opened.uri);
  const received = session.backend.messages.filter(({ method }) => method === "textDocument/didOpen");
  expect(received.slice(-2).map(({ params }) => params.textDocument)).toEqual([opened, { languageId: "plaintext" }]);
});
