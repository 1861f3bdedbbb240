/** The effect of didChange on our copy of a document. */

import { mapThrough } from "../../../src/text/change.js";
import { Document } from "../../../src/text/document.js";
import { applyContentChanges, type ContentChange } from "../../../src/text/edits/contentChanges.js";
import { offsetsToRange, type PositionEncoding } from "../../../src/text/position.js";
import { law, pick, randomStretch, randomText } from "../random.js";

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
  test(`A place is mapped through ${name}`, () => {
    const document = Document.of(before.replace("┃", ""));
    const applied = applyContentChanges(document, changes, encoding);
    const place = mapThrough(applied.changes, before.indexOf("┃"), "after");
    const text = applied.document.text;
    expect(place === null ? text : `${text.slice(0, place)}┃${text.slice(place)}`).toBe(after);
  });
}

check("an insertion", "┃ab\n", [{ range: range(0, 1, 0, 1), text: "x" }], "┃axb\n");
check("the deletion of a line before it", "a\n┃b\n", [{ range: range(0, 0, 1, 0), text: "" }], "┃b\n");
check(
  "in turn",
  "┃a",
  [
    { range: range(0, 0, 0, 0), text: "x\n" },
    { range: range(1, 1, 1, 1), text: "!" },
  ],
  "x\n┃a!",
);
check("a deletion in bytes", "é💣┃b", [{ range: range(0, 2, 0, 6), text: "" }], "é┃b", "utf-8");
check("a deletion in code points", "é💣┃b", [{ range: range(0, 1, 0, 2), text: "" }], "é┃b", "utf-32");
check("a change of \\r\\n", "a\r\n┃b", [{ range: range(0, 1, 1, 0), text: "\n" }], "a\n┃b");
check("a replacement of the whole", "one\n┃two\n", [{ text: "zero\none\ntwo\n" }], "zero\none\n┃two\n");
check("a replacement with a null range", "┃a", [{ range: null, text: "x\na" }], "x\n┃a");
check(
  "a replacement of the whole, then of a part",
  "┃a",
  [{ text: "x\na" }, { range: range(0, 0, 0, 1), text: "y" }],
  "y\n┃a",
);
check("a replacement of its neighbours", "a┃b", [{ range: range(0, 0, 0, 2), text: "x" }], "x");
check("a reversed range", "abc┃d", [{ range: range(0, 3, 0, 1), text: "" }], "a┃d");
check("a range out of bounds", "a\n┃b", [{ range: range(1, 1, 99, 99), text: "!" }], "a\n┃b!");
check("a range past a line's end", "a\n┃b", [{ range: range(0, 9, 0, 99), text: "!" }], "a!\n┃b");
check("a wrong rangeLength", "ab┃c", [{ range: range(0, 0, 0, 1), rangeLength: 9, text: "" }], "b┃c");
check("no event", "┃a", [], "┃a");

test("An event that changes nothing makes no change", () => {
  const document = Document.of("a\nb");
  const events = [{ range: range(0, 0, 1, 0), text: "a\n" }, { text: "a\nb" }];
  expect(applyContentChanges(document, events, "utf-16")).toEqual({ document, changes: [] });
});

law("Events have the effect of splicing at their offsets", 5, (random) => {
  const encoding = pick(random, ["utf-8", "utf-16", "utf-32"] as const);
  let document = Document.of(randomText(random, 60), { leaf: 4, branch: 2 });
  for (let round = 0; round < 100; round++) {
    const text = document.text;
    const { from, to } = randomStretch(random, text.length);
    const insert = randomText(random, 4);
    // No position is inside such a pair, so a client's events can't be either.
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
