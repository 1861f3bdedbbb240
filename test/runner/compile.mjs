/**
 * Compiles src/ and test/ before a run. The tests import the result as Node does, without a
 * transformation on demand.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { compiledPath, output, root } from "./compiledPath.mjs";

const folders = ["src", "test", "editors/vscode/src"];
/** Not a part of the project: workspaces for language servers. */
const workspaces = "test/projects/";
/** How a source refers to the entry point of a thread or process beside it. */
const entryPoint = /new URL\("(\.[^"]*)\.js", import\.meta\.url\)/g;

/** Files that have not changed are not written again, as another run may be reading them. */
export async function compile() {
  const sources = sourcesToCompile();
  const compiled = new Set(sources.map((source) => compiledPath(join(root, source))));
  for (const file of folders.flatMap((folder) => filesIn(join(output, folder)))) {
    if (!compiled.has(file)) rmSync(file);
  }
  const { outputFiles } = await build({
    entryPoints: sources.map((source) => join(root, source)),
    outbase: root,
    outdir: output,
    // Each file stays by itself: `resolveImports` declares every import external.
    bundle: true,
    treeShaking: false,
    plugins: [resolveImports, replacePlaces],
    format: "esm",
    platform: "node",
    // The oldest release that is supported: it knows import attributes.
    target: "node20.19",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
    write: false,
  });
  for (const { path, text } of outputFiles) writeChanged(path, text);
  writeChanged(join(output, "package.json"), '{ "type": "module" }\n');
}

/** Leaves imports of packages and compiled files as they are. Other files are not copied. */
const resolveImports = {
  name: "resolve-imports",
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path, importer }) => {
      if (kind === "entry-point") return undefined;
      if (!path.startsWith(".")) return { path, external: true };
      const file = resolve(dirname(importer), path);
      if (file.endsWith(".js") && existsSync(file.replace(/\.js$/, ".ts"))) return { path, external: true };
      return { path: pathToFileURL(file).href, external: true };
    });
  },
};

/** In tests, `import.meta` tells the place of the source: test data is next to it. */
const replacePlaces = {
  name: "replace-places",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, ({ path }) => {
      const places = { dirname: dirname(path), filename: path, url: pathToFileURL(path).href };
      const contents = readFileSync(path, "utf8").replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) =>
        JSON.stringify(places[name]),
      );
      return { contents, loader: "ts" };
    });
  },
};

function writeChanged(path, text) {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Returns all sources but the entry points of threads and processes: what runs in a test's process
 * starts none, and the built command has its own.
 */
function sourcesToCompile() {
  const sources = folders.flatMap(sourcesIn);
  const entryPoints = new Set(sources.flatMap(entryPointsOf));
  return sources.filter((source) => !entryPoints.has(source));
}

function entryPointsOf(source) {
  const references = readFileSync(join(root, source), "utf8").matchAll(entryPoint);
  return [...references].map(([, path]) => `${posix.join(posix.dirname(source), path)}.ts`);
}

/** Returns the paths of the sources in a folder, relative to the root, with slashes. */
function sourcesIn(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.startsWith(workspaces));
}

/** Returns the paths of all compiled files below a folder. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
