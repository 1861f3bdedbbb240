/** Uses of another file's declarations without an import. */

import { mayUseWithoutImport } from "../../../src/code/uses/spelling.js";

test.each<[string, string, string, boolean]>([
  ["python", "old()", "def old(): pass", false],
  ["python", "from m import (*)\nold()", "def old(): pass", true],
  ["python", "from m import old # import *", "def old(): pass", false],
  ["typescript", "old();", "export function old() {}", false],
  ["typescript", "old();", "function old() {}", true],
  ["typescript", "old();", "export {};\ndeclare global { function old(): void; }", true],
  ["javascript", "old();", "function old() {}\nexports.old = old;", false],
  ["cpp", "old();", "void old() {}", true],
])("In %s, %j may use without an import what %j declares: %j", (languageId, user, declaring, expected) => {
  expect(mayUseWithoutImport({ languageId, text: user }, { languageId, text: declaring })).toBe(expected);
});
