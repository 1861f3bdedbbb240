/** Where on this machine a server's program is. */

import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Server } from "./servers.js";

export interface SearchOptions {
  /** Folders to look in before PATH. */
  readonly searchIn?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/**
 * The absolute path of the server's program, or undefined where it is not installed. Relative and empty entries of PATH
 * are passed over: they would lead into the workspace, whose author is not the user.
 */
export function installed(server: Pick<Server, "command">, options: SearchOptions = {}): string | undefined {
  const { searchIn = [], env = process.env, platform = process.platform } = options;
  const isWindows = platform === "win32";
  const paths = isWindows ? win32 : posix;
  const program = server.command[0];
  if (!program) return undefined;
  const endings = isWindows ? windowsEndings(program, env) : [""];
  const isPath = isWindows ? /[\\/]/.test(program) : program.includes("/");
  const folders = isPath ? [""] : [...searchIn, ...searchPath(env, isWindows).split(paths.delimiter)];
  for (const folder of folders) {
    // PATH entries on Windows may stand in quotes.
    const base = isPath ? program : paths.join(folder.replace(/^"(.*)"$/, "$1"), program);
    if (!paths.isAbsolute(base)) continue;
    const found = endings.map((ending) => base + ending).find((path) => isProgram(path, isWindows));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name as it stands only if it has one of the endings that Windows runs. */
function windowsEndings(program: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const endings = (env["PATHEXT"] || ".COM;.EXE;.BAT;.CMD").split(";").filter((ending) => ending !== "");
  const hasEnding = endings.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()));
  return hasEnding ? ["", ...endings] : endings;
}

/** Windows writes it `Path`, and a copy of `process.env` is case-sensitive. */
function searchPath(env: Readonly<Record<string, string | undefined>>, isWindows: boolean): string {
  if (!isWindows) return env["PATH"] ?? "";
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return (key === undefined ? undefined : env[key]) ?? "";
}

function isProgram(path: string, isWindows: boolean): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (!isWindows) accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
