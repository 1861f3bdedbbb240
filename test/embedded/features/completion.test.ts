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

/** What may be written at `┃`, the best first. */
async function offers(drawn: Files, ...labels: readonly string[]) {
  const { items } = await completes(drawn);
  expect(items.map(({ label }) => label)).toEqual(labels);
}

describe("names that are visible", () => {
  test("of the innermost scope first", () =>
    offers({ "a.py": "top = 1\ndef f(a):\n    b = 2\n    ┃\n" }, "a", "b", "top", "f"));
  test("not those of other scopes", () => offers({ "a.ts": "function f(a) {}\n{ let b; }\n┃\n" }, "f"));
  test("with their kinds", async () => {
    const { items } = await completes({ "a.ts": 'import * as m from "./m";\nclass C {}\nfunction f(a) {\n  ┃\n}\n' });
    const kinds = Object.fromEntries(items.map(({ label, kind }) => [label, kind]));
    expect(kinds).toMatchObject({ a: 6, f: 3, C: 7, m: 9 });
  });
  test("over the word that is begun", async () => {
    const drawn = { "a.ts": "/* 💣 */ let größe;\r\n/* 💣 */ ⟦gr⟧┃ö;\r\n" };
    const { items, asked, uri } = await completes(drawn);
    const [{ range, newText }] = items.map(({ textEdit }) => textEdit) as [TextEdit];
    expect(draw(drawn, asked, [{ uri, range }])).toEqual(drawn);
    expect(newText).toBe("größe");
  });
  test("or over all of it, as clients choose who can", async () => {
    const capabilities = { textDocument: { completion: { completionItem: { insertReplaceSupport: true } } } };
    const drawn = { "a.ts": "let größe;\n⟦gr┃ö⟧;\n" };
    const { items, asked, uri } = await completes(drawn, { capabilities });
    const [{ insert, replace }] = items.map(({ textEdit }) => textEdit) as [InsertReplaceEdit];
    expect(draw(drawn, asked, [{ uri, range: replace }])).toEqual(drawn);
    expect(insert).toEqual({ start: { line: 1, character: 0 }, end: { line: 1, character: 2 } });
  });
});

describe("behind a dot", () => {
  test.each([
    ["a.ts", "class A {\n  one = 1;\n  two() {\n    this.┃\n  }\n}\n", ["one", "two"]],
    ["a.ts", "class A {\n  one = 1;\n  two() {\n    this?.on┃\n  }\n}\n", ["one", "two"]],
    ["a.py", "class A:\n    def one(self):\n        self.x = 1\n        self.┃\n", ["one", "x"]],
    ["a.py", "class A:\n    def two(self): ...\n    def two(self): self.┃\n", ["two"]],
  ])("of this: the members: %s %j", (path, text, labels) =>
    offers({ [path]: text, "b.ts": "class B { three() {} }" }, ...labels),
  );
  test("of anything else: nothing", async () => {
    const { answer } = await completes({ "a.ts": "class A { run() {} }\nlet a = new A();\na.┃\n" });
    expect(answer).toEqual({ isIncomplete: false, items: [] });
  });
  test("three dots are none", () => offers({ "a.ts": "const a = [];\nf(...┃);\n" }, "a"));
});

describe("names that other files declare", () => {
  const others = {
    "lib/b.ts": "export function openTill() {}\nexport class C { openDoor() {} }\n",
    "c.py": "def openBank(): pass\n",
  };
  test("from two letters on, behind those of the file, of languages that see each other", async () => {
    const { answer, items } = await completes({ "a.ts": "let opener;\nop┃\n", ...others });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ["opener", undefined],
      ["openTill", "lib/b.ts"],
    ]);
    expect(answer.isIncomplete).toBe(true);
  });
  test("not from one", () => offers({ "a.ts": "let opener;\no┃\n", ...others }, "opener"));
  test("once, whoever declares them", () => offers({ "a.ts": "let openTill;\nop┃\n", ...others }, "openTill"));
});

describe("where nobody writes names", () => {
  test.each([
    ["in a comment", "let a;\n// a┃\n"],
    ["in a string", 'let a;\nlet b = "a┃ b";\n'],
  ])("%s", (_title, text) => offers({ "a.ts": text }));
  test("but in what a string holds of code", () => offers({ "a.py": 'a = 1\nf"{a┃}"\n' }, "a"));
  test("in a language without a grammar", () => offers({ "a.txt": "a ┃" }));
});
