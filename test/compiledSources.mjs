/**
 * Compiles src/ before the unit tests, which then import it as Node does. Vite would transform each
 * module on demand, send it to each worker, and call a getter wherever an import is used.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve, sep } from "node:path";
import { build } from "esbuild";

const root = dirname(import.meta.dirname);
const source = join(root, "src");
/** In node_modules/, so that Node finds packages. Always the same: Vite caches what leads there. */
const output = join(root, "node_modules", ".cache", "lsp-locate-test");
/** What sources import, and Node looks for, at paths relative to theirs. */
const copied = ["package.json", "servers.json", "schema"];
/** How a source refers to the entry point of a thread or process beside it. */
const entryPoint = /new URL\("(\.[^"]*)\.js", import\.meta\.url\)/g;

/** Returns a plugin for Vite that compiles the sources and lets tests import them. */
export function compiledSources() {
  return {
    name: "compiled-sources",
    enforce: "pre",
    configureVitest: compile,
    resolveId(specifier, importer) {
      if (!importer || !specifier.startsWith(".") || !specifier.endsWith(".js")) return undefined;
      const path = resolve(dirname(importer.replace(/\?.*$/s, "")), specifier);
      if (!path.startsWith(source + sep)) return undefined;
      const compiled = join(output, "src", path.slice(source.length + 1));
      return existsSync(compiled) ? { id: compiled.replaceAll("\\", "/"), external: true } : undefined;
    },
  };
}

/** Files that have not changed are not written again, as another run may be reading them. */
async function compile() {
  const files = filesToCompile();
  const compiled = join(output, "src");
  for (const file of existsSync(compiled) ? filesIn(compiled, ".js") : []) {
    if (!files.includes(file.replace(/\.js$/, ".ts"))) rmSync(join(compiled, file));
  }
  for (const name of copied) cpSync(join(root, name), join(output, name), { recursive: true });
  const { outputFiles } = await build({
    entryPoints: files.map((file) => join(source, file)),
    outbase: root,
    outdir: output,
    format: "esm",
    platform: "node",
    // The oldest release that is supported: it knows import attributes.
    target: "node20.19",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
    write: false,
  });
  for (const { path, text } of outputFiles) {
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Returns all sources but the entry points of threads and processes: unit tests start none. */
function filesToCompile() {
  const files = filesIn(source, ".ts");
  const entryPoints = new Set(files.flatMap(entryPointsOf));
  return files.filter((file) => !entryPoints.has(file));
}

function entryPointsOf(file) {
  const references = readFileSync(join(source, file), "utf8").matchAll(entryPoint);
  return [...references].map(([, path]) => `${posix.join(posix.dirname(file), path)}.ts`);
}

/** Returns the paths of files with this extension from a folder, with slashes. */
function filesIn(folder, extension) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(extension)).map((file) => file.replaceAll("\\", "/"));
}
