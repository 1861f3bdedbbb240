/** The engine with deep and long texts. */

import { expectResults } from "./openText.js";

const DEPTH = 15_000;

test.each([
  ["nested brackets", "json", "[".repeat(DEPTH) + "]".repeat(DEPTH)],
  ["nested brackets", "javascript", "[".repeat(DEPTH) + "]".repeat(DEPTH)],
  ["nested blocks", "typescript", "{".repeat(DEPTH) + "}".repeat(DEPTH)],
  ["unclosed brackets", "python", "(".repeat(DEPTH)],
  ["a very long line", "javascript", "function f(a){return a?[1,2]:{b:f}};".repeat(2_000)],
])("The engine survives %s (%s).", (_name, language, text) => expectResults(language, text));
