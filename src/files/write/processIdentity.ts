/** Which process holds a lock, and whether it still runs. */

import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export interface ProcessIdentity {
  readonly pid: number;
  /** When the process was started, in the words of the platform; ids are reused. */
  readonly start: string;
  /** The boot of the machine, or its name where boots have no id. */
  readonly machine: string;
  /** The namespace of the process id; empty where there are none. */
  readonly namespace: string;
}

export interface Processes {
  self(): ProcessIdentity;
  /** Whether the process may still run. */
  mayRun(process: ProcessIdentity): boolean;
}

export const systemProcesses: Processes = { self, mayRun };

let own: ProcessIdentity | undefined;

function self(): ProcessIdentity {
  own ??= { pid: process.pid, start: startOf(process.pid), machine: machineId(), namespace: pidNamespace() };
  return own;
}

function mayRun({ pid, start, machine, namespace }: ProcessIdentity): boolean {
  const mine = self();
  // Another boot of the same machine, or another machine that shares the folder.
  if (machine !== mine.machine) return !isSameHost(machine, mine.machine);
  // Process ids of other containers are unknown here.
  if (namespace !== mine.namespace) return true;
  if (!isRunning(pid) || isZombie(pid)) return false;
  const now = startOf(pid);
  return now === "" || start === "" || now === start;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process that may not be signalled is running.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/**
 * Whether it has ended and its parent has not asked how. In a container without an init process it
 * remains in that state.
 */
function isZombie(pid: number): boolean {
  return process.platform === "linux" && statFields(pid)[0] === "Z";
}

/** Returns the third field of the process's status, its state, and those after it. */
function statFields(pid: number): readonly string[] {
  const stat = readText(`/proc/${pid}/stat`);
  // The name of the program is in parentheses and may contain spaces.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Empty where it is unknown. */
function startOf(pid: number): string {
  // Field 22.
  if (process.platform === "linux") return statFields(pid)[19] ?? "";
  if (process.platform === "win32") return "";
  return spawnSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

function machineId(): string {
  return `${hostname()} ${readText("/proc/sys/kernel/random/boot_id").trim()}`;
}

function isSameHost(one: string, other: string): boolean {
  return one.split(" ")[0] === other.split(" ")[0];
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
