/** What a backend has resolved is asked again only after a text of the workspace has changed. */

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);

const files = {
  "a.ts": "export class A {\n  each() {}\n}\nexport class B {\n  each() {}\n}\n",
  "use.ts": "one.each();\ntwo.each();\n",
  "other.ts": "export const only = 1;\n",
  ".gitignore": "out/\n",
  "out/lib.d.ts": "interface List { each(): void }\n",
};

/** A session whose backend resolves all uses to a file that the index does not have. */
async function start() {
  let skewMs = 0;
  let questions = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => now() + skewMs);
  const session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () => [],
      "textDocument/definition": ({ textDocument, position }: DefinitionParams) => {
        questions++;
        const isUse = textDocument.uri.endsWith("/use.ts");
        const start = isUse ? { line: 0, character: 17 } : position;
        const uri = isUse ? session.uri("out/lib.d.ts") : textDocument.uri;
        return { uri, range: { start, end: { ...start, character: start.character + 4 } } };
      },
    },
  });
  // The index reads a file again that was written a moment ago.
  for (const path of Object.keys(files)) utimesSync(join(session.root, path), 1e9, 1e9);
  await session.open();
  session.reportLoaded();
  /** Asks for references after so many seconds. Returns how often the backend was asked. */
  const ask = async (afterS: number, locate = "a.ts:A.each") => {
    skewMs += afterS * 1_000;
    questions = 0;
    const { result } = await session.request("locate/references", { locate, place: true });
    expect(result.unconfirmed.count).toBe(0);
    return questions;
  };
  return { session, ask };
}

interface DefinitionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

test("The answers of a server that may not have seen the last change are not kept", async () => {
  const { ask } = await start();
  expect([await ask(0), await ask(1), await ask(2), await ask(1)]).toEqual([3, 3, 3, 0]);
});

test("The time since the last change counts from any request", async () => {
  const { ask } = await start();
  expect([await ask(0, "other.ts:only"), await ask(3), await ask(0)]).toEqual([0, 3, 0]);
});

test("Uses that were resolved for one symbol are resolved for the next", async () => {
  const { ask } = await start();
  await ask(0);
  await ask(3);
  // The place of the other symbol itself is asked about.
  expect(await ask(0, "a.ts:B.each")).toBe(1);
});

test.each<[string, (session: Awaited<ReturnType<typeof start>>["session"]) => void, number]>([
  ["a change of a file on disk", ({ write }) => write("other.ts", "export const x = 1;\n"), 3],
  ["a new file", ({ write }) => write("new.ts", "export {};\n"), 3],
  ["the opening of a document", ({ didOpen }) => didOpen("other.ts", "export {};\n", "typescript"), 3],
  [
    "a change of the file of the definition, which git ignores",
    ({ write }) => write("out/lib.d.ts", "\n".repeat(9)),
    2,
  ],
  ["nothing", () => {}, 0],
])("The backend is asked again as often as needed after %s", async (_what, change, expected) => {
  const { session, ask } = await start();
  await ask(0);
  await ask(3);
  change(session);
  expect(await ask(3)).toBe(expected);
});

test("An edit of a document is such a change", async () => {
  const { session, ask } = await start();
  session.didOpen("other.ts", "export {};\n", "typescript");
  await ask(0);
  await ask(3);
  expect(await ask(0)).toBe(0);
  session.didChange("other.ts", [{ text: "export const x = 1;\n" }]);
  expect(await ask(0)).toBe(3);
});

test("What was resolved is asked again after a minute", async () => {
  const { ask } = await start();
  await ask(0);
  await ask(3);
  expect([await ask(50), await ask(20)]).toEqual([0, 3]);
});
