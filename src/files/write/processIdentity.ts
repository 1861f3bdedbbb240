/**
 * Which process has written a lock or a record, and whether it still runs. Ids of processes are
 * reused: a process is known by its id, its start, the namespace of the id and the boot of the
 * machine. The name of the host says nothing, since it changes with the network.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in the words of the platform; empty where that is unknown. */
  readonly start: string;
  /** The id of the boot; empty where boots have none. Absent in what older versions wrote. */
  readonly boot?: string;
  /**
   * The hash of the machine's id, empty where it has none: it tells another machine that shares the
   * folder from an earlier boot of this one. Older versions have written a name and the boot.
   */
  readonly machine: string;
  /** The namespace of the process id; empty where there are none. */
  readonly namespace: string;
}

/** "unknown" is a process on another machine, or one whose id means another process here. */
export type IdentityState = "running" | "ended" | "unknown";

export interface Processes {
  self(): ProcessIdentity;
  /** Whether the process may still run. */
  mayRun(process: ProcessIdentity): boolean;
}

/** What the system knows; tests pass their own. */
export interface ProcessTable {
  self(): ProcessIdentity;
  /** Returns the start of a process; undefined if none with that id runs. */
  startOf(pid: number): string | undefined;
  kill(pid: number, signal: NodeJS.Signals): void;
}

const systemTable: ProcessTable = {
  self,
  startOf: (pid) => (isRunning(pid) && !isZombie(pid) ? startOf(pid) : undefined),
  kill: (pid, signal) => void process.kill(pid, signal),
};

export const systemProcesses: Processes = { self, mayRun: (identity) => stateOf(identity) !== "ended" };

/** Returns what is known of a process. */
export function stateOf(identity: ProcessIdentity, table: ProcessTable = systemTable): IdentityState {
  const mine = table.self();
  const { pid, start, boot, machine, namespace } = withBoot(identity);
  const isOther = (one: string, other: string) => one !== "" && other !== "" && one !== other;
  if (isOther(boot, mine.boot ?? "")) return isOther(machine, mine.machine) ? "unknown" : "ended";
  if (namespace !== mine.namespace) return "unknown";
  const now = table.startOf(pid);
  if (now === undefined) return "ended";
  if (now === start) return "running";
  return now === "" || start === "" ? "unknown" : "ended";
}

/**
 * Signals a process if it runs and is the one that is meant. A signal that the system refuses has
 * no effect.
 */
export function signalProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  table: ProcessTable = systemTable,
): void {
  if (stateOf(identity, table) !== "running") return;
  try {
    table.kill(identity.pid, signal);
  } catch {
    // It has just ended, or belongs to another user.
  }
}

/** Whether two identities are those of one process. */
export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  const [left, right] = [withBoot(one), withBoot(other)];
  return (["pid", "start", "boot", "namespace"] as const).every((name) => left[name] === right[name]);
}

/** Returns the identity of a process of this machine and namespace; one that runs. */
export function identityOf(pid: number, table: ProcessTable = systemTable): ProcessIdentity {
  return { ...table.self(), pid, start: table.startOf(pid) ?? "" };
}

/** Reads what an older version has written: `<name of the host> <boot>` as the machine. */
function withBoot(identity: ProcessIdentity): ProcessIdentity & { readonly boot: string } {
  const { boot, machine } = identity;
  if (boot !== undefined) return { ...identity, boot };
  // It wrote starts in local time where `ps` tells them.
  const start = process.platform === "linux" ? identity.start : "";
  return { ...identity, start, boot: machine.split(" ")[1] ?? "", machine: "" };
}

let own: ProcessIdentity | undefined;

function self(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    start: startOf(process.pid),
    boot: bootId(),
    machine: machineId(),
    namespace: pidNamespace(),
  };
  return own;
}

export function isRunning(pid: number): boolean {
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

/** Returns the processor time of a process, in ticks; undefined on other systems than Linux. */
export function processorTimeOf(pid: number): number | undefined {
  const [user, system] = statFields(pid).slice(11, 13);
  return user === undefined ? undefined : Number(user) + Number(system);
}

/**
 * What a process is doing. "stopped": nothing, until SIGCONT. "waiting": it sleeps until something
 * happens. Undefined for one that is gone, and where the system doesn't tell.
 */
export type ProcessActivity = "stopped" | "waiting" | "working";

export function activityOf(pid: number): ProcessActivity | undefined {
  const letter = stateLetter(pid);
  if (letter === undefined || letter === "Z" || letter === "X") return undefined;
  if (letter === "T") return "stopped";
  return letter === "S" || letter === "I" ? "waiting" : "working";
}

/** Returns the processes that a process has started; none where the system doesn't tell them. */
export function childrenOf(pid: number): readonly number[] {
  const text = process.platform === "linux" ? readText(`/proc/${pid}/task/${pid}/children`) : "";
  return [...text.matchAll(/\d+/g)].map(Number);
}

/** Returns the letter of `ps` for the state of a process: `R`, `S`, `T` … */
function stateLetter(pid: number): string | undefined {
  if (process.platform === "linux") return statFields(pid)[0] || undefined;
  return outputOf("/bin/ps", ["-o", "state=", "-p", String(pid)], {})[0];
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
  // The words for a time depend on the locale and the time zone of who asks.
  return outputOf("/bin/ps", ["-o", "lstart=", "-p", String(pid)], { LC_ALL: "C", TZ: "UTC" });
}

function bootId(): string {
  if (process.platform === "linux") return readText("/proc/sys/kernel/random/boot_id").trim();
  return process.platform === "darwin" ? outputOf("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"], {}) : "";
}

/** The id itself should not be shown to others, see machine-id(5). */
function machineId(): string {
  const id = process.platform === "linux" ? readText("/etc/machine-id").trim() : "";
  return id === "" ? "" : createHash("sha256").update(`lsp-locate ${id}`).digest("hex").slice(0, 32);
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

/** Returns the output of a program without the white space around it; empty if it is missing. */
function outputOf(program: string, words: readonly string[], env: NodeJS.ProcessEnv): string {
  if (process.platform === "win32") return "";
  return spawnSync(program, words, { encoding: "utf8", env }).stdout?.trim() ?? "";
}
