/**
 * The guard: a small process that holds a pipe from this one and ends the process groups of the
 * servers when the pipe closes, so that nothing is left after a SIGKILL.
 */

import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { SHELL_GUARD } from "./shellGuard.js";

/**
 * The time in which this process ends after `limitEnd`. The guard then kills it as soon as it no
 * longer works: a busy machine is no reason to lose the exit code.
 */
const END_TIMEOUT_S = 3;

/** The time for the threads to end after a command that is done and has printed all. */
const EXIT_TIMEOUT_S = 10;

/** How often a guard is started, if it is killed or can't be started. */
const MAX_STARTS = 3;

/** The script is in the environment, so that a list of processes stays readable. */
const SHELL_WORDS = ["-c", 'eval "$LSP_LOCATE_GUARD"', "lsp-locate-guard"];

/** The leaders of the recorded groups; on Windows, the roots of process trees. */
const groups = new Set<number>();
let guard: ChildProcess | undefined;
let startCount = 0;
let hasShell = process.platform !== "win32";
/** In seconds, once the end is limited. */
let endTimeoutS: number | undefined;

/** Records the group of a server; `pid` is its leader. Starts the guard with the first one. */
export function addGroup(pid: number): void {
  groups.add(pid);
  if (guard) send(`add ${pid}`);
  else start();
}

/** Forgets a group that has no processes. */
export function removeGroup(pid: number): void {
  if (groups.delete(pid)) send(`remove ${pid}`);
}

/**
 * Limits the time until this process has ended to 3 s, whatever hangs: a thread that is stuck in a
 * read can't be joined, and `process.exit` waits for all threads.
 */
export function limitEnd(): void {
  limitEndTo(END_TIMEOUT_S);
}

/** Only the first call has an effect. */
function limitEndTo(timeoutS: number): void {
  if (endTimeoutS !== undefined) return;
  endTimeoutS = timeoutS;
  if (guard) send(`end ${timeoutS}`);
  else start();
}

function start(): void {
  if (startCount === 0) process.once("exit", () => limitEndTo(EXIT_TIMEOUT_S));
  if (startCount++ === MAX_STARTS) return;
  const child = hasShell ? spawnGuard("/bin/sh", SHELL_WORDS) : spawnGuard(process.execPath, [nodeGuard()]);
  guard = child;
  const restart = () => {
    if (guard !== child) return;
    guard = undefined;
    if (groups.size > 0) start();
  };
  child.on("error", () => {
    // Either there is no shell, or no further process can be started.
    hasShell = false;
    restart();
  });
  child.on("exit", restart);
  child.stdin?.on("error", () => {});
  // The guard keeps neither the event loop nor the client's streams open.
  child.unref();
  (child.stdin as Socket | null)?.unref();
  for (const pid of groups) send(`add ${pid}`);
  if (endTimeoutS !== undefined) send(`end ${endTimeoutS}`);
}

/**
 * Starts it in a session of its own, which no signal of a terminal reaches; on Windows, outside of
 * the job whose processes end with this one. It must not hold the workspace's folder.
 */
function spawnGuard(command: string, words: readonly string[]): ChildProcess {
  const PATH = `/usr/bin:/bin:${process.env["PATH"] ?? ""}`;
  return spawn(command, words, {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    windowsHide: true,
    ...(process.platform === "win32"
      ? { cwd: dirname(process.execPath) }
      : { cwd: "/", env: { ...process.env, PATH, LSP_LOCATE_GUARD: SHELL_GUARD } }),
  });
}

/** Returns the guard for systems without `/bin/sh`, which the bundler puts next to this code. */
function nodeGuard(): string {
  return fileURLToPath(new URL("./nodeGuard.js", import.meta.url));
}

function send(line: string): void {
  guard?.stdin?.write(`${line}\n`);
}
