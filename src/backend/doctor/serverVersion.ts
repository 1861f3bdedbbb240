/** The version of an installed server: from the npm package of its program, or from the program. */

import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTextSync } from "../../files/readFileSync.js";
import { spawnEnvironment } from "../spawnEnvironment.js";

/** A longer manifest is no npm package's. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Returns null if the version is unknown. The program is run only if there is no package. */
export async function findVersion(path: string, timeoutMs: number): Promise<string | null> {
  return versionFromPackage(path) ?? (await versionFromProgram(path, timeoutMs));
}

/** Returns the first dotted number of a text: 14.0.6 for `clangd version 14.0.6 linux`. */
export function parseVersion(text: string): string | null {
  // gopls 0.22 writes its build information as JSON: Go's version first, its own last.
  const own = text.startsWith("{") ? /"Version":"([^"]*)"\}$/.exec(text)?.[1] : undefined;
  return /(?<!\d)\d+\.\d[\w.+-]*/.exec(own ?? text)?.[0] ?? null;
}

/**
 * Reads the version of the npm package that contains the program. Some of these servers reject
 * `--version`.
 */
function versionFromPackage(path: string): string | null {
  try {
    const program = realpathSync(path);
    if (!/[\\/]node_modules[\\/]/.test(program)) return null;
    for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
      const file = join(folder, "package.json");
      const text = existsSync(file) ? readTextSync(file, { maxBytes: MAX_MANIFEST_BYTES }) : "{}";
      const manifest = JSON.parse(text) as { version?: unknown };
      if (typeof manifest.version === "string") return manifest.version;
    }
  } catch {
    // The manifest can't be read: the program may still print its version.
  }
  return null;
}

/** Runs the program with `--version`. Null if it prints none, fails, or takes too long. */
function versionFromProgram(path: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    // A server that ignores `--version` may start and wait for input: close its stdin.
    const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 64 * 1024 } as const;
    // In its own folder: in the workspace, a toolchain manager could run a program of that.
    const options = { ...limits, windowsHide: true, env: spawnEnvironment(), cwd: dirname(path) };
    const shell = process.platform === "win32" && /\.(?:cmd|bat)$/i.test(path);
    const child = execFile(
      shell ? `"${path}"` : path,
      ["--version"],
      { ...options, shell },
      (error, stdout, stderr) => {
        resolve(error === null ? parseVersion(`${stdout}\n${stderr}`) : null);
      },
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end();
  });
}
