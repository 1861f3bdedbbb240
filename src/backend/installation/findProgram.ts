/** Searches for a program on PATH, never in the working directory. */

import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { pathFolders } from "../spawnEnvironment.js";

export interface ProgramSearchOptions {
  /** Folders to search before PATH. */
  readonly searchIn?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** The result of the search. Paths are absolute. */
export type ProgramSearch =
  | { readonly kind: "installed"; readonly path: string }
  | { readonly kind: "missing" }
  /** The file exists and can't be run. */
  | { readonly kind: "not executable"; readonly path: string };

/** Searches for a program, named or with its path. */
export function findProgram(program: string, options: ProgramSearchOptions = {}): ProgramSearch {
  const { searchIn = [], env = process.env, platform = process.platform } = options;
  const isWindows = platform === "win32";
  const paths = isWindows ? win32 : posix;
  if (program === "") return { kind: "missing" };
  const extensions = isWindows ? windowsExtensions(program, env) : [""];
  const isPath = isWindows ? /[\\/]/.test(program) : program.includes("/");
  const folders = isPath ? [""] : [...searchIn, ...pathFolders(env, platform)];
  let notExecutable: string | undefined;
  for (const folder of folders) {
    const base = isPath ? program : paths.join(folder, program);
    if (!paths.isAbsolute(base)) continue;
    const files = extensions.map((extension) => base + extension).filter(isFile);
    const found = files.find((path) => isWindows || isExecutable(path));
    if (found !== undefined) return { kind: "installed", path: found };
    notExecutable ??= files[0];
  }
  return notExecutable === undefined ? { kind: "missing" } : { kind: "not executable", path: notExecutable };
}

/** Returns the extensions to try. None of them is needed if the name has an executable one. */
function windowsExtensions(program: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const extensions = (env["PATHEXT"] || ".COM;.EXE;.BAT;.CMD").split(";").filter((extension) => extension !== "");
  const hasExtension = extensions.some((extension) => program.toLowerCase().endsWith(extension.toLowerCase()));
  return hasExtension ? ["", ...extensions] : extensions;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
