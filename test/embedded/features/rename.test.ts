import type { TextEdit } from "vscode-languageserver-protocol";
import { Document } from "../../../src/text/document.js";
import { rangeToOffsets } from "../../../src/text/position.js";
import { draw, openDrawing, withoutMarks } from "../drawing.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

function asks(path: string, drawn: string, newName: string, options: PairOptions = {}) {
  return asksIn({ [path]: drawn }, newName, options);
}

/** Renames the name at `┃`. */
async function asksIn(drawn: Readonly<Record<string, string>>, newName: string, options: PairOptions = {}) {
  const asked = await openDrawing(drawn, options);
  session = asked.session;
  const [path = ""] = Object.entries(drawn).find(([, text]) => text.includes("┃")) ?? [];
  const params = { textDocument: { uri: session.uri(path) }, position: asked.position, newName };
  return session.ask("textDocument/rename", params);
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const document = Document.of(text);
  const stretches = edits.map(({ range, newText }) => ({ ...rangeToOffsets(document, range, "utf-16"), newText }));
  return stretches
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), text);
}

/** Checks the text that results from renaming the name at `┃` to `newName`. */
async function renames(path: string, drawn: string, newName: string, after: string) {
  const { documentChanges } = await asks(path, drawn, newName);
  expect(applied(withoutMarks(drawn), documentChanges[0].edits)).toBe(after);
}

async function refuses(path: string, drawn: string, newName: string, message: RegExp) {
  await expect(asks(path, drawn, newName)).rejects.toMatchObject({
    code: -32803,
    message: expect.stringMatching(message),
  });
}

describe("names that no other file can use", () => {
  test.each([
    ["a.py", "def f():\n    x = 1\n    return ┃x + x.x\n", "y", "def f():\n    y = 1\n    return y + y.x\n"],
    [
      "a.ts",
      "class A { #┃x = 1; y = 2; f() { return this.#x; } }",
      "y",
      "class A { #y = 1; y = 2; f() { return this.#y; } }",
    ],
    ["a.ts", "class A { ┃#x = 1; f() { return this.#x; } }", "#y", "class A { #y = 1; f() { return this.#y; } }"],
    ["a.ts", "function f(é) {\r  /* 💣 */ return ┃é;\r}\r", "y", "function f(y) {\r  /* 💣 */ return y;\r}\r"],
    ["a.ts", "const x = 1;\nuse({ ┃x });\nexport {};\n", "y", "const y = 1;\nuse({ x: y });\nexport {};\n"],
    ["a.ts", "function f({ x }) { return ┃x; }\n", "y", "function f({ x: y }) { return y; }\n"],
    ["a.ts", 'import { x } from "./b";\n┃x();\n', "y", 'import { x as y } from "./b";\ny();\n'],
    [
      "a.php",
      "<?php\nfunction f() {\n  $x = 1;\n  return $┃x;\n}\n",
      "y",
      "<?php\nfunction f() {\n  $y = 1;\n  return $y;\n}\n",
    ],
    [
      "a.php",
      "<?php\nfunction f() {\n  $x = 1;\n  return ┃$x;\n}\n",
      "$y",
      "<?php\nfunction f() {\n  $y = 1;\n  return $y;\n}\n",
    ],
    [
      "a.lua",
      "local function f()\n  local x = 1\n  return ┃x\nend\n",
      "y",
      "local function f()\n  local y = 1\n  return y\nend\n",
    ],
    [
      "a.rs",
      "fn f() -> S {\n    let ┃x = 1;\n    S { x }\n}\n",
      "y",
      "fn f() -> S {\n    let y = 1;\n    S { x: y }\n}\n",
    ],
    [
      "a.js",
      "function f() {\n  let $x = 1;\n  return ┃$x;\n}\n",
      "y",
      "function f() {\n  let y = 1;\n  return y;\n}\n",
    ],
    ["a.c", "int f(void) {\n  int x = 1;\n  return ┃x;\n}\n", "y", "int f(void) {\n  int y = 1;\n  return y;\n}\n"],
    [
      "a.go",
      "package p\n\nfunc f() int {\n\tx := 1\n\treturn ┃x\n}\n",
      "y",
      "package p\n\nfunc f() int {\n\ty := 1\n\treturn y\n}\n",
    ],
  ])("In %s the name in %j is renamed to %s", renames);
  test("The edit has the version for clients with documentChanges", async () => {
    const { documentChanges } = await asks("a.ts", "function f(┃x) {}", "y");
    expect(documentChanges).toEqual([
      {
        textDocument: { uri: session?.uri("a.ts"), version: 2 },
        edits: [{ range: { start: { line: 0, character: 11 }, end: { line: 0, character: 12 } }, newText: "y" }],
      },
    ]);
  });
  test("The edit has no version for other clients", async () => {
    const answer = await asks("a.ts", "function f(┃x) {}", "y", { capabilities: {} });
    expect(answer.changes[session?.uri("a.ts") ?? ""]).toHaveLength(1);
  });
  test("The same name gives no edit", async () => {
    expect(await asks("a.ts", "function f(┃x) {}", "x")).toBeNull();
  });
});

describe("names that other files use", () => {
  /** Checks that a rename of `old` to `now` at `┃` changes each `⟦old⟧`, and no other. */
  async function renamesAll(drawn: Readonly<Record<string, string>>) {
    const files = Object.fromEntries(Object.entries(drawn).map(([path, text]) => [path, text.replace(/[⟦⟧]/g, "")]));
    const answer = await asksIn(files, "now");
    const after = Object.entries(files).map(([path, text]) => {
      const own = answer.documentChanges.filter(
        ({ textDocument }: { textDocument: { uri: string } }) => textDocument.uri === session?.uri(path),
      );
      return [
        path,
        applied(
          withoutMarks(text),
          own.flatMap(({ edits }: { edits: readonly TextEdit[] }) => edits),
        ),
      ];
    });
    const expected = Object.entries(drawn).map(([path, text]) => [
      path,
      withoutMarks(text.replaceAll("⟦┃old⟧", "now").replaceAll("⟦old⟧", "now")),
    ]);
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
  }

  /** Names that are two things at once: a field and a type, an argument, a variable. */
  const inTwoRoles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "Go's embedded field": {
      "go.mod": "module example.org/m\n",
      "a.go": "package m\n\ntype ⟦old⟧ struct{ x int }\n",
      "b.go": "package m\n\ntype T struct {\n\t*⟦old⟧\n}\n\nvar t T\n\nvar x = t.⟦old⟧.x\n",
    },
    "Python's dataclass": {
      "a.py": "from dataclasses import dataclass\n@dataclass\nclass A:\n    ⟦old⟧: int\nA(⟦old⟧=1).⟦old⟧\n",
    },
    "Python's argument": { "a.py": "def f(⟦old⟧):\n    return ⟦old⟧\nf(⟦old⟧=1)\n" },
    "TypeScript's parameter property": {
      "a.ts": "export class A { constructor(private ⟦old⟧: number) { ⟦old⟧; } f() { return this.⟦old⟧; } }\n",
    },
    "Kotlin's constructor": { "A.kt": "class A(val ⟦old⟧: Int) { fun f() = ⟦old⟧ }\nfun g() = A(⟦old⟧ = 1).⟦old⟧\n" },
    "Scala's case class": { "A.scala": "case class A(⟦old⟧: Int)\nobject B { def g = A(⟦old⟧ = 1).⟦old⟧ }\n" },
    "C#'s record": { "A.cs": "record A(int ⟦old⟧);\nclass B { A G(A a) => a with { ⟦old⟧ = a.⟦old⟧ }; }\n" },
    "Java's record": { "A.java": "record A(int ⟦old⟧) { int f() { return ⟦old⟧ + ⟦old⟧(); } }\n" },
    "PHP's promoted parameter": {
      "a.php":
        "<?php\nclass A {\n  function __construct(private int $⟦old⟧) {}\n  function f() { return $this->⟦old⟧; }\n}\nnew A(⟦old⟧: 1);\n",
    },
    "Ruby's accessor": {
      "a.rb": "class A\n  attr_accessor :⟦old⟧\n  def f\n    @⟦old⟧ = 1\n  end\nend\nA.new.⟦old⟧\n",
    },
    "Swift's memberwise initializer": { "a.swift": "struct A {\n  let ⟦old⟧: Int\n}\nlet a = A(⟦old⟧: 1).⟦old⟧\n" },
    "Dart's formal": {
      "a.dart": "class A {\n  final int ⟦old⟧;\n  A({this.⟦old⟧ = 0});\n}\nfinal a = A(⟦old⟧: 1).⟦old⟧;\n",
    },
    "C's designated initializer": { "a.c": "struct A { int ⟦old⟧; };\nstruct A a = { .⟦old⟧ = 1 };\n" },
    "Gleam's label": { "a.gleam": "pub type A {\n  A(⟦old⟧: Int)\n}\npub fn f(a: A) {\n  A(⟦old⟧: a.⟦old⟧)\n}\n" },
    "Zig's field": { "a.zig": "const S = struct { ⟦old⟧: u8 };\nconst s = S{ .⟦old⟧ = 1 };\nconst x = s.⟦old⟧;\n" },
  };
  test.each(Object.entries(inTwoRoles))(
    "%s is renamed with all that has its name, or refused",
    async (_what, files) => {
      for (const [path, text] of Object.entries(files))
        for (const { index } of text.matchAll(/⟦old⟧/g)) {
          const drawn = { ...files, [path]: `${text.slice(0, index + 1)}┃${text.slice(index + 1)}` };
          const refused = await renamesAll(drawn).catch((error: unknown) => error);
          if (refused !== undefined) expect(refused).toMatchObject({ code: -32803 });
          session?.close();
        }
    },
  );

  test.each<[string, Readonly<Record<string, string>>]>([
    [
      "a function of Python, through imports and modules",
      {
        "a.py": "def ⟦┃old⟧():\n    return ⟦old⟧  # old\n",
        "b.py": 'from a import ⟦old⟧\nimport a\n⟦old⟧(a.⟦old⟧, "old")\n\n\ndef f(old):\n    return old\n',
        "c.py": "def g():\n    old = 1\n    return old\n",
      },
    ],
    [
      "a function of TypeScript, from a use of it",
      {
        "a.ts": "export function ⟦old⟧() {}\n",
        "b.ts": 'import { ⟦old⟧ } from "./a";\n⟦┃old⟧();\nexport const x = { now1: ⟦old⟧, old: 1 };\n',
        "c.ts": 'import { ⟦old⟧ as other } from "./a";\nother();\n',
        "d.ts": "const f = (old: number) => old;\n",
      },
    ],
    [
      "a function of Go that each system has",
      {
        "go.mod": "module example.org/m\n",
        "a_linux.go": "package m\n\nfunc ⟦┃old⟧() {}\n",
        "a_windows.go": "package m\n\nfunc ⟦old⟧() {}\n",
        "b.go": "package m\n\nfunc f() { ⟦old⟧() }\n",
      },
    ],
    [
      "a function of Kotlin that each platform has",
      {
        "common/a.kt": "package p\n\nexpect fun ⟦┃old⟧(): Int\n\nfun f() = ⟦old⟧()\n",
        "jvm/a.kt": "package p\n\nactual fun ⟦old⟧(): Int = 1\n",
        "js/a.kt": "package p\n\ninternal actual inline fun ⟦old⟧(): Int = 2\n",
      },
    ],
    [
      "a type of Kotlin that a platform has, from there",
      {
        "common/a.kt": "package p\n\nexpect class ⟦old⟧() {\n  fun run()\n}\n\nfun f(a: ⟦old⟧) = a.run()\n",
        "jvm/a.kt": "package p\n\nactual class ⟦┃old⟧ actual constructor() {\n  actual fun run() {}\n}\n",
      },
    ],
    [
      "a member of a type of Kotlin that each platform has",
      {
        "common/a.kt": "package p\n\nexpect class A() {\n  fun ⟦┃old⟧()\n}\n\nfun f(a: A) = a.⟦old⟧()\n",
        "jvm/a.kt":
          "package p\n\nactual class A actual constructor() {\n  actual fun ⟦old⟧() {}\n  fun g() = ⟦old⟧()\n}\n",
      },
    ],
    [
      "a function of C in both branches of a condition",
      {
        "a.c":
          "#ifdef A\nint ⟦┃old⟧(void) { return 1; }\n#else\nint ⟦old⟧(void) { return 2; }\n#endif\nint f(void) { return ⟦old⟧(); }\n",
      },
    ],
    [
      "a method, beside one of its new name with other parameters",
      { "A.java": "class A { int ⟦┃old⟧(int a) { return now() + ⟦old⟧(a); }\n int now() { return 1; } }\n" },
    ],
    [
      "a function, beside a type of its new name",
      { "a.ts": "interface now {}\nfunction ⟦┃old⟧(x: now) { ⟦old⟧(x); }\n" },
    ],
    [
      "a function of Go, in its package and with it as a qualifier",
      {
        "go.mod": "module example.org/m\n",
        "lib/a.go": "package lib\n\nfunc ⟦┃old⟧() {}\n",
        "lib/b.go": "package lib\n\nfunc b() { ⟦old⟧() }\n",
      },
    ],
    [
      "what modules of Python list, if they have it",
      {
        "p/__init__.py": 'from .a import ⟦old⟧\n__all__ = ["⟦old⟧"]\n',
        "p/a.py": '__all__ = [\n    "⟦old⟧",\n]\ndef ⟦┃old⟧(): ...\nnames = ["old"]\n',
        "q.py": '__all__ = ["old"]\n',
      },
    ],
    [
      "a method of Python and its override",
      {
        "a.py": "class A:\n    def ⟦┃old⟧(self): ...\nclass B(A):\n    def ⟦old⟧(self):\n        super().⟦old⟧()\n",
        "b.py": "from a import A, B\ndef f(a: A):\n    return a.⟦old⟧(), B().⟦old⟧()\n",
      },
    ],
    [
      "a method of an interface of TypeScript, from what implements it",
      {
        "a.ts": "export interface I { ⟦old⟧(): void }\nexport class A implements I { ⟦┃old⟧() {} }\n",
        "b.ts":
          'import { A, type I } from "./a";\nclass B extends A { ⟦old⟧() { super.⟦old⟧(); } }\nexport const f = (i: I, b: B) => [i.⟦old⟧(), b.⟦old⟧()];\n',
      },
    ],
    [
      "what two types that a third one extends declare",
      {
        "A.java": "interface A { void ⟦┃old⟧(); }\n",
        "B.java": "class B { public void ⟦old⟧() {} }\n",
        "C.java": "class C extends B implements A { void f() { ⟦old⟧(); } }\n",
      },
    ],
    [
      "a method of an interface of Go, with the types that satisfy it",
      {
        "go.mod": "module example.org/m\n",
        "a.go": "package m\n\ntype I interface{ ⟦old⟧() }\ntype S struct{}\n\nfunc (S) ⟦┃old⟧() {}\n",
        "b.go": "package m\n\nfunc b(i I, s S) { i.⟦old⟧(); s.⟦old⟧() }\n",
      },
    ],
    [
      "a method of a trait of Rust",
      {
        "src/lib.rs":
          "trait T { fn ⟦┃old⟧(&self); }\nstruct S;\nimpl T for S { fn ⟦old⟧(&self) {} }\nfn f(t: &dyn T, s: S) { t.⟦old⟧(); s.⟦old⟧(); T::⟦old⟧(&s); }\n",
      },
    ],
    [
      "a virtual function of C++, with its definition elsewhere",
      {
        "a.h": "struct A { virtual int ⟦old⟧(); };\nstruct B : A { int ⟦┃old⟧() override; };\n",
        "a.cc": '#include "a.h"\nint A::⟦old⟧() { return 0; }\nint B::⟦old⟧() { return A::⟦old⟧(); }\n',
      },
    ],
    [
      "a method of Kotlin that does not override, of a class that extends a library's",
      {
        "A.kt": "open class A(c: Context) : View(c) { open fun ⟦┃old⟧() {} }\n",
        "B.kt": "class B(c: Context) : A(c) { override fun ⟦old⟧() {} }\nfun f(b: B) = b.⟦old⟧()\n",
      },
    ],
    [
      "a private method of Java in a class that extends a library's",
      { "A.java": 'class A extends View { @X("public") private void ⟦┃old⟧() {} void f() { ⟦old⟧(); } }\n' },
    ],
    [
      "a field of Java in a class that extends a library's",
      {
        "A.java": "class A extends View { protected int ⟦┃old⟧; }\n",
        "B.java": "class B extends A { int f() { return this.⟦old⟧; } }\n",
      },
    ],
    [
      "a static method of Java in a class that extends a library's",
      { "A.java": "class A extends View { static void ⟦┃old⟧() {} }\nclass B { void f() { A.⟦old⟧(); } }\n" },
    ],
    [
      "a private method of C# in a class that extends a library's",
      { "A.cs": "class A : View { private void ⟦┃old⟧() {} void F() { ⟦old⟧(); } }\n" },
    ],
    [
      "a private method of TypeScript in a class that extends a library's",
      {
        "a.ts":
          'import { View } from "view";\nexport class A extends View { private ⟦┃old⟧() {} f() { this.⟦old⟧(); } }\n',
      },
    ],
    [
      "a private method of PHP in a class that extends a library's",
      { "a.php": "<?php\nclass A extends View { private function ⟦┃old⟧() {} function f() { $this->⟦old⟧(); } }\n" },
    ],
    [
      "a data member of C++ in a class that extends a library's",
      { "a.h": "struct A : View { int ⟦┃old⟧; int f() { return this->⟦old⟧; } };\n" },
    ],
    [
      "a method of PHP, beside a variable of the new name",
      {
        "a.php":
          "<?php\nclass A {\n  private static function ⟦┃old⟧($x) { $now = $x->now; return $now; }\n  function f() { $now = static::⟦old⟧(1); }\n}\n",
      },
    ],
    [
      "a method of Python, beside a parameter of the new name",
      { "a.py": "class A:\n    def ⟦┃old⟧(self, now): ...\n    def f(self, now):\n        self.⟦old⟧(now)\n" },
    ],
    [
      "a method of Java that is called through a receiver, beside a local of the new name",
      { "A.java": "class A { void ⟦┃old⟧() {} void f() { int now = 1; this.⟦old⟧(); } }\n" },
    ],
    [
      "a type of Go, with the fields that embed it",
      {
        "go.mod": "module example.org/m\n",
        "lib/a.go": "package lib\n\ntype ⟦┃old⟧ struct{ X int }\n\ntype U struct{ *⟦old⟧ }\n",
        "lib/b.go":
          "package lib\n\ntype T struct {\n\t⟦old⟧\n}\n\nfunc f(t T, u U) int { return t.⟦old⟧.X + u.⟦old⟧.X }\n",
        "lib/c.go":
          'package lib\n\nimport "example.com/other"\n\nvar c = T{⟦old⟧: ⟦old⟧{}}\n\nvar d = struct{ old int }{}.old\n\nvar e other.old\n',
      },
    ],
    [
      "an embedded field of Go, with its type in another package",
      {
        "go.mod": "module example.org/m\n",
        "lib/a.go": "package lib\n\ntype ⟦old⟧ struct{ X int }\n",
        "b.go":
          'package m\n\nimport "example.org/m/lib"\n\ntype T struct {\n\tlib.⟦old⟧\n}\n\nfunc f(t T) int { return t.⟦┃old⟧.X }\n',
      },
    ],
    [
      "a field of a dataclass of Python, with the arguments that name it",
      {
        "a.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    ⟦┃old⟧: int\n\n\nA(⟦old⟧=1).⟦old⟧\n",
        "b.py": "from a import A\n\nA(⟦old⟧=2)\n",
      },
    ],
    [
      "a component of a record of Java, with its accessor",
      {
        "A.java": "record A(int ⟦┃old⟧) {\n  int f() { return ⟦old⟧ + ⟦old⟧(); }\n}\n",
        "B.java": "class B { int g(A a) { return a.⟦old⟧(); } }\n",
      },
    ],
    [
      "a property of Kotlin's constructor, which an argument names",
      { "A.kt": "class A(val ⟦┃old⟧: Int) {\n    fun f() = ⟦old⟧\n}\n\nfun g() = A(⟦old⟧ = 1).⟦old⟧\n" },
    ],
    [
      "a function of C with its prototype, also in the bodies of macros",
      {
        "a.h": "int ⟦old⟧(int a);\n#define CALL(x) ⟦old⟧(x) + x.old\n#define OTHER(old) old\n",
        "a.c": '#include "a.h"\nint ⟦┃old⟧(int a) { return a; }\n',
        "b.c": '#include "a.h"\nint (*f)(int) = ⟦old⟧;\nint g(void) { return ⟦old⟧(1); }\n',
      },
    ],
    [
      "a constant of an enum of C",
      {
        "a.h": "enum e { ⟦┃old⟧, two };\n",
        "b.c":
          '#include "a.h"\nint f(int a) {\n  switch (a) {\n  case ⟦old⟧:\n    return ⟦old⟧;\n  }\n  return two;\n}\n',
      },
    ],
    [
      "a class in types that are strings, but not in Literal",
      {
        "a.py":
          "import typing as t\n\nclass ⟦┃old⟧:\n    def f(self) -> '⟦old⟧': ...\n\ndef g(a: \"⟦old⟧ | None\", b: list['⟦old⟧'], c: t.Optional['⟦old⟧'], d: Literal['old']): ...\n",
        "b.py": "from a import ⟦old⟧\n\nx: 'dict[str, ⟦old⟧]' = {'old': 1}\n",
      },
    ],
    [
      "a method of a type that is a string",
      {
        "a.py": "class A:\n    def ⟦┃old⟧(self): ...\n\ndef f(a: 'A', b: 'None | A'):\n    a.⟦old⟧()\n    b.⟦old⟧()\n",
      },
    ],
    [
      "a method that only its own class calls",
      { "a.py": "class A:\n    def ⟦┃old⟧(self): ...\n    def f(self):\n        self.⟦old⟧()\n" },
    ],
  ])("%s", (_what, files) => renamesAll(files));

  test("What a variable takes from an imported module is renamed, and the variable stays", async () => {
    const before =
      'import("./a.js").then((m) => m.old());\nimport("./a.js").then(({ old }) => old());\nasync function f() { const { old } = await import("./a.js"); old(); }\n';
    const files = { "b.js": before, "a.js": "export function ┃old() {}\n" };
    const { documentChanges } = await asksIn(files, "now");
    const change = documentChanges.find(({ textDocument }: { textDocument: { uri: string } }) =>
      textDocument.uri.endsWith("b.js"),
    );
    expect(applied(before, change.edits)).toBe(
      'import("./a.js").then((m) => m.now());\nimport("./a.js").then(({ now }) => now());\nasync function f() { const { now: old } = await import("./a.js"); old(); }\n',
    );
  });

  test("A field of Rust is renamed where it has the name of a variable, which stays", async () => {
    const before =
      "struct S { ┃old: u8 }\nfn f(old: u8) -> S { S { old } }\nfn g(S { old }: S) -> u8 { old }\nfn h(s: S) -> u8 { s.old }\n";
    const { documentChanges } = await asksIn({ "src/lib.rs": before }, "now");
    expect(applied(withoutMarks(before), documentChanges[0].edits)).toBe(
      "struct S { now: u8 }\nfn f(old: u8) -> S { S { now: old } }\nfn g(S { now: old }: S) -> u8 { old }\nfn h(s: S) -> u8 { s.now }\n",
    );
  });

  test("A struct is renamed where an import of Rust's edition of 2015 begins at the crate's root", async () => {
    const files = {
      "Cargo.toml": '[package]\nname = "find"\n',
      "src/main.rs": "mod exec;\nmod walk;\nfn main() {}\n",
      "src/exec.rs": "pub struct ┃Command;\n",
      "src/walk.rs": "use exec::Command;\nfn f(c: Command) {}\n",
    };
    const { documentChanges } = await asksIn(files, "Task");
    const [own, other] = documentChanges.map(({ edits }: { edits: TextEdit[] }) => edits);
    expect(applied(withoutMarks(files["src/exec.rs"]), own)).toBe("pub struct Task;\n");
    expect(applied(files["src/walk.rs"], other)).toBe("use exec::Task;\nfn f(c: Task) {}\n");
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      "it is an embedded field whose type is a library's",
      {
        "go.mod": "module example.org/m\n",
        "a.go": 'package m\n\nimport "sync"\n\ntype T struct{ sync.Mutex }\n\nfunc f(t T) { t.┃Mutex.Lock() }\n',
      },
      "`Mutex` is an embedded field, which has the name of its type, and no file of the workspace declares that type.",
    ],
    [
      "a value of an unknown type may embed its type",
      {
        "go.mod": "module example.org/m\n",
        "a.go":
          "package m\n\ntype ┃Old struct{ x int }\n\ntype T struct{ Old }\n\nfunc f() int { return other().Old.x }\n",
      },
      "Syntax can't tell whether 1 place may mean `Old`: a.go:7. Nothing was changed.",
    ],
    [
      "it is a local type that a local type embeds",
      {
        "go.mod": "module example.org/m\n",
        "a.go":
          "package m\n\nfunc f() int {\n\ttype ┃Old struct{ x int }\n\ttype T struct{ Old }\n\tvar t T\n\treturn t.Old.x\n}\n",
      },
      "`Old` is local, but not all places that mean it are certain.",
    ],
    [
      "an object of an unknown type has a property of the name",
      {
        "a.ts":
          "interface I { ┃old: number }\nfunction f({ old }: I) { return old; }\nfunction g(old: number): I { return { old }; }\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.ts:2.",
    ],
    [
      "an accessor of Ruby is for a field of its name",
      { "a.rb": "class A\n  attr_accessor :┃old\n  def f\n    @old = 1\n  end\nend\nA.new.old\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.rb:4.",
    ],
    [
      "a designated initializer of C of an unknown type names it",
      { "a.c": "struct A { int ┃old; };\nT a = { .old = 1 };\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.c:2.",
    ],
    [
      "two files declare it",
      { "a.py": "def ┃old(): ...\n", "b.py": "def old(): ...\n" },
      "`old` is declared 2 times (a.py:1, b.py:1), and syntax can't tell which one a use means.",
    ],
    [
      "a receiver may be of any type",
      { "a.py": "class A:\n    def ┃old(self): ...\n", "b.py": "def f(x):\n    return x.old()\n" },
      "Syntax can't tell whether 1 place may mean `old`: b.py:2. Nothing was changed.",
    ],
    [
      "a mixin of its type has it through its object",
      { "a.py": "class M:\n    def go(self):\n        self.old()\nclass A(M):\n    def ┃old(self): ...\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.py:3. Nothing was changed.",
    ],
    [
      "a mixin beside its type has it through its object",
      {
        "a.py":
          "class M:\n    def go(self):\n        self.old()\nclass A:\n    def ┃old(self): ...\nclass B(M, A): ...\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.py:3. Nothing was changed.",
    ],
    [
      "a trait of its type has it through its object",
      { "a.php": "<?php\ntrait T { function go() { $this->old(); } }\nclass A { use T; function ┃old() {} }\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.php:2. Nothing was changed.",
    ],
    [
      "its superclass has it through its object",
      { "a.js": "class A {\n  go() { this.old(); }\n}\nclass B extends A {\n  ┃old() {}\n}\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.js:2. Nothing was changed.",
    ],
    [
      "a condition says that an object is of its type",
      {
        "a.ts":
          "class A {}\nclass B extends A { ┃old() {} }\nfunction f(x: A) {\n  if (x instanceof B) x.old();\n}\nfunction g(x: A) {\n  if (isB(x)) x.old();\n}\n",
      },
      "Syntax can't tell whether 2 places may mean `old`: a.ts:4, a.ts:7. Nothing was changed.",
    ],
    [
      "a condition says that an object of another type is of its type",
      {
        "a.py":
          "class A: ...\nclass B:\n    def ┃old(self): ...\ndef f(x: A):\n    if isinstance(x, B):\n        x.old()\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.py:6. Nothing was changed.",
    ],
    [
      "a line that the grammar can't read may mean it",
      { "a.kt": "class ┃Old\n", "b.kt": "fun f(g: Make.(Int) -> Old) {}\nfun h(g: Made.Of.(Int) -> Old) {}\n" },
      "Syntax can't tell whether 1 place may mean `Old`: b.kt:2. Nothing was changed.",
    ],
    [
      "a line that the grammar can't read may mean a local name",
      {
        "a.swift":
          "func f(a: Int) {\n  let ┃old = 1\n  #if DEBUG\n  g(\n  #else\n  h(old,\n  #endif\n    1)\n}\nfunc k() {\n  #if DEBUG\n  g(\n  #else\n  h(old,\n  #endif\n    1)\n}\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.swift:6. Nothing was changed.",
    ],
    [
      "another package uses it, and could not use the new name",
      {
        "go.mod": "module example.org/m\n",
        "a/a.go": "package a\n\nfunc ┃Old() {}\n",
        "b/b.go": 'package b\n\nimport "example.org/m/a"\n\nvar x = a.Old\n',
      },
      "`now` in line 5 of b.go would be of another package. Choose another name.",
    ],
    [
      "a test of its folder, which is another package, uses it",
      {
        "go.mod": "module example.org/m\n",
        "a/a.go": "package a\n\nfunc ┃Old() {}\n",
        "a/a_test.go": 'package a_test\n\nimport "example.org/m/a"\n\nvar x = a.Old\n',
      },
      "`now` in line 5 of a_test.go would be of another package. Choose another name.",
    ],
    [
      "the case of a type switch says what type a value has",
      {
        "go.mod": "module example.org/m\n",
        "a.go":
          "package m\n\ntype A struct{}\n\nfunc (a A) ┃old() {}\n\nfunc f(x any) {\n\tswitch v := x.(type) {\n\tcase A:\n\t\tv.old()\n\t}\n}\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.go:10. Nothing was changed.",
    ],
    [
      "an object may be of any type in Python",
      {
        "a.py":
          "class A:\n    def ┃old(self): ...\ndef f(x: object):\n    x.old()\ndef g(x: Any):\n    x.old()\ndef h(x: 'Any'):\n    x.old()\n",
      },
      "Syntax can't tell whether 3 places may mean `old`: a.py:4, a.py:6, a.py:8. Nothing was changed.",
    ],
    [
      "an object may be of any type in TypeScript",
      {
        "a.ts":
          "class A { ┃old() {} }\nfunction f(x: any) { x.old(); }\nfunction g(x: unknown) {\n  (x as any).old();\n}\n",
      },
      "Syntax can't tell whether 2 places may mean `old`: a.ts:2, a.ts:4. Nothing was changed.",
    ],
    [
      "an object may be of any type in C#",
      { "a.cs": "class A { public void ┃Old() {} }\nclass B {\n  void F(dynamic x) {\n    x.Old();\n  }\n}\n" },
      "Syntax can't tell whether 1 place may mean `Old`: a.cs:4. Nothing was changed.",
    ],
    [
      "an object may be of any type in PHP",
      { "a.php": "<?php\nclass A { function ┃old() {} }\nfunction f(mixed $x) { $x->old(); }\n" },
      "Syntax can't tell whether 1 place may mean `old`: a.php:3. Nothing was changed.",
    ],
    [
      "a type of a receiver answers for any name by __getattr__",
      {
        "a.py":
          "class A:\n    def ┃old(self): ...\nclass P:\n    def __getattr__(self, name): ...\nclass Q(P): ...\ndef f(q: Q):\n    q.old()\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.py:7. Nothing was changed.",
    ],
    [
      "a type of a receiver answers for any name by __call",
      {
        "a.php":
          "<?php\nclass A { function ┃old() {} }\nclass P { function __call($name, $all) {} }\nfunction f(P $p) { $p->old(); }\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.php:4. Nothing was changed.",
    ],
    [
      "a type of a receiver answers for any name by method_missing",
      {
        "a.rb": "class A\n  def ┃old; end\nend\nclass P\n  def method_missing(name); end\nend\nP.new.old\n",
      },
      "Syntax can't tell whether 1 place may mean `old`: a.rb:7. Nothing was changed.",
    ],
    [
      "another file has the new name where it is used",
      { "a.py": "def ┃old(): ...\n", "b.py": "from a import old\nnow = old()\n" },
      "`now` in line 2 of b.py means something else already.",
    ],
    [
      "a type outside of the hierarchy declares it, too",
      {
        "a.py": "class A:\n    def ┃old(self): ...\nclass B(A):\n    def old(self): ...\n",
        "b.py": "class C:\n    def old(self): ...\n",
      },
      "`old` is declared 3 times (a.py:2, a.py:4, b.py:2)",
    ],
    [
      "its class extends what the workspace does not declare",
      { "a.py": "from threading import Thread\nclass A(Thread):\n    def ┃old(self): ...\n" },
      "The name has to stay: the workspace does not declare all that `A` extends, and a library may call `old`.",
    ],
    [
      "it overrides, in Kotlin, what the workspace does not declare",
      { "A.kt": "open class A : View() { override fun ┃old() {} }\n" },
      "The name has to stay: the workspace does not declare all that `A` extends, and a library may call `old`.",
    ],
    [
      "a local has the new name where a member is used without a receiver",
      { "A.java": "class A { int ┃old; int f(int now) { return old; } }\n" },
      "`now` in line 1 means something else already.",
    ],
    [
      "an overload of a private method is public",
      { "A.java": "class A extends View { private void ┃old(int x) {} public void old() {} }\n" },
      "The name has to stay: the workspace does not declare all that `A` extends, and a library may call `old`.",
    ],
    [
      "its block implements a trait that the workspace does not declare",
      { "src/lib.rs": "struct S;\nimpl lib::T for S { fn ┃old(&self) {} }\n" },
      "The name has to stay: the workspace does not declare all that `S` extends, and a library may call `old`.",
    ],
    [
      "the language calls it",
      { "a.py": "class A:\n    def __┃enter__(self): ...\n" },
      "The name has to stay: the language, or what comes with it, calls `__enter__`.",
    ],
    [
      "the system calls it",
      { "a.rs": "fn ┃main() {}\n" },
      "The name has to stay: the system calls `main` by that name.",
    ],
    [
      "the system calls it, in Go",
      { "go.mod": "module example.org/m\n", "a.go": "package main\n\nfunc ┃main() {}\n" },
      "The name has to stay: the system calls `main` by that name.",
    ],
    [
      "a test runner calls it",
      { "go.mod": "module example.org/m\n", "a_test.go": "package m\n\nfunc ┃TestOld() {}\n" },
      "The name has to stay: a test runner calls `TestOld` by that name.",
    ],
    [
      "an interface of the library may require it",
      { "go.mod": "module example.org/m\n", "a.go": "package m\n\ntype S struct{}\n\nfunc (S) ┃Close() {}\n" },
      "The name has to stay: an interface of the library may require `Close`.",
    ],
    [
      "a class below its own has the new name",
      { "a.py": "class A:\n    def ┃old(self): ...\nclass B(A):\n    def now(self): ...\n" },
      "`B` has `now` already. Choose another name.",
    ],
    [
      "its class has the new name, and it is private",
      { "A.java": "class A { private int ┃old() { return 1; }\n int now() { return 2; } }\n" },
      "`A` has `now` already. Choose another name.",
    ],
    [
      "its type of Go has the new name",
      { "go.mod": "module example.org/m\n", "a.go": "package m\n\ntype S struct{ now int }\n\nfunc (S) ┃old() {}\n" },
      "`S` has `now` already. Choose another name.",
    ],
    [
      "another file of its package has the new name",
      {
        "go.mod": "module example.org/m\n",
        "a.go": "package m\n\nfunc ┃old() {}\n",
        "b.go": "package m\n\nvar now = 1\n",
      },
      "`now` is declared in b.go:3 already. Choose another name.",
    ],
    [
      "its class has the new name",
      { "a.py": "class A:\n    def ┃old(self): ...\n    def now(self): ...\n" },
      "`A` has `now` already. Choose another name.",
    ],
  ])("A rename is refused if %s", async (_what, files, message) => {
    await expect(asksIn(files, "now")).rejects.toMatchObject({
      code: -32803,
      message: expect.stringContaining(message),
    });
  });
});

describe("refused renames", () => {
  test.each([
    ["a.ts", "┃nobody();\n", "y", /No scope of this file declares `nobody`, and no other file does alone/],
    ["a.py", "def f(x):\n    return ┃x\n", "y", /`x` is a parameter, and calls in other files may name it/],
    ["a.sh", 'f() {\n  local x=1\n  echo "$┃x"\n}\n', "y", /`x` is local, but not all places that mean it are certain/],
    ["a.rs", "struct S;\nimpl S { fn f(&self) { ┃self; } }\n", "y", /^`self` is a word of the language\.$/],
    ["a.ts", "function f(┃x) {}", "", /The new name is empty/],
    ["a.ts", "function f(┃x) {}", "a b", /`a b` is not a name/],
    ["a.ts", "function f(┃x) {}", "1a", /`1a` is not a name/],
    ["a.ts", "function f(┃x) {}", "class", /`class` can't be a name in line 1/],
    ["a.ts", "function f(x, y) {\n  return ┃x;\n}\n", "y", /`y` in line 1 means something else already/],
    [
      "a.ts",
      "function f(x) {\n  if (x) {\n    const y = 1;\n    return ┃x;\n  }\n}\n",
      "y",
      /`y` in line 3 means something else already/,
    ],
    ["a.ts", "function f(┃x) {\n\n  print(1);\n}\n", "print", /`print` in line 3 would come to mean what `x` means/],
    // Where only a name is possible, parsers accept these words as names.
    ["a.ts", "function f() {\n  const ┃x = 1;\n}\n", "if", /`if` can't be a name in line 2/],
    ["a.c", "int f(void) { int ┃x = 1; return x; }\n", "int", /`int` can't be a name in line 1/],
    ["a.lua", "local function f() local ┃x = 1 return x end\n", "end", /`end` can't be a name in line 1/],
    ["a.go", "package a\nfunc f() int { ┃x := 1; return x }\n", "_", /`_` can't be a name in line 2/],
    ["a.rs", "fn f(┃x: u8) -> u8 { x }\n", "_", /`_` can't be a name in line 1/],
    ["a.rb", "def f\n  ┃x = 1\n  x\nend\n", "self", /`self` can't be a name in line 2/],
    ["a.ts", "class A { #┃x = 1; #y = 2; }", "y", /`A` has `y` already/],
    ["a.ts", "class A { ┃x = 1; }", "#y", /`#` is no part of the old name/],
    ["a.php", "<?php class A { private $┃x = 1; private $y = 2; }", "y", /`A` has `y` already/],
    ["a.rb", "def f\n  ┃x = 1\n  x\nend\n", "@y", /`@` is no part of the old name/],
    ["a.rs", "fn f() { let ┃x = 1; }\n", "'y", /`'` is no part of the old name/],
  ])("In %s the name in %j is not renamed to %j", refuses);
  test("A word that is reserved only in other places can be a name", () =>
    renames("a.ts", "function f() {\n  const ┃x = 1;\n}\n", "of", "function f() {\n  const of = 1;\n}\n"));
  test("A new name may have the sigil of the old one", () =>
    renames("a.rs", "fn f<'┃a>(x: &'a u8) {}\n", "'b", "fn f<'b>(x: &'b u8) {}\n"));
  test("A sigil tells a variable from a keyword", () =>
    renames(
      "a.php",
      "<?php function f() { $┃x = 1; return $x; }\n",
      "class",
      "<?php function f() { $class = 1; return $class; }\n",
    ));
  test("A new name that is not a string is rejected", async () => {
    const asked = await openDrawing({ "a.ts": "function f(┃x) {}" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    await expect(session.ask("textDocument/rename", params)).rejects.toMatchObject({ code: -32602 });
    await expect(session.ask("textDocument/rename", { ...params, newName: 5 })).rejects.toMatchObject({ code: -32602 });
  });
  test("A member with the new name is not a conflict", () =>
    renames("a.ts", "function f(┃x) {\n  a.print(x);\n}\n", "print", "function f(print) {\n  a.print(print);\n}\n"));
});

describe("prepareRename", () => {
  const prepare = async (drawn: string) => {
    const asked = await openDrawing({ "a.ts": drawn });
    session = asked.session;
    const uri = session.uri("a.ts");
    const answer = await session.ask("textDocument/prepareRename", { textDocument: { uri }, position: asked.position });
    return { answer, shown: answer && draw({ "a.ts": drawn }, asked, [{ uri, range: answer.range }])["a.ts"] };
  };
  test("prepareRename returns the name and its range", async () => {
    const drawn = "function f(⟦gr┃ö⟧) {}";
    const { answer, shown } = await prepare(drawn);
    expect(shown).toBe(drawn);
    expect(answer.placeholder).toBe("grö");
  });
  test("prepareRename rejects a name of which not all uses are certain", () =>
    expect(prepare("class A { ┃run() {} }\nexport const f = (a) => a.run();\n")).rejects.toMatchObject({
      code: -32803,
      message: expect.stringContaining("Syntax can't tell whether 1 place may mean `run`: a.ts:2."),
    }));
  test("prepareRename returns null without a name", async () => {
    expect((await prepare("let a = 1 ┃+ 2;")).answer).toBeNull();
  });
});

test("What a fence of Markdown declares is renamed in that fence", () =>
  renames(
    "a.md",
    "# load\n\n```py\ndef ┃load(): ...\nload()\n```\n\n```py\nload()\n```\n",
    "read",
    "# load\n\n```py\ndef read(): ...\nread()\n```\n\n```py\nload()\n```\n",
  ));

test("A component is renamed in the tags that have its name in kebab-case", async () => {
  await renames(
    "a.vue",
    "<script setup>\nconst ┃MyButton = 1\n</script>\n<template>\n<my-button><MyButton /></my-button>\n</template>\n",
    "OldLink",
    "<script setup>\nconst OldLink = 1\n</script>\n<template>\n<old-link><OldLink /></old-link>\n</template>\n",
  );
});

const optionsOf = (name: string, watched = name) =>
  `<template>\n<p @click="save">{{ ${name} }}</p>\n</template>\n<script>\nexport default {\n` +
  `  props: { size: Number },\n  data() {\n    return { ${name}: 1 };\n  },\n  watch: { ${watched}() {} },\n` +
  `  methods: { save() { this.${name.replace("┃", "")}++; } },\n};\n</script>\n`;

test("An option of Vue is renamed with what its functions and its template use", async () => {
  const drawn = optionsOf("count").replace("return { count", "return { ┃count");
  await renames("a.vue", drawn, "total", optionsOf("total"));
});

test.each([
  ["a string may name", optionsOf("count", '"count"').replace("return { count", "return { ┃count"), /count.*a\.vue/s],
  ["others give", optionsOf("count").replace("size", "┃size"), /^No scope of this file declares `size`/],
])("An option of Vue that %s is not renamed without a word", async (_what, drawn, message) => {
  await refuses("a.vue", drawn, "total", message);
});

test("A name of a component is renamed in its template, where a shorthand keeps the name of the attribute", async () => {
  await renames(
    "a.vue",
    '<script setup>\nconst ┃title = 1\n</script>\n<template>\n<p :title :a="{ title }">{{ title }}</p>\n</template>\n',
    "head",
    '<script setup>\nconst head = 1\n</script>\n<template>\n<p :title="head" :a="{ title: head }">{{ head }}</p>\n</template>\n',
  );
  session?.close();
  await renames(
    "a.svelte",
    "<script>\nlet ┃name = 1;\n</script>\n<A {name} bind:name>{name}</A>\n",
    "label",
    "<script>\nlet label = 1;\n</script>\n<A {...{ name: label }} bind:name={label}>{label}</A>\n",
  );
});

test("A declaration is renamed with that in its stub, and a fixture with what overrides it", async () => {
  const renamedIn = async (drawn: Readonly<Record<string, string>>) => {
    const { documentChanges } = await asksIn(drawn, "now");
    const places = (documentChanges as { textDocument: { uri: string }; edits: readonly TextEdit[] }[]).flatMap(
      ({ textDocument: { uri }, edits }) =>
        edits.map(({ range: { start } }) => `${uri.split("/").at(-1)}:${start.line}:${start.character}`),
    );
    session?.close();
    return places.sort();
  };
  const stubs = {
    "a.py": "def ┃old(): pass\n",
    "a.pyi": "def old() -> None: ...\n",
    "b.py": "from a import old\nold()\n",
  };
  expect(await renamedIn(stubs)).toEqual(["a.py:0:4", "a.pyi:0:4", "b.py:0:14", "b.py:1:0"]);
  const fixture = "import pytest\n@pytest.fixture\ndef ";
  const fixtures = {
    "conftest.py": `${fixture}old(): pass\n`,
    "t/test_a.py": `${fixture}old(old): pass\n\ndef test_a(┃old): pass\n`,
  };
  expect(await renamedIn(fixtures)).toEqual(["conftest.py:2:4", "test_a.py:2:4", "test_a.py:2:8", "test_a.py:4:11"]);
});

describe("what a client of ours asks for", () => {
  const drawn = {
    "a.php":
      "<?php\nclass A { function ┃run() {} }\nclass B { function run() {} function go() {} }\nfunction f($x) { $x->run(); }\n",
  };
  const path = "a.php";
  async function asksOwn(newName: string, own: object) {
    return asksAt(drawn, path, newName, own);
  }
  async function asksAt(files: Readonly<Record<string, string>>, at: string, newName: string, own: object) {
    const asked = await openDrawing(files, {});
    session = asked.session;
    const params = { textDocument: { uri: session.uri(at) }, position: asked.position, newName, ...own };
    return session.ask("textDocument/rename", params);
  }

  test("Doubtful uses come with the edit, though another type declares the name", async () => {
    await expect(asksOwn("go", {})).rejects.toMatchObject({ code: -32803 });
    session?.close();
    const { documentChanges, doubtful } = await asksOwn("go", { reportsDoubt: true });
    expect(documentChanges[0].edits).toHaveLength(1);
    expect(doubtful).toMatchObject([{ range: { start: { line: 3, character: 21 } } }]);
  });

  test("What each platform has of a package is renamed, and what another package has stays", async () => {
    const files = {
      "common/a.kt": "package p\n\nexpect fun ┃run(): Int\n",
      "jvm/a.kt": "package p\n\nactual fun run(): Int = 1\n",
      "other/a.kt": "package q\n\nexpect fun run(): Int\n",
    };
    const { documentChanges, doubtful } = await asksAt(files, "common/a.kt", "go", { reportsDoubt: true });
    const changed = documentChanges.map(({ textDocument }: { textDocument: { uri: string } }) => textDocument.uri);
    expect(changed.sort()).toEqual([session?.uri("common/a.kt"), session?.uri("jvm/a.kt")]);
    expect(doubtful).toBeUndefined();
  });
});
