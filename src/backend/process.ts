/**
 * A backend's process. It is spawned before the rest of the program is loaded, so this file imports
 * next to nothing.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { LocateError } from "../error.js";
import { isErrorLine } from "./errorLine.js";

/** How a process ended; with `error` if it could not be started. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: LocateError;
}

export interface BackendProcess {
  readonly command: readonly string[];
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Returns the last lines of its stderr, at most 20. */
  stderrTail(): readonly string[];
  /** Never rejects. When it resolves, output may still be unread. */
  readonly exited: Promise<Exit>;
  /** Closes its stdin, sends SIGTERM after 1 s and SIGKILL after 2 s. */
  stop(): Promise<Exit>;
}

export interface StartBackendOptions {
  readonly cwd?: string;
  /** Added to this program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command that installs the program, for the error message. */
  readonly install?: string;
  /** Receives its stderr; this program's stderr by default. */
  readonly log?: Writable;
  /** Milliseconds until `stop` sends SIGTERM and SIGKILL: 1,000 and 2,000. */
  readonly stopTimeoutsMs?: { readonly end: number; readonly kill: number };
}

const MAX_STDERR_LINES = 20;
const MAX_STDERR_BYTES = 16 * 1024;
const MAX_LOG_BACKLOG_BYTES = 1024 * 1024;

/** Starts `command`; on POSIX, before this returns. Failures to start are reported by `exited`. */
export async function startBackend(
  command: readonly string[],
  options: StartBackendOptions = {},
): Promise<BackendProcess> {
  const { cwd, env, log = process.stderr, stopTimeoutsMs = { end: 1000, kill: 2000 } } = options;
  const [program = "", ...args] = command;
  const isWindows = process.platform === "win32";
  // On Windows npm installs servers as `.cmd` files, which can't be spawned directly.
  const spawnProcess = isWindows ? (await import("cross-spawn")).default : spawn;
  let child: ChildProcess;
  try {
    child = spawnProcess(program, args, {
      stdio: "pipe",
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
    });
  } catch (error) {
    // Node throws for an empty command, or one that contains a NUL.
    throw startError(command, error, options);
  }
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw startError(command, new Error("it has no pipes"), options);
  // A failed write means that the server has ended, which `exited` reports.
  stdin.on("error", () => {});
  const stderrTail = captureStderr(stderr, log);

  const exited = new Promise<Exit>((resolve) => {
    child.on("error", (error) => {
      // Also emitted when a signal could not be sent to a running process.
      if (child.pid === undefined) resolve({ code: null, signal: null, error: startError(command, error, options) });
    });
    child.on("exit", (code, signal) => {
      // `close` follows when all output has been read, unless a grandchild keeps the pipes open.
      const closeTimer = setTimeout(() => {
        for (const pipe of child.stdio) if (pipe && "unref" in pipe) (pipe as Socket).unref();
        resolve({ code, signal });
      }, 500);
      child.on("close", () => {
        clearTimeout(closeTimer);
        resolve({ code, signal });
      });
    });
  });

  let stopped: Promise<Exit> | undefined;
  return {
    command,
    pid: child.pid,
    stdin,
    stdout,
    stderrTail,
    exited,
    stop: () => (stopped ??= stop(child, stdin, exited, stopTimeoutsMs)),
  };
}

/** Returns the exit code as a shell does: 128 + n for signal n, 127 or 126 for a failed start. */
export function exitCodeOf({ code, signal, error }: Exit): number {
  if (error !== undefined) return error.data["reason"] === "not_found" ? 127 : 126;
  if (signal !== null) return 128 + (constants.signals[signal] ?? 0);
  return code ?? 1;
}

/** The error for requests that were pending when a backend ended. */
export function backendFailed(backend: Pick<BackendProcess, "command" | "stderrTail">, exit: Exit): LocateError {
  if (exit.error !== undefined) return exit.error;
  const { code, signal } = exit;
  const stderr = backend.stderrTail();
  const stderrText =
    stderr.length === 0 ? "It wrote nothing to stderr." : `Last on its stderr: ${relevantLines(stderr).join(" ⏎ ")}`;
  const message = `The language server \`${backend.command.join(" ")}\` has ended, ${describeExit(exit)}. ${stderrText}`;
  return new LocateError("backend_failed", message, { command: backend.command, exit_code: code, signal, stderr });
}

/** Describes how a process ended: "with exit code 3", "by SIGKILL". */
export function describeExit({ code, signal }: Pick<Exit, "code" | "signal">): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

/** Returns the last lines, and the line that names the error if it is further up. */
function relevantLines(lines: readonly string[]): readonly string[] {
  const last = lines.slice(-5);
  const errorLine = lines.slice(0, -5).find(isErrorLine);
  return errorLine === undefined ? last : [errorLine, "…", ...last.slice(1)];
}

/** Forwards stderr to the log and keeps its end. */
function captureStderr(stderr: Readable, log: Writable): () => readonly string[] {
  let tail: Buffer = Buffer.alloc(0);
  if (log.listenerCount("error") === 0) log.on("error", () => {});
  stderr.on("error", () => {});
  stderr.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-MAX_STDERR_BYTES)]).subarray(-MAX_STDERR_BYTES);
    // A log that is not read must not block the server: the excess is dropped.
    if (log.writableLength < MAX_LOG_BACKLOG_BYTES) log.write(chunk);
  });
  return () => {
    const lines = tail.toString("utf8").split(/\r\n|\r|\n/);
    return lines.filter((line) => line.trim() !== "").slice(-MAX_STDERR_LINES);
  };
}

function stop(
  child: ChildProcess,
  stdin: Writable,
  exited: Promise<Exit>,
  timeoutsMs: { readonly end: number; readonly kill: number },
): Promise<Exit> {
  stdin.end();
  const timers = [
    setTimeout(() => terminate(child, "SIGTERM"), timeoutsMs.end),
    setTimeout(() => terminate(child, "SIGKILL"), timeoutsMs.kill),
  ];
  return exited.finally(() => {
    for (const timer of timers) clearTimeout(timer);
  });
}

function terminate(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32" && child.pid !== undefined) {
    // The child is a shell that runs the server: end the whole tree.
    spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
      "error",
      () => {},
    );
  } else {
    child.kill(signal);
  }
}

function startError(command: readonly string[], error: unknown, { cwd, install }: StartBackendOptions): LocateError {
  const program = command[0] ?? "";
  const cause = error as NodeJS.ErrnoException;
  const advice =
    install === undefined ? "Install it, or name another server in servers.json." : `Install it: ${install}`;
  const facts = (reason: string) => ({ command, reason, ...(install === undefined ? {} : { install }) });
  // Node reports ENOENT for the program also if the folder is missing.
  if (cwd !== undefined && !existsSync(cwd)) {
    const message = `\`${program}\` can't be started in ${cwd}: there is no such folder.`;
    return new LocateError("backend_failed", message, facts("no_folder"));
  }
  if (cause.code === "ENOENT") {
    const isPath = /[\\/]/.test(program);
    const where = isPath ? "there is no such file" : "no folder in PATH has a program of that name";
    return new LocateError("backend_failed", `\`${program}\` was not found: ${where}. ${advice}`, facts("not_found"));
  }
  if (cause.code === "EACCES") {
    const message = `\`${program}\` can't be started: it is not executable, or a folder on its path is not accessible. Check the permissions.`;
    return new LocateError("backend_failed", message, facts("not_executable"));
  }
  const message = `\`${command.join(" ")}\` can't be started: ${cause.message}.`;
  return new LocateError("backend_failed", message, facts(cause.code ?? "unknown"));
}
