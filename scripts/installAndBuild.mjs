/**
 * Installs the packages and builds, if either is missing or out of date. This lets two commands
 * suffice on a fresh clone.
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
 * Returns whether node_modules matches package-lock.json. After an install, npm writes a lockfile
 * into node_modules. The contents are compared because modification times are meaningless after a
 * checkout. Optional packages may belong to other platforms and are ignored.
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

/** Installs the exact versions of package-lock.json. */
function install() {
  console.error("npm ci: node_modules is missing or out of date");
  // Needs a shell because npm is npm.cmd on Windows. No argument comes from outside.
  const { status } = spawnSync("npm ci --no-audit --no-fund", { cwd: root, stdio: "inherit", shell: true });
  if (status !== 0) {
    console.error("npm ci failed (see above); nothing was built.");
    process.exit(1);
  }
}
