/**
 * Installs and builds what is missing, and nothing that is there: what lets two commands suffice on
 * a fresh clone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function installAndBuild() {
  if (!isInstalled()) install();
  await build();
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves a lock file of its own in
 * node_modules when it is done; the contents are compared because times say nothing after a
 * checkout. What is optional belongs to other platforms.
 */
function isInstalled() {
  const installed = packagesIn(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  const wanted = packagesIn(join(root, "package-lock.json")) ?? {};
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  );
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** Installs exactly what package-lock.json says. */
function install() {
  console.error("npm ci: node_modules is missing or out of date");
  // A shell, because npm is npm.cmd on Windows; no argument comes from outside.
  const { status } = spawnSync("npm ci --no-audit --no-fund", { cwd: root, stdio: "inherit", shell: true });
  if (status !== 0) {
    console.error("npm ci failed, see above: nothing was built.");
    process.exit(1);
  }
}
