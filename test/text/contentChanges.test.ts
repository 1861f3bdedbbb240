/** didChange on our copy of a document. */

import { mapThrough } from "../../src/text/change.js";
import { applyContentChanges, type ContentChange } from "../../src/text/contentChanges.js";
import { Document } from "../../src/text/document.js";
import { offsetsToRange, type PositionEncoding } from "../../src/text/position.js";
import { law, pick, randomStretch, randomText } from "./random.js";

const range = (startLine: number, startCharacter: number, endLine: number, endCharacter: number) => ({
  start: { line: startLine, character: startCharacter },
  end: { line: endLine, character: endCharacter },
});

function check(
  name: string,
  before: string,
  changes: readonly ContentChange[],
  after: string,
  encoding: PositionEncoding = "utf-16",
): void {
  test(name, () => {
    const document = Document.of(before.replace("┃", ""));
    const applied = applyContentChanges(document, changes, encoding);
    const place = mapThrough(applied.changes, before.indexOf("┃"), "after");
    const text = applied.document.text;
    expect(place === null ? text : `${text.slice(0, place)}┃${text.slice(place)}`).toBe(after);
  });
}

check("an insertion", "┃ab\n", [{ range: range(0, 1, 0, 1), text: "x" }], "┃axb\n");
check("a line deleted before", "a\n┃b\n", [{ range: range(0, 0, 1, 0), text: "" }], "┃b\n");
check(
  "in turn",
  "┃a",
  [
    { range: range(0, 0, 0, 0), text: "x\n" },
    { range: range(1, 1, 1, 1), text: "!" },
  ],
  "x\n┃a!",
);
check("in bytes", "é💣┃b", [{ range: range(0, 2, 0, 6), text: "" }], "é┃b", "utf-8");
check("in code points", "é💣┃b", [{ range: range(0, 1, 0, 2), text: "" }], "é┃b", "utf-32");
check("with \\r\\n", "a\r\n┃b", [{ range: range(0, 1, 1, 0), text: "\n" }], "a\n┃b");
check("the whole", "one\n┃two\n", [{ text: "zero\none\ntwo\n" }], "zero\none\n┃two\n");
check("the whole, its range null", "┃a", [{ range: null, text: "x\na" }], "x\n┃a");
check("the whole, then a part", "┃a", [{ text: "x\na" }, { range: range(0, 0, 0, 1), text: "y" }], "y\n┃a");
check("what it stands on", "a┃b", [{ range: range(0, 0, 0, 2), text: "x" }], "x");
check("a range reversed", "abc┃d", [{ range: range(0, 3, 0, 1), text: "" }], "a┃d");
check("a range out of bounds", "a\n┃b", [{ range: range(1, 1, 99, 99), text: "!" }], "a\n┃b!");
check("a range past a line's end", "a\n┃b", [{ range: range(0, 9, 0, 99), text: "!" }], "a!\n┃b");
check("a rangeLength that lies", "ab┃c", [{ range: range(0, 0, 0, 1), rangeLength: 9, text: "" }], "b┃c");
check("nothing", "┃a", [], "┃a");

test("an event that changes nothing makes no change", () => {
  const document = Document.of("a\nb");
  const events = [{ range: range(0, 0, 1, 0), text: "a\n" }, { text: "a\nb" }];
  expect(applyContentChanges(document, events, "utf-16")).toEqual({ document, changes: [] });
});

law("events are what splicing at their offsets is", 5, (random) => {
  const encoding = pick(random, ["utf-8", "utf-16", "utf-32"] as const);
  let document = Document.of(randomText(random, 60), { leaf: 4, branch: 2 });
  for (let round = 0; round < 100; round++) {
    const text = document.text;
    const { from, to } = randomStretch(random, text.length);
    const insert = randomText(random, 4);
    // Where no position is, the events of a client can't be either.
    if ([from, to].some((offset) => /^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(offset - 1, offset + 1))))
      continue;
    const event =
      random(10) === 0
        ? { text: insert + text.slice(to) }
        : { range: offsetsToRange(document, { from, to }, encoding), text: insert };
    const expected = "range" in event ? text.slice(0, from) + insert + text.slice(to) : event.text;
    document = applyContentChanges(document, [event], encoding).document;
    expect(document.text).toBe(expected);
  }
});
