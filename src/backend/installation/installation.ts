/**
 * Finds the program of a server on this machine, and checks that the server is installed with it.
 */

import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Server } from "../config/servers.js";
import { findErrorLine } from "../errorLine.js";
import { describeExit } from "../process.js";

export interface ProgramSearchOptions {
  /** Folders to search before PATH. */
  readonly searchIn?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** The members of an entry that the search reads. */
type ServerProgram = Pick<Server, "command" | "check" | "env">;

/** The result of the search. Paths are absolute. */
export type Installation =
  | { readonly kind: "installed"; readonly path: string }
  | { readonly kind: "missing" }
  /** The file exists and can't be run. */
  | { readonly kind: "not executable"; readonly path: string }
  /** The program exists, and the check of the server has failed. */
  | { readonly kind: "unfit"; readonly path: string; readonly reason: string };

/**
 * Returns the absolute path of the server's program, or undefined if it is not installed. Relative
 * and empty entries of PATH are skipped: they would lead into the workspace, which is not trusted.
 */
export function findServerProgram(server: ServerProgram, options: ProgramSearchOptions = {}): string | undefined {
  const installation = findInstallation(server, options);
  return installation.kind === "installed" ? installation.path : undefined;
}

/** Searches for the program like `findServerProgram`, and returns the reason of a failure. */
export function findInstallation(server: ServerProgram, options: ProgramSearchOptions = {}): Installation {
  const found = findProgram(server.command[0] ?? "", options);
  if (found.kind !== "installed" || server.check === undefined) return found;
  const [program = "", ...args] = server.check;
  const checker = program === server.command[0] ? found : findProgram(program, options);
  if (checker.kind !== "installed") {
    return { kind: "unfit", path: found.path, reason: `\`${program}\`, which its check runs, is not installed` };
  }
  const reason = runCheck([checker.path, ...args], options.env ?? process.env, server.env ?? {});
  return reason === undefined ? found : { kind: "unfit", path: found.path, reason };
}

type ProgramSearch = Exclude<Installation, { readonly kind: "unfit" }>;

function findProgram(program: string, options: ProgramSearchOptions): ProgramSearch {
  const { searchIn = [], env = process.env, platform = process.platform } = options;
  const isWindows = platform === "win32";
  const paths = isWindows ? win32 : posix;
  if (program === "") return { kind: "missing" };
  const extensions = isWindows ? windowsExtensions(program, env) : [""];
  const isPath = isWindows ? /[\\/]/.test(program) : program.includes("/");
  const folders = isPath ? [""] : [...searchIn, ...searchPath(env, isWindows).split(paths.delimiter)];
  let notExecutable: string | undefined;
  for (const folder of folders) {
    // On Windows, entries of PATH may be quoted.
    const base = isPath ? program : paths.join(folder.replace(/^"(.*)"$/, "$1"), program);
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

/** Returns PATH. Windows spells it `Path`, and a copy of `process.env` is case-sensitive. */
function searchPath(env: Readonly<Record<string, string | undefined>>, isWindows: boolean): string {
  if (!isWindows) return env["PATH"] ?? "";
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return (key === undefined ? undefined : env[key]) ?? "";
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

/** Results of recent checks, by command and environment. */
const checkResults = new Map<string, { readonly reason: string | undefined; readonly at: number }>();

const CHECK_CACHE_MS = 30_000;

/** A check that takes longer counts as passed, as the choice of a server waits for it. */
const CHECK_TIMEOUT_MS = 3000;

/**
 * Runs a check. Returns the reason of a failure; undefined if it exits with 0, can't be run, or
 * takes too long. `serverEnv` is laid over `env`.
 */
function runCheck(
  command: readonly [path: string, ...args: string[]],
  env: Readonly<Record<string, string | undefined>>,
  serverEnv: Readonly<Record<string, string>>,
): string | undefined {
  const [path, ...args] = command;
  const checkEnv = { ...env, ...serverEnv };
  // A batch file needs a shell, and safe quoting for it.
  if (/\.(?:cmd|bat)$/i.test(path)) return undefined;
  const key = JSON.stringify([command, checkEnv]);
  const cachedResult = checkResults.get(key);
  if (cachedResult !== undefined && performance.now() < cachedResult.at + CHECK_CACHE_MS) return cachedResult.reason;
  const { status, signal, error, stdout, stderr } = spawnSync(path, args, {
    env: checkEnv,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: CHECK_TIMEOUT_MS,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const hasPassed = status === 0 || error !== undefined;
  const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const reason = hasPassed
    ? undefined
    : (findErrorLine(lines) ?? `its check ended ${describeExit({ code: status, signal })}`);
  checkResults.set(key, { reason, at: performance.now() });
  return reason;
}
