/** The declarations of an outline, by the place of their names. */

import { viewOfOutline } from "../../../src/session/place/outlineView.js";
import type { OutlineSymbol } from "../../../src/syntax/outline/outlineSymbols.js";

/** Makes a symbol whose name begins four characters after its code. */
function symbol(name: string, codeFrom: number, to: number, more: Partial<OutlineSymbol> = {}): OutlineSymbol {
  const nameFrom = codeFrom + 4;
  const stretch = { from: codeFrom, codeFrom, to, nameFrom, nameTo: nameFrom + name.length };
  return { name, kind: "function", isLocal: false, children: [], ...stretch, ...more } as OutlineSymbol;
}

// def f(): ...  def f(): ...
const { declarationAt } = viewOfOutline([
  symbol("f", 0, 12),
  symbol("f", 14, 26),
  // One name of two declarations, as of a default export.
  symbol("g", 28, 40),
  symbol("default", 28, 42),
]);

test.each([
  [4, "f", 0],
  [18, "f", 14],
  [32, "g", 28],
  [18, "other", 14],
])("The declaration of the name at %i as %s begins at %i", (offset, name, codeFrom) => {
  expect(declarationAt(offset, name)).toMatchObject({ codeFrom });
});

test("Of the declarations of one name, the one called so is taken", () => {
  expect(declarationAt(32, "g")?.to).toBe(40);
  expect(declarationAt(32, "default")?.to).toBe(42);
  expect(declarationAt(5, "f")).toBeUndefined();
  expect(declarationAt(0, "f")).toBeUndefined();
});
