/** Answers that are held against names in very many places, and in very large files. */

import { pair } from "../pair.js";

const declaration = "export function target() {}\n";
const locate = { file_path: "src/a.ts", scope: { symbol_path: ["target"] } };
const imported = 'import { target } from "./a.js";\n';
const use = "target();\n";
const range = { start: { line: 0, character: 16 }, end: { line: 0, character: 22 } };
const filesWithUses = (count: number, uses: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/f${n}.ts`, imported + use.repeat(uses)]));
/** 20 MB of code. */
const megabytes = "export const other = { a: [1, 2, 3], b: 'text' };\n".repeat(400_000);

const isFull = process.env["TEST_SOAK"] === "full";

test.each<[string, Record<string, string>]>([
  ["20,000 places in one file", { "src/b.ts": imported + use.repeat(20_000) }],
  ["20,000 places in 200 files", filesWithUses(200, 100)],
  ...(isFull
    ? ([
        ["100,000 places in 10 files", filesWithUses(10, 10_000)],
        ["100,000 places in 1,000 files", filesWithUses(1_000, 100)],
        ["a use at the end of 20 MB", { "src/b.ts": `${imported}${megabytes}${use}` }],
        ["20 MB of uses", { "src/b.ts": imported + use.repeat(2_000_000) }],
        ["20 MB in one line", { "src/b.ts": `${imported}${megabytes.replaceAll("\n", "")}${use}` }],
      ] satisfies [string, Record<string, string>][])
    : []),
])(
  "An answer beside %s comes, and what it leaves out is counted or said to be cut",
  async (_what, files) => {
    const session = pair({
      files: { "src/a.ts": declaration, ...files },
      command: ["typescript-language-server", "--stdio"],
      handlers: {
        "textDocument/documentSymbol": () => [],
        "textDocument/references": () => [{ uri: session.uri("src/a.ts"), range }],
        "textDocument/rename": () => ({ changes: { [session.uri("src/a.ts")]: [{ range, newText: "other" }] } }),
      },
    });
    await session.open();
    session.reportLoaded();
    const { result, error } = await session.request("locate/references", { locate, place: true });
    expect(error?.message).toBeUndefined();
    // The uses that imports show are added, as far as places are examined.
    expect(result.result.length).toBeLessThanOrEqual(1_001);
    expect(result.unconfirmed.count === 2 || result.unconfirmed.more === true).toBe(true);
    expect(result.unconfirmed.places.length).toBeLessThanOrEqual(50);
    if (isFull) {
      const rename = await session.request("locate/rename", { locate, newName: "other" });
      expect(rename.error?.data.kind).toBe("rename_incomplete");
    }
    await session.close();
  },
  120_000,
);

const fileCount = isFull ? 5_000 : 250;

test(`A rename beside ${fileCount} files that have the name leaves none of its places out`, async () => {
  const isUser = (n: number) => n % 5 < 2;
  const other = "const target = 1;\nexport const other = target;\n";
  const paths = Array.from({ length: fileCount }, (_, n) => `src/f${n}.ts`);
  const users = paths.filter((_, n) => isUser(n));
  const session = pair({
    files: {
      "src/a.ts": declaration,
      ...Object.fromEntries(paths.map((path, n) => [path, isUser(n) ? imported + use : other])),
    },
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/rename": () => {
        const edit = (line: number, from: number) => ({
          range: { start: { line, character: from }, end: { line, character: from + 6 } },
          newText: "renamed",
        });
        const uses = users.map((path) => [session.uri(path), [edit(0, 9), edit(1, 0)]]);
        return { changes: { [session.uri("src/a.ts")]: [edit(0, 16)], ...Object.fromEntries(uses) } };
      },
    },
  });
  await session.open();
  session.reportLoaded();
  const { result, error } = await session.request("locate/rename", { locate, newName: "renamed", place: true });
  expect(error?.message).toBeUndefined();
  expect(Object.keys(result.result.changes)).toHaveLength(users.length + 1);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  expect(result.remaining).toMatchObject(isFull ? { code: 1_000, more: true } : { code: 300 });
  await session.close();
}, 120_000);
