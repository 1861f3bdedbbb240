/** What edits are about, lines, items or text, and what they make of a document. */

import type { TextEdit } from "vscode-languageserver-protocol";
import type { OperationName } from "../../../../src/locate/edit/editRequest.js";
import { parseLocate } from "../../../../src/locate/notation/notation.js";
import { Document } from "../../../../src/text/document.js";
import { rangeToOffsets } from "../../../../src/text/position.js";
import { closePairs, type Pair, pair } from "../../pair.js";

afterAll(closePairs);

let session: Pair | undefined;
let documents = 0;

interface Answer {
  readonly unit?: string;
  readonly text?: string;
  readonly notes?: readonly string[];
  /** The kind and the message of an error. */
  readonly refusal?: string;
}

/** Edits a document at a Locate, written without its file: `@x = 1`, `:f`, `:3`. */
async function edit(language: string, text: string, at: string, operation: OperationName, rest = {}): Promise<Answer> {
  if (session === undefined) {
    session = pair();
    await session.open();
  }
  const path = `unit${++documents}`;
  session.didOpen(path, text, language);
  const locate = { ...parseLocate(`f${at}`), file_path: session.uri(path) };
  const { result, error } = await session.request("locate/edit", { locate, operation, ...rest });
  session.didClose(path);
  if (error) return { refusal: `${error.data?.kind}: ${error.message}` };
  const [[change]] = Object.values(result.edit.changes ?? {}) as [[TextEdit]];
  const { from, to } = rangeToOffsets(Document.of(text), change.range, "utf-16");
  const { unit, notes } = result;
  return { unit, text: text.slice(0, from) + change.newText + text.slice(to), ...(notes && { notes }) };
}

type Row = readonly [
  language: string,
  before: string,
  at: string,
  operation: OperationName,
  newText: string | undefined,
  unit: string,
  after: string,
];

async function check([language, before, at, operation, newText, unit, after]: Row): Promise<void> {
  const rest = newText === undefined ? {} : { new_text: newText };
  expect(await edit(language, before, at, operation, rest)).toMatchObject({ unit, text: after });
}

test.each<Row>([
  ["python", "import os\n", "@import os", "insert_after", "import sys", "lines", "import os\nimport sys\n"],
  ["python", "import os\n", "@import os", "insert_before", "import io", "lines", "import io\nimport os\n"],
  [
    "typescript",
    "{\n  const p = 1;\n}\n",
    "@const p = 1;",
    "insert_after",
    "const q = 2;",
    "lines",
    "{\n  const p = 1;\n  const q = 2;\n}\n",
  ],
  [
    "c",
    '#include "a.h"\n',
    '@#include "a.h"',
    "insert_after",
    '#include "b.h"',
    "lines",
    '#include "a.h"\n#include "b.h"\n',
  ],
  ["rust", "use a::b;\n", "@use a::b;", "insert_after", "use a::c;", "lines", "use a::b;\nuse a::c;\n"],
  ["java", "import a.B;\n", "@import a.B;", "insert_after", "import a.C;", "lines", "import a.B;\nimport a.C;\n"],
  [
    "typescript",
    "/**\n * First.\n */\na();\n",
    "@* First.",
    "insert_after",
    " * More.",
    "lines",
    "/**\n * First.\n * More.\n */\na();\n",
  ],
  [
    "java",
    "/**\n * First.\n */\nclass A {}\n",
    "@* First.",
    "insert_after",
    " * More.",
    "lines",
    "/**\n * First.\n * More.\n */\nclass A {}\n",
  ],
  ["yaml", "x:\n - a\n", "@- a", "insert_after", " - b", "lines", "x:\n - a\n - b\n"],
  ["markdown", "- a\n", "@- a", "insert_after", "- b", "lines", "- a\n- b\n"],
  [
    "python",
    "def f():\n    x = 1\n",
    "@x = 1",
    "insert_before",
    "y = 2\n",
    "lines",
    "def f():\n    y = 2\n    x = 1\n",
  ],
  [
    "ruby",
    "def f\n    x = 1\nend\n",
    "@x = 1",
    "insert_before",
    "y = 2\n",
    "lines",
    "def f\n    y = 2\n    x = 1\nend\n",
  ],
  [
    "go",
    "func f() {\n\tif err != nil {\n\t}\n}\n",
    "@if err != nil {",
    "insert_after",
    "log.Print(err)",
    "lines",
    "func f() {\n\tif err != nil {\n\t\tlog.Print(err)\n\t}\n}\n",
  ],
  [
    "java",
    "class A {\n  void f() {\n  }\n}\n",
    "@void f() {",
    "insert_after",
    "g();",
    "lines",
    "class A {\n  void f() {\n    g();\n  }\n}\n",
  ],
  [
    "python",
    "def f():\n    x = 1\n",
    "@def f():",
    "insert_after",
    "    y = 2",
    "lines",
    "def f():\n    y = 2\n    x = 1\n",
  ],
  [
    "typescript",
    'type T =\n  | "a"\n  | "b";\n',
    '@"b"',
    "insert_after",
    '| "c"',
    "lines",
    'type T =\n  | "a"\n  | "b"\n  | "c";\n',
  ],
  ["typescript", "x\n  .a()\n  .b();\n", "@.b()", "insert_after", ".c()", "lines", "x\n  .a()\n  .b()\n  .c();\n"],
  [
    "rust",
    "fn f() {\n    x\n        .a()\n        .b();\n}\n",
    "@.b()",
    "insert_after",
    ".c()",
    "lines",
    "fn f() {\n    x\n        .a()\n        .b()\n        .c();\n}\n",
  ],
  ["python", "a = 1\nb = 2\nc = 3\n", ":3", "replace", "x = 2\n", "lines", "a = 1\nb = 2\nx = 2\n"],
  ["python", "a = 1\nb = 2\nc = 3\n", ":3", "replace", "", "lines", "a = 1\nb = 2\n"],
  [
    "go",
    "var x = []int{\n\t1,\n\tf(\n\t\t2,\n\t),\n}\n",
    ":4-5",
    "replace",
    "\t\t3,\n\t),",
    "lines",
    "var x = []int{\n\t1,\n\tf(\n\t\t3,\n\t),\n}\n",
  ],
  ["python", "a = 1\n", "@a = 1", "insert_after", "\nb = 2\n", "lines", "a = 1\n\nb = 2\n"],
  [
    "javascript",
    "o = {\n  k: 1,\n  l: 2 // x\n};\n",
    "@l: 2",
    "insert_after",
    "m: 3",
    "lines",
    "o = {\n  k: 1,\n  l: 2, // x\n  m: 3\n};\n",
  ],
  ["java", "enum E {\n  A,\n  B;\n}\n", "@B", "insert_after", "C", "lines", "enum E {\n  A,\n  B,\n  C;\n}\n"],
])("Lines of %s: %j at %s, %s %j", async (...row) => check(row));

test.each<Row>([
  ["c", "int a, b;\n", ":a", "delete", undefined, "item", "int b;\n"],
  ["java", "class A { int a, b; }\n", ":A.a", "delete", undefined, "item", "class A { int b; }\n"],
  ["typescript", "const { a, b } = f();\n", ":a", "delete", undefined, "item", "const { b } = f();\n"],
  ["go", "var a, b int\n", ":a", "delete", undefined, "item", "var b int\n"],
  [
    "python",
    "from m import (\n    a, b,\n    c,\n)\n",
    "@a",
    "delete",
    undefined,
    "item",
    "from m import (\n    b,\n    c,\n)\n",
  ],
  ["python", "h = 1; k = 2\n", "@h = 1", "delete", undefined, "item", "k = 2\n"],
  ["python", "h = 1; k = 2\n", ":h", "delete", undefined, "item", "k = 2\n"],
  ["typescript", "enum E { a, b, c }\n", ":E.a", "insert_after", "d", "item", "enum E { a, d, b, c }\n"],
  ["rust", "enum E { A, B }\n", ":E.A", "insert_after", "D", "item", "enum E { A, D, B }\n"],
  ["javascript", "o = { a: 1, b: 2 };\n", "@a: 1", "delete", undefined, "item", "o = { b: 2 };\n"],
  ["json", '{ "a": 1, "b": 2 }\n', ":a", "delete", undefined, "item", '{ "b": 2 }\n'],
  ["python", "f(a, b, c)\n", "@b", "delete", undefined, "item", "f(a, c)\n"],
  ["python", "def f(a, b): pass\n", "@b", "insert_after", "c=1", "item", "def f(a, b, c=1): pass\n"],
  ["python", "import a\nfrom m import x\nb()\n", "@x", "delete", undefined, "item", "import a\nb()\n"],
  ["typescript", 'import { x } from "m";\nb();\n', "@x", "delete", undefined, "item", "b();\n"],
  ["python", "import os, sys\n", "@os", "insert_before", "re", "item", "import re, os, sys\n"],
  ["typescript", "const p = 1; f();\n", "@p = 1", "insert_after", "q = 2", "item", "const p = 1, q = 2; f();\n"],
  ["javascript", "function a(){b()}function c(){d()}\n", ":a", "delete", undefined, "item", "function c(){d()}\n"],
])("Items of %s: %j at %s, %s %j", async (...row) => check(row));

test.each<Row>([
  ["python", "# colour\n", "@colour<|>", "insert_after", "s", "text", "# colours\n"],
  ["python", "# 你好世界\n", "@你好<|>世界", "insert_after", "大", "text", "# 你好大世界\n"],
  [
    "markdown",
    "| a | b |\n|---|---|\n| c | d |\n",
    "@d",
    "delete",
    undefined,
    "text",
    "| a | b |\n|---|---|\n| c |  |\n",
  ],
  ["go", "func f() {\n\ta()\n}\n", "@a()", "insert_before", "go ", "text", "func f() {\n\tgo a()\n}\n"],
  ["python", "a = 1\n", "@a = 1", "insert_after", " + 2", "text", "a = 1 + 2\n"],
  ["go", "var a = b +\n\tc*d\n", "@b +\n\tc", "replace", "e", "text", "var a = e*d\n"],
])("Text of %s: %j at %s, %s %j", async (...row) => check(row));

test.each<Row>([
  ["python", "a = 1\n", "@a = 1", "insert_after", "b = 2\r\n", "lines", "a = 1\nb = 2\n"],
  ["python", "a = 1\r\nc = 3\r\n", "@a = 1", "insert_after", "b = 2\n", "lines", "a = 1\r\nb = 2\r\nc = 3\r\n"],
  ["python", "a = 1\n", "@a = 1", "insert_after", "\n\n", "lines", "a = 1\n\n\n"],
  ["python", "a = 1\n", "@a = 1", "insert_after", "\ufeffb = 2\n", "lines", "a = 1\nb = 2\n"],
  [
    "python",
    "def f():\n    a()\n",
    "@a()",
    "insert_after",
    "if x:\n\tb()\n",
    "lines",
    "def f():\n    a()\n    if x:\n        b()\n",
  ],
  ["plaintext", "one\ntwo\n", "@one", "insert_after", "and\n", "lines", "one\nand\ntwo\n"],
  ["plaintext", "one, two\n", "@one", "replace", "three", "text", "three, two\n"],
])("Odd input in %s: %j at %s, %s %j", async (...row) => check(row));

test("A file with a syntax error elsewhere is edited, and the edit is checked around its place", async () => {
  const before = "f(a, b);\n\nlet = ;\n";
  const { text, notes } = await edit("typescript", before, "@b", "insert_after", { new_text: "c" });
  expect([text, notes ?? []]).toEqual(["f(a, b, c);\n\nlet = ;\n", []]);
  const broken = await edit("typescript", before, "@b", "insert_after", { new_text: ", (", unit: "text" });
  expect(broken.refusal).toMatch(/^edit_breaks_syntax/);
});

test("An edit of a declaration that could not be read says that it was not checked there", async () => {
  const before = "function f() {\n  let = ;\n  g(a);\n}\n";
  const { text, notes } = await edit("typescript", before, "@a", "replace", { new_text: "b" });
  expect(text).toBe("function f() {\n  let = ;\n  g(b);\n}\n");
  expect(notes?.join("\n")).toMatch(/Before the edit, line 2 could not be read, so the edit was not checked/);
});

test("An element of a list that is broken off is edited with its separator", async () => {
  expect(await edit("python", "f(a, b\nx = (1\n", "@b", "delete")).toMatchObject({
    text: expect.not.stringMatching(/,\s*,/),
  });
});

test("A given unit is taken, and an item that is none is refused", async () => {
  const given = (unit: string) => edit("python", "f(a, b)\n", "@a", "insert_after", { new_text: "c", unit });
  expect(await given("lines")).toMatchObject({ unit: "lines", text: "f(a, b)\nc\n" });
  expect(await given("text")).toMatchObject({ unit: "text", text: "f(ac, b)\n" });
  const refused = await edit("python", "x = 1 + 2\n", "@1", "delete", { unit: "item" });
  expect(refused.refusal).toMatch(/^invalid_locate: There is no item at this place/);
  const plain = await edit("plaintext", "a, b\n", "@a", "delete", { unit: "item" });
  expect(plain.refusal).toMatch(/^invalid_locate: There is no item/);
});

test("What a refused edit would have written is shown, with the unit that would do", async () => {
  const { refusal } = await edit("python", "x = f(a)\n", "@x", "insert_after", { new_text: "y = 2" });
  expect(refusal).toMatch(/^edit_breaks_syntax: Taken as text, this edit makes line 1 "xy = 2 = f\(a\)"/);
  expect(refusal).toMatch(/end new_text with a line break or write unit: "lines" \(--as lines at the shell\)/);
});

test("Lines that hold more than what is deleted are not offered", async () => {
  const { refusal } = await edit("python", "with beta: pass\n", "@beta", "delete");
  expect(refusal).toMatch(/^edit_breaks_syntax: Taken as an item of a list, this edit deletes "beta", which breaks/);
  expect(refusal).not.toContain('lines"');
});

test.each([
  ["typescript", "const row = 1;\n", ":row", "row = 2;", "`const`"],
  ["typescript", "export function f() {}\n", ":f", "function f() { g(); }", "`export`"],
  ["rust", "pub(crate) fn f() {}\n", ":f", "fn f() { g(); }", "`pub(crate)`"],
  ["java", "class A {\n  @Override\n  public void f() {}\n}\n", ":A.f", "public void f() { g(); }", "`@Override`"],
  ["python", "@cached\ndef f():\n    pass\n", ":f", "def f():\n    return 1", "`@cached`"],
])("In %s, it is said what %j at %s loses", async (language, before, at, newText, lost) => {
  const { notes } = await edit(language, before, at, "replace", { new_text: newText });
  expect(notes?.join("\n")).toContain(lost);
});

test.each<[language: string, before: string, at: string, newText: string, note: string | undefined]>([
  [
    "typescript",
    "class A {\n  get b() {\n    return 1;\n  }\n  set b(c) {}\n}\n",
    ":A.b",
    "get b() {\n  return 2;\n}",
    "all 2 declarations of `A.b`",
  ],
  [
    "typescript",
    "class A {\n  get b() {\n    return 1;\n  }\n  set b(c) {}\n}\n",
    ":A.b",
    "get b() {\n  return 2;\n}\nset b(c) {}",
    undefined,
  ],
  [
    "typescript",
    "class A {\n  get b() {\n    return 1;\n  }\n  set b(c) {}\n}\n",
    ":A.b[0]",
    "get b() {\n  return 2;\n}",
    undefined,
  ],
  [
    "typescript",
    "declare function a(b: 1): 1;\ndeclare function a(b: 2): 2;\n",
    ":a",
    "declare function a(b: 3): 3;",
    "all 2 declarations of `a`",
  ],
  ["typescript", "function a() {}\n", ":a", "function b() {}", undefined],
])(
  "A replacement of several declarations says so, unless it has as many: %s %j %s by %j",
  async (language, before, at, newText, note) => {
    const { notes = [] } = await edit(language, before, at, "replace", { new_text: newText });
    expect(notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
  },
);
