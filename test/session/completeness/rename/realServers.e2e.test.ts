/**
 * Renames by real servers that leave out files or keep the old name, at a shell and in MCP: all
 * places get the new name, or the rename is refused.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildCommand } from "../../../buildCommand.js";
import { cleanUp, startAgent } from "../../../cli/mcp/agent.js";
import { isInstalled } from "../../../cli/pseudoTerminal.js";
import { testIf } from "../../../jest.js";
import { repository } from "../../../peer.js";

type Files = Readonly<Record<string, string>>;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "renames-")));
afterAll(async () => {
  await cleanUp();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const path = [join(repository, "node_modules/.bin"), process.env["PATH"], join(homedir(), "go/bin")].join(delimiter);
let count = 0;

function createProject(files: Files): string {
  const root = join(folder, `project-${++count}`);
  mkdirSync(join(root, ".git"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

async function renameIn(root: string, words: readonly string[], server: readonly string[]) {
  const args = [await buildCommand(), "rename", ...words, ...(server.length === 0 ? [] : ["--", ...server])];
  const env = {
    ...process.env,
    PATH: path,
    XDG_STATE_HOME: folder,
    XDG_CACHE_HOME: folder,
    LSP_LOCATE_SERVERS: undefined,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env });
  return { status, stdout, stderr };
}

/** Returns the files that differ, with `old` and `new` as in the tables. */
function changedFiles(root: string, files: Files): Files {
  const now = Object.keys(files).map((name) => [name, readFileSync(join(root, name), "utf8")] as const);
  return Object.fromEntries(now.filter(([name, text]) => text !== files[name]));
}

/** A package whose tsconfig names only some of its files. */
const exported = {
  "tsconfig.json": '{"compilerOptions":{"allowJs":true,"module":"nodenext","noEmit":true},"files":["src/util.js"]}',
  "package.json": '{"type":"module","name":"p","exports":{".":"./src/index.js"}}',
  "src/util.js": "function oldName(path) {\n  return path;\n}\nexport { oldName };\n",
  "src/core.js": 'import { oldName } from "./util.js";\nexport const all = { oldName };\n',
  "src/index.js": 'export { oldName } from "./util.js";\n',
  "scripts/build.js": 'import * as util from "../src/util.js";\nutil.oldName("b");\n',
};
const exportedAfter = {
  "src/util.js": "function newName(path) {\n  return path;\n}\nexport { newName };\n",
  "src/core.js": 'import { newName } from "./util.js";\nexport const all = { oldName: newName };\n',
  "scripts/build.js": 'import * as util from "../src/util.js";\nutil.newName("b");\n',
};

describe.each([
  ["typescript-language-server", "--stdio"],
  ["vtsls", "--stdio"],
])("%s", (...server) => {
  test("An exported function gets its name in files of no project; package.json keeps its alias", async () => {
    const root = createProject(exported);
    const { status, stderr } = await renameIn(root, ["src/util.js:oldName", "newName", "--write"], server);
    expect(stderr).toContain("package.json makes it public, and an alias keeps it in src/index.js:1.");
    expect(changedFiles(root, exported)).toEqual({
      ...exportedAfter,
      "src/index.js": 'export { newName as oldName } from "./util.js";\n',
    });
    expect(status).toBe(0);
  });

  test("A use that reaches the symbol through the alias that is kept keeps the old name", async () => {
    const files = {
      "tsconfig.json": '{"compilerOptions":{"allowJs":true,"module":"nodenext","noEmit":true}}',
      "package.json": '{"type":"module","name":"p","exports":{".":"./src/core.js"}}',
      "src/util.js": "export function oldName() {}\n",
      "src/kept.js": 'export { oldName } from "./util.js";\n',
      "src/core.js": 'export * from "./kept.js";\nexport * as util from "./util.js";\n',
      "src/use.js": 'import * as core from "./core.js";\ncore.oldName();\ncore.util.oldName();\n',
    };
    const root = createProject(files);
    const { status } = await renameIn(root, ["src/util.js:oldName", "newName", "--write"], server);
    expect(changedFiles(root, files)).toEqual({
      "src/util.js": "export function newName() {}\n",
      "src/kept.js": 'export { newName as oldName } from "./util.js";\n',
      "src/use.js": 'import * as core from "./core.js";\ncore.oldName();\ncore.util.newName();\n',
    });
    expect(status).toBe(0);
  });

  test("With --public the public name changes, too", async () => {
    const root = createProject(exported);
    await renameIn(root, ["src/util.js:oldName", "newName", "--write", "--public"], server);
    expect(changedFiles(root, exported)).toEqual({
      ...exportedAfter,
      "src/index.js": 'export { newName } from "./util.js";\n',
    });
  });

  test("A method with overloads is renamed in files that no tsconfig names", async () => {
    const files = {
      "src/change.ts":
        "export class Desc {\n  oldName(from: number): boolean;\n  oldName(from: number, to: number): boolean;\n  oldName(from: number, to = from) {\n    return to > from;\n  }\n}\n",
      "src/rangeset.ts":
        'import type { Desc } from "./change";\nexport const map = (desc: Desc) => desc.oldName(1) || desc.oldName(1, 2);\n',
    };
    const root = createProject(files);
    await renameIn(root, ["src/change.ts:2@oldName", "newName", "--write"], server);
    const renamed = Object.entries(files).map(([name, text]) => [name, text.replaceAll("oldName", "newName")]);
    expect(changedFiles(root, files)).toEqual(Object.fromEntries(renamed));
  });
});

test("pyright renames through `as`, and untyped receivers are named", async () => {
  const files = {
    "pkg/__init__.py": "from .core import old_name as old_name\n",
    "pkg/core.py": "class Engine:\n    def old_name(self): ...\n\n\ndef old_name(): ...\n",
    "use.py":
      "from pkg.core import old_name as other, Engine\nother()\nEngine().old_name()\n\n\ndef f(e):\n    e.old_name()\n",
  };
  const root = createProject(files);
  const server = ["pyright-langserver", "--stdio"];
  const { stderr } = await renameIn(root, ["pkg/core.py:Engine.old_name", "new_name", "--write"], server);
  expect(changedFiles(root, files)).toEqual({
    "pkg/core.py": "class Engine:\n    def new_name(self): ...\n\n\ndef old_name(): ...\n",
    "use.py": files["use.py"].replace("Engine().old_name", "Engine().new_name"),
  });
  expect(stderr).toContain("Also in the text, not in the server's answer, 1 place: use.py:7.");
  await renameIn(root, ["pkg/core.py:5@old_name", "new_function", "--write"], server);
  expect(readFileSync(join(root, "use.py"), "utf8")).toContain("import new_function as other");
  expect(readFileSync(join(root, "pkg/__init__.py"), "utf8")).toContain(".core import new_function");
});

test("A new name that is a keyword is refused by the shell, which changes nothing", async () => {
  const files = { "a.py": "LIMIT = 1\nprint(LIMIT)\n" };
  const root = createProject(files);
  const { status, stderr } = await renameIn(root, ["a.py:LIMIT", "class"], ["pyright-langserver", "--stdio"]);
  expect(stderr).toContain('With the new name "class", a.py would have a syntax error in line 1: "class = 1"');
  expect(status).toBe(1);
});

const overridden = {
  "base.py": "class Base:\n    def run(self): ...\n\n\nclass Mid(Base): ...\n",
  "sub.py": "from base import Mid\n\n\nclass Sub(Mid):\n    def run(self): ...\n",
};

async function checkOverrideIsRenamed(server: readonly string[], locate: string, place: string): Promise<void> {
  const root = createProject(overridden);
  const { status, stderr } = await renameIn(root, [locate, "run2", "--write"], server);
  expect(stderr).toContain(`1 place: ${place} (overrides the renamed member, or is overridden by it).`);
  expect(status).toBe(0);
  const renamed = Object.entries(overridden).map(([name, text]) => [name, text.replaceAll("run", "run2")]);
  expect(changedFiles(root, overridden)).toEqual(Object.fromEntries(renamed));
}

test.each([
  ["base.py:Base.run", "sub.py:5"],
  ["sub.py:Sub.run", "base.py:2"],
])("pyright is asked at each override: %s, and %s", (locate, place) =>
  checkOverrideIsRenamed(["pyright-langserver", "--stdio"], locate, place),
);

testIf(isInstalled("pylsp"), "pylsp is not installed: see scripts/install-programs.sh")(
  "pylsp is asked at each override, where pylsp is installed",
  () => checkOverrideIsRenamed(["pylsp"], "sub.py:Sub.run", "base.py:2"),
);

test("A shorthand property of a renamed constant keeps its name, and so do its uses", async () => {
  const files = {
    "a.ts": "export const LIMIT = 1;\nexport const all = { LIMIT };\n",
    "b.ts": 'import { all } from "./a.js";\nconsole.log(all.LIMIT);\n',
  };
  const root = createProject(files);
  const server = ["typescript-language-server", "--stdio"];
  const { status } = await renameIn(root, ["a.ts:LIMIT", "MAX", "--write"], server);
  expect(changedFiles(root, files)).toEqual({
    "a.ts": "export const MAX = 1;\nexport const all = { LIMIT: MAX };\n",
  });
  expect(status).toBe(0);
});

const go = {
  "go.mod": "module example.com/m\n\ngo 1.21\n",
  "a.go": 'package m\n\nimport "example.com/m/sub"\n\nfunc Use() { sub.OldName() }\n',
  "sub/s.go": "package sub\n\nfunc OldName() {}\n",
  "sub/tagged.go": "//go:build special\n\npackage sub\n\nfunc tagged() { OldName() }\n",
};
const hasGopls = isInstalled("go") && (isInstalled("gopls") || isInstalled(join(homedir(), "go/bin/gopls")));

testIf(hasGopls, "gopls is not installed: see scripts/install-programs.sh")(
  "What gopls does not build is renamed by its package, where go and gopls are installed",
  async () => {
    const root = createProject(go);
    const { status, stderr } = await renameIn(root, ["sub/s.go:OldName", "NewName", "--write"], ["gopls"]);
    expect(stderr).toContain("Added to the server's rename, 1 place: sub/tagged.go:5 (of the same package).");
    expect(status).toBe(0);
    const renamed = Object.entries(go).filter(([, text]) => text.includes("OldName"));
    expect(changedFiles(root, go)).toEqual(
      Object.fromEntries(renamed.map(([name, text]) => [name, text.replaceAll("OldName", "NewName")])),
    );
  },
);

testIf(hasGopls, "gopls is not installed: see scripts/install-programs.sh")(
  "An alias that becomes the package's own name is taken away, where go and gopls are installed",
  async () => {
    const files = {
      "go.mod": "module example.com\n\ngo 1.20\n",
      "a/a.go": "package a\n\nfunc F() {}\n",
      "main.go": 'package main\n\nimport aa "example.com/a"\n\nfunc main() {\n\taa.F()\n}\n',
    };
    const root = createProject(files);
    const { status } = await renameIn(root, ['main.go@<|>aa "', "a", "--write"], ["gopls"]);
    expect(status).toBe(0);
    expect(changedFiles(root, files)).toEqual({ "main.go": files["main.go"].replace("aa ", "").replace("aa.", "a.") });
  },
);

testIf(isInstalled("clangd"), "clangd is not installed: see scripts/install-programs.sh")(
  "An overload that a call in a template may mean as well is refused with its place, where clangd is installed",
  async () => {
    const files = {
      "compile_flags.txt": "-std=c++17\n",
      "over.h":
        "inline int oldName(int) { return 1; }\ninline int oldName(const char *) { return 2; }\n" +
        "template <typename T> int call(T value) { return oldName(value); }\n",
      "main.cc": '#include "over.h"\nint main() { return call(1); }\n',
    };
    const root = createProject(files);
    const { status, stderr } = await renameIn(root, ["over.h:1@oldName", "newName", "--write"], ["clangd"]);
    expect(stderr).toContain("over.h:2: inline int oldName(const char *) { return 2; }");
    expect(status).toBe(1);
    expect(changedFiles(root, files)).toEqual({});
  },
);

const rust = {
  "Cargo.toml": '[package]\nname = "shorthand"\nversion = "0.0.0"\nedition = "2021"\n',
  "src/lib.rs": [
    "pub struct Item { pub size: i32 }",
    "pub fn make(count: i32) -> Item {",
    "    Item { size: count }",
    "}",
    "pub fn read(item: Item) -> i32 {",
    "    let Item { ref size } = item;",
    "    *size",
    "}",
    "pub mod inner { pub struct Old; }",
    "pub use inner::Old;",
    "",
  ].join("\n"),
};

const rustRenames: readonly (readonly [string, string, string, Readonly<Record<string, string>>])[] = [
  [
    "A field that gets its value's name",
    "src/lib.rs:Item.size",
    "count",
    { "pub size": "pub count", "size: count": "count", "{ ref size }": "{ count: ref size }" },
  ],
  [
    "A parameter that gets its field's name",
    "src/lib.rs:2@count",
    "size",
    { "count: i32": "size: i32", "size: count": "size" },
  ],
  [
    "A type at the end of an import",
    "src/lib.rs:10@Old",
    "New",
    { "struct Old": "struct New", "inner::Old": "inner::New" },
  ],
];

/** The program may be rustup's, which starts none that was not installed. */
const hasRustAnalyzer = spawnSync("rust-analyzer", ["--version"]).status === 0;

testIf(hasRustAnalyzer, "rust-analyzer is not installed: see scripts/install-programs.sh").each(rustRenames)(
  "%s is renamed as Rust writes it",
  async (_what, locate, newName, changes) => {
    const root = createProject(rust);
    const { status } = await renameIn(root, [locate, newName, "--write"], ["rust-analyzer"]);
    const renamed = Object.entries(changes).reduce((text, [from, to]) => text.replace(from, to), rust["src/lib.rs"]);
    expect(changedFiles(root, rust)).toEqual({ "src/lib.rs": renamed });
    expect(status).toBe(0);
  },
);

testIf(isInstalled("clangd"), "clangd is not installed: see scripts/install-programs.sh").each([
  ["the first declaration", "base.h:Base.oldName"],
  ["an override", "main.cc:Leaf.oldName"],
])("A virtual function, which clangd 14 refuses, is renamed with its overrides, asked at %s", async (_what, locate) => {
  const files = {
    "compile_flags.txt": "-std=c++17\n",
    "base.h":
      "struct Base {\n  virtual ~Base() {}\n  virtual int oldName(int) = 0;\n};\nstruct Mid : Base {\n  int oldName(int n) override;\n};\nstruct Other {\n  int oldName(int) { return 0; }\n};\n",
    "main.cc":
      '#include "base.h"\nint Mid::oldName(int n) { return n; }\nstruct Leaf : Mid {\n  int oldName(int n) override { return Mid::oldName(n); }\n};\nint main() {\n  Leaf leaf;\n  Base *base = &leaf;\n  return base->oldName(1) + leaf.oldName(2) + Other().oldName(3);\n}\n',
  };
  const root = createProject(files);
  const { status } = await renameIn(root, [locate, "newName", "--write"], ["clangd"]);
  const isOther = (line: string) => line.includes("oldName(int) { return 0; }");
  const renamed = (text: string) =>
    text
      .split("\n")
      .map((line) => (isOther(line) ? line : line.replace(/(?<!Other\(\)\.)oldName/g, "newName")))
      .join("\n");
  expect(changedFiles(root, files)).toEqual({
    "base.h": renamed(files["base.h"]),
    "main.cc": renamed(files["main.cc"]),
  });
  expect(status).toBe(0);
});

test("In MCP a rename names the alias that it keeps, and public: true removes it", async () => {
  const root = createProject(exported);
  const agent = await startAgent(root);
  const args = { locate: "src/util.js:oldName", new_name: "newName" };
  const shown = await agent.call("rename", args);
  expect(shown.text).toContain("an alias keeps it in src/index.js:1. public: true renames it, too.");
  const written = await agent.call("rename", { ...args, apply: true, public: true });
  expect(written.isError).toBe(false);
  expect(changedFiles(root, exported)["src/index.js"]).toBe('export { newName } from "./util.js";\n');
  const refused = await agent.call("rename", { ...args, apply: "now" });
  expect(refused.text).toContain('write "true", "false", "clean" or "anyway"');
});
