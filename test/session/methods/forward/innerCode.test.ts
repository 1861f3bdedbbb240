import { onlyCode } from "../../../../src/session/verdict/innerDocuments.js";
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
    { from: 7, to: 11, languageId: "css", isExample: false, omitted: [] },
    { from: 27, to: 28, languageId: "javascript", isExample: false, omitted: [] },
  ]);
});
