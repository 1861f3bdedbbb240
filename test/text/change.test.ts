/** Mapping of offsets through changes: drawn cases, and laws. */

import { type Change, mapOffset, mapThrough, type Side } from "../../src/text/change.js";
import { Document } from "../../src/text/document.js";
import { narrow } from "../../src/text/narrowChange.js";
import { law, pick, randomStretch, randomText } from "./random.js";

/**
 * Expects the place drawn as ┃ to be at the ┃ in `expected` once `find` is replaced; null where it
 * is deleted.
 */
function survives(before: string, find: string, replacement: string, side: Side, expected: string | null): void {
  test(`The place in "${before}" with "${find}" replaced by "${replacement}", sticking ${side}, is ${expected}`, () => {
    const offset = before.indexOf("┃");
    const text = before.replace("┃", "");
    const from = text.indexOf(find);
    const { document, change } = Document.of(text).edit(from, from + find.length, replacement);
    const mapped = mapOffset(change, offset, side);
    expect(mapped === null ? null : `${document.slice(0, mapped)}┃${document.slice(mapped, document.length)}`).toBe(
      expected,
    );
  });
}

describe("A place in a changed text", () => {
  survives("let ┃x = 1", "let", "const", "after", "const ┃x = 1");
  survives("let ┃x = 1", "1", "2", "after", "let ┃x = 2");
  survives("┃x = 1", "", "let ", "after", "let ┃x = 1");
  survives("┃x = 1", "", "let ", "before", "┃let x = 1");
  survives("let ┃x", "x", "", "after", null);
  survives("let ┃x", "x", "", "before", "let ┃");
  survives("let┃ x", "let", "", "after", "┃ x");
  survives("let┃ x", "let", "", "before", null);
  survives("f┃oo", "foo", "", "after", null);
  survives("f┃oo", "foo", "", "before", null);
  survives("f┃oo", "foo", "foobar", "after", "f┃oobar");
  survives("f┃oo", "foo", "barfoo", "after", "barf┃oo");
  survives("foo┃", "foo", "", "after", "┃");
  survives("┃foo", "foo", "", "before", "┃");
  survives("┃foo", "foo", "bar", "after", null);
  survives("a = ┃foo(1)", "foo(1)", "foo(22)", "after", "a = ┃foo(22)");
  survives("┃💣", "💣", "💤", "after", null);
  survives("┃", "", "x", "after", "x┃");
});

test.each([
  ["abc", "abc", 3, 3, 0],
  ["abc", "aXc", 1, 2, 1],
  ["aa", "aaa", 2, 2, 1],
  ["aaa", "aa", 2, 3, 0],
  ["", "x", 0, 0, 1],
  ["x💣y", "x💤y", 1, 3, 2],
  ["\u{1f4a3}", "\u{104a3}", 0, 2, 2],
  ["a\r\nb", "a\nb", 1, 3, 1],
  ["a\nb", "a\r\nb", 1, 2, 2],
  ["a\rb", "a\r\nb", 1, 2, 2],
  ["\r\n", "\r\r\n", 0, 0, 1],
])("The change of %j to %j narrows to %i..%i, length %i", (oldText, newText, from, to, length) => {
  const change = narrow({ from: 0, to: oldText.length, length: newText.length }, oldText, newText);
  expect(change).toEqual({ from, to, length });
});

test("Equal ends longer than the compared stride are left out of a change", () => {
  const [head, tail] = ["h".repeat(3000), "t".repeat(5000)];
  const change = narrow({ from: 10, to: 8011, length: 8002 }, `${head}a${tail}`, `${head}bb${tail}`);
  expect(change).toEqual({ from: 3010, to: 3011, length: 2 });
});

law("A place sticks to its character unless that character is deleted", 2, (random) => {
  for (let round = 0; round < 100; round++) {
    const text = randomText(random, 30);
    const { from, to } = randomStretch(random, text.length);
    const { document, change } = Document.of(text, { leaf: 4, branch: 2 }).edit(from, to, randomText(random, 6));
    for (const side of ["before", "after"] as const) {
      const reach = side === "after" ? 0 : 1;
      const held = (within: string, offset: number) => within.charAt(offset - reach);
      const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
      const mapped = offsets.map((offset) => mapOffset(change, offset, side));
      expect(mapped.map((offset) => offset === null)).toEqual(
        offsets.map((offset) => offset - reach >= change.from && offset - reach < change.to),
      );
      const kept = offsets.filter((offset) => mapped[offset] !== null);
      const now = mapped.filter((offset) => offset !== null);
      expect(now.map((offset) => held(document.text, offset))).toEqual(kept.map((offset) => held(text, offset)));
      // Offsets outside of the change keep their distance from that end of the text.
      expect(mapped.slice(0, change.from)).toEqual(offsets.slice(0, change.from));
      const later = offsets.slice(change.to + 1);
      const grown = document.length - text.length;
      expect(mapped.slice(change.to + 1)).toEqual(later.map((offset) => offset + grown));
    }
  }
});

law("Places keep their order through changes", 5, (random) => {
  let text = randomText(random, 60);
  const length = text.length;
  const changes: Change[] = [];
  let document = Document.of(text, { leaf: 4, branch: 2 });
  for (let round = 0; round < 8; round++) {
    const { from } = randomStretch(random, text.length);
    const edit = document.edit(from, Math.min(text.length, from + random(3)), randomText(random, 3));
    changes.push(edit.change);
    document = edit.document;
    text = document.text;
  }
  const side = pick(random, ["before", "after"] as const);
  const mapped = Array.from({ length: length + 1 }, (_, offset) => mapThrough(changes, offset, side));
  const left = mapped.filter((offset) => offset !== null);
  expect(left).toEqual([...left].sort((a, b) => a - b));
  mapped.forEach((offset, from) => {
    let inTurn: number | null = from;
    for (const change of changes) inTurn = inTurn === null ? null : mapOffset(change, inTurn, side);
    expect(offset).toBe(inTurn);
  });
});
