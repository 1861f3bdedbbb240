/** What a use of a name means, by imports, receivers and scopes. */

import { callablesOf, containersOf } from "../../../src/code/containers.js";
import { classBySpelling } from "../../../src/code/uses/spelling.js";
import { createInProcessSyntax } from "../../syntax/inProcessSyntax.js";

const syntax = createInProcessSyntax();

const extensions = {
  ts: "typescript",
  py: "python",
  go: "go",
  rs: "rust",
  java: "java",
  cpp: "cpp",
  hpp: "cpp",
  cs: "csharp",
  php: "php",
} as const;

/** `┃` in a text is before the name that is meant. */
async function nameIn([path, drawn]: readonly [string, string]) {
  const offset = drawn.indexOf("┃");
  const languageId = extensions[path.split(".").at(-1) as keyof typeof extensions];
  const text = { uri: `file://${path}`, languageId, text: drawn.replace("┃", "") };
  const name = await syntax.nameAt(text, offset);
  if (name === undefined) throw new Error(`no name in ${drawn}`);
  return { name, path, languageId, containers: await containersOf(name, text, syntax) };
}

const area = ["/w/src/shapes.ts", "export function ┃area() {}"] as const;
const run = ["/w/src/job.ts", "export class Job { ┃run() {} }"] as const;
const open = ["/w/com/bank/Till.java", "package com.bank; class Till { static void ┃open() {} }"] as const;
const pay = ["/w/src/pay.hpp", "namespace shop {\nint ┃pay(int amount);\n}"] as const;
const small = ["/w/src/kind.rs", "pub enum Kind { ┃Small }"] as const;

/** target, use, verdict */
test.each([
  ["the import of a module's function", area, ["/w/src/u.ts", 'import { ┃area } from "./shapes";'], "shown"],
  ["an import from a module that may pass it on", area, ["/w/lib/u.ts", 'import { ┃area } from "./all";'], "possible"],
  ["an import from a package", area, ["/w/lib/u.ts", 'import { ┃area } from "lodash";'], "excluded"],
  ["a member of the module", area, ["/w/src/u.ts", 'import * as s from "./shapes";\ns.┃area();'], "shown"],
  ["a member of an object", area, ["/w/src/u.ts", "export const f = (x) => x.┃area();"], "excluded"],
  ["a member of what a module passes on", area, ["/w/u.ts", 'import * as s from "./all";\ns.t.┃area();'], "possible"],
  ["a receiver of the type", run, ["/w/src/u.ts", "function f(j: Job) { j.┃run(); }"], "shown"],
  ["a receiver of another type", run, ["/w/src/u.ts", "function f(j: Other) { j.┃run(); }"], "possible"],
  ["a receiver of no known type", run, ["/w/src/u.ts", "const f = (j) => j.┃run();"], "possible"],
  ["a property in an object", run, ["/w/src/u.ts", "const f = (run) => ({ ┃run });"], "possible"],
  ["a variable of the name", run, ["/w/src/u.ts", "const f = (run) => ┃run;"], "excluded"],
  ["an import of a module's function", run, ["/w/src/u.ts", 'import { ┃run } from "./job";'], "excluded"],
  ["a static import", open, ["/w/com/U.java", "import static com.bank.Till.┃open;"], "shown"],
  ["a static import from another type", open, ["/w/com/U.java", "import static com.bank.Safe.┃open;"], "excluded"],
  ["a variant that is imported from its enum", small, ["/w/src/u.rs", "use crate::kind::Kind::┃Small;"], "shown"],
  ["a name of a namespace", pay, ["/w/src/u.cpp", "using shop::pay;\nint f() { return ┃pay(1); }"], "shown"],
  ["a using-declaration", pay, ["/w/src/u.cpp", "using shop::┃pay;"], "shown"],
  ["a name of another namespace", pay, ["/w/src/u.cpp", "using bank::pay;\nint f() { return ┃pay(1); }"], "possible"],
  ["a variant of another enum", small, ["/w/src/u.rs", "use crate::size::Size::┃Small;"], "excluded"],
] as const)("For the search for uses, %s is judged", async (_title, declared, used, verdict) => {
  const target = await nameIn(declared);
  const use = await nameIn(used);
  const containerNames = new Set(target.containers);
  expect(classBySpelling(use, { ...target, containerNames }, use.containers)).toBe(verdict);
});

/** the path by which the target's package is imported, the import, verdict */
test.each([
  ["example.com/calls", "example.com/calls", "shown"],
  ["example.com/calls", "example.org/calls", "excluded"],
  ["example.com/calls", "calls", "excluded"],
  [undefined, "example.com/other", "shown"],
  [undefined, "example.com/calls", "excluded"],
] as const)("A package with the path %s is meant by an import of %s: %s", async (importPath, source, verdict) => {
  const target = await nameIn(["/w/other/d.go", "package calls\n\nfunc ┃D() {}\n"]);
  const use = await nameIn(["/w/u/u.go", `package u\n\nimport c "${source}"\n\nfunc f() { c.┃D() }\n`]);
  expect(classBySpelling(use, { ...target, containerNames: new Set(), importPath })).toBe(verdict);
});

const wide = ["/w/src/shapes.py", "def area(┃width): pass"] as const;
const make = ["/w/src/shapes.py", "class Shape:\n    def __init__(self, ┃width): pass"] as const;
const cut = ["/w/src/Shape.cs", "class Shape { public void Cut(int ┃width) {} }"] as const;
const build = ["/w/src/Shape.cs", "class Shape { public Shape(int ┃width) {} }"] as const;
const fold = ["/w/src/fold.php", "<?php function fold($┃width) {}"] as const;
const plan = ["/w/src/Plan.php", "<?php class Plan { function __construct($┃width) {} }"] as const;
const grow = ["/w/src/shapes.py", "class Shape:\n    def grow(self, ┃width): pass"] as const;

/** target, use, verdict */
test.each([
  ["a call of the function", wide, ["/w/src/u.py", "from shapes import area\narea(┃width=1)"], "shown"],
  ["a call under an alias", wide, ["/w/src/u.py", "from shapes import area as a\na(┃width=1)"], "shown"],
  ["a call through the module", wide, ["/w/src/u.py", "import shapes\nshapes.area(┃width=1)"], "shown"],
  ["a call in the same file", wide, ["/w/src/shapes.py", "def area(width): pass\narea(┃width=1)"], "shown"],
  ["a call of another function", wide, ["/w/src/u.py", "from shapes import size\nsize(┃width=1)"], "excluded"],
  ["a call of another module's function", wide, ["/w/u.py", "from os import area\narea(┃width=1)"], "excluded"],
  ["a call of the caller's own function", wide, ["/w/u.py", "def area(width): pass\narea(┃width=1)"], "excluded"],
  ["a variable of the name", wide, ["/w/src/u.py", "from shapes import area\n┃width = 1"], "excluded"],
  ["a member of the name", wide, ["/w/src/u.py", "from shapes import area\narea.┃width"], "excluded"],
  ["a call of the class", make, ["/w/src/u.py", "from shapes import Shape\nShape(┃width=1)"], "shown"],
  ["a call of the base class's", make, ["/w/src/u.py", "super().__init__(┃width=1)"], "possible"],
  ["a call of the class with a method", grow, ["/w/src/u.py", "from shapes import Shape\nShape(┃width=1)"], "excluded"],
  ["a call of a C# method", cut, ["/w/src/u.cs", "class U { void F(Shape s) { s.Cut(┃width: 1); } }"], "possible"],
  ["a call of another C# method", cut, ["/w/src/u.cs", "class U { void F() { Trim(┃width: 1); } }"], "excluded"],
  ["a call of a C# class", build, ["/w/src/u.cs", "class U { Shape s = new Shape(┃width: 1); }"], "possible"],
  ["a call of a PHP function", fold, ["/w/src/u.php", "<?php fold(┃width: 1);"], "possible"],
  ["a call of another PHP function", fold, ["/w/src/u.php", "<?php trim(┃width: 1);"], "excluded"],
  ["a call of a PHP class", plan, ["/w/src/u.php", "<?php new Plan(┃width: 1);"], "possible"],
  ["a call of the method", grow, ["/w/src/u.py", "def f(s): s.grow(┃width=1)"], "possible"],
] as const)("For a parameter, the name of an argument in %s is judged", async (_title, declared, used, verdict) => {
  const [target, use] = [await nameIn(declared), await nameIn(used)];
  const text = { uri: `file://${declared[0]}`, languageId: target.languageId, text: declared[1].replace("┃", "") };
  const callables = await callablesOf(target.name, text, syntax);
  expect(classBySpelling(use, { ...target, callables })).toBe(verdict);
});
