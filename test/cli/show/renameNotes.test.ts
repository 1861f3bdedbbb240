/** What is said after a rename that leaves out uses. */

import { renderRenameNotes } from "../../../src/cli/show/renameNotes.js";

const place = { file_path: "use.ts", line: 2, text: "old();" };
const options = {
  ...{ pathOf: (path: string) => path, override: "--write=anyway", publicOption: "--public" },
  textOption: (kind: string) => `--text=${kind}`,
  alsoOption: (locates: readonly string[]) => `--also=${locates.join()}`,
};

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

test("What was added to the server's rename is named by what shows it", () => {
  const completed = [
    { file_path: "a.ts", line: 1, text: "", why: "its import leads to the renamed file" },
    { file_path: "a.ts", line: 3, text: "", why: "its import leads to the renamed file" },
    { file_path: "b.ts", line: 7, text: "", why: "of the same package" },
  ];
  expect(renderRenameNotes({ completed }, { ...options, isWritten: true })).toEqual([
    "Added to the server's rename, 3 places: a.ts:1, 3 (its import leads to the renamed file); b.ts:7 (of the same package).",
  ]);
});

test.each([
  [[0, 0, 0], undefined, []],
  [[0, 0, 0], true, ["Not all files could be searched for the old name."]],
  [[3, 0, 0], undefined, ["The old name remains: 3 in code, as other names (a.ts)."]],
  [[0, 2, 0], undefined, ["The old name remains: 2 in strings (a.ts). --text=strings renames it there, too."]],
  [
    [1, 2, 3],
    true,
    [
      "The old name remains: at least 1 in code, as other names, 2 in strings, 3 in comments and documents (a.ts). --text=all renames it there, too.",
    ],
  ],
] as const)("The last line says where the old name remains: %j, more: %j", ([code, strings, comments], more, notes) => {
  const remaining = { code, strings, comments, files: ["a.ts"], places: [], ...(more && { more }) };
  expect(renderRenameNotes({ remaining }, { ...options, isWritten: true })).toEqual(notes);
});

test.each([
  [false, "The rename would break code: only --write=anyway writes it. Mend that first, or afterwards."],
  [true, "Mend what it adds next."],
])(
  "Of places that the server finds broken, which the verdict names, it is said what to do: written %j",
  (isWritten, note) => {
    const unconfirmed = { count: 1, certain: 1, broken: 1, places: [{ ...place, message: "no such name" }] };
    expect(renderRenameNotes({ unconfirmed }, { ...options, isWritten })).toEqual([note]);
  },
);

test.each([
  [1, [place], ["The name has to stay: who. Only --write=anyway writes the rename:\nuse.ts:2: old();"]],
  // Its place is not among the first that are listed.
  [1, [], ["The name has to stay: who. Only --write=anyway writes the rename."]],
] as const)("A name that has to stay is said, with %d place and %j listed", (certain, places, notes) => {
  const unconfirmed = { count: certain, certain, caller: "who", places };
  expect(renderRenameNotes({ unconfirmed }, { ...options, isWritten: false })).toEqual(notes);
});

test("Before a write, the lines are named where the old name remains, and what is not known to be another", () => {
  const places = [
    { file_path: "a.ts", line: 3, kind: "code" },
    { file_path: "a.ts", line: 9, kind: "strings" },
    { file_path: "a.ts", line: 7, kind: "code", unknown: true },
    { file_path: "b.md", line: 1, kind: "comments" },
    { file_path: "b.md", line: 4, kind: "comments" },
  ] as const;
  const remaining = { code: 2, unknown: 1, strings: 1, comments: 2, files: ["a.ts", "b.md"], places };
  expect(renderRenameNotes({ remaining }, { ...options, isWritten: false })).toEqual([
    "The old name remains: 1 in code, as other names (a.ts:3), 1 in code, as said above, 1 in strings (a.ts:9), 2 in comments and documents (b.md:1, 4). --text=all renames it there, too.",
  ]);
});

test.each([
  [false, "--also=use.ts:2@old renames it, too; only --write=anyway writes the rename without it"],
  [true, "Look at it next"],
])("Of places that may mean it, the note says why, and what to do: written %j", (isWritten, nextStep) => {
  const places = [{ ...place, locate: "use.ts:2@old", why: "pytest may take it by its name" }];
  expect(renderRenameNotes({ unconfirmed: { count: 1, possible: 1, places } }, { ...options, isWritten })).toEqual([
    `Not known whether 1 place means it, too (pytest may take it by its name). ${nextStep}:\nuse.ts:2: old();`,
  ]);
});
