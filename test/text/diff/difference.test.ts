/** Differences between whole documents: places that move, places that stay, and laws. */

import { type Change, mapThrough } from "../../../src/text/change.js";
import { diffTexts } from "../../../src/text/diff/difference.js";
import { Document } from "../../../src/text/document.js";
import { law, pick, type Random, randomText } from "../random.js";

function apply(before: string, after: string, changes: readonly Change[]): string {
  let text = before;
  for (const { from, to, length } of changes) {
    // Ascending: everything before a change is as in `after` already, so its new text is there too.
    text = text.slice(0, from) + after.slice(from, from + length) + text.slice(to);
  }
  return text;
}

/**
 * Expects each ┃ before to be mapped to the ┃ after. With fewer after, the other places are
 * deleted.
 */
function carries(name: string, before: string, after: string): void {
  test(`A place is carried ${name}`, () => {
    const [oldText, newText] = [before.replaceAll("┃", ""), after.replaceAll("┃", "")];
    const changes = diffTexts(oldText, newText);
    expect(apply(oldText, newText, changes)).toBe(newText);
    const carried = placesIn(before).map((offset) => mapThrough(changes, offset, "after"));
    expect(draw(newText, carried)).toBe(after);
  });
}

function placesIn(drawn: string): number[] {
  return [...drawn.matchAll(/┃/g)].map((match, index) => match.index - index);
}

function draw(text: string, places: readonly (number | null)[]): string {
  let drawn = text;
  for (const place of places.filter((offset) => offset !== null).toReversed()) {
    drawn = `${drawn.slice(0, place)}┃${drawn.slice(place)}`;
  }
  return drawn;
}

describe("A place in a replaced document", () => {
  carries("through no change", "a\n┃b", "a\n┃b");
  carries("past a line inserted before", "a\n┃b\n", "a\nnew\n┃b\n");
  carries("past a line deleted before", "a\nold\n┃b\n", "a\n┃b\n");
  carries("between two changes", "one\ntwo\n┃three\nfour\nfive", "1\ntwo\n┃three\nfour\n5");
  carries("in a line changed before it", "x\nlet ┃a = 1\ny", "X\nconst ┃a = 1\nY");
  carries("in lines changed next to each other", "let ┃a\nlet ┃b\nlet ┃c\n", "var ┃a\nvar ┃b\nvar ┃c\n");
  carries("through new line ends", "┃a\n  ┃b\n\n┃c\n", "┃a\r\n  ┃b\r\n\r\n┃c\r\n");
  carries("through old Mac line ends", "┃a\r┃b\r┃c", "┃a\n┃b\n┃c");
  carries("into a new block", "┃a()\nif (b) {\n  ┃c()\n}\n", "try {\n  ┃a()\n  if (b) {\n    ┃c()\n  }\n}\n");
  carries("through the removal of trailing whitespace", "┃a  \n┃b\t\n", "┃a\n┃b\n");
  carries(
    "among equal lines",
    `${"0\n".repeat(50)}a\n┃${"0\n".repeat(50)}b\n0\n`,
    `${"0\n".repeat(50)}A\n┃${"0\n".repeat(50)}B\n0\n`,
  );
  carries("after 💣", "💣\r\n┃é\r\n", "💤\r\n┃é\r\n");
  carries("nowhere where its line is deleted", "a\n┃b\nc\n", "a\nc\n");
  carries("nowhere where all is deleted", "┃a┃\n┃b\n", "");
});

test("A document is compared as its text is", () => {
  const document = Document.of("one\ntwo\nthree\n", { leaf: 4, branch: 2 }).edit(0, 0, "zero\n").document;
  expect(diffTexts(document, "zero\nONE\ntwo\nthree\n")).toEqual([{ from: 5, to: 8, length: 3 }]);
});

test("Equal texts have no differences", () => {
  expect(diffTexts("a\r\n💣", "a\r\n💣")).toEqual([]);
});

test("Texts without a common line differ in one change", () => {
  const lines = (word: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${word} ${line}\n`).join("");
  const [before, after] = [lines("before", 20_000), lines("later", 30_000)];
  expect(diffTexts(before, after)).toHaveLength(1);
});

test("Equal lines too far out of order to be paired still give the new text", () => {
  const shuffled = (seed: number) => Array.from({ length: 12_000 }, (_, line) => `${(line * seed) % 977}\n`).join("");
  const [before, after] = [shuffled(31), shuffled(57)];
  expect(apply(before, after, diffTexts(before, after))).toBe(after);
});

test("A long line changed at both ends keeps its middle", () => {
  const middle = "x".repeat(2_000_000);
  expect(diffTexts(`a${middle}a`, `b${middle}b`)).toEqual([{ from: 0, to: 2_000_002, length: 2_000_002 }]);
});

/** Returns a text of lines, many of them equal. */
function randomLines(random: Random): string[] {
  return Array.from({ length: random(30) }, () => {
    const line = random(3) === 0 ? randomText(random, 4) : pick(random, ["{", "}", "  x", "x  ", "foo(bar)", ""]);
    return line + pick(random, ["\n", "\n", "\r\n", "\r"]);
  });
}

law("The changes in turn give the new text", 5, (random) => {
  for (let round = 0; round < 30; round++) {
    const lines = randomLines(random);
    const edited = lines.flatMap((line) => {
      if (random(4) > 0) return [line];
      return pick(random, [[], [line, "new\n"], [randomText(random, 3)], [`  ${line}`], [line.replace("\n", "\r\n")]]);
    });
    const [before, after] = [lines.join("") + randomText(random, 2), edited.join("") + randomText(random, 2)];
    const changes = diffTexts(before, after);
    expect(apply(before, after, changes)).toBe(after);
    const starts = changes.map((change) => change.from);
    const ends = changes.map((change) => change.from + change.length);
    expect(starts.every((start, index) => start >= (ends[index - 1] ?? 0))).toBe(true);
    expect(changes.filter((change) => change.from === change.to && change.length === 0)).toEqual([]);
    const places = Array.from({ length: before.length }, (_, offset) => mapThrough(changes, offset, "after"));
    const moved = places.filter((place, offset) => place !== null && after.charAt(place) !== before.charAt(offset));
    expect(moved).toEqual([]);
  }
});

law("Lines that are unique and unchanged are kept", 5, (random) => {
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}\n`);
  const edited = lines.flatMap((line) => {
    const dice = random(10);
    return dice === 0 ? [] : dice === 1 ? [line, "}\n"] : [line];
  });
  const [before, after] = [lines.join(""), edited.join("")];
  const changes = diffTexts(before, after);
  const offsetIn = (all: readonly string[], line: string) => all.slice(0, all.indexOf(line)).join("").length;
  expect(lines.map((line) => mapThrough(changes, offsetIn(lines, line), "after"))).toEqual(
    lines.map((line) => (edited.includes(line) ? offsetIn(edited, line) : null)),
  );
});
