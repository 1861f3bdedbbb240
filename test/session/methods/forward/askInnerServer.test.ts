import { codeLike, documentsOf, onlyCode } from "../../../../src/session/verdict/innerDocuments.js";
import { createInProcessSyntax } from "../../../syntax/inProcessSyntax.js";

const syntax = createInProcessSyntax();
afterAll(() => syntax.close());

test("A server of the inner language has the code where it is, and blanks for all else", async () => {
  const text = "# 💣\r\n\r\n```py\r\nx = 1\r\n```\n> ```py\n> def f():\n>   y\n> ```\n\n```js\nz\n```\n";
  const code = await syntax.innerCode({ uri: "file:///a.md", languageId: "markdown", text });
  expect(code.map(({ languageId, isExample }) => [languageId, isExample])).toEqual([
    ["python", true],
    ["python", true],
    ["javascript", true],
  ]);
  const python = code.filter(({ languageId }) => languageId === "python");
  const blank = "    \r\n\r\n     \r\nx = 1\r\n   \n       \n  def f():\n    y\n     \n\n     \n \n   \n";
  expect(onlyCode(text, python)).toBe(blank);
});

test.each(["pycon", "python", "{doctest}"])(
  "A console in a fence of %s is code without its prompts and output",
  async (tag) => {
    const text = `\`\`\`${tag}\n>>> def f():\n...     return 1\n>>> f()\n1\n>>> f\n\`\`\`\n`;
    const [code, ...others] = await syntax.innerCode({ uri: "file:///a.md", languageId: "markdown", text });
    expect([code?.languageId, others]).toEqual(["python", []]);
    expect(onlyCode(text, code ? [code] : []).trim()).toBe("def f():\n        return 1\n    f()\n \n    f");
  },
);

test.each([
  [
    "python",
    'def f():\n    """Text.\n\n    >>> x = [\n    ...   1]\n    [1]\n\n    >>> x\n    """\n    ... # code\n\n# >>> no\nG = """\n>>> y\n"""\n',
    "        \n            \n\n        x = [\n          1]\n       \n\n        x\n       \n              \n\n        \n       \n    y\n   \n",
  ],
  [
    "elixir",
    '@doc """\n    iex> a = 1\n    ...> a\n    1\n"""\n',
    "        \n         a = 1\n         a\n     \n   \n",
  ],
  [
    "rust",
    "/// Adds.\n///\n/// ```\n/// # use a;\n/// let x = 💣;\n///\n/// ```\n///\n/// ```text\n/// no\n/// ```\n    //! ```no_run\n    //! f()\n    //! ```\nfn f() {}\n",
    "         \n   \n       \n      use a;\n    let x = 💣;\n   \n       \n   \n           \n      \n       \n                 \n        f()\n           \n         \n",
  ],
])("Doctests of %s are code without their prompts and output", async (languageId, text, blank) => {
  const code = await syntax.innerCode({ uri: "file:///a", languageId, text });
  expect(code.every((each) => each.isExample && each.languageId === languageId)).toBe(true);
  expect(onlyCode(text, code)).toBe(blank);
});

test("What a doctest declares is in no outline", async () => {
  const text = 'class A:\n    """\n    >>> b = 1\n    >>> def c(): ...\n    """\n';
  const [symbol] = await syntax.outline({ uri: "file:///a.py", languageId: "python", text });
  expect(symbol).toMatchObject({ name: "A", children: [] });
});

test("The scripts and styles of a page are no examples", async () => {
  const text = "<style>a {}</style><script>b</script>";
  const code = await syntax.innerCode({ uri: "file:///a.html", languageId: "html", text });
  expect(code).toEqual([
    { from: 7, to: 11, languageId: "css", isExample: false, omitted: [], declares: [], isUnbalanced: false },
    { from: 27, to: 28, languageId: "javascript", isExample: false, omitted: [], declares: [], isUnbalanced: false },
  ]);
});

describe("Fences of a page", () => {
  /** Returns the numbers of the fences in each document. */
  async function divide(tag: string, fences: readonly string[]): Promise<readonly (readonly number[])[]> {
    const text = fences.map((fence) => `\`\`\`${tag}\n${fence}\n\`\`\`\n`).join("\nText.\n\n");
    const all = await syntax.innerCode({ uri: "file:///a.md", languageId: "markdown", text });
    expect(all).toHaveLength(fences.length);
    const [own] = all;
    return documentsOf("markdown", own ? codeLike(own, all) : []).map((code) => code.map((each) => all.indexOf(each)));
  }

  test.each<[string, string, readonly string[], readonly (readonly number[])[]]>([
    ["that go on with each other are one document", "py", ["import a\ndef f(): ...", "x = f()", "x = 2"], [[0, 1, 2]]],
    [
      "that declare a name again begin another",
      "py",
      ["class A: ...", "A()", "class A: x = 1", "A.x"],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ["that declare a constant again begin another", "ts", ["const a = 1", "a", "const a = 2"], [[0, 1], [2]]],
    ["that name a type like a value are one document", "ts", ["const A = 1", "type A = typeof A"], [[0, 1]]],
    ["that declare a type again begin another", "ts", ["type A = 1", "interface A {}"], [[0], [1]]],
    ["with a main function each are programs of their own", "rust", ["fn main() {}", "fn main() {}"], [[0], [1]]],
    ["with blocks of one type are one document", "rust", ["struct A;", "impl A {}", "impl A {}"], [[0, 1, 2]]],
    ["with overloads are one document", "kotlin", ["fun f() {}", "fun f(a: Int) {}", "fun f() {}"], [[0, 1], [2]]],
    ["that don't close a bracket are documents by themselves", "js", ["let a", "function f() {", "a"], [[0, 2], [1]]],
    ["that leave something out in brackets are no others", "js", ["let a", "f({ ... })", "a"], [[0, 1, 2]]],
  ])("%s: %s", async (_title, tag, fences, expected) => {
    const documents = await divide(tag, fences);
    expect([...documents].sort(([one = 0], [other = 0]) => one - other)).toEqual(expected);
  });

  test("Each doctest is a document by itself", async () => {
    const text = 'def f():\n    """\n    >>> x = 1\n    """\ndef g():\n    """\n    >>> y = 1\n    """\n';
    const all = await syntax.innerCode({ uri: "file:///a.py", languageId: "python", text });
    expect(documentsOf("python", all).map((code) => code.length)).toEqual([1, 1]);
  });
});
