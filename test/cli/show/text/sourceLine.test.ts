/** Lines of source with carets under a place, as a terminal shows them. */
import { cellsOf, columnsOf } from "../../../../src/cli/show/text/cells.js";
import { renderExcerpt } from "../../../../src/cli/show/text/sourceLine.js";
import { law, pick } from "../../../text/random.js";

/** The line has the place in it: `⟦…⟧`, or `┃` for a point. */
function draw(drawn: string, columns = 60): string[] {
  const from = drawn.search(/[⟦┃]/);
  const line = drawn.replace(/[⟦⟧┃]/g, "");
  const to = drawn.includes("⟧") ? drawn.indexOf("⟧") - 1 : from;
  const { text, marks } = renderExcerpt(line, from, to, columns);
  return [text, marks];
}

test.each([
  ["let ⟦x⟧ = 1", "let x = 1", "    ^"],
  ["let ┃x = 1", "let x = 1", "    ^"],
  ["let ⟦x = 1⟧", "let x = 1", "    ^^^^^"],
  ["let x┃", "let x", "     ^"],
  ["┃", "", "^"],
  ["    ⟦x⟧()", "x()", "^"],
  ["\t\tx(\t⟦y⟧)", "x(  y)", "    ^"],
  ["  ┃  x", "  x", "^"],
  ["漢字 ⟦add⟧", "漢字 add", "     ^^^"],
  ["⟦漢字⟧ add", "漢字 add", "^^^^"],
  ["/* 💣 */ ⟦fuse⟧", "/* 💣 */ fuse", "         ^^^^"],
  ["e\u0301e ⟦x⟧", "e\u0301e x", "   ^"],
  ["👩‍👩‍👧 ⟦x⟧", "👩‍👩‍👧 x", "   ^"],
  ["ﾊﾝｶｸ ⟦x⟧", "ﾊﾝｶｸ x", "     ^"],
  ["\x1b[31m⟦x⟧", "\\u001b[31mx", "          ^"],
  ["⟦\u202e⟧x", "\\u202ex", "^^^^^^"],
  ["x = 1   ⟦⟧", "x = 1", "     ^"],
])("The line %j has its carets under the place", (drawn, text, marks) => {
  expect(draw(drawn)).toEqual([text, marks]);
});

test.each([
  ["x".repeat(200), 0, 0],
  ["x".repeat(200), 100, 103],
  ["x".repeat(200), 199, 200],
  ["漢".repeat(200), 100, 101],
  ["a\t".repeat(200), 300, 301],
  ["x".repeat(2_000_000), 1_000_000, 1_000_003],
  ["💣".repeat(20_000), 20_000, 20_002],
])("A long line is cut to the width around the place (%#)", (line, from, to) => {
  const { text, marks } = renderExcerpt(line, from, to, 40);
  expect(columnsOf(text)).toBeLessThanOrEqual(40);
  expect(columnsOf(text)).toBeGreaterThan(30);
  expect(marks.length).toBeLessThanOrEqual(40);
  expect(marks.trim()).toMatch(/^\^+$/);
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});

test("Cells of simple text are those that the same text has after a letter with a mark", () => {
  const text = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";
  const [, ...rest] = cellsOf(`e\u0301${text}\t`, 3);
  expect(cellsOf(`e${text}\t`, 4).slice(1)).toEqual(rest);
  expect(rest.map(({ shown }) => shown).join("")).toMatch(/^ !.+~ {1,4}$/);
});

test("A cut line has an ellipsis at the cut", () => {
  expect(renderExcerpt(`${"a".repeat(100)}x${"b".repeat(100)}`, 100, 101, 20).text).toMatch(/^…a+xb+…$/);
  expect(renderExcerpt(`x${"b".repeat(100)}`, 0, 1, 20).text).toMatch(/^xb+…$/);
  expect(renderExcerpt(`${"a".repeat(100)}x`, 100, 101, 20).text).toMatch(/^…a+x$/);
});

law("The caret is under the place, wherever that is", 100, (random) => {
  const alphabet = ["a", "b", " ", "\t", "漢", "💣", "é"];
  const parts = Array.from({ length: 1 + random(120) }, () => pick(random, alphabet));
  const index = random(parts.length);
  const from = parts.slice(0, index).join("").length;
  const line = `${parts.slice(0, index).join("")}§${parts.slice(index).join("")}`;
  const { text, marks } = renderExcerpt(line, from, from + 1, 20 + random(60));
  // `§` is one column wide and occurs once: it must be what the caret is under.
  expect(columnsOf(text.slice(0, text.indexOf("§")))).toBe(marks.indexOf("^"));
});

test("A control character is one cell as wide as its escape", () => {
  expect(cellsOf("a\x07").map(({ shown, width }) => [shown, width])).toEqual([
    ["a", 1],
    ["\\u0007", 6],
  ]);
});
