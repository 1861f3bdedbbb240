/** Lookup of symbols in files with very many of them. A quadratic lookup exceeds the timeout. */

import { symbolNotFound } from "../../../src/locate/hints/symbolErrors.js";
import { findSymbols } from "../../../src/locate/symbols/findSymbols.js";
import { symbolIndexOf } from "../../../src/locate/symbols/symbolIndex.js";
import type { SymbolNode } from "../../../src/locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../../src/locate/symbols/uniquePath.js";
import { Document } from "../../../src/text/document.js";

const context = { language: "typescript" };
const FUNCTION = 12;

let place = 0;

/** Makes a function with children, after the symbols made before it. */
function symbol(name: string, ...children: readonly SymbolNode[]): SymbolNode {
  const from = place++;
  return { name, kind: FUNCTION, detail: "", from, to: place++, nameFrom: from, nameTo: from, children };
}

test("A path leads to any number of symbols of one name", () => {
  const roots = Array.from({ length: 150_000 }, () => symbol("same"));
  const { entries, containerCount } = findSymbols(["same"], roots, context);
  expect([entries.length, containerCount]).toEqual([150_000, 1]);
  expect(uniquePathOf(entries[149_999] as never, roots, context)).toEqual(["same[149999]"]);
});

test("The paths of many symbols of one name are found without comparing all pairs", () => {
  const tests = Array.from({ length: 3_000 }, (_, n) => symbol(`it("${n}") callback`, symbol("value")));
  const roots = [
    symbol("same"),
    symbol('describe("a") callback', ...tests),
    ...Array.from({ length: 3_000 }, () => symbol("same")),
  ];
  const paths = symbolIndexOf(roots, "code").entries.map((entry) => uniquePathOf(entry, roots, context));
  expect(paths.slice(-1)).toEqual([["same[3000]"]]);
  expect(paths[3]).toEqual(['describe("a") callback', 'it("0") callback', "value"]);
});

test("The names similar to an unknown one are found quickly among a hundred thousand", () => {
  const roots = Array.from({ length: 100_000 }, (_, n) => symbol(`value_of_${n}`));
  const { message } = symbolNotFound({
    locate: { scope: { symbol_path: ["value_off_12"] } },
    path: ["value_off_12"],
    roots,
    document: Document.of(""),
    context,
    where: "`a.ts`",
    purpose: "read",
  });
  expect(message).toContain("`value_of_12`");
});
