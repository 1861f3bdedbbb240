/**
 * Repositories of several packages. `uses` are what an answer about a symbol must name; commands
 * run in the folder `from`, which is the repository unless said otherwise, and `home` makes the
 * repository the user's home folder.
 */

const git = { ".git/HEAD": "ref: refs/heads/main\n" };
const lib = "export function area(width: number) {\n  return width;\n}\n";
const relativeUse = 'import { area } from "../lib/a";\n\narea(1);\n';
const packageUse = 'import { area } from "lib";\n\narea(1);\n';
const packageJson = JSON.stringify({ name: "lib", version: "1.0.0", main: "a.ts", types: "a.ts" });
const tsconfig = JSON.stringify({ compilerOptions: { module: "esnext", moduleResolution: "bundler" } });
const pyLib = "def area(width: int) -> int:\n    return width\n";
const pyUse = "from lib.a import area\n\narea(1)\n";
const goLib = "package lib\n\nfunc Area(width int) int { return width }\n";
const goUse = 'package main\n\nimport "m/lib"\n\nfunc main() { lib.Area(1) }\n';
const cLib = "int area(int width);\n";
const cUse = '#include "../lib/a.h"\n\nint total(void) { return area(1); }\n';
const rustLib = "pub fn area(width: i32) -> i32 {\n    width\n}\n";
const rustUse = "fn main() {\n    lib::area(1);\n}\n";
const crate = (name, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${rest}`;
const dependency = '[dependencies]\nlib = { path = "../lib" }\n';

const area = (declaration, ...paths) => [
  {
    declaration: `${declaration}:area`,
    uses: paths.map((path) => ({ path, locate: `${path}@area<|>(` })),
  },
];
const goArea = (declaration, ...paths) => [
  { declaration: `${declaration}:Area`, uses: paths.map((path) => ({ path, locate: `${path}@Area<|>(` })) },
];

const typescript = { server: "typescript-language-server" };

export const layouts = {
  "TypeScript, two tsconfigs": {
    ...typescript,
    files: {
      ...git,
      "lib/tsconfig.json": tsconfig,
      "lib/a.ts": lib,
      "app/tsconfig.json": tsconfig,
      "app/b.ts": relativeUse,
    },
    symbols: area("lib/a.ts", "app/b.ts"),
  },
  "TypeScript, no repository": {
    ...typescript,
    files: {
      "package.json": '{ "workspaces": ["lib", "app"] }',
      "lib/tsconfig.json": tsconfig,
      "lib/a.ts": lib,
      "app/tsconfig.json": tsconfig,
      "app/b.ts": relativeUse,
    },
    symbols: area("lib/a.ts", "app/b.ts"),
  },
  "npm workspace, linked packages": {
    ...typescript,
    files: {
      ...git,
      "package.json": '{ "workspaces": ["packages/*"] }',
      "packages/lib/package.json": packageJson,
      "packages/lib/tsconfig.json": tsconfig,
      "packages/lib/a.ts": lib,
      "packages/app/package.json": '{ "name": "app", "dependencies": { "lib": "1.0.0" } }',
      "packages/app/tsconfig.json": tsconfig,
      "packages/app/b.ts": packageUse,
    },
    links: { "node_modules/lib": "../packages/lib", "node_modules/app": "../packages/app" },
    symbols: area("packages/lib/a.ts", "packages/app/b.ts"),
  },
  "pnpm workspace, linked packages": {
    ...typescript,
    files: {
      ...git,
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      "packages/lib/package.json": packageJson,
      "packages/lib/tsconfig.json": tsconfig,
      "packages/lib/a.ts": lib,
      "packages/app/package.json": '{ "name": "app", "dependencies": { "lib": "workspace:*" } }',
      "packages/app/tsconfig.json": tsconfig,
      "packages/app/b.ts": packageUse,
    },
    links: { "packages/app/node_modules/lib": "../../lib" },
    symbols: area("packages/lib/a.ts", "packages/app/b.ts"),
  },
  "Python, two pyprojects": {
    server: "pyright",
    files: {
      ...git,
      "lib/pyproject.toml": "",
      "lib/__init__.py": "",
      "lib/a.py": pyLib,
      "app/pyproject.toml": "",
      "app/b.py": pyUse,
    },
    symbols: area("lib/a.py", "app/b.py"),
  },
  "Python, a linter's pyproject above pyright's": {
    server: "pyright",
    files: {
      ...git,
      "pyproject.toml": "[tool.ruff]\n",
      "lib/pyproject.toml": "[tool.pyright]\n",
      "lib/__init__.py": "",
      "lib/a.py": pyLib,
      "app/b.py": pyUse,
    },
    symbols: area("lib/a.py", "app/b.py"),
  },
  "uv workspace": {
    server: "pyright",
    files: {
      ...git,
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
      "packages/lib/pyproject.toml": "",
      "packages/lib/__init__.py": "",
      "packages/lib/a.py": pyLib,
      "packages/app/pyproject.toml": "",
      "packages/app/b.py": "from packages.lib.a import area\n\narea(1)\n",
    },
    symbols: area("packages/lib/a.py", "packages/app/b.py"),
  },
  "go.work": {
    server: "gopls",
    files: {
      ...git,
      "go.work": "go 1.21\n\nuse (\n\t./lib\n\t./app\n)\n",
      "lib/go.mod": "module m/lib\n\ngo 1.21\n",
      "lib/a.go": goLib,
      "app/go.mod": "module m/app\n\ngo 1.21\n\nrequire m/lib v0.0.0\n\nreplace m/lib => ../lib\n",
      "app/b.go": goUse,
    },
    symbols: goArea("lib/a.go", "app/b.go"),
  },
  "two go.mod without go.work": {
    server: "gopls",
    files: {
      ...git,
      "lib/go.mod": "module m/lib\n\ngo 1.21\n",
      "lib/a.go": goLib,
      "app/go.mod": "module m/app\n\ngo 1.21\n\nrequire m/lib v0.0.0\n\nreplace m/lib => ../lib\n",
      "app/b.go": goUse,
    },
    symbols: goArea("lib/a.go", "app/b.go"),
  },
  "C, two compilation databases": {
    server: "clangd",
    files: {
      ...git,
      "lib/compile_flags.txt": "",
      "lib/a.h": cLib,
      "lib/a.c": '#include "a.h"\n\nint area(int width) { return width; }\n',
      "app/compile_flags.txt": "",
      "app/b.c": cUse,
    },
    symbols: area("lib/a.c", "app/b.c"),
  },
  "Cargo workspace": {
    server: "rust-analyzer",
    files: {
      ...git,
      "Cargo.toml": '[workspace]\nmembers = ["lib", "app"]\nresolver = "2"\n',
      "lib/Cargo.toml": crate("lib"),
      "lib/src/lib.rs": rustLib,
      "app/Cargo.toml": crate("app", dependency),
      "app/src/main.rs": rustUse,
    },
    symbols: area("lib/src/lib.rs", "app/src/main.rs"),
  },
  "two crates without a workspace": {
    server: "rust-analyzer",
    files: {
      ...git,
      "lib/Cargo.toml": crate("lib"),
      "lib/src/lib.rs": rustLib,
      "app/Cargo.toml": crate("app", dependency),
      "app/src/main.rs": rustUse,
    },
    symbols: area("lib/src/lib.rs", "app/src/main.rs"),
  },
  "a Jujutsu repository": {
    ...typescript,
    files: {
      ".jj/repo/store/type": "git",
      "lib/tsconfig.json": tsconfig,
      "lib/a.ts": lib,
      "app/tsconfig.json": tsconfig,
      "app/b.ts": relativeUse,
    },
    symbols: area("lib/a.ts", "app/b.ts"),
  },
  "a submodule": {
    server: "pyright",
    files: {
      ...git,
      ".gitmodules": '[submodule "lib"]\n\tpath = lib\n\turl = ../lib\n',
      ".git/modules/lib/HEAD": "ref: refs/heads/main\n",
      "lib/.git": "gitdir: ../.git/modules/lib\n",
      "lib/__init__.py": "",
      "lib/a.py": pyLib,
      "app/b.py": pyUse,
    },
    symbols: area("lib/a.py", "app/b.py"),
  },
  "a symlinked package": {
    server: "pyright",
    files: { ...git, "packages/lib/__init__.py": "", "packages/lib/a.py": pyLib, "app/b.py": pyUse },
    links: { "app/lib": "../packages/lib" },
    symbols: area("packages/lib/a.py", "app/b.py"),
  },
  "a home folder that is a repository": {
    ...typescript,
    home: true,
    from: "shop",
    files: {
      ...git,
      "notes/tsconfig.json": tsconfig,
      "shop/package.json": '{ "workspaces": ["lib", "app"] }',
      "shop/lib/tsconfig.json": tsconfig,
      "shop/lib/a.ts": lib,
      "shop/app/tsconfig.json": tsconfig,
      "shop/app/b.ts": relativeUse,
    },
    symbols: area("lib/a.ts", "app/b.ts"),
  },
  "Java, two modules of a Maven build, without a server": {
    server: "embedded",
    files: {
      ...git,
      "pom.xml": "<project><modules><module>lib</module><module>app</module></modules></project>\n",
      "lib/pom.xml": "<project></project>\n",
      "lib/src/main/java/lib/A.java":
        "package lib;\n\npublic class A {\n  public static int area(int width) {\n    return width;\n  }\n}\n",
      "app/pom.xml": "<project></project>\n",
      "app/src/main/java/app/B.java":
        "package app;\n\nimport lib.A;\n\nclass B {\n  int total() {\n    return A.area(1);\n  }\n}\n",
    },
    symbols: area("lib/src/main/java/lib/A.java", "app/src/main/java/app/B.java"),
  },
};
