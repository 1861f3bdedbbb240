/** The public code that answers are measured on. README.md says how to fetch it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = (name) => join(root, "node_modules/.bin", name);

/** `truth` knows all uses: the compiler's own service, or the server with every file open. */
export const projects = [
  { name: "rxjs", folder: "rxjs", base: "src", extensions: ["ts"], language: "typescript", truth: "compiler" },
  {
    name: "rxjs without tsconfig",
    folder: "rxjs-bare",
    base: "src",
    extensions: ["ts"],
    language: "typescript",
    truth: "compiler",
  },
  { name: "zod", folder: "zod", base: "src", extensions: ["ts"], language: "typescript", truth: "compiler" },
  {
    name: "zod without tests or tsconfig",
    folder: "zod-nt",
    base: "src",
    extensions: ["ts"],
    language: "typescript",
    truth: "compiler",
  },
  {
    name: "zod without tests",
    folder: "zod-ts",
    base: "src",
    extensions: ["ts"],
    language: "typescript",
    truth: "compiler",
  },
  { name: "eslint", folder: "eslint", base: "lib", extensions: ["js"], language: "javascript", truth: "compiler" },
  { name: "three", folder: "three", base: "src", extensions: ["js"], language: "javascript", truth: "compiler" },
  { name: "requests", folder: "requests", extensions: ["py"], language: "python", truth: "server" },
  { name: "flask", folder: "flask", extensions: ["py"], language: "python", truth: "server" },
  { name: "esbuild", folder: "esbuild", extensions: ["go"], language: "go", truth: "server" },
  { name: "cobra", folder: "cobra", extensions: ["go"], language: "go", truth: "server" },
  { name: "fmt", folder: "fmt", extensions: ["h", "cc"], language: "cpp", truth: "server" },
  {
    name: "fmt without compile_commands",
    folder: "fmt-bare",
    truthFolder: "fmt",
    extensions: ["h", "cc"],
    language: "cpp",
    truth: "server",
  },
  { name: "leveldb", folder: "cpp", extensions: ["h", "cc"], language: "cpp", truth: "server" },
  {
    name: "leveldb without compile_commands",
    folder: "cpp-bare",
    truthFolder: "cpp",
    extensions: ["h", "cc"],
    language: "cpp",
    truth: "server",
  },
];

export const serverCommands = {
  typescript: [bin("typescript-language-server"), "--stdio"],
  javascript: [bin("typescript-language-server"), "--stdio"],
  python: [bin("pyright-langserver"), "--stdio"],
  go: ["gopls"],
  cpp: ["clangd"],
};

export function isInstalled([program]) {
  return existsSync(program) || spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

const skippedPath = /(?:^|\/)(?:node_modules|\.git|testdata|dist|build)(?:\/|$)|\.d\.ts$/;

/** Returns the paths of source files, relative to the folder, sorted. */
export function filesOf(folder, { base = ".", extensions }) {
  return readdirSync(join(folder, base), { recursive: true })
    .map((path) => join(base, path))
    .filter((path) => extensions.includes(path.split(".").at(-1)) && !skippedPath.test(path))
    .sort();
}
