/** `uses` of references, calls and context: those in tests, or the others. */

import { closePairs, type Pair, pair } from "../pair.js";

let session: Pair;
afterEach(closePairs);

const files = {
  "src/a.ts": "export function f() {}\n",
  "src/b.ts": 'import { f } from "./a";\nexport function g() { f(); }\n',
  "test/a.test.ts": 'import { f } from "../src/a";\nfunction h() { f(); }\n',
};

async function open() {
  const at = (path: string, line: number, character: number) => ({
    uri: session.uri(path),
    range: { start: { line, character }, end: { line, character: character + 1 } },
  });
  session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () => [
        at("src/b.ts", 0, 9),
        at("src/b.ts", 1, 22),
        at("test/a.test.ts", 0, 9),
        at("test/a.test.ts", 1, 15),
      ],
    },
  });
  await session.open();
  session.reportLoaded();
}

test.each([
  ["no_tests", ["src/b.ts", "src/b.ts"], '2 uses in tests are left out: uses: "tests" lists them.'],
  ["tests", ["test/a.test.ts", "test/a.test.ts"], '2 uses outside of tests are left out: uses: "no_tests" lists them.'],
  [undefined, ["src/b.ts", "src/b.ts", "test/a.test.ts", "test/a.test.ts"], undefined],
])("References with uses: %s are in %j.", async (uses, paths, hint) => {
  await open();
  const { result } = await session.request("locate/references", { locate: "src/a.ts:f", uses, place: true });
  expect(result.result.map(({ uri }: { uri: string }) => uri)).toEqual(paths.map((path) => session.uri(path)));
  expect(result.enclosing).toHaveLength(paths.length);
  expect(result.hint).toBe(hint);
});

test("Context lists the other uses, and says how many it leaves out.", async () => {
  await open();
  const params = { locate: "src/a.ts:f", uses: "no_tests", include: ["references"] };
  const { result } = await session.request("locate/context", params);
  expect(result.sections.map(({ title }: { title: string }) => title)).toEqual([
    expect.stringMatching(/ \(1 in tests left out\)$/),
  ]);
  expect(result.markdown).not.toContain("a.test.ts");
});

test("Other uses are refused.", async () => {
  await open();
  const { error } = await session.request("locate/references", { locate: "src/a.ts:f", uses: "some" });
  expect(error.message).toMatch(/^uses is "some"\. Write "tests" for uses in tests, "no_tests" for the others/);
});
