/**
 * Tests of finding names by some of their letters, and names similar to one that does not exist.
 */

import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import { law, pick, type Random } from "../../text/random.js";
import { createStore, formatDeclaration, indexedFile } from "./indexedFiles.js";

function storeOfNames(names: readonly string[]): DeclarationStore {
  const store = new DeclarationStore();
  const declarations = names.map((name, line) => ({ name, kind: "class", container: [], line, character: 0 }));
  store.put("/a.ts", indexedFile(declarations));
  return store;
}

/** The matching names, best first. */
const findMatching = (names: readonly string[], text: string, limit = 100) =>
  storeOfNames(names)
    .findMatching(text, limit)
    .map(({ name }) => name);

const findSimilar = (names: readonly string[], text: string, limit = 100) =>
  storeOfNames(names)
    .findSimilar(text, limit)
    .map(({ name }) => name);

test("Whole names match best, then beginnings, beginnings of words, substrings, and scattered letters", () => {
  const best = ["gun", "Gun", "gunner", "GUNNER", "getUserName", "begun", "singlerun"];
  expect(findMatching([...best].reverse(), "gun")).toEqual(best);
});

test("Words of a name begin at capitals, digits and separators", () => {
  for (const name of [
    "aUserName",
    "a_user_name",
    "A_USER_NAME",
    "aUSERName",
    "a-user-name",
    "a.user.name",
    "a2user3name",
  ])
    expect(findMatching([name, `${"x".repeat(name.length)}usn`], "usna")).toEqual([name]);
  expect(findMatching(["HTTPServer", "paths"], "s")).toEqual(["HTTPServer", "paths"]);
  expect(findMatching(["xutf8", "xyutf"], "8")).toEqual(["xutf8"]);
  expect(findMatching(["deserialize", "open_door_softly"], "ods")).toEqual(["open_door_softly"]);
});

test.each([31, 32, 63, 64, 65, 128])("Names of %i letters are found, and are most similar to themselves", (length) => {
  const [name, other] = ["a".repeat(length), `b${"a".repeat(length - 1)}`];
  expect(findMatching([name], name)).toEqual([name]);
  expect(findSimilar([other, name], name)).toEqual([name, other]);
});

test("Of names that differ in the case of letters, the one as written is the most similar", () => {
  for (const name of ["cartTotal", "a".repeat(31)]) {
    const names = [name, name.toUpperCase(), `b${name.slice(1)}`];
    expect(findSimilar([...names].reverse(), name)).toEqual(names);
  }
});

test("Of equally good names the shorter come first, then those with the lower path and position", () => {
  const store = createStore({
    "/b.ts": "1:0 class foo\n2:0 class fooBar",
    "/a.ts": "5:0 class fooBar\n4:0 class fooBaz\n3:0 class Foo",
  });
  expect(store.findMatching("foo", 9).map(formatDeclaration)).toEqual([
    "/b.ts 1:0 class foo",
    "/a.ts 3:0 class Foo",
    "/a.ts 4:0 class fooBaz",
    "/a.ts 5:0 class fooBar",
    "/b.ts 2:0 class fooBar",
  ]);
  expect(store.findMatching("foo", 3).map(formatDeclaration)).toEqual(
    store.findMatching("foo", 9).map(formatDeclaration).slice(0, 3),
  );
});

test("Case is ignored outside of ASCII, and surrogate pairs match as a whole", () => {
  expect(findMatching(["ÉTÉ", "été", "ΩΜΕΓΑ", "名前"], "été")).toEqual(["été", "ÉTÉ"]);
  expect(findMatching(["ÉTÉ", "ΩΜΕΓΑ"], "ωμ")).toEqual(["ΩΜΕΓΑ"]);
  expect(findMatching(["\ud83dx", "x💣"], "💣")).toEqual(["x💣"]);
  expect(findMatching(["__proto__", "constructor"], "PROTO")).toEqual(["__proto__"]);
});

test("An empty text matches every name, and a text longer than a name does not match it", () => {
  expect(findMatching(["bb", "", "a"], "")).toEqual(["", "a", "bb"]);
  expect(findMatching(["a".repeat(40)], "a".repeat(41))).toEqual([]);
  expect(findMatching([`b${"a".repeat(40)}`, "a".repeat(300)], "a".repeat(40))).toEqual([
    "a".repeat(300),
    `b${"a".repeat(40)}`,
  ]);
  expect(findMatching(["a"], "a", 0)).toEqual([]);
});

test("Removed names are neither matched nor suggested", () => {
  const store = createStore({ "/a.ts": "1:0 class gone\n2:0 class kept", "/b.ts": "1:0 class kept" });
  store.put("/a.ts", indexedFile([]));
  expect(store.findMatching("e", 9).map(formatDeclaration)).toEqual(["/b.ts 1:0 class kept"]);
  expect(store.findSimilar("gone", 9)).toEqual([]);
});

law("Names match if they have the letters in order, and a limit keeps the first of them", 8, (random) => {
  const names = [...new Set(Array.from({ length: 120 }, () => randomName(random)))];
  const store = storeOfNames(names);
  const text = randomName(random).slice(0, 1 + random(3));
  const folded = text.toLowerCase();
  const all = store.findMatching(text, 1_000).map(({ name }) => name);
  const fitting = names.filter((name) => {
    let at = 0;
    for (const letter of name.toLowerCase()) if (letter === folded[at]) at++;
    return at >= folded.length;
  });
  expect([...all].sort()).toEqual([...fitting].sort());
  const limit = random(12);
  expect(store.findMatching(text, limit).map(({ name }) => name)).toEqual(all.slice(0, limit));
});

test("A name with one letter changed, missing or added, or two swapped, is found", () => {
  const names = ["loadConfig", "saveConfig", "unrelated", "reader"];
  for (const wrong of ["loadConfik", "loadConfg", "loadConnfig", "laodConfig"])
    expect(findSimilar(names, wrong)[0]).toBe("loadConfig");
  expect(findSimilar(names, "zzz")).toEqual([]);
  expect(findSimilar(names, "")).toEqual([]);
});

test.each([
  ["Parser", ["parser", "ParserOptions", "jsParser", "parse", "marker"]],
  ["parser", ["parser", "Parser", "parserOf", "parserOfLists", "js_parser", "sparser", "pars"]],
  ["config", ["Config", "configure", "ConfigLoader", "loadConfig", "conf"]],
  ["add_item", ["add_items", "addItem"]],
  ["xxgetUserxxxxxxx", ["getUser", "user"]],
  ["id", ["ID", "ie"]],
])("Names near %s: another case, then prefixes and words, then those a few letters away", (text, nearest) => {
  expect(findSimilar([...nearest].reverse(), text)).toEqual(nearest);
  for (let limit = 0; limit < nearest.length; limit++)
    expect(findSimilar(nearest, text, limit)).toEqual(nearest.slice(0, limit));
});

test("Each similar name is returned once, up to the limit", () => {
  const store = createStore({ "/b.ts": "1:0 class fooo", "/a.ts": "7:0 class fooo\n8:0 class fo\n9:0 class fob" });
  expect(store.findSimilar("foo", 9).map(formatDeclaration)).toEqual([
    "/a.ts 7:0 class fooo",
    "/a.ts 8:0 class fo",
    "/a.ts 9:0 class fob",
  ]);
  expect(store.findSimilar("foo", 1).map(formatDeclaration)).toEqual(["/a.ts 7:0 class fooo"]);
  expect(store.findSimilar("foo", 0)).toEqual([]);
});

test("Long names are compared by their beginnings", () => {
  const long = "a".repeat(31);
  expect(findSimilar([`${long}xx`, `b${long}xx`, "q".repeat(33)], `${long}yy`)).toEqual([`${long}xx`, `b${long}xx`]);
});

law("The most similar names are those with the fewest edits", 8, (random) => {
  const names = [...new Set(Array.from({ length: 80 }, () => randomName(random)))].filter((name) => name.length > 3);
  const text = `${randomName(random)}_${randomName(random)}`;
  // A name that contains the other is similar for that reason.
  const isInside = (name: string) => text.includes(name) || name.includes(text);
  const similarityOf = (name: string) => 1 - distance(name, text) / Math.max(name.length, text.length);
  const expected = names
    .filter((name) => !isInside(name) && Math.min(name.length, text.length) * 2 >= Math.max(name.length, text.length))
    .filter((name) => similarityOf(name) >= 0.5)
    .sort((a, b) => similarityOf(b) - similarityOf(a) || (a < b ? -1 : 1));
  const wanted = new Set(expected);
  expect(findSimilar(names, text).filter((name) => wanted.has(name))).toEqual(expected);
  expect(findSimilar(names, text).filter((name) => !wanted.has(name) && !isInside(name))).toEqual([]);
  const [limit, all] = [random(5), findSimilar(names, text)];
  expect(findSimilar(names, text, limit)).toEqual(all.slice(0, limit));
});

/** A name of a few lower-case letters, which recur in other names. */
function randomName(random: Random): string {
  let name = "";
  for (let left = 1 + random(10); left > 0; left--) name += pick(random, ["a", "b", "c", "é", "ω", "_"]);
  return name;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours, by the textbook
 * algorithm.
 */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = least;
    }
  }
  return at(a.length, b.length);
}
