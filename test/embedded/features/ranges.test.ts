/** What is selected and folded. */

import type { FoldingRange, SelectionRange } from "vscode-languageserver-protocol";
import { draw, openDrawing } from "../drawing.js";
import { type Pair, type PairOptions, pair } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

/** The ranges around `┃`, the smallest first, each drawn. */
async function selects(drawn: string, ...expected: readonly string[]) {
  const asked = await openDrawing({ "a.ts": drawn });
  session = asked.session;
  const uri = session.uri("a.ts");
  const [first] = (await session.ask("textDocument/selectionRange", {
    textDocument: { uri },
    positions: [asked.position],
  })) as SelectionRange[];
  const answers: (string | undefined)[] = [];
  for (let at: SelectionRange | undefined = first; at; at = at.parent)
    answers.push(draw({ "a.ts": drawn }, asked, [{ uri, range: at.range }])["a.ts"]);
  expect(answers).toEqual(expected);
}

describe("what is selected around a place", () => {
  test("node by node", () =>
    selects(
      "let 💣é = a + b┃c;\r\n",
      "let 💣é = a + ⟦b┃c⟧;\r\n",
      "let 💣é = ⟦a + b┃c⟧;\r\n",
      "let ⟦💣é = a + b┃c⟧;\r\n",
      "⟦let 💣é = a + b┃c;⟧\r\n",
      "⟦let 💣é = a + b┃c;\r\n⟧",
    ));
  test("one for each place", async () => {
    session = await pair();
    await session.open("a.ts", "a;\n\nb;\n");
    const answer = (await session.ask("textDocument/selectionRange", {
      textDocument: { uri: session.uri("a.ts") },
      positions: [
        { line: 0, character: 0 },
        { line: 2, character: 0 },
        { line: 99, character: 0 },
      ],
    })) as SelectionRange[];
    expect(answer.map(({ range }) => range.start.line)).toEqual([0, 2, expect.any(Number)]);
  });
  test("nothing in a language without a grammar", async () => {
    session = await pair();
    await session.open("a.txt", "a");
    const params = { textDocument: { uri: session.uri("a.txt") }, positions: [{ line: 0, character: 0 }] };
    expect(await session.ask("textDocument/selectionRange", params)).toBeNull();
  });
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

describe("what is folded", () => {
  test("by characters", async () => {
    expect(await folds(source)).toEqual([
      { startLine: 0, startCharacter: 0, endLine: 1, endCharacter: 7, kind: "comment" },
      { startLine: 2, startCharacter: 13, endLine: 6, endCharacter: 1 },
      { startLine: 3, startCharacter: 9, endLine: 5, endCharacter: 3 },
    ]);
  });
  test("by lines: the line that closes stays", async () => {
    expect(await folds(source, folding({ lineFoldingOnly: true }))).toEqual([
      { startLine: 0, endLine: 1, kind: "comment" },
      { startLine: 2, endLine: 5 },
      { startLine: 3, endLine: 4 },
    ]);
  });
  test("by lines, where nothing closes", async () => {
    expect(await folds("def f():\n    a\n    b\n\nc\n", folding({ lineFoldingOnly: true }), "a.py")).toEqual([
      { startLine: 0, endLine: 2 },
    ]);
  });
  test("no more than the client wants: the longest", async () => {
    expect(await folds(source, folding({ lineFoldingOnly: true, rangeLimit: 1 }))).toEqual([
      { startLine: 2, endLine: 5 },
    ]);
  });
  test("nothing in a language without a grammar", async () => {
    expect(await folds("{\n\n}", {}, "a.txt")).toBeNull();
  });
});
