/** Which version of a server is installed: told by the npm package that its program lies in, or by the program itself. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Null where it can't be told; `timeout` is in milliseconds. The program is asked only where no package says it. */
export async function findVersion(path: string, timeoutMs: number): Promise<string | null> {
  return versionFromPackage(path) ?? (await versionFromProgram(path, timeoutMs));
}

/** The first dotted number of a text: `clangd version 14.0.6 linux` is 14.0.6. */
export function parseVersion(text: string): string | null {
  // gopls 0.22 says all that it was built from, as JSON in the string: Go's own version first, its own last.
  const own = text.startsWith("{") ? /"Version":"([^"]*)"\}$/.exec(text)?.[1] : undefined;
  return /\d+\.\d+[\w.+-]*/.exec(own ?? text)?.[0] ?? null;
}

/** `node_modules/.bin/pyright-langserver` leads into a package, whose package.json knows better than a server that takes `--version` for a wrong option. */
function versionFromPackage(path: string): string | null {
  try {
    const program = realpathSync(path);
    if (!/[\\/]node_modules[\\/]/.test(program)) return null;
    for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
      const file = join(folder, "package.json");
      const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version?: unknown }) : {};
      if (typeof manifest.version === "string") return manifest.version;
    }
  } catch {
    // A package whose manifest can't be read: the program may still tell.
  }
  return null;
}

/** What the program says when asked with `--version`: null where that takes long or shows none. */
function versionFromProgram(path: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    // A language server that doesn't know `--version` may well start, and wait for input: it gets none.
    const options = { timeout: timeoutMs, killSignal: "SIGKILL", windowsHide: true, maxBuffer: 64 * 1024 } as const;
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
