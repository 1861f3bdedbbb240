/** Real servers in projects whose environments are made by the tools of their ecosystems. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { withDaemons } from "../daemon/daemonHarness.js";
import { createFolder, removeFolders } from "../folders.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(240_000);
afterAll(removeFolders);

const modules = resolve(import.meta.dirname, "../../node_modules/.bin");

async function run(cwd: string, args: readonly string[], env: object = {}): Promise<string> {
  const PATH = `${modules}:${process.env["PATH"]}`;
  const variables = { ...process.env, VIRTUAL_ENV: "", PATH, ...env };
  const { stdout, stderr } = spawnSync(process.execPath, [await buildCommand(), ...args], {
    cwd,
    encoding: "utf8",
    env: variables,
  });
  return `${stdout}${stderr}`;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Makes a virtual environment with a module `dep` that has one function. */
function makeVenv(folder: string, name: string): void {
  const made = spawnSync("python3", ["-m", "venv", "--without-pip", folder], { encoding: "utf8" });
  expect(made.stderr).toBe("");
  const [version = ""] = readdirSync(join(folder, "lib"));
  write(join(folder, "lib", version, "site-packages"), { "dep.py": `def ${name}() -> int:\n    return 1\n` });
}

/** Returns a test, skipped where a program is missing. */
function testWith(programs: readonly string[]): typeof test | typeof test.skip {
  return programs.every((program) => isOnPath(program)) ? test : test.skip;
}

describe.each(["pyright", "pylsp"])("%s", (server) => {
  testWith([server === "pyright" ? "pyright-langserver" : server, "python3"])(
    "finds a dependency in the environment of the project, and nothing of it without trust",
    async () => {
      const folder = createFolder();
      write(folder, { "pyproject.toml": "", "pkg/main.py": "import dep\n\nprint(dep.total())\n" });
      write(folder, { "servers.json": JSON.stringify({ languages: { python: { servers: [server] } } }) });
      makeVenv(join(folder, ".venv"), "total");
      const query = ["definition", "pkg/main.py:@total", "--no-daemon", "--servers", "servers.json"];
      expect(await run(folder, query)).toMatch(/\.venv\/lib\/[^/]+\/site-packages\/dep\.py:1/);
      expect(await run(folder, [...query, "--untrusted"])).not.toContain("site-packages");
    },
  );
});

testWith(["pyright-langserver", "python3"])(
  "An environment that is made, changed and removed under a running session is used as it is",
  async () => {
    await withDaemons(async ({ workspace }) => {
      write(workspace, { "pyproject.toml": "", "main.py": "import dep\n\nprint(dep.total())\n" });
      const diagnostics = () => run(workspace, ["diagnostic", "main.py"], { LSP_LOCATE_DAEMON: "on" });
      expect(await diagnostics()).toContain('Import "dep" could not be resolved');
      makeVenv(join(workspace, ".venv"), "total");
      expect(await diagnostics()).toContain("no problems");
      renameSync(join(workspace, ".venv"), join(workspace, ".off"));
      expect(await diagnostics()).toContain('Import "dep" could not be resolved');
      makeVenv(join(workspace, ".venv"), "other");
      expect(await diagnostics()).toContain('"total" is not a known attribute');
    });
  },
);

interface RunningChange {
  readonly tool: string;
  readonly programs: readonly string[];
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
  /** What is said without the environment, and the folder of it. */
  readonly problem: string;
  readonly environment: string;
}

const packageFiles = (name: string) => ({
  [`${name}/package.json`]: `{ "name": "${name}", "version": "1.0.0", "types": "index.d.ts", "main": "index.js" }`,
  [`${name}/index.d.ts`]: "export function total(): number;\n",
});

describe.each<RunningChange>([
  {
    ...{ tool: "cmake", programs: ["clangd", "cmake", "make", "cc"], file: "src/main.c", environment: "build" },
    files: {
      "src/main.c": "#include <dep.h>\n\nint main(void) { return total(); }\n",
      "dep/include/dep.h": "int total(void);\n",
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.10)\nproject(app C)\nadd_executable(app src/main.c)\ntarget_include_directories(app PRIVATE dep/include)\n",
    },
    commands: [["cmake", "-B", "build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]],
    problem: "'dep.h' file not found",
  },
  {
    ...{ tool: "npm", programs: ["typescript-language-server", "npm"], file: "main.ts", environment: "node_modules" },
    files: {
      "package.json": '{ "name": "app", "type": "module" }',
      "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["*.ts"] }',
      "main.ts": 'import { total } from "dep";\n\nexport const x = total();\n',
      ...packageFiles("dep"),
      ...packageFiles("first"),
    },
    // The second one into a folder that is there.
    commands: ["first", "dep"].map((name) => ["npm", "install", "--offline", `./${name}`]),
    problem: "Cannot find module 'dep'",
  },
])("$tool under a running session", ({ programs, file, files, commands, problem, environment }) => {
  testWith(programs)(`is noticed, and so is the removal of what it made (with ${programs.join(", ")})`, async () => {
    await withDaemons(async ({ workspace }) => {
      write(workspace, files);
      const diagnostics = () => run(workspace, ["diagnostic", file], { LSP_LOCATE_DAEMON: "on" });
      for (const [program = "", ...words] of commands) {
        expect(await diagnostics()).toContain(problem);
        expect(spawnSync(program, words, { cwd: workspace, encoding: "utf8" })).toMatchObject({ status: 0 });
      }
      expect(await diagnostics()).toContain("no problems");
      renameSync(join(workspace, environment), join(workspace, ".off"));
      expect(await diagnostics()).toContain(problem);
    });
  });
});

describe.each<{
  readonly server: string;
  readonly program: string;
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
  /** The contents of a file one after the other (null: it is removed), with what is said then. */
  readonly configuration: string;
  readonly changes: readonly (readonly [string | null, RegExp])[];
}>([
  {
    ...{ server: "pyright", program: "pyright-langserver", file: "m.py", configuration: "pyrightconfig.json" },
    files: { "pyproject.toml": "[project]\n", "m.py": "def f():\n    x = 1\n    return y\n" },
    changes: [
      ['{ "reportUndefinedVariable": false, "reportUnusedVariable": "error" }', /Variable .*x.* is not accessed/],
      ['{ "reportUndefinedVariable": "warning" }', /3:12 +warning/],
      [null, /3:12 +error/],
    ],
  },
  {
    ...{ server: "clangd", program: "clangd", file: "m.c", configuration: ".clangd" },
    files: { "m.c": "#ifndef OK\n#error no\n#endif\nint x;\n", "compile_flags.txt": "-Wall\n" },
    changes: [
      ["CompileFlags:\n  Add: [-DOK]\n", /no problems/],
      [null, /pp_hash_error/],
    ],
  },
  {
    ...{ server: "gopls", program: "gopls", file: "m.go", configuration: "go.work" },
    files: {
      "go.mod": "module example.com/a\n\ngo 1.21\n",
      "m.go": 'package a\n\nimport "example.com/dep"\n\nvar X = dep.Total()\n',
      "dep/go.mod": "module example.com/dep\n\ngo 1.21\n",
      "dep/d.go": "package dep\n\nfunc Total() int { return 1 }\n",
    },
    changes: [
      ["go 1.21\n\nuse (\n\t.\n\t./dep\n)\n", /no problems/],
      [null, /could not import example.com.dep/],
    ],
  },
])("A configuration of $server", ({ program, file, files, configuration, changes }) => {
  testWith([program])(
    "that is made, changed or removed under a running session counts for the next answer",
    async () => {
      await withDaemons(async ({ workspace }) => {
        write(workspace, files);
        const diagnostics = () => run(workspace, ["diagnostic", file], { LSP_LOCATE_DAEMON: "on" });
        expect(await diagnostics()).toMatch(/error/);
        for (const [text, said] of changes) {
          if (text === null) rmSync(join(workspace, configuration));
          else write(workspace, { [configuration]: text });
          expect(await diagnostics()).toMatch(said);
        }
      });
    },
  );
});

testWith(["pyright-langserver", "python3"])(
  "The packages of a monorepo with one root see each its own environment, which may come later",
  async () => {
    await withDaemons(async ({ workspace }) => {
      write(workspace, { "pyproject.toml": "" });
      for (const name of ["a", "b"])
        write(join(workspace, name), { "src/main.py": `import dep\n\nprint(dep.of_${name}())\n` });
      makeVenv(join(workspace, "a/.venv"), "of_a");
      const diagnostics = (name: string) =>
        run(workspace, ["diagnostic", `${name}/src/main.py`], { LSP_LOCATE_DAEMON: "on" });
      expect(await diagnostics("a")).toContain("no problems");
      expect(await diagnostics("b")).toContain('a/.venv has "dep", and is not used for this file');
      makeVenv(join(workspace, "b/.venv"), "of_b");
      expect(await diagnostics("b")).toContain("no problems");
      rmSync(join(workspace, "a/.venv"), { recursive: true });
      expect(await diagnostics("a")).toContain('b/.venv has "dep", and is not used for this file');
      expect(await diagnostics("b")).toContain("no problems");
    });
  },
);

testWith(["clangd", "cmake"])("clangd renames in all files of a build whose folder nobody named", async () => {
  const folder = createFolder();
  write(folder, {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.10)
project(demo CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_executable(demo src/main.cpp src/meter.cpp)
target_include_directories(demo PRIVATE include)
`,
    "include/lib/meter.h": "#pragma once\nstruct Meter {\n  int tick(int by);\n};\n",
    "src/meter.cpp": '#include "lib/meter.h"\nint Meter::tick(int by) { return by + 1; }\n',
    "src/main.cpp": '#include "lib/meter.h"\nint main() {\n  Meter m;\n  return m.tick(2);\n}\n',
  });
  const rename = ["rename", "src/meter.cpp@tick", "beat", "--no-daemon"];
  const without = await run(folder, rename);
  expect(without).not.toContain("+  return m.beat(2);");
  expect(without).not.toContain("there is no compile_commands.json");
  const { status } = spawnSync("cmake", ["-S", ".", "-B", "build/debug"], { cwd: folder });
  expect(status).toBe(0);
  const text = await run(folder, rename);
  for (const line of ["+  int beat(int by);", "+int Meter::beat(int by)", "+  return m.beat(2);"])
    expect(text).toContain(line);
});

testWith(["clangd"])(
  "A rename is refused where clangd sees no includes, and nothing else shows what a use means",
  async () => {
    const folder = createFolder();
    const header = "#pragma once\nstruct Meter {\n  int tick(int by);\n};\n";
    const use =
      '#include "lib/meter.h"\n#include "lib/kit.h"\nint run() {\n  return kit::with([](auto &m) { return m.tick(2); });\n}\n';
    write(folder, { "CMakeLists.txt": "", "include/lib/meter.h": header, "src/use.cpp": use });
    const text = await run(folder, ["rename", "include/lib/meter.h@tick", "beat", "--write", "--no-daemon"]);
    for (const part of [
      "src/use.cpp:4",
      'clangd does not find "lib/meter.h". No compilation database is found: build*,',
      "Make one with `cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`.",
    ])
      expect(text).toContain(part);
    expect(readFileSync(join(folder, "include/lib/meter.h"), "utf8")).toBe(header);
  },
);
