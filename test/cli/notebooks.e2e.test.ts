/** Notebooks in the shell: cells as places, edits, and questions across cells and modules. */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";

jest.setTimeout(60_000);

const folder = temporaryFolder();
const project = join(folder, "project");
mkdirSync(project);
mkdirSync(join(folder, "bin"));
const pyright = resolve("node_modules/pyright/langserver.index.js");
mkdirSync(join(folder, "servers"));
symlinkSync(pyright, join(folder, "servers/pyright-langserver"));

const notebook = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "m1",
   "metadata": {},
   "source": ["# Title 💣\\n", "With \\"load\\"."]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "c1",
   "metadata": {"tags": []},
   "outputs": [{"name": "stdout", "output_type": "stream", "text": ["load\\n"]}],
   "source": [
    "%matplotlib inline\\n",
    "from model import Model\\n",
    "def run(path):\\n",
    "    return Model().fit(path)"
   ]
  },
  {"cell_type": "code", "execution_count": null, "id": "c2", "metadata": {}, "outputs": [], "source": "run(\\"é\\")"}
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

beforeEach(() => {
  writeFileSync(join(project, "a.ipynb"), notebook);
  writeFileSync(join(project, "model.py"), "class Model:\n    def fit(self, data):\n        return [data]\n");
  writeFileSync(join(project, "pyproject.toml"), "");
});

/** Runs a command; with pyright if that is in `path`, else with the embedded server. */
async function run(words: readonly string[], path = "bin"): Promise<string> {
  const main = await buildCommand();
  const env = {
    PATH: [join(folder, path), ...(path === "bin" ? [] : [join(process.execPath, "..")])].join(":"),
    HOME: folder,
    XDG_CACHE_HOME: join(folder, "cache"),
    LSP_LOCATE_DAEMON: "off",
  };
  return new Promise((done) => {
    const child = spawn(process.execPath, [main, ...words], { cwd: project, env });
    let output = "";
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.stdin.end();
    child.on("close", () => done(output));
  });
}

function written(): string {
  return readFileSync(join(project, "a.ipynb"), "utf8");
}

test("An outline has the cells and what they declare", async () => {
  const { symbols } = JSON.parse(await run(["outline", "a.ipynb", "--json"]));
  const namesOf = (list: readonly { kind: string; name: string; children?: never[] }[]): unknown =>
    list.map(({ kind, name, children = [] }) => [`${kind} ${name}`, ...(namesOf(children) as unknown[])]);
  expect(namesOf(symbols)).toEqual([["cell cell 1"], ["cell cell 2", ["function run"]], ["cell cell 3"]]);
});

test.each([
  ["a.ipynb:cell 3@run", "a.ipynb:15:1\n    run("],
  ["a.ipynb:run@fit", "a.ipynb:11:20\n    return Model().fit(path)"],
  ['a.ipynb:cell 1@With "load"', 'a.ipynb:4:3\n    # With "load".'],
])("%s is a place in a cell", async (locate, place) => {
  expect(await run(["resolve", locate])).toContain(place);
});

test.each<readonly [string, readonly string[], string, string]>([
  ["text", ["a.ipynb:run@Model()", "--replace=Model(1)"], "Model().fit", "Model(1).fit"],
  ["a string that is a source", ["a.ipynb:cell 3@é", "--replace=ü💥"], "é", "ü💥"],
  ["a cell of Markdown", ["a.ipynb:cell 1@Title", "--replace=Heading"], "Title", "Heading"],
  ["a line for IPython", ["a.ipynb@%matplotlib inline", "--replace=%matplotlib widget"], "b inline", "b widget"],
])("An edit of %s changes nothing else", async (_what, words, before, after) => {
  await run(["edit", ...words, "--write"]);
  expect(written()).toBe(notebook.replace(before, after));
});

test("Cells are replaced, deleted and made", async () => {
  await run(["edit", "a.ipynb:cell 3", "--replace=x = 1", "--write"]);
  expect(written()).toBe(notebook.replace('"run(\\"é\\")"', '"x = 1"'));
  await run(["edit", "a.ipynb:cell 2", "--delete", "--write"]);
  const { cells } = JSON.parse(notebook);
  expect(JSON.parse(written()).cells).toEqual([cells[0], { ...cells[2], source: "x = 1" }]);
  await run(["edit", "a.ipynb:cell 1", "--insert-after=# %%\ny = 2", "--write"]);
  const [, made] = JSON.parse(written()).cells;
  expect(made).toMatchObject({ cell_type: "code", id: expect.stringMatching(/^\w{8}$/), source: ["y = 2"] });
  await run(["undo"]);
  expect(JSON.parse(written()).cells).toHaveLength(2);
});

test("A diff is one of the JSON", async () => {
  expect(await run(["edit", "a.ipynb:run@Model()", "--replace=Model(1)"])).toContain(
    '-    "    return Model().fit(path)"\n+    "    return Model(1).fit(path)"\n',
  );
});

test.each(["bin", "servers"])("References and renames lead from a module to a cell and back (%s)", async (path) => {
  expect(await run(["references", "model.py:Model.fit"], path)).toContain("return Model().fit(path)");
  expect(await run(["definition", "a.ipynb:run@fit"], path)).toContain("model.py:2:9");
  await run(["rename", "model.py:Model.fit", "train", "--write"], path);
  expect(written()).toBe(notebook.replace(".fit(", ".train("));
  await run(["rename", "a.ipynb:run", "start", "--write"], path);
  expect(written()).toBe(
    notebook.replace(".fit(", ".train(").replace("def run", "def start").replace('"run(', '"start('),
  );
});

describe.each(["basedpyright-langserver", "ty"])("%s, which takes the cells of notebooks", (program) => {
  const installed = spawnSync("which", [program], { encoding: "utf8" }).stdout.trim();
  testIf(installed !== "", `${program} is not installed: see scripts/install-programs.sh`)(
    "leads from a module to a cell and back, and reports at the cell",
    async () => {
      mkdirSync(join(folder, program));
      // What pip has installed for the user is found by the home folder.
      const script = `#!/bin/sh\nHOME='${process.env["HOME"]}' exec '${installed}' "$@"\n`;
      writeFileSync(join(folder, program, program), script, { mode: 0o755 });
      expect(await run(["references", "model.py:Model.fit"], program)).toContain("11: return Model().fit(path)");
      await run(["rename", "a.ipynb:run", "start", "--write"], program);
      expect(written()).toBe(notebook.replace("def run", "def start").replace('"run(', '"start('));
      const edit = ["edit", "a.ipynb:cell 3@start", "--replace=stop", "--check"];
      expect(await run(edit, program)).toMatch(/It adds 1 error.*a\.ipynb:15:1\s+error.*stop/s);
    },
  );
});

test("A server's hovers and errors are of a cell", async () => {
  expect(await run(["hover", "a.ipynb:run@fit"], "servers")).toContain("def fit(data");
  writeFileSync(join(project, "a.ipynb"), notebook.replace("Model().fit", "Model().fat"));
  expect(await run(["diagnostic", "a.ipynb"], "servers")).toMatch(/a\.ipynb:11:20\s+error.*"fat"/s);
});

test("What the kernel takes is no error, as it is or with an edit", async () => {
  const source = "import asyncio\\nawait asyncio.sleep(1)\\ndisplay(In)\\ndef f():\\n    await g()\\n1 + 1";
  writeFileSync(join(project, "a.ipynb"), notebook.replace('run(\\"é\\")', source));
  const { result } = JSON.parse(await run(["diagnostic", "a.ipynb", "--json"], "servers"));
  const inCell = result.items.filter(({ range }: { range: { start: { line: number } } }) => range.start.line > 13);
  expect(inCell.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('"await" allowed only within async function'),
    expect.stringContaining('"g" is not defined'),
  ]);
  const check = (name: string) =>
    run(["edit", "a.ipynb:run@return", `--insert-before=${name}(1)\n`, "--check"], "servers");
  expect(await check("display")).toContain("it adds no problems");
  expect(await check("dispay")).toContain('"dispay" is not defined');
});

test("A chunk of a page is a cell, with the lines between its fences", async () => {
  const page = "# Load\n\n```{r}\nf <- function(x) x\n```\n\n```{r}\n```\n";
  writeFileSync(join(project, "a.qmd"), page);
  await run(["edit", "a.qmd:cell 1", "--replace=g <- 1", "--write"]);
  expect(readFileSync(join(project, "a.qmd"), "utf8")).toBe(page.replace("f <- function(x) x", "g <- 1"));
  expect(await run(["edit", "a.qmd:cell 2", "--replace=h <- 2", "--write"])).toContain(
    "`cell 2` has no line of code. Write the whole cell as the new text, from `` ```{r} `` to its closing fence.",
  );
});

test.each([
  ["hover", []],
  ["rename", ["start"]],
])("%s of a cell says to write a name in it", async (method, rest) => {
  expect(await run([method, "a.ipynb:cell 2", ...rest])).toContain(
    `${method} is about a name, and \`cell 2\` is a cell. Write a name that is in it, \`cell 2@<name>\``,
  );
});

test("A cell is deleted by an edit, as delete says", async () => {
  expect(await run(["delete", "a.ipynb:cell 2"])).toContain(
    "edit with the operation delete takes away the whole of `cell 2`.",
  );
});

test("Notebooks that can't be read or written say why", async () => {
  writeFileSync(join(project, "broken.ipynb"), '{"cells": [\n');
  expect(await run(["outline", "broken.ipynb"])).toMatch(/broken in line 2/);
  writeFileSync(join(project, "new.ipynb"), notebook.replace('"nbformat": 4', '"nbformat": 5'));
  expect(await run(["edit", "new.ipynb:run@Model()", "--replace=x", "--write"])).toContain("format 5.5 are only read");
});
