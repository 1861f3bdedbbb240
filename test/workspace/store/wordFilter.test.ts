/** Which words a file may hold: never no of one that it holds. */

import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import { WordFilter, wordsOf } from "../../../src/workspace/store/wordFilter.js";
import { law, randomText } from "../../text/random.js";
import { indexedFile } from "./indexedFiles.js";

const wordsIn = (text: string) => [...wordsOf(text)];

test("words are runs of letters, digits, underscores and $, and begin with no digit", () => {
  expect(wordsIn("let $a_1 = fooBar.baz(12, 0x1f, 3px) // naïve")).toEqual(["let", "$a_1", "fooBar", "baz", "naïve"]);
  expect(wordsIn("été Ωx 名前 a\u0301b 𝑥𝑦 a💣b \ud83dc")).toEqual([
    "été",
    "Ωx",
    "名前",
    "a\u0301b",
    "𝑥𝑦",
    "a",
    "b",
    "c",
  ]);
  expect(wordsIn("")).toEqual([]);
  expect(wordsIn("constructor __proto__ constructor")).toEqual(["constructor", "__proto__"]);
});

law("every word of a text may be there, however the filter was made", 40, (random) => {
  const text = randomText(random, 200);
  const filters = [WordFilter.ofText(text), WordFilter.ofWords(wordsOf(text))];
  expect(filters[0]?.bits).toEqual(filters[1]?.bits);
  for (const filter of filters) {
    for (const word of wordsOf(text)) expect(filter.mayHold(word)).toBe(true);
    const from = random(text.length + 1);
    // Cut in the middle of a word, what is left is another.
    const cut = text.slice(from).replace(/^[\p{ID_Continue}$]+/u, "");
    expect(filter.mayHold(cut)).toBe(true);
  }
});

test("most other words are not there", () => {
  const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  const filter = WordFilter.ofWords(words);
  expect(filter.bits?.length).toBe(1_250);
  const wrong = words.filter((word) => filter.mayHold(`${word}x`));
  expect(wrong.length).toBeLessThan(30);
});

test("nothing is in no words; what has no word in it may be anywhere", () => {
  const none = WordFilter.ofText("+ - 12");
  expect(none.mayHold("a")).toBe(false);
  for (const sign of ["", "+", "12", "\ud83d"]) expect(none.mayHold(sign)).toBe(true);
});

test("a name of several words needs them all", () => {
  const filter = WordFilter.ofText("margin-top: 3px");
  expect(filter.mayHold("margin-top")).toBe(true);
  expect(filter.mayHold("margin-left")).toBe(false);
});

test("a text with very many words may hold anything", () => {
  const words = Array.from({ length: 30_000 }, (_, n) => `w${n}`);
  const filters = [WordFilter.ofText(words.join(" ")), WordFilter.ofWords(wordsOf(words.join(" ")))];
  for (const { bits } of filters) expect(bits).toBeUndefined();
  expect(filters[0]?.mayHold("absent")).toBe(true);
});

test("files with a word, in some languages, by path", () => {
  const store = new DeclarationStore();
  store.put("/b.ts", indexedFile([], { words: ["one", "two"] }));
  store.put("/a.ts", indexedFile([], { words: ["two"] }));
  store.put("/c.py", indexedFile([], { words: ["two"], languageId: "python" }));
  store.put("/big.ts", indexedFile([], { words: new WordFilter(undefined) }));
  store.put("/empty.ts", indexedFile([]));
  expect(store.findFilesWith("two", ["typescript", "go"])).toEqual(["/a.ts", "/b.ts", "/big.ts"]);
  expect(store.findFilesWith("one", ["typescript", "python"])).toEqual(["/b.ts", "/big.ts"]);
  expect(store.findFilesWith("two", ["python"])).toEqual(["/c.py"]);
  expect(store.findFilesWith("two", [])).toEqual([]);
  store.put("/a.ts", indexedFile([], { words: ["three"] }));
  expect(store.findFilesWith("two", ["typescript"])).toEqual(["/b.ts", "/big.ts"]);
});
