/** The built command, made once where a source is newer. */

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
let built: string | undefined;

/** The path of dist/command/main.js, up to date. */
export async function buildCommand(): Promise<string> {
  if (built === undefined) {
    execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--bundles"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    built = join(root, "dist/command/main.js");
  }
  return built;
}
