/** Spawns the process of a shared session: detached, with a log and no inherited descriptor. */

import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync, constants, openSync, readdirSync } from "node:fs";
import { parse } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { errorMessage } from "../error.js";
import { readTextSync } from "../files/readFileSync.js";
import { identityOf } from "../files/write/processIdentity.js";
import { type Inactivity, watchProcess } from "../files/write/processWatch.js";
import type { DaemonContext } from "./daemonContext.js";
import { type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { rotateLog } from "./daemonLog.js";

/** The descriptor on which the session reports that it listens, or why it doesn't. */
export const REPORT_DESCRIPTOR = 3;
/** How often to look at a session that starts, and how long it may sleep meanwhile. */
const LOOK_INTERVAL_MS = 500;
/** It waits for the end of its predecessor. */
const MAX_IDLE_MS = 8000;
/** The reports other than a reason: it listens, or another session does. */
const spawnOutcomes = ["ready", "exists"] as const;

export type SpawnOutcome = (typeof spawnOutcomes)[number];

const LOG_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
/** Descriptors above this are not looked for. */
const MAX_DESCRIPTOR = 1023;
const MAX_FDINFO_BYTES = 64 * 1024;
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Resolves when the session listens, or when it has found that another one runs. Throws
 * `DaemonRefusal` if it doesn't start; one that does nothing is killed.
 */
export async function spawnDaemon(context: DaemonContext, files: DaemonFiles, timeoutMs: number): Promise<void> {
  const log = openLog(files.log);
  try {
    const child = spawnProcess(context, log);
    const ended = new Promise<string>((resolve) => {
      child.on("error", (error) => resolve(`it can't be started: ${errorMessage(error)}`));
      child.on("exit", (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}`));
    });
    const output = child.stdio[REPORT_DESCRIPTOR] as Readable;
    const watch = watchStart(child, timeoutMs);
    const report = (await Promise.race([readReport(output), watch.failure])) || (await ended);
    watch.end();
    output.destroy();
    // Only now: until its report or its end, nothing else may keep this process alive.
    child.removeAllListeners().unref();
    if (spawnOutcomes.some((each) => each === report)) return;
    throw new DaemonRefusal(
      `A session of ${context.workspace} didn't start: ${report.replace(/\.$/, "")}. Its log is ${files.log}.`,
    );
  } finally {
    closeSync(log);
  }
}

function spawnProcess(context: DaemonContext, log: number): ChildProcess {
  try {
    return spawn(process.execPath, [context.program ?? mainProgram(), ...words(context)], {
      detached: true,
      // It must not hold a folder, which may be deleted or unmounted.
      cwd: parse(process.execPath).root,
      env: { ...process.env, LSP_LOCATE_DAEMON: "off" },
      stdio: stdioWithLog(log),
      windowsHide: true,
    });
  } catch (error) {
    throw new DaemonRefusal(`A session can't be started: ${errorMessage(error)}.`);
  }
}

/** The words of the command line after the program; `daemon serve` reads them. */
function words({ key, workspace, options }: DaemonContext): readonly string[] {
  const flags = Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
  return ["daemon", "serve", key, `--root=${workspace}`, ...flags];
}

/** The bundler puts it next to this code. */
function mainProgram(): string {
  return fileURLToPath(new URL("./main.js", import.meta.url));
}

function openLog(path: string): number {
  try {
    rotateLog(path);
    return openSync(path, LOG_FLAGS, 0o600);
  } catch (error) {
    throw new DaemonRefusal(`The session's log can't be written: ${errorMessage(error)}.`);
  }
}

/**
 * Puts the log in place of descriptors that this process was started with and would pass on, such
 * as the lock of a `flock 200` in a shell script. Node closes only those up to 16.
 */
function stdioWithLog(log: number): StdioOptions {
  const replaced = inheritableDescriptors().filter((descriptor) => descriptor > REPORT_DESCRIPTOR);
  const stdio: ("ignore" | "pipe" | number)[] = ["ignore", log, log, "pipe"];
  for (const descriptor of replaced) stdio[descriptor] = log;
  return Array.from(stdio, (each) => each ?? "ignore");
}

/** Empty on systems without /proc; macOS passes on none. */
function inheritableDescriptors(): readonly number[] {
  try {
    const all = readdirSync("/proc/self/fd").map(Number);
    return all.filter((descriptor) => descriptor <= MAX_DESCRIPTOR && isInheritable(descriptor));
  } catch {
    return [];
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    const info = readTextSync(`/proc/self/fdinfo/${descriptor}`, { maxBytes: MAX_FDINFO_BYTES });
    return (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? "0", 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // that of the listing itself
  }
}

/** Resolves with the text up to the end; empty if there is none. */
async function readReport(output: Readable): Promise<string> {
  let text = "";
  try {
    for await (const chunk of output.setEncoding("utf8")) text += chunk;
  } catch {
    // Destroyed after a timeout.
  }
  return text.trim();
}

/** Resolves with why a session doesn't get to its report. One that does nothing is killed. */
function watchStart(child: ChildProcess, timeoutMs: number): { readonly failure: Promise<string>; end(): void } {
  let resolve: (reason: string) => void = () => {};
  const failure = new Promise<string>((resolveFailure) => {
    resolve = resolveFailure;
  });
  const reportTimeout = () => resolve(`it was not ready after ${Math.round(timeoutMs / 1000)} s`);
  const timer = setTimeout(reportTimeout, timeoutMs).unref();
  const reportInactive = (inactivity: Inactivity) => {
    child.kill("SIGKILL");
    resolve(inactivity === "stopped" ? "it was stopped" : `it did nothing for ${MAX_IDLE_MS / 1000} s`);
  };
  const looks = { intervalMs: LOOK_INTERVAL_MS, maxIdleMs: MAX_IDLE_MS, onInactive: reportInactive };
  const endWatch = child.pid === undefined ? () => {} : watchProcess(identityOf(child.pid), looks);
  return {
    failure,
    end() {
      clearTimeout(timer);
      endWatch();
    },
  };
}
