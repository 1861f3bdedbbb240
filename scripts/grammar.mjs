/**
 * Rebuilds a grammar of our own: `node scripts/grammar.mjs rholang`. Writes the parser that
 * tree-sitter generates from `grammars/<name>/grammar.js`, the WebAssembly that clang makes of it,
 * and the versions of both tools. See grammars/README.md.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "grammars");
/** Where Debian's wasi-libc has its headers. */
const headers = "/usr/include/wasm32-wasi";

/** Returns the versions of the tools that built the committed files. */
export function recordedTools(name) {
  return JSON.parse(readFileSync(join(folder, name, "tools.json"), "utf8"));
}

/** Returns the versions of the installed tools; `undefined` for one that is missing. */
export function installedTools() {
  const hasHeaders = existsSync(headers);
  return {
    "tree-sitter": versionOf(["tree-sitter"])?.version,
    clang: hasHeaders ? versionOf(["clang", "clang-14"])?.version : undefined,
    "wasm-ld": versionOf(["wasm-ld", "wasm-ld-14"])?.version,
  };
}

/**
 * Returns the text of the generated parser.c. `scratch` is a folder that gets the other generated
 * files, among them the header that the parser includes.
 */
export function generateParser(name, scratch) {
  for (const file of ["grammar.js", "tree-sitter.json"]) cpSync(join(folder, name, file), join(scratch, file));
  // Node reads grammar.js as an ES module.
  writeFileSync(join(scratch, "package.json"), '{ "type": "module" }\n');
  run("tree-sitter", ["generate", "--abi", "15"], scratch);
  return readFileSync(join(scratch, "src/parser.c"), "utf8");
}

/** Returns the WebAssembly of the parser that `generateParser` has left in `scratch`. */
export function compileParser(name, scratch) {
  const clang = versionOf(["clang", "clang-14"]);
  const linker = versionOf(["wasm-ld", "wasm-ld-14"]);
  if (clang === undefined || linker === undefined)
    throw new Error("clang or wasm-ld is not installed: see grammars/README.md.");
  const target = ["--target=wasm32-unknown-emscripten", "-fPIC", "-Os"];
  run(clang.command, [...target, "-isystem", headers, "-I", "src", "-c", "src/parser.c", "-o", "parser.o"], scratch);
  const options = ["--experimental-pic", "-shared", "--strip-all", `--export=tree_sitter_${name}`];
  run(linker.command, [...options, "parser.o", "-o", "parser.wasm"], scratch);
  return readFileSync(join(scratch, "parser.wasm"));
}

/** Returns the first of the commands that is installed, and its version. */
function versionOf(commands) {
  for (const command of commands) {
    const { stdout = "" } = spawnSync(command, ["--version"], { encoding: "utf8" });
    const [version] = /\d+\.\d+\.\d+/.exec(stdout ?? "") ?? [];
    if (version !== undefined) return { command, version };
  }
  return undefined;
}

function run(command, words, cwd) {
  const { status, stderr, error } = spawnSync(command, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`);
}

function rebuild(name) {
  const scratch = mkdtempSync(join(tmpdir(), "lsp-locate-grammar-"));
  try {
    const parser = generateParser(name, scratch);
    const wasm = compileParser(name, scratch);
    mkdirSync(join(folder, name, "src"), { recursive: true });
    writeFileSync(join(folder, name, "src/parser.c"), parser);
    writeFileSync(join(folder, name, `${name}.wasm`), wasm);
    writeFileSync(join(folder, name, "tools.json"), `${JSON.stringify(installedTools(), null, 2)}\n`);
    console.log(`${name}.wasm: ${wasm.length} bytes`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name] = process.argv.slice(2);
  if (name === undefined || !existsSync(join(folder, name, "grammar.js"))) {
    console.error("Usage: node scripts/grammar.mjs <name>, where grammars/<name>/grammar.js exists");
    process.exitCode = 1;
  } else rebuild(name);
}
