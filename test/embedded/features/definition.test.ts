import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LocationLink } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";
import type { FakeIndex } from "../fakeIndex.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

/**
 * Checks that the definitions of the name at `┃` are those between `⟦…⟧`, by default in file order.
 */
async function goes(drawn: Files, { order, disk, ...options }: PairOptions & { order?: string[]; disk?: Files } = {}) {
  const asked = await openDrawing(drawn, options, disk);
  session = asked.session;
  const { path, position } = asked;
  const answer = await session.ask("textDocument/definition", { textDocument: { uri: session.uri(path) }, position });
  const places = ((answer ?? []) as LocationLink[]).map(({ targetUri, targetSelectionRange }) => {
    return { uri: targetUri, range: targetSelectionRange };
  });
  expect(draw(drawn, asked, places)).toEqual(drawn);
  if (order) expect(places.map(({ uri }) => uri)).toEqual(order.map((each) => session?.uri(each)));
}

describe("within the file", () => {
  test("A local name leads to its own scope", () =>
    goes({ "a.py": "def f():\n    ⟦x⟧ = 1\n    return ┃x\n", "b.py": "x = 2\n" }));
  test("A name declared in the file leads there", () =>
    goes({ "a.ts": "function ⟦f⟧() {}\n┃f();\n", "b.ts": "export function f() {}\n" }));
  test("A name in a fence of Markdown leads to its declaration in that fence", () =>
    goes({
      "a.md": "```js\nfunction f() {}\n```\n\n> ```js\n> function ⟦f⟧() {}\n> ┃f()\n> ```\n",
      "b.js": "export function f() {}\n",
    }));
  test("A declaration leads to itself", () => goes({ "a.ts": "const ⟦┃a⟧ = 1;\n" }));
  test("An object's key leads to itself", () =>
    goes({ "a.ts": "f({ ⟦┃key⟧: 1 });\n", "b.ts": "export const b = { key: 2 };\n" }));
  test("An overloaded name leads to all its declarations", () =>
    goes({ "a.ts": "function ⟦f⟧(): void;\nfunction ⟦f⟧(a?: 1) {}\nuse(┃f);\n" }));
  test("A call of an overloaded name leads to the signatures that take it, not to what implements them", () =>
    goes({
      "a.ts": "function ⟦f⟧(): void;\nfunction f(a: 1): void;\nfunction f(a?: 1) {}\n┃f();\n",
    }));
  test("A position at the end of a word means the word", () => goes({ "a.ts": "const ⟦ab⟧ = 1;\nuse(ab┃);\n" }));
  test.each(["\n", "\r\n", "\r"])(
    "Definitions are found in lines that end with %j, after a character of two code units",
    (end) => goes({ "a.ts": `/* 💣 */ const ⟦é⟧ = 1;${end}/* 💣 */ ┃é;${end}` }),
  );
});

describe("imported names", () => {
  test("A Go package is the one that go.mod gives the path, whatever its folder is called", () =>
    goes({
      "other/go.mod": "module example.com/calls\n",
      "other/d.go": "package calls\n\nfunc ⟦D⟧() {}\n",
      "calls/d.go": "package calls\n\nfunc D() {}\n",
      "other/use/u.go": 'package use\n\nimport "example.com/calls"\n\nfunc f() { calls.┃D() }\n',
    }));
  test("A package in a folder of a Go module has the module's path before its own", () =>
    goes({
      "go.mod": "module example.com/shop\n",
      "bank/d.go": "package bank\n\nfunc ⟦D⟧() {}\n",
      "x/bank/d.go": "package bank\n\nfunc D() {}\n",
      "u.go": 'package shop\n\nimport b "example.com/shop/bank"\n\nfunc f() { b.┃D() }\n',
    }));
  test.each([
    ["crate", "src/lib.rs", "src/bank/till.rs"],
    ["super", "src/bank/mod.rs", "src/bank/till.rs"],
    ["super::super", "src/lib.rs", "src/bank/till.rs"],
  ])("In Rust, `use %s::total` leads to %s", (module, path, from) =>
    goes({
      "Cargo.toml": "",
      [path]: "pub fn ⟦total⟧() {}\n",
      "other/src/lib.rs": "pub fn total() {}\n",
      [from]: `use ${module}::total;\nfn f() { ┃total(); }\n`,
    }),
  );
  test("In the tests of a Rust file, `use super::area` leads to the file itself", () =>
    goes({
      "src/shapes.rs": "pub fn ⟦area⟧() {}\nmod tests {\n    use super::area;\n    fn t() { ┃area(); }\n}\n",
      "src/lib.rs": "pub fn volume() {}\n",
    }));
  test.each([
    ["./b", "b.ts"],
    ["./b.js", "b.ts"],
    ["./b", "b/index.ts"],
    ["../root/b", "b.tsx"],
  ])("An import from %s leads to %s", (source, path) =>
    goes({
      "root/a.ts": `import { f } from "${source}";\n┃f();\n`,
      [`root/${path}`]: "export function ⟦f⟧() {}\n",
      "root/c.ts": "export function f() {}\n",
    }),
  );
  test.each(["../out/b", "./link/b"])(
    "An import from %s, which leads out of the workspace, leads nowhere",
    async (source) => {
      const drawn = { "ws/a.ts": `import * as ┃b from "${source}";\nb.f();\n` };
      const asked = await openDrawing(drawn, { roots: ["ws"] }, { "out/b.ts": "export function f() {}\n" });
      session = asked.session;
      const pathOf = (name: string) => fileURLToPath(asked.session.uri(name));
      symlinkSync(pathOf("out"), pathOf("ws/link"));
      const textDocument = { uri: session.uri(asked.path) };
      const answer = await session.ask("textDocument/definition", { textDocument, position: asked.position });
      expect(JSON.stringify(answer)).not.toContain("b.ts");
      rmSync(pathOf("ws/link"));
      symlinkSync(pathOf("ws"), pathOf("ws/link"));
      writeFileSync(pathOf("ws/b.ts"), "export function f() {}\n");
      const inside = await session.ask("textDocument/definition", { textDocument, position: asked.position });
      if (source === "./link/b") expect(JSON.stringify(inside)).toContain("ws/link/b.ts");
    },
  );
  test("An open file that a link leads to outside of the workspace is not found by another file", async () => {
    const drawn = { "ws/a.ts": 'import * as ┃b from "./link/b";\nb.f();\n' };
    const asked = await openDrawing(drawn, { roots: ["ws"] }, { "out/b.ts": "export function f() {}\n" });
    session = asked.session;
    const pathOf = (name: string) => fileURLToPath(asked.session.uri(name));
    symlinkSync(pathOf("out"), pathOf("ws/link"));
    await session.open("ws/link/b.ts", "export function f() {}\n");
    const textDocument = { uri: session.uri(asked.path) };
    const answer = await session.ask("textDocument/definition", { textDocument, position: asked.position });
    expect(JSON.stringify(answer)).not.toContain("b.ts");
    const own = { textDocument: { uri: session.uri("ws/link/b.ts") }, position: { line: 0, character: 16 } };
    expect(JSON.stringify(await session.ask("textDocument/definition", own))).toContain("link/b.ts");
  });
  test("An alias leads to the original name", () =>
    goes({
      "a.ts": 'import { f as g } from "./b";\n┃g();\n',
      "b.ts": "export function ⟦f⟧() {}\nexport function g() {}\n",
    }));
  test("A default import leads to the default export", () =>
    goes({ "a.ts": 'import anything from "./b";\n┃anything();\n', "b.ts": "export default function ⟦f⟧() {}\n" }));
  test("A module leads to its file", () =>
    goes({ "a.ts": 'import * as b from "./b";\n┃b.f();\n', "b.ts": "⟦⟧export function f() {}\n" }));
  test("A member of a namespace import leads to the module", () =>
    goes({
      "a.ts": 'import * as b from "./b";\nb.┃f();\n',
      "b.ts": "export function ⟦f⟧() {}\n",
      "c.ts": "export function f() {}\n",
    }));
  test("A dotted Python import is resolved", () =>
    goes({
      "shop/a.py": "from store.items import Item\n┃Item()\n",
      "store/items.py": "class ⟦Item⟧: pass\n",
      "other/items.py": "class Item: pass\n",
    }));
  test("A relative Python import is resolved", () =>
    goes({
      "shop/a.py": "from .items import Item\n┃Item()\n",
      "shop/items.py": "class ⟦Item⟧: pass\n",
      "items.py": "class Item: pass\n",
    }));
  test("A re-export of a Python package is resolved", () =>
    goes({
      "a.py": "from store import Item\n┃Item()\n",
      "store/__init__.py": "from .items import Item\n",
      "store/items.py": "class ⟦Item⟧: pass\n",
      "shop/items.py": "class Item: pass\n",
    }));
  test("A Python module imported from a package leads to its file", () =>
    goes({ "a.py": "from store import items\n┃items.x\n", "store/__init__.py": "", "store/items.py": "⟦⟧x = 1\n" }));
  test("A Python submodule precedes a declaration of the same name in another module", () =>
    goes({
      "a.py": "from store import items\n┃items.x\n",
      "store/__init__.py": "",
      "store/items.py": "⟦⟧x = 1\n",
      "store/shelf.py": "class Shelf:\n    def items(self): pass\n",
    }));
  test("A Python submodule accessed through its package leads to its file", () =>
    goes({
      "a.py": "import store.items\nstore.┃items.x\n",
      "store/__init__.py": "",
      "store/items.py": "⟦⟧x = 1\n",
      "shelf.py": "class Shelf:\n    def items(self): pass\n",
    }));
  test("A Go import leads to the folder of the package", () =>
    goes({
      "main.go": 'package main\n\nimport "example.com/shop/bank"\n\nfunc main() { bank.┃Open() }\n',
      "bank/account.go": "package bank\n\nfunc ⟦Open⟧() {}\n",
      "till/till.go": "package till\n\nfunc Open() {}\n",
    }));
  test("A Rust path with :: is resolved", () =>
    goes({
      "src/main.rs": "use crate::bank::open;\n\nfn main() { ┃open(); }\n",
      "src/bank.rs": "pub fn ⟦open⟧() {}\n",
      "src/till.rs": "pub fn open() {}\n",
    }));
  test("An import without a matching file leads to itself", () =>
    goes({ "a.ts": 'import { ⟦f⟧ } from "elsewhere";\n┃f();\n', "b.ts": "export function f() {}\n" }));
});

describe("names declared in other files", () => {
  test("All declarations in the workspace are returned", () =>
    goes({
      "a.ts": "┃f();\n",
      "b.ts": "export function ⟦f⟧() {}\n",
      "c.ts": "export function ⟦f⟧() {}\n",
    }));
  test("An unknown name has no definition", async () => {
    const asked = await openDrawing({ "a.ts": "┃nobody();\n" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    expect(await session.ask("textDocument/definition", params)).toBeNull();
  });
  test("Declarations of other language families are ignored", () =>
    goes({ "a.js": "┃f();\n", "b.py": "def f(): pass\n", "c.tsx": "export function ⟦f⟧() {}\n" }));
  test("Callable declarations come first for a call", () =>
    goes(
      { "a.ts": "┃f();\n", "b.ts": "export const ⟦f⟧ = 1;\n", "c.ts": "export function ⟦f⟧() {}\n" },
      { order: ["c.ts", "b.ts"] },
    ));
  test("Declarations with a matching arity come first, exact before variable", () =>
    goes(
      {
        "a.ts": "┃f(1, 2);\n",
        "b.ts": "export function ⟦f⟧(a) {}\n",
        "c.ts": "export function ⟦f⟧(...all) {}\n",
        "d.ts": "export function ⟦f⟧(a, b) {}\n",
      },
      { order: ["d.ts", "c.ts", "b.ts"] },
    ));
  test("Declarations in near folders come first", () =>
    goes(
      {
        "x/a.ts": "┃f();\n",
        "far/away/b.ts": "export function ⟦f⟧() {}\n",
        "x/c.ts": "export function ⟦f⟧() {}\n",
        "x/y/d.ts": "export function ⟦f⟧() {}\n",
      },
      { order: ["x/c.ts", "x/y/d.ts", "far/away/b.ts"] },
    ));
  test("Members come first for a member access", () =>
    goes(
      { "a.ts": "thing.┃run();\n", "b.ts": "export function ⟦run⟧() {}\n", "c.ts": "export class C { ⟦run⟧() {} }\n" },
      { order: ["c.ts", "b.ts"] },
    ));
  test("The container with the name of the receiver comes first", () =>
    goes({
      "a.ts": "Till.┃open();\n",
      "b.ts": "export class Bank { static open() {} }\n",
      "c.ts": "export class Till { static ⟦open⟧() {} }\n",
    }));
  test("A variable named like a type is taken to be of that type", () =>
    goes(
      {
        "a.ts": "function f(till) { till.┃open(); }\n",
        "b.ts": "export class Bank { ⟦open⟧() {} }\n",
        "c.ts": "export class Till { ⟦open⟧() {} }\n",
      },
      { order: ["c.ts", "b.ts"] },
    ));
  test("Go methods belong to the type of their receiver", () =>
    goes({
      "a.go": "package p\n\nfunc f() { Till.┃Open() }\n",
      "b.go": "package p\n\nfunc (t *Till) ⟦Open⟧() {}\n",
      "c.go": "package p\n\nfunc (b *Bank) Open() {}\n",
    }));
  test("A declaration that is gone from its file is not returned", async () => {
    const drawn = { "a.ts": "┃f();\n", "b.ts": "export function ⟦f⟧() {}\n", "c.ts": "export function g() {}\n" };
    const asked = await openDrawing(drawn);
    session = asked.session;
    await session.ask("workspace/symbol", { query: "" });
    const index = session.indexes[0] as FakeIndex;
    const named = index.findByName.bind(index);
    index.findByName = async (query) => {
      const { answer, state } = await named(query);
      const stale = answer.map((each) => ({ ...each, path: each.path.replace("b.ts", "c.ts") }));
      return { answer: [...answer, ...stale], state };
    };
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    const answer = (await session.ask("textDocument/definition", params)) as LocationLink[];
    expect(answer.map(({ targetUri }) => targetUri)).toEqual([session.uri("b.ts")]);
  });
});

describe("forward declarations", () => {
  test("A prototype leads to its definition", () =>
    goes({
      "main.c": "int f(int a);\nint main() { return ┃f(1); }\n",
      "f.c": "int ⟦f⟧(int a) { return a; }\n",
      "f.h": "int f(int a);\n",
    }));
  test("A member leads to its definition for the same class", () =>
    goes({
      "a.h": "class A {\n  void ┃run();\n};\nclass B {\n  void run();\n};\n",
      "a.cpp": "void A::⟦run⟧() {}\nvoid B::run() {}\n",
    }));
  test("A prototype without a definition leads to itself", () =>
    goes({ "main.c": "int ⟦f⟧(int a);\nint main() { return ┃f(1); }\n", "f.h": "int f(int a);\n" }));
  test("A definition in the same file is not a forward declaration", () =>
    goes({
      "main.c": "int ⟦f⟧(int a) { return a; }\nint main() { return ┃f(1); }\n",
      "f.c": "int f(int a) { return 2; }\n",
    }));
});

describe("open documents and files on disk", () => {
  test("An open document precedes the file on disk", () =>
    goes({ "a.ts": "\n\nconst ⟦x⟧ = 1;\n┃x;\n" }, { disk: { "a.ts": "x" } }));
  test("A file that is not open is read from disk", async () => {
    const asked = await openDrawing({ "a.ts": "┃", "b.ts": "const b = 1;\nb;\n" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("b.ts") }, position: { line: 1, character: 0 } };
    const [link] = (await session.ask("textDocument/definition", params)) as LocationLink[];
    expect(link?.targetSelectionRange).toEqual({ start: { line: 0, character: 6 }, end: { line: 0, character: 7 } });
  });
  test("Another open document is read with its unsaved text", async () => {
    const asked = await openDrawing({ "a.ts": "┃f();\n", "b.ts": "export function f() {}\n" });
    session = asked.session;
    await session.open("b.ts", "export function f() {}\n");
    const start = { line: 0, character: 0 };
    await session.change("b.ts", [{ range: { start, end: start }, text: "// 💣\r// \r\n" }]);
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    const [link] = (await session.ask("textDocument/definition", params)) as LocationLink[];
    expect(link?.targetSelectionRange.start).toEqual({ line: 2, character: 16 });
  });
});

describe("the form of the result", () => {
  const drawn = { "a.ts": "┃f();\n", "b.ts": "/** Says. */\n@d\nexport function f() {\n}\n" };
  const ask = async (options: PairOptions) => {
    const asked = await openDrawing(drawn, options);
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    return session.ask("textDocument/definition", params);
  };
  test("Links have the range of the name and of the whole declaration", async () => {
    expect(await ask({})).toEqual([
      {
        originSelectionRange: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
        targetUri: session?.uri("b.ts"),
        targetRange: { start: { line: 0, character: 0 }, end: { line: 3, character: 1 } },
        targetSelectionRange: { start: { line: 2, character: 16 }, end: { line: 2, character: 17 } },
        byName: true,
      },
    ]);
  });
  test("Clients without linkSupport receive locations", async () => {
    const range = { start: { line: 2, character: 16 }, end: { line: 2, character: 17 } };
    expect(await ask({ capabilities: {} })).toEqual([{ uri: session?.uri("b.ts"), range, byName: true }]);
  });
  test.each<[string, Record<string, string>, boolean]>([
    ["an import leads to", { "a.ts": 'import { f } from "./b";\n┃f();\n', "b.ts": "export function f() {}\n" }, false],
    ["the type of its receiver shows", { "a.py": "class A:\n    def f(self): pass\nA().┃f()\n" }, false],
    ["a receiver of unknown type may have", { "a.py": "def g(x): x.┃f()\n", "b.py": "def f(): pass\n" }, true],
    ["nothing imports", { "a.rs": "fn g() { x::┃f() }\n", "b.rs": "fn f() {}\n" }, true],
    ["one overload takes", { "A.java": "class A { void f() {}\n void f(int a) {}\n void g() { ┃f(); } }\n" }, false],
    ["a macro may make a field of", { "a.c": "void g(void) { M(┃f); }\n", "b.c": "struct A { int f; };\n" }, true],
    ["C declares once", { "a.c": "void g(void) { ┃f(); }\n", "b.c": "void f(void) {}\n" }, false],
  ])("A name that %s is by name only as the case may be", async (_what, files, isByName) => {
    const asked = await openDrawing(files);
    session = asked.session;
    const params = { textDocument: { uri: session.uri(asked.path) }, position: asked.position };
    const answer = (await session.ask("textDocument/definition", params)) as { byName?: true }[];
    expect(answer.map(({ byName }) => byName === true)).toEqual([isByName]);
  });
});
