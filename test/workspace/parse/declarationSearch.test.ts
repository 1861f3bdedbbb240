/** The search for a declared name skips what only uses it, and loses no declaration. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { factsOf } from "../../../src/languages/languages.js";
import { createDeclarationFinder } from "../../../src/workspace/parse/declarationSearch.js";
import { missedDeclarations } from "./missedDeclarations.js";

const mayDeclare = (language: string, text: string) => createDeclarationFinder("name")(Buffer.from(text), language);

/** Lines that only use `name`, by language. */
const uses: Readonly<Record<string, readonly string[]>> = {
  go: [
    "x.name(1)",
    "return name",
    "f(name, 1)",
    "y := pkg.name",
    "T{name: 1}",
    "name.run()",
    "// the name of it",
    "\tpkg.name()",
    "go name()",
  ],
  java: ["x.name(1);", "return name;", "new name();", "name y = 1;", "// the name", "import a.b.name;", "(name) x"],
  rust: ["x.name(1);", "use a::name;", "Some(name)", "let y: name = 1;", "name::run()", "// the name"],
  python: ["x.name(1)", "self.name(1)", "return name", "f(name.x)", "import name", "# the name", "name(1)", "y = name"],
  typescript: ["x.name(1);", "return name;", "f(name)", "let y: name;", "y = name;", "name.run();", "// the name"],
  javascript: ["x.name(1);", "new name()", "!name", "x?.name", "if (a === name) {}", "f('name here')"],
  c: ["x.name(1);", "p->name = 1;", "return name;", "y = name;", "f(name, 1);", "// the name"],
  cpp: ["x.name(1);", "p->name = 1;", "new name();", "f(name, 1);", "#include <name>", '#include "name"'],
};

/** Lines that declare it in an unusual way. */
const declarations: Readonly<Record<string, readonly string[]>> = {
  go: [
    "\t*pkg.name",
    "type A struct{ pkg.name }",
    "\tpkg.name `json`",
    "var (name = 1)",
    "const a, name = 1, 2",
    "name := 1",
    "/* a */ func name()",
    "x := `//`; var name int",
  ],
  java: ["int a, name;", "A, name;", "List<String> name;", "int[] name;", "record P(int name) {}", "class name<T> {}"],
  rust: ["macro_rules! name {", "#[a] name,", "pub(crate) name: u8,"],
  python: [
    "a = name = 1",
    "(a, name) = 1, 2",
    "self.name += 1",
    "if (name := 1): pass",
    "class name[T]:",
    "case P(x=name):",
  ],
  typescript: [
    "exports.name = 1;",
    "const { a: name } = b;",
    "'name': 1,",
    "[...name]",
    "catch (name) {",
    "exports['name'] = 1;",
    "async *name() {}",
  ],
  c: ["int *name;", "extern void (*(name(void)))(int);", "long /* a */ name;", "int (name)(void);"],
  cpp: ["void A::name() {}", "int &name;", "vector<int> name;", "namespace name {"],
};

const rowsOf = (lines: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(lines).flatMap(([language, texts]) => texts.map((text) => [language, text] as const));

test.each(rowsOf(uses))("In %s, %j can't declare the name", (language, text) => {
  expect([mayDeclare(language, text), mayDeclare(language, `\n  ${text}\r\n`)]).toEqual([false, false]);
});

test.each(rowsOf(declarations))("In %s, %j may declare the name", (language, text) => {
  expect([mayDeclare(language, text), mayDeclare(language, `\n${text}\r\n`)]).toEqual([true, true]);
});

test("A name in a comment that begins a line is not declared, and one after a comment in a string is", () => {
  expect(mayDeclare("java", "  /*\n int name;\n */\n")).toBe(false);
  expect(mayDeclare("java", 'a("/*");\nint name;\n')).toBe(true);
  expect(mayDeclare("java", "/* a */\nint name; /* b */\n")).toBe(true);
});

test("A name far to the right, or in a language that says nothing of its uses, may be declared", () => {
  expect(mayDeclare("go", `${"x".repeat(500)}.name()`)).toBe(true);
  expect(mayDeclare("zig", "x.name()")).toBe(true);
  expect(mayDeclare("zig", "nothing here")).toBe(false);
});

const outlines = join(import.meta.dirname, "../../syntax/outline");
const pages = readdirSync(outlines).filter((file) => factsOf(file.replace(/\.md$/, "")).uses);

test.each(pages)("No declaration in %s is taken for a use", async (page) => {
  const sources = readFileSync(join(outlines, page), "utf8").matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms);
  const missed: (readonly string[])[] = [];
  let count = 0;
  for (const [, , language = "", source = ""] of sources) {
    if (factsOf(language).uses === undefined) continue;
    const found = await missedDeclarations(language, source);
    missed.push(found.missed);
    count += found.count;
  }
  expect({ missed: missed.flat(), isEmpty: count === 0 }).toEqual({ missed: [], isEmpty: false });
});
