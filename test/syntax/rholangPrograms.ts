/** Programs in Rholang for tests, from one line to 300. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../cases/rholang");

export const rholangPrograms = readdirSync(folder)
  .sort()
  .map((file) => ({ name: file.replace(/\.rho$/, ""), text: readFileSync(join(folder, file), "utf8") }));
