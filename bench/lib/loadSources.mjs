/**
 * Bundles the project's TypeScript, sources and test helpers, into one script for the parts of the
 * bench that measure internals.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns everything that these files export. Paths are relative to the root of the repository. */
export async function loadSources(files) {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: files.map((file) => `export * from ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    external: ["web-tree-sitter", "tree-sitter-wasm/*"],
    plugins: [ownFolders],
  });
  const module = { exports: {} };
  const run = new Function("module", "exports", "require", outputFiles[0].text);
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** Keeps the folder and URL of each file; in one script all files would share them. */
const ownFolders = {
  name: "own folders",
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:src|test)\/.*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.dirname", () => JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", () => JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts" };
    });
  },
};
