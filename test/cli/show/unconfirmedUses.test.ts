/** The last paragraph of an answer: uses in the text that the server leaves out. */

import { renderCompleted, renderUnconfirmed } from "../../../src/cli/show/unconfirmedUses.js";
import type { Unconfirmed } from "../../../src/session/completeness/unconfirmed.js";

const at = (file_path: string, line: number) => ({ file_path, line, text: "" });
const two = [at("src/core.js", 22), at("src/core.js", 184)];

test.each<[Unconfirmed, string | undefined]>([
  [{ count: 0, places: [] }, undefined],
  [{ count: 2, places: two }, "Also in the text, not in the server's answer, 2 places: w/src/core.js:22, 184."],
  [
    { count: 9, places: [...two, at("a.js", 7)], why: "x is still loading" },
    "Also in the text, not in the server's answer, 9 places (x is still loading): w/src/core.js:22, 184; w/a.js:7; and 6 more.",
  ],
  [
    { count: 1, more: true, places: [at("a.js", 7)], why: "too many files" },
    "Also in the text, not in the server's answer, 1 place or more (too many files): w/a.js:7.",
  ],
  [
    { count: 0, more: true, places: [], why: "too many files" },
    "The answer could not be checked against the text (too many files).",
  ],
])("%j", (unconfirmed, expected) => {
  expect(renderUnconfirmed(unconfirmed, (path) => `w/${path}`)).toBe(expected);
});

test("The places that were added to an answer are named by file, with the reason", () => {
  const places = [3, 7].map((line) => ({ file_path: "a.py", line, text: "x", why: "an import leads there" }));
  expect(renderCompleted(places, (path) => `w/${path}`)).toBe(
    "Added to the server's answer, 2 places (an import leads there): w/a.py:3, 7.",
  );
  expect(renderCompleted([], (path) => path)).toBeUndefined();
});
