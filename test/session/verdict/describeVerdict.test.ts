/** A verdict in words. */

import { describeVerdict, notCleanReason } from "../../../src/session/verdict/describeVerdict.js";
import type { ChangeVerdict, Finding } from "../../../src/session/verdict/verdict.js";

const clean: ChangeVerdict = { added: [], removed: [], unchanged: 0, checked: "all", unchecked: 0, seconds: 1 };
const error: Finding = {
  ...{ file_path: "shop.py", line: 5, character: 12, severity: "error" },
  ...{ message: "Argument missing\nfor a parameter", text: "return item.total(3)" },
};
const shown = "shop.py:5:12  error: Argument missing\n    return item.total(3)";

test.each<[string, Partial<ChangeVerdict>, string]>([
  ["a change that breaks nothing", {}, "Checked: it adds no problems."],
  ["one that mends", { removed: [error] }, "Checked: it adds no problems, and removes 1 error."],
  [
    "problems",
    { added: [error, { ...error, severity: "warning" }] },
    `It adds 1 error and 1 warning:\n${shown}\n${shown.replace("error", "warning")}`,
  ],
  ["one that other files see nothing of", { checked: "touched" }, "Checked: it adds no problems."],
  [
    "files that were not checked",
    { checked: "some", unchecked: 2, why: "too late" },
    "It adds no problems to the files that were checked.\nNot checked: 2 files (too late).",
  ],
  [
    "such files of an unknown number",
    { checked: "some", why: "not known" },
    "It adds no problems to the files that were checked.\nNot checked: what further files see of it (not known).",
  ],
  ["nothing that was checked", { checked: "none", unchecked: 1, why: "too late" }, "Not checked: too late."],
])("The verdict says %s", (_title, facts, expected) => {
  expect(describeVerdict({ ...clean, ...facts })).toBe(expected);
});

test.each<[Partial<ChangeVerdict>, string]>([
  [{ added: [error, error] }, "The edit adds 2 errors."],
  [{ checked: "none", why: "too late" }, "The edit could not be checked: too late."],
])("What is not clean has the reason %#", (facts, expected) => {
  expect(notCleanReason({ ...clean, ...facts })).toBe(expected);
});
