/** What of a result is kept to a worktree. */

import { keepToWorktree } from "../../../src/ask/documents/worktreeFilter.js";

const isWrong = (path: string) => path.startsWith("/wrong/");
const own = "file:///own/a.ts";
const wrong = "file:///wrong/a.ts";
const library = "file:///wrong/node_modules/m/a.d.ts";

const filter = (name: string, value: unknown) => {
  const bytes = Buffer.from(JSON.stringify(value));
  const kept = keepToWorktree(name, bytes, isWrong);
  return kept === bytes ? "as it was" : JSON.parse(kept.toString());
};

test.each<[string, unknown, unknown]>([
  ["references", [{ uri: own }, { uri: wrong }, { uri: library }], [{ uri: own }, { uri: library }]],
  ["references", [{ uri: own }, { uri: "untitled:x" }, {}, null, 1], "as it was"],
  ["references", [{ uri: wrong }], []],
  ["references", null, "as it was"],
  ["subtypes", [{ uri: wrong }, { uri: own }], [{ uri: own }]],
  [
    "incomingCalls",
    [{ from: { uri: wrong } }, { from: { uri: own } }, { from: null }],
    [{ from: { uri: own } }, { from: null }],
  ],
  ["outgoingCalls", [{ to: { uri: wrong } }, { to: { uri: library } }], [{ to: { uri: library } }]],
  ["symbol", [{ location: { uri: wrong } }, { location: { uri: own } }], [{ location: { uri: own } }]],
  ["rename", { changes: { [own]: [1], [wrong]: [2] } }, { changes: { [own]: [1] } }],
  ["rename", { changes: { [own]: [1] }, changeAnnotations: {} }, "as it was"],
  [
    "rename",
    {
      documentChanges: [
        { textDocument: { uri: own }, edits: [] },
        { textDocument: { uri: wrong }, edits: [] },
        { kind: "create", uri: wrong },
        { kind: "rename", oldUri: own, newUri: wrong },
        { kind: "delete", uri: own },
      ],
      changeAnnotations: {},
    },
    {
      documentChanges: [
        { textDocument: { uri: own }, edits: [] },
        { kind: "delete", uri: own },
      ],
      changeAnnotations: {},
    },
  ],
  ["rename", null, "as it was"],
  [
    "codeAction",
    [
      { title: "fix", edit: { changes: { [own]: [1], [wrong]: [2] } } },
      { title: "command", command: {} },
      { title: "other", edit: { documentChanges: [{ textDocument: { uri: wrong }, edits: [] }] } },
    ],
    [
      { title: "fix", edit: { changes: { [own]: [1] } } },
      { title: "command", command: {} },
      { title: "other", edit: { documentChanges: [] } },
    ],
  ],
  ["codeAction", [{ title: "fix", edit: { changes: { [own]: [1] } } }, null], "as it was"],
  ["codeAction", null, "as it was"],
  ["definition", [{ uri: wrong }], "as it was"],
  ["implementation", [{ uri: wrong }], "as it was"],
  ["hover", { contents: wrong }, "as it was"],
])("Of the result of %s %j, %j is kept", (name, value, expected) => expect(filter(name, value)).toEqual(expected));

test("A result that is not JSON passes with its bytes", () => {
  const bytes = Buffer.from("[{");
  expect(keepToWorktree("references", bytes, isWrong)).toBe(bytes);
});
