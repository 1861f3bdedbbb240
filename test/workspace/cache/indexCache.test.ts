/**
 * Tests of the index cache: unchanged files are not parsed again, and invalid caches are ignored.
 */

import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { IndexCache } from "../../../src/workspace/cache/indexCache.js";
import {
  folderOf,
  grammars,
  indexOf,
  parseHere,
  relativePaths,
  type TestIndex,
  write,
  writeOld,
} from "../indexHarness.js";

const files = {
  "a.ts": "export function f() {}\n",
  "in/b.py": "def f():\n    pass\n",
  "in/c.go": "package c\n\nfunc f(a int) {}\n",
};
const allPlaces = ["a.ts:1 f", "in/b.py:1 f", "in/c.go:3 f"];

function workspace() {
  const root = folderOf(files);
  const cache = { file: `${folderOf()}/deep/er/index`, version: "1" };
  /** Runs one session. Returns its answer, the files that it parsed, and its log. */
  const session = async (during: (indexed: TestIndex) => unknown = () => {}, version = "1") => {
    const indexed = indexOf(root, { cache: { ...cache, version } });
    await indexed.index.waitUntilComplete();
    await during(indexed);
    const found = await indexed.declared("f");
    await indexed.index.end();
    return { found, parsed: relativePaths(root, indexed.parsed), logged: indexed.logged };
  };
  return { root, cache, session };
}

const all = Object.keys(files).sort();
const nothing = { found: allPlaces, parsed: [], logged: [] };

test("The second session parses nothing if nothing has changed", async () => {
  const { session } = workspace();
  expect(await session()).toEqual({ found: allPlaces, parsed: all, logged: [] });
  expect(await session()).toEqual(nothing);
  expect(await session()).toEqual(nothing);
});

test("Only files that were changed or created between sessions are parsed, and deleted ones are forgotten", async () => {
  const { root, session } = workspace();
  await session();
  writeOld(root, { "a.ts": "\nexport function f() {}\n", "new.ts": "function f() {}\n" });
  rmSync(`${root}/in/b.py`);
  expect(await session()).toEqual({
    found: ["a.ts:2 f", "in/c.go:3 f", "new.ts:1 f"],
    parsed: ["a.ts", "new.ts"],
    logged: [],
  });
  expect((await session()).parsed).toEqual([]);
});

test("A file that changed during a session is cached with its new contents", async () => {
  const { root, session } = workspace();
  const changed = await session(({ index }) => {
    writeOld(root, { "a.ts": "\n\nexport function f() {}\n" });
    index.notifyChanges([`${root}/a.ts`]);
  });
  expect(changed.found[0]).toBe("a.ts:3 f");
  expect((await session()).parsed).toEqual([]);
});

test("The text of an open document is not cached in place of the file on disk", async () => {
  const { root, session } = workspace();
  const open = await session(({ index }) => index.open(`${root}/a.ts`, "typescript", "\nfunction f() {}\n"));
  expect(open.found[0]).toBe("a.ts:2 f");
  expect(await session()).toEqual({ found: allPlaces, parsed: ["a.ts"], logged: [] });
});

test("A file that was written just before it was read is read again by the next session", async () => {
  const { root, session } = workspace();
  write(root, { "a.ts": "export function f() {}\n" });
  await session();
  // It may be parsed more than once while it is this young.
  expect(new Set((await session()).parsed)).toEqual(new Set(["a.ts"]));
});

test.each<[string, (file: string) => void]>([
  ["empty", (file) => writeFileSync(file, "")],
  ["cut off", (file) => truncateSync(file, readFileSync(file).length - 7)],
  ["another file", (file) => writeFileSync(file, "x".repeat(5_000))],
  ["changed in one bit", (file) => flipBit(file)],
])("A cache that is %s is replaced", async (_, spoil) => {
  const { cache, session } = workspace();
  await session();
  spoil(cache.file);
  expect(await session()).toEqual({ found: allPlaces, parsed: all, logged: [] });
  expect(await session()).toEqual(nothing);
});

function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(file, bytes);
}

test("Another version of the program parses all files again", async () => {
  const { session } = workspace();
  await session();
  expect((await session(undefined, "2")).parsed).toEqual(all);
  expect((await session(undefined, "2")).parsed).toEqual([]);
});

test("A cache that can't be written is logged, without other effects", async () => {
  const { root, cache } = workspace();
  const { index, declared, logged } = indexOf(root, { cache: { ...cache, file: `${root}/a.ts/index` } });
  expect(await declared("f")).toEqual(allPlaces);
  await index.waitUntilComplete();
  await index.end();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("can't be written");
});

test("A cache that could not be written is written later, though nothing new was found", async () => {
  const folder = folderOf({ blocked: "" });
  const file = `${folder}/blocked/index`;
  const logged: string[] = [];
  const cache = new IndexCache({
    ...{ file, version: "1", roots: [folder], grammars, log: (line: string) => logged.push(line) },
    limits: { fileBytes: 1_000, files: 10, folders: 10 },
  });
  cache.markDirty();
  await cache.flush(() => []);
  expect(logged).toEqual([expect.stringContaining("can't be written")]);
  rmSync(`${folder}/blocked`);
  await cache.flush(() => []);
  expect(await cache.read()).toEqual(new Map());
  expect(logged).toHaveLength(1);
});

test("Two indexes can share a cache file, which stays whole", async () => {
  const { root, cache, session } = workspace();
  const one = indexOf(root, { cache });
  const other = indexOf(root, { cache });
  await Promise.all([one.index.waitUntilComplete(), other.index.waitUntilComplete()]);
  await Promise.all([one.index.end(), other.index.end()]);
  expect(await session()).toEqual(nothing);
});

test("A session that ends before all files are indexed keeps the previous cache", async () => {
  const { root, cache, session } = workspace();
  await session();
  const brief = indexOf(root, { cache });
  await brief.index.end();
  expect((await session()).parsed).toEqual([]);
});

describe.each([true, false])("After two searches for a name, with isWatching: %s", (isWatching) => {
  /** Searches in a session of its own. `reads`: whether it read files beyond its cache. */
  function searches() {
    const root = folderOf({ "a.ts": "function f() {}\n", "in/b.ts": "function g() {}\n", "c.ts": "h();\n" });
    const cache = { file: `${folderOf()}/index`, version: "1" };
    const search = async (name: string) => {
      let reads = false;
      const startParseThread: typeof parseHere = (...options) => {
        reads = true;
        return parseHere(...options);
      };
      const { index, declared, parsed } = indexOf(root, { cache, isWatching, startParseThread });
      const found = await declared(name);
      await index.end();
      return { found, parsed: relativePaths(root, parsed), reads };
    };
    return { root, cache, search };
  }

  test("files that lack another name are not read for it", async () => {
    const { search } = searches();
    expect(await search("f")).toEqual({ found: ["a.ts:1 f"], parsed: ["a.ts"], reads: true });
    expect(await search("f")).toEqual({ found: ["a.ts:1 f"], parsed: [], reads: true });
    expect(await search("f")).toEqual({ found: ["a.ts:1 f"], parsed: [], reads: false });
    expect(await search("absent")).toEqual({ found: [], parsed: [], reads: false });
    expect(await search("g")).toEqual({ found: ["in/b.ts:1 g"], parsed: ["in/b.ts"], reads: true });
    expect(await search("g")).toEqual({ found: ["in/b.ts:1 g"], parsed: [], reads: false });
  });

  test("large files get their filters in several searches", async () => {
    const { root, search } = searches();
    const large = "\n".repeat(900_000);
    writeOld(root, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.ts`, large])));
    const reads: boolean[] = [];
    for (let at = 0; at < 4; at++) reads.push((await search("f")).reads);
    expect(reads).toEqual([true, true, true, false]);
  });

  test("changed and added files are read, and deleted ones forgotten", async () => {
    const { root, search } = searches();
    await search("f");
    await search("f");
    writeOld(root, { "c.ts": "function absent() {}\n", "in/new/d.ts": "\nfunction absent() {}\n" });
    expect((await search("absent")).found).toEqual(["c.ts:1 absent", "in/new/d.ts:2 absent"]);
    writeOld(root, { "c.ts": "absent();\n" });
    rmSync(`${root}/in/new`, { recursive: true });
    expect((await search("absent")).found).toEqual([]);
    rmSync(`${root}/a.ts`);
    writeOld(root, { "in/b.ts": "function f(one, two) {}\n" });
    expect((await search("f")).found).toEqual(["in/b.ts:1 f"]);
    expect((await search("g")).found).toEqual([]);
  });

  test("a file that was written just before is read again", async () => {
    const { root, search } = searches();
    await search("f");
    write(root, { "c.ts": "function x() {}\n" });
    await search("f");
    write(root, { "c.ts": "function y() {}\n" });
    expect((await search("y")).found).toEqual(["c.ts:1 y"]);
  });

  test("all files are parsed by a session that indexes them", async () => {
    const { root, cache, search } = searches();
    await search("f");
    await search("absent");
    const { index, parsed } = indexOf(root, { cache, isWatching });
    await index.waitUntilComplete();
    expect(relativePaths(root, parsed)).toEqual(["c.ts", "in/b.ts"]);
    expect((await index.findMatching("g", 9)).answer).toMatchObject([{ name: "g" }]);
  });
});
