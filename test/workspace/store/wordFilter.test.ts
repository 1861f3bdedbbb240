/** Tests of the word filter: which words a file may hold. */

import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import { encodeDeclarations } from "../../../src/workspace/store/fileRecord.js";
import { createWordFilter, hashWords, mayHoldHash } from "../../../src/workspace/store/wordFilter.js";
import { law, randomText } from "../../text/random.js";
import { indexedFile } from "./indexedFiles.js";

/**
 * The words of a text by their definition: runs of ID_Continue and `$`, and their parts between the
 * `$`, that do not begin with a digit.
 */
const wordsIn = (text: string) => [
  ...new Set(
    text
      .match(/[\p{ID_Continue}$]+/gu)
      ?.flatMap((run) => [run, ...run.split("$")].filter((each) => /^[^0-9]/.test(each))),
  ),
];

/** Whether a filter says that every word of a text may be there. */
const mayHold = (filter: Uint8Array | undefined, text: string) =>
  filter === undefined || hashWords(text).every((hash) => mayHoldHash(filter, 0, filter.length, hash));

function expectWords(text: string, words: readonly string[]): void {
  expect(wordsIn(text)).toEqual(words);
  const hashes = new Set(words.flatMap((word) => hashWords(word)));
  expect(hashes.size).toBe(words.length);
  expect(new Set(hashWords(text))).toEqual(hashes);
}

test("Words are runs of letters, digits, underscores and $ that do not begin with a digit", () => {
  expectWords("let $a_1 = fooBar.baz(12, 0x1f, 3px) // naïve", ["let", "$a_1", "a_1", "fooBar", "baz", "naïve"]);
  expectWords("$ $$ a$b 1$c$2 3d$e", ["$", "$$", "a$b", "a", "b", "c", "e"]);
  expectWords("été Ωx 名前 a\u0301b 𝑥𝑦 a💣b \ud83dc", ["été", "Ωx", "名前", "a\u0301b", "𝑥𝑦", "a", "b", "c"]);
  expectWords("", []);
  expectWords("constructor __proto__ constructor", ["constructor", "__proto__"]);
});

law("A filter never denies a word of its text", 15, (random) => {
  const text = randomText(random, 200);
  const filter = createWordFilter(text);
  expect(new Set(hashWords(text))).toEqual(new Set(wordsIn(text).flatMap(hashWords)));
  for (const word of wordsIn(text)) expect(mayHold(filter, word)).toBe(true);
  const from = random(text.length + 1);
  // Cut in the middle of a word, the rest is another word.
  const cut = text.slice(from).replace(/^[\p{ID_Continue}$]+/u, "");
  expect(mayHold(filter, cut)).toBe(true);
});

test("A filter denies most words that are not in its text", () => {
  const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  const filter = createWordFilter(words.join(" "));
  expect(filter?.length).toBe(1_250);
  const wrong = words.filter((word) => mayHold(filter, `${word}x`));
  expect(wrong.length).toBeLessThan(30);
});

test("A text without words holds no word, and any text may hold what contains no word", () => {
  const none = createWordFilter("+ - 12");
  expect(mayHold(none, "a")).toBe(false);
  for (const sign of ["", "+", "12", "\ud83d"]) expect(mayHold(none, sign)).toBe(true);
});

test("A name of several words needs all of them", () => {
  const filter = createWordFilter("margin-top: 3px");
  expect(mayHold(filter, "margin-top")).toBe(true);
  expect(mayHold(filter, "margin-left")).toBe(false);
});

test("A text with very many words may hold anything", () => {
  const words = Array.from({ length: 30_000 }, (_, n) => `w${n}`);
  const filter = createWordFilter(words.join(" "));
  expect(filter).toBeUndefined();
  expect(mayHold(filter, "absent")).toBe(true);
});

test("Files with a word are found in the languages asked for, ordered by path", () => {
  const withWords = (words: string, languageId = "typescript") =>
    indexedFile([], { filter: createWordFilter(words), languageId });
  const store = new DeclarationStore();
  store.put("/b.ts", withWords("one two"));
  store.put("/a.ts", withWords("two"));
  store.put("/c.py", withWords("two", "python"));
  store.put("/big.ts", { ...indexedFile([]), record: encodeDeclarations([], undefined) });
  store.put("/empty.ts", indexedFile([]));
  expect(store.findFilesWith("two", ["typescript", "go"])).toEqual(["/a.ts", "/b.ts", "/big.ts"]);
  expect(store.findFilesWith("one", ["typescript", "python"])).toEqual(["/b.ts", "/big.ts"]);
  expect(store.findFilesWith("two", ["python"])).toEqual(["/c.py"]);
  expect(store.findFilesWith("two", [])).toEqual([]);
  store.put("/a.ts", withWords("three"));
  expect(store.findFilesWith("two", ["typescript"])).toEqual(["/b.ts", "/big.ts"]);
});
