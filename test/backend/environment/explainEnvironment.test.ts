/** What is said of an environment where a server does not find an import, and by doctor. */

import { join } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { untrustedServers } from "../../../src/backend/config/trust.js";
import { explainEnvironment, explainUnresolved } from "../../../src/backend/environment/explainEnvironment.js";
import { removeFolders } from "../../folders.js";
import { type Search, search, tree, venv } from "./projects.js";

afterAll(removeFolders);

const PYRIGHT_IS_TOLD = "the variable VIRTUAL_ENV or `python.pythonPath` in the settings of pyright in servers.json.";
const PYTHON_FOLDERS = ".venv, venv, env, .conda, .pixi/envs/default, .pdm-python";
const BUILD_FOLDERS = "build*, build*/*, out*, out*/*, cmake-build-*, builddir, _build, .build";
const DATABASE = JSON.stringify([{ directory: ".", command: "c++", file: "../main.cpp" }]);

test.each<[string, Readonly<Record<string, string>>, Search, readonly string[], string | undefined]>([
  [
    "Without an environment, the command that makes one is named",
    { "uv.lock": "", "pyproject.toml": "" },
    {},
    ["dep.sub"],
    `pyright does not find "dep". No Python environment is found: ${PYTHON_FOLDERS}. Make one with \`uv sync\`. One elsewhere is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "Of many that are not found, the first are named",
    { "x.py": "" },
    {},
    ["a", "b", "c", "d", "e"],
    `pyright does not find "a", "b", "c" and 2 more. No Python environment is found: ${PYTHON_FOLDERS}. One elsewhere is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "Where the project shows no such command, none is named",
    { "x.py": "" },
    {},
    ["other"],
    `pyright does not find "other". No Python environment is found: ${PYTHON_FOLDERS}. One elsewhere is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "An environment that lacks the package is named",
    { ...venv(".venv"), "poetry.lock": "" },
    {},
    ["other", "other.sub"],
    `pyright does not find "other". The Python environment is .venv, which does not have it. Install it with \`poetry install\`. Another one is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "An environment that has it, and is not used, is named",
    { ...venv("a/.venv"), "b/x.py": "" },
    { root: "b" },
    ["dep"],
    `pyright does not find "dep". a/.venv has "dep", and is not used for this file. It is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "Why a broken environment is not used comes first",
    { ".venv/pyvenv.cfg": "home = /usr/bin" },
    {},
    ["dep"],
    `pyright does not find "dep". .venv is not used as Python environment: it has no site-packages; make it anew. Name another one with VIRTUAL_ENV. No Python environment is found: ${PYTHON_FOLDERS}. One elsewhere is named with ${PYRIGHT_IS_TOLD}`,
  ],
  [
    "The tool's own file is named where it says which environment is used",
    { ...venv(".venv"), "pyrightconfig.json": '{ "venv": "x", "venvPath": "." }' },
    {},
    ["other"],
    'pyright does not find "other". The Python environment is the one of `venv` in pyrightconfig.json.',
  ],
  ["A relative import is the project's own matter", venv(".venv"), {}, [".sibling", "..x.y"], undefined],
  ["So is a module that the project has", { ...venv(".venv"), "src/own/x.py": "" }, {}, ["own.y"], undefined],
  [
    "Of packages of node, the manager is the one whose lock file is there",
    { "package.json": "{}", "pnpm-lock.yaml": "" },
    { server: "typescript-language-server" },
    ["@scope/name/sub", "./own", "left-pad"],
    'typescript-language-server does not find "@scope/name", "left-pad". No folder of installed packages is found: node_modules. Make one with `pnpm install`.',
  ],
  [
    "Installed packages that lack one are named",
    { "package-lock.json": "", "node_modules/left-pad/package.json": "{}" },
    { server: "vtsls" },
    ["right-pad"],
    'vtsls does not find "right-pad". The folder of installed packages is node_modules, which does not have it. Install it with `npm ci`.',
  ],
  [
    "A database elsewhere is named",
    { "main.cpp": "", "bin/compile_commands.json": DATABASE },
    { server: "clangd" },
    ["lib/meter.h"],
    'clangd does not find "lib/meter.h". There is a compilation database in bin. It is named with `CompileFlags.CompilationDatabase` in .clangd.',
  ],
  [
    "Without a database, the command that writes one is named",
    { "CMakeLists.txt": "" },
    { server: "clangd" },
    ["lib/meter.h"],
    `clangd does not find "lib/meter.h". No compilation database is found: ${BUILD_FOLDERS}. Make one with \`cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\`. One elsewhere is named with \`CompileFlags.CompilationDatabase\` in .clangd.`,
  ],
])("%s", (_title, files, options, imports, expected) => {
  const { server } = search(tree(files), options);
  expect(explainUnresolved(imports, server, shippedServers())).toBe(expected);
});

test("In an untrusted workspace the reason is that nothing is looked for", () => {
  const entry = untrustedServers(shippedServers()).servers.get("pyright") as Server;
  const { server } = search(tree(venv(".venv")), { entry });
  expect(explainUnresolved(["dep"], server, shippedServers())).toBe(
    'pyright does not find "dep". The workspace is untrusted, so no Python environment is looked for in it.',
  );
});

test("What was found is said, or that nothing was, and why", () => {
  const said = (files: Readonly<Record<string, string>>, options?: Search) => {
    const top = tree(files);
    return explainEnvironment(search(top, options).server, shippedServers()).map((each) =>
      each.replace(join(top, "/"), ""),
    );
  };
  expect(said(venv(".venv"))).toEqual(["The Python environment is .venv."]);
  expect(said({ ...venv(".venv"), ...venv("venv") })).toEqual([
    "The Python environment is .venv.",
    "venv is not used, as .venv goes first. Name another one with VIRTUAL_ENV.",
  ]);
  const builds = Object.fromEntries(["build-1", "build-2", "build-3", "out"].map((name) => [name, DATABASE]));
  const databases = Object.entries(builds).map(([name, text]) => [`${name}/compile_commands.json`, text]);
  expect(said({ "main.cpp": "", ...Object.fromEntries(databases) }, { server: "clangd" })).toEqual([
    expect.stringMatching(/^The compilation database is /),
    expect.stringMatching(/^\S+, \S+ and 1 more are not used, as \S+ is newer\.$/),
  ]);
  expect(said({ "compile_commands.json": "[]" }, { server: "clangd" })).toEqual([
    "The compilation database is the one of compile_commands.json.",
  ]);
  expect(said({ "meson.build": "" }, { server: "clangd" })).toEqual([
    `No compilation database is found: ${BUILD_FOLDERS}.`,
    "Make one with `meson setup build`.",
    "One elsewhere is named with `CompileFlags.CompilationDatabase` in .clangd.",
  ]);
});

test("Doctor says by which files a JDK was looked for, and how another one is named", () => {
  const top = tree({ ".java-version": "99" });
  const { server } = search(top, { server: "jdtls" });
  expect(explainEnvironment(server, shippedServers())).toEqual([
    "No JDK is found: .java-version, .sdkmanrc, build.gradle, build.gradle.kts.",
    "One elsewhere is named with the variable JAVA_HOME or `java.configuration.runtimes` in the settings of jdtls in servers.json.",
  ]);
});
