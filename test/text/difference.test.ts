/** Whole documents replaced: what moves, what stays, and that nothing is lost. */

import { type Change, mapThrough } from "../../src/text/change.js";
import { diffTexts } from "../../src/text/difference.js";
import { Document } from "../../src/text/document.js";
import { law, pick, type Random, randomText } from "./random.js";

function apply(before: string, after: string, changes: readonly Change[]): string {
  let text = before;
  for (const { from, to, length } of changes) {
    // Ascending: everything before a change is as in `after` already, so its new text stands there too.
    text = text.slice(0, from) + after.slice(from, from + length) + text.slice(to);
  }
  return text;
}

/** Each ┃ before must be carried to the ┃ after; with fewer after, the rest are deleted. */
function carries(name: string, before: string, after: string): void {
  test(name, () => {
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

describe("a place is carried", () => {
  carries("through nothing", "a\n┃b", "a\n┃b");
  carries("past a line inserted before", "a\n┃b\n", "a\nnew\n┃b\n");
  carries("past a line deleted before", "a\nold\n┃b\n", "a\n┃b\n");
  carries("between two changes", "one\ntwo\n┃three\nfour\nfive", "1\ntwo\n┃three\nfour\n5");
  carries("in a line changed before it", "x\nlet ┃a = 1\ny", "X\nconst ┃a = 1\nY");
  carries("in lines changed next to each other", "let ┃a\nlet ┃b\nlet ┃c\n", "var ┃a\nvar ┃b\nvar ┃c\n");
  carries("through new line ends", "┃a\n  ┃b\n\n┃c\n", "┃a\r\n  ┃b\r\n\r\n┃c\r\n");
  carries("through old Mac line ends", "┃a\r┃b\r┃c", "┃a\n┃b\n┃c");
  carries("into a new block", "┃a()\nif (b) {\n  ┃c()\n}\n", "try {\n  ┃a()\n  if (b) {\n    ┃c()\n  }\n}\n");
  carries("through trailing whitespace taken away", "┃a  \n┃b\t\n", "┃a\n┃b\n");
  carries(
    "among equal lines",
    `${"0\n".repeat(50)}a\n┃${"0\n".repeat(50)}b\n0\n`,
    `${"0\n".repeat(50)}A\n┃${"0\n".repeat(50)}B\n0\n`,
  );
  carries("behind 💣", "💣\r\n┃é\r\n", "💤\r\n┃é\r\n");
  carries("nowhere, when its line is gone", "a\n┃b\nc\n", "a\nc\n");
  carries("nowhere, when all is gone", "┃a┃\n┃b\n", "");
});

test("takes a document as it takes a text", () => {
  const document = Document.of("one\ntwo\nthree\n", { leaf: 4, branch: 2 }).edit(0, 0, "zero\n").document;
  expect(diffTexts(document, "zero\nONE\ntwo\nthree\n")).toEqual([{ from: 5, to: 8, length: 3 }]);
});

test("equal texts differ in nothing", () => {
  expect(diffTexts("a\r\n💣", "a\r\n💣")).toEqual([]);
});

test("texts without a line in common are one change", () => {
  const lines = (word: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${word} ${line}\n`).join("");
  const [before, after] = [lines("before", 20_000), lines("later", 30_000)];
  expect(diffTexts(before, after)).toHaveLength(1);
});

test("equal lines far out of order, beyond what is searched for, still give the new text", () => {
  const shuffled = (seed: number) => Array.from({ length: 30_000 }, (_, line) => `${(line * seed) % 977}\n`).join("");
  const [before, after] = [shuffled(31), shuffled(57)];
  expect(apply(before, after, diffTexts(before, after))).toBe(after);
});

test("one long line changed at both ends", () => {
  const middle = "x".repeat(2_000_000);
  expect(diffTexts(`a${middle}a`, `b${middle}b`)).toEqual([{ from: 0, to: 2_000_002, length: 2_000_002 }]);
});

/** A text of lines, many of them alike. */
function randomLines(random: Random): string[] {
  return Array.from({ length: random(30) }, () => {
    const line = random(3) === 0 ? randomText(random, 4) : pick(random, ["{", "}", "  x", "x  ", "foo(bar)", ""]);
    return line + pick(random, ["\n", "\n", "\r\n", "\r"]);
  });
}

law("the changes in turn give the new text", 5, (random) => {
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

law("lines that are unique and unchanged are kept", 5, (random) => {
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
