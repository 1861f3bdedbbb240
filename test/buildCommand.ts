/** The built command, made once where a source is newer. */

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
/** A run of all tests has built it before them, and says so. */
let isBuilt = process.env["TEST_BUILT"] === "true";

/** The path of dist/command/main.js, up to date, so that single tests can be run at any time. */
export function builtCommand(): string {
  if (!isBuilt)
    execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--bundles"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  isBuilt = true;
  return join(root, "dist/command/main.js");
}

export async function buildCommand(): Promise<string> {
  return builtCommand();
}
