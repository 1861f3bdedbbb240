/** `locate/move` of a symbol to a file: its text, imports in all files, and what is refused. */

import type { TextDocumentEdit, TextEdit } from "vscode-languageserver-protocol";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);

type Files = Readonly<Record<string, string>>;

interface Moved {
  /** The texts of all files that differ, and of those that are new. */
  readonly texts: Files;
  readonly left: readonly string[];
  readonly notes: string;
  readonly error?: string;
}

async function move(files: Files, from: string, to: string): Promise<Moved> {
  const session = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: {},
    handlers: { "textDocument/documentSymbol": () => [] },
  });
  await session.open();
  session.reportLoaded();
  const { result, error } = await session.request("locate/move", { from, to });
  if (error) return { texts: {}, left: [], notes: "", error: error.message };
  const texts: Record<string, string> = {};
  for (const part of result.edit.documentChanges as (TextDocumentEdit | { kind: string; uri: string })[]) {
    const uri = "kind" in part ? part.uri : part.textDocument.uri;
    const path = uri.slice(session.uri("").length).replace(/^\//, "");
    if ("kind" in part) texts[path] = "";
    else texts[path] = applyTextEdits(texts[path] ?? files[path] ?? "", part.edits as TextEdit[], "utf-16");
  }
  const left = (result.left ?? []).map(
    ({ file_path, line, why }: { file_path: string; line: number; why: string }) => `${file_path}:${line} ${why}`,
  );
  return { texts, left, notes: result.notes.join("\n") };
}

interface Case {
  readonly title: string;
  readonly files: Files;
  readonly from: string;
  readonly to: string;
  readonly after: Files;
}

const cases: readonly Case[] = [
  {
    title: "A function takes its comment, its imports and what it uses of its file along",
    files: {
      "a.ts":
        'import { join } from "node:path";\n\nconst SEP = 1;\n\n/** Doc. */\nexport function helper() {\n  return join(String(SEP));\n}\n\nexport const other = () => helper();\n',
      "b.ts": "export const b = 1;\n",
    },
    from: "a.ts:helper",
    to: "b.ts",
    after: {
      "a.ts": 'import { helper } from "./b";\n\nexport const SEP = 1;\n\nexport const other = () => helper();\n',
      "b.ts":
        'import { join } from "node:path";\nimport { SEP } from "./a";\n\nexport const b = 1;\n\n/** Doc. */\nexport function helper() {\n  return join(String(SEP));\n}\n',
    },
  },
  {
    title: "The target loses its import of the symbol through a file that passes all on",
    files: {
      "all.ts": 'export * from "./lib/a";\nexport * from "./lib/b";\n',
      "lib/a.ts":
        'import { other } from "../all";\n\nexport function helper() {\n  return other;\n}\n\nexport const stays = 1;\n',
      "lib/b.ts":
        'import {\n    stays,\n    helper,\n    third\n} from "../all"\n\nexport const other = () => [helper, stays];\n',
    },
    from: "lib/a.ts:helper",
    to: "lib/b.ts",
    after: {
      "lib/a.ts": "export const stays = 1;\n",
      "lib/b.ts":
        'import {\n    stays,\n    third\n} from "../all"\n\nexport const other = () => [helper, stays];\n\nexport function helper() {\n    return other;\n}\n',
    },
  },
  {
    title: "A require in a function is divided in its own quotes, without a semicolon where it has none",
    files: {
      "a.js": "const one = () => 1\nconst two = () => 2\n\nexports.one = one\nexports.two = two\n",
      "b.js": "exports.b = function b() {\n  const { one, two } = require('./a')\n  return one() + two()\n}\n",
    },
    from: "a.js:one",
    to: "c.js",
    after: {
      "a.js": "const two = () => 2\n\nexports.two = two\n",
      "b.js":
        "exports.b = function b() {\n  const { two } = require('./a')\n  const { one } = require('./c')\n  return one() + two()\n}\n",
      "c.js": "const one = () => 1\n\nexports.one = one\n",
    },
  },
  {
    title: "Imports of all forms lead to the new file, in the style of theirs",
    files: {
      "a.ts": "export type Box = { a: 1 };\nexport const keep = 1;\n",
      "named.ts": "import { type Box, keep } from './a.js'\n\nexport const x: Box = { a: keep };\n",
      "typed.ts": 'import type { Box as B } from "./a";\n\nexport const x: B = { a: 1 };\n',
      "whole.ts": 'import * as all from "./a";\n\nexport const x: all.Box = { a: all.keep };\n',
      "barrel.ts": 'export { type Box, keep } from "./a";\n',
      "star.ts": 'export * from "./a";\n',
    },
    from: "a.ts:Box",
    to: "types/box.ts",
    after: {
      "a.ts": "export const keep = 1;\n",
      "types/box.ts": "export type Box = { a: 1 };\n",
      "named.ts":
        "import { keep } from './a.js'\nimport type { Box } from './types/box.js'\n\nexport const x: Box = { a: keep };\n",
      "typed.ts": 'import type { Box as B } from "./types/box";\n\nexport const x: B = { a: 1 };\n',
      "whole.ts":
        'import * as all from "./a";\nimport { Box } from "./types/box";\n\nexport const x: Box = { a: all.keep };\n',
      "barrel.ts": 'export { keep } from "./a";\nexport { type Box } from "./types/box";\n',
      "star.ts": 'export * from "./a";\nexport type { Box } from "./types/box";\n',
    },
  },
  {
    title: "A default export stays one",
    files: {
      "a.ts": "export default class Shop {}\n\nexport const keep = 1;\n",
      "c.ts": 'import Store, { keep } from "./a";\n\nexport const s = [new Store(), keep];\n',
    },
    from: "a.ts:Shop",
    to: "shop.ts",
    after: {
      "a.ts": "export const keep = 1;\n",
      "shop.ts": "export default class Shop {}\n",
      "c.ts": 'import { keep } from "./a";\nimport Store from "./shop";\n\nexport const s = [new Store(), keep];\n',
    },
  },
  {
    title: "A name in a list of exports leaves it",
    files: {
      "a.ts": "function one() {}\nfunction two() {}\n\nexport { one, two };\n",
      "c.ts": 'import { one } from "./a";\n\none();\n',
    },
    from: "a.ts:one",
    to: "b.ts",
    after: {
      "a.ts": "function two() {}\n\nexport { two };\n",
      "b.ts": "export function one() {}\n",
      "c.ts": 'import { one } from "./b";\n\none();\n',
    },
  },
  {
    title: "An index goes on exporting what leaves it, and its importers stay",
    files: {
      "lib/index.ts": "export function one() {}\n\nexport const two = 2;\n",
      "c.ts": 'import { one } from "./lib";\n\none();\n',
    },
    from: "lib/index.ts:one",
    to: "lib/one.ts",
    after: {
      "lib/index.ts": 'export { one } from "./one";\n\nexport const two = 2;\n',
      "lib/one.ts": "export function one() {}\n",
    },
  },
  {
    title: "Modules of CommonJS require and export it",
    files: {
      "a.js":
        '"use strict";\nconst path = require("path");\n\nfunction one() {\n  return path.sep;\n}\n\nfunction two() {}\n\nmodule.exports = { one, two };\n',
      "b.js": "function b() {}\n\nmodule.exports = {\n  b,\n};\n",
      "c.js": 'const { one, two } = require("./a");\nconst a = require("./a");\n\none(two, a.one(), a.two());\n',
    },
    from: "a.js:one",
    to: "b.js",
    after: {
      "a.js": '"use strict";\n\nfunction two() {}\n\nmodule.exports = { two };\n',
      "b.js":
        'const path = require("path");\n\nfunction b() {}\n\nfunction one() {\n  return path.sep;\n}\n\nmodule.exports = {\n  b,\n  one,\n};\n',
      "c.js":
        'const { two } = require("./a");\nconst a = require("./a");\nconst { one } = require("./b");\n\none(two, one(), a.two());\n',
    },
  },
  {
    title: "A function of Python takes decorators, imports for types and its place in __all__ along",
    files: {
      "pkg/__init__.py": "from .a import helper, other\n",
      "pkg/a.py":
        '"""A."""\nimport os\nfrom typing import TYPE_CHECKING\n\nfrom .deco import deco\n\nif TYPE_CHECKING:\n    from .deco import Deco\n\n__all__ = ["helper", "other"]\n\n\n# Helps.\n@deco\ndef helper(x: "Deco") -> str:\n    y: Deco = x\n    return os.sep\n\n\ndef other():\n    return 1\n',
      "pkg/b.py": '__all__ = ["b"]\n\n\ndef b():\n    return 1\n',
      "pkg/deco.py": "class Deco: ...\n\n\ndef deco(f):\n    return f\n",
    },
    from: "pkg/a.py:helper",
    to: "pkg/b.py",
    after: {
      "pkg/__init__.py": "from .a import other\nfrom .b import helper\n",
      "pkg/a.py": '"""A."""\n\n__all__ = ["other"]\n\n\ndef other():\n    return 1\n',
      "pkg/b.py":
        'import os\nfrom .deco import deco\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .deco import Deco\n\n__all__ = ["b", "helper"]\n\n\ndef b():\n    return 1\n\n\n# Helps.\n@deco\ndef helper(x: "Deco") -> str:\n    y: Deco = x\n    return os.sep\n',
    },
  },
  {
    title: "Modules of Python that are imported whole are named anew",
    files: {
      "pkg/__init__.py": "",
      "pkg/a.py": "def helper():\n    return 1\n\n\ndef other():\n    return 1\n",
      "one.py": "import pkg.a\n\nprint(pkg.a.helper())\n",
      "two.py": "from pkg import a\n\nprint(a.helper(), a.other())\n",
      "three.py": "def f():\n    from pkg.a import helper, other as o\n    return helper(o)\n",
      "pkg/four.py": "from . import a as x\n\nprint(x.helper())\n",
    },
    from: "pkg/a.py:helper",
    to: "pkg/b.py",
    after: {
      "pkg/a.py": "def other():\n    return 1\n",
      "pkg/b.py": "def helper():\n    return 1\n",
      "one.py": "import pkg.b\n\nprint(pkg.b.helper())\n",
      "two.py": "from pkg import a\nfrom pkg import b\n\nprint(b.helper(), a.other())\n",
      "three.py": "def f():\n    from pkg.a import other as o\n    from pkg.b import helper\n    return helper(o)\n",
      "pkg/four.py": "from . import b\n\nprint(b.helper())\n",
    },
  },
  {
    title: "What the target imports from the source is its own now",
    files: {
      "a.py": "def helper():\n    return 1\n\n\nX = 1\n",
      "b.py": "from a import X, helper as h\n\n\ndef b():\n    return h() + X\n",
    },
    from: "a.py:helper",
    to: "b.py",
    after: {
      "a.py": "X = 1\n",
      "b.py": "from a import X\n\n\ndef b():\n    return helper() + X\n\n\ndef helper():\n    return 1\n",
    },
  },
  {
    title: "What a file uses while it is loaded is declared before that",
    files: {
      "a.py": "class Base:\n    pass\n",
      "b.py": "from a import Base\n\n\nclass Sub(Base):\n    pass\n",
    },
    from: "a.py:Base",
    to: "b.py",
    after: { "a.py": "", "b.py": "class Base:\n    pass\n\n\nclass Sub(Base):\n    pass\n" },
  },
  {
    title: "A type of Go moves in its package, with the imports in their order",
    files: {
      "go.mod": "module example.com/m\n",
      "a.go":
        'package m\n\nimport (\n\t"fmt"\n\t"strings"\n\n\t"gopkg.in/yaml.v3"\n)\n\n// T is one.\ntype T struct{ n yaml.Node }\n\nfunc f() { fmt.Println(strings.ToUpper("x")) }\n',
      "b.go": 'package m\n\nimport "os"\n\nfunc g() {\n\tos.Exit(1)\n}\n',
    },
    from: "a.go:T",
    to: "b.go",
    after: {
      "a.go": 'package m\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc f() { fmt.Println(strings.ToUpper("x")) }\n',
      "b.go":
        'package m\n\nimport (\n\t"gopkg.in/yaml.v3"\n\t"os"\n)\n\nfunc g() {\n\tos.Exit(1)\n}\n\n// T is one.\ntype T struct{ n yaml.Node }\n',
    },
  },
  {
    title: "A function of Go moves to a new file",
    files: {
      "a.go":
        'package m\n\nimport (\n\t"fmt"\n\tstr "strings"\n)\n\nfunc f() { fmt.Println(str.ToUpper("x")) }\n\nfunc h() { f() }\n',
    },
    from: "a.go:f",
    to: "c.go",
    after: {
      "a.go": "package m\n\nfunc h() { f() }\n",
      "c.go": 'package m\n\nimport (\n\t"fmt"\n\tstr "strings"\n)\n\nfunc f() { fmt.Println(str.ToUpper("x")) }\n',
    },
  },
  {
    title: "A second type of a file of Java gets a file of its own",
    files: {
      "p/A.java":
        "package p;\n\nimport java.util.List;\nimport java.util.Map;\n\npublic class A {\n  Map<String, B> b;\n}\n\n/** Holds. */\nclass B {\n  List<A> all;\n}\n",
    },
    from: "p/A.java:B",
    to: "p/B.java",
    after: {
      "p/A.java": "package p;\n\nimport java.util.Map;\n\npublic class A {\n  Map<String, B> b;\n}\n",
      "p/B.java": "package p;\n\nimport java.util.List;\n\n/** Holds. */\nclass B {\n  List<A> all;\n}\n",
    },
  },
  {
    title: "A type of Rust takes its implementations along, and what it needs becomes visible in the crate",
    files: {
      "Cargo.toml": '[package]\nname = "c"\n',
      "src/lib.rs": "mod a;\nmod b;\n\npub use a::{Foo, Other};\n",
      "src/a.rs":
        "use std::fmt;\nuse std::io::Write;\n\n/// One.\n#[derive(Clone)]\npub struct Foo {\n    n: u8,\n}\n\nimpl Foo {\n    fn new() -> Self {\n        helper();\n        Foo { n: 1 }\n    }\n}\n\npub struct Other;\n\nimpl fmt::Display for Foo {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        super::b::show(f)\n    }\n}\n\nfn helper() {}\n\npub fn make() -> Foo {\n    Foo::new()\n}\n",
      "src/b.rs": "use crate::a::Foo;\n\npub fn b(f: Foo) {}\n",
    },
    from: "src/a.rs:Foo",
    to: "src/c.rs",
    after: {
      "src/lib.rs": "mod a;\nmod b;\nmod c;\n\npub use a::Other;\npub use crate::c::Foo;\n",
      "src/a.rs":
        "use std::io::Write;\nuse crate::c::Foo;\n\npub struct Other;\n\npub(crate) fn helper() {}\n\npub fn make() -> Foo {\n    Foo::new()\n}\n",
      "src/c.rs":
        "use std::fmt;\nuse crate::a::helper;\n\n/// One.\n#[derive(Clone)]\npub struct Foo {\n    n: u8,\n}\n\nimpl Foo {\n    pub(crate) fn new() -> Self {\n        helper();\n        Foo { n: 1 }\n    }\n}\n\nimpl fmt::Display for Foo {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        crate::b::show(f)\n    }\n}\n",
      "src/b.rs": "use crate::c::Foo;\n\npub fn b(f: Foo) {}\n",
    },
  },
  {
    title: "In Rust, traits whose methods are called come along, and nothing that the target declares",
    files: {
      "Cargo.toml": '[package]\nname = "c"\n',
      "src/lib.rs": "pub mod a;\n",
      "src/a/mod.rs":
        'use std::hash::Hash;\nuse std::io::Write;\n\nmod b;\npub use self::b::{Rest, RestExt};\n\npub fn one(out: &mut Vec<u8>) {\n    out.write_all(b"1").unwrap();\n}\n\npub fn two<T: Hash>(_: T, _: Rest) {}\n',
      "src/a/b.rs": "pub struct Rest;\n\npub trait RestExt {}\n",
    },
    from: "src/a/mod.rs:one",
    to: "src/a/b.rs",
    after: {
      "src/a/mod.rs":
        "use std::hash::Hash;\nuse std::io::Write;\n\nmod b;\npub use self::b::{Rest, RestExt};\npub use crate::a::b::one;\n\npub fn two<T: Hash>(_: T, _: Rest) {}\n",
      "src/a/b.rs":
        'use std::io::Write;\n\npub struct Rest;\n\npub trait RestExt {}\n\npub fn one(out: &mut Vec<u8>) {\n    out.write_all(b"1").unwrap();\n}\n',
    },
  },
  {
    title: "A module that is named for one member leads to the new file",
    files: {
      "a.ts": "export class X {}\nexport const y = 1;\n",
      "b.ts": 'let x: import("./a").X;\nconst load = async () => [(await import("./a")).X, (await import("./a")).y];\n',
    },
    from: "a.ts:X",
    to: "x.ts",
    after: {
      "a.ts": "export const y = 1;\n",
      "b.ts": 'let x: import("./x").X;\nconst load = async () => [(await import("./x")).X, (await import("./a")).y];\n',
      "x.ts": "export class X {}\n",
    },
  },
  {
    title: "Exports that are assigned in CommonJS stay so, and a require without names goes",
    files: {
      "a.js":
        'const { sep } = require("path");\n\nclass One {\n  s() {\n    return two(sep);\n  }\n}\n\nfunction two() {}\n\nexports.One = One;\n',
    },
    from: "a.js:One",
    to: "b.js",
    after: {
      "a.js": "function two() {}\n\nexports.two = two;\n",
      "b.js":
        'const { sep } = require("path");\nconst { two } = require("./a");\n\nclass One {\n  s() {\n    return two(sep);\n  }\n}\n\nexports.One = One;\n',
    },
  },
  {
    title: "All declarations of a name move together",
    files: {
      "a.ts": "export interface Z {\n  z: 1;\n}\nexport const Z = { z: 1 };\n\nexport const y: Z = Z;\n",
    },
    from: "a.ts:Z",
    to: "z.ts",
    after: {
      "a.ts": 'import { Z } from "./z";\n\nexport const y: Z = Z;\n',
      "z.ts": "export interface Z {\n  z: 1;\n}\nexport const Z = { z: 1 };\n",
    },
  },
  {
    title: "An import of a type becomes one of a value",
    files: {
      "a.ts": 'import { K } from "./k";\n\nexport const x = new K();\n',
      "b.ts": 'import type { K } from "./k";\n\nexport const b: K[] = [];\n',
      "k.ts": "export class K {}\n",
    },
    from: "a.ts:x",
    to: "b.ts",
    after: {
      "a.ts": "",
      "b.ts": 'import { K } from "./k";\n\nexport const b: K[] = [];\nexport const x = new K();\n',
    },
  },
];

test.each(cases)("$title", async ({ files, from, to, after }) => {
  const { texts, error, left } = await move(files, from, to);
  expect(error).toBeUndefined();
  expect(left).toEqual([]);
  expect(texts).toEqual(after);
});

const python = (a: string, b = "") => ({ "a.py": a, "b.py": b });

test.each<[string, Files, string, string, string]>([
  [
    "a target that has the name",
    python("def x(): ...\n", "def x(): ...\n"),
    "a.py:x",
    "b.py",
    "b.py has the name `x` already",
  ],
  ["a member", python("class A:\n    def m(self): ...\n"), "a.py:A.m", "b.py", "`A.m` is a member of `A`"],
  [
    "a declaration under a condition",
    python("if 1:\n    def x(): ...\n"),
    "a.py:x",
    "b.py",
    "inside of another statement (line 2)",
  ],
  ["one that is declared twice", python("x = 1\nif x:\n    x = 2\n"), "a.py:x", "b.py", "declared once more elsewhere"],
  [
    "one of several in a statement",
    { "a.ts": "export const x = 1, y = 2;\n" },
    "a.ts:x",
    "b.ts",
    "inside of another statement (line 1)",
  ],
  [
    "what assigns a name that stays",
    python("n = 1\n\n\ndef x():\n    global n\n    n += 1\n"),
    "a.py:x",
    "b.py",
    "assigns `n`, which stays",
  ],
  [
    "another import of a needed name",
    python("from os import sep\n\n\ndef x():\n    return sep\n", "sep = 1\n"),
    "a.py:x",
    "b.py",
    "b.py has another `sep`",
  ],
  ["a text in place of a symbol", python("def x(): ...\n"), "a.py@def", "b.py", "a symbol by its path"],
  ["a folder as the target", { "a.py": "def x(): ...\n", "d/y.py": "" }, "a.py:x", "d", "it is a folder"],
  ["a file of another language", { "a.py": "def x(): ...\n" }, "a.py:x", "b.ts", "it is no file of python"],
  ["its own file", { "a.py": "def x(): ...\n" }, "a.py:x", "a.py", "`x` is there already"],
  [
    "modules of two kinds",
    { "a.js": "function x() {}\nmodule.exports = { x };\n", "b.js": "export const b = 1;\n" },
    "a.js:x",
    "b.js",
    "a module of CommonJS, and the other one is not",
  ],
  [
    "a file of another package of Go",
    { "go.mod": "module m\n", "a.go": "package m\n\nfunc F() {}\n", "d/b.go": "package d\n" },
    "a.go:F",
    "d/b.go",
    "`d` is another one",
  ],
  [
    "a file of Go for tests",
    { "a.go": "package m\n\nfunc F() {}\n", "a_test.go": "package m\n" },
    "a.go:F",
    "a_test.go",
    "one is compiled for tests alone",
  ],
  [
    "a file of Go for another build",
    { "a.go": "package m\n\nfunc F() {}\n", "a_linux.go": "package m\n" },
    "a.go:F",
    "a_linux.go",
    "compiled for other builds",
  ],
  [
    "a public type of Java to a file of another name",
    { "A.java": "public class A {}\n" },
    "A.java:A",
    "B.java",
    "has to be in a file of its name",
  ],
  [
    "what uses a macro of its file",
    { "src/lib.rs": "mod a;\n", "src/a.rs": "macro_rules! m { () => {} }\n\nfn f() { m!(); }\n", "src/b.rs": "" },
    "src/a.rs:f",
    "src/b.rs",
    "uses the macro `m` of a.rs",
  ],
  [
    "a file of another crate",
    { "src/lib.rs": "fn f() {}\n", "tests/t.rs": "" },
    "src/lib.rs:f",
    "tests/t.rs",
    "of different crates",
  ],
  [
    "a target that only passes on what is needed",
    {
      "a.ts": 'import { K } from "./i";\n\nexport const x = K;\n',
      "i.ts": 'export * from "./k";\n',
      "k.ts": "export const K = 1;\n",
    },
    "a.ts:x",
    "i.ts",
    "It needs `K`, which i.ts passes on from another file",
  ],
  [
    "the script of a component",
    { "a.ts": "export const x = 1;\n", "b.vue": "<script></script>\n" },
    "a.ts:x",
    "b.vue",
    "no module that others import names from",
  ],
  [
    "A default export, to a file that has one",
    { "a.ts": "export default function x() {}\n", "b.ts": "export default function y() {}\n" },
    "a.ts:x",
    "b.ts",
    "b.ts has a default export already. Make `x` a named export first, with edits.",
  ],
])("Refused with the cause: %s", async (_title, files, from, to, cause) => {
  const { error } = await move(files, from, to);
  expect(error).toContain(cause);
  expect(error).toContain("Nothing was moved.");
});

test("In a new file of Python, an import of the future stands apart", async () => {
  const files = python("from __future__ import annotations\n\nimport os\n\n\ndef x():\n    return os.sep\n", "");
  const { texts } = await move(files, "a.py:x", "c.py");
  expect(texts["c.py"]).toBe("from __future__ import annotations\n\nimport os\n\n\ndef x():\n    return os.sep\n");
});

test("A cycle of imports that fails while the files are loaded is named", async () => {
  const files = python("from b import b\n\nLIMIT = 1\n\n\ndef x():\n    return LIMIT\n", "def b(): ...\n");
  const { left } = await move(files, "a.py:x", "b.py");
  expect(left).toEqual(["b.py:1 a cycle of imports: b.py → a.py → b.py"]);
});

test("A cycle that an importer closes, as the new file leads to it, is named", async () => {
  const files = {
    "a.py": "def x(): ...\n",
    "b.py": "from c import c\n",
    "c.py": "from a import x\n\n\ndef c():\n    return x()\n",
  };
  const { left } = await move(files, "a.py:x", "b.py");
  expect(left).toEqual(["c.py:1 a cycle of imports: c.py → b.py → c.py"]);
});

test("A cycle through a new file is named", async () => {
  const files = python("class A: ...\n\n\nclass B(A): ...\n\n\nclass C(B): ...\n");
  const { left } = await move(files, "a.py:B", "n.py");
  expect(left).toEqual(["a.py:1 a cycle of imports: a.py → n.py → a.py"]);
});

test("A cycle that there was before is no reason to refuse", async () => {
  const files = {
    "a.py": "from b import b\n\n\ndef x(): ...\n\n\ndef y():\n    return b()\n",
    "b.py": "from c import c\n\n\ndef b(): ...\n",
    "c.py": "from a import x\n\n\ndef c():\n    return x()\n",
  };
  const { left } = await move(files, "a.py:x", "b.py");
  expect(left).toEqual([]);
});

test("A cycle with the package around an importer is named, whatever cycle there was before", async () => {
  const files = {
    "p/__init__.py": "from p import b\n",
    "p/a.py": "def x(): ...\n",
    "p/b.py": "from .a import x\nfrom .c import c\n\n\ndef b():\n    return x()\n",
    "p/c.py": "import p\n\n\ndef c():\n    return p.b\n",
  };
  const { left } = await move(files, "p/a.py:x", "p/__init__.py");
  expect(left).toEqual(["p/b.py:1 a cycle of imports: p/b.py → p/__init__.py → p/b.py"]);
});

test("A cycle that only functions use is said, and is no reason to refuse", async () => {
  const files = {
    "a.ts": 'import { b } from "./b";\n\nconst K = 1;\n\nexport const x = () => K;\n\nexport const y = () => b();\n',
    "b.ts": "export const b = () => 1;\n",
  };
  const { left, notes } = await move(files, "a.ts:x", "b.ts");
  expect(left).toEqual([]);
  expect(notes).toContain("b.ts → a.ts → b.ts import each other now; none uses another while it is loaded.");
});

test("Strings and mocks that name the module are left, with the reason", async () => {
  const files = {
    "a.ts": "export const x = 1;\nexport const y = 1;\n",
    "a.test.ts": 'import { x } from "./a";\n\njest.mock("./a");\nexport const z = x;\n',
    "c.ts": 'export const load = async () => {\n  const a = await import("./a");\n  return a.x;\n};\n',
    "d.ts": 'export const load = async () => (await import("./a")).y;\n',
  };
  const { left } = await move(files, "a.ts:x", "b.ts");
  expect(left).toEqual(["a.test.ts:3 it replaces the module in a test", "c.ts:2 it loads the module while it runs"]);
  const named = await move({ ...python("def x(): ...\n"), "t.py": 'patch("a.x")\n' }, "a.py:x", "b.py");
  expect(named.left).toEqual(["t.py:1 it names the symbol in a string"]);
});
