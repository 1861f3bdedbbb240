/** Documents compared with a simple model: one string, spliced, and split at its line ends. */

import { Document } from "../../src/text/document.js";
import { law, pick, randomStretch, randomText } from "./random.js";

interface Line {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** A simple model of the lines of a text. */
function naiveLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ from, to: match.index, end: match.index + match[0].length });
    from = match.index + match[0].length;
  }
  lines.push({ from, to: text.length, end: text.length });
  return lines;
}

/**
 * Returns everything that a document says about its text. An unedited document has its text flat
 * already, an edited one does not.
 */
function expectSame(document: Document, text: string): void {
  const lines = naiveLines(text);
  expect(document.length).toBe(text.length);
  expect(document.lineCount).toBe(lines.length);
  const lookups = lines.map((_, line) => ({
    from: document.lineFrom(line),
    to: document.lineTo(line),
    end: document.nextLineFrom(line),
  }));
  expect(lookups).toEqual(lines);
  const lineOf: number[] = [];
  lines.forEach((line, index) => {
    for (let offset = line.from; offset < line.end; offset++) lineOf.push(index);
  });
  lineOf.push(lines.length - 1);
  expect(Array.from({ length: text.length + 1 }, (_, offset) => document.lineAt(offset))).toEqual(lineOf);
}

function check(text: string, ...lines: string[]): void {
  test(`The lines of ${JSON.stringify(text)} are found`, () => {
    const document = Document.of(text, { leaf: 2, branch: 2 });
    const lookups = Array.from({ length: document.lineCount }, (_, line) =>
      document.slice(document.lineFrom(line), document.lineTo(line)),
    );
    expect(lookups).toEqual(lines);
    expectSame(document, text);
  });
}

describe("Lines", () => {
  check("", "");
  check("a", "a");
  check("a\n", "a", "");
  check("\n", "", "");
  check("\r", "", "");
  check("\r\n", "", "");
  check("a\nb", "a", "b");
  check("a\r\nb\r\n", "a", "b", "");
  check("a\rb", "a", "b");
  check("a\r\rb", "a", "", "b");
  check("a\n\rb", "a", "", "b");
  check("\r\r\n\n", "", "", "", "");
  check("💣\r\né\r€", "💣", "é", "€");
  check("a\u2028b\u0085c\fd", "a\u2028b\u0085c\fd");
});

describe("Edits", () => {
  function edits(text: string, from: number, to: number, insert: string, expected: string): void {
    test(`${JSON.stringify(text)} with ${from}..${to} replaced by ${JSON.stringify(insert)} is edited`, () => {
      for (const leaf of [2, 3, 2048]) {
        const { document } = Document.of(text, { leaf, branch: leaf }).edit(from, to, insert);
        expectSame(document, expected);
        expect(document.text).toBe(expected);
      }
    });
  }
  edits("", 0, 0, "", "");
  edits("", 0, 0, "a\n", "a\n");
  edits("a\n", 0, 2, "", "");
  edits("a\rb\nc", 2, 3, "", "a\r\nc");
  edits("a\r\nb", 2, 2, "x", "a\rx\nb");
  edits("a\r\nb", 2, 2, "\r\n", "a\r\r\n\nb");
  edits("\r\n\r\n", 1, 3, "", "\r\n");
  edits("aaaa\rxxxx\nbbbb", 5, 9, "", "aaaa\r\nbbbb");
  edits("💣", 1, 1, "💣", "\ud83d💣\udca3");
  edits("\ud83dx\udca3", 1, 2, "", "💣");
  edits("abc", 3, 3, "💣".repeat(20), `abc${"💣".repeat(20)}`);
});

test("An edit leaves the original document unchanged", () => {
  const before = Document.of("one\ntwo\n", { leaf: 2, branch: 2 });
  before.edit(0, 8, "");
  expectSame(before, "one\ntwo\n");
});

test("An edit that changes nothing returns the same document", () => {
  const document = Document.of("one\r\ntwo");
  expect(document.edit(2, 6, "e\r\nt").document).toBe(document);
  expect(document.edit(4, 4, "").document).toBe(document);
});

test.each([
  [-1, 0],
  [0, 4],
  [2, 1],
  [Number.NaN, 1],
  [4, 4],
])("An edit of %s..%s in a text of 3 throws", (from, to) => {
  expect(() => Document.of("abc").edit(from, to, "x")).toThrow(RangeError);
});

test("Lookups out of bounds return the nearest bound", () => {
  for (const document of [
    Document.of("ab\ncd"),
    Document.of("b\ncd", { leaf: 2, branch: 2 }).edit(0, 0, "a").document,
  ]) {
    expect([document.lineFrom(-1), document.lineTo(-1), document.nextLineFrom(-1)]).toEqual([0, 2, 3]);
    expect([document.lineFrom(2), document.lineTo(2), document.nextLineFrom(9)]).toEqual([5, 5, 5]);
    expect([document.lineAt(-1), document.lineAt(6)]).toEqual([0, 1]);
    expect([document.slice(-4, 1), document.slice(4, 99), document.slice(3, 2), document.slice(9, 12)]).toEqual([
      "a",
      "d",
      "",
      "",
    ]);
  }
});

law("Edits in turn have the effect of splicing a string", 2, (random) => {
  let text = randomText(random, 200);
  let document = Document.of(text, { leaf: 2 + random(14), branch: 2 + random(4) });
  for (let round = 0; round < 150; round++) {
    const { from, to } = randomStretch(random, text.length);
    // Short enough to stay quick, with an occasional large deletion or insertion.
    const insert = randomText(random, text.length > 400 ? 2 : random(20) === 0 ? 150 : 8);
    const { document: edited, change } = document.edit(from, to, insert);
    const spliced = text.slice(0, from) + insert + text.slice(to);
    expect(spliced.length - text.length).toBe(change.length - (change.to - change.from));
    const inner = randomStretch(random, spliced.length);
    expect(edited.slice(inner.from, inner.to)).toBe(spliced.slice(inner.from, inner.to));
    expectSame(edited, spliced);
    expect(edited.text).toBe(spliced);
    [text, document] = [spliced, edited];
  }
});

law("Edits at the borders of leaves and branches keep pairs whole", 3, (random) => {
  const halves = ["\r", "\n", "\ud83d", "\udca3", "a"];
  let text = "";
  let document = Document.of(text, { leaf: 2, branch: 2 });
  for (let round = 0; round < 200; round++) {
    const from = random(text.length + 1);
    const to = Math.min(text.length, from + random(text.length > 40 ? 6 : 2));
    const insert = pick(random, halves) + (random(3) === 0 ? pick(random, halves) : "");
    document = document.edit(from, to, insert).document;
    text = text.slice(0, from) + insert + text.slice(to);
    const lines = naiveLines(text);
    const lookups = [lines.map((_, line) => document.lineTo(line)), document.lineCount];
    const units = (["utf-8", "utf-32"] as const).map((encoding) => document.unitsBetween(0, text.length, encoding));
    expect([...lookups, ...units]).toEqual([
      lines.map((line) => line.to),
      lines.length,
      Buffer.byteLength(text),
      [...text].length,
    ]);
  }
});

law("Thousands of edits at the default leaf size give the spliced text", 1, (random) => {
  let text = randomText(random, 20_000);
  let document = Document.of(text);
  for (let round = 0; round < 1000; round++) {
    const from = random(text.length + 1);
    const to = Math.min(text.length, from + random(round % 500 === 0 ? 9000 : 12));
    const insert = randomText(random, round % 500 === 250 ? 4000 : 5);
    document = document.edit(from, to, insert).document;
    text = text.slice(0, from) + insert + text.slice(to);
    const at = random(text.length);
    expect(document.slice(at, at + 50)).toBe(text.slice(at, at + 50));
  }
  expectSame(document, text);
  expect(document.text).toBe(text);
});
