/** What the shell and MCP say beside the changes of a method. */

import { methodCommands } from "../../../src/cli/methods/commandTable.js";

const target = { textDocument: { uri: "file:///w/a.py", version: null }, range: {}, position: {} };

async function notesOfRename(diagnostics: object | undefined) {
  const answer = { place: { target }, result: { changes: {} }, diagnostics };
  const client = { encoding: "utf-16", agreedEncoding: "utf-16", request: async () => answer } as never;
  const command = methodCommands.get("rename");
  const sent = await command?.send([{ file_path: "a.py", find: "a" }], { client, params: { newName: "b" } });
  return sent?.kind === "changes" ? sent.notes : undefined;
}

const clean = { added: [], removed: [], unchanged: 0, unchecked: 1, seconds: 0 };

it("says why a rename was not checked, also to those who did not ask for it", async () => {
  const why = "the embedded server knows syntax alone";
  expect(await notesOfRename({ ...clean, checked: "none", why })).toEqual([`Not checked: ${why}.`]);
});

it("says that a rename was checked", async () => {
  expect(await notesOfRename({ ...clean, checked: "all" })).toEqual(["Checked: it adds no problems."]);
});

it("says nothing of a check where none was wanted", async () => {
  expect(await notesOfRename(undefined)).toEqual([]);
});
