import type { CompletionItem, InsertReplaceEdit, TextEdit } from "vscode-languageserver-protocol";
import { draw, type Files, openDrawing } from "../drawing.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

async function completes(drawn: Files, options: PairOptions = {}) {
  const asked = await openDrawing(drawn, options);
  session = asked.session;
  const { path, position } = asked;
  const uri = session.uri(path);
  const answer = await session.ask("textDocument/completion", { textDocument: { uri }, position });
  const items = (answer.items as CompletionItem[]).sort((a, b) => ((a.sortText ?? "") < (b.sortText ?? "") ? -1 : 1));
  return { answer, items, asked, uri };
}

/** Checks the completion labels at `┃`, best first. */
async function offers(drawn: Files, ...labels: readonly string[]) {
  const { items } = await completes(drawn);
  expect(items.map(({ label }) => label)).toEqual(labels);
}

describe("visible names", () => {
  test("Names of the innermost scope come first", () =>
    offers({ "a.py": "top = 1\ndef f(a):\n    b = 2\n    ┃\n" }, "a", "b", "top", "f"));
  test("Names of other scopes are not offered", () => offers({ "a.ts": "function f(a) {}\n{ let b; }\n┃\n" }, "f"));
  test("Items have the kinds of their names", async () => {
    const { items } = await completes({ "a.ts": 'import * as m from "./m";\nclass C {}\nfunction f(a) {\n  ┃\n}\n' });
    const kinds = Object.fromEntries(items.map(({ label, kind }) => [label, kind]));
    expect(kinds).toMatchObject({ a: 6, f: 3, C: 7, m: 9 });
  });
  test("An item replaces the prefix", async () => {
    const drawn = { "a.ts": "/* 💣 */ let größe;\r\n/* 💣 */ ⟦gr⟧┃ö;\r\n" };
    const { items, asked, uri } = await completes(drawn);
    const [{ range, newText }] = items.map(({ textEdit }) => textEdit) as [TextEdit];
    expect(draw(drawn, asked, [{ uri, range }])).toEqual(drawn);
    expect(newText).toBe("größe");
  });
  test("An item can replace the whole word for clients with insertReplaceSupport", async () => {
    const capabilities = { textDocument: { completion: { completionItem: { insertReplaceSupport: true } } } };
    const drawn = { "a.ts": "let größe;\n⟦gr┃ö⟧;\n" };
    const { items, asked, uri } = await completes(drawn, { capabilities });
    const [{ insert, replace }] = items.map(({ textEdit }) => textEdit) as [InsertReplaceEdit];
    expect(draw(drawn, asked, [{ uri, range: replace }])).toEqual(drawn);
    expect(insert).toEqual({ start: { line: 1, character: 0 }, end: { line: 1, character: 2 } });
  });
});

describe("after a dot", () => {
  test.each([
    ["a.ts", "class A {\n  one = 1;\n  two() {\n    this.┃\n  }\n}\n", ["one", "two"]],
    ["a.ts", "class A {\n  one = 1;\n  two() {\n    this?.on┃\n  }\n}\n", ["one", "two"]],
    ["a.py", "class A:\n    def one(self):\n        self.x = 1\n        self.┃\n", ["one", "x"]],
    ["a.py", "class A:\n    def two(self): ...\n    def two(self): self.┃\n", ["two"]],
  ])("After self, the members of the class are offered: %s %j", (path, text, labels) =>
    offers({ [path]: text, "b.ts": "class B { three() {} }" }, ...labels),
  );
  test("After any other receiver, nothing is offered", async () => {
    const { answer } = await completes({ "a.ts": "class A { run() {} }\nlet a = new A();\na.┃\n" });
    expect(answer).toEqual({ isIncomplete: false, items: [] });
  });
  test("Three dots are not a member access", () => offers({ "a.ts": "const a = [];\nf(...┃);\n" }, "a"));
});

describe("names of other files", () => {
  const others = {
    "lib/b.ts": "export function openTill() {}\nexport class C { openDoor() {} }\n",
    "c.py": "def openBank(): pass\n",
  };
  test("They are offered from two letters on, after those of the file, within the language family", async () => {
    const { answer, items } = await completes({ "a.ts": "let opener;\nop┃\n", ...others });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ["opener", undefined],
      ["openTill", "lib/b.ts"],
    ]);
    expect(answer.isIncomplete).toBe(true);
  });
  test("They are not offered for one letter", () => offers({ "a.ts": "let opener;\no┃\n", ...others }, "opener"));
  test("A name that several files declare is offered once", () =>
    offers({ "a.ts": "let openTill;\nop┃\n", ...others }, "openTill"));
});

describe("comments and strings", () => {
  test.each([
    ["in a comment", "let a;\n// a┃\n"],
    ["in a string", 'let a;\nlet b = "a┃ b";\n'],
  ])("Nothing is offered in %s", (_title, text) => offers({ "a.ts": text }));
  test("Names are offered in an interpolation of a string", () => offers({ "a.py": 'a = 1\nf"{a┃}"\n' }, "a"));
  test("Nothing is offered without a grammar", () => offers({ "a.txt": "a ┃" }));
});
