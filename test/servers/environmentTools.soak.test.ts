/**
 * Projects with a dependency that the tool of their ecosystem has installed: each server has no
 * problems with it, leads into it, and renames what only the dependency's types show to be meant.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { withDaemons } from "../daemon/daemonHarness.js";
import { removeFolders } from "../folders.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(1_200_000);
afterAll(removeFolders);

const PATH = `${resolve(import.meta.dirname, "../../node_modules/.bin")}:${process.env["PATH"]}`;

type Files = Readonly<Record<string, string>>;

interface ToolProject {
  readonly tool: string;
  readonly programs: readonly string[];
  readonly language: string;
  readonly server: string;
  readonly files: Files;
  /** Each is a program with its arguments. */
  readonly commands: readonly (readonly string[])[];
  /** The file that uses the dependency. */
  readonly file: string;
  /** The locate of a method that is used there on what a function of the dependency returns. */
  readonly renamed: string;
  /** The folder where the server keeps what it knows of a workspace, from that of the project. */
  readonly data?: string;
  /** How a function of the dependency is called there. */
  readonly used: string;
  /** Where it is. */
  readonly target: RegExp;
}

const wheel = "dep-1.0-py3-none-any.whl";
const pythonFiles = {
  "make.py": `import zipfile
files = {
    "dep.py": "from typing import List, TypeVar\\n\\nT = TypeVar('T')\\n\\n\\ndef first(items: List[T]) -> T:\\n    return items[0]\\n",
    "dep-1.0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: dep\\nVersion: 1.0\\n",
    "dep-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
}
record = "".join(f"{name},,\\n" for name in files) + "dep-1.0.dist-info/RECORD,,\\n"
with zipfile.ZipFile("${wheel}", "w") as archive:
    for name, text in {**files, "dep-1.0.dist-info/RECORD": record}.items():
        archive.writestr(name, text)
`,
  "app/__init__.py": "",
  "app/meter.py": "class Meter:\n    def tick(self) -> int:\n        return 1\n",
  "app/main.py": "from dep import first\n\nfrom app.meter import Meter\n\nprint(first([Meter()]).tick())\n",
};
const pyproject = `[project]
name = "app"
version = "1.0"
requires-python = ">=3.8"
`;

function python(tool: string, files: Files, ...commands: readonly (readonly string[])[]): ToolProject {
  return {
    ...{ tool, programs: [...(tool === "venv" ? [] : [tool]), "python3", "pyright-langserver"] },
    ...{ language: "python", server: "pyright" },
    files: { ...pythonFiles, ...files },
    commands: [["python3", "make.py"], ...commands],
    ...{ file: "app/main.py", renamed: "app/meter.py@tick", used: "first(", target: /site-packages\/dep\.py:6/ },
  };
}

const typescriptFiles = {
  "dep/package.json": '{ "name": "dep", "version": "1.0.0", "types": "index.d.ts", "main": "index.js" }',
  "dep/index.d.ts": "export function first<T>(items: readonly T[]): T;\n",
  "dep/index.js": "exports.first = (items) => items[0];\n",
  "package.json": '{ "name": "app", "type": "module" }',
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["src"] }',
  "src/meter.ts": "export class Meter {\n  tick(): number {\n    return 1;\n  }\n}\n",
  "src/main.ts":
    'import { first } from "dep";\nimport { Meter } from "./meter.js";\n\nexport const x = first([new Meter()]).tick();\n',
};

const cppFiles = {
  "dep/include/dep.h": "#pragma once\ntemplate <class T> T &same(T &item) { return item; }\n",
  "src/meter.h": "#pragma once\nstruct Meter {\n  int tick() { return 1; }\n};\n",
  "src/main.cpp":
    '#include <dep.h>\n#include "meter.h"\n\nint main() {\n  Meter meter;\n  return same(meter).tick();\n}\n',
};
const cpp = {
  language: "cpp",
  server: "clangd",
  file: "src/main.cpp",
  renamed: "src/meter.h@tick",
  used: "same(",
  target: /dep\/include\/dep\.h:2/,
};

const projects: readonly ToolProject[] = [
  python(
    "venv",
    { "requirements.txt": "" },
    ["python3", "-m", "venv", ".venv"],
    [".venv/bin/python", "-m", "pip", "install", "--no-index", wheel],
  ),
  python("uv", { "pyproject.toml": pyproject }, ["uv", "add", "--offline", "--no-python-downloads", `./${wheel}`]),
  python("poetry", { "pyproject.toml": pyproject, "poetry.toml": "[virtualenvs]\nin-project = true\n" }, [
    "poetry",
    "add",
    `./${wheel}`,
  ]),
  python(
    "pdm",
    { "pyproject.toml": pyproject },
    ["pdm", "use", "-f", "python3"],
    ["pdm", "venv", "create", "python3"],
    ["pdm", "use", "-f", ".venv"],
    ["pdm", "add", `./${wheel}`],
  ),
  python(
    "hatch",
    {
      "pyproject.toml": `${pyproject}[tool.hatch.envs.default]\nskip-install = true\ndependencies = ["dep @ {root:uri}/${wheel}"]\n`,
    },
    ["hatch", "env", "create"],
  ),
  python("pipenv", { Pipfile: `[packages]\ndep = { path = "./${wheel}" }\n` }, ["pipenv", "install", "--skip-lock"]),
  ...["npm", "pnpm"].map((tool) => ({
    ...{
      tool,
      programs: [tool, "npm", "typescript-language-server"],
      language: "typescript",
      server: "typescript-language-server",
    },
    ...{ files: typescriptFiles, file: "src/main.ts", renamed: "src/meter.ts@tick" },
    commands: [
      ["npm", "pack", "./dep"],
      [tool, tool === "npm" ? "install" : "add", "--offline", "./dep-1.0.0.tgz"],
    ],
    used: "first(",
    target: /node_modules\/.*dep\/index\.d\.ts:1/,
  })),
  {
    ...cpp,
    ...{ tool: "cmake", programs: ["clangd", "cmake", "make", "c++"] },
    files: {
      ...cppFiles,
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.10)\nproject(app CXX)\nadd_executable(app src/main.cpp)\ntarget_include_directories(app PRIVATE dep/include)\n",
    },
    commands: [["cmake", "-B", "build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]],
  },
  {
    ...cpp,
    ...{ tool: "meson", programs: ["clangd", "meson", "ninja", "c++"] },
    files: {
      ...cppFiles,
      "meson.build":
        "project('app', 'cpp')\nexecutable('app', 'src/main.cpp', include_directories: include_directories('dep/include'))\n",
    },
    commands: [["meson", "setup", "builddir"]],
  },
  {
    ...{ tool: "go work", programs: ["go", "gopls"], language: "go", server: "gopls" },
    files: {
      "dep/go.mod": "module example.com/dep\n\ngo 1.21\n",
      "dep/dep.go": "package dep\n\nfunc First[T any](items []T) T { return items[0] }\n",
      "app/go.mod": "module example.com/app\n\ngo 1.21\n",
      "app/meter.go": "package main\n\ntype Meter struct{}\n\nfunc (Meter) Tick() int { return 1 }\n",
      "app/main.go":
        'package main\n\nimport "example.com/dep"\n\nfunc main() { println(dep.First([]Meter{{}}).Tick()) }\n',
    },
    commands: [["go", "work", "init", "./app", "./dep"]],
    ...{ file: "app/main.go", renamed: "app/meter.go@Tick", used: "First(", target: /dep\/dep\.go:3/ },
  },
  {
    ...{ tool: "cargo", programs: ["cargo", "rust-analyzer"], language: "rust", server: "rust-analyzer" },
    files: {
      "Cargo.toml": '[workspace]\nmembers = ["app", "dep"]\nresolver = "2"\n',
      "dep/Cargo.toml": '[package]\nname = "dep"\nversion = "0.1.0"\nedition = "2021"\n',
      "dep/src/lib.rs": "pub fn first<T>(items: Vec<T>) -> T {\n    items.into_iter().next().unwrap()\n}\n",
      "app/Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
      "app/src/meter.rs": "pub struct Meter;\n\nimpl Meter {\n    pub fn tick(&self) -> i32 {\n        1\n    }\n}\n",
      "app/src/main.rs": 'mod meter;\n\nfn main() {\n    println!("{}", dep::first(vec![meter::Meter]).tick());\n}\n',
    },
    commands: [["cargo", "add", "--offline", "--package", "app", "--path", "dep", "dep"]],
    ...{ file: "app/src/main.rs", renamed: "app/src/meter.rs@tick", used: "first(", target: /dep\/src\/lib\.rs:1/ },
  },
];

/** A module of Maven's. */
const pom = (own: string) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${own}</project>\n`;
const parent = "<parent><groupId>example</groupId><artifactId>all</artifactId><version>1.0</version></parent>";
const maven: ToolProject = {
  ...{ tool: "Maven", programs: ["mvn", "jdtls"], language: "java", server: "jdtls", data: "../data" },
  files: {
    "pom.xml": pom(
      "<groupId>example</groupId><artifactId>all</artifactId><version>1.0</version><packaging>pom</packaging><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><modules><module>dep</module><module>app</module></modules>",
    ),
    "dep/pom.xml": pom(`${parent}<artifactId>dep</artifactId>`),
    "app/pom.xml": pom(
      `${parent}<artifactId>app</artifactId><dependencies><dependency><groupId>example</groupId><artifactId>dep</artifactId><version>1.0</version></dependency></dependencies>`,
    ),
    "dep/src/main/java/dep/Lists.java":
      "package dep;\n\nimport java.util.List;\n\npublic final class Lists {\n    public static <T> T first(List<T> items) {\n        return items.get(0);\n    }\n}\n",
    "app/src/main/java/app/Meter.java":
      "package app;\n\npublic class Meter {\n    public int tick() {\n        return 1;\n    }\n}\n",
    "app/src/main/java/app/Main.java":
      "package app;\n\nimport dep.Lists;\nimport java.util.List;\n\npublic class Main {\n    static int x = Lists.first(List.of(new Meter())).tick();\n}\n",
  },
  commands: [["mvn", "-o", "-q", "validate"]],
  ...{ file: "app/src/main/java/app/Main.java", renamed: "app/src/main/java/app/Meter.java@tick" },
  ...{ used: "first(", target: /dep\/src\/main\/java\/dep\/Lists\.java:6/ },
};

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Variables under which tools keep environments and caches in a folder of the test. */
const variables = (home: string) => ({
  ...process.env,
  ...{ PATH, HOME: home, VIRTUAL_ENV: "", CI: "1", PIPENV_IGNORE_VIRTUALENVS: "1" },
  // Servers that pip has installed for the user.
  ...{ PYTHONUSERBASE: join(process.env["HOME"] ?? "", ".local") },
  ...{ CARGO_HOME: process.env["CARGO_HOME"] ?? join(process.env["HOME"] ?? "", ".cargo") },
  ...{ RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? join(process.env["HOME"] ?? "", ".rustup") },
});

/** Makes the project, and returns a function that runs a command of ours in it. */
async function open(workspace: string, { files, commands, language, server, data }: ToolProject) {
  const home = join(dirname(workspace), "home");
  mkdirSync(home);
  const env = variables(home);
  write(workspace, files);
  const languages = { [language]: { servers: [server], companions: [] } };
  const servers = data && { [server]: { command: [server, "-data", join(workspace, data)] } };
  write(workspace, { "servers.json": JSON.stringify({ languages, servers }) });
  for (const [program = "", ...words] of commands) {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: workspace, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  }
  const command = await buildCommand();
  return (...args: readonly string[]) => {
    const words = [command, ...args, "--servers", join(workspace, "servers.json")];
    const { stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: workspace,
      env: { ...env, LSP_LOCATE_DAEMON: "on" },
      encoding: "utf8",
    });
    return `${stdout}${stderr}`;
  };
}

/** Returns a test, skipped where a program is missing. */
function testWith(programs: readonly string[]): typeof test | typeof test.skip {
  return programs.every(isUsable) ? test : test.skip;
}

/** Whether a program is installed; rustup has a stub in place of a server that is not. */
function isUsable(program: string): boolean {
  if (program !== "rust-analyzer") return isOnPath(program);
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

describe.each([...projects, maven])("A dependency that $tool has installed", (project) => {
  testWith(project.programs)(
    `is seen by ${project.server}: no problems, its definition, a rename (with ${project.programs.join(", ")})`,
    async () => {
      await withDaemons(async ({ workspace }) => {
        const run = await open(workspace, project);
        expect(run("diagnostic", project.file)).toContain("no problems");
        expect(run("definition", `${project.file}@${project.used}`)).toMatch(project.target);
        const renamed = run("rename", project.renamed, project.language === "go" ? "Beat" : "beat");
        expect(renamed).toMatch(/^\+.*(?:first|same)\(.*\.beat\(\)/im);
      });
    },
  );
});

const pythonServers = ["pyright", "basedpyright", "ty", "pylsp", "jedi-language-server"];

describe.each(pythonServers)("%s", (server) => {
  const program = /pyright$/.test(server) ? `${server}-langserver` : server;
  testWith([program, "python3"])(
    `sees an environment that is broken, changed and removed under a running session (with ${program}, python3)`,
    async () => {
      const [project] = projects as readonly [ToolProject];
      await withDaemons(async ({ workspace }) => {
        const run = await open(workspace, { ...project, server });
        const definition = () => run("definition", `${project.file}@${project.used}`);
        expect(definition()).toMatch(project.target);
        expect(run("rename", project.renamed, "beat")).toMatch(/^\+.*first\(.*\.beat\(\)/m);
        const venv = join(workspace, ".venv");
        const [version = ""] = readdirSync(join(venv, "lib"));
        const dependency = join(venv, "lib", version, "site-packages/dep.py");
        write(venv, { "pyvenv.cfg": "garbage\n" });
        // basedpyright looks into .venv by itself, whatever is in that file.
        if (server !== "basedpyright") expect(definition()).not.toMatch(project.target);
        expect(run("doctor", "python")).toContain("its pyvenv.cfg does not say where Python is");
        write(venv, { "pyvenv.cfg": "home = /usr/bin\nversion = 3.11.0\n" });
        expect(definition()).toMatch(project.target);
        // An upgrade: pip replaces the files.
        rmSync(dependency);
        write(dirname(dependency), { "dep.py": "def first(items):\n    return items[0]\n" });
        expect(definition()).toMatch(/site-packages\/dep\.py:1/);
        renameSync(venv, join(workspace, ".off"));
        expect(definition()).not.toContain("site-packages/dep.py");
      });
    },
  );
});
