/** Of which uses a declaration that they lead to says that they mean something else. */

import { mayBeOneOfMany } from "../../../src/code/uses/resolution.js";

type Candidate = Parameters<typeof mayBeOneOfMany>[0];

test.each<[string, string, Partial<Candidate["use"]>, boolean]>([
  ["A property of TypeScript, whose types are structures,", "typescript", { isMember: true }, true],
  ["A shorthand of TypeScript", "typescript", { shorthand: "pattern" }, true],
  ["A function of TypeScript", "typescript", {}, false],
  ["A method of Java", "java", { isMember: true }, false],
  ["A function of C, which is declared again,", "c", {}, true],
])("%s may have several declarations: %s %j, %s", (_title, languageId, shape, expected) => {
  const use = { isMember: false, ...shape } as Candidate["use"];
  const file = { path: "/w/a", uri: "file:///w/a", languageId, text: "" };
  expect(mayBeOneOfMany({ use, file })).toBe(expected);
});
