import {
  isNotebookPath,
  type Notebook,
  readNotebook,
  readOnlyReason,
} from "../../../../src/files/documents/notebook/notebook.js";
import { scriptOf } from "../../../../src/files/documents/notebook/notebookScript.js";
import { rewriteNotebook } from "../../../../src/files/documents/notebook/rewriteNotebook.js";
import { law, pick } from "../../../text/random.js";

interface GivenCell {
  readonly cell_type: string;
  readonly source: unknown;
  readonly id?: string;
  readonly metadata?: object;
}

interface GivenNotebook {
  readonly cells: readonly GivenCell[];
  readonly language?: string;
  readonly format?: readonly [number, number];
  readonly indent?: number | string;
}

const code = (source: unknown, more: object = {}): GivenCell => ({ cell_type: "code", source, ...more });
const markdown = (source: unknown, more: object = {}): GivenCell => ({ cell_type: "markdown", source, ...more });

function jsonOf({ cells, language, format: [nbformat, nbformat_minor] = [4, 5], indent = 1 }: GivenNotebook): string {
  const metadata = language === undefined ? {} : { language_info: { name: language } };
  return JSON.stringify({ cells, metadata, nbformat, nbformat_minor }, null, indent);
}

function read(json: string): Notebook {
  const notebook = readNotebook(json);
  if ("unreadable" in notebook) throw new Error(notebook.unreadable);
  return notebook;
}

function write(json: string, edit: (script: string) => string): string {
  const notebook = read(json);
  const written = rewriteNotebook(notebook, edit(scriptOf(notebook)));
  if (typeof written !== "string") throw new Error(written.unwritable);
  return written;
}

function sourcesOf(json: string): readonly unknown[] {
  return (JSON.parse(json) as { cells: readonly GivenCell[] }).cells.map(({ source }) => source);
}

describe("The script of a notebook", () => {
  function check(title: string, given: GivenNotebook, script: string): void {
    test(title, () => {
      const json = jsonOf(given);
      expect(scriptOf(read(json))).toBe(script);
      expect(write(json, (same) => same)).toBe(json);
    });
  }

  check(
    "begins each cell with a comment that has its number and id",
    { cells: [code(["a = 1\n", "b = 2"], { id: "x1" }), code(["c"])] },
    '# %% cell 1 id="x1"\n\na = 1\nb = 2\n\n# %% cell 2\n\nc\n',
  );
  check(
    "has the text of Markdown and raw cells in comments",
    { cells: [markdown(["# Title 💣\n", "\n", "é"]), { cell_type: "raw", source: "x" }] },
    "# %% cell 1 [markdown]\n\n# # Title 💣\n#\n# é\n\n# %% cell 2 [raw]\n\n# x\n",
  );
  check("reads a source that is one string", { cells: [code("a\n\nb\n")] }, "# %% cell 1\n\na\n\nb\n\n");
  check("reads empty sources", { cells: [code([]), code("")] }, "# %% cell 1\n\n\n\n# %% cell 2\n\n\n");
  check("is empty without cells", { cells: [] }, "");
  check("keeps CRLF inside of strings", { cells: [code("a\r\nb")] }, "# %% cell 1\n\na\r\nb\n");
  check("keeps half a surrogate pair", { cells: [code("x = '\ud83d'")] }, "# %% cell 1\n\nx = '\ud83d'\n");
  check(
    "has the lines for IPython in comments, in a block as a statement",
    { cells: [code("%matplotlib inline\nif x:\n    !pip install y\nfiles = !ls\nx?")] },
    "# %% cell 1\n\n# ipython: %matplotlib inline\nif x:\n    pass # ipython: !pip install y\n" +
      "files = None # ipython: !ls\n# ipython: x?\n",
  );
  check(
    "leaves an operator at the beginning of a line, and a line of a long string",
    { cells: [code('x = ("%s"\n  %y)\n"""\n!a\n"""')] },
    '# %% cell 1\n\nx = ("%s"\n  %y)\n"""\n!a\n"""\n',
  );
  check(
    "has a cell for another program in comments, and one that is timed as code",
    { cells: [code("%%bash\nls"), code("%%time\nrun()")] },
    "# %% cell 1\n\n# ipython: %%bash\n# ipython: ls\n\n# %% cell 2\n\n# ipython: %%time\nrun()\n",
  );
  check(
    "has the comments of the notebook's language",
    { cells: [code("x <- 1"), markdown("m")], language: "R" },
    "# %% cell 1\n\nx <- 1\n\n# %% cell 2 [markdown]\n\n# m\n",
  );
  test("has the code of cells and notebooks that name no language as Python's", () => {
    const json =
      '{"cells":[{"cell_type":"code","metadata":{"vscode":{}},"source":"%x\\ny"}],"nbformat":4,"nbformat_minor":0}';
    const notebook = read(json);
    expect([notebook.languageId, scriptOf(notebook)]).toEqual(["python", "# %% cell 1\n\n# ipython: %x\ny\n"]);
  });

  check(
    "has cells of another language in comments",
    {
      cells: [code("let a", { metadata: { vscode: { languageId: "rust" } } }), code("let b = 1")],
      language: "typescript",
    },
    "// %% cell 1 [foreign]\n\n// let a\n\n// %% cell 2\n\nlet b = 1\n",
  );
  check(
    "has a longer mark where a source has that of cells",
    { cells: [code("# %% cell 1\nx"), code("y")] },
    "# %%% cell 1\n\n# %% cell 1\nx\n\n# %%% cell 2\n\ny\n",
  );
});

describe("A changed script", () => {
  const both = jsonOf({
    cells: [markdown(["# T\n", "t"], { id: "m" }), code(["a = 1\n", "b = 2\n", "c = 3"], { id: "c" })],
  });

  test("changes the line of a source and no other byte", () => {
    expect(write(both, (script) => script.replace("b = 2", 'b = "é"'))).toBe(both.replace("b = 2", 'b = \\"é\\"'));
  });

  test("adds and removes lines in the layout of the list", () => {
    const more = write(both, (script) => script.replace("c = 3", "c = 3\nd = 4"));
    expect(more).toBe(both.replace('"c = 3"', '"c = 3\\n",\n    "d = 4"'));
    expect(write(more, (script) => script.replace("\nd = 4", ""))).toBe(both);
    expect(write(both, (script) => script.replace("a = 1\n", ""))).toBe(both.replace('"a = 1\\n",\n    ', ""));
  });

  test("leaves no blank lines at the ends of a source that had none there", () => {
    const changed = write(both, (script) => script.replace("a = 1\n", "\n\n").replace("c = 3\n", "\n\n"));
    expect(sourcesOf(changed)[1]).toEqual(["b = 2"]);
  });

  test("writes Markdown without the marks of comments", () => {
    const changed = write(both, (script) => script.replace("# t\n", "# t\n#\n# u\n"));
    expect(sourcesOf(changed)[0]).toEqual(["# T\n", "t\n", "\n", "u"]);
  });

  test("writes lines for IPython without their mark", () => {
    const json = jsonOf({ cells: [code("x\n!a\n# ipython: !kept\n")] });
    const changed = write(json, (script) => script.replace("!a", "!b").replace("x\n", "x\ny = None # ipython: !c\n"));
    expect(sourcesOf(changed)).toEqual(["x\ny = !c\n!b\n# ipython: !kept\n"]);
    // As formatters leave it.
    const formatted = write(changed, (script) => script.replace("None # ipython", "None  # ipython"));
    expect(formatted).toBe(changed);
  });

  test("changes the middle of a string, between its escapes", () => {
    const json =
      '{"cells":[{"cell_type":"code","source":"\\u0061 = \\"\\t💣\\"\\nb\\/c"}],"nbformat":4,"nbformat_minor":0}';
    expect(write(json, (script) => script.replace("💣", "💥é"))).toBe(json.replace("💣", "💥é"));
    expect(write(json, (script) => script.replace("\nb", "\n\tq\nb"))).toBe(json.replace("\\nb", "\\n\\tq\\nb"));
  });

  test("writes escapes where the file is in ASCII", () => {
    const json = '{"cells":[{"cell_type":"code","source":["a\\n","\\u00e9"]}],"nbformat":4,"nbformat_minor":0}';
    expect(write(json, (script) => script.replace("a\n", "ü\n"))).toBe(json.replace('"a\\n"', '"\\u00fc\\n"'));
  });

  test("keeps the line ends in the strings of a source, and gives them to new lines beside them", () => {
    const json = jsonOf({ cells: [code(["a = 1\r\n", "b = 2\r\n", "c"])] });
    expect(scriptOf(read(json))).toBe("# %% cell 1\n\na = 1\r\nb = 2\r\nc\n");
    expect(write(json, (script) => script.replace("b = 2", "b = 3"))).toBe(json.replace("b = 2", "b = 3"));
    const more = write(json, (script) => script.replace("b = 2\r\n", "b = 2\r\nd\r\n"));
    expect(sourcesOf(more)).toEqual([["a = 1\r\n", "b = 2\r\n", "d\r\n", "c"]]);
  });

  test("leaves half a surrogate pair as it is written", () => {
    const json =
      '{"cells":[{"cell_type":"code","source":["x = \'\\ud83d\'\\n","y = 1\\n","z"]}],"nbformat":4,"nbformat_minor":0}';
    expect(write(json, (script) => script.replace("y = 1", "y = '💣'"))).toBe(
      json.replace("y = 1", "y = '\\ud83d\\udca3'"),
    );
    expect(write(json, (script) => script.replace("x =", "xx ="))).toBe(json.replace("x =", "xx ="));
  });

  test("fills and empties a source", () => {
    const json = jsonOf({ cells: [code([]), code(["x"])] });
    expect(sourcesOf(write(json, (script) => script.replace("\n\n\n\n", "\n\na\nb\n\n")))).toEqual([
      ["a\n", "b"],
      ["x"],
    ]);
    expect(sourcesOf(write(json, (script) => script.replace("x\n", "\n")))).toEqual([[], []]);
  });

  test("makes cells, with ids where the format has them", () => {
    const insert = (script: string) =>
      script.replace("# %% cell 2", "# %% [markdown]\n# new\n\n# %%\nnew()\n\n# %% cell 2");
    const { cells } = JSON.parse(write(both, insert)) as { cells: readonly Required<GivenCell>[] };
    expect(cells.map(({ cell_type, source }) => [cell_type, source])).toEqual([
      ["markdown", ["# T\n", "t"]],
      ["markdown", ["new"]],
      ["code", ["new()"]],
      ["code", ["a = 1\n", "b = 2\n", "c = 3"]],
    ]);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(4);
    expect(cells[1]?.id).toMatch(/^[0-9a-f]{8}$/);
    const older = jsonOf({ cells: [code("x")], format: [4, 4] });
    expect(write(older, (script) => `${script}# %%\ny\n`)).not.toContain('"id"');
  });

  test("removes and moves cells with everything in them", () => {
    const [first, second] = ["# %% cell 1 [markdown]", "# %% cell 2"].map((each) => scriptOf(read(both)).indexOf(each));
    const cut = (script: string) => script.slice(first, second);
    const removed = JSON.parse(write(both, (script) => script.replace(cut(script), "")));
    expect(removed.cells).toEqual([JSON.parse(both).cells[1]]);
    const moved = JSON.parse(write(both, (script) => script.replace(cut(script), "") + cut(script)));
    expect(moved.cells).toEqual(JSON.parse(both).cells.toReversed());
  });

  test("may give a new cell a title, which is not kept", () => {
    expect(sourcesOf(write(both, (script) => `${script}\n# %% Another cell 2\nx\n`))[2]).toEqual(["x"]);
  });

  test("is refused where the line that begins a cell was changed", () => {
    const notebook = read(both);
    expect(rewriteNotebook(notebook, scriptOf(notebook).replace("cell 2", "cell 7"))).toEqual({
      unwritable: expect.stringMatching(/no cell begins with the line "# %% cell 7.*a new cell begins with/),
    });
  });

  test("gives two cells of one id to the cells that they were", () => {
    const json = jsonOf({ cells: [code("a", { id: "x" }), code("b", { id: "x" })] });
    expect(sourcesOf(write(json, (script) => script.replace("\nb\n", "\nc\n")))).toEqual(["a", "c"]);
  });
});

describe("What is no notebook that can be written", () => {
  test.each([
    ["", "broken in line 1, where a value should be"],
    ['{"cells": [\n}', "broken in line 2, where a value should be"],
    ['{"cells": [\n1 2]}', "broken in line 2, where a comma or ] should be"],
    ['{"cells": []\n"a": 1}', "broken in line 2, where a comma or } should be"],
    ['{"cells": [1,\n]}', "broken in line 2, where a value should be"],
    ['{"cells": [],\n}', "broken in line 2, where a key should be"],
    ['{"cells"\n[]}', "broken in line 2, where a colon should be"],
    ['{"cells": [\n01]}', "broken in line 2, where a comma or ] should be"],
    ['{"cells": ["a\nb"]}', "broken in line 1, where an end of the string in its line should be"],
    ['{"nbformat": 4}\n}', "broken in line 2, where the end should be"],
    ['{"cells": [{"source":\n"\\x"}]}', "broken in line 2, where a string without"],
    ["{}", "names no format"],
    ['{"nbformat":4,"cells":[{"cell_type":"code"}]}', "cell 1 has no source"],
    ['{"nbformat":4,"cells":[{"source":1}]}', "cell 1 has a source that is no text"],
    ['{"nbformat":4,"cells":[{"source":[["a"]]}]}', "cell 1 has a source that is no text"],
    ['{"nbformat":4,"cells":[{"source":"a","source":"b"}]}', "cell 1 has two sources"],
  ])("%s says why", (json, why) => {
    expect(readNotebook(json)).toEqual({ unreadable: expect.stringMatching(why) });
  });

  test("JSON that is nested 100,000 levels deep says so", () => {
    const json = `{"nbformat":4,"x":${"[".repeat(100_000)}`;
    expect(readNotebook(json)).toEqual({ unreadable: expect.stringMatching("nested too deeply|broken in line 1") });
  });

  test("Python's NaN and Infinity in outputs are read", () => {
    const json =
      '{"cells":[{"cell_type":"code","outputs":[NaN,-Infinity],"source":"x"}],"nbformat":4,"nbformat_minor":1}';
    expect(write(json, (script) => script.replace("x", "y"))).toBe(json.replace('"x"', '"y"'));
  });

  test.each([
    ['{"nbformat":3,"nbformat_minor":0,"worksheets":[{"cells":[{"cell_type":"code","input":["a"]}]}]}', "3.0"],
    ['{"nbformat":4,"nbformat_minor":6,"cells":[{"cell_type":"code","source":["a"]}]}', "4.6"],
  ])("%s is read and not written", (json, format) => {
    const notebook = read(json);
    expect(scriptOf(notebook)).toBe("# %% cell 1\n\na\n");
    expect(readOnlyReason(notebook)).toContain(`format ${format}`);
    expect(rewriteNotebook(notebook, "# %% cell 1\n\nb\n")).toEqual({ unwritable: expect.stringContaining(format) });
  });

  test("A notebook is known by its extension", () => {
    expect(["a.ipynb", "/x/B.IPYNB", "a.ipynb.txt", "ipynb"].map(isNotebookPath)).toEqual([true, true, false, false]);
  });
});

law("A random edit of a random notebook changes the cell that it is in, and nothing else", 60, (random) => {
  const lines = ["a = 1", "", "  b", "%time x", "!ls", '"💣"', "# %% c", "é\t\\", "f(", ")", '"""'];
  const cells = Array.from({ length: 1 + random(4) }, () => {
    const text = Array.from({ length: random(5) }, () => pick(random, lines)).join("\n");
    const source = random(2) ? text : text === "" ? [] : text.split(/(?<=\n)/);
    return { ...(random(3) ? code(source) : markdown(source)), outputs: [text] };
  });
  const json = jsonOf({ cells, indent: pick(random, [0, 1, 2, "\t"]), format: [4, 4] });
  const at = random(cells.length);
  const marked = at + 1;
  const written = write(json, (script) => {
    const [header = ""] = new RegExp(`^# %%+ cell ${marked}\\b.*\\n\\n`, "m").exec(script) ?? [];
    const added = cells[at]?.cell_type === "code" ? "new = 7" : "# new = 7";
    return script.replace(header, () => `${header}${added}\n`);
  });
  const after = JSON.parse(written);
  const expected = JSON.parse(json);
  const textOf = (source: string | readonly string[]) => (typeof source === "string" ? source : source.join(""));
  const old = textOf(expected.cells[at].source);
  const { source } = after.cells[at];
  expect(textOf(source).trimEnd()).toBe(`new = 7\n${old}`.trimEnd());
  expected.cells[at].source = source;
  expect(after).toEqual(expected);
  expect(write(written, (script) => script)).toBe(written);
});
