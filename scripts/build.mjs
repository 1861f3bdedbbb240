/**
 * Builds dist/: the command, the grammars it parses with, the library as ESM and CJS, its types,
 * and the licences of what is bundled. Does so only when a source changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, "node_modules", ".cache", "lsp-locate-build.json");

/**
 * What is built, and from which entry; an entry that is not there yet is left out. The command is
 * cut at its lazy imports: what a session does not use is not even read, and the server is spawned
 * some milliseconds earlier.
 */
const bundles = [
  {
    entry: "src/main.ts",
    output: "dist/command/main.js",
    // A thread of its own is an entry of its own; what both need is cut off into chunks.
    beside: {
      syntaxWorker: "src/syntax/worker/syntaxWorker.ts",
      indexThread: "src/workspace/thread/indexThread.ts",
      parseThread: "src/workspace/parse/parseThread.ts",
    },
    format: "esm",
    splitting: true,
    // CommonJS packages ask for Node's modules by `require`.
    banner: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);',
  },
  { entry: "src/index.ts", output: "dist/index.js", format: "esm", splitting: false, banner: "" },
  { entry: "src/index.ts", output: "dist/index.cjs", format: "cjs", splitting: false, banner: "" },
];

/**
 * Builds what is out of date; with `types: false` only the bundles, which is all that a test or a
 * demo runs.
 */
export async function build({ force = false, types = true } = {}) {
  const digest = digestOf([
    "src",
    "queries",
    "servers.json",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "scripts",
  ]);
  const built = force ? {} : readStamps();
  const present = bundles.filter((bundle) => existsSync(join(root, bundle.entry)));

  if (built.bundles !== digest || !present.every((bundle) => existsSync(join(root, bundle.output)))) {
    await buildBundles(present);
    writeStamps({ ...built, bundles: digest });
  }
  if (
    types &&
    existsSync(join(root, "src/index.ts")) &&
    (built.types !== digest || !existsSync(join(root, "dist/types/index.d.ts")))
  ) {
    buildTypes();
    writeStamps({ bundles: digest, types: digest });
  }
}

async function buildBundles(present) {
  // Imported here: on a fresh clone this file is read before there is a node_modules.
  const esbuild = await import("esbuild");
  const inputs = new Set();
  for (const bundle of present) {
    const result = await esbuild.build({
      absWorkingDir: root,
      entryPoints: { [basename(bundle.output, extname(bundle.output))]: bundle.entry, ...bundle.beside },
      outdir: dirname(bundle.output),
      outExtension: { ".js": extname(bundle.output) },
      splitting: bundle.splitting,
      chunkNames: "[name]-[hash]",
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      target: "node20",
      format: bundle.format,
      // UMD builds hide their require calls from a bundler, so a package's ES modules go first.
      mainFields: ["module", "main"],
      // Names stay: a stack trace in somebody's log must be readable.
      minifySyntax: true,
      charset: "utf8",
      legalComments: "none",
      banner: { js: bundle.banner },
      logLevel: "warning",
    });
    for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
    for (const file of result.outputFiles) replace(file.path, file.contents, file.path.endsWith("main.js"));
    if (bundle.splitting) removeOthers(dirname(join(root, bundle.output)), result.outputFiles);
  }
  const names = shippedGrammars();
  const grammars = copyGrammars(names);
  replace(
    join(root, "dist/THIRD-PARTY.txt"),
    `${thirdParty([...inputs, ...grammars])}\n${grammarSources(names)}`,
    false,
  );
}

/** The grammars that src/syntax/grammars/grammars.ts says are shipped. */
function shippedGrammars() {
  const table = readFileSync(join(root, "src/syntax/grammars/grammars.ts"), "utf8");
  const [, list] = /shippedGrammars[^=]*= \[([^\]]*)\]/.exec(table) ?? [];
  const names = [...(list ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);
  if (names.length === 0) throw new Error("src/syntax/grammars/grammars.ts lists no shippedGrammars.");
  return names;
}

/**
 * The parsers of the shipped languages, and the one that runs them: only those, as the packages
 * hold many more. Returns what was copied.
 */
function copyGrammars(names) {
  const files = new Map(names.map((name) => [`${name}.wasm`, `tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`]));
  files.set("tree-sitter.wasm", "web-tree-sitter/web-tree-sitter.wasm");
  const folder = join(root, "dist/grammars");
  for (const [name, source] of files) {
    const contents = readFileSync(join(root, "node_modules", source));
    const target = join(folder, name);
    if (!existsSync(target) || !readFileSync(target).equals(contents)) replace(target, contents, false);
  }
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name), { force: true });
  return [...files.values()].map((file) => `node_modules/${file}`);
}

/** Chunks of earlier builds; after the new entry is in place, nobody asks for them. */
function removeOthers(folder, files) {
  const kept = new Set(files.map((file) => basename(file.path)));
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
}

/**
 * Written beside and renamed, so that a process that starts meanwhile reads the old file or the new
 * one, never half of one.
 */
function replace(path, contents, executable) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  if (executable) chmodSync(draft, 0o755);
  renameSync(draft, path);
}

function buildTypes() {
  rmSync(join(root, "dist/types"), { recursive: true, force: true });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", join(root, "scripts/tsconfig.types.json")], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The types could not be built: see the compiler's messages above.");
}

/**
 * Name, version and licence of every package that esbuild took something from; `inputs` are paths
 * from the root.
 */
export function thirdParty(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder) folders.add(folder);
  }
  const entries = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file
      ? readFileSync(join(root, folder, file), "utf8").trim()
      : `(the package carries no licence text; it names ${license})`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `lsp-locate's bundled files contain these packages.\n\n${entries.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/**
 * What the grammars were built from, as the package that brings them says; each is under the
 * licence of its authors.
 */
function grammarSources(names) {
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, "node_modules/tree-sitter-wasm/package.json"), "utf8"),
  );
  const lines = names.map((name) => {
    const wanted = `tree-sitter-${(name === "tsx" ? "typescript" : name).replaceAll("_", "-")}`;
    const source = Object.keys(devDependencies).find((each) => each.split("/").at(-1) === wanted);
    return `  ${name}: ${source ?? wanted} ${devDependencies[source] ?? ""}`.trimEnd();
  });
  return `${"-".repeat(80)}\n\nThe grammars in dist/grammars were built from these, each under the licence of its authors:\n\n${lines.join("\n")}\n`;
}

/**
 * A hash over path and content of every file there: times lie after a checkout, and a deleted file
 * has none.
 */
function digestOf(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) visit(child);
      else add(child);
    }
  };
  const add = (file) =>
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  for (const path of paths.map((name) => join(root, name)).filter(existsSync)) {
    if (statSync(path).isDirectory()) visit(path);
    else add(path);
  }
  return hash.digest("hex");
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stamps, "utf8"));
  } catch {
    return {};
  }
}

function writeStamps(value) {
  mkdirSync(dirname(stamps), { recursive: true });
  writeFileSync(stamps, JSON.stringify(value));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ force: process.argv.includes("--force"), types: !process.argv.includes("--bundles") }).catch(
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
