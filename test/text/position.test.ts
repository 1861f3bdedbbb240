/** Conversion of positions and offsets in all three encodings. */

import { Document } from "../../src/text/document.js";
import {
  offsetsToRange,
  offsetToPosition,
  type PositionEncoding,
  positionToOffset,
  rangeToOffsets,
} from "../../src/text/position.js";
import { law, randomText } from "./random.js";

const encodings: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

/** Expects the place drawn as ┃ to have these characters in utf-8, utf-16 and utf-32. */
function check(drawn: string, line: number, ...characters: [number, number, number]): void {
  test(`The place in ${JSON.stringify(drawn)} is converted both ways`, () => {
    const document = Document.of(drawn.replace("┃", ""), { leaf: 2, branch: 2 });
    const offset = drawn.indexOf("┃");
    encodings.forEach((encoding, index) => {
      const position = { line, character: characters[index] as number };
      expect([encoding, offsetToPosition(document, offset, encoding)]).toEqual([encoding, position]);
      expect([encoding, positionToOffset(document, position, encoding)]).toEqual([encoding, offset]);
    });
  });
}

describe("Both ways", () => {
  check("┃", 0, 0, 0, 0);
  check("abc┃", 0, 3, 3, 3);
  check("é┃x", 0, 2, 1, 1);
  check("€┃x", 0, 3, 1, 1);
  check("💣┃x", 0, 4, 2, 1);
  check("💣💣é€┃", 0, 13, 6, 4);
  check("a\r\n💣┃\r\n", 1, 4, 2, 1);
  check("a\r\n💣\r\n┃", 2, 0, 0, 0);
  check("a\ré┃\rb", 1, 2, 1, 1);
  check("\n\r┃", 2, 0, 0, 0);
  check("\ud83d┃x", 0, 3, 1, 1);
  check("\udca3\ud83d┃x", 0, 6, 2, 2);
});

/** Expects a position out of bounds to have this offset. */
function clamps(text: string, line: number, character: number, encoding: PositionEncoding, expected: number): void {
  test(`The position ${line}:${character} in ${JSON.stringify(text)} under ${encoding} is converted`, () => {
    expect(positionToOffset(Document.of(text), { line, character }, encoding)).toBe(expected);
  });
}

describe("A position out of bounds", () => {
  for (const encoding of encodings) {
    clamps("ab\r\ncd", 0, 3, encoding, 2);
    clamps("ab\r\ncd", 0, 99, encoding, 2);
    clamps("ab\r\ncd", 0, Number.POSITIVE_INFINITY, encoding, 2);
    clamps("ab\r\ncd", 1, 99, encoding, 6);
    clamps("ab\r\ncd", 2, 0, encoding, 6);
    clamps("ab\r\ncd", 2 ** 31, 0, encoding, 6);
    clamps("ab\r\ncd", -1, 1, encoding, 1);
    clamps("ab\r\ncd", 1, -1, encoding, 4);
    clamps("ab\r\ncd", 1, 1.5, encoding, 5);
    clamps("ab\r\ncd", Number.NaN, Number.NaN, encoding, 0);
  }
});

describe("A position inside a code point is its start", () => {
  for (const character of [1, 2, 3, 4]) clamps("a💣b", 0, character, "utf-8", 1);
  clamps("a💣b", 0, 5, "utf-8", 3);
  clamps("aéb", 0, 2, "utf-8", 1);
  clamps("a€b", 0, 3, "utf-8", 1);
  clamps("a💣b", 0, 2, "utf-16", 2);
});

describe("An offset that is not a place", () => {
  test.each([
    ["a💣b", 2, "utf-8", 1],
    ["a💣b", 2, "utf-16", 2],
    ["a💣b", 2, "utf-32", 1],
    ["a💣", 2, "utf-32", 1],
    ["ab\r\n", 3, "utf-8", 2],
    ["ab\r\n", 3, "utf-16", 2],
    ["ab", 99, "utf-16", 2],
    ["ab", -1, "utf-32", 0],
  ] as const)("%j at %i in %s is character %i", (text, offset, encoding, character) => {
    expect(offsetToPosition(Document.of(text), offset, encoding)).toEqual({ line: 0, character });
  });
});

test("A reversed range gives ascending offsets", () => {
  const document = Document.of("é\r\n💣b");
  const range = { start: { line: 0, character: 2 }, end: { line: 1, character: 4 } };
  expect(rangeToOffsets(document, range, "utf-8")).toEqual({ from: 1, to: 5 });
  expect(rangeToOffsets(document, { start: range.end, end: range.start }, "utf-8")).toEqual({ from: 1, to: 5 });
  expect(offsetsToRange(document, { from: 1, to: 5 }, "utf-8")).toEqual(range);
});

/**
 * Returns the code points of a text as engines iterate them: pairs whole, lone surrogates alone.
 */
function bordersOf(text: string): number[] {
  const borders = [0];
  for (const character of text) borders.push((borders.at(-1) as number) + character.length);
  return borders;
}

law("An offset at a code point border is unchanged by the conversion to a position and back", 8, (random) => {
  const text = randomText(random, 120);
  const document = Document.of(text, { leaf: 2 + random(8), branch: 2 + random(4) });
  const borders = bordersOf(text).filter((offset) => text.slice(offset - 1, offset + 1) !== "\r\n");
  for (const encoding of encodings) {
    const positions = borders.map((offset) => offsetToPosition(document, offset, encoding));
    expect(positions.map((position) => positionToOffset(document, position, encoding))).toEqual(borders);
    const naive = borders.map((offset, index) => {
      const line = text.slice(document.lineFrom(positions[index]?.line ?? -1), offset);
      return { "utf-8": Buffer.byteLength(line), "utf-16": line.length, "utf-32": [...line].length }[encoding];
    });
    expect(positions.map((position) => position.character)).toEqual(naive);
  }
});

law("Any position gives an offset in its line, not after the position", 8, (random) => {
  const document = Document.of(randomText(random, 60), { leaf: 2 + random(8), branch: 2 + random(4) });
  const positions = Array.from({ length: 200 }, () => ({ line: random(30), character: random(40) }));
  for (const encoding of encodings) {
    const wrong = positions.filter((position) => {
      const offset = positionToOffset(document, position, encoding);
      if (position.line >= document.lineCount) return offset !== document.length;
      const back = offsetToPosition(document, offset, encoding);
      return back.line !== position.line || back.character > position.character;
    });
    expect(wrong).toEqual([]);
  }
});
