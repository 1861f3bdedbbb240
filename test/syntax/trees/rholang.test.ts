/** The grammar of Rholang: precedences, whole programs, and programs with one wrong token. */

import type { Node } from "web-tree-sitter";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { findSyntaxErrors } from "../../../src/syntax/trees/syntaxErrors.js";
import { parse } from "../parsedSources.js";
import { rholangPrograms } from "../rholangPrograms.js";

/** Returns the text with brackets around each expression and process that has parts. */
async function grouped(text: string): Promise<string> {
  const parsed = await parse("rholang", text);
  const draw = (node: Node): string => {
    let drawn = "";
    let at = node.startIndex;
    for (const child of node.children) {
      drawn += text.slice(at, child.startIndex) + draw(child);
      at = child.endIndex;
    }
    drawn += text.slice(at, node.endIndex);
    return node.isNamed && groups.has(node.type) ? `⟨${drawn}⟩` : drawn;
  };
  const drawn = parsed.tree.rootNode.hasError ? "an error" : draw(parsed.tree.rootNode);
  freeText(parsed);
  return drawn;
}
const groups = new Set(
  "par new conditional send_sync binary_expression unary_expression method_call evaluation disjunction conjunction negation".split(
    " ",
  ),
);

test.each([
  "⟨a + ⟨b * c⟩⟩",
  "⟨⟨a - b⟩ - c⟩",
  "⟨⟨a %% b⟩ / c⟩",
  "⟨⟨a ++ ⟨b.size()⟩⟩ -- c⟩",
  "⟨⟨a < b⟩ == ⟨c >= d⟩⟩",
  "⟨a or ⟨b and ⟨⟨not c⟩ == d⟩⟩⟩",
  "⟨⟨a || b⟩ or ⟨c && d⟩⟩",
  "⟨⟨-⟨a.abs()⟩⟩ * b⟩",
  "⟨⟨*a⟩ + ⟨⟨*b⟩.size()⟩⟩",
  "⟨⟨x /\\ Int⟩ \\/ ⟨⟨~y⟩ /\\ z⟩⟩",
  "⟨⟨a + b⟩ matches Int⟩",
  "⟨⟨new x in { Nil }⟩ | Nil⟩",
  "⟨⟨new x in ⟨new y in Nil⟩⟩ | Nil⟩",
  "⟨⟨if (a) b!(1)⟩ | c!(2)⟩",
  "⟨if (a) ⟨if (b) Nil else Nil⟩⟩",
  "⟨⟨a!?(1); ⟨b!?(2).⟩⟩ | c!(3)⟩",
  "⟨a!(1) | b!(2) | c!(3)⟩",
])("In Rholang, parts belong together as in %s.", async (expected) =>
  expect(await grouped(expected.replace(/[⟨⟩]/g, ""))).toBe(expected),
);

test("There are at least forty programs, from one line to 300.", () => {
  const lengths = rholangPrograms.map(({ text }) => text.trimEnd().split("\n").length);
  expect(rholangPrograms.length).toBeGreaterThanOrEqual(40);
  expect(Math.min(...lengths)).toBe(1);
  expect(Math.max(...lengths)).toBe(300);
});

test.each(rholangPrograms)("The Rholang program $name parses without an error.", async ({ text }) => {
  const parsed = await parse("rholang", text);
  expect(findSyntaxErrors(parsed)).toEqual([]);
  expect(parsed.tree.rootNode.endIndex).toBe(text.length);
  freeText(parsed);
});

/** How far from the wrong token an error may begin or end, in UTF-16 code units. */
const MAX_DISTANCE = 8;

test.each([
  "new x ┃{ x!(1) }",
  "new ┃in { x!(1) }",
  "new x, ┃in { x!(1) }",
  "new x y┃ in { x!(1) }",
  'new x(┃"rho:io:stdout") in { Nil }',
  "new x(`rho:io:stdout`┃ in { Nil }",
  "new x in { x!(1) ┃",
  "new x in { x!(1) }┃ }",
  "new x in { x!(1) ┃y!(2) }",
  "new x in { x!(1) | ┃| y!(2) }",
  "x!(1) |┃",
  "┃| x!(1)",
  "x!(1 ┃2)",
  "x!(1,┃)",
  "x!(1┃",
  "x!┃",
  "x!!!┃(1)",
  "x!?(1)┃ | Nil",
  "x ┃y!(1)",
  "@┃!(1)",
  "contract ┃(x) = { Nil }",
  "contract foo ┃= { Nil }",
  "contract foo(x) ┃{ Nil }",
  "contract foo(x) = ┃Nil",
  "contract foo(┃1) = { Nil }",
  "contract foo(x┃ y) = { Nil }",
  "contract foo(...┃x) = { Nil }",
  "contract ┃for(x) = { Nil }",
  "for (x ┃c) { Nil }",
  "for (x <-┃ ) { Nil }",
  "for (x <- c ┃{ Nil }",
  "for (x <- c) ┃Nil",
  "for (x <- c, ┃y <- d) { Nil }",
  "for (x ┃-> c) { Nil }",
  "for (1 ┃<- c) { Nil }",
  "match x ┃1 => Nil }",
  "match x { 1 ┃-> Nil }",
  "match x { 1 =>┃ }",
  "select { x <- c ┃Nil }",
  "let x ┃1 in { Nil }",
  "let x = 1 ┃{ Nil }",
  "if ┃x { Nil }",
  "if (x) Nil else┃",
  "x!(1 +┃)",
  "x!(1 + ┃* )",
  "x!([1, 2┃)",
  'x!({"a" ┃1})',
  'x!({"a": ┃})',
  "x!([...┃1])",
  "x!((1, 2┃]",
  'x!(┃"abc)',
  "x!(┃`abc)",
  "x!(a.┃(1))",
  "x!(a.b┃)",
  "bundle* ┃{ Nil }",
  "x!(not┃)",
  "x!(a /\\┃)",
  "x!(1 ┃& 2)",
  "x!(┃#)",
])("The wrong token of a Rholang program has an error near it: %s", async (drawn) => {
  const at = drawn.indexOf("┃");
  const parsed = await parse("rholang", drawn.replace("┃", ""));
  const edges = findSyntaxErrors(parsed).flatMap(({ from, to }) => [from, to]);
  freeText(parsed);
  const distance = Math.min(...edges.map((edge) => Math.abs(edge - at)));
  expect({ edges, isNear: distance <= MAX_DISTANCE }).toEqual({ edges, isNear: true });
});

test("A wrong token in the long Rholang program has an error on its line.", async () => {
  const { text } = rholangPrograms.find(({ name }) => name === "shop") ?? { text: "" };
  for (const [right, wrong] of [
    ['contract @"fruit"(@order, pay, return) = {', 'contract @"fruit"(@order, pay return) = {'],
    ["for (@sum <- pay!?(each * count)) {", "for (@sum - pay!?(each * count)) {"],
    ["} else {", "} esle {"],
  ] as const) {
    const parsed = await parse("rholang", text.replace(right, wrong));
    const line = parsed.document.lineAt(text.indexOf(right));
    const lines = findSyntaxErrors(parsed).flatMap(({ from, to }) =>
      [from, to].map((at) => parsed.document.lineAt(at)),
    );
    expect(lines).toContain(line);
    freeText(parsed);
  }
});
