/** Searching files for a text: which of them need not be read. */

import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { TextQuery } from "../../../src/workspace/declaration.js";
import { TextSearch } from "../../../src/workspace/thread/indexQueries.js";
import { law, pick, type Random } from "../../text/random.js";
import { folderOf, indexOf, relativePaths, write } from "../indexHarness.js";

const LIMIT = 10;
const pieces = ["a", "b", "$", "_", "1", "é", "𝑥", "💣", "\ud835", ".", " ", "\n"];

function randomPieces(random: Random, most: number): string {
  return Array.from({ length: 1 + random(most) }, () => pick(random, pieces)).join("");
}

/** The lines of the files of a folder, each of them read. */
function linesIn(folder: string, query: Pick<TextQuery, "text" | "isPart">) {
  const search = new TextSearch({ ...query, limit: LIMIT });
  for (const name of readdirSync(folder).sort()) {
    if (search.isOver) break;
    const path = join(folder, name);
    search.add(path, readFileSync(path));
  }
  return search.lines;
}

law("The filters of indexed files change no answer", 6, async (random) => {
  const names = Array.from({ length: 20 }, (_, at) => `${String(at).padStart(2, "0")}.ts`);
  const root = folderOf(Object.fromEntries(names.map((name) => [name, randomPieces(random, 30)])));
  const { index } = indexOf(root);
  await index.waitUntilComplete();
  let found = 0;
  for (let count = 0; count < 50; count++) {
    const query = { text: randomPieces(random, 4), isPart: random(2) === 1 };
    const { answer } = await index.findText({ ...query, limit: LIMIT });
    expect({ ...query, lines: answer.lines }).toEqual({ ...query, lines: linesIn(root, query) });
    found += answer.lines.length;
  }
  expect(found).toBeGreaterThan(0);
});

test("An indexed file that lacks a word of the text is not read", async () => {
  const root = folderOf({ "a.ts": "fuse(1)\n", "b.ts": "bomb(1)\n", "c.txt": "bomb\n" });
  const { index } = indexOf(root);
  await index.waitUntilComplete();
  const old = new Date("2020-02-02T02:02:02Z");
  // Other texts of the same length and time, which only reading them would show.
  write(root, { "a.ts": "bomb(1)\n", "b.ts": "fuse(1)\n" });
  for (const name of ["a.ts", "b.ts"]) utimesSync(join(root, name), old, old);
  expect((await index.findText({ text: "bomb", limit: LIMIT })).answer.lines.map(({ path }) => path)).toEqual([
    join(root, "c.txt"),
  ]);
});

test.each([true, false])(
  "A file is read if it was not parsed, has changed, or is open (events: %s)",
  async (isWatching) => {
    const root = folderOf({
      "changed.ts": "fuse()\n",
      "minified.js": `bomb();${"a();".repeat(3_000)}`,
      "open.ts": "fuse()\n",
    });
    const { index } = indexOf(root, { isWatching });
    await index.waitUntilComplete();
    write(root, { "changed.ts": "bomb()\n" });
    index.open(join(root, "open.ts"), "typescript", "bomb()\n");
    const { answer } = await index.findText({ text: "bomb", limit: LIMIT });
    expect(
      relativePaths(
        root,
        answer.lines.map(({ path }) => path),
      ),
    ).toEqual(["changed.ts", "minified.js", "open.ts"]);
  },
);

test("A part of a word is found only where the query says so, and lines are counted past the limit", async () => {
  const root = folderOf({ "a.ts": "totals()\ntotal()\n", "b.ts": "subtotal()\n", "c.md": "totals\n" });
  const { index } = indexOf(root);
  const whole = (await index.findText({ text: "total", limit: LIMIT })).answer;
  expect([whole.count, whole.lines.map(({ line }) => line)]).toEqual([1, [1]]);
  const parts = (await index.findText({ text: "total", limit: 2, isPart: true, maxCount: 10 })).answer;
  expect([parts.count, parts.lines.length, parts.isPartial]).toEqual([4, 2, false]);
  const cut = (await index.findText({ text: "total", limit: 2, isPart: true, maxCount: 3 })).answer;
  expect([cut.count, cut.isPartial]).toEqual([3, true]);
});

test("The files of a folder are listed by path, without those that git ignores", async () => {
  const root = folderOf({
    ".gitignore": "out/\n",
    "b/x.ts": "",
    "b/notes.txt": "",
    "b.ts": "",
    "out/y.ts": "",
    "b/a/z.py": "",
  });
  const { index } = indexOf(root);
  const { answer } = await index.findPaths(join(root, "b"));
  expect([relativePaths(root, answer.paths), answer.isPartial]).toEqual([["b/a/z.py", "b/notes.txt", "b/x.ts"], false]);
});
