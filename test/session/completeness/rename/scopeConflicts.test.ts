/** A rename to a name that is taken is refused with the places that have it already. */

import { closePairs } from "../../pair.js";
import { type Files, startRename } from "./drawnRename.js";

afterEach(closePairs);

const start = (files: Files) => startRename(files, { command: ["typescript-language-server", "--stdio"] });

/** Returns the places in conflict, `path:line`. */
async function conflictsIn(files: Files): Promise<readonly string[]> {
  const rename = await start(files);
  const { result } = await rename({ place: true });
  const { conflicts = 0, places, certain = 0 } = result.unconfirmed;
  expect(certain).toBe(conflicts);
  return places
    .slice(0, conflicts)
    .map(({ file_path, line }: { file_path: string; line: number }) => `${file_path}:${line}`);
}

test.each<[string, Files, readonly string[]]>([
  ["a variable in the same scope", { "a.ts": "const ┃old = 1;\nconst now = 2;\n" }, ["a.ts:2"]],
  ["a parameter", { "a.ts": "const ┃old = 1;\nfunction f(\nnow) {\n  return ┃old;\n}" }, ["a.ts:3"]],
  ["a use of another one", { "a.ts": "const now = 1;\nfunction f(┃old) {\n  return ┃old +\nnow;\n}" }, ["a.ts:4"]],
  ["a global function", { "a.ts": "function f(┃old) {\n  return now(┃old);\n}" }, ["a.ts:2"]],
  [
    "a parameter where the name is imported",
    { "a.ts": "export const ┃old = 1;\n", "b.ts": 'import { ┃old } from "./a";\nfunction f(now) { ┃old; }\n' },
    ["b.ts:2"],
  ],
  ["an imported type", { "a.ts": 'import { now } from "./b";\nfunction f<┃old extends\nnow>() {}\n' }, ["a.ts:3"]],
  ["a class beside a type", { "a.ts": "interface ┃old {}\nclass now {}\n" }, ["a.ts:2"]],
  ["a function of Python", { "a.py": "def ┃old(): pass\ndef now(): pass\n" }, ["a.py:2"]],
  ["a parameter of Python", { "a.py": "def ┃old(): pass\ndef f(now):\n    return ┃old()\n" }, ["a.py:2"]],
  ["a variable beside an import", { "b.py": "from a import ┃old\nnow = 1\n" }, ["b.py:2"]],
  ["a parameter of Go", { "a.go": "package a\nfunc ┃old() {}\nfunc f(now int) { ┃old() }\n" }, ["a.go:3"]],
  ["a parameter of C++", { "a.cpp": "int ┃old;\nint f(int now) {\n  return ┃old; }\n" }, ["a.cpp:2"]],
  [
    "a parameter beside a field",
    { "A.java": "class A { int ┃old;\nint f(int now) {\n return ┃old; } }\n" },
    ["A.java:2"],
  ],
  ["a variable of Rust", { "a.rs": "fn f(┃old: i32) {\nlet now = 1;\n ┃old; }\n" }, ["a.rs:2"]],
  [
    "a variable with a sigil",
    { "a.php": "<?php\nfunction f($┃old,\n$now) { return $┃old + $now; }\n" },
    ["a.php:3", "a.php:3"],
  ],
  ["a local variable of C", { "a.c": "int ┃old;\nint f(void) {\nint now;\nreturn ┃old; }\n" }, ["a.c:3"]],
  [
    "a function with as many parameters",
    { "a.cpp": "int ┃old(double a);\nint now(int b);\nint f() { return ┃old(1); }\n" },
    ["a.cpp:2"],
  ],
  [
    "a function that a declaration hides with as many parameters",
    { "a.cpp": "namespace a {\nint ┃old();\n}\nint now();\nint f() {\nusing a::┃old;\nreturn ┃old() +\nnow(); }\n" },
    ["a.cpp:8"],
  ],
  [
    "a method that is called without its object",
    {
      "a.cpp": "static int ┃old() { return 1; }\nstruct A {\nint now() { return 2; }\nint f() { return ┃old(); }\n};\n",
    },
    ["a.cpp:3"],
  ],
  [
    "a function that a method would hide",
    {
      "a.cpp": "static int now() { return 1; }\nstruct A {\nint ┃old() { return 2; }\nint f() { return\nnow(); }\n};\n",
    },
    ["a.cpp:5"],
  ],
  [
    "a variable of a class that its own statements see",
    { "a.py": "┃old = 1\nclass A:\n  now = 2\n  other = ┃old\n" },
    ["a.py:3"],
  ],
  ["a type parameter of Rust", { "a.rs": "struct ┃old;\nfn f<\nnow>(_: ┃old, _:\nnow) {}\n" }, ["a.rs:3", "a.rs:4"]],
  ["a method of the class", { "a.ts": "class A { ┃old() {}\nnow() {} }\n" }, ["a.ts:2"]],
  ["a method of a subclass", { "a.ts": "class A { ┃old() {} }\nclass B extends A { now() {} }\n" }, ["a.ts:2"]],
  [
    "a method of a superclass",
    { "a.py": "class A:\n  def now(self): ...\nclass B(A):\n  def ┃old(self): ...\n" },
    ["a.py:2"],
  ],
  [
    "a method that a trait gives the type",
    { "a.rs": "struct A;\nimpl A { fn ┃old(&self) {} }\ntrait B {\nfn now(&self) {} }\nimpl B for A {}\n" },
    ["a.rs:4"],
  ],
  [
    "a method of a type that the trait gives one",
    { "a.rs": "struct A;\nimpl A {\nfn now(&self) {} }\ntrait B { fn ┃old(&self) {} }\nimpl B for A {}\n" },
    ["a.rs:3"],
  ],
  [
    "a method of a type that dereferences to it",
    {
      "a.rs":
        "struct A;\nimpl A { fn ┃old(&self) {} }\nstruct B(A);\nimpl Deref for B { fn deref(&self) -> &A { &self.0 } }\nimpl B {\nfn now(&self) {} }\n",
    },
    ["a.rs:6"],
  ],
  [
    "a method of what its type dereferences to",
    {
      "a.rs":
        "struct A;\nimpl A {\nfn now(&self) {} }\nstruct B(A);\nimpl Deref for B { fn deref(&self) -> &A { &self.0 } }\nimpl B { fn ┃old(&self) {} }\n",
    },
    ["a.rs:3"],
  ],
  [
    "a method with as many parameters",
    { "A.java": "class A { int ┃old(int a) {}\nint now(long a) {} }\n" },
    ["A.java:2"],
  ],
])("The new name is that of %s", async (_what, files, expected) => {
  expect(await conflictsIn(files)).toEqual(expected);
});

test.each<[string, Files]>([
  ["in another scope", { "a.ts": "function g(┃old) { ┃old; }\nfunction f(now) { now; }" }],
  ["of properties", { "a.ts": "const ┃old = 1;\nx.now(┃old, { now: 2 });\n" }],
  ["of a type beside a value", { "a.ts": "const ┃old = 1;\ninterface now {}\nlet x: now = ┃old;" }],
  ["of a type alias beside a value", { "a.ts": "const ┃old = 1;\ntype now = 1;\nlet x: now = ┃old;" }],
  [
    "that an import gives it",
    { "a.ts": "export const ┃old = 1;\n", "b.ts": 'import { ┃old as now } from "./a";\nnow;\n' },
  ],
  ["that an export gives it", { "a.ts": "const ┃old = 1;\nexport { ┃old as now };\n" }],
  ["that an export at the start of the file gives it", { "a.ts": "export { ┃old as now };\nconst ┃old = 1;\n" }],
  [
    "that another file exports it under",
    { "a.ts": "export const ┃old = 1;\n", "b.ts": 'export { ┃old as now } from "./a";\n' },
  ],
  ["of an imported type", { "a.ts": 'import { now } from "./b";\nfunction ┃old(): now {}\n' }],
  ["of a keyword argument", { "a.py": "def ┃old(): pass\n┃old(now=1)\n" }],
  ["of an attribute", { "a.py": "def ┃old(): pass\nself.now = ┃old()\n" }],
  ["of a field of Go", { "a.go": "package a\nfunc ┃old() {}\nfunc f(x T) { x.now = 1; ┃old(); _ = T{now: 1} }\n" }],
  ["of an overload", { "a.cpp": "int ┃old(int a);\nint now(double b, int c);\nint f() { return now(1, 2); }\n" }],
  ["that is declared after the last use", { "a.rs": "fn f(┃old: i32) { let a = ┃old; let now = a; now; }\n" }],
  ["of a method of another class", { "a.ts": "class A { ┃old() {} }\nclass B { now() {} }\n" }],
  ["of a field of Rust", { "a.rs": "struct A { now: u8 }\nimpl A { fn ┃old(&self) {} }\n" }],
  [
    "of a method of another type of Rust",
    { "a.rs": "struct A;\nimpl A { fn ┃old() {} }\nstruct B;\nimpl B { fn now() {} }\n" },
  ],
  [
    "of a method of a type that dereferences to another",
    {
      "a.rs":
        "struct A;\nimpl A { fn ┃old(&self) {} }\nstruct B(C);\nimpl Deref for B { fn deref(&self) -> &C { &self.0 } }\nimpl B { fn now(&self) {} }\n",
    },
  ],
  ["of a method that needs its object", { "a.ts": "const ┃old = 1;\nclass A { now() { return ┃old; } }\n" }],
  ["of a static method", { "a.ts": "class A { ┃old() {}\nstatic now() {} }\n" }],
  [
    "of a field that a parameter becomes the value of",
    { "a.rs": "struct A { now: i32 }\nfn f(┃old: i32) -> A { A { now: ┃old } }\n" },
  ],
  ["of a package that its own type uses", { "a.go": 'package a\nimport "now"\nfunc f(┃old now.T) { ┃old.x() }\n' }],
  [
    "of the package that is imported under another",
    { "a.go": 'package a\nimport ┃old "x/now"\nfunc f() { ┃old.F() }\n' },
  ],
  ["of an overload of a method", { "A.java": "class A { int ┃old(int a) {}\nint now() {} }\n" }],
])("There is no conflict with a name %s", async (_what, files) => {
  expect(await conflictsIn(files)).toEqual([]);
});

test.each([
  ["_", "a.go", "package a\nfunc f(┃old int, _ string) {}\n"],
  ["_", "a.rs", "fn f(┃old: i32, _: u8) { let _ = 1; }\n"],
  ["self", "a.rs", "struct A;\nimpl A {\n    fn g(&self) {}\n    fn f(┃old: &A) {}\n}\n"],
])("The new name %s is never taken: %s", async (newName, path, text) => {
  const rename = await startRename({ [path]: text }, { newName });
  const { result, error } = await rename({ place: true, newName });
  expect(error).toBeUndefined();
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
});

test("A rename in a language without a grammar has no conflicts", async () => {
  const rename = await start({ "a.unknown": "┃old now\n" });
  const { result, error } = await rename({ place: true });
  expect(error).toBeUndefined();
  expect(result.result.documentChanges).toHaveLength(1);
});

const taken = { "a.ts": "const ┃old = 1;\nfunction f(now: number) { return ┃old + now; }\n" };

test("A rename in conflict is refused with the places, unless it is wanted anyway", async () => {
  const rename = await start(taken);
  const { error } = await rename({});
  expect(error.data).toMatchObject({ kind: "rename_incomplete", certain: 2, conflicts: 2, count: 2 });
  expect(error.data.places).toMatchObject([{ file_path: "a.ts", line: 2 }, { line: 2 }]);
  expect(error.message).toContain("The new name is taken: a renamed name would share it with 2 places that have it");
  expect(error.message).toContain('Write another new name. To rename all the same, use apply: "anyway".');
  expect(error.message).not.toContain("keep the old name");
  expect((await rename({ place: true })).result.result.documentChanges).toHaveLength(2);
});

test("Uses that keep the old name are named after the conflicts", async () => {
  const rename = await start({
    ...taken,
    "a.ts": `export ${taken["a.ts"]}`,
    "b.ts": 'import { all } from "./a.js";\nall.old;\n',
  });
  const { error } = await rename({});
  expect(error.data).toMatchObject({ certain: 3, conflicts: 2 });
  const [conflicts = "", incomplete = ""] = error.message.split("The rename is incomplete: 1 place keeps the old name");
  expect(conflicts).toContain("a.ts:2");
  expect(incomplete).toContain("b.ts:2");
});
