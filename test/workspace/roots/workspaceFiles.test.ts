/** Which folders a workspace file lists. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import schema from "../../../schema/servers.schema.json" with { type: "json" };
import { listsFolder, workspaceFileNames } from "../../../src/workspace/roots/workspaceFiles.js";
import { createFolder, removeFolders } from "../../folders.js";

afterAll(removeFolders);

/** The name and text of a workspace file, folders that it lists, others. */
test.each<[string, string, string[], string[]]>([
  ["go.work", "go 1.24\n\nuse ./app // the program\n", ["app", "app/in/x"], ["apple", "lib", "."]],
  ["go.work", 'use (\n\t./app\n\t"./li b"\n)\n\nreplace x.y/z => ./other\n', ["app", "li b/x"], ["other"]],
  [
    "Cargo.toml",
    '[workspace]\nmembers = ["crates/*", # all\n  \'tool\',\n]\nexclude = ["crates/old"]\n',
    ["crates/a/src", "tool"],
    ["crates", "crates/old/src", "x"],
  ],
  ["Cargo.toml", '[package]\nname = "a"\n\n[dependencies]\nlib = { path = "lib" }\n', [], ["lib"]],
  ["Cargo.toml", '[workspace]\n\n[dependencies]\nlib = { path = "lib", version = "1" }\n', ["lib/src"], ["other"]],
  ["Cargo.toml", '[package]\nmembers = ["a"]\n', [], ["a"]],
  [
    "pyproject.toml",
    '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/seeds"]\n',
    ["packages/a"],
    ["packages/seeds/x"],
  ],
  ["pyproject.toml", '[tool.ruff]\nmembers = ["packages/*"]\n', [], ["packages/a"]],
  [
    "pnpm-workspace.yaml",
    "packages:\n  # all\n  - 'packages/*'\n  - apps/** # deep\n  - \"!**/test/**\"\ncatalog:\n  - x\n",
    ["packages/a/src", "apps/a/b"],
    ["packages/a/test/x", "x", "packages"],
  ],
  ["pnpm-workspace.yaml", "packages: [\"a\", 'b']\n", ["a", "b"], ["c"]],
  [
    "package.json",
    '{ "workspaces": ["packages/*", "!packages/old", "./tool/"] }',
    ["packages/a", "tool"],
    ["packages/old", "x"],
  ],
  ["package.json", '{ "workspaces": { "packages": ["{a,b}/*"] } }', ["a/x", "b/y/z"], ["a", "c/x"]],
  ["package.json", '{ "name": "x" }', [], ["packages/a"]],
  ["package.json", "{ not JSON", [], ["a"]],
  [
    "tsconfig.json",
    '{ // solution\n "files": [], "references": [{ "path": "./lib" }, { "path": "app/tsconfig.build.json" }] }',
    ["lib/src", "app"],
    ["x"],
  ],
  ["tsconfig.json", '{ "references": [{ "path": "./lib" }] }', [], ["lib"]],
  [
    "settings.gradle",
    "rootProject.name = 'x'\ninclude 'app', ':lib:core' // two\nincludeBuild '../tools'\n",
    ["app", "lib/core/src"],
    ["lib", "tools"],
  ],
  [
    "settings.gradle.kts",
    'include(\n  ":app",\n  ":lib",\n)\nincludeBuild("build-logic")\n',
    ["app", "lib/src", "build-logic"],
    ["x"],
  ],
  [
    "pom.xml",
    "<project><modules><module>app</module>\n<module> lib/pom.xml </module></modules></project>",
    ["app/src", "lib"],
    ["x"],
  ],
])("A %s of %j lists the folders %j, and not %j", (name, text, listed, others) => {
  const top = createFolder();
  mkdirSync(join(top, "w"));
  const workspace = join(top, "w");
  writeFileSync(join(workspace, name), text);
  const isListed = (path: string) => listsFolder(workspace, name, join(workspace, path));
  expect([...listed, ...others].filter(isListed)).toEqual(listed);
  expect(listsFolder(workspace, name, join(top, listed[0] ?? "x"))).toBe(false);
});

test("A folder without the file lists none", () => {
  const top = createFolder();
  expect(listsFolder(top, "go.work", join(top, "a"))).toBe(false);
});

test("servers.json may name the files that can be read, and no others", () => {
  const { items } = schema.definitions.language.properties.workspaceFiles;
  expect(items.enum).toEqual(workspaceFileNames);
});
