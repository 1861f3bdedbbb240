/** The one symbol that a change of text means, of several declarations of a path. */

import type { Locate } from "../../../src/locate/locate.js";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { viewOf } from "../../syntax/parsedSources.js";
import { type CheckOptions, check, fails, resolveIn } from "../check.js";

const extensions: Readonly<Record<string, string>> = {
  typescript: "ts",
  javascript: "js",
  python: "py",
  java: "java",
  rust: "rs",
  go: "go",
  c: "c",
  cpp: "cpp",
  elixir: "ex",
  kotlin: "kt",
  markdown: "md",
  css: "css",
  json: "json",
  yaml: "yaml",
};

async function inLanguage(language: string, source: string, more: CheckOptions = {}): Promise<CheckOptions> {
  const { symbols, declarationAt } = await viewOf(language, source.replace(/[┃⟦⟧]/g, ""));
  return { symbols, declarationAt, languageId: language, purpose: "write", ...more };
}

const locateIn = (language: string, path: string) => `a.${extensions[language]}:${path}`;

// One symbol: the signatures of a function, the accessors of a property.
test.each([
  [
    "typescript",
    "price",
    "⟦export function price(cents: number): string;\nexport function price(text: string): string;\n\n// All of them.\nexport function price(amount: any): string {\n  return amount;\n}⟧\nconst b = 1;\n",
  ],
  ["typescript", "Box.size", "class Box {\n  a = 1;\n  ⟦get size() { return 1; }\n\n  set size(v) { }⟧\n}\n"],
  ["typescript", "Box.of", "interface Box {\n  ⟦of(a: string): void;\n  of(a: number): void⟧;\n  b: 1;\n}\n"],
  ["javascript", "box.size", "const box = { a: 1, ⟦get size() { return 1; }, set size(v) { }⟧, b: 2 };\n"],
  ["javascript", "Box.size[1]", "class Box {\n  get size() { return 1; }\n  ⟦set size(v) { }⟧\n}\n"],
  ["javascript", "Box.get size", "class Box {\n  ⟦get size() { return 1; }⟧\n  set size(v) { }\n}\n"],
  [
    "python",
    "A.x",
    "class A:\n    ⟦@property\n    def x(self):\n        return 1\n\n    @x.setter\n    def x(self, v):\n        pass\n\n    @x.deleter\n    def x(self):\n        pass⟧\n\n    y = 1\n",
  ],
  [
    "python",
    "f",
    "from typing import overload\n\n⟦@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a):\n    return a⟧\n\nz = 1\n",
  ],
  ["rust", "Foo", "⟦struct Foo;⟧\nimpl Foo { fn new() {} }\nimpl Display for Foo {}\n"],
  ["rust", "impl Display for Foo", "struct Foo<T>;\nimpl<T> Foo<T> {}\n⟦impl<T> Display for Foo<T> {}⟧\n"],
  ["java", "A.f(int)", "class A {\n  ⟦void f(int a) { }⟧\n  void f(String a) { }\n}\n"],
  ["elixir", "M.put/2", "defmodule M do\n  def put(a), do: a\n  ⟦def put(a, b), do: a⟧\nend\n"],
])("In %s, a change of %s means all of one symbol", async (language, path, source) => {
  check(source, locateIn(language, path), await inLanguage(language, source, { as: "range" }));
});

// Several symbols: the change is refused, and each Locate that the error offers leads to its own.
const ambiguous = [
  ["java", "A.f", "class A {\n  void f(int a) { }\n  void f(String a) { }\n  int f;\n}\n", 3],
  ["java", "f", "class A {\n  void f(int a) { }\n  void f() { }\n}\nclass B { void f() { } }\n", 3],
  ["python", "A.x", "class A:\n    def x(self): pass\n    y = 1\n    def x(self, v): pass\n", 2],
  [
    "python",
    "A.x",
    "class A:\n    @property\n    def x(self): pass\n    y = 1\n    @x.setter\n    def x(self, v): pass\n",
    2,
  ],
  ["typescript", "Box.size", "class Box {\n  get size() { return 1; }\n  a = 1;\n  set size(v) { }\n}\n", 2],
  ["typescript", "Box.size", "class Box {\n  static get size() { return 1; }\n  set size(v) { }\n}\n", 2],
  ["typescript", "Box.of", "class Box {\n  static of() { }\n  of() { }\n}\n", 2],
  ["typescript", "User", "type User = string;\nconst User = 1;\n", 2],
  ["javascript", "f", "function f() { }\nfunction f() { }\n", 2],
  ["cpp", "max", "int max(int a, int b) { return a; }\ndouble max(double a, double b) { return a; }\n", 2],
  ["c", "page", "int page(void);\nint page(void) { return 1; }\n", 2],
  ["elixir", "put/2", "defmodule M do\n  def put(1, b), do: b\n  def put(a, b), do: a\nend\n", 2],
  ["go", "Close", "package p\n\nfunc (a *A) Close() {}\nfunc (b *B) Close() {}\n", 2],
  ["rust", "fmt", "struct A;\nimpl Debug for A { fn fmt() {} }\nimpl Display for A { fn fmt() {} }\n", 2],
  ["kotlin", "shout", 'fun String.shout() = ""\nfun Int.shout() = ""\n', 2],
  ["markdown", "Setup.Install", "# Setup\n\n## Install\n\na\n\n## Install\n\nb\n", 2],
  ["markdown", "`a.b: c`", "# a.b: c\n\na\n\n# a.b: c\n\nb\n", 2],
  ["css", ".btn:hover", ".btn:hover { color: red }\n\n.btn:hover { color: blue }\n", 2],
  ["json", "a.`b.c`", '{ "a": { "b.c": 1, "b.c": 2 } }\n', 2],
  ["yaml", "a.b", "a:\n  b: 1\n  b: 2\n", 2],
] as const;

test.each(ambiguous)(
  "In %s, a change of %s in %j is refused with a Locate for each",
  async (language, path, source, count) => {
    const options = await inLanguage(language, source, { as: "range" });
    const { data, message } = fails(source, locateIn(language, path), "symbol_ambiguous", options);
    const candidates = data["candidates"] as { locate: Locate; line: number }[];
    expect(candidates).toHaveLength(count);
    const inMessage = [...message.matchAll(/ (?:`` (.+?) ``|`([^`]+)`) \(line (\d+): /g)];
    expect(inMessage.map(([, quoted, plain]) => quoted ?? plain)).toEqual(
      candidates.map(({ locate }) => writeLocate(locate)),
    );
    const starts = new Set<number>();
    for (const { locate, line } of candidates) {
      for (const sent of [locate, writeLocate(locate)]) {
        const { from } = resolveIn(source, sent, { ...options, as: "point" });
        expect(source.slice(0, from).split("\n")).toHaveLength(line);
        resolveIn(source, sent, options);
        starts.add(from);
      }
    }
    expect(starts.size).toBe(count);
  },
);

// A reader still means the first one, or the one that holds the find.
test.each([
  ["java", "A.f", "class A {\n  void ┃f(int a) { }\n  void f(String b) { }\n}\n"],
  ["java", "A.f@String", "class A {\n  void f(int a) { }\n  void f(┃String b) { }\n}\n"],
  ["python", "A.x", "class A:\n    @property\n    def ┃x(self): pass\n    @x.setter\n    def x(self, v): pass\n"],
  ["markdown", "Setup", "# ┃Setup\n\n# Setup\n"],
])("In %s, a reader of %s means one of %j", async (language, path, source) => {
  check(source, locateIn(language, path), await inLanguage(language, source, { purpose: "read" }));
});

// A change of text in a symbol needs one declaration that holds it.
test("A change of text in one of several declarations means the only one that holds it", async () => {
  const source = "class A {\n  void f(int a) { x(); }\n  void f(String b) { ⟦y⟧(); x(); }\n}\n";
  const options = await inLanguage("java", source);
  check(source, "a.java:A.f@y", options);
  const { data } = fails(source.replace(/[⟦⟧]/g, ""), "a.java:A.f@x", "symbol_ambiguous", { ...options, as: "range" });
  const [, second] = data["candidates"] as { locate: Locate }[];
  check("class A {\n  void f(int a) { x(); }\n  void f(String b) { y(); ⟦x⟧(); }\n}\n", second?.locate ?? "", options);
});

test("Text that a change means occurs once, unless the Locate says which", async () => {
  const source = "class A { void f() { x(); x(); } }\n";
  const options = await inLanguage("java", source, { as: "range" });
  fails(source, "a.java:A.f@x", "text_ambiguous", options);
  resolveIn(source, { file_path: "a.java", scope: { symbol_path: ["A", "f"] }, find: "x", find_index: 0 }, options);
  resolveIn(source, "a.java:A.f@x", { ...options, purpose: "read" });
});

test("The error offers the line of a match that is alone in it, and that works when sent", async () => {
  const source = "class A {\n  void f() {\n    x(); x();\n    ⟦x⟧();\n    x();\n  }\n}\n";
  const options = await inLanguage("java", source, { as: "range" });
  const error = fails(source.replace(/[⟦⟧]/g, ""), "a.java:A.f@x", "text_ambiguous", options);
  expect(error.message).toContain("a narrower scope such as the line (`a.java:4@x`), or find_index 0 to 3.");
  check(source, "a.java:4@x", options);
  const sameLine = "class A { void f() { x(); x(); } }\n";
  const none = fails(sameLine, "a.java:A.f@x", "text_ambiguous", await inLanguage("java", sameLine, { as: "range" }));
  expect(none.message).toContain("a narrower scope, or find_index 0 to 1.");
});

// The head of the new text chooses.
test.each([
  ["java", "A.f", "void f(String text) {\n}", "class A {\n  void f(int a) { }\n  ⟦void f(String a) { }⟧\n}\n"],
  [
    "java",
    "A.f",
    "/** Doc. */\n@Override\nvoid f(int a) {\n}",
    "class A {\n  ⟦void f(int a) { }⟧\n  void f(String a) { }\n}\n",
  ],
  [
    "java",
    "A.f",
    '@Named("f(int a)")\nvoid f(String b) { }',
    "class A {\n  void f(int a) { }\n  ⟦void f(String a) { }⟧\n}\n",
  ],
  ["java", "A.f", "private int f = 2;", "class A {\n  void f(int a) { }\n  ⟦private int f = 1;⟧\n}\n"],
  ["cpp", "max", "double max(double x, double y);", "int max(int a, int b);\n⟦double max(double a, double b);⟧\n"],
  [
    "elixir",
    "M.put",
    "def put(map, key), do: key",
    "defmodule M do\n  def put(a), do: a\n  ⟦def put(a, b), do: a⟧\nend\n",
  ],
  ["go", "Close", "func (b *B) Close() error {\n}", "package p\n\nfunc (a *A) Close() {}\n⟦func (b *B) Close() {}⟧\n"],
  ["rust", "A", "impl Display for A {}", "struct A;\nimpl Debug for A {}\nimpl A {}\n⟦impl Display for A {}⟧\n"],
  ["typescript", "User", "const User = 2;", "type User = string;\n⟦const User = 1;⟧\n"],
  ["kotlin", "shout", 'fun Int.shout() = "x"', 'fun String.shout() = ""\n⟦fun Int.shout() = ""⟧\n'],
  ["typescript", "Box.of", "static of() { return 1; }", "class Box {\n  of() { }\n  ⟦static of() { }⟧\n}\n"],
])("In %s, %s replaced by %j means the declaration of that head", async (language, path, newText, source) => {
  check(source, locateIn(language, path), await inLanguage(language, source, { as: "range", newText }));
});

test.each([
  ["java", "A.f", "void f(long a) { }", "class A {\n  void f(int a) { }\n  void f(String a) { }\n}\n"],
  ["java", "A.f", "return 1;", "class A {\n  void f(int a) { }\n  void f(String a) { }\n}\n"],
  ["java", "f", "void f(int a) { }", "class A { void f(int a) { } }\nclass B { void f(int a) { } }\n"],
  ["markdown", "A", "# A\n", "# A\n\na\n\n# A\n\nb\n"],
])("In %s, %s replaced by %j in %j stays ambiguous", async (language, path, newText, source) => {
  fails(
    source,
    locateIn(language, path),
    "symbol_ambiguous",
    await inLanguage(language, source, { as: "range", newText }),
  );
});

// A rename of one declaration of a name is one of all.
test.each([
  ["c", "page", "int ┃page(void);\nint page(void) { return 1; }\n"],
  ["cpp", "Foo.run", "struct Foo { void ┃run(int n); };\nvoid Foo::run(int count) { }\n"],
  ["python", "f", "try:\n    def ┃f(): pass\nexcept E:\n    def f(): pass\n"],
  ["elixir", "put/2", "defmodule M do\n  def ┃put(1, b), do: b\n  def put(a, b), do: a\nend\n"],
  ["typescript", "price", "function ┃price(a: number): void;\nfunction price(a: any) { }\n"],
])("In %s, a rename of %s in %j means its one name", async (language, path, source) => {
  check(source, locateIn(language, path), await inLanguage(language, source));
});

test.each([
  ["java", "A.f", "class A {\n  void f(int a) { }\n  void f(String a) { }\n}\n"],
  ["cpp", "max", "int max(int a, int b);\ndouble max(double a, double b);\n"],
  ["elixir", "M.put", "defmodule M do\n  def put(a), do: a\n  def put(a, b), do: a\nend\n"],
  ["rust", "f", "#[cfg(unix)]\nfn f() {}\n#[cfg(not(unix))]\nfn f() {}\n"],
])("In %s, a rename of %s in %j is refused", async (language, path, source) => {
  fails(source, locateIn(language, path), "symbol_ambiguous", await inLanguage(language, source));
});
