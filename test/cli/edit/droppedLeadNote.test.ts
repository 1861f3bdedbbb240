/** The note about decorators and modifiers that an edit takes away. */
import { renderDroppedLead } from "../../../src/cli/edit/droppedLeadNote.js";
import type { ResolvedPlace } from "../../../src/cli/show/resolvedPlace.js";

const before = "class A:\n    @property\n    def ok(self):\n        return 1\n";
const range = { start: { line: 1, character: 0 }, end: { line: 3, character: 16 } };
const place: ResolvedPlace = {
  file_path: "a.py",
  target: { textDocument: { uri: "file:///w/a.py" }, range },
  symbol: { path: ["A", "ok"], source: "backend", count: 1 },
};
const changes = [{ path: "/w/a.py", oldPath: "/w/a.py", before, after: "" }];
const replace = { operation: "replace", new_text: "def ok(self):\n    return 2" };
const request = { place, encoding: "utf-16", params: replace, changes } as const;

test("The replacement of a symbol names the decorators that are lost", () => {
  expect(renderDroppedLead(request)).toEqual([
    "Not in the new text, and so removed: `@property`. A symbol includes its decorators and modifiers; write them, too, to keep them.",
  ]);
});

test.each<[string, object]>([
  ["that has the decorators", { params: { ...replace, new_text: "@property\ndef ok(self): pass" } }],
  ["that is empty", { params: { ...replace, new_text: "" } }],
  ["that is inserted", { params: { ...replace, operation: "insert_before" } }],
  ["for a find", { place: { ...place, match: { reading: "literal", count: 1, index: 0 } } }],
  ["without a symbol", { place: { ...place, symbol: undefined } }],
  ["for a new file", { changes: [{ path: "/w/a.py", oldPath: "/w/a.py", before: undefined, after: "" }] }],
])("There is no note on a text %s", (_what, other) => {
  expect(renderDroppedLead({ ...request, ...other })).toEqual([]);
});
