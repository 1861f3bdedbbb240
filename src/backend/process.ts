/** A backend's process: started, listened to, stopped. It is spawned before anything else of ours is loaded, so this file imports next to nothing. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { LocateError } from "../error.js";
import { isErrorLine } from "./errorLine.js";

/** How a process ended: `error` if it never began. */
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
  /** The last lines of its stderr, at most 20. */
  stderrTail(): readonly string[];
  /** Never rejects. Its output may still be read when this resolves. */
  readonly exited: Promise<Exit>;
  /** Closes its input, ends it after 1 s, kills it after 2. */
  stop(): Promise<Exit>;
}

export interface StartBackendOptions {
  readonly cwd?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How to install the program, if that is known: for the error when it isn't. */
  readonly install?: string;
  /** Where its stderr goes; ours by default. */
  readonly log?: Writable;
  /** Milliseconds until `stop` ends and kills: 1,000 and 2,000. */
  readonly stopTimeoutsMs?: { readonly end: number; readonly kill: number };
}

const MAX_STDERR_LINES = 20;
const MAX_STDERR_BYTES = 16 * 1024;
const MAX_LOG_BACKLOG_BYTES = 1024 * 1024;

/** Starts `command`. On POSIX the process is spawned before this returns; a program that can't be started shows in `exited`. */
export async function startBackend(
  command: readonly string[],
  options: StartBackendOptions = {},
): Promise<BackendProcess> {
  const { cwd, env, log = process.stderr, stopTimeoutsMs = { end: 1000, kill: 2000 } } = options;
  const [program = "", ...args] = command;
  const isWindows = process.platform === "win32";
  // `.cmd` shims, which npm installs servers as, can't be spawned directly on Windows.
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
    // An empty command, or one with a NUL in it: Node throws instead of reporting.
    throw startError(command, error, options);
  }
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw startError(command, new Error("it has no pipes"), options);
  // Writing to a server that has just died is no error of its own: `exited` tells.
  stdin.on("error", () => {});
  const stderrTail = captureStderr(stderr, log);

  const exited = new Promise<Exit>((resolve) => {
    child.on("error", (error) => {
      // Also emitted where a signal could not be sent, to a process that runs.
      if (child.pid === undefined) resolve({ code: null, signal: null, error: startError(command, error, options) });
    });
    child.on("exit", (code, signal) => {
      // `close` waits until all has been read; but a grandchild may hold the pipes open for good, and must not hold us.
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

/** The exit code a shell would give: 128 + n for signal n, 127 and 126 for what could not be started. */
export function exitCodeOf({ code, signal, error }: Exit): number {
  if (error !== undefined) return error.data["reason"] === "not_found" ? 127 : 126;
  if (signal !== null) return 128 + (constants.signals[signal] ?? 0);
  return code ?? 1;
}

/** The answer to who was asking a backend when it ended. */
export function backendFailed(backend: Pick<BackendProcess, "command" | "stderrTail">, exit: Exit): LocateError {
  if (exit.error !== undefined) return exit.error;
  const { code, signal } = exit;
  const stderr = backend.stderrTail();
  const stderrText =
    stderr.length === 0 ? "It wrote nothing to stderr." : `Last on its stderr: ${relevantLines(stderr).join(" ⏎ ")}`;
  const message = `The language server \`${backend.command.join(" ")}\` has ended, ${describeExit(exit)}. ${stderrText}`;
  return new LocateError("backend_failed", message, { command: backend.command, exit_code: code, signal, stderr });
}

/** How a process ended, in words: "with exit code 3", "by SIGKILL". */
export function describeExit({ code, signal }: Pick<Exit, "code" | "signal">): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

/** What is wrong is often said before the stack trace that ends it. */
function relevantLines(lines: readonly string[]): readonly string[] {
  const last = lines.slice(-5);
  const errorLine = lines.slice(0, -5).find(isErrorLine);
  return errorLine === undefined ? last : [errorLine, "…", ...last.slice(1)];
}

/** Passes stderr on and keeps the end of it. */
function captureStderr(stderr: Readable, log: Writable): () => readonly string[] {
  let tail: Buffer = Buffer.alloc(0);
  if (log.listenerCount("error") === 0) log.on("error", () => {});
  stderr.on("error", () => {});
  stderr.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-MAX_STDERR_BYTES)]).subarray(-MAX_STDERR_BYTES);
    // Nobody reading our stderr must not stop the server: what would pile up is dropped.
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
    // What runs is a shell around the server, and ending it would leave the server behind.
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
  // Node says ENOENT of the program also where it is the folder that is missing.
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
    const message = `\`${program}\` can't be started: it is not executable, or a folder on the way to it is closed to us. Check its permissions.`;
    return new LocateError("backend_failed", message, facts("not_executable"));
  }
  const message = `\`${command.join(" ")}\` can't be started: ${cause.message}.`;
  return new LocateError("backend_failed", message, facts(cause.code ?? "unknown"));
}
