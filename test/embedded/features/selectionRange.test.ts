/** Selection ranges. */

import type { SelectionRange } from "vscode-languageserver-protocol";
import { draw, openDrawing } from "../drawing.js";
import { type Pair, pair } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

/** Checks the ranges around `┃`, smallest first, each drawn. */
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

describe("selection ranges", () => {
  test("The ranges are those of the nodes, innermost first", () =>
    selects(
      "let 💣é = a + b┃c;\r\n",
      "let 💣é = a + ⟦b┃c⟧;\r\n",
      "let 💣é = ⟦a + b┃c⟧;\r\n",
      "let ⟦💣é = a + b┃c⟧;\r\n",
      "⟦let 💣é = a + b┃c;⟧\r\n",
      "⟦let 💣é = a + b┃c;\r\n⟧",
    ));
  test("There is a range for each position", async () => {
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
  test("A document without a grammar has no selection ranges", async () => {
    session = await pair();
    await session.open("a.txt", "a");
    const params = { textDocument: { uri: session.uri("a.txt") }, positions: [{ line: 0, character: 0 }] };
    expect(await session.ask("textDocument/selectionRange", params)).toBeNull();
  });
});
