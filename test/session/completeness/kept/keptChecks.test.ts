/** An answer that left nothing out is compared again only after a text or the answer changed. */

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { fileReader } from "../../../../src/files/fileReader.js";
import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);
afterEach(() => jest.restoreAllMocks());

/** Where `pkg` is, nothing says: what is imported from there may be the function. */
const files = {
  "a.ts": "export function each() {}\n",
  "use.ts": 'import { each } from "pkg/a.js";\nfunction one() { each(); }\n',
  "other.ts": "export const only = 1;\n",
};
/** All places of the name: path, line and character. */
const allUses: readonly [string, number, number][] = [
  ["a.ts", 0, 16],
  ["use.ts", 0, 9],
  ["use.ts", 1, 17],
];

/** A session whose backend answers with these places, and whose index watches the disk. */
async function start() {
  let uses = allUses;
  const session = pair({
    files,
    isIndexWatching: true,
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () =>
        uses.map(([path, line, character]) => ({
          uri: session.uri(path),
          range: { start: { line, character }, end: { line, character: character + 4 } },
        })),
      "textDocument/definition": () => [],
    },
  });
  for (const path of Object.keys(files)) utimesSync(join(session.root, path), 1e9, 1e9);
  await session.open();
  session.reportLoaded();
  /** Asks for references. Returns the answer, and how often use.ts was looked at. */
  const ask = async (params: object = {}) => {
    const stat = jest.spyOn(fileReader, "stat");
    const { result } = await session.request("locate/references", { locate: "a.ts@each", place: true, ...params });
    const looks = stat.mock.calls.filter(([path]) => path.endsWith("use.ts")).length;
    stat.mockRestore();
    return { ...result, looks };
  };
  const answerWith = (places: typeof allUses) => {
    uses = places;
  };
  return { session, ask, answerWith };
}

const none = { count: 0, places: [] };

test("An equal answer about unchanged texts is given without looking at the files again", async () => {
  const { ask } = await start();
  const first = await ask();
  const second = await ask();
  expect([first.unconfirmed, second.unconfirmed]).toEqual([none, none]);
  expect(first.looks).toBeGreaterThan(0);
  expect(second.looks).toBe(0);
  expect(second.enclosing).toEqual(first.enclosing);
  expect(second.enclosing.map((each: { notation: string } | null) => each?.notation)).toEqual([
    "a.ts:each",
    undefined,
    "use.ts:one",
  ]);
});

test("A use that is missing from the next answer is reported", async () => {
  const { ask, answerWith } = await start();
  expect((await ask()).unconfirmed).toEqual(none);
  answerWith(allUses.slice(0, 2));
  expect((await ask()).unconfirmed.places).toMatchObject([{ file_path: "use.ts", line: 2 }]);
});

test("Another question about the same place is compared by itself", async () => {
  const { ask, answerWith } = await start();
  answerWith(allUses.slice(1));
  expect((await ask({ context: { includeDeclaration: false } })).unconfirmed).toEqual(none);
  answerWith(allUses.slice(0, 2));
  expect((await ask({ context: { includeDeclaration: false } })).unconfirmed.count).toBe(1);
});

type Session = Awaited<ReturnType<typeof start>>["session"];

test.each<[string, (session: Session) => void, string]>([
  ["file changed", ({ write }) => write("other.ts", 'import { each } from "pkg/a.js";\n'), "other.ts:1"],
  ["file is new", ({ write }) => write("new.ts", '\nimport { each } from "pkg/a.js";\n'), "new.ts:2"],
  [
    "document was opened",
    ({ didOpen }) => didOpen("x.ts", 'import { each } from "pkg/a.js";\n', "typescript"),
    "x.ts:1",
  ],
])("A use is reported once its %s", async (_what, change, expected) => {
  const { session, ask } = await start();
  expect((await ask()).unconfirmed).toEqual(none);
  change(session);
  const { places } = (await ask()).unconfirmed;
  expect(places.map(({ file_path, line }: { file_path: string; line: number }) => `${file_path}:${line}`)).toEqual([
    expected,
  ]);
});

test("A use is reported once its document was edited, and gone once the edit is undone", async () => {
  const { session, ask } = await start();
  session.didOpen("other.ts", files["other.ts"], "typescript");
  expect((await ask()).unconfirmed).toEqual(none);
  session.didChange("other.ts", [{ text: 'import { each } from "pkg/a.js";\n' }]);
  expect((await ask()).unconfirmed.count).toBe(1);
  session.didChange("other.ts", [{ text: files["other.ts"] }]);
  expect((await ask()).unconfirmed).toEqual(none);
});

test("The symbols around uses follow an edit that moves nothing", async () => {
  const { session, ask } = await start();
  session.didOpen("use.ts", files["use.ts"], "typescript");
  await ask();
  await ask();
  session.didChange("use.ts", [{ text: files["use.ts"].replace("one", "two") }]);
  expect((await ask()).enclosing.at(-1).notation).toBe("use.ts:two");
});

test("What completes an equal answer is kept with it", async () => {
  const { session, ask, answerWith } = await start();
  session.write("sure.ts", 'import { each } from "./a.js";\n');
  // A file that was just written is read again each time.
  utimesSync(join(session.root, "sure.ts"), 1e9, 1e9);
  answerWith(allUses);
  // The index may notice the new file during the first question.
  await ask();
  const [first, second] = [await ask(), await ask()];
  expect(first.completed).toMatchObject([{ file_path: "sure.ts", line: 1 }]);
  expect(first.result).toHaveLength(allUses.length + 1);
  expect([second.result, second.completed]).toEqual([first.result, first.completed]);
  expect(second.looks).toBe(0);
});
