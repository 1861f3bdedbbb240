/** Several edits in one request, and one edit at many places: all of them or none. */

import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { closePairs, type Pair, pair } from "../../pair.js";

let session: Pair;
afterEach(closePairs);

/** Opens a session with files, and returns what an edit makes of them, or its error. */
async function edited(files: Readonly<Record<string, string>>, params: object) {
  session = pair({ files });
  await session.open();
  const { result, error } = await session.request("locate/edit", params);
  if (error) return { kind: error.data.kind, edit: error.data.edit, message: error.message as string };
  const { changes = {} } = result.edit as WorkspaceEdit;
  const texts = Object.entries(files).map(([path, text]) => {
    const edits: readonly TextEdit[] = changes[session.uri(path)] ?? [];
    return [path, applyTextEdits(text, edits, "utf-16")];
  });
  return { texts: Object.fromEntries(texts), count: result.count, markdown: result.markdown as string, result };
}

const replace = (locate: string, new_text: string) => ({ locate, operation: "replace", new_text });
const remove = (locate: string) => ({ locate, operation: "delete" });

test("Edits of several files are made together, each resolved in the text as it is", async () => {
  const files = { "a.ts": "let a = 1;\nlet b = a;\n", "b.ts": "f(1, 2);\n" };
  const edits = [replace("a.ts@a = 1", "b = 2"), replace("a.ts:2@b = a", "c = b"), replace("b.ts@1", "3")];
  const { texts, count, result, markdown } = await edited(files, { edits });
  expect(texts).toEqual({ "a.ts": "let b = 2;\nlet c = b;\n", "b.ts": "f(3, 2);\n" });
  expect(count).toBe(3);
  expect(result.edits.map(({ unit, place }: never) => [unit, (place as { file_path: string }).file_path])).toEqual([
    ["item", "a.ts"],
    ["item", "a.ts"],
    ["item", "b.ts"],
  ]);
  expect(markdown).toContain("Edited 3 places in 2 files as an item of a list.");
  expect(markdown).toContain("-let a = 1;\n+let b = 2;\n-let b = a;\n+let c = b;\n");
});

test.each([
  [[replace("a.ts@a = 1", "b = 2"), replace("a.ts@nowhere", "x")], "text_not_found", "edits[1]"],
  [[remove("missing.ts:1")], "file_not_found", "edits[0]"],
  [[replace("a.ts@a = 1", "b = 2"), replace("a.ts@f(1)", "f(1")], "edit_breaks_syntax", "edits[1]"],
])("If one of several edits fails, the error names it: %j", async (edits, kind, name) => {
  const failed = await edited({ "a.ts": "let a = 1;\nf(1);\n" }, { edits });
  expect(failed).toMatchObject({ kind, edit: name, message: expect.stringContaining(`${name}: `) });
});

test.each([
  ["the same text twice", [replace("a.ts@b = 2", "x = 3"), replace("a.ts:1@b = 2", "x = 4")]],
  ["a text and a part of it", [replace("a.ts:2", "f();"), replace("a.ts:2@c", "d")]],
  [
    "what is deleted and an insertion in it",
    [{ locate: "a.ts:2@c", operation: "insert_after", new_text: ", d" }, remove("a.ts:2")],
  ],
])("Two edits of %s are refused", async (_title, edits) => {
  const refused = await edited({ "a.ts": "let a = 1, b = 2;\nlet c = 1;\n" }, { edits });
  expect(refused).toMatchObject({
    kind: "invalid_locate",
    message: expect.stringMatching(/edits\[[01]\] and edits\[[01]\] are of the same text/),
  });
});

test.each([
  ["neighbours in a list", "f(a, b, c);\n", [remove("x.ts@a"), remove("x.ts@b")], "f(c);\n"],
  ["all elements of a list", "f(a, b);\n", [remove("x.ts@a"), remove("x.ts@b")], "f();\n"],
  ["all names of an import", 'import { a, b } from "m";\nf();\n', [remove("x.ts@a"), remove("x.ts@b")], "f();\n"],
  [
    "two functions in a row",
    "f();\n\nfunction a() {}\n\nfunction b() {}\n\ng();\n",
    [remove("x.ts:a"), remove("x.ts:b")],
    "f();\n\ng();\n",
  ],
  [
    "insertions at one place, in their order",
    "a();\nb();\n",
    ["1();", "2();"].map((new_text) => ({ locate: "x.ts@a();", operation: "insert_after", new_text })),
    "a();\n1();\n2();\nb();\n",
  ],
  [
    "insertions before one place, in their order",
    "a();\nb();\n",
    ["1();", "2();"].map((new_text) => ({ locate: "x.ts@b();", operation: "insert_before", new_text })),
    "a();\n1();\n2();\nb();\n",
  ],
  [
    "a replacement and what goes in beside it",
    "a();\nb();\n",
    [replace("x.ts@a();", "c();"), { locate: "x.ts@a();", operation: "insert_after", new_text: "d();" }],
    "c();\nd();\nb();\n",
  ],
  [
    "an argument that is replaced and its neighbour that is deleted",
    "f(a, b);\n",
    [replace("x.ts@a", "c"), remove("x.ts@b")],
    "f(c);\n",
  ],
  [
    "all matches of two finds",
    "a(1, b);\na(2, b);\n",
    [
      { ...replace("x.ts@a", "c"), at: "all" },
      { ...remove("x.ts@b"), at: "all" },
    ],
    "c(1);\nc(2);\n",
  ],
  [
    "brackets that belong together",
    "f(a);\n",
    [
      { locate: "x.ts@f(<|>a", operation: "insert_before", new_text: "[" },
      { locate: "x.ts@a<|>)", operation: "insert_before", new_text: "]" },
    ],
    "f([a]);\n",
  ],
])("Edits of %s are made as if one after the other", async (_title, before, edits, after) => {
  expect(await edited({ "x.ts": before }, { edits })).toMatchObject({ texts: { "x.ts": after } });
});

describe("One edit at many places", () => {
  const text = "class A {\n  f() { log(1); log(2); }\n  g() { log(3); }\n}\n";

  test("at: all means all matches of a find in its scope", async () => {
    const inScope = await edited(
      { "a.ts": text },
      { locate: "a.ts:A.f@log", at: "all", operation: "replace", new_text: "trace" },
    );
    expect(inScope).toMatchObject({
      count: 2,
      texts: { "a.ts": text.replace("log(1); log(2)", "trace(1); trace(2)") },
    });
    expect(inScope.markdown).toContain("Edited 2 places in 1 file as text.");
    const inFile = await session.request("locate/edit", {
      locate: "a.ts@log(<|>",
      at: "all",
      operation: "insert_after",
      new_text: "0, ",
    });
    expect(inFile.result.count).toBe(3);
  });

  test("at takes Locates, and places as an answer of references has them", async () => {
    session = pair({ files: { "a.ts": text, "b.ts": "log(4);\n" } });
    await session.open();
    const range = { start: { line: 2, character: 8 }, end: { line: 2, character: 11 } };
    const at = ["a.ts@<|>log<|>(1)", { uri: session.uri("a.ts"), range }, { file_path: "b.ts", find: "log" }];
    const { result } = await session.request("locate/edit", { at, operation: "replace", new_text: "trace" });
    expect(result.count).toBe(3);
    expect(Object.values(result.edit.changes).flat()).toHaveLength(3);
  });

  test.each([
    [{ locate: "a.ts:A.f", at: "all" }, 'at: "all" means all matches of a find'],
    [{ locate: { file_path: "a.ts", find: "log", find_index: 1 }, at: "all" }, "find_index chooses one match"],
    [{ locate: "a.ts@log", at: ["a.ts@log"] }, "leave locate out"],
    [{ at: "some", locate: "a.ts@log" }, 'Write "all" for all matches'],
    [{ at: [] }, "at must be an array that is not empty"],
    [{ at: ["a.ts@log(1)", "a.ts:2@log(1)"] }, "at[0] and at[1] are of the same text"],
    [{ edits: [{ locate: "a.ts@log(1)" }] }, "leave operation out"],
    [
      { operation: undefined, new_text: undefined, edits: [{ ...remove("a.ts@log(1)"), at: 2 }] },
      "edits[0].at is 2. Write",
    ],
  ])("%j is refused", async (params, message) => {
    const refused = await edited({ "a.ts": text }, { operation: "replace", new_text: "x()", ...params });
    expect(refused).toMatchObject({ kind: "invalid_locate", message: expect.stringContaining(message) });
  });

  test("A find at 10,000 places is refused with their number, and 1,000 are edited", async () => {
    const many = (count: number) => "a = 1\n".repeat(count);
    const params = { locate: "a.txt@a", at: "all", operation: "replace", new_text: "b" };
    const refused = await edited({ "a.txt": many(10_000) }, params);
    expect(refused).toMatchObject({ kind: "invalid_locate", message: expect.stringContaining("matches 10,000 times") });
    const done = await edited({ "a.txt": many(1_000) }, params);
    expect(done).toMatchObject({ count: 1_000, texts: { "a.txt": "b = 1\n".repeat(1_000) } });
  });
});

describe("With format, the server formats the lines that change", () => {
  const text = "a( 1 )\nb( 1 )\nc( 1 )\n";

  async function formatted(serverCapabilities: object, handlers: object, params = {}) {
    session = pair({ files: { "a.txt": text }, serverCapabilities, handlers: handlers as never });
    await session.open();
    const request = { locate: "a.txt:2", operation: "replace", new_text: "b( 2 )", format: true, ...params };
    const { result, error } = await session.request("locate/edit", request);
    if (error) return { kind: error.data.kind, message: error.message };
    const edits: readonly TextEdit[] = result.edit.changes?.[session.uri("a.txt")] ?? [];
    return { text: applyTextEdits(text, edits, "utf-16"), notes: result.notes };
  }

  test("A session of one server that others may ask says that it was not done", async () => {
    const { text: after, notes } = await formatted({ documentFormattingProvider: true }, {});
    expect(after).toBe(text.replace("b( 1 )", "b( 2 )"));
    expect(notes).toEqual([expect.stringMatching(/^`a\.txt` was not formatted: others may ask .* meanwhile\.$/)]);
  });

  test("A server that does not format is named", async () => {
    const { notes } = await formatted({ documentFormattingProvider: false }, {});
    expect(notes).toEqual([expect.stringMatching(/was not formatted: .* does not format\.$/)]);
  });

  test("format is true or false", async () => {
    expect(await formatted({}, {}, { format: "yes" })).toMatchObject({
      kind: "invalid_locate",
      message: "format must be true or false.",
    });
  });
});
