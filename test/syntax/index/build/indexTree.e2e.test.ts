/**
 * Trees of unusual shapes (very deep, very wide, empty, out of order), and the memory of an index.
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { indexTree, indexWalk } from "../../../../src/syntax/index/build/indexTree.js";
import { reindexTree } from "../../../../src/syntax/index/build/reindexTree.js";
import { eachNode } from "../../../../src/syntax/index/nodePositions.js";
import { nodesAt } from "../../../../src/syntax/index/nodesAt.js";
import { KindTable } from "../../../../src/syntax/index/records/kindTable.js";
import { RecordLeaf } from "../../../../src/syntax/index/records/recordLeaf.js";
import { FIELD_COUNT, type RecordField, RecordRows } from "../../../../src/syntax/index/records/recordRows.js";
import { recordOf, type SyntaxIndex } from "../../../../src/syntax/index/syntaxIndex.js";
import { Document } from "../../../../src/text/document.js";
import { realFiles } from "../../../locate/realFiles.js";
import { law, pick } from "../../../text/random.js";
import { editTree, grammarOf, indexText, parse } from "../indexedTrees.js";
import { recordsOf } from "../nodeComparison.js";
import { type PlainNode, walkPlain } from "../plainWalk.js";

test("Thirty thousand nested brackets are indexed and reindexed.", async () => {
  const grammar = await grammarOf("json");
  const depth = 30_000;
  const text = "[".repeat(depth) + "]".repeat(depth);
  const { tree, document, index } = indexText(grammar, text);
  // The document and its arrays.
  expect(index.records.size).toBe(depth + 1);
  expect(recordOf(index, depth)).toMatchObject({
    kind: "array",
    deltaOffset: 1,
    syntacticLength: 2,
    descendantCount: 0,
  });
  expect([...eachNode(index)][depth]).toMatchObject({
    depth,
    start: { offset: depth - 1 },
    end: { offset: depth + 1 },
  });
  expect(nodesAt(index, depth)).toHaveLength(depth + 1);
  const edit = { from: depth, to: depth, insert: "1" };
  const { document: edited } = document.edit(depth, depth, "1");
  editTree(tree, document, edited, edit);
  const after = parse(grammar, edited.text, tree);
  const { index: again } = reindexTree({ index, tree }, after, edited, grammar.kinds);
  expect(recordOf(again, depth + 1)).toMatchObject({ kind: "number", deltaOffset: 1, syntacticLength: 1 });
  for (const each of [tree, after]) each.delete();
});

test("A chain of nodes that start at one offset is reindexed.", async () => {
  const grammar = await grammarOf("javascript");
  const text = `a${".b".repeat(3000)};\n`;
  const { tree, document, index } = indexText(grammar, text);
  const { document: edited } = document.edit(text.length - 2, text.length - 2, "c");
  editTree(tree, document, edited, { from: text.length - 2, to: text.length - 2, insert: "c" });
  const after = parse(grammar, edited.text, tree);
  const { rebuilt, index: again } = reindexTree({ index, tree }, after, edited, grammar.kinds);
  expect(again.records.size).toBe(index.records.size);
  expect(rebuilt).toBeGreaterThan(0);
  for (const each of [tree, after]) each.delete();
});

describe("Plain trees", () => {
  const leaf = (from: number, to: number, kind = "word"): PlainNode => ({ kind, from, to, children: [] });
  const file = (to: number, ...children: PlainNode[]): PlainNode => ({ kind: "file", from: 0, to, children });
  const indexOf = (root: PlainNode, text: string) => indexWalk(walkPlain(root), Document.of(text));

  test("Comments and anonymous nodes get no record; the delta of the next node includes them.", () => {
    const root = file(9, leaf(0, 1), leaf(1, 4, "block_comment"), { ...leaf(4, 5), named: false }, leaf(6, 8));
    const records = recordsOf(indexOf(root, "a/**/, bb"));
    expect(records.map(({ kind, deltaOffset }) => [kind, deltaOffset])).toEqual([
      ["file", 0],
      ["word", 0],
      ["word", 5],
    ]);
    expect(records[0]).toMatchObject({ descendantCount: 2, contentLength: 8, syntacticLength: 9 });
  });

  test.each([
    ["a child that starts before its parent", { kind: "file", from: 1, to: 3, children: [leaf(0, 2)] }],
    ["a child that ends after its parent", file(3, leaf(1, 4))],
    ["children that overlap", file(4, leaf(0, 2), leaf(1, 3))],
    ["a node that ends before it starts", file(4, leaf(2, 1))],
    ["a comment as root", leaf(0, 3, "comment")],
  ])("A tree with %s is rejected.", (_, root) => {
    expect(() => indexOf(root as PlainNode, "abcd")).toThrow(RangeError);
  });

  test("The largest numbers are stored.", () => {
    const kinds = new KindTable();
    for (let kind = 0; kind < 300; kind++) kinds.numberOf(`kind ${kind}`);
    const text = `${"x".repeat(70_000)}\n${" ".repeat(300)}y`;
    const root = file(text.length, leaf(0, 70_000), leaf(70_301, 70_302, "kind 299"));
    const index = indexWalk(walkPlain(root, kinds), Document.of(text));
    expect([...eachNode(index)].at(-1)).toMatchObject({
      kind: "kind 299",
      start: { offset: 70_301, line: 1, column: 300 },
      end: { offset: 70_302, line: 1, column: 301 },
    });
  });
});

law("A leaf returns the numbers that were packed.", 10, (random) => {
  const rows = new RecordRows();
  const limits = Array.from({ length: FIELD_COUNT }, () =>
    pick(random, [1, 2, 256, 257, 65_536, 65_537, 4_294_967_296]),
  );
  const packed: number[][] = [];
  for (let left = 1 + random(200); left > 0; left--) {
    const row = rows.add();
    const numbers = limits.map((limit) => random(limit));
    numbers.forEach((number, field) => {
      rows.set(row, field as RecordField, number);
    });
    packed.push(numbers);
  }
  const leaf = RecordLeaf.pack(rows, 0, rows.size);
  expect(packed.map((numbers, place) => numbers.map((_, field) => leaf.value(place, field as RecordField)))).toEqual(
    packed,
  );
});

test("A record takes less than 32 bytes in all.", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const memory = () => {
    for (let round = 0; round < 2; round++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const grammar = await grammarOf("typescript");
  const files = realFiles(12, 30_000).filter(({ language }) => language === "typescript");
  const texts = [files.map(({ text }) => text).join("\n"), "let a = [1, 2, 3];\n".repeat(500)];
  for (const text of texts) {
    const { tree, document, index: first } = indexText(grammar, text);
    const indexes: SyntaxIndex[] = [first];
    const before = memory();
    for (let copy = 0; copy < 8; copy++) indexes.push(indexTree(tree, document, grammar.kinds));
    const perRecord = (memory() - before) / (8 * first.records.size);
    expect(indexes).toHaveLength(9);
    expect(perRecord).toBeLessThan(32);
    tree.delete();
  }
});
