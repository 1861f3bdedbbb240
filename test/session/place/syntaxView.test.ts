/** Syntax trees in a session: nodes, declarations, symbols; places described, tracked, edited. */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { syntaxViewOf, viewFailureOf } from "../../../src/session/place/syntaxView.js";
import { Document } from "../../../src/text/document.js";
import { rangeToOffsets } from "../../../src/text/position.js";
import { afterTest, useFakeTimersFor } from "../../jest.js";
import { createInProcessSyntax } from "../../syntax/inProcessSyntax.js";
import { wasmOf } from "../../syntax/packagedGrammars.js";
import { closePairs, ErrorReply, fullCapabilities, type Message, pair } from "../pair.js";
import { passTimeUntil, useFakeTimers } from "../passTime.js";

afterEach(closePairs);

const python = `import os


# Sells things.
class Shop:
    limit = {
        "a": 1,
        "b": 2,
    }

    @property
    def price(self):
        total = 1
        return total


def f(a):
    return a
`;

/** A client that wants versions in its edits. */
const versioned = {
  ...fullCapabilities,
  workspace: { ...fullCapabilities.workspace, workspaceEdit: { documentChanges: true } },
};

interface Setting {
  readonly files?: Record<string, string>;
  /** The backend's document symbols. */
  readonly symbols?: unknown;
  readonly capabilities?: object;
}

/** Opens a session; its backend has no symbols by default. */
async function session({ files = { "a.py": python }, symbols = [], capabilities = versioned }: Setting = {}) {
  const both = pair({
    files,
    capabilities,
    handlers: {
      "textDocument/documentSymbol": () => symbols,
      "textDocument/hover": (params) => ({ contents: JSON.stringify(params) }),
    },
  });
  await both.open();
  const resolve = async (locate: unknown) => (await both.request("locate/resolve", { locate })).result;
  const resolveRange = async (locate: unknown) => (await both.request("locate/resolveRange", { locate })).result;
  const fails = async (method: string, params: object) => {
    const { error } = await both.request(method, params);
    return { kind: error.data.kind as string, message: error.message as string, data: error.data };
  };
  return { ...both, resolve, resolveRange, fails };
}

/** An LSP range, 0-based. */
const range = (fromLine: number, fromCharacter: number, toLine: number, toCharacter: number) => ({
  start: { line: fromLine, character: fromCharacter },
  end: { line: toLine, character: toCharacter },
});

describe("Symbols", () => {
  test("come from the syntax tree where the backend has none", async () => {
    const { resolve, request, uri } = await session();
    expect(await resolve("a.py:Shop.price")).toMatchObject({
      position: { line: 12, character: 9 },
      symbol: { path: ["Shop", "price"], source: "syntax" },
    });
    const outline = await request("locate/outline", { textDocument: { uri: uri("a.py") } });
    expect(outline.result.markdown).toContain("method `Shop.price`");
  });

  test("come from the syntax tree if the backend refuses the request", async () => {
    const { resolve } = await session({ symbols: new ErrorReply({ code: -32603, message: "no" }) });
    expect((await resolve("a.py:f")).symbol.source).toBe("syntax");
  });

  test("come from the syntax tree if the backend does not support the request, even late", async () => {
    useFakeTimers();
    const cannot = pair({
      files: { "a.py": python },
      serverCapabilities: { documentSymbolProvider: false },
    });
    await cannot.open();
    const { result } = await passTimeUntil(cannot.request("locate/resolve", { locate: "a.py:f" }));
    expect(result.symbol.source).toBe("syntax");
  });

  test("that the backend does not list are not denied where the syntax tree can't be had", async () => {
    const grammars = new Map([["python", { wasm: "/nowhere/python.wasm" }]]);
    const Shop = { name: "Shop", kind: 5, range: range(3, 0, 13, 20), selectionRange: range(4, 6, 4, 10) };
    const both = pair({
      files: { "a.py": python },
      servers: { ...shippedServers(), grammars },
      handlers: { "textDocument/documentSymbol": () => [Shop] },
    });
    await both.open();
    const ask = async (locate: string) => (await both.request("locate/resolve", { locate })).error;
    const { message, data } = await ask("a.py:Shop.price");
    expect(data).toMatchObject({ kind: "unsupported", symbol_path: ["Shop", "price"] });
    expect(message).toMatch(
      /^The server lists no symbol `Shop.price` in `a.py`, and whether it leaves it out is not known/,
    );
    expect(message).toMatch(/There is no syntax tree: the grammar .*python.wasm.* failed/);
    expect(message).not.toMatch(/holds no symbols/);
    expect((await ask("a.py:Shpo")).message).toContain("The server lists `Shop`.");
    const { result } = await both.request("locate/resolve", { locate: "a.py:Shop" });
    expect(result.symbol).toMatchObject({ path: ["Shop"], source: "backend" });
  });

  test("of a language without a grammar are missing, and the backend's error is returned", async () => {
    const { fails } = await session({
      files: { "a.xyz": "f" },
      symbols: new ErrorReply({ code: -32603, message: "no" }),
    });
    const { error } = await (
      await session({ files: { "a.xyz": "f" }, symbols: new ErrorReply({ code: -1, message: "no" }) })
    ).request("locate/resolve", { locate: "a.xyz:f" });
    expect(error).toMatchObject({ code: -1, message: "no" });
    const anchor = { file_path: "a.xyz", anchor_text: "f", ancestor_node_type: "x" };
    const { kind, message } = await fails("locate/resolve", { locate: anchor });
    expect(kind).toBe("unsupported");
    expect(message).toMatch(/grammars for .*python/);
  });

  test("that the backend leaves out are found in the tree; the error about others lists the backend's", async () => {
    const shop = { name: "Shop", kind: 5, range: range(4, 0, 13, 20), selectionRange: range(4, 6, 4, 10) };
    const { resolve, fails, request, uri } = await session({ symbols: [shop] });
    expect(await resolve("a.py:Shop.price.total")).toMatchObject({
      position: { line: 13, character: 9 },
      symbol: { source: "syntax" },
    });
    const { kind, message } = await fails("locate/resolve", { locate: "a.py:Shap" });
    expect(kind).toBe("symbol_not_found");
    expect(message).toContain("`Shop`");
    const inside = await fails("locate/resolve", { locate: "a.py:Shop.prise" });
    expect(inside.message).toContain("`Shop` holds `limit`, `price`. Write `a.py:Shop.price`.");
    const outline = await request("locate/outline", { textDocument: { uri: uri("a.py") } });
    expect(outline.result.markdown).not.toContain("total");
  });
});

describe("A symbol's declaration", () => {
  // As pyright has it: a variable's range is its name.
  const limit = { name: "limit", kind: 13, range: range(5, 4, 5, 9), selectionRange: range(5, 4, 5, 9) };
  const price = { name: "price", kind: 6, range: range(11, 4, 13, 20), selectionRange: range(11, 8, 11, 13) };
  const shop = {
    name: "Shop",
    kind: 5,
    range: range(4, 0, 13, 20),
    selectionRange: range(4, 6, 4, 10),
    children: [limit, price],
  };

  test("is its range, with decorators and without the comment", async () => {
    const { resolveRange } = await session({ symbols: [shop] });
    expect((await resolveRange("a.py:Shop.price")).target.range).toEqual(range(10, 4, 13, 20));
    expect((await resolveRange("a.py:Shop.limit")).target.range).toEqual(range(5, 4, 8, 5));
    expect((await resolveRange("a.py:Shop")).target.range).toEqual(range(4, 0, 13, 20));
  });

  test("is searched for text that the backend's range leaves out", async () => {
    const { resolve } = await session({ symbols: [shop] });
    expect((await resolve('a.py:Shop.limit@"b": <|>2')).position).toEqual({ line: 8, character: 14 });
    expect((await resolve("a.py:Shop@Sells")).position).toEqual({ line: 4, character: 3 });
  });
});

describe("Nodes", () => {
  const dictionary = { file_path: "a.py", anchor_text: '"b": 2', ancestor_node_type: "dictionary" };

  test("are selected as ranges and as points, in every method", async () => {
    const { resolve, resolveRange, request } = await session();
    expect((await resolveRange(dictionary)).range).toEqual({
      start: { line: 6, character: 13 },
      end: { line: 9, character: 6 },
    });
    expect((await resolve(dictionary)).position).toEqual({ line: 6, character: 13 });
    const method = { file_path: "a.py", anchor_text: "return total", ancestor_node_type: "function_definition" };
    expect((await resolve(method)).position).toEqual({ line: 12, character: 9 });
    const assignment = { file_path: "a.py", anchor_text: "total = 1", ancestor_node_type: "expression_statement" };
    expect((await resolve(assignment)).position).toEqual({ line: 13, character: 9 });
    const { result } = await request("locate/hover", { locate: method });
    expect(result.contents).toContain('"position":{"line":11,"character":8}');
  });

  test("are selected in a scope and by a supertype", async () => {
    const { resolveRange } = await session();
    const locate = { file_path: "a.py", scope: "f", anchor_text: "a", ancestor_node_type: "return_statement" };
    expect((await resolveRange(locate)).target.range).toEqual(range(17, 4, 17, 12));
    const sum = { file_path: "a.go", anchor_text: "b", ancestor_node_type: "expression" };
    const go = await session({ files: { "a.go": "package a\n\nvar x = a + b\n" } });
    expect((await go.resolveRange(sum)).target.range).toEqual(range(2, 12, 2, 13));
  });

  test("are selected by a list of types, an index and a step to a sibling", async () => {
    const { resolveRange, fails } = await session({ files: { "a.py": "f(1)\ng(1)\nx = 1\nh(2)\n" } });
    const locate = { file_path: "a.py", anchor_text: "1", ancestor_node_type: ["call", "assignment"], find_index: 1 };
    expect((await resolveRange(locate)).target.range).toEqual(range(1, 0, 1, 4));
    const statement = { ...locate, ancestor_node_type: "expression_statement", find_index: 0 };
    expect((await resolveRange({ ...statement, sibling: 3 })).target.range).toEqual(range(3, 0, 3, 4));
    const { kind, data } = await fails("locate/resolve", { locate: { ...statement, sibling: -1 } });
    expect(kind).toBe("sibling_not_found");
    expect(data).toMatchObject({ before: 0, after: 3 });
  });

  test("that are missing or ambiguous give an error with what to write", async () => {
    const { fails, resolveRange } = await session();
    expect((await fails("locate/resolve", { locate: { ...dictionary, ancestor_node_type: "list" } })).message).toMatch(
      /pair, dictionary/,
    );
    const { kind, data } = await fails("locate/resolve", {
      locate: { file_path: "a.py", anchor_text: "return", ancestor_node_type: "return_statement" },
    });
    expect(kind).toBe("anchor_ambiguous");
    for (const { locate, range: drawn } of data.targets) expect((await resolveRange(locate)).range).toEqual(drawn);
    const untyped = { file_path: "a.py", anchor_text: "total = 1" };
    expect((await fails("locate/resolve", { locate: untyped })).kind).toBe("ancestor_required");
  });

  test("are listed from the smallest, with the anchor that selects each", async () => {
    const { request, resolveRange, uri } = await session();
    const { result } = await request("locate/nodes", { locate: 'a.py@"b": <|>2' });
    expect(result.nodes.slice(0, 4)).toEqual([
      expect.objectContaining({ type: "integer", field: "value", text: "2", unique: true }),
      expect.objectContaining({ type: "pair", text: '"b": 2', unique: true }),
      expect.objectContaining({ type: "dictionary", field: "right", text: "{", unique: true }),
      expect.objectContaining({ type: "assignment", text: "limit = {", unique: true }),
    ]);
    for (const { type, text, unique, range: drawn } of result.nodes) {
      if (!unique) continue;
      const found = await resolveRange({ file_path: "a.py", anchor_text: text, ancestor_node_type: type });
      expect(found.range).toEqual(drawn);
    }
    const position = { line: 7, character: 13 };
    const same = await request("locate/nodes", { textDocument: { uri: uri("a.py") }, position });
    expect(same.result).toEqual(result);
  });

  test("are listed as records of the index, page by page, beside tree-sitter's", async () => {
    const { request, fails } = await session();
    const { result } = await request("locate/nodes", { locate: "a.py", records: true });
    const { records, count, difference, markdown } = result;
    expect(records.length).toBe(count);
    expect(difference).toBe(null);
    expect(markdown).toContain("in the syntax index of `a.py`. All are where tree-sitter has them.\n- 0 module 1:1-");
    for (const { type, depth, start, end, tree_sitter } of records)
      expect(tree_sitter).toEqual({ type, depth, start, end });
    const page = await request("locate/nodes", { locate: { file_path: "a.py" }, records: { from: 2, limit: 3 } });
    expect(page.result.records).toEqual(records.slice(2, 5));
    for (const wrong of [false, { limit: 0 }, { from: -1 }, { limit: 5_001 }])
      expect(await fails("locate/nodes", { locate: "a.py", records: wrong })).toMatchObject({
        kind: "invalid_locate",
        data: { field: "records" },
      });
  });
});

describe("A described place", () => {
  test("resolves back, as an object and as text", async () => {
    const { request, resolve, uri } = await session();
    const textDocument = { uri: uri("a.py") };
    for (const [line, character, notation] of [
      [4, 6, "a.py:Shop"],
      [11, 8, "a.py:Shop.price"],
      [13, 15, "a.py:Shop.price@return <|>total"],
      [7, 8, 'a.py:Shop.limit@"b"'],
      [2, 0, "a.py:3"],
    ] as const) {
      const { result } = await request("locate/describe", { textDocument, position: { line, character } });
      expect(result.notation).toBe(notation);
      for (const locate of [result.locate, result.notation])
        expect((await resolve(locate)).target.position).toEqual({ line, character });
    }
  });

  test("given as a range is a symbol if it is its declaration", async () => {
    const { request, resolveRange, uri } = await session();
    const textDocument = { uri: uri("a.py") };
    const { result } = await request("locate/describe", { textDocument, range: range(10, 4, 13, 20) });
    expect(result).toMatchObject({ notation: "a.py:Shop.price", markdown: "`a.py:Shop.price`" });
    const inner = await request("locate/describe", { textDocument, range: range(5, 12, 8, 5) });
    expect((await resolveRange(inner.result.locate)).target.range).toEqual(range(5, 12, 8, 5));
  });

  test("has to be given as a position or a range", async () => {
    const { fails, uri } = await session();
    expect((await fails("locate/describe", { textDocument: { uri: uri("a.py") } })).data).toMatchObject({
      kind: "invalid_locate",
      field: "position",
    });
    expect((await fails("locate/describe", { position: { line: 1, character: 1 } })).data.field).toBe("textDocument");
  });
});

describe("A tracked place", () => {
  test("moves with typed text, replaced texts and changes on disk", async () => {
    const { request, resolve, resolveRange, didOpen, didChange, didClose, uri } = await session();
    const { result } = await request("locate/track", { locate: "a.py:f@return <|>a" });
    expect(result).toMatchObject({ handle: "place-1", position: { line: 18, character: 12 } });
    const locate = { handle: result.handle };
    didOpen("a.py", python, "python");
    didChange("a.py", [{ range: range(0, 0, 0, 0), text: "# new\n" }]);
    expect((await resolve(locate)).position).toEqual({ line: 19, character: 12 });
    didChange("a.py", [{ text: `# other\n# lines\n${python}` }]);
    expect((await resolve(locate)).position).toEqual({ line: 20, character: 12 });
    didClose("a.py");
    writeFileSync(fileURLToPath(uri("a.py")), `#\n#\n#\n${python}`);
    expect((await resolve(locate)).position).toEqual({ line: 21, character: 12 });
    expect((await resolveRange(locate)).target.range).toEqual(range(20, 4, 20, 12));
    const { result: hover } = await request("locate/hover", { locate });
    expect(hover.contents).toContain('"line":20,"character":11');
    expect((await request("locate/untrack", locate)).result).toBeNull();
    expect((await request("locate/resolve", { locate })).error.data.kind).toBe("handle_unknown");
  });

  test("reports that it was deleted, and how it may be found again", async () => {
    const { request, fails, resolve, didOpen, didChange } = await session();
    didOpen("a.py", python, "python");
    const named = (await request("locate/track", { locate: "a.py:Shop.price" })).result;
    const text = (await request("locate/track", { locate: "a.py@return <|>total" })).result;
    didChange("a.py", [{ range: range(10, 0, 14, 0), text: "" }]);
    for (const { handle, line } of [
      { handle: named.handle, line: 12 },
      { handle: text.handle, line: 14 },
    ]) {
      const { kind, data, message } = await fails("locate/resolve", { locate: { handle } });
      expect(kind).toBe("handle_deleted");
      expect(data.last).toMatchObject({ file_path: "a.py", position: { line } });
      expect(message).toContain("may find it");
      didChange("a.py", [
        {
          range: range(10, 0, 10, 0),
          text: "    @property\n    def price(self):\n        total = 1\n        return total\n",
        },
      ]);
      expect(await resolve(data.locate)).toMatchObject({ position: { line } });
      didChange("a.py", [{ range: range(10, 0, 14, 0), text: "" }]);
    }
  });
});

describe("An edit", () => {
  test("replaces, inserts and deletes, with a diff", async () => {
    const { request } = await session({ capabilities: {} });
    const edit = async (params: object) => {
      const { result, error } = await request("locate/edit", params);
      if (error) throw new Error(error.message);
      const [changes] = Object.values(result.edit.changes as Record<string, unknown[]>);
      return { change: changes?.[0], markdown: result.markdown as string };
    };
    const replaced = await edit({ locate: "a.py:f", operation: "replace", new_text: "def f(b):\n    return b" });
    expect(replaced.change).toEqual({ range: range(16, 0, 17, 12), newText: "def f(b):\n    return b" });
    expect(replaced.markdown).toContain("-def f(a):\n-    return a\n+def f(b):\n+    return b\n");
    const before = await edit({ locate: "a.py:f", operation: "insert_before", new_text: "@g\n" });
    expect(before.change).toEqual({ range: range(16, 0, 16, 0), newText: "@g\n" });
    const afterComma = await edit({ locate: "a.py:Shop.limit@2,", operation: "insert_after", new_text: ' "c": 3,' });
    expect(afterComma.change).toEqual({ range: range(7, 15, 7, 15), newText: ' "c": 3,' });
    const deleted = await edit({ locate: "a.py:f", operation: "delete" });
    expect(deleted.change).toEqual({ range: range(14, 0, 18, 0), newText: "" });
  });

  const shop =
    "class Cart:\n    # Adds.\n    def add(self):\n        pass\n\n    limits = {\n        'a': 1,\n        'b': 2\n    }\n";
  test.each<[string, object, string]>([
    [
      "before a symbol above its comment, on lines of its own",
      { locate: "a.py:Cart.add", operation: "insert_before", new_text: "    x = 1" },
      "class Cart:\n    x = 1\n\n    # Adds.",
    ],
    [
      "text without indentation before a symbol, with that of the place",
      { locate: "a.py:Cart.add", operation: "insert_before", new_text: "def get(self):\n    return 1\n\n" },
      "class Cart:\n    def get(self):\n        return 1\n\n    # Adds.",
    ],
    [
      "text before a symbol whose first line lacks indentation, with that of the place",
      { locate: "a.py:Cart.add", operation: "insert_before", new_text: "def get(self):\n        return 1\n" },
      "class Cart:\n    def get(self):\n        return 1\n\n    # Adds.",
    ],
    [
      "after a symbol on lines of its own",
      { locate: "a.py:Cart.add", operation: "insert_after", new_text: "    x = 1" },
      "        pass\n\n    x = 1\n\n    limits",
    ],
    [
      "text after a symbol without the blank lines before it",
      { locate: "a.py:Cart.add", operation: "insert_after", new_text: "\n\n    x = 1" },
      "        pass\n\n    x = 1\n\n    limits",
    ],
    [
      "after a line",
      { locate: "a.py:7", operation: "insert_after", new_text: "'c': 3,\n" },
      "        'a': 1,\n        'c': 3,\n        'b': 2",
    ],
    [
      "after a node, below its separator",
      {
        locate: { file_path: "a.py", anchor_text: "'a'", ancestor_node_type: "pair" },
        operation: "insert_after",
        new_text: "        'c': 3,",
      },
      "        'a': 1,\n        'c': 3,\n        'b': 2",
    ],
    [
      "after an item on a line of its own, with its separator",
      { locate: "a.py@'b': 2", operation: "insert_after", new_text: ", 'c': 3" },
      "        'b': 2,\n        'c': 3\n    }",
    ],
    [
      "after found text unchanged, where it goes on in the line",
      { locate: "a.py@'b': 2", operation: "insert_after", new_text: " + 3" },
      "        'b': 2 + 3\n    }",
    ],
    [
      "at a marker at the end of the find",
      { locate: "a.py@Cart<|>", operation: "insert_after", new_text: "s" },
      "class Carts:",
    ],
    [
      "at a marker inside the find",
      { locate: "a.py@def add(<|>self):", operation: "insert_before", new_text: "/, " },
      "    def add(/, self):",
    ],
    [
      "at a marker inside the find, whichever side is given",
      { locate: "a.py@def add(self<|>):", operation: "insert_after", new_text: ", x" },
      "    def add(self, x):",
    ],
  ])("inserts %s", async (_what, params, expected) => {
    const { request } = await session({ files: { "a.py": shop } });
    const { result, error } = await request("locate/edit", params);
    expect(error?.message).toBeUndefined();
    const [{ range: at, newText }] = result.edit.documentChanges[0].edits;
    const document = Document.of(shop);
    const { from, to } = rangeToOffsets(document, at, "utf-16");
    expect(document.edit(from, to, newText).document.text).toContain(expected);
  });

  test.each([
    [{ operation: "delete" }, "  - a: 1\n  - e: 4\n"],
    [{ operation: "replace", new_text: "- b: 5\n  c: 6" }, "  - a: 1\n  - b: 5\n    c: 6\n  - e: 4\n"],
    [{ operation: "insert_after", new_text: "- d: 0" }, "  - a: 1\n  - b: 2\n    c: 3\n  - d: 0\n  - e: 4\n"],
  ])("takes an item of a list as a whole, not its first key: %o", async (params, expected) => {
    const text = "list:\n  - a: 1\n  - b: 2\n    c: 3\n  - e: 4\n";
    const { request } = await session({ files: { "a.yaml": text } });
    for (const locate of ["a.yaml:list[1]", "a.yaml:list.1"]) {
      const { result, error } = await request("locate/edit", { locate, ...params });
      expect(error?.message).toBeUndefined();
      const [{ range: at, newText }] = result.edit.documentChanges[0].edits;
      const { from, to } = rangeToOffsets(Document.of(text), at, "utf-16");
      expect(Document.of(text).edit(from, to, newText).document.text).toBe(`list:\n${expected}`);
    }
  });

  test.each(["replace", "delete"])("refuses to %s a find with one marker inside", async (operation) => {
    const { request } = await session({ files: { "a.py": shop } });
    const new_text = operation === "delete" ? undefined : "x";
    const { error } = await request("locate/edit", { locate: "a.py@def <|>add", operation, new_text });
    expect(error.data).toMatchObject({ kind: "invalid_locate", field: "find" });
    expect(error.message).toContain("put one at each end of what is meant");
  });

  test.each(["<|>def add", "def add<|>"])(
    "replaces the whole find %s: a marker at its edge is ignored",
    async (find) => {
      const { request } = await session({ files: { "a.py": shop } });
      const { result } = await request("locate/edit", {
        locate: { file_path: "a.py", find },
        operation: "replace",
        new_text: "def put",
      });
      expect(result.markdown).toContain("+    def put(self):");
    },
  );

  test("keeps the file's line endings", async () => {
    const { request } = await session({ files: { "a.py": "x = 1\r\ny = 2\r\n" } });
    const { result } = await request("locate/edit", {
      locate: "a.py:1",
      operation: "replace",
      new_text: "a = 1\nb = 2",
    });
    expect(result.edit.documentChanges[0].edits[0].newText).toBe("a = 1\r\nb = 2");
    expect(result.edit.documentChanges[0].textDocument.version).toBeNull();
  });

  test("is refused if it breaks the syntax, matches loosely or has invalid params", async () => {
    const { fails, request, didOpen, didChange } = await session();
    const broken = { locate: "a.py:f", operation: "replace", new_text: "def f(a:\n    return a" };
    const { kind, data, message } = await fails("locate/edit", broken);
    expect(kind).toBe("edit_breaks_syntax");
    expect(data.errors[0]).toMatchObject({ line: 17, text: "def f(a:" });
    expect(message).toContain("line 17");
    expect((await fails("locate/edit", { locate: "a.py@retur", operation: "delete" })).kind).toBe("inexact_write");
    for (const [params, field] of [
      [{ operation: "remove" }, "operation"],
      [{ operation: "replace" }, "new_text"],
      [{ operation: "delete", new_text: "x" }, "new_text"],
    ] as const)
      expect((await fails("locate/edit", { locate: "a.py:f", ...params })).data.field).toBe(field);
    // A file that has an error elsewhere may keep it, and get none more.
    didOpen("a.py", python, "python");
    didChange("a.py", [{ range: range(0, 0, 0, 0), text: "((\n" }]);
    expect((await fails("locate/edit", broken)).kind).toBe("edit_breaks_syntax");
    const sound = { ...broken, new_text: "def f(a):\n    return a" };
    expect((await request("locate/edit", sound)).result).toBeDefined();
  });

  test.each([
    [
      "replace",
      "return total",
      "if total:\nreturn total",
      "lines",
      /^Taken as lines, .* \(line 3, character 18: missing "block"\)\. /,
    ],
    ["replace", "<|>total<|>", "(\n", "text", /^Taken as text, this edit makes lines 3–4 " {8}return \(\\n",/],
    [
      "insert_after",
      "return",
      "x",
      "text",
      /which joins two words at .*, end new_text with a line break or write unit: "lines"/,
    ],
  ])(
    "that breaks the syntax says how %s at %j was taken, and what to write",
    async (operation, find, new_text, unit, expected) => {
      const { fails } = await session({ files: { "a.py": "class A:\n    def f(self):\n        return total\n" } });
      const { kind, message, data } = await fails("locate/edit", {
        locate: { file_path: "a.py", find },
        operation,
        new_text,
      });
      expect([kind, message]).toEqual(["edit_breaks_syntax", expect.stringMatching(expected)]);
      expect(data.unit).toBe(unit);
    },
  );

  test("is applied by the client, on our own request", async () => {
    const { request, client, fromClient } = await session();
    const asked = request("locate/edit", {
      locate: "a.py:f@return",
      operation: "replace",
      new_text: "yield",
      apply: true,
    });
    const isRequest = ({ method }: Message) => method === "workspace/applyEdit";
    const { id, params } = await client.until(isRequest, "workspace/applyEdit");
    expect(String(id)).toMatch(/^lsp-locate:/);
    expect(params.edit.documentChanges[0].edits[0].newText).toBe("yield");
    fromClient({ id, result: { applied: true } });
    expect((await asked).result.applied).toBe(true);
  });

  test("is not applied if the client can't", async () => {
    const { fails } = await session({ capabilities: {} });
    const asked = { locate: "a.py:f", operation: "delete", apply: true };
    expect(await fails("locate/edit", asked)).toMatchObject({ kind: "unsupported" });
  });
});

describe("Changes during a request", () => {
  test("don't change the text that a position is about", async () => {
    const { fromClient, client, uri, didOpen, didChange } = await session({ files: { "a.txt": "" } });
    didOpen("a.txt", "one\ntwo\nthree\n", "python");
    const textDocument = { uri: uri("a.txt") };
    const position = { line: 1, character: 0 };
    fromClient({ id: "describe", method: "locate/describe", params: { textDocument, position } });
    fromClient({ id: "nodes", method: "locate/nodes", params: { textDocument, position } });
    didChange("a.txt", [{ range: range(0, 0, 0, 0), text: "zero\nminus\n" }]);
    const answer = (id: string) => client.until((message) => message.id === id, id);
    expect((await answer("describe")).result.notation).toBe("a.txt@two");
    expect((await answer("nodes")).result.nodes[0]).toMatchObject({ type: "identifier", text: "two" });
  });

  test("move the place that the result names", async () => {
    const { request, didOpen, didChange, fromClient, client } = await session({ files: { "a.py": python } });
    didOpen("a.py", python, "python");
    await request("locate/resolve", { locate: "a.py:f" });
    const locate = { file_path: "a.py", anchor_text: "return a", ancestor_node_type: "return_statement" };
    const edit = { locate, operation: "replace", new_text: "return 1" };
    fromClient({ id: "edit", method: "locate/edit", params: edit });
    for (let count = 0; count < 20; count++) didChange("a.py", [{ range: range(0, 0, 0, 0), text: "#\n" }]);
    const { result } = await client.until(({ id }) => id === "edit", "edit");
    expect(result.edit.documentChanges[0].edits[0].range.start.line).toBe(37);
  });
});

describe("A handle", () => {
  test("stays valid in a file that the client opens, from its first change on", async () => {
    const { request, didOpen, didChange, resolve } = await session({ files: { "a.py": "x\nfoo\nbar\n" } });
    const { handle } = (await request("locate/track", { locate: "a.py@foo" })).result;
    didOpen("a.py", "x\nfoo\nbar\n", "python");
    didChange("a.py", [{ range: range(1, 0, 1, 0), text: "foo\n" }]);
    expect((await resolve({ handle })).position).toEqual({ line: 3, character: 1 });
  });

  test("of text is lost when that text is deleted", async () => {
    const { request, didOpen, didChange, fails } = await session();
    didOpen("a.py", "let foo = 1\n", "python");
    const { handle } = (await request("locate/track", { locate: "a.py@foo" })).result;
    didChange("a.py", [{ range: range(0, 4, 0, 7), text: "" }]);
    expect((await fails("locate/resolve", { locate: { handle } })).kind).toBe("handle_deleted");
  });

  test("of a symbol or a node includes text typed at its end", async () => {
    const { request, didOpen, didChange, resolveRange } = await session();
    didOpen("a.py", "def f():\n    return x", "python");
    const node = { file_path: "a.py", anchor_text: "return", ancestor_node_type: "return_statement" };
    const handles: string[] = [];
    for (const locate of ["a.py:f", node]) handles.push((await request("locate/track", { locate })).result.handle);
    didChange("a.py", [{ range: range(1, 12, 1, 12), text: " + 1" }]);
    const ranges = await Promise.all(handles.map(async (handle) => (await resolveRange({ handle })).target.range));
    expect(ranges).toEqual([range(0, 0, 1, 16), range(1, 4, 1, 16)]);
  });

  test("of a loose match is refused for a change", async () => {
    const { request, fails } = await session();
    const { handle } = (await request("locate/track", { locate: "a.py@retur" })).result;
    const again = (await request("locate/track", { locate: { handle } })).result.handle;
    for (const each of [handle, again])
      expect((await fails("locate/edit", { locate: { handle: each }, operation: "delete" })).kind).toBe(
        "inexact_write",
      );
  });

  test("of a deleted file reports where it was", async () => {
    const { request, fails, uri } = await session();
    const { handle } = (await request("locate/track", { locate: "a.py:f" })).result;
    rmSync(fileURLToPath(uri("a.py")));
    const { kind, data, message } = await fails("locate/resolve", { locate: { handle } });
    expect(kind).toBe("handle_deleted");
    expect(data.last).toMatchObject({ file_path: "a.py", position: { line: 17 }, text: "def f(a):" });
    expect(message).toContain("There is no file");
  });
});

describe("An edit of part of a line or statement", () => {
  test("does not change other declarations", async () => {
    const { request } = await session({
      files: { "a.c": "int a = 1, b = 2;\n", "a.go": "package a\n\nvar c, d int\n" },
    });
    for (const [locate, line] of [
      ["a.c:b", "+int a = 1;"],
      ["a.go:c", "+var d int"],
    ]) {
      const { result } = await request("locate/edit", { locate, operation: "delete" });
      expect(result.unit).toBe("item");
      expect(result.markdown).toContain(line);
    }
    const find = { locate: "a.c@b = 2", operation: "replace", new_text: "b = 3" };
    expect((await request("locate/edit", find)).result.markdown).toContain("+int a = 1, b = 3;");
  });

  test("deletes a blank line, and refuses an empty range", async () => {
    const { request, fails } = await session({ files: { "a.py": "x = 1\n\n\ny = 1\n" }, capabilities: {} });
    const { result } = await request("locate/edit", { locate: "a.py:2", operation: "delete" });
    expect(Object.values(result.edit.changes)).toEqual([[{ range: range(1, 0, 2, 0), newText: "" }]]);
    expect((await fails("locate/edit", { locate: "a.py:1:3", operation: "delete" })).kind).toBe("invalid_locate");
  });

  test("shows the part of a long line near the change", async () => {
    const long = `x = [${"1, ".repeat(20_000)}2]\n`;
    const { request } = await session({ files: { "a.py": long } });
    const { result } = await request("locate/edit", { locate: "a.py@2]", operation: "replace", new_text: "3]" });
    expect(result.markdown.length).toBeLessThan(2_500);
    expect(result.markdown).toMatch(/-….*1, 2\]\n\+….*1, 3\]\n/);
  });

  test("that the client refuses is reported, and still returned", async () => {
    const { request, client, fromClient } = await session();
    const asked = request("locate/edit", { locate: "a.py:f", operation: "delete", apply: true });
    const { id } = await client.until(({ method }: Message) => method === "workspace/applyEdit", "workspace/applyEdit");
    fromClient({ id, error: { code: -32603, message: "read only" } });
    expect((await asked).result).toMatchObject({ applied: false, failureReason: "read only", edit: {} });
  });
});

test("Lone carriage returns end lines for the parser, too", async () => {
  const { resolveRange } = await session({ files: { "a.py": "x = 1\ry = 2\rdef f():\r    return 1\r" } });
  expect((await resolveRange("a.py:y")).target.range).toEqual(range(1, 0, 1, 5));
  expect((await resolveRange("a.py:f")).target.range).toEqual(range(2, 0, 3, 12));
});

test("A document with another language id of its editor is parsed in its language", async () => {
  const both = await session({ files: {} });
  both.didOpen("run", "f() {\n  echo 1\n}\n", "zsh");
  expect(
    (await both.resolveRange({ file_path: "run", anchor_text: "echo", ancestor_node_type: "function_definition" }))
      .target.range,
  ).toEqual(range(0, 0, 2, 1));
});

test("The error of an outline names a broken grammar of the user", async () => {
  const grammars = new Map([["mine", { wasm: "/nowhere/mine.wasm" }]]);
  const shipped = shippedServers();
  const servers = { ...shipped, grammars, byExtension: new Map([...shipped.byExtension, [".mine", "mine"]]) };
  const both = pair({ files: { "a.mine": "x\n" }, servers, handlers: { "textDocument/documentSymbol": () => [] } });
  await both.open();
  const { error } = await both.request("locate/outline", { file_path: "a.mine" });
  expect(error.data.kind).toBe("unsupported");
  expect(error.message).toContain("/nowhere/mine.wasm");
});

test("A text whose parser failed is parsed again after some seconds, not for each part of a request", async () => {
  useFakeTimersFor("performance");
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-view-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const wasm = join(folder, "python.wasm");
  const syntax = createInProcessSyntax(new Map([["python", { wasm }]]));
  afterTest(() => syntax.close());
  const version = { uri: "file:///a.py", languageId: "python", text: Document.of("x = 1\n") };
  const view = () => syntaxViewOf(version, { syntax: async () => syntax, servers: shippedServers() });
  expect(await view()).toBeUndefined();
  expect(viewFailureOf(version)?.message).toContain("python.wasm");
  copyFileSync(wasmOf("python"), wasm);
  expect(await view()).toBeUndefined();
  jest.advanceTimersByTime(5_000);
  expect((await view())?.symbols).toEqual([]);
  expect(viewFailureOf(version)).toBeUndefined();
});
