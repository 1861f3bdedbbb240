/** `locate/outline` of very many symbols: other requests don't wait for it. */

import { CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { runInSlices } from "../../../src/session/place/documentSymbols.js";
import { ErrorReply, pair } from "../pair.js";

const count = 5_000;
const text = Array.from({ length: count }, (_, n) => `f${n}\n`).join("");
const symbols = Array.from({ length: count }, (_, n) => {
  const range = { start: { line: n, character: 0 }, end: { line: n, character: 2 } };
  return { name: `f${n}`, kind: 12, range, selectionRange: range };
});

function session() {
  return pair({
    files: { "many.xyz": text },
    handlers: {
      "textDocument/documentSymbol": () => symbols,
      "textDocument/hover": () => ({ contents: "here" }),
    },
  });
}

test("Other requests get their responses before it, and it is about the text of its symbols", async () => {
  const { open, uri, request, didOpen, didChange, fromClient, backend, client, close } = session();
  await open();
  didOpen("many.xyz", text);
  const textDocument = { uri: uri("many.xyz") };
  const outline = request("locate/outline", { textDocument });
  await backend.until(({ method }) => method === "textDocument/documentSymbol", "the request for symbols");
  // The symbols make the outline begin; then these messages come.
  await new Promise((resolve) => setImmediate(resolve));
  fromClient({
    id: "hover",
    method: "textDocument/hover",
    params: { textDocument, position: { line: 0, character: 0 } },
  });
  didChange("many.xyz", [{ range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }, text: "" }]);
  const { result } = await outline;
  const ids = client.messages.map(({ id }) => id);
  expect(ids).toContain("hover");
  expect(ids.indexOf("hover")).toBeLessThan(ids.length - 1);
  expect(result.symbols).toHaveLength(count);
  expect(result.symbols[count - 1]).toEqual({
    name: `f${count - 1}`,
    symbol_path: [`f${count - 1}`],
    kind: "function",
    range: { start: { line: count, character: 1 }, end: { line: count, character: 3 } },
  });
  const lines = result.markdown.split("\n");
  expect([lines[0], lines[1], lines.length]).toEqual(["Symbols of `many.xyz`:", "- function `f0` 1", count + 1]);
  await close();
});

test("JSON and Markdown show the same symbols, whatever their names, down to `depth`", async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const inner = { name: 'quote " and ` \ud83d', kind: 6, detail: "\tin\n\\", range, selectionRange: range };
  const outer = { name: "A", kind: 5, range, selectionRange: range, children: [inner] };
  const { open, request, close } = pair({
    files: { "a.xyz": "A\n", "none.xyz": "" },
    handlers: {
      "textDocument/documentSymbol": (({ textDocument }: { textDocument: { uri: string } }) =>
        textDocument.uri.endsWith("none.xyz") ? [] : [outer]) as never,
    },
  });
  await open();
  const place = { start: { line: 1, character: 1 }, end: { line: 2, character: 1 } };
  const described = { name: "A", symbol_path: ["A"], kind: "class", range: place };
  const { result } = await request("locate/outline", { file_path: "a.xyz" });
  expect(result).toEqual({
    symbols: [
      {
        ...described,
        children: [
          { name: inner.name, symbol_path: ["A", inner.name], kind: "method", detail: inner.detail, range: place },
        ],
      },
    ],
    markdown: `Symbols of \`a.xyz\`:\n- class \`A\` 1\n  - method \`\` ["A","quote \\" and \` \\ud83d"] \`\` 1 in \\`,
  });
  const flat = await request("locate/outline", { file_path: "a.xyz", depth: 1 });
  expect(flat.result).toEqual({ symbols: [described], markdown: "Symbols of `a.xyz`:\n- class `A` 1" });
  const none = await request("locate/outline", { file_path: "none.xyz" });
  expect(none.result).toEqual({ symbols: [], markdown: "`none.xyz` has no symbols." });
  await close();
});

test("Work in slices stops when it is cancelled", async () => {
  const source = new CancellationTokenSource();
  function* endless(): Generator<void, never> {
    for (;;) yield;
  }
  const done = runInSlices(endless(), source.token);
  setImmediate(() => source.cancel());
  await expect(done).rejects.toThrow(ResponseError);
});

test("A server is not asked for the symbols of a text that is too long, and its text is found", async () => {
  const long = `fuse = 1\n${"x".repeat(17_000_000)}\n`;
  const { open, request, backend, close } = pair({
    files: { "long.py": long, "long.xyz": long },
    handlers: { "textDocument/documentSymbol": () => symbols },
  });
  await open();
  const { error } = await request("locate/outline", { file_path: "long.xyz" });
  expect(error).toMatchObject({
    message:
      "There are no symbols of `long.xyz`: it has 17 million characters, and servers are asked for the symbols of at most 16.8 million. Lines and a find can be used there.",
    data: { kind: "unsupported" },
  });
  const symbol = await request("locate/resolve", { locate: "long.py:Bomb.fuse" });
  expect(symbol.error).toMatchObject({
    message: expect.stringMatching(
      /^There are no symbols and no syntax tree of `long\.py`.* For example: `long\.py@fuse`\.$/,
    ),
    data: { kind: "unsupported", locate: { file_path: "long.py", find: "fuse" } },
  });
  const found = await request("locate/resolve", { locate: "long.py@fuse" });
  expect(found.result.position).toEqual({ line: 1, character: 1 });
  expect(backend.messages.filter(({ method }) => method === "textDocument/documentSymbol")).toEqual([]);
  await close();
});

test.each(["\u2028", "\u2029", "\f"])(
  "Symbols that a server places after %j as after a line end are not used",
  async (end) => {
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 18 } };
    const { open, request, close } = pair({
      files: { "a.ts": `const s = "x${end}y";\nfunction fuse() {}\n` },
      handlers: { "textDocument/documentSymbol": () => [{ name: "fuse", kind: 12, range, selectionRange: range }] },
    });
    await open();
    expect((await request("locate/resolve", { locate: "a.ts:fuse" })).result.position).toEqual({
      line: 2,
      character: 10,
    });
    expect((await request("locate/outline", { file_path: "a.ts" })).result.markdown).toContain("- function `fuse` 2");
    await close();
  },
);

test("The initializers of a class in Java have paths that lead to them", async () => {
  const java = "class A {\n  static { int a = 1; }\n  { int b = 2; }\n}\n";
  const { open, request, close } = pair({
    files: { "A.java": java },
    handlers: { "textDocument/documentSymbol": () => null },
  });
  await open();
  const { markdown } = (await request("locate/outline", { file_path: "A.java", depth: 2 })).result;
  expect(markdown).toBe(
    "Symbols of `A.java`:\n- class `A` 1-4\n  - constructor `A.{...}` 2\n  - constructor `A.{...}[1]` 3",
  );
  for (const [path, line] of [
    ["A.{...}", 2],
    ["A.`{...}[1]`", 3],
    ["A.{...}[1]", 3],
  ]) {
    const { result } = await request("locate/resolve", { locate: `A.java:${path}` });
    expect([path, result?.position.line]).toEqual([path, line]);
  }
  await close();
});

test("The symbols are requested again if the text has changed for the server", async () => {
  const answers = [new ErrorReply({ code: -32801, message: "content modified" }), symbols.slice(0, 1)];
  const { open, request, close } = pair({
    files: { "a.xyz": text },
    handlers: { "textDocument/documentSymbol": () => answers.shift() },
  });
  await open();
  const { result } = await request("locate/outline", { locate: { file_path: "a.xyz" } });
  expect(result.symbols.map(({ name }: { name: string }) => name)).toEqual(["f0"]);
  await close();
});
