/**
 * Builds dist/: the command, its grammars, the library as ESM and CJS, its types, and the licences
 * of bundled packages. Skips the build if no source has changed.
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
import { gunzipSync, gzipSync } from "node:zlib";
import { mergeChunks } from "./mergeChunks.mjs";
import { precompileSchema } from "./precompileSchema.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, "node_modules", ".cache", "lsp-locate-build.json");

/**
 * The bundles and their entry points; missing entry points are skipped. The command is split at its
 * lazy imports: Node does not read the chunks that a session does not use, and the server is
 * spawned some milliseconds earlier. Its files are CommonJS: V8's compiled code can't be kept for
 * ES modules before Node 22.
 */
const bundles = [
  {
    entry: "src/main.ts",
    output: "dist/command/main.js",
    // Each worker thread or process needs an entry point of its own; shared code goes into chunks.
    beside: {
      syntaxWorker: "src/syntax/worker/syntaxWorker.ts",
      indexThread: "src/workspace/thread/indexThread.ts",
      parseThread: "src/workspace/parse/parseThread.ts",
      readThread: "src/files/threads/readThread.ts",
      nodeGuard: "src/backend/guard/nodeGuard.ts",
    },
    // The entry points that are loaded together: by a command that a shared session answers, by a
    // hook, by a command outside of repositories, before a server is spawned, by a session, by its
    // first Locate, by a change of files, by a command of the shell, by the embedded server, by the
    // threads.
    groups: [
      ["src/main.ts", "src/cli/daemon/answerShared.ts"],
      ["src/cli/commands/hook/hook.ts", "src/cli/commands/hook/advice.ts"],
      ["src/workspace/roots/rootMarkers.ts", "src/backend/config/servers.ts", "src/backend/config/loadServers.ts"],
      ["src/cli/serve/serveCommand.ts", "src/backend/installation/findProgram.ts"],
      [
        "src/cli/commands/runSubcommand.ts",
        "src/cli/commands/servers/proxy.ts",
        "src/cli/serve/serveWorkspace.ts",
        "src/cli/serve/serveBackend.ts",
      ],
      ["src/wire/conversation.ts", "src/session/errorResponse.ts", "src/syntax/syntax.ts"],
      [
        "src/session/completeness/rename/renameSymbol.ts",
        "src/session/methods/change/delete.ts",
        "src/session/methods/change/fix.ts",
        "src/session/methods/change/move.ts",
        "src/session/methods/context/context.ts",
        "src/session/methods/edit/edit.ts",
      ],
      ["src/cli/commands/request.ts", "src/cli/commands/mcp.ts"],
      ["src/cli/commands/servers/embedded.ts", "src/cli/serve/embeddedSession.ts"],
      [
        "src/syntax/worker/syntaxWorker.ts",
        "src/syntax/startSyntaxInThread.ts",
        "src/workspace/thread/indexThread.ts",
        "src/workspace/thread/startIndexInProcess.ts",
        "src/workspace/parse/parseThread.ts",
      ],
      [
        "src/files/threads/readThread.ts",
        "src/backend/guard/nodeGuard.ts",
        "src/workspace/thread/startThreads.ts",
        "src/workspace/parse/indexedGrammars.ts",
      ],
    ],
    // The entry points that a launcher loads; the others are too small to gain from it.
    launched: ["main", "syntaxWorker", "indexThread", "parseThread"],
    format: "esm",
    splitting: true,
  },
  { entry: "src/index.ts", output: "dist/index.js", format: "esm", splitting: false },
  { entry: "src/index.ts", output: "dist/index.cjs", format: "cjs", splitting: false },
];

/** esbuild's options for the files of the command, whose chunks are ES modules first. */
const commonJs = {
  format: "cjs",
  // Strings of it have one byte per character.
  charset: "ascii",
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "fileUrl" },
  banner: { js: '"use strict";' },
};
const fileUrl = 'const fileUrl=require("node:url").pathToFileURL(__filename).href;';

/**
 * Builds what is out of date. With `types: false`, builds only the bundles, which is enough for
 * tests and demos.
 */
export async function build({ force = false, types = true } = {}) {
  const digest = digestOf([
    "src",
    "queries",
    "grammars",
    "schema",
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
  // Imported here because on a fresh clone this file is loaded before node_modules exists.
  const esbuild = await import("esbuild");
  const inputs = new Set();
  for (const bundle of present) {
    const output = {
      platform: "node",
      target: "node20",
      format: bundle.format,
      // V8 reads every character before the first answer. Identifiers and lines are kept, so that
      // stack traces in logs are readable.
      minifySyntax: true,
      minifyWhitespace: true,
      lineLimit: 120,
      charset: "utf8",
      legalComments: "none",
      logLevel: "warning",
    };
    const result = await esbuild.build({
      ...output,
      absWorkingDir: root,
      entryPoints: { [basename(bundle.output, extname(bundle.output))]: bundle.entry, ...bundle.beside },
      outdir: dirname(bundle.output),
      outExtension: { ".js": extname(bundle.output) },
      splitting: bundle.splitting,
      chunkNames: "[name]-[hash]",
      bundle: true,
      write: false,
      metafile: true,
      // A bundler does not see the require calls of UMD builds, so ES modules are preferred.
      mainFields: ["module", "main"],
      plugins: [precompileSchema, shortenServerLibrary(esbuild)],
    });
    for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
    // The chunks have been warned about already.
    const options = { ...output, ...commonJs, logLevel: "error" };
    const files = bundle.groups
      ? await commandFiles(esbuild, bundle, await mergeChunks(esbuild, result, { groups: bundle.groups, options }))
      : result.outputFiles;
    for (const { path, text } of files) replace(path, text, path.endsWith("main.js"));
    if (bundle.splitting) removeOthers(dirname(join(root, bundle.output)), files);
  }
  const names = shippedGrammars();
  const grammars = copyGrammars(names);
  const files = [...inputs, ...grammars];
  replace(join(root, "dist/THIRD-PARTY.txt"), `${thirdParty(files)}\n${grammarLicences(names)}`, false);
  const { billOfMaterials } = await import("./billOfMaterials.mjs");
  const bill = billOfMaterials(readManifest("."), bundledPackages(files), grammarSources(names));
  replace(join(root, "dist/sbom.cdx.json"), bill, false);
}

/**
 * A plugin of esbuild: shortens the identifiers of vscode-languageserver and its protocol, a third
 * of what the embedded server reads of them.
 */
function shortenServerLibrary(esbuild) {
  return {
    name: "shortenServerLibrary",
    setup({ onLoad }) {
      const filter = /node_modules[\\/]vscode-languageserver(?:-protocol|-types)?[\\/].*\.js$/;
      onLoad({ filter }, ({ path }) => {
        const format = /[\\/]esm[\\/]/.test(path) ? "esm" : "cjs";
        const text = readFileSync(path, "utf8");
        return { contents: esbuild.transformSync(text, { format, target: "node20", minify: true }).code };
      });
    },
  };
}

/**
 * Returns the files of the command: a launched entry point is a chunk, and its launcher has its
 * name. Entry points come last, so that a process that starts meanwhile finds what they load.
 */
async function commandFiles(esbuild, { beside, launched }, outputFiles) {
  const files = outputFiles.map(({ path, text }) => ({ path, name: basename(path, ".js"), text: completeText(text) }));
  const build = digestOfTexts(files.map(({ text }) => text));
  const chunks = [{ path: join(root, "dist/command/package.json"), text: '{"type":"commonjs"}\n' }];
  const entries = [];
  for (const { path, name, text } of files) {
    if (launched.includes(name)) {
      const file = `${name}-${digestOfTexts([text])}.js`;
      const [shebang = ""] = /^#!.*\n/.exec(text) ?? [];
      chunks.push({ path: join(dirname(path), file), text: text.slice(shebang.length) });
      entries.push({ path, text: `${shebang}${await launcherOf(esbuild, file, build)}` });
    } else (Object.hasOwn(beside, name) ? entries : chunks).push({ path, text });
  }
  return [...chunks, ...entries];
}

function digestOfTexts(texts) {
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 8).toUpperCase();
}

/** Completes a CommonJS file where esbuild's conversion of an ES module does not. */
function completeText(text) {
  const withUrl = text.includes("fileUrl") ? text.replace('"use strict";', `$&${fileUrl}`) : text;
  return (
    withUrl
      // Emscripten defines it in ES modules, which would hide the one of CommonJS.
      .replace("var require=createRequire(fileUrl)", "")
      // Characters in regular expressions.
      .replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
  );
}

/** Returns the code of a launcher (src/cli/setup/launch.ts) of a file beside it. */
async function launcherOf(esbuild, file, build) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["src/cli/setup/launch.ts"],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    define: { ENTRY_FILE: JSON.stringify(file), BUILD: JSON.stringify(build) },
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: "warning",
  });
  return outputFiles[0].text;
}

/** Returns the names of the shipped grammars, sorted, read from the files of src/languages/. */
export function shippedGrammars() {
  const folder = join(root, "src/languages");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(/grammar: \{\s*name: "(\w+)"/g)].map(([, name]) => name));
  if (names.length === 0) throw new Error("The files of src/languages/ name no grammar.");
  return [...new Set(names)].sort();
}

/**
 * Copies the parsers of the shipped languages and the tree-sitter engine. The packages hold many
 * more grammars. Returns the paths of the copied files.
 */
function copyGrammars(names) {
  const files = new Map(names.map((name) => [`${name}.wasm.gz`, wasmOf(name)]));
  files.set("tree-sitter.wasm", "node_modules/web-tree-sitter/web-tree-sitter.wasm");
  const folder = join(root, "dist/grammars");
  for (const [name, source] of files) {
    const contents = readFileSync(join(root, source));
    const target = join(folder, name);
    const isCompressed = name.endsWith(".gz");
    const present = existsSync(target) ? readFileSync(target) : undefined;
    // Tables of a parser are a tenth of their size when compressed.
    if (present === undefined || !(isCompressed ? gunzipSync(present) : present).equals(contents))
      replace(target, isCompressed ? gzipSync(contents, { level: 9 }) : contents, false);
  }
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name), { force: true });
  return [...files.values()];
}

/** Whether a grammar is in `grammars/`, not in the grammar package. */
function isOwnGrammar(name) {
  return existsSync(join(root, "grammars", name));
}

/**
 * Removes the chunks of earlier builds. Safe once the new entry is in place, because only an old
 * entry loads them.
 */
function removeOthers(folder, files) {
  const kept = new Set(files.map((file) => basename(file.path)));
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
}

/**
 * Writes a file under a temporary name and renames it, so that a process that starts meanwhile
 * reads either the old or the new file in full.
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
  const compiler = join(root, "node_modules/typescript-native/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", join(root, "scripts/tsconfig.types.json")], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Building the types failed: see the compiler's messages above.");
}

/**
 * Returns the name, version and licence of each bundled package: the text that it has, or that of
 * `scripts/licences/`. `inputs` are paths relative to the root.
 */
export function thirdParty(inputs) {
  const entries = bundledPackages(inputs).map(({ folder, name, version, license }) => {
    const file = readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const own = join(root, "scripts/licences", `${name.replace("/", "-")}.txt`);
    const path = file ? join(root, folder, file) : existsSync(own) ? own : undefined;
    const text = path
      ? readFileSync(path, "utf8").trim()
      : `(the package has no licence text; its declared licence is ${license})`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `lsp-locate's bundled files contain these packages.\n\n${entries.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** Returns the packages that files are from, as their package.json has them, with their folders. */
function bundledPackages(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder) folders.add(folder);
  }
  return [...folders].sort().map((folder) => {
    const { name, version, license } = readManifest(folder);
    return { folder, name, version, license };
  });
}

/** Returns the package.json of a folder, relative to the root. */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

/**
 * Returns the grammars' sources with their licences. The texts are in `grammars/licences/`, because
 * the package of the grammars has none. Throws for a grammar without one.
 */
export function grammarLicences(names) {
  const entries = new Map(
    grammarSources(names)
      .filter(({ isOwn }) => !isOwn)
      .map(({ source, version, licence }) => [source, `${source} ${version ?? "(no version)"}\n\n${licence}\n`]),
  );
  const line = `${"-".repeat(80)}\n\n`;
  const list = [...entries.values()].join(`\n${line}`);
  return `${line}The grammars in dist/grammars were built from these.\n\n${line}${list}`;
}

/** How the texts of licences can be told apart, and their SPDX identifiers. */
const licences = [
  [/Apache License\s+Version 2\.0/, "Apache-2.0"],
  [/^CC0 1\.0 Universal|Creative Commons Legal Code\s+CC0/, "CC0-1.0"],
  [/Permission is hereby granted, free of charge/, "MIT"],
  [/Permission to use, copy, modify, and\/or distribute/, "ISC"],
];

/**
 * Returns where each grammar comes from: the name and version of its source, as listed by the
 * package that contains it, the text of its licence with its SPDX identifier, and the path and
 * SHA-256 of its parser. Throws for a licence that is not known.
 */
export function grammarSources(names) {
  const { devDependencies } = readManifest("node_modules/tree-sitter-wasm");
  return names.map((name) => {
    const wasm = wasmOf(name);
    if (isOwnGrammar(name))
      return { name, source: "lsp-locate", isOwn: true, licenceId: "MIT", wasm, sha256: sha256Of(wasm) };
    // One package has both.
    const origin = name === "tsx" ? "typescript" : name;
    const wanted = `tree-sitter-${origin.replaceAll("_", "-")}`;
    const source = Object.keys(devDependencies).find((each) => each.split("/").at(-1) === wanted) ?? wanted;
    const licence = readFileSync(join(root, `grammars/licences/${origin}.txt`), "utf8").trim();
    const licenceId = licences.find(([text]) => text.test(licence))?.[1];
    if (licenceId === undefined) throw new Error(`The licence of ${source} is none that this script knows.`);
    return {
      name,
      source,
      version: devDependencies[source],
      licence,
      licenceId,
      isOwn: false,
      wasm,
      sha256: sha256Of(wasm),
    };
  });
}

function sha256Of(path) {
  return createHash("sha256")
    .update(readFileSync(join(root, path)))
    .digest("hex");
}

/** Returns the path of a grammar's parser, relative to the root. */
function wasmOf(name) {
  return isOwnGrammar(name)
    ? `grammars/${name}/${name}.wasm`
    : `node_modules/tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`;
}

/**
 * Returns a hash of the path and content of every file. Modification times are unreliable after a
 * checkout, and a deleted file has none.
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
