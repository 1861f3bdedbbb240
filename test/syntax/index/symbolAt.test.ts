/** The symbol at an offset, drawn: `┃` is the offset, `⟦…⟧` the symbol. */

import { findSymbolAt } from "../../../src/syntax/index/symbolAt.js";
import { Document } from "../../../src/text/document.js";
import { indexOf } from "./indexedTrees.js";

function check(language: string, ...drawings: string[]): void {
  test.each(drawings)(`In ${language}, the symbol at the cursor is the one marked in %j.`, async (drawn) => {
    const source = drawn.replace(/[┃⟦⟧]/g, "");
    const offset = drawn.replace(/[⟦⟧]/g, "").indexOf("┃");
    const found = findSymbolAt(await indexOf(language, source), Document.of(source), offset);
    const node = found?.path.at(-1);
    const isDrawn = drawn.includes("⟦");
    const from = drawn.replace("┃", "").indexOf("⟦");
    const to = drawn.replace(/[┃⟦]/g, "").indexOf("⟧");
    const answer = node && `${source.slice(0, node.from)}⟦${source.slice(node.from, node.to)}⟧${source.slice(node.to)}`;
    expect(answer).toBe(isDrawn ? drawn.replace("┃", "") : undefined);
    expect(node && [node.from, node.to]).toEqual(isDrawn ? [from, to] : undefined);
    expect(found?.name).toBe(isDrawn ? source.slice(from, to) : undefined);
  });
}

describe("At either end of a word", () => {
  check(
    "python",
    "⟦al┃pha⟧",
    "┃⟦alpha⟧",
    "⟦alpha⟧┃",
    "⟦alpha⟧┃\n",
    "alpha\n┃",
    "alpha\r┃",
    "alpha\r\n┃\r\n",
    "alpha ┃ beta",
    "⟦alpha⟧┃ + beta",
    "alpha + ┃⟦beta⟧",
    "⟦f⟧┃(a)",
    "f(┃⟦a⟧)",
    "f(⟦a⟧┃)",
    "a.┃⟦b⟧",
    "x = '💣' + ⟦é⟧┃",
  );
  check("python", "⟦\u{20000}x⟧┃ = 1", "x\u{1d7d8} = ┃⟦\u{20000}⟧", "'💣┃'");
});

describe("In brackets", () => {
  check(
    "python",
    "y = ┃((⟦x⟧))",
    "y = (┃(⟦x⟧))",
    "y = ((⟦x⟧)┃)",
    "y = ((⟦x⟧))┃",
    "y = ┃(  ⟦x⟧ )",
    "z = ┃(x + y)",
    "z = ┃()",
    "z = ( ┃ x)",
    "f( a ┃)",
    "(x)\n┃",
  );
  check("javascript", "if (a) ┃{ ⟦b⟧; }", "if ┃(⟦a⟧) b;", "if (a) ┃{ b; c; }", "if (a) ┃{ return b; }", "┃!(x)");
});

describe("Text that is not a symbol", () => {
  check("python", "x = No┃ne", "x = 1┃2", "retu┃rn x", "x = 'wo┃rd'", "# wo┃rd");
  check("typescript", "let x: str┃ing", "th┃is.a", "let x = tr┃ue", "let x = nu┃ll", "class A { pri┃vate b = 1 }");
  check("typescript", "let x: ⟦Str┃ing⟧", "this.⟦a⟧┃", "class A { ⟦#b⟧┃ = 1 }", "({ ⟦a⟧┃: 1 })");
  check("json", '{"a": tr┃ue}', '{"wo┃rd": 1}');
  check("markdown", "wo┃rd");
  check("css", ".⟦font-si┃ze⟧ { color: red }", "a { ⟦co┃lor⟧: red }", "a { color: re┃d }", "a { width: 1p┃x }");
  check("rust", "fn ⟦f⟧┃() {}", "fn f(se┃lf) {}", "fn f(x: u┃8) {}", "p┃ub fn f() {}");
  check("go", "func ⟦f⟧┃() int { return nil }", "func f() int { return ni┃l }");
  check("bash", "echo ⟦wo┃rd⟧", "echo $⟦HO┃ME⟧");
  check("ruby", "⟦@a⟧┃ = 1", "n┃il");
});

test("The wrappers on the path are returned, outermost first.", async () => {
  const source = "if (a) { ((b)); }";
  const found = findSymbolAt(await indexOf("javascript", source), Document.of(source), source.indexOf("b"));
  expect(found?.path.map(({ kind }) => kind)).toEqual([
    "program",
    "if_statement",
    "statement_block",
    "expression_statement",
    "parenthesized_expression",
    "parenthesized_expression",
    "identifier",
  ]);
  expect(found?.wrappers.map(({ kind }) => kind)).toEqual(found?.path.slice(2, -1).map(({ kind }) => kind));
});

test("The caller's rule decides which leaves are names.", async () => {
  const source = 'run("job")';
  const nameOf = ({ kind, text, parentKind }: { kind: string; text: string; parentKind: string | undefined }) =>
    kind === "string_fragment" && parentKind === "string" ? `the ${text}` : undefined;
  const index = await indexOf("javascript", source);
  expect(findSymbolAt(index, Document.of(source), 6, nameOf)?.name).toBe("the job");
  expect(findSymbolAt(index, Document.of(source), 1, nameOf)).toBeUndefined();
});

test.each([-1, 0.5, 4])("Offset %s is rejected in a text of length 3.", async (offset) => {
  const index = await indexOf("json", "[1]");
  expect(() => findSymbolAt(index, Document.of("[1]"), offset)).toThrow(RangeError);
});
