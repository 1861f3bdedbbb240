/** The names under which other files use a symbol. */

import { aliasesIn, exportsByDefault } from "../../../src/session/completeness/words.js";
import { offsetsOfWord } from "../../../src/workspace/parse/wordSearch.js";

test.each<[string, readonly string[]]>([
  ["export { old as other };", ["other"]],
  ["export { a,\n  type old as other,\n} from './m'", ["other"]],
  ["import d, { old as other } from './m';", ["other"]],
  ["from m import a, old as other", ["other"]],
  ["from m import (\n    a,\n    old as other,\n)", ["other"]],
  ["import pkg.old as other", ["other"]],
  ["use crate::m::{a, old as other};", ["other"]],
  ["export { old as default };", []],
  ["return old as Other;", []],
  ["import { a } from './m'\nconst f = old as Other", []],
  ["export function f() { g(a, old as Other, b); }", []],
  ["import os\nwith old as other: pass", []],
])("In %j, the aliases of `old` are %j", (text, aliases) => {
  expect(aliasesIn(text, "old", offsetsOfWord(text, "old", 10))).toEqual(aliases);
});

test.each([
  ["export default old;", true],
  ["export default class old {}", true],
  ["export { old as default };", true],
  ["module.exports = old;", true],
  ["module.exports = class old {};", true],
  ["module.exports = old();", false],
  ["module.exports = old.other;", false],
  ["exports.old = old;", false],
])("%j exports `old` alone: %j", (text, expected) => {
  expect(exportsByDefault(text, "old")).toBe(expected);
});
