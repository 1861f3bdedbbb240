/**
 * Finds the program of a server on this machine, and checks that the server is installed with it.
 */

import { spawnSync } from "node:child_process";
import type { Server } from "../config/servers.js";
import { describeExit } from "../process.js";
import { spawnEnvironment } from "../spawnEnvironment.js";
import { findErrorLine } from "../startFailure.js";
import { findProgram, type ProgramSearch, type ProgramSearchOptions } from "./findProgram.js";

/** The members of an entry that the search reads. */
type ServerProgram = Pick<Server, "command" | "check" | "requires" | "env">;

/** The result of the search. Paths are absolute. */
export type Installation =
  | ProgramSearch
  /**
   * The program exists, and the check of the server has failed, or a program that it needs is
   * missing; `remedy` installs that.
   */
  | { readonly kind: "unfit"; readonly path: string; readonly reason: string; readonly remedy?: string };

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
  if (found.kind !== "installed") return found;
  for (const [program, remedy] of Object.entries(server.requires ?? {})) {
    if (findProgram(program, options).kind === "installed") continue;
    return { kind: "unfit", path: found.path, reason: `it needs \`${program}\`, which is not installed`, remedy };
  }
  if (server.check === undefined) return found;
  const [program = "", ...args] = server.check;
  const checker = program === server.command[0] ? found : findProgram(program, options);
  if (checker.kind !== "installed") {
    return { kind: "unfit", path: found.path, reason: `\`${program}\`, which its check runs, is not installed` };
  }
  const reason = runCheck([checker.path, ...args], options.env ?? process.env, server.env ?? {});
  return reason === undefined ? found : { kind: "unfit", path: found.path, reason };
}

/** Results of recent checks, by command and environment. */
const checkResults = new Map<string, { readonly reason: string | undefined; readonly at: number }>();

const CHECK_CACHE_MS = 30_000;

/** A check that takes longer counts as passed, as the choice of a server waits for it. */
const CHECK_TIMEOUT_MS = 3000;

/**
 * Runs a check. Returns the reason of a failure; undefined if it exits with 0, can't be run, or
 * takes too long. `serverEnv` overrides `env`.
 */
function runCheck(
  command: readonly [path: string, ...args: string[]],
  env: Readonly<Record<string, string | undefined>>,
  serverEnv: Readonly<Record<string, string>>,
): string | undefined {
  const [path, ...args] = command;
  const checkEnv = spawnEnvironment({ ...env, ...serverEnv });
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
