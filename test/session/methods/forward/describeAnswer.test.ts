/** What an answer says besides its result. */

import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);

const text = 'export class Cart {\n\n  add(item: string) { return "item"; }\n}\n';

async function hintOf(method: string, locate: string, more: object = {}): Promise<string | undefined> {
  const session = pair({
    files: { "a.ts": text, "a.unknown": text },
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: { hoverProvider: true, definitionProvider: true, referencesProvider: true },
    handlers: {
      "textDocument/hover": () => null,
      "textDocument/definition": () => [],
      "textDocument/references": () => null,
      "textDocument/documentSymbol": () => [],
      ...more,
    },
  });
  await session.open();
  session.reportLoaded();
  return (await session.request(`locate/${method}`, { locate, place: true })).result.hint;
}

test.each([
  ["hover", "a.ts:1", "`export` is no name (a.ts:1). Names in that line: `a.ts:1@Cart`."],
  ["definition", "a.ts:1@class", "`class` is no name (a.ts:1). Names in that line: `a.ts:1@Cart`."],
  ["references", "a.ts:3@return", "`return` is no name (a.ts:3). Names in that line: `a.ts:3@add`, `a.ts:3@item`."],
  ["references", "a.ts:2", "There is no name at the place (a.ts:2)."],
])("An empty answer to %s at %s says that there is no name", async (method, locate, hint) => {
  expect(await hintOf(method, locate)).toBe(hint);
});

test("An empty answer about a name, or in a language without a grammar, says no such thing", async () => {
  expect(await hintOf("references", "a.ts@<|>Cart")).toBeUndefined();
  expect(await hintOf("hover", "a.unknown:1")).toBeUndefined();
});

test("A server that knows something of a keyword is not corrected", async () => {
  expect(await hintOf("hover", "a.ts:1", { "textDocument/hover": () => ({ contents: "export" }) })).toBeUndefined();
});
