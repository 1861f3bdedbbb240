/** Results of a server that was told of more than the client takes. */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { readableResult, withReadableEdits } from "../../../src/session/client/translatedMessages.js";

const body = (result: unknown) => Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
const resultOf = (bytes: Buffer) => (JSON.parse(bytes.toString("utf8")) as { result: unknown }).result;

const [start, end] = [
  { line: 0, character: 0 },
  { line: 1, character: 0 },
];
const link = { targetUri: "file:///a.ts", targetRange: { start, end }, targetSelectionRange: { start, end: start } };

/** Returns a result as a client with these capabilities gets it. */
function read(method: string, result: unknown, textDocument: ClientCapabilities["textDocument"] = {}): unknown {
  return resultOf(readableResult(method, body(result), { textDocument }));
}

test("Links become places of the name for a client without links", () => {
  expect(read("textDocument/definition", [link])).toEqual([{ uri: link.targetUri, range: link.targetSelectionRange }]);
});

test("Links stay for a client that takes them there, and only there", () => {
  const declared = { definition: { linkSupport: true } };
  expect(read("textDocument/definition", [link], declared)).toEqual([link]);
  expect(read("textDocument/implementation", [link], declared)).not.toEqual([link]);
});

test("Places, null and results of other methods keep their bytes", () => {
  for (const result of [[{ uri: "file:///a.ts", range: link.targetRange }], null, []]) {
    const bytes = body(result);
    expect(readableResult("textDocument/definition", bytes, {})).toBe(bytes);
    expect(readableResult("textDocument/hover", bytes, {})).toBe(bytes);
  }
});

test("A hover is plain text for a client that takes nothing else", () => {
  const contents = { kind: "markdown", value: "```ts\nconst a\\_b: 1\n```\n\nA note." };
  const plain = { hover: { contentFormat: ["plaintext" as const] } };
  expect(read("textDocument/hover", { contents }, plain)).toEqual({
    contents: { kind: "plaintext", value: "const a_b: 1\n\nA note." },
  });
  expect(read("textDocument/hover", { contents })).toEqual({ contents });
});

test("Versioned edits become edits by file for a client without versions", () => {
  const edit = (newText: string) => ({ range: link.targetRange, newText });
  const documentChanges = [
    { textDocument: { uri: "file:///a.ts", version: 3 }, edits: [edit("one")] },
    { textDocument: { uri: "file:///b.ts", version: null }, edits: [edit("two")] },
    { textDocument: { uri: "file:///a.ts", version: 3 }, edits: [edit("three")] },
  ];
  const changes = { "file:///a.ts": [edit("one"), edit("three")], "file:///b.ts": [edit("two")] };
  expect(resultOf(withReadableEdits(body({ documentChanges }), [["result"]], {}))).toEqual({ changes });
  const items = [{ title: "fix", edit: { documentChanges } }, { title: "run" }];
  expect(resultOf(withReadableEdits(body(items), [["result", "*", "edit"]], {}))).toEqual([
    { title: "fix", edit: { changes } },
    { title: "run" },
  ]);
});

test("Versioned edits stay for a client that takes them, and with files to move", () => {
  const documentChanges = [{ kind: "rename", oldUri: "file:///a.ts", newUri: "file:///b.ts" }];
  const bytes = body({ documentChanges });
  expect(withReadableEdits(bytes, [["result"]], {})).toBe(bytes);
  const versioned = body({ documentChanges: [{ textDocument: { uri: "file:///a.ts", version: 1 }, edits: [] }] });
  const workspace = { workspaceEdit: { documentChanges: true } };
  expect(withReadableEdits(versioned, [["result"]], { workspace })).toBe(versioned);
});
