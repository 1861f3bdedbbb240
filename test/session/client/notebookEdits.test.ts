import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { withJsonEdits } from "../../../src/session/client/notebookEdits.js";
import { applyTextEdits } from "../../../src/text/edits/textEdits.js";
import { uriOfPath } from "../../../src/uri.js";
import { temporaryFolder } from "../../folders.js";

const path = join(temporaryFolder(), "a.ipynb");
const uri = uriOfPath(path, []);
const json =
  '{"cells": [{"cell_type": "code", "source": ["x = \\"é\\"\\n", "load()"]}], "nbformat": 4, "nbformat_minor": 4}\n';
/** In the script: the name in its fourth line. */
const edits: TextEdit[] = [
  { range: { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } }, newText: '"read"' },
];
const context = { encoding: "utf-16", isOpen: () => false } as const;

beforeEach(() => writeFileSync(path, json));

test.each<readonly [string, WorkspaceEdit, (edit: WorkspaceEdit) => readonly TextEdit[]]>([
  ["changes", { changes: { [uri]: edits } }, ({ changes }) => changes?.[uri] ?? []],
  [
    "documentChanges",
    { documentChanges: [{ textDocument: { uri, version: null }, edits }] },
    ({ documentChanges = [] }) =>
      documentChanges.flatMap((part) => ("edits" in part ? (part.edits as TextEdit[]) : [])),
  ],
])("Edits of a script in %s become edits of the JSON", (_form, edit, editsOf) => {
  const converted = editsOf(withJsonEdits(edit, context));
  expect(applyTextEdits(json, converted, "utf-16")).toBe(json.replace("load", '\\"read\\"'));
});

test("Edits of other files, and of a notebook that the client has open, stay as they are", () => {
  const edit = { changes: { [uri]: edits, "file:///b.py": edits } };
  expect(withJsonEdits(edit, { ...context, isOpen: () => true })).toBe(edit);
  expect(withJsonEdits({ changes: { "file:///b.py": edits } }, context)).toEqual({
    changes: { "file:///b.py": edits },
  });
  expect(withJsonEdits(edit, context).changes?.["file:///b.py"]).toEqual(edits);
});

test("Edits of a notebook that can't be read are left out", () => {
  writeFileSync(path, "{");
  expect(withJsonEdits({ changes: { [uri]: edits } }, context)).toEqual({ changes: { [uri]: [] } });
});
