import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { DocumentHighlight, Location } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

interface Asking extends PairOptions {
  readonly includeDeclaration?: boolean;
  readonly disk?: Files;
}

/** Checks that the references of the name at `┃` are those between `⟦…⟧`. */
async function refers(drawn: Files, { includeDeclaration = true, disk, ...options }: Asking = {}) {
  const asked = await openDrawing(drawn, options, disk);
  session = asked.session;
  const { path, position } = asked;
  const answer = (await session.ask("textDocument/references", {
    textDocument: { uri: session.uri(path) },
    position,
    context: { includeDeclaration },
  })) as Location[];
  expect(draw(drawn, asked, answer)).toEqual(drawn);
}

describe("local names", () => {
  test("A local name is searched in its file alone", () =>
    refers({ "a.py": "def f(⟦x⟧):\n    return ⟦┃x⟧\nx = 1\n", "b.py": "x = 1\nprint(x)\n" }));
  test("The declaration is left out if the client says so", () =>
    refers({ "a.py": "def f(x):\n    return ⟦┃x⟧ + ⟦x⟧\n" }, { includeDeclaration: false }));
  test("A name that is private to its file is searched there alone", () =>
    refers({ "a.ts": "const ⟦x⟧ = 1;\n⟦┃x⟧;\nexport {};\n", "b.ts": "x;\n" }));
});

describe("names that other files can use", () => {
  test("Uses of a Go package are those that import it by the path in go.mod", () =>
    refers({
      "other/go.mod": "module example.com/calls\n",
      "other/d.go": "package calls\n\nfunc ⟦┃D⟧() {}\n",
      "other/use/u.go": 'package use\n\nimport "example.com/calls"\n\nfunc f() { calls.⟦D⟧() }\n',
      "other/use/v.go": 'package use\n\nimport "example.org/other"\n\nfunc g() { other.D() }\n',
    }));
  test("Uses in Rust are found behind `use crate` and `use super`", () =>
    refers({
      "src/lib.rs": "pub fn ⟦┃total⟧() {}\nmod tests {\n    use super::⟦total⟧;\n    fn t() { ⟦total⟧(); }\n}\n",
      "src/bank.rs": "use crate::⟦total⟧;\nfn f() { ⟦total⟧(); }\n",
      "src/till.rs": "use other::total;\nfn f() { total(); }\n",
    }));
  test("Imports from the file are references", () =>
    refers({
      "a.ts": "export function ⟦┃f⟧() {}\n⟦f⟧();\n",
      "b.ts": 'import { ⟦f⟧ } from "./a";\n⟦f⟧();\n',
      "c.ts": 'import { f } from "./d";\nf();\n',
      "d.ts": "export function f() {}\n",
    }));
  test("References are found from a use in another file", () =>
    refers({
      "a.ts": "export function ⟦f⟧() {}\n",
      "b.ts": 'import { ⟦f⟧ } from "./a";\n⟦┃f⟧();\n',
      "c.ts": 'import { ⟦f⟧ } from "./a";\n⟦f⟧();\nfunction g(f) { f(); }\n',
    }));
  test("References are found from an alias", () =>
    refers({
      "a.ts": "export function ⟦f⟧() {}\n",
      "b.ts": 'import { ⟦f⟧ as ⟦g⟧ } from "./a";\n⟦┃g⟧();\n',
      "c.ts": 'import { ⟦f⟧ } from "./a";\n',
    }));
  test("A member access on the module is a reference", () =>
    refers({
      "a.ts": "export function ⟦┃f⟧() {}\n",
      "b.ts": 'import * as a from "./a";\na.⟦f⟧();\nother.f();\n',
    }));
  test("A member access on a namespace in the module is a reference", () =>
    refers({
      "a.ts": "export namespace N { export namespace M { export function ⟦f⟧() {} } }\n",
      "b.ts": 'import { N } from "./a";\nN.M.⟦┃f⟧();\nother.f();\n',
    }));
  test("A member access on a Python module is a reference", () =>
    refers({
      "store/a.py": "def ⟦┃f⟧(): pass\n",
      "b.py": "from store.a import ⟦f⟧\nimport store.a\n⟦f⟧()\n",
      "c.py": "def f(): pass\nf()\n",
    }));
  test("Member accesses are references where the type of the receiver shows", () =>
    refers({
      "a.ts": "export class A { ⟦┃run⟧() { this.⟦run⟧(); } }\nclass B { run() { this.run(); } }\n",
      "b.ts":
        'import { A } from "./a";\nfunction f(a: A, run) { a.⟦run⟧(); run(); }\n' +
        "const made = new A();\nmade.⟦run⟧();\nconst other = new Map();\nother.run();\n",
      "c.ts": "export const g = (any) => any.⟦run⟧();\nimport * as fs from 'fs';\nfs.run();\n",
    }));
  test("In Python a parameter's annotation and a construction show the type", () =>
    refers({
      "a.py": "class A:\n    def ⟦┃run⟧(self):\n        self.⟦run⟧()\n",
      "b.py": "from a import A\n\ndef f(a: A, b):\n    a.⟦run⟧()\n    b.⟦run⟧()\n    c = A()\n    c.⟦run⟧()\n",
    }));
  test("In Rust a module's function is no use of a method of that name", () =>
    refers({
      "cache.rs":
        "pub struct Cache;\nimpl Cache {\n    pub fn ⟦┃read⟧(&self) {}\n    fn all(&self) { self.⟦read⟧(); fs::read(1); }\n}\n",
      "main.rs":
        "fn f(cache: &Cache, other: Vec<u8>) { cache.⟦read⟧(); other.read(); let c = Cache::new(); c.⟦read⟧(); }\n",
    }));
  test("Go names are unqualified within the package and qualified outside", () =>
    refers({
      "bank/a.go": "package bank\n\nfunc ⟦┃Open⟧() {}\n",
      "bank/b.go": "package bank\n\nfunc f() { ⟦Open⟧() }\n",
      "main.go": 'package main\n\nimport "example.com/bank"\n\nfunc main() { bank.⟦Open⟧() }\n',
      "till/c.go": "package till\n\nfunc Open() {}\n\nfunc f() { Open() }\n",
    }));
  test("Other language families are not searched", () =>
    refers({ "a.ts": "export function ⟦┃f⟧() {}\n", "b.py": "f()\n", "c.js": 'import { ⟦f⟧ } from "./a";\n' }));
  test("An undeclared name is found where nothing else declares it", () =>
    refers({ "a.ts": "⟦┃nobody⟧();\n", "b.ts": "⟦nobody⟧();\nfunction f(nobody) { nobody; }\n" }));
  test("Open documents are searched with their unsaved texts, others on disk", () =>
    refers(
      { "a.ts": "// 💣\r\nexport function ⟦┃f⟧() {}\r⟦f⟧();", "b.ts": 'import { ⟦f⟧ } from "./a";\r⟦f⟧();\r' },
      { disk: { "a.ts": "nothing\n" } },
    ));
  test("All workspace folders are searched", () =>
    refers(
      { "one/a.ts": "export function ⟦┃f⟧() {}\n", "two/b.ts": 'import { ⟦f⟧ } from "../one/a";\n' },
      { roots: ["one", "two"] },
    ));
});

describe("partial results, progress and cancellation", () => {
  const files = {
    "a.ts": "export function ┃f() {}\n",
    "b.ts": 'import { f } from "./a";\nf();\n',
    "c.ts": 'import { f } from "./a";\nf();\n',
  };
  const ask = async (params: object, options: PairOptions = {}) => {
    const asked = await openDrawing(files, options);
    session = asked.session;
    const textDocument = { uri: session.uri("a.ts") };
    const context = { includeDeclaration: true };
    return { textDocument, position: asked.position, context, ...params };
  };
  test("Partial results are sent to clients that request them", async () => {
    const params = await ask({ partialResultToken: "part" });
    expect(await session?.ask("textDocument/references", params)).toEqual([]);
    const parts = session?.said.filter(({ params }) => params.token === "part") ?? [];
    expect(parts.map(({ params }) => params.value.length)).toEqual([1, 2, 2]);
  });
  test("Progress is sent to clients that request it", async () => {
    const params = await ask({ workDoneToken: "work" });
    await session?.ask("textDocument/references", params);
    const told = session?.said.filter(({ params }) => params.token === "work") ?? [];
    expect(told.map(({ params: { value } }) => [value.kind, value.title ?? value.message])).toEqual([
      ["begin", "References to f"],
      ["report", "2 of 2 files"],
      ["end", undefined],
    ]);
  });
  test("A cancelled request is answered at once", async () => {
    const params = await ask({}, { state: { isComplete: false, indexed: 0, files: 2 } });
    const source = new CancellationTokenSource();
    const answer = session?.ask("textDocument/references", params, source.token);
    // Answered after it, so the request has begun.
    await session?.ask("workspace/symbol", { query: "" });
    source.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    // Later requests are answered.
    session?.indexes[0]?.setState({ isComplete: true, indexed: 2, files: 2 });
    expect(await session?.ask("textDocument/references", params)).toHaveLength(5);
  });
});

describe("highlights", () => {
  test("Highlights are reads and writes", async () => {
    const drawn = { "a.ts": "let ⟦💣x⟧ = 1;\r\n⟦┃💣x⟧ = 2;\r\nuse(⟦💣x⟧);\r\nfunction f(💣x) {}\r\n" };
    const asked = await openDrawing(drawn);
    session = asked.session;
    const uri = session.uri("a.ts");
    const answer = (await session.ask("textDocument/documentHighlight", {
      textDocument: { uri },
      position: asked.position,
    })) as DocumentHighlight[];
    expect(
      draw(
        drawn,
        asked,
        answer.map(({ range }) => ({ uri, range })),
      ),
    ).toEqual(drawn);
    expect(answer.map(({ kind }) => kind)).toEqual([3, 3, 2]);
  });
  test("A position without a name has no highlights", async () => {
    const asked = await openDrawing({ "a.ts": "let a = 1 ┃+ 2;" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    expect(await session.ask("textDocument/documentHighlight", params)).toBeNull();
  });
});

describe("places by name only", () => {
  /** Checks which of the references at `┃` have `byName`. */
  async function marked(drawn: Files, byName: readonly string[]) {
    const asked = await openDrawing(drawn);
    session = asked.session;
    const { path, position } = asked;
    const answer = (await session.ask("textDocument/references", {
      textDocument: { uri: session.uri(path) },
      position,
      context: { includeDeclaration: true },
    })) as (Location & { byName?: true })[];
    const found = answer
      .filter((each) => each.byName)
      .map(({ uri, range }) => `${uri.split("/").at(-1)}:${range.start.line}`);
    expect(found.sort()).toEqual(byName);
  }

  test("Members of receivers that nothing shows are marked", () =>
    marked({ "a.py": "def check(a):\n    a.┃foo()\n    a.foo()\n", "b.py": "def f(b):\n    b.foo()\n" }, [
      "a.py:2",
      "b.py:1",
    ]));
  test("Accesses of a member in a value of no known type are marked", () =>
    marked(
      {
        "a.ts": "export class A { ┃run() {} }\n",
        "b.ts": [
          'import { A } from "./a";',
          "export const f = (a: A, any) => [a.run(), any.run()];",
          "new Map().run();",
          "run();",
        ].join("\n"),
      },
      ["b.ts:1"],
    ));
  test("Accesses of a method of Rust in values of a library are left out", () =>
    marked(
      {
        "lib.rs": "pub struct A;\nimpl A { pub fn ┃read(&self) {} }\n",
        "main.rs": "fn f(v: Vec<u8>) { v.read(); fs::read(1); unknown().read(); }\n",
      },
      ["main.rs:0"],
    ));
  test("Uses of what is imported are not marked", () =>
    marked({ "a.ts": "export function ┃f() {}\n", "b.ts": 'import { f } from "./a";\nf();\n' }, []));
  test("Uses of a function of C that is declared and defined once are not marked", () =>
    marked(
      { "a.h": "int f(int a);\n", "a.c": "int ┃f(int a) { return a; }\n", "b.c": "int g(void) { return f(1); }\n" },
      [],
    ));
  test("Uses of a function of C that two files define are marked", () =>
    marked(
      {
        "a.c": "int ┃f(int a) { return a; }\n",
        "b.c": "int g(void) { return f(1); }\n",
        "c.c": "int f(int a) { return 2; }\n",
      },
      ["b.c:0", "c.c:0"],
    ));
  test("Calls that several overloads take are marked, and those that only one takes are not", () =>
    marked(
      {
        "A.java": "class A {\n void ┃f(int a) {}\n void f(String a) {}\n void f() {}\n void g() { f();\n f(1); }\n}\n",
      },
      ["A.java:5"],
    ));
  test("Calls of a constructor that others may take, too, are marked", () =>
    marked({ "A.java": "class A {\n ┃A(int a) {}\n A(String a) {}\n Object f() {\n return new A(1); }\n}\n" }, [
      "A.java:4",
    ]));
});
