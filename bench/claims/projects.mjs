/** Small projects in which one file is broken and mended, by server, and how each is started. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogue } from "../../scripts/matrix/catalogue.mjs";
import { defaultCache, installed } from "../../scripts/matrix/install.mjs";

const shipped = JSON.parse(readFileSync(new URL("../../servers.json", import.meta.url), "utf8"));

const typescript = {
  files: { "tsconfig.json": "{}", "lib.ts": "export function area(width: number) {\n  return width;\n}\n" },
  file: "app.ts",
  text: (name = 1) => `import { area } from "./lib";\narea(${name});\n`,
  symbol: "lib.ts:area",
};
const python = {
  files: { "pyproject.toml": "", "lib.py": "def area(width: int) -> int:\n    return width\n" },
  file: "app.py",
  text: (name = 1) => `from lib import area\n\narea(${name})\n`,
  symbol: "lib.py:area",
};

/** `text` returns the file with an error that names `name`, or with none. */
export const projects = {
  "typescript-language-server": typescript,
  vtsls: typescript,
  pyright: python,
  basedpyright: python,
  ty: python,
  gopls: {
    files: {
      "go.mod": "module m\n\ngo 1.21\n",
      "lib.go": "package main\n\nfunc area(width int) int { return width }\n",
    },
    file: "app.go",
    text: (name = 1) => `package main\n\nfunc main() { area(${name}) }\n`,
    symbol: "lib.go:area",
  },
  clangd: {
    files: { "compile_flags.txt": "-std=c11\n", "lib.h": "static int area(int width) { return width; }\n" },
    file: "app.c",
    text: (name = 1) => `#include "lib.h"\n\nint main(void) { return area(${name}); }\n`,
    symbol: "app.c@<|>area",
  },
  "rust-analyzer": {
    files: {
      "Cargo.toml":
        '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "m"\npath = "main.rs"\n',
      "lib.rs": "pub fn area(width: i32) -> i32 {\n    width\n}\n",
    },
    file: "main.rs",
    text: (name = 1) => `mod lib;\n\nfn main() {\n    lib::area(${name});\n}\n`,
    symbol: "lib.rs:area",
  },
  jdtls: {
    files: { "Lib.java": "class Lib {\n  static int area(int width) { return width; }\n}\n" },
    file: "App.java",
    text: (name = 1) => `class App {\n  int total() { return Lib.area(${name}); }\n}\n`,
    symbol: "Lib.java:Lib.area",
  },
};

// Servers of this repository's node_modules and of the matrix go before those that are installed.
const folders = Object.keys(projects).flatMap(
  (name) => (catalogue[name] && installed(name, catalogue[name].install, defaultCache)?.programs) ?? [],
);
process.env.PATH = [
  ...folders,
  fileURLToPath(new URL("../../node_modules/.bin", import.meta.url)),
  process.env.PATH,
].join(delimiter);

/** Returns the command of a server, or undefined if it is not installed. */
export function commandOf(name) {
  const { command } = shipped.servers[name];
  return starts(command[0]) ? command : undefined;
}

/** Whether a program is there; rustup's is only a stub for one that is not installed. */
function starts(program) {
  try {
    execFileSync("sh", ["-c", 'command -v "$0"', program], { stdio: "ignore" });
    if (program === "rust-analyzer") execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
