/** Why a server has not loaded a file, by the project's own files. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { explainUnloadedFiles } from "../../../../src/session/completeness/unloadedFiles/explainUnloadedFiles.js";
import { afterTest } from "../../../jest.js";

/** Writes a workspace, and explains its last file for the first as the target. */
async function explain(languageId: string, files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  afterTest(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = Object.keys(files).map((path) => join(root, path));
  const folders = [{ uri: pathToFileURL(root).href, name: "w" }];
  const client = { roots: { folders, others: [] } } as unknown as Parameters<typeof explainUnloadedFiles>[2]["client"];
  const target = { uri: pathToFileURL(paths[0] as string).href, languageId };
  const server = languageId === "python" ? "pyright" : "other";
  return explainUnloadedFiles([paths.at(-1) as string], { target, server }, { client });
}

const noProject = "there is no tsconfig.json or jsconfig.json, so only open files and what they import are loaded";
const noDatabase =
  "no compile_commands.json is found beside the sources, above them or in a folder of builds, so only open files are loaded";
const database = JSON.stringify([{ directory: ".", file: "a.cc", command: "cc a.cc" }]);

test.each<[string, string, Record<string, string>, string[]]>([
  ["a workspace without a project", "typescript", { "a.ts": "", "b.ts": "" }, [noProject]],
  ["a file that the project has", "typescript", { "tsconfig.json": "{}", "a.ts": "", "src/b.ts": "" }, []],
  [
    "a file outside of include",
    "typescript",
    { "src/a.ts": "", "tsconfig.json": '{ "include": ["src"], }', "lib/b.ts": "" },
    ["tsconfig.json leaves out lib/b.ts"],
  ],
  [
    "a file that exclude names",
    "typescript",
    { "a.ts": "", "tsconfig.json": '{ "exclude": ["**/*.spec.ts"] } // tests', "lib/b.spec.ts": "" },
    ["tsconfig.json leaves out lib/b.spec.ts"],
  ],
  [
    "JavaScript without allowJs",
    "javascript",
    { "a.js": "", "tsconfig.json": "{}", "b.js": "" },
    ["tsconfig.json leaves out b.js"],
  ],
  ["JavaScript in a jsconfig", "javascript", { "a.js": "", "jsconfig.json": "{}", "b.js": "" }, []],
  ["a project of a package", "typescript", { "a.ts": "", "tsconfig.json": '{"extends":"x"}', "b.ts": "" }, []],
  [
    "a file that an extended project leaves out",
    "typescript",
    {
      "a.ts": "",
      "conf/base.json": '{"include":["../src"]}',
      "tsconfig.json": '{"extends":"./conf/base"}',
      "b.ts": "",
    },
    ["tsconfig.json leaves out b.ts"],
  ],
  [
    "a file that an extended project has",
    "typescript",
    { "a.ts": "", "base.json": '{"include":["src"]}', "tsconfig.json": '{"extends":["./base.json"]}', "src/b.ts": "" },
    [],
  ],
  [
    "a project that extends itself",
    "typescript",
    { "a.ts": "", "tsconfig.json": '{"extends":"./tsconfig.json","files":[]}', "b.ts": "" },
    [],
  ],
  [
    "a file that a referenced project has",
    "typescript",
    {
      "tsconfig.json": '{"files":[],"references":[{"path":"./src"}]}',
      "src/a.ts": "",
      "src/tsconfig.json": "{}",
      "src/b.ts": "",
    },
    [],
  ],
  [
    "a file that no referenced project has",
    "typescript",
    {
      "tsconfig.json": '{"files":[],"references":[{"path":"./src"}]}',
      "src/a.ts": "",
      "src/tsconfig.json": "{}",
      "b.ts": "",
    },
    ["tsconfig.json and the projects that it references leave out b.ts"],
  ],
  [
    "another Go module",
    "go",
    { "a/a.go": "", "a/go.mod": "module a", "b/go.mod": "module b", "b/b.go": "package b" },
    ["b/b.go: another Go module, and there is no go.work"],
  ],
  [
    "build tags",
    "go",
    { "a.go": "", "go.mod": "module a", "b.go": "//go:build ignore\n\npackage main" },
    ["b.go: left out by its build tags (//go:build ignore)"],
  ],
  [
    "build tags of the project's own",
    "go",
    {
      "a.go": "",
      "go.mod": "module a",
      "b.go": "//go:build (linux || unix) && cgo && e2e && !short && go1.21\n\npackage a",
    },
    [
      "b.go: left out by its build tags (//go:build (linux || unix) && cgo && e2e && !short && go1.21), which the variable GOFLAGS=-tags=e2e sets",
    ],
  ],
  ["C++ without a database", "cpp", { "a.cc": "", "b.cc": "" }, [noDatabase]],
  [
    "C++ that the database lacks",
    "cpp",
    { "a.cc": "", "compile_commands.json": database, "b.cc": "" },
    ["compile_commands.json leaves out b.cc"],
  ],
  [
    "C++ that the database has, beside an entry without a file",
    "cpp",
    { "b.cc": "", "compile_commands.json": database.replace("[", "[{},"), "a.cc": "" },
    [],
  ],
  ["a header", "cpp", { "a.cc": "", "compile_commands.json": database, "b.h": "" }, []],
  ["Python without a configuration", "python", { "a.py": "", "b.py": "" }, []],
  ["a hidden folder of Python", "python", { "a.py": "", ".tox/b.py": "" }, ["pyright leaves out .tox/b.py"]],
  [
    "Python outside of include",
    "python",
    { "src/a.py": "", "pyrightconfig.json": '{ "include": ["src"] }', "tests/b.py": "" },
    ["pyrightconfig.json leaves out tests/b.py"],
  ],
  [
    "Python that pyproject.toml excludes",
    "python",
    { "a.py": "", "pyproject.toml": '[tool.pyright]\nexclude = [\n  "**/gen",\n]\n[tool.x]\n', "lib/gen/b.py": "" },
    ["pyproject.toml leaves out lib/gen/b.py"],
  ],
  ["a pyproject.toml without pyright", "python", { "a.py": "", "pyproject.toml": "[tool.x]\n", "b.py": "" }, []],
  ["a language without projects", "ruby", { "a.rb": "", "b.rb": "" }, []],
])("%s is explained", async (_what, languageId, files, expected) => {
  expect(await explain(languageId, files)).toEqual(expected);
});
