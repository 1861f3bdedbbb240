/** Renames of methods that make a type implement an interface of a library. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterTest } from "../../../../jest.js";
import { removeFolder } from "../../../../removeFolder.js";
import { pair } from "../../../pair.js";

const library = "package http\n\ntype Flusher interface {\n\tOld()\n}\n";

/** Renames `┃Old` in `a.go`, which implements what is at a place in the library (0-based). */
async function rename(drawn: string, { line = 3, character = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "locate-library-"));
  afterTest(() => removeFolder(folder));
  const path = join(folder, "http.go");
  writeFileSync(path, library);
  const before = drawn.slice(0, drawn.indexOf("┃")).split("\n");
  const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const range = { start: at, end: { ...at, character: at.character + 3 } };
  const found = { start: { line, character }, end: { line, character: character + 3 } };
  const session = pair({
    files: { "a.go": drawn.replace("┃", "") },
    command: ["gopls"],
    serverCapabilities: { implementationProvider: true },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": () => [{ uri: session.uri("a.go"), range }],
      "textDocument/implementation": () => [{ uri: pathToFileURL(path).href, range: found }],
      "textDocument/rename": () => ({ changes: { [session.uri("a.go")]: [{ range, newText: "Now" }] } }),
    },
  });
  await session.open();
  session.reportLoaded();
  const locate = { file_path: "a.go", scope: { line: at.line + 1, character: at.character + 1 } };
  const { result, error } = await session.request("locate/rename", { locate, newName: "Now", check: false });
  await session.close();
  return error?.data ?? result;
}

test("A method that implements one of a library keeps its name", async () => {
  const data = await rename("package a\n\ntype T struct{}\n\nfunc (t T) ┃Old() {}\n");
  expect(data).toMatchObject({ kind: "rename_incomplete", certain: 1, places: [{ line: 4, text: "Old()" }] });
  expect(data.why).toContain("it overrides 1 that is declared outside of the workspace");
});

test.each([
  ["is implemented by a library's type", "package a\n\ntype I interface {\n\t┃Old()\n}\n", {}],
  ["only has its type in common", "package a\n\ntype T struct{}\n\nfunc (t T) ┃Old() {}\n", { line: 2, character: 5 }],
])("A method that %s is renamed", async (_what, drawn, place) => {
  expect(await rename(drawn, place)).toHaveProperty("changes");
});
