/** The small decisions of the index: names, words, languages, what is minified. */

import { languageByName } from "../../../src/workspace/disk/fileLanguage.js";
import { isMinified } from "../../../src/workspace/minified.js";
import { createWordFinder, searchWordOf } from "../../../src/workspace/parse/wordSearch.js";
import { plainNameOf } from "../../../src/workspace/plainName.js";

test.each<[string, string, string | undefined]>([
  ["run", "run", "run"],
  ["(*Server).Serve", "Serve", "Server.Serve"],
  ["(List[T]).Push", "Push", "List.Push"],
  ["Outer::Inner::run", "run", "Outer.Inner.run"],
  ["Box<T>::get", "get", "Box.get"],
  ["hash<Key>", "hash<Key>", "hash"],
  ["operator<", "operator<", "operator<"],
  ["operator()", "operator()", "operator()"],
  ["M.f", "f", "M.f"],
  ["@size", "size", "size"],
  ["$element", "$element", "$element"],
  ["~Foo", "~Foo", "~Foo"],
  ["empty?", "empty?", "empty?"],
  ["a  b", "a\n b", undefined],
  ["impl Display for Foo", "Foo", undefined],
  ["extend Message", "Message", undefined],
  ["(anonymous struct)", "struct", undefined],
  ["Companion", "object", undefined],
  ["describe('x') callback", "'x'", undefined],
  ["0", "{ a: 1 }", undefined],
  ["prefixname", "name", undefined],
])("%s, written %s, is used as %s", (outline, written, used) => {
  const plain = plainNameOf(outline, written);
  expect(plain && [...plain.qualifiers, plain.name].join(".")).toBe(used);
});

test.each([
  ["run", "run"],
  ["operator==", "operator"],
  ["empty?", "empty"],
  ["bird-watching", "watching"],
  ["$element", "element"],
  ["été", "été"],
  ["<=>", "<=>"],
])("for %s, %s is looked for", (name, word) => expect(searchWordOf(name)).toBe(word));

test.each<[string, string, boolean]>([
  ["f", "f", true],
  ["f", "a.f()", true],
  ["f", "off fog _f f1", false],
  ["f", "off f", true],
  ["été", "l'été.", true],
  ["f", "—f—", true],
  ["<=>", "a<=>b", true],
  ["word", "", false],
])("%s in %j: %s", (word, text, isThere) => expect(createWordFinder(word)(Buffer.from(text))).toBe(isThere));

test.each<[string, string, boolean]>([
  ["a short line of any kind", "a();".repeat(1_000), false],
  ["one long line", "a();".repeat(3_000), true],
  ["long lines behind a licence", `/* MIT */\n${"a();".repeat(3_000)}\n`, true],
  ["lines of six hundred each", `${"a();".repeat(150)}\n`.repeat(20), true],
  ["people's lines", "const a = 1;\n".repeat(2_000), false],
  ["a long line of data far below", `${"const a = 1;\n".repeat(6_000)}${"1,".repeat(8_000)}\n`, false],
])("%s", (_, text, isMade) => expect(isMinified(text)).toBe(isMade));

test("a language is told by the name, then by the longest extension, then in lower case", () => {
  const languageOf = languageByName({
    byFilename: [["Makefile", "makefile"]],
    byExtension: [
      [".ts", "typescript"],
      [".d.ts", "declarations"],
      [".C", "cpp"],
      [".c", "c"],
    ],
  });
  const names = ["Makefile", "a.ts", "a.b.ts", "a.d.ts", "A.TS", "a.C", "a.c", "ts", ".ts", "makefile"];
  expect(names.map(languageOf)).toEqual([
    ...["makefile", "typescript", "typescript", "declarations", "typescript"],
    ...["cpp", "c", undefined, "typescript", undefined],
  ]);
});
