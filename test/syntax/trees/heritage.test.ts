/** The names in the heads of types, drawn as `⟦…⟧`. */

import { subtypeAt } from "../../../src/syntax/trees/heritage.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";

test.each([
  ["typescript", "class A extends ⟦B⟧ implements ⟦C⟧<D> { e: F = g(); }"],
  ["python", "class A(⟦B⟧, metaclass=C):\n    d = E()\n"],
  ["java", "class A extends ⟦B⟧ implements ⟦C⟧ { D e; }"],
  ["cpp", "class A : public ⟦B⟧ {\n  C d(const E& f);\n  G h;\n  struct I { J k; } l;\n  struct M { N o; };\n};"],
  ["go", "type A struct {\n\t⟦B⟧\n\t*⟦C⟧\n\td E\n}"],
  ["kotlin", "class A(val b: C) : ⟦D⟧(E), ⟦F⟧ by G, ⟦H⟧<I>({ J }) { val k = L() }"],
  ["csharp", "class A(B c) : ⟦D⟧(E), ⟦F⟧<G> { H i = new J(); }"],
  ["scala", "class A(b: C) extends ⟦D⟧(E) with ⟦F⟧[G] { val h = new I() }"],
  ["swift", "class A: ⟦B⟧<C>, ⟦D⟧ { var e: F = G() }"],
  ["php", "<?php class A extends ⟦B⟧ implements ⟦C⟧ { use ⟦D⟧; function e(F $g) { return new H(I); } }"],
  ["ruby", "class A < ⟦B⟧\n  include ⟦C⟧\n  D = E.new\nend\n"],
  ["rust", "impl ⟦A⟧ for B { fn c(&self) -> D { e } }"],
])("In %s, the names in heads are those drawn in %j", async (language, drawn) => {
  const source = drawn.replace(/[⟦⟧]/g, "");
  const parsed = await parse(language, source);
  const names = [...source.matchAll(/\b[A-Z]\b/g)].map(({ index }) => index);
  const inHeads = new Set(names.filter((from) => subtypeAt(parsed.tree, { from, to: from + 1 })));
  freeText(parsed);
  const marked = [...source].map((letter, at) => (inHeads.has(at) ? `⟦${letter}⟧` : letter)).join("");
  expect(marked).toBe(drawn);
});
