/**
 * A backend's process. It is spawned before the rest of the program is loaded, so this file imports
 * next to nothing.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { LocateError } from "../error.js";
import { describeOversized, type OversizedFrame } from "../wire/frames.js";
import type { RemoteRule } from "./config/servers.js";
import { isGroupEmpty, signalGroup } from "./guard/groupSignals.js";
import { addGroup, removeGroup } from "./guard/guard.js";
import { spawnEnvironment } from "./spawnEnvironment.js";
import { isErrorLine } from "./startFailure.js";
import { captureStderr } from "./stderr.js";

/** How a process ended; with `error` if it could not be started or was killed for that. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: LocateError;
}

/** What a session can do with a server that it shares with others. */
export interface SharedUse {
  /** Whether it had loaded its project before it answered this session's `initialize`. */
  readonly isLoaded: boolean;
  /** Called with the file events (LSP's) that it was notified of for all sessions. */
  onFileEvents(changes: readonly { readonly uri: string; readonly type: number }[]): void;
  /** Has what others send wait, or go on. */
  setAlone(isAlone: boolean): void;
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
  /**
   * Closes its stdin, sends SIGTERM after 1 s and SIGKILL after 2 s, to all processes of its group.
   * Only the first call has an effect.
   */
  stop(timeoutsMs?: StopTimeouts): Promise<Exit>;
  /** Kills its group for something that it has done, which becomes the `error` of its exit. */
  kill(error: LocateError): void;
  /** Present where the process serves other sessions, too. */
  readonly shared?: SharedUse;
}

export interface StartBackendOptions {
  readonly cwd?: string;
  /** Added to this program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command that installs the program, for the error message. */
  readonly install?: string;
  /** For `startServerProcess`: the server runs on another file system. */
  readonly mapping?: RemoteRule;
  /** Receives its stderr; this program's stderr by default. */
  readonly log?: Writable;
  /** Milliseconds until `stop` sends SIGTERM and SIGKILL: 1,000 and 2,000. */
  readonly stopTimeoutsMs?: StopTimeouts;
}

/**
 * Starts `command`; on POSIX, before this returns, and in a process group of its own. Failures to
 * start are reported by `exited`.
 */
export async function startBackend(
  command: readonly string[],
  options: StartBackendOptions = {},
): Promise<BackendProcess> {
  const { cwd, env, log = process.stderr, stopTimeoutsMs = { end: 1000, kill: 2000 } } = options;
  const [program = "", ...args] = command;
  // On Windows npm installs servers as `.cmd` files, which can't be spawned directly.
  const { spawnProcess, path } =
    process.platform === "win32" ? await prepareWindowsSpawn(program) : { spawnProcess: spawn, path: program };
  let child: ChildProcess;
  try {
    child = spawnProcess(path, args, {
      stdio: "pipe",
      // On Windows, a detached process would open a console.
      detached: process.platform !== "win32",
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
      env: spawnEnvironment({ ...process.env, ...env }),
    });
  } catch (error) {
    // Node throws for an empty command, or one that contains a NUL.
    throw startError(command, error, options);
  }
  const group = child.pid === undefined ? undefined : openProcessGroup(child.pid);
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw startError(command, new Error("it has no pipes"), options);
  // A failed write means that the server has ended, which `exited` reports.
  stdin.on("error", () => {});
  const stderrCapture = captureStderr(stderr, log);

  let killedFor: { readonly error?: LocateError } = {};
  const exited = new Promise<Exit>((resolve) => {
    child.on("error", (error) => {
      // Also emitted when a signal could not be sent to a running process.
      if (child.pid === undefined) resolve({ code: null, signal: null, error: startError(command, error, options) });
    });
    child.on("exit", (code, signal) => {
      group?.handleLeaderExit(stopTimeoutsMs);
      stderrCapture.readRest();
      // `close` follows when all output has been read, unless a grandchild keeps the pipes open.
      const closeTimer = setTimeout(() => {
        for (const pipe of child.stdio) if (pipe && "unref" in pipe) (pipe as Socket).unref();
        resolve({ code, signal, ...killedFor });
      }, 500);
      child.on("close", () => {
        clearTimeout(closeTimer);
        resolve({ code, signal, ...killedFor });
      });
    });
  });

  return {
    command,
    pid: child.pid,
    stdin,
    stdout,
    stderrTail: stderrCapture.tail,
    exited,
    stop(timeoutsMs = stopTimeoutsMs) {
      stdin.end();
      group?.end(timeoutsMs);
      return exited;
    },
    kill(error) {
      killedFor = { error };
      group?.kill();
    },
  };
}

/** Returns a process that was not started, with the reason. */
export function refusedBackend(command: readonly string[], error: LocateError): BackendProcess {
  const stdout = new PassThrough();
  stdout.end();
  const exit: Exit = { code: null, signal: null, error };
  return {
    command,
    pid: undefined,
    stdin: new PassThrough().resume(),
    stdout,
    stderrTail: () => [],
    exited: Promise.resolve(exit),
    stop: () => Promise.resolve(exit),
    kill: () => {},
  };
}

/** Finds the program ourselves, as cross-spawn would search the working directory before PATH. */
async function prepareWindowsSpawn(program: string): Promise<{ spawnProcess: typeof spawn; path: string }> {
  const [{ default: spawnProcess }, { findProgram }] = await Promise.all([
    import("cross-spawn"),
    import("./installation/findProgram.js"),
  ]);
  const found = /[\\/]/.test(program) ? undefined : findProgram(program);
  // A name that is not on PATH is made a path that does not exist, for the usual error.
  const path = found === undefined ? program : found.kind === "installed" ? found.path : `\\${program}`;
  return { spawnProcess: spawnProcess as typeof spawn, path };
}

/** Returns the exit code as a shell does: 128 + n for signal n, 127 or 126 for a failed start. */
export function exitCodeOf({ code, signal, error }: Exit): number {
  const hasRun = code !== null || signal !== null;
  if (error !== undefined && !hasRun) return error.data["reason"] === "not_found" ? 127 : 126;
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

/** Returns what kills a backend for a message over the limit. */
export function killForFrame(backend: Pick<BackendProcess, "command" | "kill">): (frame: OversizedFrame) => void {
  return (frame) => {
    const command = backend.command.join(" ");
    const message = `The language server \`${command}\` has announced ${describeOversized(frame)}. It was ended.`;
    backend.kill(new LocateError("backend_failed", message, { command: backend.command, reason: "frame_too_large" }));
  };
}

/** Describes how a process ended: "with exit code 3", "by SIGKILL". */
export function describeExit({ code, signal }: Pick<Exit, "code" | "signal">): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

/**
 * Returns the last lines, and the line that names the error if it is further up; of a traceback its
 * end.
 */
function relevantLines(lines: readonly string[]): readonly string[] {
  const end = lines.at(-1) ?? "";
  if (/^[A-Za-z_][\w.]*(?:Error|Exception)(?:: |$)/.test(end)) return [end];
  const last = lines.slice(-5);
  const errorLine = lines.slice(0, -5).find(isErrorLine);
  return errorLine === undefined ? last : [errorLine, "…", ...last.slice(1)];
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

/** Milliseconds until SIGTERM and SIGKILL. */
interface StopTimeouts {
  readonly end: number;
  readonly kill: number;
}

interface ProcessGroup {
  /** Sends SIGTERM and SIGKILL after the timeouts, unless the group is empty by then. */
  end(timeoutsMs: StopTimeouts): void;
  /** Sends SIGKILL at once. */
  kill(): void;
  /** To be called when the leader has exited: what it has left is ended too. */
  handleLeaderExit(timeoutsMs: StopTimeouts): void;
}

const POLL_INTERVAL_MS = 100;

/** Records the group of a server's process, its leader, with the guard. */
function openProcessGroup(pid: number): ProcessGroup {
  let timers: readonly NodeJS.Timeout[] = [];
  let isEnding = false;
  let isClosed = false;
  addGroup(pid);
  const close = () => {
    isEnding = true;
    isClosed = true;
    for (const timer of timers) clearTimeout(timer);
    removeGroup(pid);
  };
  const end = ({ end, kill }: StopTimeouts) => {
    if (isEnding) return;
    isEnding = true;
    timers = [setTimeout(() => signalGroup(pid, "SIGTERM"), end), setTimeout(() => signalGroup(pid, "SIGKILL"), kill)];
  };
  return {
    end,
    kill() {
      // The id of a group that is gone may be that of another one.
      if (!isClosed) signalGroup(pid, "SIGKILL");
    },
    handleLeaderExit(timeoutsMs) {
      if (isGroupEmpty(pid)) return close();
      end(timeoutsMs);
      // This process may end meanwhile; the guard then ends the group.
      for (const timer of timers) timer.unref();
      const poll = setInterval(() => {
        // After SIGKILL only the kernel keeps a process.
        if (Date.now() < killedAt && !isGroupEmpty(pid)) return;
        clearInterval(poll);
        close();
      }, POLL_INTERVAL_MS).unref();
      const killedAt = Date.now() + timeoutsMs.kill + POLL_INTERVAL_MS;
    },
  };
}
