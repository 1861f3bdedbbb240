/** Positions: those computed from records equal tree-sitter's, for every node. */

import { walkTree } from "../../../src/syntax/index/build/cursorWalk.js";
import { indexWalk } from "../../../src/syntax/index/build/indexTree.js";
import { eachNode, type PositionedNode } from "../../../src/syntax/index/nodePositions.js";
import { decodeDelta, type NodePosition, origin } from "../../../src/syntax/index/records/delta.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { Document } from "../../../src/text/document.js";
import { realFiles } from "../../locate/realFiles.js";
import { law, pick } from "../../text/random.js";
import { grammarOf, indexOf, indexText, parse } from "./indexedTrees.js";
import { deltaOf, firstDifference, namedNodes, recordsOf } from "./nodeComparison.js";
import { walkPlain } from "./plainWalk.js";

const files = realFiles(1, 30_000).map((file) => ({ ...file, language: file.language.replace("shellscript", "bash") }));
const languages = [...new Set(files.map(({ language }) => language))].filter((language) => language !== "plaintext");
const samples: readonly (readonly [string, string])[] = [
  ["python", ""],
  ["python", "\n\n  # only a comment\n"],
  ["python", 's = "é😀"\r\n\tt = s # c\r\n'],
  ["python", "a = 1\rb = 2\rdef f():\r  return a\r"],
  ["typescript", "\r\n  const 💣 = `a\r\r\n`; // end\r// more"],
  ["typescript", "function f( {\n  return ]\n"],
  ["json", "[1,2"],
  ["rust", "fn a( {\n"],
  ["markdown", "# A\r\r- b\n  - c\r\n\r\n```\nd\n```"],
];

test.each(languages)("Positions of real files in %s equal those of the tree.", async (language) => {
  const grammar = await grammarOf(language);
  for (const { text, path } of files.filter((file) => file.language === language)) {
    const { tree, document, index } = indexText(grammar, text);
    expect({ path, difference: firstDifference(index, namedNodes(tree), document) }).toEqual({ path });
    tree.delete();
  }
});

test.each(samples)("Positions in %s text %j equal those of the tree.", async (language, text) => {
  const { tree, document, index } = indexText(await grammarOf(language), text);
  expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
  tree.delete();
});

law("Positions equal those of the tree for any text, grammar and leaf size.", 4, async (random) => {
  const grammar = await grammarOf(pick(random, languages));
  const words = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "a",
    "=",
    ",",
    ";",
    ":",
    '"',
    "'",
    "/*",
    "*/",
    "//",
    "#",
    "é",
    "💣",
    "<",
    ">",
    "if",
    "1",
  ];
  const text = Array.from({ length: 300 }, () => pick(random, words)).join("");
  const tree = parse(grammar, text);
  const document = Document.of(text);
  for (const leafSize of [1, 2 + random(5), 64]) {
    const index = walkTree(tree, grammar.kinds, (walk) => indexWalk(walk, document, leafSize));
    expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
  }
  tree.delete();
});

describe("The comparison of an index with a tree", () => {
  test("The comparison names the first node that differs.", async () => {
    const { tree, document, index } = indexText(await grammarOf("python"), "first = 1\nsecond = 2\n");
    const nodes = namedNodes(tree).map((node) => (node.from === 10 ? { ...node, from: 11 } : node));
    expect(firstDifference(index, nodes, document)).toMatch(/^node 5 is expression_statement 1 deep in .*s⟦econd = 2⟧/);
    tree.delete();
  });
});

const source = "\n\nclass A {\n  run(a: string, b = [1, 2]) {\n    return a.b(`x`);\n  }\n}\n// end\nlet z = (1);\n";

test("A record is the delta from the end of the previous sibling, or from the start of the parent.", async () => {
  const index = await indexOf("typescript", source);
  const records = recordsOf(index);
  const nodes = [...eachNode(index)];
  nodes.forEach(({ record, start, end }) => {
    const { previousEnd, lastChild } = aroundIn(nodes, record);
    const { kind, descendantCount, ...step } = records[record] as (typeof records)[number];
    const contentEnd = lastChild?.end.offset ?? end.offset;
    expect({ kind, ...step }).toEqual({ kind, ...deltaOf(previousEnd, { start, end, contentEnd }) });
    expect(decodeDelta(previousEnd, step)).toEqual({ start, end });
    expect(descendantCount).toBe(nodes.filter((node) => isBelow(nodes, record, node.record)).length);
    // A length includes the content; leaves are all content.
    expect(step.contentLength).toBeLessThanOrEqual(step.syntacticLength);
    if (descendantCount === 0) expect(step.contentLength).toBe(step.syntacticLength);
    expect(Math.min(...Object.values(step))).toBeGreaterThanOrEqual(0);
  });
});

function aroundIn(
  nodes: readonly PositionedNode[],
  record: number,
): { previousEnd: NodePosition; lastChild: PositionedNode | undefined } {
  const { depth } = nodes[record] as PositionedNode;
  const parent = nodes.slice(0, record).findLast((node) => node.depth === depth - 1);
  const sibling = nodes.slice((parent?.record ?? -1) + 1, record).findLast((node) => node.depth === depth);
  const lastChild = nodes.filter((node) => node.depth === depth + 1 && isBelow(nodes, record, node.record)).at(-1);
  return { previousEnd: sibling?.end ?? parent?.start ?? origin, lastChild };
}

function isBelow(nodes: readonly PositionedNode[], record: number, other: number): boolean {
  const depth = nodes[record]?.depth ?? 0;
  return other > record && nodes.slice(record + 1, other + 1).every((node) => node.depth > depth);
}

test("An index keeps neither the tree nor the text.", async () => {
  const { tree, index } = indexText(await grammarOf("typescript"), source);
  const before = [...eachNode(index)];
  tree.delete();
  expect([...eachNode(index)]).toEqual(before);
  expect(Object.keys(index).sort()).toEqual(["kinds", "records"]);
});

test("A delta counts from the end of the previous node, not of its last child.", () => {
  const index: SyntaxIndex = indexWalkOf("(a)b");
  expect(recordsOf(index).map(({ deltaOffset }) => deltaOffset)).toEqual([0, 0, 1, 0]);
});

/** Returns the index of `(a)b`, made from a tree of plain values. */
function indexWalkOf(text: string): SyntaxIndex {
  const leaf = (from: number, to: number) => ({ kind: "word", from, to, children: [] });
  const list = { kind: "list", from: 0, to: 3, children: [leaf(1, 2)] };
  return indexWalk(walkPlain({ kind: "file", from: 0, to: 4, children: [list, leaf(3, 4)] }), Document.of(text));
}
