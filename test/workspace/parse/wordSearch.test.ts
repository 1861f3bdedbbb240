/** Tests of searching bytes for words, and of the language of a file name. */

import { languageByName } from "../../../src/workspace/disk/fileLanguage.js";
import { createWordFinder } from "../../../src/workspace/parse/wordSearch.js";
import { searchWordOf } from "../../../src/workspace/store/wordFilter.js";

test.each([
  ["run", "run"],
  ["operator==", "operator"],
  ["empty?", "empty"],
  ["bird-watching", "watching"],
  ["$element", "element"],
  ["été", "été"],
  ["<=>", "<=>"],
])("The word searched for in place of the name %j is %j", (name, word) => expect(searchWordOf(name)).toBe(word));

test.each<[string, string, boolean]>([
  ["f", "f", true],
  ["f", "a.f()", true],
  ["f", "off fog _f f1", false],
  ["f", "off f", true],
  ["été", "l'été.", true],
  ["f", "—f—", true],
  ["<=>", "a<=>b", true],
  ["word", "", false],
])("Searching %j in %j returns %s", (word, text, isThere) =>
  expect(createWordFinder(word)(Buffer.from(text))).toBe(isThere),
);

test("The language of a file follows from its name, then its longest extension, then these in lower case", () => {
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
