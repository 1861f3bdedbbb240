/** The records of an index beside the nodes of the tree, and the first that differs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareRecords, type TreeNode } from "../../../src/syntax/index/compareRecords.js";
import { RecordLeaf } from "../../../src/syntax/index/records/recordLeaf.js";
import { type RecordField, RecordRows, recordFields } from "../../../src/syntax/index/records/recordRows.js";
import { Records } from "../../../src/syntax/index/records/records.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { afterTest } from "../../jest.js";
import { grammarOf, type IndexedText, indexText } from "./indexedTrees.js";

const projects = join(import.meta.dirname, "../../projects");
const WHOLE = { from: 0, count: Number.MAX_SAFE_INTEGER };

async function indexed(language: string, text: string): Promise<IndexedText> {
  const result = indexText(await grammarOf(language), text);
  afterTest(() => result.tree.delete());
  return result;
}

/** Returns the index with one number changed, as a fault in it would. */
function withFault({ kinds, records }: SyntaxIndex, record: number, field: RecordField, by: number): SyntaxIndex {
  const rows = new RecordRows();
  for (const leaf of records.leaves) leaf.unpack(0, leaf.size, rows);
  rows.set(record, field, rows.get(record, field) + by);
  return { kinds, records: new Records([RecordLeaf.pack(rows, 0, rows.size)]) };
}

test.each([
  ["python", "python/store/items.py"],
  ["typescript", "typescript/src/shapes.ts"],
  ["cpp", "cpp/src/shapes.hpp"],
  ["css", "css/theme.css"],
])("All records of the %s file %s are where tree-sitter has them", async (language, path) => {
  const text = await indexed(language, readFileSync(join(projects, path), "utf8"));
  const { size, records, difference } = compareRecords(text.index, text, WHOLE);
  expect(difference).toBe(null);
  expect(size).toBe(text.index.records.size);
  expect(records.length).toBe(size);
  expect(
    records.map(({ start, node }) => start.offset - (node?.start.offset ?? -1)).every((shift) => shift === 0),
  ).toBe(true);
});

test.each<[number, keyof typeof recordFields, number, string]>([
  [4, "offset", 1, "identifier 1:1-1:2, not identifier 1:0-1:1"],
  [4, "length", 2, "identifier 1:0-1:3, not identifier 1:0-1:1"],
  [2, "lines", 1, "assignment 2:0-2:8, not assignment 1:0-1:8"],
  [0, "kind", 1, " 0:0-3:0, not module 0:0-3:0"],
])("A fault in record %i, %s by %i, is found: %s", async (record, field, by, expected) => {
  const text = await indexed("python", "# 💣\né, x = 1\nlong_name = x + 2\n");
  const faulty = withFault(text.index, record, recordFields[field], by);
  for (const page of [WHOLE, { from: 0, count: 1 }, { from: record, count: 1 }]) {
    const { difference } = compareRecords(faulty, text, page);
    expect(difference?.record?.record).toBe(record);
    expect(`${draw(difference?.record)}, not ${draw(difference?.node)}`).toContain(expected);
  }
});

function draw(node: TreeNode | null | undefined): string {
  if (!node) return "nothing";
  const { kind, start, end } = node;
  return `${kind} ${start.line}:${start.column}-${end.line}:${end.column}`;
}

test("Pages hold the records asked for, with their deltas and lengths", async () => {
  const text = await indexed("python", "def f(a):\n    return a\n");
  const whole = compareRecords(text.index, text, WHOLE);
  const rows = whole.records.map(
    ({ record, depth, kind, deltaOffset, contentLength, syntacticLength, start, end }) =>
      `${record} ${depth} ${kind} +${deltaOffset} ${contentLength}/${syntacticLength} ${start.offset}-${end.offset}`,
  );
  expect(rows.slice(0, 4)).toEqual([
    "0 0 module +0 22/23 0-23",
    "1 1 function_definition +0 22/22 0-22",
    "2 2 identifier +4 1/1 4-5",
    "3 2 parameters +0 2/3 5-8",
  ]);
  const pages = [0, 3, 6].flatMap((from) => compareRecords(text.index, text, { from, count: 3 }).records);
  expect(pages).toEqual(whole.records.slice(0, 9));
  expect(compareRecords(text.index, text, { from: 100, count: 3 }).records).toEqual([]);
});

test("An index that ends before the tree parts from it after its last record", async () => {
  const text = await indexed("json", "[1, 2]");
  const { index } = await indexed("json", "[1   ]");
  const { difference } = compareRecords(index, text, WHOLE);
  expect(difference).toMatchObject({ record: null, node: { kind: "number", start: { column: 4 } } });
  expect(compareRecords(text.index, await indexed("json", "[1   ]"), WHOLE).difference).toMatchObject({
    record: { record: 3, kind: "number" },
    node: null,
  });
});
