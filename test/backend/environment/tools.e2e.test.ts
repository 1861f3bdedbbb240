/** Environments that the tools of the ecosystems make themselves, each where it is installed. */

import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { findProgram } from "../../../src/backend/installation/findProgram.js";
import { createFolder, removeFolders } from "../../folders.js";
import { search, writeAll } from "./projects.js";

jest.setTimeout(120_000);
afterAll(removeFolders);

interface ToolProject {
  readonly tool: string;
  readonly programs: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
  readonly server?: string;
  /** Where it is: in the project, or in the user's home folder (`~/`). */
  readonly found: RegExp;
}

const pyproject = `[project]
name = "My.App"
version = "1.0"
requires-python = ">=3.8"
dependencies = []
`;
const c = { "main.c": "int main(void) { return 0; }\n" };

const projects: readonly ToolProject[] = [
  {
    ...{ tool: "uv", programs: ["uv", "python3"], files: { "pyproject.toml": pyproject } },
    ...{ commands: [["uv", "sync", "--offline", "--no-python-downloads"]], found: /^\.venv$/ },
  },
  {
    ...{ tool: "poetry", programs: ["poetry", "python3"], files: { "pyproject.toml": pyproject } },
    commands: [["poetry", "env", "use", "python3"]],
    found: /^~\/\.cache\/pypoetry\/virtualenvs\/my[.-]app-[\w-]{8}-py[\d.]+$/,
  },
  {
    ...{ tool: "pdm", programs: ["pdm", "python3"], files: { "pyproject.toml": pyproject } },
    commands: [
      ["pdm", "venv", "create", "--name", "own", "python3"],
      ["pdm", "use", "--venv", "own"],
    ],
    found: /^~\/\.local\/share\/pdm\/venvs\/.*own$/,
  },
  {
    ...{ tool: "pdm in the project", programs: ["pdm", "python3"], files: { "pyproject.toml": pyproject } },
    ...{ commands: [["pdm", "venv", "create", "python3"]], found: /^\.venv$/ },
  },
  {
    ...{ tool: "hatch", programs: ["hatch", "python3"] },
    files: { "pyproject.toml": `${pyproject}[tool.hatch.envs.default]\nskip-install = true\n` },
    commands: [["hatch", "env", "create"]],
    found: /^~\/\.local\/share\/hatch\/env\/virtual\/my-app\/[\w-]{8}\/my-app$/,
  },
  {
    ...{ tool: "pipenv", programs: ["pipenv", "python3"], files: { Pipfile: "[packages]\n" } },
    commands: [["pipenv", "--python", "python3"]],
    found: /^~\/\.local\/share\/virtualenvs\/project-[\w-]{8}$/,
  },
  {
    ...{ tool: "meson", programs: ["meson", "ninja", "cc"], server: "clangd" },
    files: { ...c, "meson.build": "project('app', 'c')\nexecutable('app', 'main.c')\n" },
    ...{ commands: [["meson", "setup", "builddir"]], found: /^builddir$/ },
  },
  {
    ...{ tool: "cmake", programs: ["cmake", "make", "cc"], server: "clangd" },
    files: {
      ...c,
      "CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(app C)\nadd_executable(app main.c)\n",
    },
    commands: [["cmake", "-B", "build/debug", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]],
    found: /^build\/debug$/,
  },
  ...["npm", "pnpm"].map((tool) => ({
    ...{ tool, programs: [tool], server: "typescript-language-server" },
    files: { "package.json": '{ "name": "app" }', "dep/package.json": '{ "name": "dep", "version": "1.0.0" }' },
    ...{ commands: [[tool, "install", "--offline", "./dep"]], found: /^node_modules$/ },
  })),
];

describe.each(projects)("$tool", ({ programs, files, commands, server = "pyright", found }) => {
  const isInstalled = programs.every((each) => findProgram(each).kind === "installed");
  (isInstalled ? test : test.skip)(
    `makes an environment that ${server} is told of (with ${programs.join(", ")})`,
    () => {
      const home = realpathSync(createFolder());
      const top = join(realpathSync(createFolder()), "project");
      mkdirSync(top);
      writeAll(top, files);
      const env = { PATH: process.env["PATH"], HOME: home, CI: "1", PIPENV_IGNORE_VIRTUALENVS: "1" };
      expect(search(top, { server, home }).uses).toEqual([]);
      for (const [program = "", ...words] of commands) {
        const { status, stderr, stdout } = spawnSync(program, words, { cwd: top, env, encoding: "utf8" });
        if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
      }
      const paths = search(top, { server, home }).uses.map(({ path }) => {
        const inside = relative(top, path);
        return inside.startsWith("..") ? `~/${relative(home, path)}` : inside;
      });
      expect(paths).toEqual([expect.stringMatching(found)]);
    },
  );
});
