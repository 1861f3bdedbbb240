/** Serialized indexes: deserializing returns what was written, or nothing. */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { reindexTree } from "../../../src/syntax/index/build/reindexTree.js";
import { fnv1a } from "../../../src/syntax/index/bytes.js";
import { deserializeIndex, serializeIndex } from "../../../src/syntax/index/indexSerialization.js";
import { KindTable } from "../../../src/syntax/index/records/kindTable.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { realFiles } from "../../locate/realFiles.js";
import { law } from "../../text/random.js";
import { editTree, grammarOf, indexOf, indexText, parse } from "./indexedTrees.js";
import { recordsAsText, recordsOf } from "./nodeComparison.js";

const files = realFiles(1, 30_000).filter(({ language }) =>
  ["typescript", "python", "json", "css", "go"].includes(language),
);

test.each(files.map(({ language, text }) => [language, text] as const))(
  "The index of a real file in %s survives serialization.",
  async (language, text) => {
    const index = await indexOf(language, text);
    const bytes = serializeIndex(index);
    expect(serializeIndex(index)).toEqual(bytes);
    const back = deserializeIndex(bytes, index.kinds);
    expect(back && recordsAsText(back)).toEqual(recordsAsText(index));
    // Another process meets kinds in another order.
    const others = new KindTable();
    for (let kind = index.kinds.size - 1; kind >= 0; kind--) others.numberOf(index.kinds.nameOf(kind));
    const elsewhere = deserializeIndex(bytes, others);
    expect(elsewhere && recordsAsText(elsewhere)).toEqual(recordsAsText(index));
    expect(elsewhere?.kinds).toBe(others);
  },
);

test.each(["", "[]", "\n"])("The index of the small text %j survives serialization.", async (text) => {
  const index = await indexOf("json", text);
  const back = deserializeIndex(serializeIndex(index), new KindTable());
  expect(back && recordsAsText(back)).toEqual(recordsAsText(index));
});

test("A deserialized index does not keep the bytes.", async () => {
  const index = await indexOf("json", "[1, 2]");
  const bytes = serializeIndex(index);
  const back = deserializeIndex(bytes, index.kinds);
  bytes.fill(0);
  expect(back && recordsAsText(back)).toEqual(recordsAsText(index));
});

test("A deserialized index can be updated with a tree of the same text.", async () => {
  const grammar = await grammarOf("json");
  const first = indexText(grammar, "[1, [2, 3, 4, 5], {}]");
  const index = deserializeIndex(serializeIndex(first.index), grammar.kinds.kinds) as SyntaxIndex;
  const { document } = first.document.edit(2, 2, "0");
  editTree(first.tree, first.document, document, { from: 2, to: 2, insert: "0" });
  const tree = parse(grammar, document.text, first.tree);
  const again = reindexTree({ index, tree: first.tree }, tree, document, grammar.kinds);
  expect(recordsAsText(again.index)).toEqual(recordsAsText(indexTree(tree, document, grammar.kinds)));
  for (const each of [first.tree, tree]) each.delete();
});

describe("Invalid bytes", () => {
  const source = '{"a": [1, 2, {"b": null}]}';

  test("A part of the bytes is rejected.", async () => {
    const bytes = serializeIndex(await indexOf("json", source));
    for (let length = 0; length < bytes.length; length++) {
      expect(deserializeIndex(bytes.subarray(0, length), new KindTable())).toBeUndefined();
    }
    expect(deserializeIndex(Uint8Array.of(...bytes, 0), new KindTable())).toBeUndefined();
  });

  law("Bytes with one byte changed are rejected.", 4, async (random) => {
    const bytes = serializeIndex(await indexOf("json", source));
    bytes.forEach((byte, at) => {
      const broken = bytes.slice();
      broken[at] = byte ^ (1 + random(255));
      expect(deserializeIndex(broken, new KindTable())).toBeUndefined();
    });
  });

  law("bytes whose sum is right and whose sense is not", 10, async (random) => {
    const index = await indexOf("json", source);
    const bytes = serializeIndex(index);
    for (let round = 0; round < 40; round++) {
      const broken = bytes.slice(0, random(4) === 0 ? 8 + random(bytes.length - 8) : bytes.length);
      for (let left = 1 + random(3); left > 0; left--) broken[8 + random(broken.length - 8)] = random(256);
      new DataView(broken.buffer).setUint32(4, fnv1a(broken.subarray(8)), true);
      const back = deserializeIndex(broken, new KindTable());
      // The numbers may be others; but what can't be read must not come back.
      if (back !== undefined) expect(recordsOf(back)).toHaveLength(index.records.size);
    }
  });

  test("Another version of the format is rejected.", async () => {
    const bytes = serializeIndex(await indexOf("json", source));
    bytes[3] = 2;
    expect(deserializeIndex(bytes, new KindTable())).toBeUndefined();
  });
});
