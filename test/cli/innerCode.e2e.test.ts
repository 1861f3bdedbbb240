/** Code in fences, scripts and styles is answered about by the server of its own language. */

import { execFile } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";

jest.setTimeout(60_000);

const folder = temporaryFolder();
const project = join(folder, "project");
const bin = join(folder, "bin");
mkdirSync(project);
mkdirSync(bin);
for (const [name, file] of [
  ["pyright-langserver", "pyright/langserver.index.js"],
  ["vscode-css-language-server", "vscode-langservers-extracted/bin/vscode-css-language-server"],
] as const)
  symlinkSync(realpathSync(resolve("node_modules", file)), join(bin, name));

writeFileSync(join(project, "model.py"), "class Model:\n    def fit(self, data: int) -> str: ...\n");
writeFileSync(
  join(project, "guide.md"),
  "# Use\n\n```python\nfrom model import Model\n```\n\n> ```py\n> fitted = Model().fit(1)\n> fitted\n> ```\n",
);
writeFileSync(
  join(project, "shop.py"),
  'def load(path: str) -> int:\n    """Loads.\n\n    >>> n = load("a")\n    3\n    >>> n\n    """\n',
);
writeFileSync(join(project, "page.html"), "<style>\n.a { color: red }\n</style>\n");

async function run(...words: readonly string[]): Promise<string> {
  const env = {
    PATH: [bin, join(process.execPath, "..")].join(":"),
    HOME: folder,
    XDG_CACHE_HOME: join(folder, "cache"),
    LSP_LOCATE_DAEMON: "off",
  };
  const main = await buildCommand();
  return new Promise((done) => {
    execFile(process.execPath, [main, ...words], { cwd: project, env }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

test.each([
  ["hover", "guide.md@fit", "at guide.md:8:20\n(method) def fit(data: int) -> str"],
  ["definition", "guide.md@.<|>fit", "at guide.md:8:20\nmodel.py:2:9"],
  ["definition", "guide.md:9:3", "at guide.md:9:3\nguide.md:8:3"],
  ["hover", "shop.py:6:9", "at shop.py:6:9\n(variable) n: int"],
  ["definition", "shop.py@= <|>load", "at shop.py:4:13\nshop.py:1:5"],
  ["hover", "page.html@color", "at page.html:2:6\nSets the color"],
])("%s of %s is the server's", async (method, locate, answer) => {
  expect(await run(method, locate)).toContain(answer);
});
