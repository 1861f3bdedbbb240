/**
 * Small files in which a rename compiles and changes what a name means: `old` is declared around a
 * declaration of `taken` and used in it, or the other way round. Each is a pair of a declaration
 * (`outer`) and of code inside it (`inner`) that a language has; `members` are files of their own.
 */

const mark = { outer: "OUTER", inner: "INNER", use: "USE" };

/** `outer` begins with what is before the code inside, and ends after `BODY`. */
const languages = {
  typescript: {
    path: (n) => `src/case${n}.ts`,
    files: {
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext", "types": [] } }',
      "package.json": '{ "type": "module" }',
    },
    head: "export {};\ndeclare function use(...all: unknown[]): void;\n",
    use: "use(OUTER, INNER);",
    outer: {
      constant: "const OUTER = 1;\nBODY",
      function: "function OUTER() {}\nBODY",
      class: "class OUTER {}\nBODY",
      parameter: "export function outer(OUTER: number) {\nBODY\n}",
      local: "export function outer() {\nlet OUTER = 1;\nBODY\n}",
      property: "export function outer({ OUTER }: { OUTER: number }) {\nBODY\n}",
    },
    inner: {
      parameter: "function inner(INNER: number) {\nUSE\n}\nuse(inner);",
      arrow: "use((INNER: number) => {\nUSE\n});",
      block: "{\nconst INNER = 2;\nUSE\n}",
      loop: "for (const INNER of [1]) {\nUSE\n}",
      caught: "try {\n} catch (INNER) {\nUSE\n}",
      function: "use(() => {\nfunction INNER() {}\nUSE\n});",
      array: "use(([INNER]: number[]) => {\nUSE\n});",
    },
    members: [
      "export class Base {\nOUTER() {}\n}\nexport class Other extends Base {\nINNER() {}\n}\n",
      "export class Base {\nINNER() {}\n}\nexport class Other extends Base {\nOUTER() {}\n}\n",
      "export class Base {\nOUTER = 1;\n}\nexport class Other extends Base {\nINNER = 2;\n}\n",
      "export class Base {\nget OUTER() {\nreturn 1;\n}\n}\nexport class Other extends Base {\nget INNER() {\nreturn 2;\n}\n}\n",
      "export interface Base {\nOUTER(): void;\n}\nexport interface Other extends Base {\nINNER(): void;\n}\n",
      "export class Base {\nstatic OUTER() {}\n}\nexport class Other extends Base {\nstatic INNER() {}\n}\n",
    ],
  },
  python: {
    path: (n) => `case${n}.py`,
    files: { "pyrightconfig.json": "{}" },
    head: "def use(*_all: object): ...\n\n\n",
    use: "use(OUTER, INNER)",
    isIndented: true,
    outer: {
      variable: "OUTER = 1\nBODY",
      function: "def OUTER(): ...\n\n\nBODY",
      class: "class OUTER: ...\n\n\nBODY",
      module: "import os as OUTER\nBODY",
      parameter: "def outer(OUTER):\n    BODY",
      local: "def outer():\n    OUTER = 1\n    BODY",
    },
    inner: {
      parameter: "def inner(INNER):\n    USE\nuse(inner)",
      default: "def inner(INNER=1):\n    USE\nuse(inner)",
      local: "def inner():\n    INNER = 2\n    USE\nuse(inner)",
      lambda: "use(lambda INNER: use(OUTER, INNER))",
      comprehension: "use([use(OUTER, INNER) for INNER in (1, 2)])",
      function: "def inner():\n    def INNER(): ...\n    USE\nuse(inner)",
      loop: "def inner():\n    for INNER in (1, 2):\n        USE\nuse(inner)",
    },
    members: [
      "class Base:\n    def OUTER(self): ...\n\n\nclass Other(Base):\n    def INNER(self): ...\n",
      "class Base:\n    def INNER(self): ...\n\n\nclass Other(Base):\n    def OUTER(self): ...\n",
      "class Base:\n    OUTER = 1\n\n\nclass Other(Base):\n    INNER = 2\n",
      "class Base:\n    def OUTER(self): ...\n\n    def INNER(self): ...\n",
      "import json\n\n\ndef OUTER(): ...\n\n\ndef INNER(): ...\n",
    ],
  },
  go: {
    path: (n) => `case${n}/case.go`,
    files: { "go.mod": "module example.com/captures\n\ngo 1.21\n" },
    head: "package captures\n\nfunc use(...any) {}\n\n",
    use: "use(OUTER, INNER)",
    outer: {
      variable: "var OUTER = 1\n\nfunc outer() {\nBODY\n}\n",
      constant: "const OUTER = 1\n\nfunc outer() {\nBODY\n}\n",
      function: "func OUTER() {}\n\nfunc outer() {\nBODY\n}\n",
      parameter: "func outer(OUTER int) {\nBODY\n}\n",
      result: "func outer() (OUTER int) {\nBODY\nreturn\n}\n",
      local: "func outer() {\nOUTER := 1\nBODY\n}\n",
    },
    inner: {
      block: "{\nINNER := 2\nUSE\n}",
      parameter: "use(func(INNER int) {\nUSE\n})",
      range: "for INNER := range []int{1} {\nUSE\n}",
      if: "if INNER := 2; INNER > 1 {\nUSE\n}",
      closure: "use(func() {\nINNER := 2\nUSE\n})",
      constant: "{\nconst INNER = 2\nUSE\n}",
      switch: "switch INNER := any(2).(type) {\ndefault:\nUSE\n}",
    },
    members: [
      "type Base struct{}\n\nfunc (Base) OUTER() {}\n\ntype Other struct{ Base }\n\nfunc (Other) INNER() {}\n\nfunc f(o Other) { o.OUTER() }\n",
      "type Base struct{ OUTER int }\n\ntype Other struct {\nBase\nINNER int\n}\n\nfunc f(o Other) int { return o.OUTER }\n",
    ],
  },
  cpp: {
    path: (n) => `case${n}.cpp`,
    files: { "compile_flags.txt": "-std=c++17\n" },
    head: "template <class... All> void use(All...) {}\n",
    use: "use(OUTER, INNER);",
    outer: {
      global: "static int OUTER = 1;\nvoid outer() {\nBODY\n}",
      constant: "constexpr int OUTER = 1;\nvoid outer() {\nBODY\n}",
      enumerator: "enum Kind { OUTER };\nvoid outer() {\nBODY\n}",
      parameter: "void outer(int OUTER) {\nBODY\n}",
      local: "void outer() {\nint OUTER = 1;\nBODY\n}",
      field: "struct Holder {\nint OUTER;\nvoid outer() {\nBODY\n}\n};",
    },
    inner: {
      block: "{\nint INNER = 2;\nUSE\n}",
      loop: "for (int INNER = 0; INNER < 2; INNER++) {\nUSE\n}",
      range: "int list[] = {1, 2};\nfor (int INNER : list) {\nUSE\n}",
      if: "if (int INNER = 2) {\nUSE\n}",
      lambda: "auto inner = [&](int INNER) {\nUSE\n};\ninner(1);",
      caught: "try {\n} catch (int INNER) {\nUSE\n}",
      local: "auto inner = [&] {\nint INNER = 2;\nUSE\n};\ninner();",
      capture: "auto inner = [&, INNER = 2] {\nUSE\n};\ninner();",
      binding: "{\nstruct {\nint a, b;\n} two{};\nauto [INNER, rest] = two;\nUSE\n}",
    },
    members: [
      "struct Base {\nvirtual void OUTER() {}\n};\nstruct Other : Base {\nvirtual void INNER() {}\n};\n",
      "struct Base {\nint OUTER = 1;\n};\nstruct Other : Base {\nint INNER = 2;\nint both() { return OUTER + INNER; }\n};\n",
      "static int OUTER() { return 1; }\nstruct Own {\nint INNER() { return 2; }\nint both() { return OUTER() + INNER(); }\n};\n",
      "namespace other {\ninline int OUTER() { return 1; }\n} // namespace other\nstatic int INNER() { return 2; }\nvoid outer() {\nusing other::OUTER;\nuse(OUTER(), INNER());\n}\n",
      "static int OUTER(double) { return 1; }\nstatic int INNER(int) { return 2; }\nvoid outer() { use(OUTER(1), INNER(1)); }\n",
      "struct OUTER {};\ntemplate <class INNER> void inner(INNER, OUTER) {}\n",
    ],
  },
  rust: {
    path: (n) => `src/case${n}.rs`,
    files: { "Cargo.toml": '[package]\nname = "captures"\nversion = "0.0.0"\nedition = "2021"\n' },
    /** The file that makes the others part of the program. */
    root: ["src/lib.rs", (count) => [...Array(count).keys()].map((n) => `mod case${n};\n`).join("")],
    head: "fn both<A, B>(_: A, _: B) {}\n",
    use: "both(OUTER, INNER);",
    outer: {
      parameter: "pub fn outer(OUTER: i32) {\nBODY\n}",
      local: "pub fn outer() {\nlet OUTER = 1;\nBODY\n}",
      pair: "pub fn outer() {\nlet (OUTER, _) = (1, 2);\nBODY\n}",
      loop: "pub fn outer() {\nfor OUTER in 0..2 {\nBODY\n}\n}",
      arm: "pub fn outer() {\nmatch 1 {\nOUTER => {\nBODY\n}\n}\n}",
      bound: "pub fn outer(given: Option<i32>) {\nif let Some(OUTER) = given {\nBODY\n}\n}",
    },
    inner: {
      block: "{\nlet INNER = 2;\nUSE\n}",
      closure: "let inner = |INNER: i32| {\nboth(OUTER, INNER);\n};\ninner(1);",
      loop: "for INNER in 0..2 {\nUSE\n}",
      arm: "match 2 {\nINNER => {\nUSE\n}\n}",
      bound: "if let Some(INNER) = Some(2) {\nUSE\n}",
      pair: "{\nlet (INNER, _) = (1, 2);\nUSE\n}",
      later: "let INNER = 2;\nUSE",
    },
    members: [
      "use std::cmp::max as OUTER;\n\npub fn outer(INNER: fn(i32, i32) -> i32) {\nboth(OUTER(1, 2), INNER(1, 2));\n}\n",
      "mod other {\npub fn OUTER() {}\n}\nuse other::*;\n\nfn INNER() {}\n\npub fn outer() {\nboth(OUTER(), INNER());\n}\n",
      "mod other {\npub fn OUTER() {}\n}\n\nfn INNER() {}\n\npub fn outer() {\nuse other::OUTER;\nboth(OUTER(), INNER());\n}\n",
      "fn OUTER() -> i32 {\n1\n}\n\npub fn outer() {\nlet INNER = || 2;\nboth(OUTER(), INNER());\n}\n",
      "const OUTER: i32 = 1;\n\npub fn outer() {\nmatch 2 {\nINNER if INNER > 0 => both(OUTER, INNER),\n_ => {}\n}\n}\n",
      "pub struct OUTER;\n\npub fn outer<INNER>(_: INNER, _: OUTER) {}\n",
      "pub struct Own;\n\nimpl Own {\npub fn OUTER(&self) {}\n}\n\npub trait Other {\nfn INNER(&self) {}\n}\n\nimpl Other for Own {}\n\npub fn outer(own: Own) {\nboth(own.OUTER(), own.INNER());\n}\n",
      "pub struct Base;\n\nimpl Base {\npub fn OUTER(&self) {}\n}\n\npub struct Other(Base);\n\nimpl std::ops::Deref for Other {\ntype Target = Base;\nfn deref(&self) -> &Base {\n&self.0\n}\n}\n\nimpl Other {\npub fn INNER(&self) {}\n}\n\npub fn outer(other: Other) {\nboth(other.OUTER(), other.INNER());\n}\n",
    ],
  },
};

export const captureLanguages = Object.keys(languages);

/**
 * Returns the files of a language's cases, and for each the place of the name that is renamed, in
 * both directions, 1-based. The names are `first` and `second`.
 */
export function capturesOf(language) {
  const { path, files, root, head, use, outer, inner, members, isIndented } = languages[language];
  const texts = new Map(Object.entries(files));
  const cases = [];
  const add = (what, template) => {
    const file = path(cases.length / 2);
    const text = head + template.replaceAll(mark.outer, "first").replaceAll(mark.inner, "second");
    texts.set(file, `${text.trimEnd()}\n`);
    for (const [name, newName] of [
      ["first", "second"],
      ["second", "first"],
    ]) {
      const before = text.slice(0, text.search(new RegExp(`\\b${name}\\b`))).split("\n");
      cases.push({ what, path: file, name, newName, line: before.length, character: before.at(-1).length + 1 });
    }
  };
  for (const [outerName, around] of Object.entries(outer))
    for (const [innerName, inside] of Object.entries(inner)) {
      const body = inside.replace(mark.use, use);
      const indent = isIndented ? /^ *(?=BODY)/m.exec(around)[0] : "";
      add(`${outerName} and ${innerName}`, around.replace("BODY", body.replaceAll("\n", `\n${indent}`)));
    }
  for (const text of members) add("members", text);
  if (root) texts.set(root[0], root[1](cases.length / 2));
  return { texts, cases };
}
