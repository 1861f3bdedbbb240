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

test("Why places would break is said once, in the note about the possible ones where there are any", () => {
  const notesOf = (count: number) => {
    const unconfirmed = { count, certain: 1, places: [place, place].slice(0, count), why: "for a reason" };
    return renderRenameNotes({ unconfirmed }, { ...options, isWritten: true });
  };
  expect(notesOf(1)).toEqual([expect.stringContaining("1 place that breaks now (for a reason). Edit it next:")]);
  expect(notesOf(2)).toEqual([
    expect.stringContaining("1 place that breaks now. Edit it next:"),
    expect.stringContaining("not in the server's answer, 1 place (for a reason): use.ts:2."),
  ]);
});

test("What was not examined is said, also where nothing is left out", () => {
  const unconfirmed = { count: 0, places: [], unexamined: "only 200 of 300 renamed uses were examined" };
  const notes = renderRenameNotes({ unconfirmed }, { ...options, isWritten: true });
  expect(notes).toEqual(["Not all of it was checked: only 200 of 300 renamed uses were examined."]);
});
