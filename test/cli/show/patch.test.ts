/** Plans as unified diffs, plain and coloured. */
import { applyPatch } from "diff";
import { createColors } from "picocolors";
import type { PlannedChange } from "../../../src/cli/edit/editPlan.js";
import { colourPatch, diffLines, renderPatch } from "../../../src/cli/show/patch.js";
import { law, pick } from "../../text/random.js";

function diff(...changes: PlannedChange[]): string {
  return renderPatch({ changes }, (path) => path.replace("/w/", ""));
}

function change(
  before: string | undefined,
  after: string | undefined,
  path = "/w/a.ts",
  oldPath = path,
): PlannedChange {
  return { path, oldPath, before, after, bom: false };
}

test.each<[string, PlannedChange, string[]]>([
  [
    "an edit",
    change("a\nb\n", "a\nc\n"),
    ["diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts", "@@ -1,2 +1,2 @@", " a", "-b", "+c", ""],
  ],
  [
    "a byte order mark",
    { ...change("a\n", "b\n"), bom: true },
    ["diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts", "@@ -1,1 +1,1 @@", "-\ufeffa", "+\ufeffb", ""],
  ],
  [
    "no newline at the end",
    change("a", "b"),
    [
      "diff --git a/a.ts b/a.ts",
      "--- a/a.ts",
      "+++ b/a.ts",
      "@@ -1,1 +1,1 @@",
      "-a",
      "\\ No newline at end of file",
      "+b",
      "\\ No newline at end of file",
      "",
    ],
  ],
  [
    "a new file",
    change(undefined, "a\n"),
    ["diff --git a/a.ts b/a.ts", "new file mode 100644", "--- /dev/null", "+++ b/a.ts", "@@ -0,0 +1,1 @@", "+a", ""],
  ],
  [
    "a deleted file",
    change("a\n", undefined),
    [
      "diff --git a/a.ts b/a.ts",
      "deleted file mode 100644",
      "--- a/a.ts",
      "+++ /dev/null",
      "@@ -1,1 +0,0 @@",
      "-a",
      "",
    ],
  ],
  [
    "a renamed file",
    change("a\n", "a\n", "/w/b.ts", "/w/a.ts"),
    ["diff --git a/a.ts b/b.ts", "rename from a.ts", "rename to b.ts", ""],
  ],
])("A diff of %s", (_name, one, lines) => {
  expect(diff(one)).toBe(lines.join("\n"));
});

test("The diffs of several files are joined", () => {
  const text = diff(change("a\n", "b\n"), change("a\n", "b\n", "/w/c.ts"));
  expect(text.match(/^diff --git/gm)).toHaveLength(2);
});

test("A coloured diff has a colour for each kind of line", () => {
  const shown = colourPatch("--- a/x\n@@ -1 +1 @@\n-a\r\n+b\n c", createColors(true));
  expect(shown.split("\n")).toEqual([
    "\x1b[1m--- a/x\x1b[22m",
    "\x1b[36m@@ -1 +1 @@\x1b[39m",
    "\x1b[31m-a\x1b[39m",
    "\x1b[32m+b\x1b[39m",
    " c",
  ]);
});

law("A diff of random lines makes one text the other, with equal lines around each difference", 200, (random) => {
  const end = () => pick(random, ["\n", "\n", "\r\n", ""]);
  const textOf = () => Array.from({ length: random(12) }, () => `${pick(random, ["a", "b", ""])}${end()}`).join("");
  const [head, tail] = [textOf(), textOf()];
  const [before, after] = [textOf(), textOf()].map((middle) => head + middle + tail) as [string, string];
  const context = random(4);
  const patch = diffLines(before, after, { context });
  if (patch === undefined) throw new Error("no diff");
  expect(applyPatch(before, patch, { autoConvertLineEndings: false })).toBe(after);
  for (const { lines } of patch.hunks) {
    const equal = (list: readonly string[]) => list.findIndex((line) => !line.startsWith(" "));
    expect(
      Math.max(equal(lines), equal(lines.toReversed().filter((line) => !line.startsWith("\\")))),
    ).toBeLessThanOrEqual(context);
  }
});
