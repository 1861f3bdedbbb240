/** Edits of lines, fitted to their place. */

import type { OperationName, TargetKind } from "../../../src/locate/edit/editRequest.js";
import { lineKindsIn } from "../../../src/syntax/trees/lineKinds.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../../syntax/parsedSources.js";
import { planInText } from "./planInText.js";

interface Options {
  readonly language?: string;
  readonly kind?: TargetKind;
}

/** Applies an operation to the target, which is drawn as `⟦…⟧`. */
async function apply(
  before: string,
  operation: OperationName,
  newText: string,
  { language = "typescript", kind = "symbol" }: Options = {},
): Promise<string> {
  const [start = "", inner = "", end = ""] = before.split(/[⟦⟧]/);
  const target = { from: start.length, to: start.length + inner.length, kind };
  return (await planInText(language, start + inner + end, { operation, newText, target })).text;
}

/** Returns a text of unit 4, without indentation, in six spellings for a place at 4 columns. */
function spellings(text: string): readonly (readonly [string, string])[] {
  const lines = text.split("\n");
  const deeper = lines.map((line) => (line === "" ? "" : `    ${line}`));
  const first = lines[0] as string;
  return [
    ["its full indentation", deeper.join("\n")],
    ["no indentation", text],
    ["the first line's missing", [first, ...deeper.slice(1)].join("\n")],
    [
      "another width",
      lines.map((line) => line.replace(/^(?: {4})+/, (indent) => " ".repeat(indent.length / 2))).join("\n"),
    ],
    ["tabs", lines.map((line) => line.replace(/^(?: {4})+/, (indent) => "\t".repeat(indent.length / 4))).join("\n")],
    ["a final line end", `${deeper.join("\n")}\n`],
  ];
}

const members: readonly (readonly [string, string, string])[] = [
  [
    "python",
    "def n(self):\n    if self.x:\n        return 1\n    return 2",
    "class A:\n    x = 1\n\n    ⟦def m(self):\n        return 0⟧\n\n    def z(self):\n        pass\n",
  ],
  [
    "typescript",
    "n(): number {\n    if (this.x) {\n        return 1;\n    }\n    return 2;\n}",
    "class A {\n    x = 1;\n\n    ⟦m() {\n        return 0;\n    }⟧\n\n    z() {\n        a();\n    }\n}\n",
  ],
  [
    "rust",
    "fn n(&self) -> u8 {\n    match self.x {\n        1 => 2,\n        _ => 3,\n    }\n}",
    "impl A {\n    const X: u8 = 1;\n\n    ⟦fn m(&self) {\n        a();\n    }⟧\n\n    fn z() {\n        b();\n    }\n}\n",
  ],
  [
    "ruby",
    "def n\n    if @x\n        1\n    end\nend",
    "class A\n    X = 1\n\n    ⟦def m\n        0\n    end⟧\n\n    def z\n        1\n    end\nend\n",
  ],
];

const nested = (text: string) =>
  text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

test.each(
  members.flatMap(([language, text, before]) =>
    spellings(text).map(([how, written]) => ({ language, how, text, written, before })),
  ),
)(
  "A method of $language that is written with $how is indented as its siblings",
  async ({ language, text, written, before }) => {
    const [start = "", inner = "", end = ""] = before.split(/[⟦⟧]/);
    const above = start.replace(/ +$/, "");
    const old = `    ${inner}`;
    expect(await apply(before, "replace", written, { language })).toBe(above + nested(text) + end);
    expect(await apply(before, "insert_before", written, { language })).toBe(`${above}${nested(text)}\n\n${old}${end}`);
    expect(await apply(before, "insert_after", written, { language })).toBe(`${above}${old}\n\n${nested(text)}${end}`);
    expect(await apply(before, "delete", "", { language })).toBe(above + end.replace(/^\n\n/, ""));
  },
);

test("A block with several parts in the text is not taken for its end", async () => {
  const before = "class A:\n    ⟦def m(self):\n        pass⟧\n";
  const after = "class A:\n    def m(self):\n        if x:\n            a()\n        else:\n            b()\n";
  for (const [, written] of spellings("def m(self):\n    if x:\n        a()\n    else:\n        b()"))
    expect(await apply(before, "replace", written, { language: "python" })).toBe(after);
});

test("A file with tabs gets tabs, at each level", async () => {
  const before = "package a\n\nfunc (a A) m() {\n\t⟦if a {\n\t\tb()\n\t}⟧\n}\n";
  const after = "package a\n\nfunc (a A) m() {\n\tfor {\n\t\tif x {\n\t\t\tc()\n\t\t}\n\t}\n}\n";
  for (const [, written] of spellings("for {\n    if x {\n        c()\n    }\n}"))
    expect(await apply(before, "replace", written, { language: "go", kind: "node" })).toBe(after);
});

test.each<[string, string, OperationName, string, string, Options?]>([
  [
    "a continuation line keeps its columns where the unit differs",
    "class A:\n    ⟦def m(self):\n        pass⟧\n",
    "replace",
    "def m(self):\n  foo(a,\n      b)\n  bar()\n",
    "class A:\n    def m(self):\n        foo(a,\n            b)\n        bar()\n",
    { language: "python" },
  ],
  [
    "a bracket at the end of the text closes no block that a colon opens",
    "class A:\n    ⟦def m(self):\n        self.a = 0\n        self.b = {\n            1: 2,\n        }⟧\n",
    "replace",
    "def m(self):\n    self.a = 1\n    self.b = {\n        1: 3,\n    }\n",
    "class A:\n    def m(self):\n        self.a = 1\n        self.b = {\n            1: 3,\n        }\n",
    { language: "python" },
  ],
  [
    "a doc comment of the text replaces the one above",
    "class A {\n  /** Old. */\n  ⟦m() {}⟧\n}\n",
    "replace",
    "/**\n * New.\n */\nm() {\n  a();\n}\n",
    "class A {\n  /**\n   * New.\n   */\n  m() {\n    a();\n  }\n}\n",
    {},
  ],
  [
    "a text without a comment keeps the one above",
    "class A {\n  /** Old. */\n  ⟦m() {}⟧\n}\n",
    "replace",
    "  m() {\n    a();\n  }",
    "class A {\n  /** Old. */\n  m() {\n    a();\n  }\n}\n",
  ],
  [
    "a decorator and a doc comment go along with a deletion",
    "class A {\n  a() {}\n\n  /** Doc. */\n  @dec()\n  ⟦m() {}⟧\n\n  b() {}\n}\n",
    "delete",
    "",
    "class A {\n  a() {}\n\n  b() {}\n}\n",
  ],
  [
    "a comment after a blank line stays",
    "a();\n\n// Section.\n\n⟦function m() {}⟧\n\nb();\n",
    "delete",
    "",
    "a();\n\n// Section.\n\nb();\n",
  ],
  [
    "a comment at the start of the file stays",
    "// License.\n⟦function m() {}⟧\n\nb();\n",
    "delete",
    "",
    "// License.\n\nb();\n",
  ],
  [
    "a doc comment at the start of the file goes along",
    "/** Doc. */\n⟦function m() {}⟧\n\nb();\n",
    "delete",
    "",
    "b();\n",
  ],
  [
    "a deletion of the last one leaves no blank line before the end of the block",
    "class A {\n  a() {}\n\n  ⟦m() {}⟧\n}\n",
    "delete",
    "",
    "class A {\n  a() {}\n}\n",
  ],
  [
    "a deletion of the first one leaves no blank line after the start of the block",
    "class A {\n  ⟦m() {}⟧\n\n  a() {}\n}\n",
    "delete",
    "",
    "class A {\n  a() {}\n}\n",
  ],
  ["a deletion of the only one leaves an empty block", "class A {\n  ⟦m() {}⟧\n}\n", "delete", "", "class A {\n}\n"],
  [
    "a deletion at the end of a file without a last line end keeps it so",
    "a = 1\n\n\n⟦def f():\n    pass⟧",
    "delete",
    "",
    "a = 1",
    { language: "python" },
  ],
  ["a deletion of all leaves nothing", "⟦a = 1⟧\n", "delete", "", "", { language: "python" }],
  [
    "an item of a list goes with its separator",
    "x = [\n  a,\n  ⟦b⟧,\n  c\n]\n",
    "delete",
    "",
    "x = [\n  a,\n  c\n]\n",
    { kind: "node" },
  ],
  [
    "the last item of a list goes with the separator before",
    "x = [\n  a,\n  ⟦b⟧\n]\n",
    "delete",
    "",
    "x = [\n  a\n]\n",
    { kind: "node" },
  ],
  [
    "an item after the last one gets a separator before",
    '{\n  "a": 1,\n  ⟦"b": 2⟧\n}\n',
    "insert_after",
    '"c": 3,',
    '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n',
    { language: "json", kind: "node" },
  ],
  [
    "an item before another gets a separator",
    '{\n  ⟦"a": 1⟧,\n  "b": 2\n}\n',
    "insert_before",
    '"c": 3',
    '{\n  "c": 3,\n  "a": 1,\n  "b": 2\n}\n',
    { language: "json", kind: "node" },
  ],
  [
    "a separator is not doubled",
    '{\n  ⟦"a": 1⟧,\n  "b": 2\n}\n',
    "replace",
    '"a": 3,',
    '{\n  "a": 3,\n  "b": 2\n}\n',
    { language: "json", kind: "node" },
  ],
  [
    "fields stay without blank lines",
    "class A {\n  ⟦x = 1;⟧\n  y = 2;\n\n  m() {\n    a();\n  }\n}\n",
    "insert_after",
    "z = 3;",
    "class A {\n  x = 1;\n  z = 3;\n  y = 2;\n\n  m() {\n    a();\n  }\n}\n",
  ],
  [
    "a function after a constant gets the blank lines of functions",
    "import a\n\nX = 1\n⟦Y = 1⟧\n\n\ndef f():\n    pass\n",
    "insert_after",
    "def g():\n    pass",
    "import a\n\nX = 1\nY = 1\n\n\ndef g():\n    pass\n\n\ndef f():\n    pass\n",
    { language: "python" },
  ],
  [
    "the only function of a file gets two blank lines in Python",
    "⟦def f():\n    pass⟧\n",
    "insert_after",
    "\ndef g():\n    pass\n",
    "def f():\n    pass\n\n\ndef g():\n    pass\n",
    { language: "python" },
  ],
  [
    "an insertion after a last line without line end adds none at the end",
    "⟦def f():\n    pass⟧",
    "insert_after",
    "x = 1\n",
    "def f():\n    pass\n\n\nx = 1",
    { language: "python" },
  ],
  [
    "an insertion goes above comment and decorators",
    "class A:\n    # C.\n    @d\n    ⟦def m(self):\n        pass⟧\n",
    "insert_before",
    "x = 1",
    "class A:\n    x = 1\n\n    # C.\n    @d\n    def m(self):\n        pass\n",
    { language: "python" },
  ],
  [
    "a comment is inserted directly above",
    "x = 1\n\n\n⟦def f():\n    pass⟧\n",
    "insert_before",
    "# C.",
    "x = 1\n\n\n# C.\ndef f():\n    pass\n",
    { language: "python" },
  ],
  [
    "a decorator is inserted below the comment",
    "# A.\nx = 1\n\n\n# C.\n⟦def f():\n    pass⟧\n",
    "insert_before",
    "@d\n",
    "# A.\nx = 1\n\n\n# C.\n@d\ndef f():\n    pass\n",
    { language: "python" },
  ],
  [
    "line ends are those of the file",
    "class A {\r\n  ⟦m() {}⟧\r\n}\r\n",
    "replace",
    "m() {\n  a();\n}\n",
    "class A {\r\n  m() {\r\n    a();\r\n  }\r\n}\r\n",
  ],
  [
    "mixed line ends: those of the line",
    "a();\nclass A {\r\n  ⟦m() {}⟧\r\n}\n",
    "insert_after",
    "n() {}",
    "a();\nclass A {\r\n  m() {}\r\n  n() {}\r\n}\n",
  ],
  [
    "a member of a class in one line goes in as it is",
    "class A { ⟦m() {}⟧ }\n",
    "replace",
    "n() {\n  a();\n}",
    "class A { n() {\n  a();\n} }\n",
  ],
  [
    "a key after the blank line at the end of a block of YAML is beside the next one",
    "jobs:\n  build:\n    steps:\n      - run: a\n⟦⟧\n  test:\n    x: 1\n",
    "insert_after",
    "lint:\n  y: 2\n",
    "jobs:\n  build:\n    steps:\n      - run: a\n\n  lint:\n    y: 2\n  test:\n    x: 1\n",
    { language: "yaml", kind: "lines" },
  ],
  [
    "a key of YAML after a blank line that opens the block below stays above it",
    "on:\n  push:\n    a: 1\n⟦⟧\n  test:\n    x: 1\n",
    "insert_after",
    "jobs:\n",
    "on:\n  push:\n    a: 1\n\njobs:\n  test:\n    x: 1\n",
    { language: "yaml", kind: "lines" },
  ],
  [
    "an item of a list after the blank line at the end of a block of YAML is in the list",
    "jobs:\n  build:\n    steps:\n      - run: a\n⟦⟧\n  test:\n    x: 1\n",
    "replace",
    "- run: b\n",
    "jobs:\n  build:\n    steps:\n      - run: a\n      - run: b\n  test:\n    x: 1\n",
    { language: "yaml", kind: "lines" },
  ],
  [
    "an item of a YAML list is fitted",
    "a:\n  - x: 1\n    y: 2\n  ⟦- x: 3⟧\nb: 1\n",
    "replace",
    "- x: 4\n  y: 5\n",
    "a:\n  - x: 1\n    y: 2\n  - x: 4\n    y: 5\nb: 1\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "an item of a YAML list without its first indentation is fitted",
    "a:\n  - x: 1\n    y: 2\n  ⟦- x: 3⟧\nb: 1\n",
    "insert_after",
    "- x: 4\n    y: 5\n",
    "a:\n  - x: 1\n    y: 2\n  - x: 3\n  - x: 4\n    y: 5\nb: 1\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar with its full indentation is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "    - run: |\n        a\n          b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar with its full indentation whose lines are known is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "    - run: |\n        a\n          b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar without indentation is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "- run: |\n    a\n      b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar without indentation whose lines are known is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "- run: |\n    a\n      b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar without the first line's indentation is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "- run: |\n        a\n          b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar without the first line's indentation whose lines are known is fitted",
    "a:\n  s:\n    - x: 1\n    ⟦- run: |\n        a\n          b⟧\n",
    "replace",
    "- run: |\n        a\n          b\n",
    "a:\n  s:\n    - x: 1\n    - run: |\n        a\n          b\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a folded YAML scalar that strips its end is fitted",
    "a:\n  b:\n    ⟦c: 1⟧\n",
    "replace",
    "c: >-\n    x\n    y\n",
    "a:\n  b:\n    c: >-\n        x\n        y\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "a YAML block scalar with a tag is fitted",
    "a:\n  b:\n    ⟦c: 1⟧\n",
    "replace",
    "c: !t |2\n    x\n    y\n",
    "a:\n  b:\n    c: !t |2\n        x\n        y\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "the text of a Go string in the column of the target is no sibling",
    "package a\n\nfunc A() {\n\tp(`a\nb\nc {\n\td\n}\ne {\n\tf\n}\ng {\n\th\n}\n`, '`')\n}\n\n⟦func B() {\n\tp(\"`\")\n}⟧\n",
    "insert_after",
    "func C() {\n\tq()\n}\n",
    "package a\n\nfunc A() {\n\tp(`a\nb\nc {\n\td\n}\ne {\n\tf\n}\ng {\n\th\n}\n`, '`')\n}\n\nfunc B() {\n\tp(\"`\")\n}\n\nfunc C() {\n\tq()\n}\n",
    { language: "go" },
  ],
  [
    "the text of a Python string in the column of the target is no sibling",
    'X = """\na\n  b\nc\n  d\ne\n  f\n"""\n\n\n⟦def f():\n    pass⟧\n',
    "insert_after",
    "def g():\n    pass\n",
    'X = """\na\n  b\nc\n  d\ne\n  f\n"""\n\n\ndef f():\n    pass\n\n\ndef g():\n    pass\n',
    { language: "python" },
  ],
  [
    "an item of a Markdown list is fitted",
    "- a\n  - b\n  ⟦- c⟧\n- d\n",
    "insert_after",
    "- e\n  more\n",
    "- a\n  - b\n  - c\n  - e\n    more\n- d\n",
    { language: "markdown", kind: "node" },
  ],
  [
    "lines are fitted, and their blank lines kept",
    "def f():\n    ⟦a()\n    b()⟧\n    c()\n",
    "replace",
    "if x:\n    d()\n\ne()\n",
    "def f():\n    if x:\n        d()\n\n    e()\n    c()\n",
    { language: "python", kind: "lines" },
  ],
  [
    "indented lines after one that opens a block are in that block",
    "def f():\n⟦    if x:⟧\n        a()\n",
    "insert_after",
    "    b()",
    "def f():\n    if x:\n        b()\n        a()\n",
    { language: "python", kind: "lines" },
  ],
  [
    "lines before the end of a block are in that block",
    "f() {\n  a();\n⟦}⟧\n",
    "insert_before",
    "b();",
    "f() {\n  a();\n  b();\n}\n",
    { kind: "lines" },
  ],
  [
    "lines into an empty body are indented",
    "f() {\n⟦}⟧\n",
    "insert_before",
    "  b();",
    "f() {\n    b();\n}\n",
    { kind: "lines" },
  ],
  ["deleted lines leave others as they are", "a\n\n⟦b⟧\n\nc\n", "delete", "", "a\n\n\nc\n", { kind: "lines" }],
  [
    "lines of a string stay as they are",
    "class A {\n  ⟦m() {}⟧\n}\n",
    "replace",
    "m() {\n  return `a\nb\n  c`;\n}",
    "class A {\n  m() {\n    return `a\nb\n  c`;\n  }\n}\n",
    {},
  ],
  [
    "tabs that stand for eight spaces are kept where the level is two",
    "int\nf ()\n{\n  if (a)\n    {\n      if (b)\n\t{\n\t  ⟦if (c)\n\t    d ();⟧\n\t}\n    }\n}\n",
    "replace",
    "if (c)\n  if (e)\n    g ();\n",
    "int\nf ()\n{\n  if (a)\n    {\n      if (b)\n\t{\n\t  if (c)\n\t    if (e)\n\t      g ();\n\t}\n    }\n}\n",
    { language: "c", kind: "node" },
  ],
  [
    "a function in another unit than its file keeps it",
    "function a() {\n  b();\n  if (c) {\n    d();\n  }\n}\n\n⟦function e() {\n    f();\n}⟧\n",
    "replace",
    "function e() {\n    g();\n    h();\n}",
    "function a() {\n  b();\n  if (c) {\n    d();\n  }\n}\n\nfunction e() {\n    g();\n    h();\n}\n",
  ],
  [
    "a wide continuation line is not taken for a wide level",
    "class A {\n  ⟦void m(\n      int a) {\n    b();\n  }⟧\n\n  void z() {\n    c();\n  }\n}\n",
    "replace",
    "void m(\n    int a, int b) {\n  c();\n}",
    "class A {\n  void m(\n      int a, int b) {\n    c();\n  }\n\n  void z() {\n    c();\n  }\n}\n",
    { language: "java" },
  ],
  [
    "labels that are less deep stay so",
    "class A {\n  ⟦class B {\n   public:\n    void m();\n  };⟧\n};\n",
    "replace",
    "class B {\n public:\n  void n();\n};",
    "class A {\n  class B {\n   public:\n    void n();\n  };\n};\n",
    { language: "cpp" },
  ],
  [
    "a comment that is replaced keeps the comments above it",
    "// A.\n⟦// B.⟧\nx();\n",
    "replace",
    "// C.",
    "// A.\n// C.\nx();\n",
    { kind: "node" },
  ],
  [
    "lines without the first one's indentation are in their place where they were before",
    "f() {\n    switch (a) {\n    ⟦case 1:\n        b();\n        c();⟧\n    }\n}\n",
    "replace",
    "case 1:\n        b();\n        d();\n",
    "f() {\n    switch (a) {\n    case 1:\n        b();\n        d();\n    }\n}\n",
    { kind: "node", language: "c" },
  ],
  [
    "a row of an array above is no attribute in Rust",
    "const A: [[u8; 2]; 3] = [\n    [a, b],\n    ⟦[\n        c,\n        d,\n    ]⟧,\n    [e, f],\n];\n",
    "delete",
    "",
    "const A: [[u8; 2]; 3] = [\n    [a, b],\n    [e, f],\n];\n",
    { language: "rust", kind: "node" },
  ],
  [
    "a row of an array above is no attribute in PHP",
    "$a = [\n    [$b, 1],\n    ⟦[\n        c,\n    ]⟧,\n    [e, f],\n];\n",
    "delete",
    "",
    "$a = [\n    [$b, 1],\n    [e, f],\n];\n",
    { language: "php", kind: "node" },
  ],
  [
    "a row of an array above is no attribute in TypeScript",
    "x = [\n  [a, b],\n  ⟦[\n    c,\n  ]⟧,\n  [e],\n];\n",
    "delete",
    "",
    "x = [\n  [a, b],\n  [e],\n];\n",
    { language: "typescript", kind: "node" },
  ],
  [
    "an instance variable above is no decorator in Ruby",
    "def a\n  @b = 1\n  ⟦if c\n    d\n  end⟧\n  e\nend\n",
    "delete",
    "",
    "def a\n  @b = 1\n  e\nend\n",
    { language: "ruby", kind: "node" },
  ],
  [
    "an attribute goes along in Rust",
    "impl A {\n    #[inline]\n    #[cfg(\n        b\n    )]\n    ⟦fn c() {}⟧\n\n    fn d() {}\n}\n",
    "delete",
    "",
    "impl A {\n    fn d() {}\n}\n",
    { language: "rust", kind: "symbol" },
  ],
  [
    "an attribute goes along in PHP",
    "class A\n{\n    #[B]\n    ⟦function c() {}⟧\n\n    function d() {}\n}\n",
    "delete",
    "",
    "class A\n{\n    function d() {}\n}\n",
    { language: "php", kind: "symbol" },
  ],
  [
    "an attribute goes along in C#",
    "class A\n{\n    [B(1)]\n    ⟦void C() {}⟧\n\n    void D() {}\n}\n",
    "delete",
    "",
    "class A\n{\n    void D() {}\n}\n",
    { language: "csharp", kind: "symbol" },
  ],
  [
    "an attribute goes along in C++",
    "class A {\n  [[nodiscard]]\n  ⟦int c();⟧\n\n  int d();\n};\n",
    "delete",
    "",
    "class A {\n  int d();\n};\n",
    { language: "cpp", kind: "symbol" },
  ],
  [
    "the last line without a line end is replaced without one",
    "class A:\n    x = 1\n    ⟦y = 2⟧",
    "replace",
    "y = 3\n",
    "class A:\n    x = 1\n    y = 3",
    { language: "python" },
  ],
  [
    "lines before the last one without a line end get one",
    "a: 1\n⟦b: 2⟧",
    "insert_before",
    "c: 3",
    "a: 1\nc: 3\nb: 2",
    { language: "yaml", kind: "node" },
  ],
  [
    "a statement after the last one without a line end is on a line of its own",
    "def f():\n    ⟦a()⟧",
    "insert_after",
    "b()\n",
    "def f():\n    a()\n    b()",
    { language: "python", kind: "node" },
  ],
  [
    "a deletion of the last line without a line end leaves no line end",
    "a: 1\n⟦b: 2⟧",
    "delete",
    "",
    "a: 1",
    { language: "yaml", kind: "node" },
  ],
  [
    "a class in one line becomes one of several lines",
    "class A:\n    ⟦class B: pass⟧\n\n    x = 1\n",
    "replace",
    "class B:\n    y = 2\n",
    "class A:\n    class B:\n        y = 2\n\n    x = 1\n",
    { language: "python" },
  ],
  [
    "a class in one line gets a sibling",
    "⟦class A {}⟧\n",
    "insert_after",
    "class B {\n  m() {}\n}",
    "class A {}\n\nclass B {\n  m() {}\n}\n",
    {},
  ],
  [
    "an empty body is replaced",
    "f() {\n  ⟦g() {\n  }⟧\n}\n",
    "replace",
    "g() {\n  h();\n}",
    "f() {\n  g() {\n    h();\n  }\n}\n",
    {},
  ],
  [
    "a text with mixed line ends gets those of the place",
    "class A {\r\n  ⟦m() {}⟧\r\n}\r\n",
    "replace",
    "m() {\r\n  a();\n  b();\r}\n",
    "class A {\r\n  m() {\r\n    a();\r\n    b();\r\n  }\r\n}\r\n",
    {},
  ],
  [
    "a file with mixed line ends keeps those of other lines",
    "a: 1\r\n⟦b:\n  c: 2⟧\nd: 3\r\n",
    "replace",
    "b:\n    c: 4",
    "a: 1\r\nb:\n  c: 4\nd: 3\r\n",
    { language: "yaml", kind: "node" },
  ],
  [
    "lines after an element of several lines are as deep as its first",
    "f(\n    ⟦g(\n        1)⟧,\n    h(\n        2));\n",
    "insert_after",
    "i(\n    3)",
    "f(\n    g(\n        1),\n    i(\n        3),\n    h(\n        2));\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "a declaration below one without the first line's indentation was not moved with lines that are less deep now",
    "class A {\n    ⟦val x = 1\n\n    fun f() =\n            g(\n                1,\n                2,\n            )⟧\n}\n",
    "replace",
    "val x = 1\n\n    fun f() = g(\n            1,\n            2,\n        )",
    "class A {\n    val x = 1\n\n    fun f() = g(\n            1,\n            2,\n        )\n}\n",
    { language: "kotlin", kind: "text" },
  ],
  [
    "a comment that goes on and lacks its indentation is above lines that have theirs",
    "class A {\n  ⟦// B.\n  int b() {\n    // C.\n    return 1;\n  }⟧\n};\n",
    "replace",
    "// B,\n  // and\n  // C.\n  long d() {\n    return 2;\n  }",
    "class A {\n  // B,\n  // and\n  // C.\n  long d() {\n    return 2;\n  }\n};\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "a block comment whose other lines begin in its own column is in its place",
    "void f() {\n    ⟦/* A\n     */⟧\n    g();\n}\n",
    "replace",
    "/* B\n    * C\n    */",
    "void f() {\n    /* B\n    * C\n    */\n    g();\n}\n",
    { language: "c", kind: "text" },
  ],
  [
    "the star of a block comment is no list marker",
    "/**\n * A.\n ⟦* @see b⟧\n * @c\n */\nf();\n",
    "replace",
    "* B.\n *",
    "/**\n * A.\n * B.\n *\n * @c\n */\nf();\n",
    { language: "javascript", kind: "text" },
  ],
  [
    "a directive that was indented stays so",
    "#ifdef A\n    ⟦#if B\n        #define C 1\n    #endif⟧\n#endif\n",
    "replace",
    "#define C 2",
    "#ifdef A\n    #define C 2\n#endif\n",
    { language: "c", kind: "text" },
  ],
  [
    "lines in which the line above goes on may be a level deeper than they were",
    "type A =\n⟦B extends 0\n    ? C\n    : D;⟧\n",
    "replace",
    "    B extends 1\n        ? C\n        : D;",
    "type A =\n    B extends 1\n        ? C\n        : D;\n",
    { kind: "text" },
  ],
  [
    "a YAML key may go into a block above",
    "a:\n  b:\n    c:\n      - 1\n\n⟦d:\n  e: 2⟧\n",
    "replace",
    "    f:\n      - 3",
    "a:\n  b:\n    c:\n      - 1\n\n    f:\n      - 3\n",
    { language: "yaml", kind: "symbol" },
  ],
  [
    "lines that end with the head of the block below have its depth",
    "#if A\n    int b(void)\n⟦    int c(void)\n{\n#if A⟧\n    return 1;\n#endif\n}\n",
    "replace",
    "int\nc(void) {",
    "#if A\n    int b(void)\nint\nc(void) {\n    return 1;\n#endif\n}\n",
    { language: "c", kind: "lines" },
  ],
  [
    "a head without its indentation is fitted, although the line below is as deep as its block",
    "f() {\n    ⟦if (a) {⟧\n        b();\n    }\n}\n",
    "replace",
    "if (c) {\n        d();\n    } else if (a) {",
    "f() {\n    if (c) {\n        d();\n    } else if (a) {\n        b();\n    }\n}\n",
    { kind: "text" },
  ],
  [
    "lines that leave a bracket open have the depth that the line below says",
    "#if A\nB(\n    c,\n    d);\n#else\n⟦    e);⟧\n#endif\n",
    "insert_before",
    "B(\n    c,",
    "#if A\nB(\n    c,\n    d);\n#else\nB(\n    c,\n    e);\n#endif\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "a label that is less deep than the lines after it is in its place",
    "class A {\n public:\n  void a();\n⟦⟧\n  int b;\n};\n",
    "insert_after",
    " private:\n  void c();\n",
    "class A {\n public:\n  void a();\n\n private:\n  void c();\n  int b;\n};\n",
    { language: "cpp", kind: "lines" },
  ],
  [
    "a line that closes what it opens may go on as deep as it is",
    "void f() {\n  a(\n      b(1))(\n      ⟦c, d);⟧\n}\n",
    "replace",
    "c, d)(\n      e, f);",
    "void f() {\n  a(\n      b(1))(\n      c, d)(\n      e, f);\n}\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "wide parameters are no block, though its end is the next line as deep as the head",
    "int a(\n    int b) {\n  return b;\n}\n\n⟦int c(⟧\n    int d) {\n  if (d) {\n    e();\n  }\n  return d;\n}\n",
    "insert_before",
    "int f(\n    int g) {\n  return g;\n}\n\n",
    "int a(\n    int b) {\n  return b;\n}\n\nint f(\n    int g) {\n  return g;\n}\n\nint c(\n    int d) {\n  if (d) {\n    e();\n  }\n  return d;\n}\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "directives for directives with their indentation are as they are written",
    "#ifdef A\n⟦  # define B 1\n  # define C 1⟧\n#endif\n",
    "replace",
    "#  define B 2\n#  define C 2",
    "#ifdef A\n#  define B 2\n#  define C 2\n#endif\n",
    { language: "c", kind: "lines" },
  ],
  [
    "lines that are commented out at the start of the line stay there",
    "a:\n  - b\n⟦  - c:\n    - d⟧\n",
    "replace",
    "#  - c:\n#    - d",
    "a:\n  - b\n#  - c:\n#    - d\n",
    { language: "yaml", kind: "lines" },
  ],
  [
    "a line after the head of a block may be a level deeper, whatever the lines below are",
    "a {\n  b {\n    c();\n  }\n}\nd {\n⟦⟧\n      e();\n}\n",
    "insert_before",
    "  f();",
    "a {\n  b {\n    c();\n  }\n}\nd {\n  f();\n\n      e();\n}\n",
    { kind: "lines" },
  ],
  [
    "lines after a blank one are as deep as the statement above begins",
    "class A {\n  void b(\n      int c);\n⟦⟧\n private:\n  int d;\n};\n",
    "insert_after",
    "  int e;\n",
    "class A {\n  void b(\n      int c);\n\n  int e;\n private:\n  int d;\n};\n",
    { language: "cpp", kind: "lines" },
  ],
  [
    "lines after the last one of a statement are as deep as it begins",
    "def f():\n    a(b,\n      ⟦c)⟧\n    d()\n",
    "insert_after",
    "e()\n",
    "def f():\n    a(b,\n      c)\n    e()\n    d()\n",
    { language: "python", kind: "text" },
  ],
  [
    "lines after the last one of a head are in its block",
    "def f():\n    if (a and\n            ⟦b):⟧\n        pass\n",
    "insert_after",
    "    e()\n",
    "def f():\n    if (a and\n            b):\n        e()\n        pass\n",
    { language: "python", kind: "text" },
  ],
  [
    "lines after the last one of a head without a body are in its block",
    "void f() {\n    if (a &&\n            ⟦b) {⟧\n    }\n}\n",
    "insert_after",
    "e();\n",
    "void f() {\n    if (a &&\n            b) {\n        e();\n    }\n}\n",
    { language: "c", kind: "text" },
  ],
  [
    "a member of a union that is found with the end of the statement is a member",
    'type A =\n  | "b"\n  ⟦| "c";⟧\n',
    "insert_after",
    '  | "d";\n',
    'type A =\n  | "b"\n  | "c"\n  | "d";\n',
    { kind: "text" },
  ],
  [
    "a call of a chain that is found with the end of the statement goes without it",
    "a\n  .b()\n  ⟦.c();⟧\n",
    "delete",
    "",
    "a\n  .b();\n",
    { kind: "text" },
  ],
  [
    "a declarator that is found with the end of the statement goes with its separator",
    "int a, ⟦b;⟧\n",
    "delete",
    "",
    "int a;\n",
    { kind: "text", language: "c" },
  ],
  [
    "text before a byte order mark goes after it",
    "\ufeff⟦a();⟧\n",
    "insert_before",
    "b();\n",
    "\ufeffb();\na();\n",
    { kind: "node" },
  ],
  ["a first line keeps the byte order mark", "\ufeff⟦a();⟧\nb();\n", "delete", "", "\ufeffb();\n", { kind: "node" }],
  ...["", "\n", " \n\n"].map((nothing): [string, string, OperationName, string, string] => [
    `a symbol that is replaced by ${JSON.stringify(nothing)} goes with a blank line`,
    "class A {\n  a() {}\n\n  ⟦m() {}⟧\n\n  b() {}\n}\n",
    "replace",
    nothing,
    "class A {\n  a() {}\n\n  b() {}\n}\n",
  ]),
  [
    "a symbol that is replaced by nothing keeps its comment",
    "class A {\n  // A.\n  ⟦m() {}⟧\n\n  b() {}\n}\n",
    "replace",
    "",
    "class A {\n  // A.\n\n  b() {}\n}\n",
  ],
  [
    "a head without its indentation has its brace below it",
    "class A\n{\n    void B()\n    {\n        ⟦foreach (var c in d)\n        {\n            e();\n        }⟧\n    }\n}\n",
    "replace",
    "foreach (var c in d)\n        {\n            f();\n        }",
    "class A\n{\n    void B()\n    {\n        foreach (var c in d)\n        {\n            f();\n        }\n    }\n}\n",
    { language: "csharp", kind: "node" },
  ],
  [
    "a statement that gets a block around it is in the block",
    "def f():\n    ⟦a()⟧\n    b()\n",
    "replace",
    "if x:\n\ta()\n\tc()",
    "def f():\n    if x:\n        a()\n        c()\n    b()\n",
    { language: "python", kind: "text" },
  ],
  [
    "a statement that gets braces around it is in them",
    "void f() {\n    ⟦a();⟧\n    b();\n}\n",
    "replace",
    "if (x) {\n    a();\n}",
    "void f() {\n    if (x) {\n        a();\n    }\n    b();\n}\n",
    { language: "c", kind: "text" },
  ],
  [
    "a statement that gets a head above it is in its body",
    "void f() {\n    ⟦a();⟧\n    b();\n}\n",
    "replace",
    "if (x)\n    a();",
    "void f() {\n    if (x)\n        a();\n    b();\n}\n",
    { language: "c", kind: "text" },
  ],
  [
    "a fence takes the place of code that is indented",
    "a\n\n⟦    b\n      c⟧\n\nd\n",
    "replace",
    "```\nb\n  c\n```",
    "a\n\n```\nb\n  c\n```\n\nd\n",
    { language: "markdown", kind: "lines" },
  ],
  [
    "a fence in an item of a list is as deep as the item",
    "- a\n\n    ⟦b⟧\n\n    c\n",
    "replace",
    "```\nb\n```",
    "- a\n\n    ```\n    b\n    ```\n\n    c\n",
    { language: "markdown", kind: "text" },
  ],
  [
    "found lines are fitted",
    "class A {\n  ⟦m() {}⟧\n}\n",
    "replace",
    "n() {\n}",
    "class A {\n  n() {\n  }\n}\n",
    { kind: "text" },
  ],
])("%s", async (_what, before, operation, newText, after, options) => {
  expect(await apply(before, operation, newText, options)).toBe(after);
});

test.each<[string, string, OperationName, string, string, Options?]>([
  [
    "lines after several get the indentation of the first in an indented language",
    "⟦def f():\n    return 1⟧\n\n\nx = 1\n",
    "insert_after",
    "\n\ndef g():\n    return 2\n",
    "def f():\n    return 1\n\n\ndef g():\n    return 2\n\n\nx = 1\n",
    { language: "python", kind: "text" },
  ],
  [
    "a label after the lines of another is at its depth",
    "switch (a) {\n  ⟦case 1:\n    return 1;⟧\n  default:\n    return 2;\n}\n",
    "insert_after",
    "case 2:\n  return 3;\n",
    "switch (a) {\n  case 1:\n    return 1;\n  case 2:\n    return 3;\n  default:\n    return 2;\n}\n",
    { kind: "lines" },
  ],
  [
    "lines after several that leave a block open stay in it",
    "function f() {\n  ⟦if (a) {\n    b();⟧\n    c();\n  }\n}\n",
    "insert_after",
    "d();\n",
    "function f() {\n  if (a) {\n    b();\n    d();\n    c();\n  }\n}\n",
    { kind: "text" },
  ],
  [
    "lines after those that end a block are outside of it",
    "function f() {\n  if (a) {\n    ⟦b();\n  }⟧\n}\n",
    "insert_after",
    "d();\n",
    "function f() {\n  if (a) {\n    b();\n  }\n  d();\n}\n",
    { kind: "text" },
  ],
  [
    "an item after one of several lines is beside it",
    "a:\n  - x: 1\n    y: 2\n  ⟦- x: 3\n    y: 4⟧\n",
    "insert_after",
    "- x: 5\n  y: 6\n",
    "a:\n  - x: 1\n    y: 2\n  - x: 3\n    y: 4\n  - x: 5\n    y: 6\n",
    { language: "yaml", kind: "text" },
  ],
  [
    "a function after the last line of another, with the blank lines of the top level, is outside of it",
    "class A:\n    def f(self):\n        ⟦return 1⟧\n",
    "insert_after",
    "\n\ndef g():\n    return 2\n",
    "class A:\n    def f(self):\n        return 1\n\n\ndef g():\n    return 2\n",
    { language: "python", kind: "text" },
  ],
  [
    "a function after the last line of a method, with the blank line of methods, is one",
    "class A:\n    def f(self):\n        ⟦return 1⟧\n",
    "insert_after",
    "\ndef g(self):\n    return 2\n",
    "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
    { language: "python", kind: "text" },
  ],
  [
    "a function after the last line of another without blank lines is inside of it",
    "def f():\n    ⟦a = 1⟧\n",
    "insert_after",
    "def g():\n    return a\n",
    "def f():\n    a = 1\n    def g():\n        return a\n",
    { language: "python", kind: "text" },
  ],
  [
    "several assignments get the blank lines of assignments",
    "⟦a = 1⟧\nb = 2\n\n\ndef f():\n    pass\n",
    "insert_after",
    "c = 1\nd = 2",
    "a = 1\nc = 1\nd = 2\nb = 2\n\n\ndef f():\n    pass\n",
    { language: "python" },
  ],
  [
    "several fields without siblings get no blank lines",
    "class A {\n  ⟦a = 1;⟧\n}\n",
    "insert_after",
    "c = 1;\nd = 2;",
    "class A {\n  a = 1;\n  c = 1;\n  d = 2;\n}\n",
  ],
  [
    "a statement of several lines among statements gets no blank lines",
    "function f() {\n  ⟦const a = 1;⟧\n  g(a);\n}\n",
    "insert_after",
    "if (a) {\n  b();\n}",
    "function f() {\n  const a = 1;\n  if (a) {\n    b();\n  }\n  g(a);\n}\n",
  ],
  [
    "a function among others in lines of their own gets as few blank lines as they have",
    "class A {\n    ⟦int a() { return 1; }⟧\n    int b() { return 2; }\n}\n",
    "insert_after",
    "int c() {\n    return 3;\n}",
    "class A {\n    int a() { return 1; }\n    int c() {\n        return 3;\n    }\n    int b() { return 2; }\n}\n",
    { language: "java" },
  ],
  [
    "a table between others is apart from both",
    "[a]\nx = 1\n\n⟦[b]\ny = 1⟧\n\n[c]\nz = 1\n",
    "insert_after",
    "[d]\nw = 1",
    "[a]\nx = 1\n\n[b]\ny = 1\n\n[d]\nw = 1\n\n[c]\nz = 1\n",
    { language: "toml" },
  ],
  [
    "a table beside the only one is apart from it",
    "# A.\n\n⟦[a]\nx = 1⟧\n",
    "insert_before",
    "[d]\nw = 1",
    "# A.\n\n[d]\nw = 1\n\n[a]\nx = 1\n",
    { language: "toml" },
  ],
  [
    "a key beside another in a table is not apart from it",
    "[a]\n⟦x = 1⟧\n\n[b]\ny = 1\n",
    "insert_after",
    "w = 1",
    "[a]\nx = 1\nw = 1\n\n[b]\ny = 1\n",
    { language: "toml" },
  ],
  [
    "a short item among some that are apart is apart from both",
    "a:\n  ⟦- x: 1⟧\n\n  - x: 2\n    y: 3\n",
    "insert_after",
    "- x: 4",
    "a:\n  - x: 1\n\n  - x: 4\n\n  - x: 2\n    y: 3\n",
    { language: "yaml" },
  ],
  [
    "lines before the end of an empty block whose head has several lines are one level deeper",
    "A::A(\n  B b\n) : b(b),\n    c(c) {\n⟦}⟧\n\nint f() {\n  return 1;\n}\n",
    "insert_before",
    "d();\n",
    "A::A(\n  B b\n) : b(b),\n    c(c) {\n  d();\n}\n\nint f() {\n  return 1;\n}\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "lines before the end of a block are beside the statement above, not beside its last line",
    "class A {\n  void f(int a,\n         int b);\n⟦};⟧\n",
    "insert_before",
    "void g();\n",
    "class A {\n  void f(int a,\n         int b);\n  void g();\n};\n",
    { language: "cpp", kind: "text" },
  ],
  [
    "lines before the end of a block are beside a chain of calls",
    "f {\n  a\n    .b()\n⟦}⟧\n",
    "insert_before",
    "c()\n",
    "f {\n  a\n    .b()\n  c()\n}\n",
    { language: "swift", kind: "text" },
  ],
  [
    "the lines after a first one without indentation are where a block of words has them",
    "class A\n  def f\n    ⟦if a\n      b\n    end⟧\n  end\nend\n",
    "replace",
    "if c\n      d\n    end",
    "class A\n  def f\n    if c\n      d\n    end\n  end\nend\n",
    { language: "ruby", kind: "text" },
  ],
  [
    "the lines after a first one without indentation hang on the word at its end",
    "class A\n  def f\n    ⟦x = 1⟧\n  end\nend\n",
    "replace",
    "x = begin\n          1\n        end",
    "class A\n  def f\n    x = begin\n          1\n        end\n  end\nend\n",
    { language: "ruby", kind: "text" },
  ],
  [
    "the lines after a first one without indentation hang on its second word",
    "case a\n  ⟦when B then⟧\n    c\nend\n",
    "replace",
    "when B,\n       C then",
    "case a\n  when B,\n       C then\n    c\nend\n",
    { language: "ruby", kind: "text" },
  ],
  [
    "a file that only a comment indents by one space shows no unit",
    "/**\n A.\n */\n⟦protocol A {}⟧\n",
    "replace",
    "protocol A {\n  var b: Int { get }\n}",
    "/**\n A.\n */\nprotocol A {\n  var b: Int { get }\n}\n",
    { language: "swift" },
  ],
  [
    "several lines get the end of the line before them, which keeps its own",
    "a();\r\nb();\n⟦c();⟧\nd();\r\n",
    "insert_after",
    "e();\ng();",
    "a();\r\nb();\nc();\ne();\ng();\nd();\r\n",
    { kind: "text" },
  ],
])("%s", async (_what, before, operation, newText, after, options) => {
  expect(await apply(before, operation, newText, options)).toBe(after);
});

/** Replaces or inserts at a find, which is drawn as `⟦…⟧` without the white space at its edges. */
async function applyAtFind(before: string, operation: OperationName, find: string, newText: string): Promise<string> {
  const [start = "", inner = "", end = ""] = before.split(/[⟦⟧]/);
  const indentation = /[ \t]*$/.exec(start)?.[0] ?? "";
  const isIndented = indentation !== "" && find.startsWith(indentation);
  const target = { from: start.length, to: start.length + inner.length, kind: "text", isIndented } as const;
  return (await planInText("go", start + inner + end, { operation, newText, target })).text;
}

test.each<[string, string, OperationName, string, string, string]>([
  ["a line found with its indentation", "{\n\t⟦a()⟧\n}\n", "replace", "\ta()", "\tb()", "{\n\tb()\n}\n"],
  ["a line found with its line end", "{\n\t⟦a()⟧\n}\n", "replace", "a()\n", "b()\n", "{\n\tb()\n}\n"],
  ["lines that move to the left", "{\n\t\t⟦a()⟧\n}\n", "replace", "\t\ta()", "\tb()", "{\n\tb()\n}\n"],
  ["lines without indentation", "{\n\t\t⟦a()⟧\n}\n", "replace", "\t\ta()", "b()\nc()", "{\n\t\tb()\n\t\tc()\n}\n"],
  ["lines with other indentation", "{\n\t⟦a()⟧\n}\n", "replace", "    a()", "    b()", "{\n\tb()\n}\n"],
  ["a line before", "{\n\t⟦return nil⟧\n}\n", "insert_before", "return nil", "a()\n", "{\n\ta()\n\treturn nil\n}\n"],
  ["a line after", "{\n\t⟦a()⟧\n}\n", "insert_after", "a()", "\nb()", "{\n\ta()\n\tb()\n}\n"],
  ["a line and its line end after", "{\n\t⟦a()⟧\n}\n", "insert_after", "a()", "b()\n", "{\n\ta()\n\tb()\n}\n"],
  ["a part of a line", "{\n\tx(⟦a⟧)\n}\n", "replace", " a", "b", "{\n\tx(b)\n}\n"],
  ["a find without white space", "{\n\t⟦a()⟧\n}\n", "replace", "a()", "b() {\n\t}", "{\n\tb() {\n\t}\n}\n"],
  [
    "lines found without the indentation that all have",
    "\t\t⟦if a {\n\n\t\t\tb()\n\t\t}⟧\n",
    "replace",
    "if a {\n\n\tb()\n}",
    "if a {\n\tc()\n}",
    "\t\tif a {\n\t\t\tc()\n\t\t}\n",
  ],
  [
    "lines found with the indentation that they have",
    "\t\t⟦if a {\n\t\t\tb()\n\t\t}⟧\n",
    "replace",
    "if a {\n\t\t\tb()\n\t\t}",
    "if a {\n\t\t\tc()\n\t\t}",
    "\t\tif a {\n\t\t\tc()\n\t\t}\n",
  ],
  ["a line found with white space at its end", "{\n\t⟦a() ⟧\n}\n", "replace", "a() ", "b()", "{\n\tb()\n}\n"],
  [
    "deeper lines after a line, both with their indentation",
    "{\n\t⟦a⟧\n\tb\n}\n",
    "insert_after",
    "\ta",
    "\t\tc\n\t\td\n",
    "{\n\ta\n\t\tc\n\t\td\n\tb\n}\n",
  ],
  ["text before, in the line", "{\n\t⟦a()⟧\n}\n", "insert_before", "a()", "go ", "{\n\tgo a()\n}\n"],
])(
  "At a find, the edit is of whole lines where it is written so: %s",
  async (_what, before, operation, find, newText, after) => {
    expect(await applyAtFind(before, operation, find, newText)).toBe(after);
  },
);

test.each<[string, string, string]>([
  ["python", 'x = """a\nb"""\ny = (\n  1)\n', "code string code code code"],
  ["python", 'def f():\n    """A.\n\n    B.\n    """\n', "code code block block block code"],
  ["typescript", `/*\n * a\n */\nx = \`a\n${"$"}{\nb}\nc\`\n`, "code block block code string code string code"],
  ["go", "package a\n\nvar x = `a\nb`\n// c\n", "code code code string code code"],
  ["yaml", "a: |\n  b\n  c\nd: 1\n", "code block block code code"],
  ["bash", "cat <<EOF\na\nEOF\nx\n", "code string string code code"],
  ["ruby", "x = <<~A\n  b\nA\ny\n", "code string string code code"],
  ["rust", 'let x = "a\n b";\nlet y = r#"a\nb"#;\n', "code string code string code"],
  ["java", 'class A { String s = """\n  a\n  """; }\n', "code string string code"],
  ["php", '<?php\n$x = "a\nb";\n$y = <<<A\n c\n A;\n', "code code string code string string code"],
  ["c_sharp", 'class A { string s = @"a\nb"; }\n', "code string code"],
  ["kotlin", 'val a = """b\n c"""\n', "code string code"],
  ["swift", 'let a = """\n b\n """\n', "code string string code"],
  ["cpp", 'auto a = R"(b\n c)";\n', "code string code"],
  ["lua", "a = [[b\nc]]\n", "code string code"],
  ["markdown", "a\nb\n\n```\nc\nd\n```\n", "code code code code code block block code"],
])("Lines of %s inside of strings and comments are recognised: %j", async (language, text, expected) => {
  const parsed = await parse(language === "c_sharp" ? "csharp" : language === "bash" ? "shellscript" : language, text);
  expect(lineKindsIn(parsed, { from: 0, to: text.length }).join(" ")).toBe(expected);
  freeText(parsed);
});

test("The blank lines between declarations are not those between imports", async () => {
  const imports = ["a", "b", "c", "d"].map((name) => `from ${name} import (\n    x,\n    y,\n)\n`).join("");
  const before = `${imports}\n\nclass A:\n    x = 1\n\n\n⟦class B:\n    x = 1⟧\n`;
  const inserted = "class N:\n    x = 2";
  const after = before.replace(/[⟦⟧]/g, "").replace("class B", `${inserted}\n\n\nclass B`);
  expect(await apply(before, "insert_before", inserted, { language: "python" })).toBe(after);
});

test("An import beside an import has no blank line between", async () => {
  const before = "⟦import {\n  a,\n} from 'a';⟧\nimport {\n  c,\n} from 'c';\n\nfunction f() {\n  a();\n}\n";
  const after = "import {\n  a,\n} from 'a';\nimport {\n  b,\n} from 'b';\nimport {\n  c,\n} from 'c';\n";
  expect(await apply(before, "insert_after", "import {\n  b,\n} from 'b';")).toMatch(after);
});

test.each(["insert_before", "insert_after"] as const)("%s of nothing changes nothing", async (operation) => {
  const before = "class A {\n  ⟦m() {\n    a();\n  }⟧\n}\n";
  expect(await apply(before, operation, "")).toBe(before.replace(/[⟦⟧]/g, ""));
});
