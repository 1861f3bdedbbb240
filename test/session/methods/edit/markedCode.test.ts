/** Edits of code whose lines begin with marks: what is new gets them. */

import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { closePairs, pair } from "../../pair.js";

afterEach(closePairs);

async function edited(path: string, text: string, params: object): Promise<string> {
  const session = pair({ files: { [path]: text } });
  await session.open();
  const { result, error } = await session.request("locate/edit", params);
  if (error) throw new Error(error.message);
  const { changes = {} } = result.edit as WorkspaceEdit;
  return applyTextEdits(text, (changes[session.uri(path)] ?? []) as readonly TextEdit[], "utf-16");
}

const quoted = "> ```py\n> def f():\n>     return 1\n>\n> f()\n> ```\n";
const python = [
  "def area(w):",
  '    """Area.',
  "",
  "    >>> area(2)",
  "    4",
  "    >>> x = area(",
  "    ...     3)",
  "    >>> x",
  "    9",
  '    """',
  "",
].join("\n");
const console = "```pycon\n>>> f(1)\n2\n>>> g\n```\n";
const rust = "/// Adds.\n///\n/// ```\n/// # use a::add;\n/// let a = add(1);\n/// ```\npub fn add(a: i32) {}\n";
const elixir = '@doc """\n    iex(1)> f(1)\n    2\n"""\ndef f(x), do: x\n';

const insertAfter = (find: string, new_text: string) => ({ operation: "insert_after", find, new_text });
const replace = (find: string, new_text: string) => ({ operation: "replace", find, new_text });
const remove = (find: string) => ({ operation: "delete", find });

test.each([
  [
    "a.md",
    quoted,
    insertAfter("return 1", "g()\nh()"),
    [">     return 1"],
    [">     return 1", ">     g()", ">     h()"],
  ],
  [
    "a.md",
    quoted,
    replace("return 1", "if a:\n    b\n\nreturn 2"),
    [">     return 1"],
    [">     if a:", ">         b", ">", ">     return 2"],
  ],
  ["a.md", quoted, insertAfter("return 1", "\n>     g()"), [">     return 1"], [">     return 1", ">     g()"]],
  ["a.md", quoted, remove("f()\n"), ["> f()"], []],
  [
    "a.md",
    quoted.replaceAll("\n", "\r\n"),
    insertAfter("return 1", "g()"),
    [">     return 1"],
    [">     return 1", ">     g()"],
  ],
  ["a.py", python, replace("area(2)", "area(\n    💣)"), ["    >>> area(2)"], ["    >>> area(", "    ...     💣)"]],
  [
    "a.py",
    python,
    insertAfter("area(2)", "if x:\n    y\n\n    z\nelse:\n    q\nw"),
    ["    4"],
    [
      "    4",
      "    >>> if x:",
      "    ...     y",
      "    ...",
      "    ...     z",
      "    ... else:",
      "    ...     q",
      "    >>> w",
    ],
  ],
  [
    "a.py",
    python,
    replace("x = area(\n    ...     3)", "x = 1"),
    ["    >>> x = area(", "    ...     3)"],
    ["    >>> x = 1"],
  ],
  ["a.py", python, remove("area(2)"), ["    >>> area(2)", "    4"], []],
  ["a.py", python, replace("    4", "    5"), ["    4"], ["    5"]],
  [
    "a.py",
    python,
    insertAfter(">>> area(2)\n    4", "\n    >>> area(3)\n    9"),
    ["    4"],
    ["    4", "    >>> area(3)", "    9"],
  ],
  ["a.ex", elixir, replace("f(1)", "f(\n  1)"), ["    iex(1)> f(1)"], ["    iex(1)> f(", "    ...(1)>   1)"]],
  ["a.md", console, insertAfter("f(1)", "f(\n  2)"), ["2"], ["2", ">>> f(", "...   2)"]],
  [
    "a.rs",
    rust,
    insertAfter("let a = add(1);", "if a {\n    b();\n}"),
    ["/// let a = add(1);"],
    ["/// let a = add(1);", "/// if a {", "///     b();", "/// }"],
  ],
  ["a.rs", rust, replace("use a::add;", "use b::add;"), ["/// # use a::add;"], ["/// # use b::add;"]],
])(
  "New lines in %s %# have the marks of their code",
  async (path, text, {
    operation,
    find,
    new_text,
  }: {
    readonly operation: string;
    readonly find: string;
    readonly new_text?: string;
  }, before: readonly string[], after: readonly string[]) => {
    const params = { locate: { file_path: path, find }, operation, ...(new_text === undefined ? {} : { new_text }) };
    const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    const join = (lines: readonly string[]) => lines.map((line) => line + lineEnd).join("");
    expect(text).toContain(join(before));
    expect(await edited(path, text, params)).toBe(text.replace(join(before), () => join(after)));
  },
);
