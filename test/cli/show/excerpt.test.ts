/** Lines of source with carets under a place, as a terminal shows them. */
import { cellsOf, columnsOf, escapeControls } from "../../../src/cli/show/cells.js";
import { renderExcerpt } from "../../../src/cli/show/excerpt.js";

/** Rounds of the random test; `TEST_ROUNDS` multiplies them. */
const ROUNDS = 100 * Number(process.env["TEST_ROUNDS"] ?? 1);

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
  ["\x1b[31m⟦x⟧", "␛[31mx", "     ^"],
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

test("A cut line has an ellipsis at the cut", () => {
  expect(renderExcerpt(`${"a".repeat(100)}x${"b".repeat(100)}`, 100, 101, 20).text).toMatch(/^…a+xb+…$/);
  expect(renderExcerpt(`x${"b".repeat(100)}`, 0, 1, 20).text).toMatch(/^xb+…$/);
  expect(renderExcerpt(`${"a".repeat(100)}x`, 100, 101, 20).text).toMatch(/^…a+x$/);
});

test("The caret is under the place, wherever that is", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  const alphabet = ["a", "b", " ", "\t", "漢", "💣", "é"];
  for (let round = 0; round < ROUNDS; round++) {
    const parts = Array.from({ length: 1 + random(120) }, () => alphabet[random(alphabet.length)] ?? "");
    const index = random(parts.length);
    const from = parts.slice(0, index).join("").length;
    const line = `${parts.slice(0, index).join("")}§${parts.slice(index).join("")}`;
    const { text, marks } = renderExcerpt(line, from, from + 1, 20 + random(60));
    // `§` is one column wide and occurs once: it must be what the caret is under.
    const before = text.slice(0, text.indexOf("§"));
    expect({ seed: 7, round, column: columnsOf(before) }).toEqual({ seed: 7, round, column: marks.indexOf("^") });
  }
});

test("Escaped text is harmless to a terminal", () => {
  expect(escapeControls("a\x1b]0;x\x07\tb\r\nc\x7f\u202e\u0085")).toBe("a␛]0;x␇\tb\nc␡��");
  expect(cellsOf("a\x07").map(({ shown }) => shown)).toEqual(["a", "␇"]);
});
