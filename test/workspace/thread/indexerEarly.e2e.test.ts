/**
 * Tests of queries before all files are indexed: their answers are complete, and only relevant
 * files are parsed first.
 */

import { basename } from "node:path";
import { folderOf, indexOf, parseHere } from "../indexHarness.js";

/**
 * Creates a workspace in which one file in a thousand declares a rare name, and another one uses
 * it.
 */
function createManyFiles(count: number): string {
  const files: Record<string, string> = {};
  for (let n = 0; n < count; n++) {
    const rare = n % 1_000 === 999 ? `function rare() {}\n` : n % 1_000 === 500 ? "!rare();\n" : "";
    files[`d${n % 40}/f${n}.js`] = `function f${n}() {}\n${rare}`;
  }
  return folderOf(files);
}

test("All declarations of a name are found while thousands of files are not indexed", async () => {
  const root = createManyFiles(3_000);
  const { index, parsed, declared } = indexOf(root, { workers: 3 });
  const found = await declared("rare");
  expect(found.map((place) => place.slice(place.indexOf("/") + 1))).toEqual(
    expect.arrayContaining(["f999.js:2 rare", "f1999.js:2 rare", "f2999.js:2 rare"]),
  );
  expect(found).toHaveLength(3);
  const { answer } = await index.findFilesWith("rare", ["javascript"]);
  expect(answer).toHaveLength(6);
  const { files } = await index.waitUntilComplete();
  expect(files).toBe(3_000);
  // No file was parsed twice.
  expect(parsed).toHaveLength(3_000);
});

test("While a name is searched, only files that may declare it are parsed", async () => {
  const { parsed, declared } = indexOf(createManyFiles(2_000));
  const found = await declared("rare");
  expect(found).toHaveLength(2);
  expect(parsed.map((path) => basename(path)).sort()).toEqual(["f1999.js", "f999.js"]);
});

test("Concurrent queries share one reading of the files, and each has its own answer", async () => {
  const root = createManyFiles(2_000);
  let searched = 0;
  const { declared, index } = indexOf(root, {
    startParseThread(options, onParsed) {
      const thread = parseHere(options, onParsed);
      return {
        ...thread,
        postMessage(job) {
          if (job.words !== undefined) searched += job.files.length;
          thread.postMessage(job);
        },
      };
    },
  });
  const [rare, again, own, none, files] = await Promise.all([
    declared("rare"),
    declared("rare"),
    declared("f1500"),
    declared("absent"),
    index.findFilesWith("rare", ["javascript"]),
  ]);
  expect([rare.length, again.length, own.length, none.length, files.answer.length]).toEqual([2, 2, 1, 0, 4]);
  expect(searched).toBeLessThan(2 * 2_000);
});

test("An aborted query rejects with the reason of the abort, and the next query is answered", async () => {
  const { declared, index } = indexOf(createManyFiles(1_500));
  const controller = new AbortController();
  const { signal } = controller;
  const given = [
    index.waitUntilComplete(signal),
    index.findByName({ name: "rare" }, signal),
    index.findFilesWith("rare", [], signal),
  ];
  const all = Promise.allSettled(given);
  controller.abort(new Error("never mind"));
  expect((await all).map((each) => each.status === "rejected" && String(each.reason))).toEqual(
    Array(3).fill("Error: never mind"),
  );
  await expect(index.findByName({ name: "rare" }, signal)).rejects.toThrow("never mind");
  expect(await declared("rare")).toHaveLength(1);
});

test("Names that are not single words are found by the words in them", async () => {
  const root = folderOf({
    "a.cpp": "struct Pair {};\nbool operator==(Pair a, Pair b) { return true; }\n",
    "b.rb": "class List\n  def empty?\n  end\nend\n",
    "c.clj": "(defn bird-watch [x] x)\n",
    "d.php": "<?php\nfunction naïve_été() {}\n",
  });
  for (const [name, place] of [
    ["operator==", "a.cpp:2 operator=="],
    ["empty?", "b.rb:2 List.empty?"],
    ["bird-watch", "c.clj:1 bird-watch"],
    ["naïve_été", "d.php:2 naïve_été"],
  ] as const) {
    // Each name in a new index, in which no file is indexed yet.
    expect(await indexOf(root).declared(name)).toEqual([place]);
  }
});
