/**
 * A plugin of esbuild: replaces src/backend/config/serversSchema.ts by the code that Ajv generates
 * from its validator, so that the bundles neither contain Ajv nor compile the schema at each start.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));

export const precompileSchema = {
  name: "precompileSchema",
  setup({ esbuild, onLoad }) {
    onLoad({ filter: /[\\/]config[\\/]serversSchema\.ts$/ }, async ({ path }) => {
      const { ajv, validateServersFile } = await importSource(esbuild, path);
      const { default: generate } = (await import("ajv/dist/standalone/index.js")).default;
      const code = generate(ajv, validateServersFile);
      const contents = `${code}\nexport { validate as validateServersFile };\n`;
      return { contents, loader: "js", resolveDir: dirname(path) };
    });
  },
};

/** Imports a TypeScript module of ours. Its packages are found in node_modules. */
async function importSource(esbuild, path) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
  });
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `serversSchema.${process.pid}.mjs`);
  writeFileSync(file, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file, { force: true });
  }
}
