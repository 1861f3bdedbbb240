/** `describe`: positions as compilers print them, and the Locates printed for them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InProcessClient } from "../../../src/cli/client/inProcessClient.js";
import { describePosition as describePlace, readPositions } from "../../../src/cli/methods/describePosition.js";
import { UsageError } from "../../../src/cli/options.js";
import type { Position, PositionEncoding } from "../../../src/text/position.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();
const where = { workingDirectory: folder, root: undefined };
mkdirSync(join(folder, "src"));
for (const name of ["a.ts", "odd:1:2.ts", "with space.ts"]) writeFileSync(join(folder, name), "/* 💣 */ fuse();\n");

const at = (file: string, line: number, character: number) => ({ file_path: file, scope: { line, character } });
const here = (name: string) => join(folder, name);

test.each([
  ["a.ts:10:5", [at(here("a.ts"), 10, 5)]],
  ["a.ts:10:5:", [at(here("a.ts"), 10, 5)]],
  ["none.ts:1:1", [at("none.ts", 1, 1)]],
  ["a.ts:10:5-12:1", [at(here("a.ts"), 10, 5), at(here("a.ts"), 12, 1)]],
  ["a.ts:10:5-10:5", [at(here("a.ts"), 10, 5), at(here("a.ts"), 10, 5)]],
  ["odd:1:2.ts:3:4", [at(here("odd:1:2.ts"), 3, 4)]],
  [`file://${here("a.ts")}:3:4`, [at(here("a.ts"), 3, 4)]],
  ["C:\\x.py:3:4-5:6", [at("C:\\x.py", 3, 4), at("C:\\x.py", 5, 6)]],
])("The position %s is read as one Locate, or two for a range", (text, ends) => {
  expect(readPositions(text, where)).toEqual(ends);
});

test.each([
  ["  --> a.ts:10:5", { line: 10, character: 5 }],
  ["a.ts:10:5: error: expected b:1:2", { line: 10, character: 5 }],
  ["a.ts(10,5): error TS1005: x", { line: 10, character: 5 }],
  ["at fuse (a.ts:10:5)", { line: 10, character: 5 }],
  ["`a.ts:10:5`", { line: 10, character: 5 }],
  ['File "a.ts", line 10, in fuse', { line: 10 }],
  ["a.ts:10: error: x", { line: 10 }],
  ["a.ts#L10", { line: 10 }],
])("The place %s, as a tool prints it, is read as one Locate", (text, scope) => {
  expect(readPositions(text, where)).toEqual([{ file_path: here("a.ts"), scope }]);
});

test("A line of a search is read with its text", () => {
  expect(readPositions("a.ts:1:/* 💣 */ fuse();", where)).toEqual([
    { file_path: here("a.ts"), scope: { line: 1 }, find: "/* 💣 */ fuse();" },
  ]);
});

const form = "describe needs <file>:<line>:<character>, as compilers print it";

test.each([
  ["a.ts:10", `${form}: lsp-locate describe a.ts:10:1. A range is a.ts:10:1-<line>:<character>.`],
  ["a.ts:10:", `${form}: lsp-locate describe a.ts:10:1. A range is a.ts:10:1-<line>:<character>.`],
  ["a.ts:10-20", `${form}: lsp-locate describe a.ts:10:1. A range is a.ts:10:1-<line>:<character>.`],
  ["a.ts:10:5-9", `${form}: lsp-locate describe a.ts:10:5. A range is a.ts:10:5-<line>:<character>.`],
  ["a.ts", `${form}: lsp-locate describe a.ts:1:1.`],
  ["with space.ts", `${form}: lsp-locate describe 'with space.ts:1:1'.`],
  ["a.ts:A.b", `${form}; "a.ts:A.b" has another form. To see where a Locate leads: lsp-locate resolve a.ts:A.b.`],
  ["a.ts:2:1-1:9", '"a.ts:2:1-1:9" ends before it begins. The end comes after the -.'],
])("%s is not a position, which is a usage error", (text, message) => {
  expect(() => readPositions(text, where)).toThrow(new UsageError(message));
});

test("Line 0 is an invalid Locate", () => {
  expect(() => readPositions("a.ts:0:1", where)).toThrow(expect.objectContaining({ kind: "invalid_locate" }));
});

/** Describes with a proxy that resolves every place to `position` and describes it as `locate`. */
async function describeWith(position: Position, locate: object, encoding: PositionEncoding = "utf-16", ends = 1) {
  const requests: [string, unknown][] = [];
  const textDocument = { uri: pathToFileURL(here("a.ts")).href };
  const client = {
    encoding,
    agreedEncoding: "utf-16",
    request: async (method: string, params: object) => {
      requests.push([method, params]);
      return method === "locate/resolve" ? { target: { textDocument, position } } : { locate, notation: "its own" };
    },
  } as unknown as InProcessClient;
  const asking = { client, params: {}, paths: { ...where, workspace: folder, workingDirectory: join(folder, "src") } };
  const answered = await describePlace(Array.from({ length: ends }).fill({}) as object[], asking);
  return { answered, requests, textDocument };
}

const fuse = { file_path: "a.ts", find: "fuse" };

test("The path is relative to the working directory, in the answer and for --json", async () => {
  const { answered } = await describeWith({ line: 0, character: 9 }, fuse);
  const answer = { locate: { ...fuse, file_path: "../a.ts" }, notation: "../a.ts@fuse", markdown: "`../a.ts@fuse`" };
  expect(answered).toEqual({ kind: "shown", answer, result: answer });
});

test("The notation is JSON text for a Locate that only the object can express", async () => {
  const { answered } = await describeWith({ line: 0, character: 9 }, { ...fuse, find_index: 1 });
  const notation = '{"file_path":"../a.ts","find":"fuse","find_index":1}';
  expect(answered).toMatchObject({ answer: { locate: { find_index: 1 }, notation } });
});

test("A range is described by one request", async () => {
  const position = { line: 0, character: 9 };
  const { requests, textDocument } = await describeWith(position, fuse, "utf-16", 2);
  expect(requests.at(-1)).toEqual(["locate/describe", { textDocument, range: { start: position, end: position } }]);
});

test("A position in the server's encoding is converted to the agreed encoding", async () => {
  const { requests, textDocument } = await describeWith({ line: 0, character: 8 }, fuse, "utf-32");
  expect(requests.at(-1)).toEqual(["locate/describe", { textDocument, position: { line: 0, character: 9 } }]);
});
