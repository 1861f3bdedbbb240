/** Code in fences, scripts and styles is answered about by the server of its own language. */

import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";

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
  "# Use\n\n```python\nfrom model import Model\n```\n\n> ```py\n> fitted = Model().fit(1)\n> fitted\n> ```\n\n```ruby\nputs 1\n```\n",
);
writeFileSync(
  join(project, "shop.py"),
  'def load(path: str) -> int:\n    """Loads.\n\n    >>> n = load("a")\n    3\n    >>> n\n    """\n',
);
writeFileSync(
  join(project, "again.md"),
  "```python\nclass Shelf: ...\nShelf()\n```\n\n```python\nclass Shelf:\n    size = 1\n\nShelf().size\n```\n",
);
writeFileSync(join(project, "page.html"), "<style>\n.a { color: red }\n</style>\n");

mkdirSync(join(project, "crate/src"), { recursive: true });
writeFileSync(join(project, "crate/Cargo.toml"), '[package]\nname = "a-crate"\nversion = "1.0.0"\nedition = "2021"\n');
writeFileSync(
  join(project, "crate/src/lib.rs"),
  "/// ```\n/// # use a_crate::add;\n/// let total = add(1);\n/// ```\npub fn add(a: u8) -> u8 { a }\n",
);

async function run(...words: readonly string[]): Promise<string> {
  const isRust = words.some((word) => word.startsWith("crate/"));
  const env = {
    ...(isRust && { RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? join(homedir(), ".rustup") }),
    PATH: isRust ? process.env["PATH"] : [bin, join(process.execPath, "..")].join(":"),
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
  [
    "references",
    "guide.md@<|>fitted =",
    "guide.md:Use.fitted\n  8: > fitted = Model().fit(1)\nguide.md:Use\n  9: > fitted",
  ],
  [
    "references",
    "guide.md@.<|>fit",
    "model.py:Model.fit\n  2: def fit(self, data: int) -> str: ...\nguide.md:Use.fitted\n  8: ",
  ],
])("%s of %s is the server's, which nothing else is said of", async (method, locate, answer) => {
  const printed = await run(method, locate);
  expect(printed).toContain(answer);
  expect(printed).not.toContain("No language server");
});

test("A name of the fences is renamed in all of them, and one of another file is refused", async () => {
  const renamed = await run("rename", "guide.md@<|>fitted =", "model");
  expect(renamed).toContain("-> fitted = Model().fit(1)\n-> fitted\n+> model = Model().fit(1)\n+> model\n");
  expect(renamed).toContain("Checked: it adds no problems.");
  expect(await run("rename", "guide.md@.<|>fit", "train")).toContain(
    "guide.md shows a name that another file declares. Nothing was changed. Rename it there, in model.py:2;",
  );
});

test("An edit of a doctest is not said to be checked whole, and one beside it is", async () => {
  const edited = await run("edit", 'shop.py@load("a")', '--replace=lode("a")', "--check");
  expect(edited).toContain("Not checked: 1 file (a server reads the examples in its documentation as text).");
  expect(await run("edit", "shop.py@path: str", "--replace=path: bytes", "--check")).toContain(
    "Checked: it adds no problems.",
  );
});

const hasRustAnalyzer = spawnSync("rust-analyzer", ["--version"], { stdio: "ignore" }).status === 0;

testIf(hasRustAnalyzer, "rust-analyzer is not installed")("A doctest of Rust is asked of its server", async () => {
  expect(await run("hover", "crate/src/lib.rs:3@total")).toContain("let total: u8");
});

test("A fence that declares a name again has another one of that name", async () => {
  expect(await run("references", "again.md:3:1")).toMatch(
    / {2}2: class Shelf: \.\.\.\nagain\.md\n {2}3: Shelf\(\)\nlsp-locate: Searched/,
  );
});

test.each([
  ["guide.md@<|>fit(1)<|>", 'fit("a")', /It adds 1 error.*guide\.md:8:24 {2}error: .*"a"/s],
  ["guide.md:Use@Use", "Used", /Not checked: the embedded server knows syntax alone/],
  ["guide.md@puts", "print", /Not checked: its ruby code has no language server here/],
])("An edit of %s is checked by the server of the code", async (locate, text, verdict) => {
  expect(await run("edit", locate, `--replace=${text}`, "--check")).toMatch(verdict);
});
