/** The error for a rename that would leave uses behind. */

import { renameIncompleteError } from "../../../../src/session/completeness/rename/refuseRename.js";

const overrides = { override: "--anyway", alsoOption: (locates: readonly string[]) => `--also='${locates.join(" ")}'` };

test("Places that may be meant refuse a rename, each with what points to it and a Locate to rename it", () => {
  const place = { file_path: "a.py", line: 3, text: "def test(old):", locate: "a.py:3@old", why: "pytest may take it" };
  const error = renameIncompleteError({ count: 2, possible: 1, places: [place, { ...place, line: 9 }] }, overrides);
  expect(error?.kind).toBe("rename_incomplete");
  expect(error?.message).toBe(
    [
      "1 place may mean it, too, and nothing shows whether it does (pytest may take it). Nothing was changed.",
      "a.py:3: def test(old):",
      "To rename it, too, add --also='a.py:3@old'. To leave it as it is, use --anyway.",
    ].join("\n"),
  );
});

test("Places of which nothing is known don't refuse a rename", () => {
  const place = { file_path: "a.py", line: 3, text: "x.old()" };
  expect(renameIncompleteError({ count: 1, places: [place] }, overrides)).toBeUndefined();
});

test.each([
  [10, 10, undefined],
  [11, 10, "… and 1 more"],
  [40, 10, "… and 30 more"],
])("Of %i places that keep the name, %i are named, and the rest is counted", (count, named, rest) => {
  const places = Array.from({ length: count }, (_, n) => ({ file_path: "a.ts", line: n + 1, text: "old" }));
  const { message = "" } = renameIncompleteError({ count, certain: count, places }, overrides) ?? {};
  expect(message.match(/^a\.ts:\d+: old$/gm)).toHaveLength(named);
  expect(/^… and .*$/m.exec(message)?.[0]).toBe(rest);
});
