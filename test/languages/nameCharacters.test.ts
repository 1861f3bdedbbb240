/** What names are in a language, by one fact: for renames, finds and whole words. */

import { factsOf } from "../../src/languages/languages.js";
import { offsetsOfWord } from "../../src/workspace/parse/wordSearch.js";

test.each<[language: string, names: string, others: string]>([
  ["powershell", "Get-Item total A-B-C", "-Get Get$ 1a"],
  ["ruby", "empty? save! run", "a?b ?a a-b"],
  ["elixir", "valid? run!", "a?b a.b"],
  ["clojure", "a->b swap! *out* nil? a/b", "1a (a a;"],
  ["lisp", "foo-bar *global* string=", "1a (a"],
  ["css", "--accent a-b", "a.b a!"],
  ["r", "data.frame .hidden", "a-b a?"],
  ["julia", "push!", "a?b"],
  ["nix", "a-b a'", "-a"],
  ["haskell", "a'", "a-b"],
  ["javascript", "$a a$", "a-b"],
])("In %s these are names: %s; and these are none: %s", (language, names, others) => {
  const { name } = factsOf(language).identifier;
  expect(names.split(" ").filter((each) => !name.test(each))).toEqual([]);
  expect(others.split(" ").filter((each) => name.test(each))).toEqual([]);
});

test.each<[language: string, word: string, drawn: string]>([
  ["powershell", "Get-Item", "┃Get-Item; Get-ItemProperty; Get-Item-All; $a = ┃Get-Item"],
  ["powershell", "total", "$┃total-$tax + $┃total - 1 + $total-tax"],
  ["ruby", "run", "┃run; run?; run!; ┃run!=1; ┃run"],
  ["r", "data", "┃data; data.frame; ┃data. Next"],
  ["css", "accent", "--accent ┃accent my-accent accent-2"],
  ["clojure", "swap", "(swap! a) (┃swap a) (pre-swap a)"],
  ["javascript", "a", "┃a-b ┃a?b"],
])("In %s the whole words %s are at the marks: %s", (language, word, drawn) => {
  const text = drawn.replaceAll("┃", "");
  const found = offsetsOfWord(text, word, 100, factsOf(language).nameCharacters);
  const marked = found.toReversed().reduce((all, at) => `${all.slice(0, at)}┃${all.slice(at)}`, text);
  expect(marked).toBe(drawn);
});
