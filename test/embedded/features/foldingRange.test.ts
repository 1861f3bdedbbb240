/** Folding ranges, by characters and by lines. */

import type { FoldingRange } from "vscode-languageserver-protocol";
import { type Pair, type PairOptions, pair } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

async function folds(text: string, options: PairOptions = {}, path = "a.ts") {
  session = await pair(options);
  await session.open(path, text);
  return (await session.ask("textDocument/foldingRange", {
    textDocument: { uri: session.uri(path) },
  })) as FoldingRange[];
}

const folding = (foldingRange: object) => ({ capabilities: { textDocument: { foldingRange } } });
const source = "// One\n// two.\nfunction f() {\n  return [\n    1,\n  ];\n}\n";

describe("folding ranges", () => {
  test("Folding by characters has the exact stretches", async () => {
    expect(await folds(source)).toEqual([
      { startLine: 0, startCharacter: 0, endLine: 1, endCharacter: 7, kind: "comment" },
      { startLine: 2, startCharacter: 13, endLine: 6, endCharacter: 1 },
      { startLine: 3, startCharacter: 9, endLine: 5, endCharacter: 3 },
    ]);
  });
  test("Folding by lines leaves the closing line visible", async () => {
    expect(await folds(source, folding({ lineFoldingOnly: true }))).toEqual([
      { startLine: 0, endLine: 1, kind: "comment" },
      { startLine: 2, endLine: 5 },
      { startLine: 3, endLine: 4 },
    ]);
  });
  test("Folding by lines includes the last line of a block without a closing line", async () => {
    expect(await folds("def f():\n    a\n    b\n\nc\n", folding({ lineFoldingOnly: true }), "a.py")).toEqual([
      { startLine: 0, endLine: 2 },
    ]);
  });
  test("The longest folds are kept up to the client's limit", async () => {
    expect(await folds(source, folding({ lineFoldingOnly: true, rangeLimit: 1 }))).toEqual([
      { startLine: 2, endLine: 5 },
    ]);
  });
  test("A document without a grammar has no folding ranges", async () => {
    expect(await folds("{\n\n}", {}, "a.txt")).toBeNull();
  });
});
