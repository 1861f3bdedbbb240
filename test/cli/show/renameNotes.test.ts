/** What is said after a rename that leaves out uses. */

import { renderRenameNotes } from "../../../src/cli/show/renameNotes.js";

const place = { file_path: "use.ts", line: 2, text: "old();" };
const options = { pathOf: (path: string) => path, override: "--write=anyway" };

test.each([
  [1, false, "1 place that would break. Only --write=anyway writes the rename; edit it afterwards:"],
  [2, false, "2 places that would break. Only --write=anyway writes the rename; edit them afterwards:"],
  [1, true, "1 place that breaks now. Edit it next:"],
  [2, true, "2 places that break now. Edit them next:"],
])("Of %d certain places, written: %j, the note says what to do", (certain, isWritten, expected) => {
  const places = Array.from({ length: certain }, () => place);
  const notes = renderRenameNotes({ unconfirmed: { count: certain, certain, places } }, { ...options, isWritten });
  const lines = places.map(() => "use.ts:2: old();");
  expect(notes).toEqual([[`Incomplete: the server leaves the old name in ${expected}`, ...lines].join("\n")]);
});
