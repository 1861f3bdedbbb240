/** Text edits, applied to a text. */
import { applyTextEdits, UnusableEdit } from "../../../src/text/edits/textEdits.js";

function edit(line: number, character: number, endLine: number, endCharacter: number, newText: string) {
  return { range: { start: { line, character }, end: { line: endLine, character: endCharacter } }, newText };
}

test.each([
  ["abc", [], "abc"],
  ["abc", [edit(0, 1, 0, 2, "X")], "aXc"],
  ["abc", [edit(0, 2, 0, 3, "Z"), edit(0, 0, 0, 1, "X")], "XbZ"],
  ["abc", [edit(0, 1, 0, 1, "1"), edit(0, 1, 0, 1, "2")], "a12bc"],
  ["abc", [edit(0, 1, 0, 2, "X"), edit(0, 1, 0, 1, "1")], "a1Xc"],
  ["abc", [edit(0, 0, 0, 1, "X"), edit(0, 1, 0, 2, "Y")], "XYc"],
  ["abc", [edit(0, 3, 9, 0, "!")], "abc!"],
  ["a\nb\n", [edit(1, 0, 1, 1, "x\ny")], "a\nx\ny\n"],
  ["a\r\nb\r\n", [edit(1, 0, 1, 1, "x\ny")], "a\r\nx\r\ny\r\n"],
  ["a\rb\r", [edit(1, 0, 1, 1, "x\r\ny")], "a\rx\ry\r"],
  ["a\r\nb\r\nc\n", [edit(0, 0, 0, 1, "x\ny")], "x\r\ny\r\nb\r\nc\n"],
  ["abc", [edit(0, 0, 0, 3, "x\ny")], "x\ny"],
  ["/* 💣 */ fuse", [edit(0, 9, 0, 13, "lunte")], "/* 💣 */ lunte"],
])("The text %j is edited by %j", (text, edits, after) => {
  expect(applyTextEdits(text, edits, "utf-16")).toBe(after);
});

test("Positions of text edits are in the agreed encoding", () => {
  expect(applyTextEdits("💣 x", [edit(0, 5, 0, 6, "y")], "utf-8")).toBe("💣 y");
  expect(applyTextEdits("💣 x", [edit(0, 2, 0, 3, "y")], "utf-32")).toBe("💣 y");
});

test("Overlapping text edits are rejected", () => {
  const edits = [edit(0, 0, 0, 2, "x"), edit(0, 1, 0, 3, "y")];
  expect(() => applyTextEdits("abc", edits, "utf-16")).toThrow(new UnusableEdit("two edits overlap at 1:2"));
});
