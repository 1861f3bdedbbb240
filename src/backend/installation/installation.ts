/** Where on this machine a server's program is, and whether the server is there with it. */

import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Server } from "../config/servers.js";
import { faultIn } from "./errorLine.js";

export interface SearchOptions {
  /** Folders to look in before PATH. */
  readonly searchIn?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** What of `Server` tells where it is. */
export type Sought = Pick<Server, "command" | "check" | "env">;

/** Paths are absolute. */
export type Finding =
  | { readonly kind: "installed"; readonly path: string }
  | { readonly kind: "missing" }
  /** There is such a file, and it can't be run. */
  | { readonly kind: "not executable"; readonly path: string }
  /** The program is there, and its check says that the server isn't. */
  | { readonly kind: "unfit"; readonly path: string; readonly said: string };

/**
 * The absolute path of the server's program, or undefined where it is not installed. Relative and empty entries of PATH
 * are passed over: they would lead into the workspace, whose author is not the user.
 */
export function installed(server: Sought, options: SearchOptions = {}): string | undefined {
  const finding = look(server, options);
  return finding.kind === "installed" ? finding.path : undefined;
}

/** The same, with the reason. */
export function look(server: Sought, options: SearchOptions = {}): Finding {
  const found = findProgram(server.command[0] ?? "", options);
  if (found.kind !== "installed" || server.check === undefined) return found;
  const [program = "", ...args] = server.check;
  const checker = program === server.command[0] ? found : findProgram(program, options);
  if (checker.kind !== "installed") {
    return { kind: "unfit", path: found.path, said: `\`${program}\`, which its check runs, is not installed` };
  }
  const said = complaint([checker.path, ...args], options.env ?? process.env, server.env ?? {});
  return said === undefined ? found : { kind: "unfit", path: found.path, said };
}

type Found = Exclude<Finding, { readonly kind: "unfit" }>;

function findProgram(program: string, options: SearchOptions): Found {
  const { searchIn = [], env = process.env, platform = process.platform } = options;
  const isWindows = platform === "win32";
  const paths = isWindows ? win32 : posix;
  if (program === "") return { kind: "missing" };
  const endings = isWindows ? windowsEndings(program, env) : [""];
  const isPath = isWindows ? /[\\/]/.test(program) : program.includes("/");
  const folders = isPath ? [""] : [...searchIn, ...searchPath(env, isWindows).split(paths.delimiter)];
  let closed: string | undefined;
  for (const folder of folders) {
    // PATH entries on Windows may stand in quotes.
    const base = isPath ? program : paths.join(folder.replace(/^"(.*)"$/, "$1"), program);
    if (!paths.isAbsolute(base)) continue;
    const files = endings.map((ending) => base + ending).filter(isFile);
    const found = files.find((path) => isWindows || isExecutable(path));
    if (found !== undefined) return { kind: "installed", path: found };
    closed ??= files[0];
  }
  return closed === undefined ? { kind: "missing" } : { kind: "not executable", path: closed };
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

/** What checks have said, by command and what was added to its environment: whoever looks for a server again soon need not wait again. */
const complaints = new Map<string, { readonly said: string | undefined; readonly at: number }>();

const rememberedMs = 30_000;

/** A check is waited for: the choice of a server can't go on without it. So long, then it counts as passed, and the server's own start tells. */
const checkMs = 3000;

/** What a check says against the server; undefined where it ends with 0, can't be run here, or takes too long. `added` is laid over `env`. */
function complaint(
  command: readonly [path: string, ...args: string[]],
  env: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): string | undefined {
  const [path, ...args] = command;
  // A batch file needs a shell, whose quoting would have to be known to be safe.
  if (/\.(?:cmd|bat)$/i.test(path)) return undefined;
  const key = JSON.stringify([command, added]);
  const known = complaints.get(key);
  if (known !== undefined && performance.now() < known.at + rememberedMs) return known.said;
  const { status, signal, error, stdout, stderr } = spawnSync(path, args, {
    env: { ...env, ...added },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: checkMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const isFine = status === 0 || error !== undefined;
  const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const end = signal === null ? `with exit code ${status}` : `by ${signal}`;
  const said = isFine ? undefined : (faultIn(lines) ?? `its check ended ${end}`);
  complaints.set(key, { said, at: performance.now() });
  return said;
}
