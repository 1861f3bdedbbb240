import { draw, type Files, openDrawing } from "../drawing.js";
import type { Pair, PairOptions } from "../pair.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

async function hovers(drawn: Files, options: PairOptions = {}) {
  const asked = await openDrawing(drawn, options);
  session = asked.session;
  const { path, position } = asked;
  const uri = session.uri(path);
  const answer = await session.ask("textDocument/hover", { textDocument: { uri }, position });
  return { answer, asked, uri };
}

/** Returns the hover contents for the name at `┃`. */
async function says(drawn: Files, ...expected: readonly string[]) {
  const { answer } = await hovers(drawn);
  expect(answer?.contents).toEqual({ kind: "markdown", value: expected.join("\n\n") });
}

const typescript = (code: string) => `\`\`\`typescript\n${code}\n\`\`\``;

describe("signatures", () => {
  test.each([
    [
      "a.ts",
      "export function add(a: number): number {\n  return a;\n}\n┃add(1);\n",
      "export function add(a: number): number",
    ],
    ["a.ts", "export const add = async (a) => {\n};\n┃add(1);\n", "export const add = async (a)"],
    ["a.ts", "const big = 1;\n┃big;\n", "const big = 1;"],
    ["a.ts", "interface Big {\n  // One.\n  a: number;\n}\nlet x: ┃Big;\n", "interface Big"],
    [
      "a.py",
      "class A(B):\n    @static\n    def run(self, a=1):\n        return a\n\n    x = ┃run\n",
      "@static\ndef run(self, a=1):",
    ],
    ["a.go", "package p\n\ntype Till struct {\n\tmoney int\n}\n\nvar x ┃Till\n", "type Till struct"],
    [
      "A.java",
      "class A {\n  @Old\n  int run(int a) throws X {\n  }\n  int x = ┃run(1);\n}\n",
      "@Old\nint run(int a) throws X",
    ],
    [
      "a.rs",
      "#[inline]\npub fn run<T>(a: &T) -> T\nwhere T: Copy {\n  a\n}\nfn main() { ┃run(1); }\n",
      "#[inline]\npub fn run<T>(a: &T) -> T\nwhere T: Copy",
    ],
    ["a.rb", "def run(a, b = 1)\n  a\nend\n┃run(1)\n", "def run(a, b = 1)"],
    ["a.lua", "local function run(a)\n  return a\nend\n┃run(1)\n", "local function run(a)"],
    [
      "a.cpp",
      "template <typename T>\nclass A : public B {\n public:\n  int x;\n};\n┃A a;\n",
      "template <typename T>\nclass A : public B",
    ],
  ])("The signature is shown in %s: %j", async (path, source, head) => {
    const { answer } = await hovers({ [path]: source });
    expect(answer?.contents.value.split("\n").slice(1, -1).join("\n")).toBe(head);
  });
  test("A signature of several lines is dedented", () =>
    says(
      {
        "a.ts":
          "namespace N {\n  export function add(\n    a: number,\n  ): number {\n    return a;\n  }\n  ┃add(1);\n}\n",
      },
      typescript("export function add(\n  a: number,\n): number"),
    ));
  test("A long signature is cut", () =>
    says(
      { "a.ts": `const big = [\n${"  1,\n".repeat(20)}];\n┃big;\n` },
      typescript(`const big = [\n${"  1,\n".repeat(7)}…`),
    ));
  test("The fences are longer than any in the code", () =>
    says({ "a.ts": "const big = `\n```\n`;\n┃big;\n" }, "````typescript\nconst big = `\n```\n`;\n````"));
});

describe("names that are not in the outline", () => {
  test.each([
    ["a.ts", "function add(a: number, b = 1) {\n  return ┃a;\n}\n", "a: number"],
    ["a.ts", "for (const x of [1]) {\n  ┃x;\n}\n", "for (const x of [1])"],
    ["a.py", "def f():\n    for i, j in x:\n        ┃j\n", "for i, j in x:"],
    ["a.go", "package p\n\nfunc f(a, b int) {\n\tx, err := g()\n\t_ = ┃err\n}\n", "x, err := g()"],
  ])("The line of the declaration is shown in %s: %j", async (path, source, head) => {
    const { answer } = await hovers({ [path]: source });
    expect(answer?.contents.value.split("\n").slice(1, -1).join("\n")).toBe(head);
  });
});

describe("comments", () => {
  const comments: readonly (readonly [string, string, string])[] = [
    [
      "a.ts",
      "/**\n * Adds.\n *\n * More:\n *   - a\n * @param a one\n */\nfunction f() {}\n┃f();\n",
      "Adds.\n\nMore:\n  - a\n\n@param a one",
    ],
    ["a.ts", "/** Adds. */\r\nfunction f() {}\r\n┃f();\r\n", "Adds."],
    ["a.ts", "// Adds 💣.\n// Twice.\nfunction f() {}\n┃f();\n", "Adds 💣.\nTwice."],
    ["a.py", 'def f():\n    """Adds.\n\n      More.\n    """\n    return 1\n┃f()\n', "Adds.\n\nMore."],
    ["a.py", "def f():\n    'Adds.'\n┃f()\n", "Adds."],
    ["a.py", "# Adds.\ndef f():\n    pass\n┃f()\n", "Adds."],
    ["a.rs", "/// Adds.\n///\n/// # Examples\nfn f() {}\nfn main() { ┃f(); }\n", "Adds.\n\n# Examples"],
    ["a.go", "package p\n\n// Adds.\nfunc f() { ┃f() }\n", "Adds."],
    ["a.lua", "--- Adds.\n-- Twice.\nfunction f() end\n┃f()\n", "Adds.\nTwice."],
    ["a.lua", "--[[ Adds.\n  Twice. ]]\nfunction f() end\n┃f()\n", "Adds.\nTwice."],
    ["a.rb", "# Adds.\ndef f\nend\n┃f()\n", "Adds."],
    ["A.cs", "class A {\n  /// <summary>Adds.</summary>\n  int F() { return F(); }\n  int x = ┃F();\n}\n", "Adds."],
    [
      "a.ex",
      'defmodule A do\n  @doc """\n  Adds.\n  """\n  def f(a), do: a\n\n  def x, do: ┃f(1)\nend\n',
      "Adds.\n\nby name only",
    ],
    ["a.jl", '"""\nAdds.\n"""\nfunction f(a)\n  a\nend\n┃f(1)\n', "Adds.\n\nby name only"],
    ["a.php", "<?php\n/**\n * Adds.\n */\nfunction f() {}\n┃f();\n", "Adds."],
  ];
  test.each(comments)("The comment is shown without its delimiters in %s: %j", async (path, source, comment) => {
    const { answer } = await hovers({ [path]: source });
    expect(answer?.contents.value.split("```\n\n")[1]).toBe(comment);
  });
});

describe("declarations in other files", () => {
  test("The path is shown relative to the workspace folder", () =>
    says(
      { "a.ts": "┃add(1);\n", "lib/b.ts": "// One.\n\nexport function add() {}\n" },
      typescript("export function add()"),
      "*in* `lib/b.ts:3`, by name only",
    ));
  test("The best declaration is shown with the number of others", () =>
    says(
      { "a.ts": "┃add(1);\n", "b.ts": "export function add(a) {}\n", "c.ts": "export const add = 1;\n" },
      typescript("export function add(a)"),
      "*in* `b.ts:1`, by name only, 1 other declaration",
    ));
  test("A module is shown by its path", () =>
    says({ "a.ts": 'import * as b from "./b";\n┃b.x;\n', "b.ts": "export const x = 1;\n" }, "*in* `b.ts:1`"));
});

test("The range of a hover is the name", async () => {
  const drawn = { "a.ts": "const add = 1; ⟦a┃dd⟧(💣);\n" };
  const { answer, asked, uri } = await hovers(drawn);
  expect(draw(drawn, asked, [{ uri, range: answer.range }])).toEqual(drawn);
});
test("An unknown name has no hover", async () => {
  expect((await hovers({ "a.ts": "┃nobody;\n" })).answer).toBeNull();
});
test("A position without a name has no hover", async () => {
  expect((await hovers({ "a.ts": "let a = ┃+ 1;\n" })).answer).toBeNull();
});
test("Clients without markdown receive plain text", async () => {
  const { answer } = await hovers(
    { "a.ts": "┃f();\n", "b.ts": "// Adds.\nexport function f() {}\n" },
    { capabilities: {} },
  );
  expect(answer.contents).toEqual({
    kind: "plaintext",
    value: "export function f()\n\nAdds.\n\nin b.ts:2, by name only",
  });
});
