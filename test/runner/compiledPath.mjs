/** Where compiled sources and tests are. */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** In node_modules/, so that Node finds packages. */
export const output = join(root, "node_modules", ".cache", "lsp-locate-test");

/** Returns the compiled file of a source file, both as absolute paths. */
export function compiledPath(path) {
  return join(output, path.slice(root.length + 1).replace(/\.ts$/, ".js"));
}
