/** Tests of searching bytes for words. */

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
