/** The nodes at an offset, drawn in the source and compared with a plain search. */

import { eachNode } from "../../../src/syntax/index/nodePositions.js";
import { nodesAt } from "../../../src/syntax/index/nodesAt.js";
import { RecordLeaf } from "../../../src/syntax/index/records/recordLeaf.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { law, pick, randomText } from "../../text/random.js";
import { indexOf } from "./indexedTrees.js";

/** `drawn` has the offset `┃` and the expected node `⟦…⟧`; `path` lists its kinds from the root. */
function check(language: string, drawn: string, path: string): void {
  test(`In ${language}, the node at the offset is the one marked in ${JSON.stringify(drawn)}.`, async () => {
    const source = drawn.replace(/[┃⟦⟧]/g, "");
    const offset = drawn.replace(/[⟦⟧]/g, "").indexOf("┃");
    const nodes = nodesAt(await indexOf(language, source), offset);
    const found = nodes.at(-1);
    const answer =
      found && `${source.slice(0, found.from)}⟦${source.slice(found.from, found.to)}⟧${source.slice(found.to)}`;
    expect({ answer, path: nodes.map(({ kind }) => kind).join(" ") }).toEqual({ answer: drawn.replace("┃", ""), path });
  });
}

check("python", "┃⟦a⟧ = b\n", "module expression_statement assignment identifier");
check("python", "⟦a┃ = b⟧\n", "module expression_statement assignment");
check("python", "a = ┃⟦b⟧", "module expression_statement assignment identifier");
check("python", "a = ⟦b⟧┃", "module expression_statement assignment identifier");
check("python", "⟦a = b\n⟧┃", "module");
check("python", "⟦f(a)\n┃\n⟧", "module");
check(
  "python",
  "é = '💣' + f⟦(x┃, y)⟧\r\n",
  "module expression_statement assignment binary_operator call argument_list",
);
check("python", "┃⟦⟧", "module");
check("json", '{\r"a": [1, ┃⟦23⟧]}', "document object pair array number");
check("json", "⟦[1, 2┃]⟧\r\n", "document array");
check("typescript", "⟦a(); // ┃b\nc();⟧", "program");

/** Returns the deepest node that contains the offset, searched among all. */
function plainly(index: SyntaxIndex, offset: number): number | undefined {
  const nodes = [...eachNode(index)];
  const end = nodes[0]?.end.offset;
  const around = nodes.filter(({ record, start, end: { offset: to } }) => {
    const isEnd = offset === end && to === end && (start.offset < to || record === 0);
    return start.offset <= offset && (offset < to || isEnd);
  });
  return around.sort((a, b) => a.depth - b.depth || a.record - b.record).at(-1)?.record;
}

law("At every offset of any text, the node is the deepest one there.", 8, async (random) => {
  const language = pick(random, ["python", "typescript", "json", "html"]);
  const index = await indexOf(language, `f([1, "a"], (x))\n<b>é</b>${randomText(random, 60)}`);
  const length = [...eachNode(index)][0]?.end.offset ?? 0;
  for (let offset = 0; offset <= length; offset++)
    expect(nodesAt(index, offset).at(-1)?.record).toBe(plainly(index, offset));
  expect(nodesAt(index, length + 1).at(-1)).toBeUndefined();
});

test("There are no nodes before the start of the root.", async () => {
  const index = await indexOf("typescript", "\n\n a;");
  expect(nodesAt(index, 2)).toEqual([]);
  expect(nodesAt(index, 3).map(({ kind }) => kind)).toEqual(["program", "expression_statement", "identifier"]);
});

test("Subtrees beside the path are not read.", async () => {
  const body = "    return [1, (2, 3), {4: 5}, f(6, 7)]\n".repeat(40);
  const index = await indexOf("python", Array.from({ length: 30 }, (_, n) => `def f${n}(a):\n${body}`).join(""));
  const end = [...eachNode(index)][0]?.end.offset ?? 0;
  const reads = jest.spyOn(RecordLeaf.prototype, "value");
  expect(nodesAt(index, end - 4).at(-1)?.kind).toBe("integer");
  expect(index.records.size).toBeGreaterThan(15_000);
  expect(reads.mock.calls.length).toBeLessThan(500);
  reads.mockRestore();
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("Offset %s is rejected.", async (offset) => {
  const index = await indexOf("json", "[1]");
  expect(() => nodesAt(index, offset)).toThrow(RangeError);
});
