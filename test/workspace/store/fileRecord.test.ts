/** Tests of encoding and decoding the record of a file. */

import type { IndexedDeclaration } from "../../../src/workspace/declaration.js";
import { encodeDeclarations, forEachEntry } from "../../../src/workspace/store/fileRecord.js";
import { law, pick, randomText } from "../../text/random.js";
import { nonEmptyLines, parseDeclaration } from "./indexedFiles.js";

const lines = (text: string): IndexedDeclaration[] => nonEmptyLines(text).map(parseDeclaration);

const noWords = new Uint8Array(0);

function expectRoundTrip(declarations: readonly IndexedDeclaration[]): void {
  const record = encodeDeclarations(declarations, noWords);
  const decoded: IndexedDeclaration[] = [];
  forEachEntry(record, 0, record.length, (entry) => decoded.push(entry.toWorkspaceDeclaration("/a.ts", "typescript")));
  expect(decoded).toEqual(declarations.map((each) => ({ ...each, path: "/a.ts", languageId: "typescript" })));
}

test("An empty list of declarations is decoded as it was", () => expectRoundTrip([]));

test("Nested declarations in source order are decoded as they were", () =>
  expectRoundTrip(
    lines(`
      0:6 class Shop
      2:2 method Shop.open/0
      3:4 property Shop.open.key
      9:2 method Shop.close/1-
      20:0 function open/0-2`),
  ));

test("Declarations in any order are decoded as they were, with containers declared later, twice or nowhere", () =>
  expectRoundTrip(
    lines(`
      9:2 method Shop.close
      0:6 class Shop
      0:9 class Shop
      3:4 property Shop.open.key
      2:2 method Shop.open
      7:2 method Other.open
      8:2 method Shop.sell`),
  ));

test("Kinds that LSP does not have are decoded as they were", () => {
  for (const kind of ["contract", "", "constructor", "__proto__", "π", "type_parameter", "file"])
    expectRoundTrip([{ name: "x", kind, container: [], line: 0, character: 0 }]);
});

test("Large numbers are decoded as they were", () => {
  for (const large of [127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31]) {
    const arity = { least: large, most: large + 1 };
    expectRoundTrip([{ name: "x", kind: "class", container: [], line: large, character: large, arity }]);
  }
});

test("A repeated name is encoded once", () => {
  const one = encodeDeclarations(lines("0:0 class LongAndRatherUnusualName"), noWords);
  const two = encodeDeclarations(
    lines("0:0 class LongAndRatherUnusualName\n5:0 class LongAndRatherUnusualName"),
    noWords,
  );
  expect(two.length - one.length).toBeLessThan(8);
});

test("Deeply nested declarations are decoded as they were", () => {
  const declarations: IndexedDeclaration[] = [];
  const container: string[] = [];
  for (let line = 0; line < 200; line++) {
    declarations.push({ name: `n${line % 3}`, kind: "class", container: [...container], line, character: line });
    container.push(`n${line % 3}`);
  }
  expectRoundTrip(declarations);
});

law("Declarations with any names are decoded as they were", 10, (random) => {
  const names = Array.from({ length: 5 }, () => randomText(random, 4));
  const declarations = Array.from({ length: random(40) }, (_, line): IndexedDeclaration => {
    const container = Array.from({ length: random(3) }, () => pick(random, names));
    return { name: pick(random, names), kind: pick(random, ["class", "x"]), container, line, character: random(300) };
  });
  expectRoundTrip(declarations);
});
