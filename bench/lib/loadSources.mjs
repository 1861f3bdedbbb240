/**
 * The project's own TypeScript for a part of this bench that looks inside: sources and what the
 * tests use, made into one script.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything that these files export, paths from the repository's root. */
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
    external: ["web-tree-sitter", "tree-sitter-wasm/*"],
    plugins: [ownFolders],
  });
  const module = { exports: {} };
  const run = new Function("module", "exports", "require", outputFiles[0].text);
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** In one script all files would have the same `__dirname`. */
const ownFolders = {
  name: "own folders",
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:src|test)\/.*\.ts$/ }, ({ path }) => {
      const folder = `const __dirname = ${JSON.stringify(dirname(path))};`;
      return { contents: `${folder}\n${readFileSync(path, "utf8")}`, loader: "ts" };
    });
  },
};
