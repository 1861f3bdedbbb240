/** The last paragraph of an answer: uses in the text that the server leaves out. */

import { renderCompleted, renderIndexState, renderUnconfirmed } from "../../../src/cli/show/unconfirmedUses.js";
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

const made = { path: "/p/index.scip", tool: "scip-go 0.2.9", commit: "4f1c0de99" };
const found = { indexes: [made], files: 12, changed: 0, assumed: 0, dropped: 0, unsearched: 0, unusable: [] };

test.each<[string, Partial<Parameters<typeof renderIndexState>[0]>, string]>([
  ["nothing has changed", {}, "From the index i (scip-go 0.2.9) of commit 4f1c0de: none of 12 files differs."],
  [
    "files have changed",
    { changed: 2, dropped: 1 },
    "From the index i (scip-go 0.2.9) of commit 4f1c0de: 2 of 12 files have changed since, 1 place of it is not there any more.",
  ],
  [
    "nobody says the commit",
    { indexes: [{ ...made, commit: null }], files: 1, assumed: 1 },
    "From the index i (scip-go 0.2.9) of an unknown commit: 1 of 1 file may have changed since, though the definitions are where the index says.",
  ],
  [
    "only the other files were searched",
    { unsearched: 1_234 },
    "From the index i (scip-go 0.2.9) of commit 4f1c0de: none of 12 files differs. The text of 1234 files that are as indexed was not searched.",
  ],
  [
    "the index does not know it",
    { files: 0 },
    "Not from the index i (scip-go 0.2.9) of commit 4f1c0de, but by syntax alone.",
  ],
  ["no index can be used", { indexes: [], files: 0, unusable: ["Can't use it."] }, "Can't use it."],
])("An answer says of which state the index is: %s", (_what, state, expected) => {
  expect(renderIndexState({ ...found, ...state }, () => "i")).toBe(expected);
});
