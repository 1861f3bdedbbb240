/** The diff of an edit: applying it gives the edited text. */

import { applyPatch } from "diff";
import { hunksOf } from "../../../../src/session/methods/edit/hunk.js";
import { Document } from "../../../../src/text/document.js";
import { law, pick, type Random, randomStretch } from "../../../text/random.js";

const text = (random: Random, most: number) =>
  Array.from({ length: random(most + 1) }, () => pick(random, ["a", "b", "💣", "\n", "\n", "c\n"])).join("");

law("A diff applied to the text gives the text after the edit", 20, (random) => {
  for (let round = 0; round < 20; round++) {
    const before = text(random, 40);
    const { from, to } = randomStretch(random, before.length);
    const insert = text(random, 6);
    const after = before.slice(0, from) + insert + before.slice(to);
    if (after === before || /[\ud800-\udbff]$/.test(before.slice(0, from)) || /^[\udc00-\udfff]/.test(before.slice(to)))
      continue;
    expect(applyPatch(before, hunksOf("a.txt", Document.of(before), [{ from, to, insert }]))).toBe(after);
  }
});

test("A line that does not change is not shown as changed", () => {
  const document = Document.of("a\nb\nc\n");
  expect(hunksOf("x", document, [{ from: 3, to: 3, insert: "\nnew" }])).toBe(
    "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n b\n+new\n c\n",
  );
});

test("Changes of one line are one block, near ones share a hunk, and lines between them stay", () => {
  const document = Document.of("a a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n");
  const changes = [
    { from: 0, to: 1, insert: "x" },
    { from: 2, to: 3, insert: "y\nz" },
    { from: 6, to: 7, insert: "C" },
    { from: 26, to: 27, insert: "M" },
  ];
  expect(hunksOf("x", document, changes)).toBe(
    "--- a/x\n+++ b/x\n@@ -1,6 +1,7 @@\n-a a\n+x y\n+z\n b\n-c\n+C\n d\n e\n f\n@@ -10,4 +11,4 @@\n j\n k\n l\n-m\n+M\n",
  );
});
