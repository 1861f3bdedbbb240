/**
 * The walkthroughs, tables and special cases of the design document on position tracking, in the
 * language it was written for, on its real grammar. Lengths and offsets are UTF-16 code units.
 */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { eachNode } from "../../../src/syntax/index/nodePositions.js";
import { nodesAt } from "../../../src/syntax/index/nodesAt.js";
import { decodeDelta } from "../../../src/syntax/index/records/delta.js";
import { findSymbolAt } from "../../../src/syntax/index/symbolAt.js";
import { recordOf } from "../../../src/syntax/index/syntaxIndex.js";
import { Document } from "../../../src/text/document.js";
import { positionToOffset } from "../../../src/text/position.js";
import { randomFrom } from "../../text/random.js";
import { rholangPrograms } from "../rholangPrograms.js";
import { grammarOf, indexOf, indexText, parse } from "./indexedTrees.js";
import { firstDifference, namedNodes, recordsOf } from "./nodeComparison.js";
import { checkEdits } from "./rholangEdits.js";

interface Described {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly delta: number;
  readonly content: number;
  readonly syntactic: number;
}

/** Returns the nodes of a kind, with the numbers of their records. */
async function nodesOf(source: string, kind: string): Promise<Described[]> {
  const index = await indexOf("rholang", source);
  return [...eachNode(index)]
    .filter((node) => node.kind === kind)
    .map(({ record, start, end }) => {
      const { deltaOffset, contentLength, syntacticLength } = recordOf(index, record);
      const [from, to] = [start.offset, end.offset];
      return {
        ...{ text: source.slice(from, to), from, to, delta: deltaOffset },
        ...{ content: contentLength, syntactic: syntacticLength },
      };
    });
}

const siblings = "new x, y in { x!(1) | y!(2) }";
const local = "new x in { x!(42) }";

describe("Positions", () => {
  test("A position has a line, a column and an offset, all 0-based.", async () => {
    const index = await indexOf("rholang", "new x in {\n  x!(42)\n}");
    const starts = [...eachNode(index)].filter(({ kind }) => kind === "var").map(({ start }) => start);
    expect(starts).toEqual([
      { offset: 4, line: 0, column: 4 },
      { offset: 13, line: 1, column: 2 },
    ]);
  });

  test("On another line, the delta of columns is the column itself.", async () => {
    const index = await indexOf("rholang", "x!(1) |\n    y!(2)");
    const [, second] = [...eachNode(index)].filter(({ kind }) => kind === "send");
    expect(recordOf(index, second?.record ?? 0)).toMatchObject({ deltaLines: 1, deltaColumns: 4, deltaOffset: 7 });
  });
});

describe("Sibling reconstruction", () => {
  test("Each sibling starts at the end of the previous one plus its delta.", async () => {
    expect(await nodesOf(siblings, "name_decl")).toMatchObject([
      { from: 4, to: 5, delta: 0, syntactic: 1 },
      { from: 7, to: 8, delta: 2, syntactic: 1 },
    ]);
    expect(await nodesOf(siblings, "block")).toMatchObject([{ from: 12, to: 29, delta: 4, syntactic: 17 }]);
  });

  test("A node hands on its own end, not that of its last child.", async () => {
    const [block] = await nodesOf("{ x!(1) } | y!(2)", "block");
    const [, second] = await nodesOf("{ x!(1) } | y!(2)", "send");
    expect(block).toMatchObject({ from: 0, to: 9, content: 7, syntactic: 9 });
    expect(second).toMatchObject({ from: 12, delta: 3 });
  });

  test("The cascading effect: a wrong length of one sibling moves all later ones by the same amount.", async () => {
    const index = await indexOf("rholang", "a!(1) | bb!(2) | c!(3) | d!(4)");
    const sends = [...eachNode(index)].filter(({ kind }) => kind === "send");
    const starts = (error: number): number[] => {
      let end = { offset: 0, line: 0, column: 0 };
      return sends.map(({ record }, at) => {
        const step = recordOf(index, record);
        const syntacticLength = step.syntacticLength + (at === 1 ? error : 0);
        const node = decodeDelta(end, { ...step, syntacticLength });
        end = node.end;
        return node.start.offset;
      });
    };
    expect(starts(0)).toEqual(sends.map(({ start }) => start.offset));
    expect(starts(2)).toEqual(starts(0).map((start, at) => start + (at > 1 ? 2 : 0)));
  });
});

describe("Dual lengths", () => {
  test("The block in the example has 8 units of content and 10 in all.", async () =>
    expect(await nodesOf(local, "block")).toMatchObject([{ from: 9, to: 19, content: 8, syntactic: 10 }]));

  test.each([
    ["block", "{ x!(1) }"],
    ["parenthesized", "(x!(1))"],
    ["list", "[1, 2]"],
    ["set", "Set(1, 2)"],
    ["map", '{"a": 1}'],
    ["tuple", "(1, 2)"],
    ["arguments", "x!(1)"],
    ["parameters", "contract f(x) = { Nil }"],
  ])("A %s has a closing delimiter, so its content is shorter: %s", async (kind, source) => {
    const [node] = await nodesOf(source, kind);
    expect((node?.syntactic ?? 0) - (node?.content ?? 0)).toBe(kind === "block" ? 2 : 1);
  });

  test.each([
    ["var", "x!(1)"],
    ["long_literal", "x!(1)"],
    ["string_literal", '@"a"!(1)'],
    ["send", "x!(1)"],
    ["new", local],
    ["contract", "contract f(x) = { Nil }"],
    ["quote", '@"a"!(1)'],
    ["par", "x!(1) | y!(2)"],
  ])("A %s has no closing delimiter, so both lengths are the same: %s", async (kind, source) => {
    const [node] = await nodesOf(source, kind);
    expect(node?.syntactic).toBeGreaterThan(0);
    expect(node?.content).toBe(node?.syntactic);
  });

  test("An empty block has no children, so its content is all of it.", async () =>
    expect(await nodesOf("contract f() = {  }", "block")).toMatchObject([{ content: 4, syntactic: 4 }]));
});

describe("Special cases", () => {
  test("A quote starts at its @, and what is quoted after it.", async () => {
    expect(await nodesOf("@P!(1)", "quote")).toMatchObject([{ from: 0, to: 2 }]);
    expect(await nodesOf("@P!(1)", "var")).toMatchObject([{ from: 1, to: 2, delta: 1 }]);
  });

  test("A send starts with its channel; the arguments come after the operator.", async () => {
    const source = "ch!(arg1, arg2)";
    expect(await nodesOf(source, "send")).toMatchObject([{ from: 0, to: 15 }]);
    expect(await nodesOf(source, "var")).toMatchObject([
      { text: "ch", delta: 0 },
      { text: "arg1", delta: 1 },
      { text: "arg2", delta: 2 },
    ]);
    expect(await nodesOf(source, "arguments")).toMatchObject([{ from: 3, delta: 1 }]);
    expect(await nodesOf(source.replace("!", "!!"), "arguments")).toMatchObject([{ from: 4, delta: 2 }]);
  });

  test.each([2, 3, 300])("Of %d parallel processes, each starts three units after the one before.", async (count) => {
    const source = Array.from({ length: count }, (_, at) => `x!(${at})`).join(" | ");
    const sends = await nodesOf(source, "send");
    expect(sends.map(({ delta }) => delta)).toEqual(sends.map((_, at) => (at === 0 ? 0 : 3)));
    expect(sends.at(-1)?.to).toBe(source.length);
    expect(await nodesOf(source, "par")).toHaveLength(1);
  });

  test("Comments between siblings are no records, but part of the delta after them.", async () => {
    const source = "x!(1) // one\n/* two */ | y!(2)";
    const index = await indexOf("rholang", source);
    expect([...eachNode(index)].filter(({ kind }) => kind.includes("comment"))).toEqual([]);
    expect(await nodesOf(source, "send")).toMatchObject([{ delta: 0 }, { from: 25, delta: 20 }]);
  });
});

describe("Lookup by position", () => {
  test("Step 1: a position in UTF-16 becomes an offset.", () => {
    const document = Document.of('// 💣\nnew é in { é!("💣") }');
    expect(positionToOffset(document, { line: 1, character: 11 }, "utf-16")).toBe(document.text.indexOf("é!"));
  });

  test("Step 2: all positions are rebuilt from the records.", async () => {
    const { tree, document, index } = indexText(await grammarOf("rholang"), siblings);
    expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
    tree.delete();
  });

  test("Step 3: the node at an offset is the deepest one, with the path from the root.", async () => {
    const path = nodesAt(await indexOf("rholang", local), local.indexOf("x!"));
    expect(path.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["source_file", 0, 19],
      ["new", 0, 19],
      ["block", 9, 19],
      ["send", 11, 17],
      ["var", 11, 12],
    ]);
  });

  test.each([
    ["Var", "new x in { ┃x!(42) }", "x"],
    ["Contract", "contract ┃foo(x) = { Nil }", "foo"],
    ["Send", "ch┃!(1)", "ch"],
    ["SendSync", "ch┃!?(1).", "ch"],
    ["Quote", "┃@x!(1)", "x"],
    ["Quote", '@"f┃oo"!(1)', "foo"],
    ["Quote", '┃@"foo"!(1)', "foo"],
    ["Block", "┃{ x }", "x"],
    ["Parenthesized", "{ ┃(x) }", "x"],
    ["Block", "{ ((x)) ┃}", "x"],
    ["Nil", "┃Nil", undefined],
    ["literal", 'x!("┃foo")', undefined],
    ["literal", "x!(4┃2)", undefined],
  ])("Step 4: at a %s, the symbol is read from the node and its path: %s", async (_, drawn, name) => {
    const offset = drawn.indexOf("┃");
    const source = drawn.replace("┃", "");
    const found = findSymbolAt(await indexOf("rholang", source), Document.of(source), offset);
    expect(found?.name).toBe(name);
  });

  test.each([
    ["new x in { x┃!(42) }", "x"],
    ["new x in { ┃x!(42) }", "x"],
    ["new x┃ in { x!(42) }", "x"],
    ["x!(1) |\n┃ y!(2)", undefined],
    ["x!(xy┃)", "xy"],
  ])("Word boundary: the place one to the left is asked, on the same line: %s", async (drawn, name) => {
    const source = drawn.replace("┃", "");
    const found = findSymbolAt(await indexOf("rholang", source), Document.of(source), drawn.indexOf("┃"));
    expect(found?.name).toBe(name);
  });

  test("Wrappers: a block and parentheses around one thing are passed through.", async () => {
    const source = "new x in { (x!(42)) }";
    const found = findSymbolAt(await indexOf("rholang", source), Document.of(source), source.indexOf("x!"));
    expect(found?.name).toBe("x");
    expect(found?.wrappers.map(({ kind }) => kind)).toEqual(["block", "parenthesized"]);
  });
});

describe("Laws", () => {
  test.each(rholangPrograms)("In $name, every rebuilt position is tree-sitter's.", async ({ text }) => {
    const { tree, document, index } = indexText(await grammarOf("rholang"), text);
    expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
    tree.delete();
  });

  test.each(rholangPrograms)("In $name, lengths and deltas are in order.", async ({ text }) => {
    for (const record of recordsOf(await indexOf("rholang", text))) {
      const { contentLength, syntacticLength, descendantCount, deltaOffset, deltaLines } = record;
      expect(contentLength).toBeLessThanOrEqual(syntacticLength);
      expect(Math.min(contentLength, deltaOffset, deltaLines)).toBeGreaterThanOrEqual(0);
      if (descendantCount === 0) expect(contentLength).toBe(syntacticLength);
    }
  });

  test("Texts with other line ends have the same nodes on the same lines.", async () => {
    const grammar = await grammarOf("rholang");
    const { text } = rholangPrograms.find(({ name }) => name === "cell") ?? { text: "" };
    const shape = (source: string) => {
      const tree = parse(grammar, source);
      const index = indexTree(tree, Document.of(source), grammar.kinds);
      tree.delete();
      return [...eachNode(index)].map(({ kind, start }) => `${kind} ${start.line}:${start.column}`);
    };
    expect(shape(text.replaceAll("\n", "\r\n"))).toEqual(shape(text));
    expect(shape(text.replaceAll("\n", "\r"))).toEqual(shape(text));
  });

  test.each([1, 2, 3])("After edits, tree and index equal those built anew (seed %d).", async (seed) => {
    expect(await checkEdits(randomFrom(seed), 20)).toBeGreaterThan(0);
  });
});
