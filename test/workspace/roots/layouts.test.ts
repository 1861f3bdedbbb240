/**
 * The workspace of a command and the roots of its servers, with the shipped servers.json, in
 * layouts of repositories and monorepos.
 */

import { dirname, join, relative } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { projectMarkersOf, rootRuleOf, type Server } from "../../../src/backend/config/servers.js";
import { findRepository } from "../../../src/workspace/roots/repository.js";
import { findProject } from "../../../src/workspace/roots/rootMarkers.js";
import { findServerRoot } from "../../../src/workspace/roots/serverRoot.js";
import { createFolder, removeFolders } from "../../folders.js";
import { writeFiles } from "./writeFiles.js";

afterAll(removeFolders);

const servers = shippedServers();
function workspaceOf(file: string, home: string): string {
  const start = dirname(file);
  return findRepository(start, home) ?? findProject(start, home, projectMarkersOf(servers));
}

const git = { ".git/HEAD": "" };
const uv = '[tool.uv.workspace]\nmembers = ["packages/*"]\n';
const cargo = '[workspace]\nmembers = ["lib", "app"]\n';
const npm = '{ "workspaces": ["packages/*"] }';
const pnpm = "packages:\n  - packages/*\n";

/**
 * What the layout is, its files, the server, a file, the workspace of a command about it, and the
 * root of its server. A folder `home` is the user's.
 */
test.each<[string, Record<string, string>, string, string, string, string]>([
  [
    "two packages without a workspace",
    { ...git, "lib/tsconfig.json": "", "app/tsconfig.json": "" },
    "typescript-language-server",
    "lib/a.ts",
    "",
    "",
  ],
  [
    "an npm workspace",
    { ...git, "package.json": npm, "packages/a/package.json": "" },
    "vtsls",
    "packages/a/src/a.ts",
    "",
    "",
  ],
  [
    "a pnpm workspace in a folder",
    { ...git, "web/pnpm-workspace.yaml": pnpm, "web/packages/a/package.json": "" },
    "svelteserver",
    "web/packages/a/a.svelte",
    "",
    "web/packages/a",
  ],
  [
    "a pnpm workspace in no repository",
    { "web/pnpm-workspace.yaml": pnpm, "web/packages/a/package.json": "" },
    "typescript-native",
    "web/packages/a/a.ts",
    "web",
    "web",
  ],
  ["a Go module in a repository", { ...git, "go.mod": "" }, "gopls", "a/x.go", "", ""],
  [
    "Go modules with go.work",
    { ...git, "go/go.work": "use (\n./lib\n./app\n)\n", "go/lib/go.mod": "", "go/app/go.mod": "" },
    "gopls",
    "go/lib/x.go",
    "",
    "go",
  ],
  ["Go modules without go.work", { ...git, "lib/go.mod": "", "app/go.mod": "" }, "gopls", "lib/x.go", "", "lib"],
  [
    "a Go module that go.work does not list",
    { ...git, "go.work": "use ./app\n", "lib/go.mod": "" },
    "gopls",
    "lib/x.go",
    "",
    "",
  ],
  [
    "a uv workspace",
    { ...git, "pyproject.toml": uv, "packages/a/pyproject.toml": "" },
    "pyright",
    "packages/a/x.py",
    "",
    "",
  ],
  [
    "a uv workspace with a package that configures pyright",
    { ...git, "pyproject.toml": uv, "packages/a/pyproject.toml": "[tool.pyright]\n" },
    "pyright",
    "packages/a/x.py",
    "",
    "",
  ],
  [
    "a linter's pyproject.toml above one that configures pyright",
    { ...git, "pyproject.toml": "[tool.ruff]\n", "py/pyproject.toml": "[tool.pyright]\n" },
    "pyright",
    "py/a/x.py",
    "",
    "py",
  ],
  [
    "the same, for another server",
    { ...git, "pyproject.toml": "[tool.ruff]\n", "py/pyproject.toml": "[tool.pyright]\n" },
    "pylsp",
    "py/a/x.py",
    "",
    "",
  ],
  [
    "two Python packages",
    { ...git, "lib/pyproject.toml": "", "app/pyproject.toml": "" },
    "pyright",
    "lib/x.py",
    "",
    "lib",
  ],
  [
    "a Cargo workspace",
    { ...git, "rs/Cargo.toml": cargo, "rs/lib/Cargo.toml": "" },
    "rust-analyzer",
    "rs/lib/src/lib.rs",
    "",
    "rs",
  ],
  [
    "a crate that the Cargo workspace does not list",
    { ...git, "Cargo.toml": cargo, "fuzz/Cargo.toml": "" },
    "rust-analyzer",
    "fuzz/src/main.rs",
    "",
    "fuzz",
  ],
  [
    "crates without a workspace",
    { ...git, "lib/Cargo.toml": "", "app/Cargo.toml": "" },
    "rust-analyzer",
    "lib/src/lib.rs",
    "",
    "lib",
  ],
  [
    "a Gradle build",
    { ...git, "settings.gradle": "include 'app'\n", "app/build.gradle": "" },
    "jdtls",
    "app/src/A.java",
    "",
    "",
  ],
  [
    "a Maven build in no repository",
    { "w/pom.xml": "<module>app</module>", "w/app/pom.xml": "" },
    "jdtls",
    "w/app/src/A.java",
    "w",
    "w",
  ],
  [
    "two compilation databases",
    { ...git, "a/compile_commands.json": "[]", "b/compile_commands.json": "[]" },
    "clangd",
    "a/x.cc",
    "",
    "a",
  ],
  [
    "a submodule",
    { ...git, "go.mod": "", "sub/.git": "gitdir: ../.git/modules/sub\n", "sub/go.mod": "" },
    "gopls",
    "sub/x.go",
    "",
    "",
  ],
  [
    "a nested repository",
    { ...git, "pyproject.toml": "", "nested/.git/HEAD": "", "nested/pyproject.toml": "" },
    "pyright",
    "nested/a/x.py",
    "nested",
    "nested",
  ],
  [
    "another worktree in the repository",
    { ...git, "package.json": "", "trees/x/.git": "gitdir: ../../.git/worktrees/x\n" },
    "pylsp",
    "trees/x/a/x.py",
    "trees/x",
    "trees/x",
  ],
  ["a repository of jj", { ".jj/repo/x": "", "lib/Cargo.toml": "" }, "rust-analyzer", "lib/src/lib.rs", "", "lib"],
  ["no repository", { "w/pyproject.toml": "", "w/a/b/x.py": "" }, "pyright", "w/a/b/x.py", "w", "w"],
  ["no repository and no marker", { "w/a/x.py": "" }, "pyright", "w/a/x.py", "w/a", "w/a"],
  [
    "a home that is a repository",
    { "home/.git/HEAD": "", "home/package.json": "", "home/p/package.json": "" },
    "pyright",
    "home/p/a/x.py",
    "home/p",
    "home/p",
  ],
  [
    "a home that is a repository, with a submodule",
    { "home/.git/HEAD": "", "home/sub/.git": "gitdir: ../.git/modules/sub\n" },
    "pylsp",
    "home/sub/a/x.py",
    "home/sub",
    "home/sub",
  ],
  [
    "a file in such a home",
    { "home/.git/HEAD": "", "home/bin/x.py": "" },
    "pylsp",
    "home/bin/x.py",
    "home/bin",
    "home/bin",
  ],
])("With %s, workspace and root are right", (_layout, files, server, file, workspace, root) => {
  const top = createFolder();
  writeFiles(top, { ...files, [file]: "" });
  const hasHome = Object.keys(files).some((name) => name.startsWith("home/"));
  const found = workspaceOf(join(top, file), hasHome ? join(top, "home") : join(dirname(top), "home"));
  const rule = rootRuleOf(servers.servers.get(server) as Server, servers);
  const { root: foundRoot } = findServerRoot(join(top, file), rule, [found]);
  expect([found, foundRoot].map((folder) => relative(top, folder))).toEqual([workspace, root]);
});
