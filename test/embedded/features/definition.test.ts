import type { LocationLink } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";
import type { FakeIndex } from "../fakeIndex.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

/** The definitions of the name at `┃` have to be those between `⟦…⟧`, in the order of the files unless another is said. */
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
  test("a local, and not what is called so elsewhere", () =>
    goes({ "a.py": "def f():\n    ⟦x⟧ = 1\n    return ┃x\n", "b.py": "x = 2\n" }));
  test("what the file declares", () =>
    goes({ "a.ts": "function ⟦f⟧() {}\n┃f();\n", "b.ts": "export function f() {}\n" }));
  test("the declaration itself", () => goes({ "a.ts": "const ⟦┃a⟧ = 1;\n" }));
  test("an object's key, where it stands", () =>
    goes({ "a.ts": "f({ ⟦┃key⟧: 1 });\n", "b.ts": "export const b = { key: 2 };\n" }));
  test("all that are declared", () => goes({ "a.ts": "function ⟦f⟧(): void;\nfunction ⟦f⟧(a?: 1) {}\n┃f();\n" }));
  test("at the right edge of the word", () => goes({ "a.ts": "const ⟦ab⟧ = 1;\nuse(ab┃);\n" }));
  test.each(["\n", "\r\n", "\r"])("lines that end in %j, behind a character of two units", (end) =>
    goes({ "a.ts": `/* 💣 */ const ⟦é⟧ = 1;${end}/* 💣 */ ┃é;${end}` }),
  );
});

describe("from what it was imported from", () => {
  test.each([
    ["./b", "b.ts"],
    ["./b.js", "b.ts"],
    ["./b", "b/index.ts"],
    ["../root/b", "b.tsx"],
  ])("%s is %s", (source, path) =>
    goes({
      "root/a.ts": `import { f } from "${source}";\n┃f();\n`,
      [`root/${path}`]: "export function ⟦f⟧() {}\n",
      "root/c.ts": "export function f() {}\n",
    }),
  );
  test("by its name over there", () =>
    goes({
      "a.ts": 'import { f as g } from "./b";\n┃g();\n',
      "b.ts": "export function ⟦f⟧() {}\nexport function g() {}\n",
    }));
  test("where it is the default", () =>
    goes({ "a.ts": 'import anything from "./b";\n┃anything();\n', "b.ts": "export default function ⟦f⟧() {}\n" }));
  test("the whole module is its file", () =>
    goes({ "a.ts": 'import * as b from "./b";\n┃b.f();\n', "b.ts": "⟦⟧export function f() {}\n" }));
  test("a member of a whole module", () =>
    goes({
      "a.ts": 'import * as b from "./b";\nb.┃f();\n',
      "b.ts": "export function ⟦f⟧() {}\n",
      "c.ts": "export function f() {}\n",
    }));
  test("Python: dotted", () =>
    goes({
      "shop/a.py": "from store.items import Item\n┃Item()\n",
      "store/items.py": "class ⟦Item⟧: pass\n",
      "other/items.py": "class Item: pass\n",
    }));
  test("Python: relative", () =>
    goes({
      "shop/a.py": "from .items import Item\n┃Item()\n",
      "shop/items.py": "class ⟦Item⟧: pass\n",
      "items.py": "class Item: pass\n",
    }));
  test("Python: what a package passes on", () =>
    goes({
      "a.py": "from store import Item\n┃Item()\n",
      "store/__init__.py": "from .items import Item\n",
      "store/items.py": "class ⟦Item⟧: pass\n",
      "shop/items.py": "class Item: pass\n",
    }));
  test("Python: a module taken from a package", () =>
    goes({ "a.py": "from store import items\n┃items.x\n", "store/__init__.py": "", "store/items.py": "⟦⟧x = 1\n" }));
  test("Python: a module of that name, and not what is called so in one", () =>
    goes({
      "a.py": "from store import items\n┃items.x\n",
      "store/__init__.py": "",
      "store/items.py": "⟦⟧x = 1\n",
      "store/shelf.py": "class Shelf:\n    def items(self): pass\n",
    }));
  test("Python: a module asked of another", () =>
    goes({
      "a.py": "import store.items\nstore.┃items.x\n",
      "store/__init__.py": "",
      "store/items.py": "⟦⟧x = 1\n",
      "shelf.py": "class Shelf:\n    def items(self): pass\n",
    }));
  test("Go: the package is a folder", () =>
    goes({
      "main.go": 'package main\n\nimport "example.com/shop/bank"\n\nfunc main() { bank.┃Open() }\n',
      "bank/account.go": "package bank\n\nfunc ⟦Open⟧() {}\n",
      "till/till.go": "package till\n\nfunc Open() {}\n",
    }));
  test("Rust: words between ::", () =>
    goes({
      "src/main.rs": "use crate::bank::open;\n\nfn main() { ┃open(); }\n",
      "src/bank.rs": "pub fn ⟦open⟧() {}\n",
      "src/till.rs": "pub fn open() {}\n",
    }));
  test("from where no file fits: where it is imported", () =>
    goes({ "a.ts": 'import { ⟦f⟧ } from "elsewhere";\n┃f();\n', "b.ts": "export function f() {}\n" }));
});

describe("what only the index knows", () => {
  test("all of it", () =>
    goes({
      "a.ts": "┃f();\n",
      "b.ts": "export function ⟦f⟧() {}\n",
      "c.ts": "export function ⟦f⟧() {}\n",
    }));
  test("nothing known, nothing answered", async () => {
    const asked = await openDrawing({ "a.ts": "┃nobody();\n" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    expect(await session.ask("textDocument/definition", params)).toBeNull();
  });
  test("only in languages that see each other", () =>
    goes({ "a.js": "┃f();\n", "b.py": "def f(): pass\n", "c.tsx": "export function ⟦f⟧() {}\n" }));
  test("what is called goes before what is not", () =>
    goes(
      { "a.ts": "┃f();\n", "b.ts": "export const ⟦f⟧ = 1;\n", "c.ts": "export function ⟦f⟧() {}\n" },
      { order: ["c.ts", "b.ts"] },
    ));
  test("what takes so many arguments goes first, exactly before any number", () =>
    goes(
      {
        "a.ts": "┃f(1, 2);\n",
        "b.ts": "export function ⟦f⟧(a) {}\n",
        "c.ts": "export function ⟦f⟧(...all) {}\n",
        "d.ts": "export function ⟦f⟧(a, b) {}\n",
      },
      { order: ["d.ts", "c.ts", "b.ts"] },
    ));
  test("what is near goes first", () =>
    goes(
      {
        "x/a.ts": "┃f();\n",
        "far/away/b.ts": "export function ⟦f⟧() {}\n",
        "x/c.ts": "export function ⟦f⟧() {}\n",
        "x/y/d.ts": "export function ⟦f⟧() {}\n",
      },
      { order: ["x/c.ts", "x/y/d.ts", "far/away/b.ts"] },
    ));
  test("a member before what is none", () =>
    goes(
      { "a.ts": "thing.┃run();\n", "b.ts": "export function ⟦run⟧() {}\n", "c.ts": "export class C { ⟦run⟧() {} }\n" },
      { order: ["c.ts", "b.ts"] },
    ));
  test("of what it is asked of, by name", () =>
    goes({
      "a.ts": "Till.┃open();\n",
      "b.ts": "export class Bank { static open() {} }\n",
      "c.ts": "export class Till { static ⟦open⟧() {} }\n",
    }));
  test("a variable is called like its type, as far as anybody knows", () =>
    goes(
      {
        "a.ts": "function f(till) { till.┃open(); }\n",
        "b.ts": "export class Bank { ⟦open⟧() {} }\n",
        "c.ts": "export class Till { ⟦open⟧() {} }\n",
      },
      { order: ["c.ts", "b.ts"] },
    ));
  test("Go: methods are declared beside their types", () =>
    goes({
      "a.go": "package p\n\nfunc f() { Till.┃Open() }\n",
      "b.go": "package p\n\nfunc (t *Till) ⟦Open⟧() {}\n",
      "c.go": "package p\n\nfunc (b *Bank) Open() {}\n",
    }));
  test("a file that changed since: what does not say the name is not answered", async () => {
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

describe("C: declared ahead, defined elsewhere", () => {
  test("a prototype leads to what defines it", () =>
    goes({
      "main.c": "int f(int a);\nint main() { return ┃f(1); }\n",
      "f.c": "int ⟦f⟧(int a) { return a; }\n",
      "f.h": "int f(int a);\n",
    }));
  test("a member leads to what defines it of that class", () =>
    goes({
      "a.h": "class A {\n  void ┃run();\n};\nclass B {\n  void run();\n};\n",
      "a.cpp": "void A::⟦run⟧() {}\nvoid B::run() {}\n",
    }));
  test("nobody defines it: the prototype", () =>
    goes({ "main.c": "int ⟦f⟧(int a);\nint main() { return ┃f(1); }\n", "f.h": "int f(int a);\n" }));
  test("what is defined here is meant", () =>
    goes({
      "main.c": "int ⟦f⟧(int a) { return a; }\nint main() { return ┃f(1); }\n",
      "f.c": "int f(int a) { return 2; }\n",
    }));
});

describe("which text", () => {
  test("what is open goes before the disk", () =>
    goes({ "a.ts": "\n\nconst ⟦x⟧ = 1;\n┃x;\n" }, { disk: { "a.ts": "x" } }));
  test("a file nobody opened is read", async () => {
    const asked = await openDrawing({ "a.ts": "┃", "b.ts": "const b = 1;\nb;\n" });
    session = asked.session;
    const params = { textDocument: { uri: session.uri("b.ts") }, position: { line: 1, character: 0 } };
    const [link] = (await session.ask("textDocument/definition", params)) as LocationLink[];
    expect(link?.targetSelectionRange).toEqual({ start: { line: 0, character: 6 }, end: { line: 0, character: 7 } });
  });
  test("of another document that is open, its unsaved text", async () => {
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

describe("how it is told", () => {
  const drawn = { "a.ts": "┃f();\n", "b.ts": "/** Says. */\n@d\nexport function f() {\n}\n" };
  const ask = async (options: PairOptions) => {
    const asked = await openDrawing(drawn, options);
    session = asked.session;
    const params = { textDocument: { uri: session.uri("a.ts") }, position: asked.position };
    return session.ask("textDocument/definition", params);
  };
  test("as links, with what was asked about and the whole declaration", async () => {
    expect(await ask({})).toEqual([
      {
        originSelectionRange: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
        targetUri: session?.uri("b.ts"),
        targetRange: { start: { line: 0, character: 0 }, end: { line: 3, character: 1 } },
        targetSelectionRange: { start: { line: 2, character: 16 }, end: { line: 2, character: 17 } },
      },
    ]);
  });
  test("as locations, to clients that know no links", async () => {
    expect(await ask({ capabilities: {} })).toEqual([
      { uri: session?.uri("b.ts"), range: { start: { line: 2, character: 16 }, end: { line: 2, character: 17 } } },
    ]);
  });
});
