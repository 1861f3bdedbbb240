/** The arguments of tools, the client's roots, and the texts for models. */

import { createHash } from "node:crypto";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { folderAt } from "../../../../src/cli/client/inProcessClient.js";
import { existsIn, foldersOf } from "../../../../src/cli/mcp/session/workspaceFolders.js";
import { changeFiles } from "../../../../src/cli/mcp/tools/changeFiles.js";
import {
  NOTATION_GUIDE,
  SERVER_INSTRUCTIONS,
  SHORT_NOTATION_GUIDE,
} from "../../../../src/cli/mcp/tools/notationGuide.js";
import { normalizeArguments } from "../../../../src/cli/mcp/tools/toolArguments.js";
import { readToolLocates, readUniqueLocates, type ToolCall } from "../../../../src/cli/mcp/tools/toolCall.js";
import { tools } from "../../../../src/cli/mcp/tools/tools.js";
import { parseLocate } from "../../../../src/locate/notation/notation.js";
import { createFolder, removeFolders } from "../../../folders.js";

afterAll(removeFolders);

const nowhere = () => false;
const find = { file_path: "a.ts", find: "x" };

test.each<[unknown, object]>([
  ["a.ts@x", find],
  [find, find],
  [JSON.stringify(find), find],
  ["{{name}}.ts@x", { ...find, file_path: "{{name}}.ts" }],
  [
    { ...find, scope: "A.b" },
    { ...find, scope: { symbol_path: ["A", "b"] } },
  ],
])("%j is read as a Locate", (written, expected) => expect(readToolLocates(written, nowhere)[0]).toEqual(expected));

test.each<[unknown, object]>([
  ["a.ts@x", { ...find, find_index: "only" }],
  [
    { ...find, find_index: 0 },
    { ...find, find_index: 0 },
  ],
  [JSON.stringify({ ...find, find_index: 0 }), { ...find, find_index: 0 }],
  [
    { ...find, find_index: 2 },
    { ...find, find_index: 2 },
  ],
  ["a.ts:A", { file_path: "a.ts", scope: { symbol_path: ["A"] } }],
])("%j is read as the Locate of a change", (written, expected) =>
  expect(readUniqueLocates(written, nowhere)[0]).toEqual(expected),
);

test.each([[""], ["{"], [7], [null], [{}], [{ file: "a.ts" }]])("%j is an invalid Locate", (written) => {
  expect(() => readToolLocates(written, nowhere)).toThrow(expect.objectContaining({ kind: "invalid_locate" }));
});

test.each([['{"handle":"a1b2"}'], [{ handle: "a1b2" }]])("%j is a handle, which no tool returns", (written) => {
  expect(() => readToolLocates(written, nowhere)).toThrow(/^Handles come from locate\/track/);
});

const schema = z.strictObject({
  text: z.string().optional(),
  count: z.number().optional(),
  flag: z.boolean().optional(),
  word: z.enum(["true", "clean"]).optional(),
  locate: z.string().optional(),
});

test.each<[unknown, unknown]>([
  [{ count: "5" }, { count: 5 }],
  [{ count: "007" }, { count: 7 }],
  [{ flag: "true" }, { flag: true }],
  [{ flag: "False" }, { flag: false }],
  [
    { count: 5, flag: false },
    { count: 5, flag: false },
  ],
  [
    { text: "5", locate: "true" },
    { text: "5", locate: "true" },
  ],
  [{ word: true }, { word: "true" }],
  [{ word: false }, { word: false }],
  [{ text: true }, { text: "true" }],
  [{ locate: { file_path: "a.ts", scope: 1 } }, { locate: '{"file_path":"a.ts","scope":1}' }],
  [{ text: { a: 1 } }, { text: { a: 1 } }],
  [
    { count: "five", flag: "5" },
    { count: "five", flag: "5" },
  ],
  [{ text: null, count: null }, {}],
  [
    { other: "5", toString: "5" },
    { other: "5", toString: "5" },
  ],
  [{ symbol_path: ["Cart", "total"] }, { symbol_path: "Cart.total" }],
  [{ symbol_path: ["a.b", "c"] }, { symbol_path: "`a.b`.c" }],
  [{ symbol_path: [] }, { symbol_path: [] }],
  ["text", "text"],
])("The arguments %j are normalized", (given, expected) => expect(normalizeArguments(given, schema)).toEqual(expected));

test.each<[unknown, unknown]>([
  [{ apply: true }, true],
  [{ apply: "true" }, true],
  [{ apply: "false" }, false],
  [{ apply: "clean" }, "clean"],
  [{ apply: "anyway" }, "anyway"],
  [{}, undefined],
])("A rename with %j is applied accordingly", (given, expected) => {
  const { schema: own } = tools.find(({ name }) => name === "rename") as (typeof tools)[number];
  const args = normalizeArguments(
    { locate: { file_path: "a.py", find: "x" }, new_name: "y", ...(given as object) },
    own,
  );
  const { locate, apply } = own.parse(args) as { locate: string; apply: unknown };
  expect(apply).toBe(expected);
  expect(readToolLocates(locate, nowhere)[0]).toEqual({ file_path: "a.py", find: "x" });
});

test("An argument of the wrong kind gets an error that says what to write", () => {
  const rename = tools.find(({ name }) => name === "rename") as (typeof tools)[number];
  const { error } = rename.schema.safeParse(
    normalizeArguments({ locate: 7, new_name: "y", apply: "now" }, rename.schema),
  );
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "write a text <file>:<symbol path>@<text>, or an object",
    'write "true", "false", "clean" or "anyway"',
  ]);
});

test("Unknown arguments are named in few words", () => {
  const resolve = tools.find(({ name }) => name === "resolve") as (typeof tools)[number];
  const given = Object.fromEntries(["\x1b[31m", "a".repeat(10_000), ..."bcdefg"].map((name) => [name, 1]));
  const { error } = resolve.schema.safeParse({ locate: "a.py:1", ...given });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    `resolve has no "\\u001b[31m", ${"a".repeat(200)}…, b, c, d and 3 more. It takes locate, as.`,
  ]);
});

test("The workspace is each root that is a folder, else the fallback", () => {
  const [one, otherwise] = [createFolder(), createFolder()];
  const file = join(one, "file");
  writeFileSync(file, "");
  const uri = `file://${one}`;
  expect(foldersOf([{ uri, name: "shop" }, { uri }], otherwise)).toEqual([{ uri, name: "shop" }]);
  expect(foldersOf([{ uri, name: one }], otherwise)).toEqual([{ uri, name: basename(one) }]);
  for (const root of [`file://${file}`, "https://example.com/", `${uri}/gone`])
    expect(foldersOf([{ uri: root }], otherwise)).toEqual([folderAt(otherwise)]);
});

test("A path is found in any of several folders", () => {
  const [one, two] = [createFolder(), createFolder()];
  writeFileSync(join(two, "a:b.ts"), "");
  const exists = existsIn([folderAt(one), { ...folderAt(two), name: "shop" }]);
  const there = ["a:b.ts", "shop/a:b.ts", `${basename(two)}/a:b.ts`, join(two, "a:b.ts"), `file://${two}/a%3Ab.ts`];
  expect(there.filter(exists)).toEqual(there);
  // Texts that are not paths are tried too, to find the end of a path.
  const nowhere = ["", "b.ts", "shop/b.ts", `${basename(one)}/a:b.ts`, `a.ts@${"x".repeat(5_000)}`, "a.ts@\0"];
  expect(nowhere.filter(exists)).toEqual([]);
});

test("A cancelled change is not written, though it was answered", async () => {
  const root = createFolder();
  const path = join(root, "a.ts");
  writeFileSync(path, "let x;\n");
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  const uri = `file://${path}`;
  const cancelling = new AbortController();
  const request = async () => {
    cancelling.abort();
    return {
      place: { file_path: "a.ts", target: { textDocument: { uri }, range } },
      edit: { changes: { [uri]: [{ range, newText: "y" }] } },
    };
  };
  const call = {
    client: { request, agreedEncoding: "utf-16" },
    signal: cancelling.signal,
    folders: [folderAt(root)],
    params: { workDoneToken: "1" },
    runExclusive: (work: () => Promise<unknown>) => work(),
  } as unknown as ToolCall;
  const changed = (apply: boolean) =>
    changeFiles("edit", "a.ts@x", { operation: "replace", new_text: "y" }, apply, call);
  expect(await changed(false)).toContain("+let y;");
  await expect(changed(true)).rejects.toBe(cancelling.signal.reason);
  expect(readFileSync(path, "utf8")).toBe("let x;\n");
});

test("An edit is not applied to another text than the one it was located in", async () => {
  const root = createFolder();
  const path = join(root, "a.ts");
  writeFileSync(path, "let x;\n");
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  const uri = `file://${path}`;
  const text_sha256 = createHash("sha256").update("let x;\n").digest("hex");
  const request = async () => {
    // Another program moves the line, and the times of the file don't show it.
    writeFileSync(path, "let a;\nlet x;\n");
    utimesSync(path, 1, 1);
    return {
      place: { file_path: "a.ts", target: { textDocument: { uri }, range }, text_sha256 },
      edit: { changes: { [uri]: [{ range, newText: "y" }] } },
    };
  };
  const call = {
    client: { request, agreedEncoding: "utf-16" },
    signal: new AbortController().signal,
    folders: [folderAt(root)],
    params: { workDoneToken: "1" },
    runExclusive: (work: () => Promise<unknown>) => work(),
  } as unknown as ToolCall;
  const change = changeFiles("edit", "a.ts@x", { operation: "replace", new_text: "y" }, true, call);
  await expect(change).rejects.toMatchObject({ kind: "content_modified" });
  expect(readFileSync(path, "utf8")).toBe("let a;\nlet x;\n");
});

describe("The texts for models", () => {
  const schemas = tools.map(({ schema }) =>
    JSON.stringify(Object.values(schema.shape).map((field) => field.description)),
  );
  const all = [SERVER_INSTRUCTIONS, ...tools.map(({ description }) => description), ...schemas].join(" ");

  test("The texts for models have fewer than 1100 words", () => expect(all.split(/\s+/).length).toBeLessThan(1100));

  test("One tool explains the notation, and the others refer to it", () => {
    expect(schemas.filter((schema) => schema.includes(JSON.stringify(NOTATION_GUIDE).slice(1, -1)))).toHaveLength(1);
    expect(tools[2]).toMatchObject({ name: "ask" });
    expect(SHORT_NOTATION_GUIDE).toContain("ask");
  });

  const examples = NOTATION_GUIDE.split("\n").flatMap((line) =>
    line.includes(" — ") ? (line.split(" — ")[0] ?? "") : [],
  );
  test.each(examples)("The example %s is a Locate", (example) => {
    expect(() => parseLocate(example)).not.toThrow();
    expect(examples.length).toBeGreaterThan(5);
  });
});
