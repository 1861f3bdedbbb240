/**
 * A server that has been stopped, as by SIGSTOP, answers nothing until it is continued, which may
 * be never. It is ended, as if it had died.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LocateError } from "../../error.js";
import { activityOf, childrenOf } from "../../files/write/processIdentity.js";
import { getOrInsert } from "../../text/list.js";

/** Elsewhere `ps` is started for each look. */
const LOOK_INTERVAL_MS = process.platform === "linux" ? 2000 : 4000;
/** A system that is short of memory may stop a process for a moment. */
const STOPPED_LOOKS = 2;
/** How long `ps` may take. */
const PS_TIMEOUT_MS = 10_000;

interface Watch {
  readonly pid: number;
  readonly onStopped: () => void;
  /** How many times in a row it was seen stopped. */
  looks: number;
}

const watches = new Set<Watch>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `onStopped` when the process, or one that it has started, is stopped. Returns a function
 * that ends the watch.
 */
export function watchForStop(pid: number, onStopped: () => void): () => void {
  const watch = { pid, onStopped, looks: 0 };
  watches.add(watch);
  timer ??= setInterval(() => void look(), LOOK_INTERVAL_MS).unref();
  return () => end(watch);
}

export function stoppedError(name: string): LocateError {
  return new LocateError(
    "backend_failed",
    `${name} was stopped, as by SIGSTOP, and was ended. Send the request again: it is started anew.`,
    { backend: name, reason: "stopped" },
  );
}

function end(watch: Watch): void {
  watches.delete(watch);
  if (watches.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Looks at all watched processes at once. */
async function look(): Promise<void> {
  const stopped = await stoppedProcesses([...watches].map(({ pid }) => pid));
  for (const watch of [...watches]) {
    watch.looks = stopped.has(watch.pid) ? watch.looks + 1 : 0;
    if (watch.looks < STOPPED_LOOKS) continue;
    end(watch);
    watch.onStopped();
  }
}

/**
 * Returns those of the processes that are stopped, as by SIGSTOP, or have started one that is; none
 * where the system doesn't tell. Elsewhere than on Linux, `ps` is started once.
 */
export async function stoppedProcesses(
  pids: readonly number[],
  platform: NodeJS.Platform = process.platform,
): Promise<ReadonlySet<number>> {
  if (platform === "win32") return new Set();
  const { isStopped, childrenOf } = platform === "linux" ? linuxTable : await readTable();
  const hasStopped = (pid: number): boolean => isStopped(pid) || childrenOf(pid).some(hasStopped);
  return new Set(pids.filter(hasStopped));
}

interface ProcessTable {
  isStopped(pid: number): boolean;
  /** Returns the processes that a process has started. */
  childrenOf(pid: number): readonly number[];
}

const linuxTable: ProcessTable = { isStopped: (pid) => activityOf(pid) === "stopped", childrenOf };

async function readTable(): Promise<ProcessTable> {
  const words = ["-A", "-o", "pid=,ppid=,state="];
  const { stdout } = await promisify(execFile)("/bin/ps", words, { timeout: PS_TIMEOUT_MS }).catch(() => ({
    stdout: "",
  }));
  const stopped = new Set<number>();
  const children = new Map<number, number[]>();
  for (const [, pid, parent, state] of stdout.matchAll(/^ *(\d+) +(\d+) +(\S)/gm)) {
    if (state === "T") stopped.add(Number(pid));
    getOrInsert(children, Number(parent), () => []).push(Number(pid));
  }
  return { isStopped: (pid) => stopped.has(pid), childrenOf: (pid) => children.get(pid) ?? [] };
}
