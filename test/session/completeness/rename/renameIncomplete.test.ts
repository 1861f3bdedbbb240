/** The error for a rename that would leave uses behind. */

import { renameIncompleteError } from "../../../../src/session/completeness/rename/renameIncomplete.js";

test.each([
  [10, 10, undefined],
  [11, 10, "… and 1 more"],
  [40, 10, "… and 30 more"],
])("Of %i places that keep the name, %i are named, and the rest is counted", (count, named, rest) => {
  const places = Array.from({ length: count }, (_, n) => ({ file_path: "a.ts", line: n + 1, text: "old" }));
  const { message = "" } = renameIncompleteError({ count, certain: count, places }, { override: "--anyway" }) ?? {};
  expect(message.match(/^a\.ts:\d+: old$/gm)).toHaveLength(named);
  expect(/^… and .*$/m.exec(message)?.[0]).toBe(rest);
});
