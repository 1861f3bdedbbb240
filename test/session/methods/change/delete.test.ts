/** `locate/delete`: what is deleted with a symbol, and what keeps it from being deleted. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { closePairs, type Pair, pair } from "../../pair.js";

let session: Pair;
afterEach(closePairs);

interface Server {
  readonly references?: () => readonly object[];
  readonly implementation?: () => readonly object[];
}

/** Opens a session whose server knows these uses. */
async function open(files: Readonly<Record<string, string>>, { references, implementation }: Server = {}) {
  session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: { implementationProvider: true },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () => references?.() ?? [],
      "textDocument/implementation": () => implementation?.() ?? [],
    },
  });
  await session.open();
  session.reportLoaded();
}

async function remove(locate: string, params = {}) {
  const { result, error } = await session.request("locate/delete", { locate, ...params });
  return error ? { kind: error.data?.kind, message: error.message } : result;
}

/** Returns a text with the edit of an answer applied. */
function textAfter(path: string, before: string, { edit }: { edit: WorkspaceEdit }): string {
  return applyTextEdits(before, edit.changes?.[session.uri(path)] ?? [], "utf-16");
}

const at = (path: string, line: number, from = 0, to = from + 1) => ({
  uri: session.uri(path),
  range: { start: { line, character: from }, end: { line, character: to } },
});

test.each([
  [
    "a.ts",
    'import { a, b } from "m";\n\nfunction f() {\n  a();\n}\n\nb();\n',
    'import { b } from "m";\n\nb();\n',
    ["a"],
  ],
  ["a.ts", 'import d, { a } from "m";\n\nfunction f() {\n  a(d);\n}\n', "", ["d", "a"]],
  ["a.ts", 'import * as os from "os";\n\nfunction f() {\n  os.x();\n}\nlet z;\n', "let z;\n", ["os"]],
  ["a.ts", 'import { a as c } from "m";\n\nfunction f() {\n  c();\n}\nlet z;\n', "let z;\n", ["c"]],
  [
    "a.js",
    'const { a, b } = require("m");\n\nfunction f() {\n  a();\n}\nb();\n',
    'const { b } = require("m");\n\nb();\n',
    ["a"],
  ],
  [
    "a.py",
    "import os\nimport sys\nfrom m import a, b\n\n\ndef f():\n    return os.x(a)\n\n\nprint(b, sys)\n",
    "import sys\nfrom m import b\n\n\nprint(b, sys)\n",
    ["os", "a"],
  ],
  ["a.py", "import numpy as np\n\n\ndef f():\n    return np.x()\n\n\nz = 1\n", "z = 1\n", ["np"]],
  [
    "a.go",
    'package p\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() { fmt.Println() }\n\nfunc g() { os.Exit(1) }\n',
    'package p\n\nimport (\n\t"os"\n)\n\nfunc g() { os.Exit(1) }\n',
    ["fmt"],
  ],
  [
    "a.go",
    'package p\n\nimport "fmt"\n\nfunc f() { fmt.Println() }\n\nfunc g() {}\n',
    "package p\n\nfunc g() {}\n",
    ["fmt"],
  ],
  [
    "a.rs",
    "use a::b;\nuse c::{d, e};\n\nfn f() {\n    b(d());\n}\n\nfn g() {\n    e();\n}\n",
    "use c::e;\n\nfn g() {\n    e();\n}\n",
    ["b", "d"],
  ],
  [
    "A.java",
    "import a.B;\nimport a.C;\n\nclass A {\n  void f() { new B(); }\n\n  void g() { new C(); }\n}\n",
    "import a.C;\n\nclass A {\n  void g() { new C(); }\n}\n",
    ["B"],
  ],
] as const)("Imports that only it needed go with it: %s %j", async (path, before, after, imports) => {
  await open({ [path]: before });
  const answer = await remove(path.endsWith(".java") ? `${path}:A.f` : `${path}:f`);
  expect(answer.imports).toEqual(imports);
  const text = textAfter(path, before, answer);
  // Rust's list of one name may keep its braces.
  expect(text.replace("{e}", "e")).toBe(after);
});

test.each([
  ["one that others use, too", 'import { a } from "m";\nfunction f() {\n  a();\n}\na();\n'],
  ["one that nothing used before", 'import { a } from "m";\nfunction f() {\n  g();\n}\nlet z;\n'],
  ["one that is exported", 'import { a } from "m";\nfunction f() {\n  a();\n}\nexport { a };\n'],
])("An import stays: %s", async (_title, before) => {
  await open({ "a.ts": before });
  const answer = await remove("a.ts:f");
  expect(answer.imports).toBeUndefined();
  expect(textAfter("a.ts", before, answer)).toContain('import { a } from "m";');
});

test("Imports of a package's own file stay, as others may import them from there", async () => {
  const before = "from m import a\n\n\ndef f():\n    return a()\n\n\nz = 1\n";
  await open({ "p/__init__.py": before });
  expect((await remove("p/__init__.py:f")).imports).toBeUndefined();
});

test("What nothing uses is said to be so, and by whom that was found", async () => {
  await open({ "a.ts": "function f() {\n  return f();\n}\nlet z;\n" }, { references: () => [at("a.ts", 1, 9)] });
  const { uses, notes, refusal } = await remove("a.ts:f");
  expect(uses).toMatchObject({ count: 0, possible: 0, places: [] });
  expect(notes[0]).toMatch(/^Nothing refers to `f`, as .* and the text of the workspace show\.$/);
  expect(refusal).toBeUndefined();
});

describe("A symbol that is used", () => {
  const files = { "a.ts": "export function f() {}\n", "b.ts": 'import { f } from "./a";\nf();\n' };

  test("is not deleted, and its uses are named", async () => {
    await open(files, { references: () => [at("b.ts", 0, 9), at("b.ts", 1)] });
    const answer = await remove("a.ts:f", { apply: true });
    expect(answer).toMatchObject({
      applied: false,
      failureReason: 'It is used in 2 places. apply: "anyway" deletes it all the same.',
      uses: {
        count: 2,
        places: [
          { file_path: "b.ts", line: 1 },
          { file_path: "b.ts", line: 2, text: "f();" },
        ],
      },
    });
    expect(session.client.messages.some(({ method }) => method === "workspace/applyEdit")).toBe(false);
    const anyway = session.request("locate/delete", { locate: "a.ts:f", apply: "anyway" });
    const { id } = await session.client.until(({ method }) => method === "workspace/applyEdit", "the edit");
    session.fromClient({ id, result: { applied: true } });
    expect((await anyway).result).toMatchObject({ applied: true });
  });

  test("may be one that only the text shows", async () => {
    await open({ "a.ts": "export class A {\n  f() {}\n}\n", "b.ts": "export const g = (x) => x.f() + x.f();\n" });
    const { uses, refusal } = await remove("a.ts:A.f");
    expect(uses).toMatchObject({ count: 0, possible: 2 });
    expect(refusal).toBe("It is perhaps used in 2 places.");
  });

  test("may be what an interface requires", async () => {
    const text = "interface I { f(): void }\nclass A implements I {\n  f() {}\n}\n";
    await open({ "c.ts": text }, { implementation: () => [at("c.ts", 0, 14)] });
    const { uses } = await remove("c.ts:A.f");
    expect(uses).toMatchObject({ count: 1, places: [{ line: 1, what: expect.stringContaining("implements") }] });
  });
});

test.each(["a.ts@f()", "a.ts:1", "a.ts:f@return"])("%s is no symbol, and is refused", async (locate) => {
  await open({ "a.ts": "function f() { return 1; }\n" });
  expect(await remove(locate)).toMatchObject({
    kind: "invalid_locate",
    message: expect.stringContaining("delete is about a symbol"),
  });
});

describe("What is called without its name in the workspace is not called unused", () => {
  test.each([
    ["a.go", "package main\n\nfunc main() {}\n", "main", "the system calls `main`"],
    ["a_test.go", "package a\n\nfunc TestA(t *testing.T) {}\n", "TestA", "a test runner calls `TestA`"],
    ["A.java", "class A {\n  public static void main(String[] a) {}\n}\n", "A.main", "the system calls `main`"],
    ["test_a.py", "def test_a():\n    pass\n", "test_a", "a test runner calls `test_a`"],
    ["a.py", '@app.route("/")\ndef a():\n    pass\n', "a", "`@app.route` before it may call it, or pass it on"],
    ["a.ts", "class A {\n  @input() a() {}\n}\n", "A.a", "`@input` before it may call it, or pass it on"],
    ["A.java", "class A {\n  @Bean void a() {}\n}\n", "A.a", "`@Bean` before it may call it, or pass it on"],
    ["a.rs", "#[test]\nfn a() {}\n", "a", "`#[test]` before it may call it, or pass it on"],
    [
      "a.py",
      "class A:\n    b = 1\n    def __len__(self): ...\n",
      "A.__len__",
      "the language, or what comes with it, calls `__len__`",
    ],
  ])("%s: %j", async (path, text, symbol, why) => {
    await open({ [path]: text });
    const { uses, refusal, notes } = await remove(`${path}:${symbol}`);
    expect(uses).toMatchObject({ count: 0, possible: 0, why });
    expect(refusal).toBe(`Not all uses are known: ${why}.`);
    expect(notes).toContain(`Not all uses are known: ${why}.`);
  });

  test.each([
    ["a.py", "class A:\n    @property\n    def a(self): ...\n", "A.a"],
    ["A.java", "class A {\n  @Deprecated void a() {}\n}\n", "A.a"],
    ["a.py", "def test_a():\n    pass\n", "test_a"],
    ["test_a.py", "test_data = 1\n", "test_data"],
    ["a.go", "package a\n\ntype A struct{}\n\nfunc (a A) init() {}\n", "A.init"],
    ["a.rs", "#[inline]\nfn a() {}\n", "a"],
  ])("But %s: %j is", async (path, text, symbol) => {
    await open({ [path]: text });
    expect((await remove(`${path}:${symbol}`)).refusal).toBeUndefined();
  });
});
