/** The text edits of renames: read, joined, written back. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import {
  aliasIn,
  hasRepeats,
  isPlainEdit,
  joinRenames,
  rangesOfRename,
  readRenameEdits,
  splitLongEdits,
  writeRenameEdits,
} from "../../../../src/session/completeness/rename/renameEdits.js";
import { Document } from "../../../../src/text/document.js";

const at = (line: number, character = 0) => ({
  start: { line, character },
  end: { line, character: character + 3 },
});
const edit = (line: number, newText: string, character = 0) => ({ range: at(line, character), newText });
const rename = (...edits: object[]) => readRenameEdits({ changes: { "file:///a.ts": edits } });
const textsOf = (joined: ReturnType<typeof joinRenames>) =>
  joined && rangesOfRename(joined).map(({ range, newText }) => `${range.start.line}:${newText}`);

test.each([
  ["new as old", { oldName: "old", keeps: "outside" }],
  ["old as new", { oldName: "old", keeps: "inside" }],
  ["new", undefined],
  ["new as new", undefined],
  ["old: new", undefined],
  ["a as b", undefined],
  ["new as old as x", undefined],
])("The alias in %j is %j", (text, expected) => {
  expect(aliasIn(text, "new")).toEqual(expected);
});

test("Two renames of one place that keep opposite ends by aliases leave no alias", () => {
  const joined = joinRenames(rename(edit(1, "new as old"), edit(2, "new")), rename(edit(1, "old as new")), "new");
  expect(textsOf(joined)).toEqual(["1:new", "2:new"]);
});

test("An alias goes where the other rename has the plain name", () => {
  expect(textsOf(joinRenames(rename(edit(1, "new as old")), rename(edit(1, "new")), "new"))).toEqual(["1:new"]);
});

test("Renames of different files are added up", () => {
  const other = readRenameEdits({
    documentChanges: [{ textDocument: { uri: "file:///b.ts" }, edits: [edit(4, "new")] }],
  });
  expect(textsOf(joinRenames(rename(edit(1, "new")), other, "new"))).toEqual(["1:new", "4:new"]);
});

test.each([
  ["texts that contradict each other", edit(1, "new"), edit(1, "old: new")],
  ["ranges that overlap", edit(1, "new"), edit(1, "new", 2)],
])("Renames with %s are not joined", (_what, one, other) => {
  expect(joinRenames(rename(one), rename(other), "new")).toBeUndefined();
});

test("An edit that an answer has twice is one", () => {
  const answer = { changes: { "file:///a.ts": [edit(1, "new"), edit(2, "new"), edit(1, "new")] } };
  expect(textsOf(readRenameEdits(answer))).toEqual(["1:new", "2:new"]);
  expect(hasRepeats(answer)).toBe(true);
  expect(hasRepeats({ changes: { "file:///a.ts": [edit(1, "new"), edit(2, "new")] } })).toBe(false);
});

test("Edits that are not as LSP says are left out", () => {
  const odd = [null, {}, { newText: 1 }, { range: {}, newText: "new" }, edit(1, "new")];
  expect(textsOf(readRenameEdits({ changes: { "file:///a.ts": odd } }))).toEqual(["1:new"]);
  expect(readRenameEdits({ documentChanges: [null, 7, { textDocument: 3, edits: [] }] }).size).toBe(0);
  expect(readRenameEdits(null).size).toBe(0);
});

test.each([
  [{ changes: { "file:///a": [edit(1, "new")] } }, true],
  [{ documentChanges: [{ kind: "rename", oldUri: "file:///a", newUri: "file:///b" }] }, false],
  [
    { documentChanges: [{ textDocument: { uri: "file:///a" }, edits: [{ ...edit(1, "new"), annotationId: "ask" }] }] },
    false,
  ],
])("Whether edits of ours may be added to %j is %s", (answer, expected) => {
  expect(isPlainEdit(answer)).toBe(expected);
});

test("An edit is written in the form in which it was read, and marked as ours", () => {
  const versioned: WorkspaceEdit = {
    documentChanges: [{ textDocument: { uri: "file:///a.ts", version: 3 }, edits: [edit(1, "new")] }],
  };
  const plain: WorkspaceEdit = { changes: { "file:///a.ts": [edit(1, "new")] } };
  for (const answer of [versioned, plain])
    expect(writeRenameEdits(answer, readRenameEdits(answer))).toEqual({ ...answer, completed: true });
});

test.each<[string, string, string, readonly string[] | undefined]>([
  ["names", "old = 1\r\nx.old(older)\n", "new = 1\r\nx.new(older)\n", ["0:0-3", "1:2-5"]],
  ["names after an emoji", "a = '💣', old\n", "a = '💣', new\n", ["0:10-13"]],
  ["nothing", "old = 1\n", "old = 1\n", []],
  ["more than names", "import old\n", "import new as old\n", undefined],
  ["another name", "old = 1\n", "other = 1\n", undefined],
])("An edit of a whole file that replaces %s becomes one of each name", async (_, before, after, expected) => {
  const whole = { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }, newText: after };
  const edits = readRenameEdits({ changes: { "file:///a.py": [whole] } });
  const split = await splitLongEdits(edits, "new", async () => Document.of(before), "utf-16");
  const ranges = rangesOfRename(split).map(
    ({ range: { start, end } }) => `${start.line}:${start.character}-${end.character}`,
  );
  expect(ranges).toEqual(expected ?? ["0:0-0"]);
});
