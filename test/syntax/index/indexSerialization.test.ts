/** Indexes as bytes: what comes back is what was written, or nothing. */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { reindexTree } from "../../../src/syntax/index/build/reindexTree.js";
import { checkSum } from "../../../src/syntax/index/bytes.js";
import { deserialize, serialize } from "../../../src/syntax/index/indexSerialization.js";
import { Kinds } from "../../../src/syntax/index/records/kindTable.js";
import type { SyntaxIndex } from "../../../src/syntax/index/syntaxIndex.js";
import { realFiles } from "../../locate/realFiles.js";
import { law } from "../../text/random.js";
import { editTree, grammarOf, indexOf, indexText, parse } from "./indexedTrees.js";
import { recordsOf, toldRecords } from "./nodeComparison.js";

const files = realFiles(1, 30_000).filter(({ language }) =>
  ["typescript", "python", "json", "css", "go"].includes(language),
);

test.each(files.map(({ language, text }) => [language, text] as const))(
  "%s: there and back",
  async (language, text) => {
    const index = await indexOf(language, text);
    const bytes = serialize(index);
    expect(serialize(index)).toEqual(bytes);
    const back = deserialize(bytes, index.kinds);
    expect(back && toldRecords(back)).toEqual(toldRecords(index));
    // In another process kinds are met in another order.
    const others = new Kinds();
    for (let kind = index.kinds.size - 1; kind >= 0; kind--) others.numberOf(index.kinds.nameOf(kind));
    const elsewhere = deserialize(bytes, others);
    expect(elsewhere && toldRecords(elsewhere)).toEqual(toldRecords(index));
    expect(elsewhere?.kinds).toBe(others);
  },
);

test.each(["", "[]", "\n"])("a small one, of %j", async (text) => {
  const index = await indexOf("json", text);
  const back = deserialize(serialize(index), new Kinds());
  expect(back && toldRecords(back)).toEqual(toldRecords(index));
});

test("what came back keeps no hold of the bytes", async () => {
  const index = await indexOf("json", "[1, 2]");
  const bytes = serialize(index);
  const back = deserialize(bytes, index.kinds);
  bytes.fill(0);
  expect(back && toldRecords(back)).toEqual(toldRecords(index));
});

test("what came back goes on with a tree of the same text", async () => {
  const grammar = await grammarOf("json");
  const first = indexText(grammar, "[1, [2, 3, 4, 5], {}]");
  const index = deserialize(serialize(first.index), grammar.kinds.kinds) as SyntaxIndex;
  const { document } = first.document.edit(2, 2, "0");
  editTree(first.tree, first.document, document, { from: 2, to: 2, insert: "0" });
  const tree = parse(grammar, document.text, first.tree);
  const again = reindexTree({ index, tree: first.tree }, tree, document, grammar.kinds);
  expect(toldRecords(again.index)).toEqual(toldRecords(indexTree(tree, document, grammar.kinds)));
  for (const each of [first.tree, tree]) each.delete();
});

describe("nothing comes of", () => {
  const source = '{"a": [1, 2, {"b": null}]}';

  test("any part of the bytes", async () => {
    const bytes = serialize(await indexOf("json", source));
    for (let length = 0; length < bytes.length; length++) {
      expect(deserialize(bytes.subarray(0, length), new Kinds())).toBeUndefined();
    }
    expect(deserialize(Uint8Array.of(...bytes, 0), new Kinds())).toBeUndefined();
  });

  law("bytes of which one is another", 4, async (random) => {
    const bytes = serialize(await indexOf("json", source));
    bytes.forEach((byte, at) => {
      const broken = bytes.slice();
      broken[at] = byte ^ (1 + random(255));
      expect(deserialize(broken, new Kinds())).toBeUndefined();
    });
  });

  law("bytes whose sum is right and whose sense is not", 10, async (random) => {
    const index = await indexOf("json", source);
    const bytes = serialize(index);
    for (let round = 0; round < 40; round++) {
      const broken = bytes.slice(0, random(4) === 0 ? 8 + random(bytes.length - 8) : bytes.length);
      for (let left = 1 + random(3); left > 0; left--) broken[8 + random(broken.length - 8)] = random(256);
      new DataView(broken.buffer).setUint32(4, checkSum(broken.subarray(8)), true);
      const back = deserialize(broken, new Kinds());
      // Some come to other numbers that could be; none to what can't be read.
      if (back !== undefined) expect(recordsOf(back)).toHaveLength(index.records.size);
    }
  });

  test("another version", async () => {
    const bytes = serialize(await indexOf("json", source));
    bytes[3] = 2;
    expect(deserialize(bytes, new Kinds())).toBeUndefined();
  });
});
