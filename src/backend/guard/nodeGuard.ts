/**
 * The guard process for systems without `/bin/sh`: Windows, and containers without a shell. It
 * reads the same lines as the shell script.
 */

import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { identityOf, type ProcessIdentity, processorTimeOf } from "../../files/write/processIdentity.js";
import { minOf } from "../../text/list.js";
import { isGroupEmpty, signalGroup, systemProgram } from "./groupSignals.js";

const isWindows = process.platform === "win32";
const POLL_INTERVAL_MS = 100;
/** The time for a group to end by itself, and then after SIGTERM; less if it has had its time. */
const GRACE_MS = 1000;
const GRACE_AFTER_END_MS = 300;
const LIST_TIMEOUT_MS = 10_000;
/** How much earlier than its line a group may have been started. */
const START_TOLERANCE_MS = 5_000;

const parent = process.ppid;

interface Group {
  /** The time of its line. */
  readonly addedAt: number;
  readonly leader: ProcessIdentity | undefined;
}

/** By the ids of their leaders. */
const groups = new Map<number, Group>();
let graceMs = GRACE_MS;
let timer: NodeJS.Timeout | undefined;

for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const) process.on(signal, () => {});
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [verb, value] = line.split(" ");
  const number = Number(value);
  if (verb === "add") groups.set(number, { addedAt: Date.now(), leader: isWindows ? undefined : identityOf(number) });
  else if (verb === "remove") groups.delete(number);
  else if (verb === "end") {
    graceMs = GRACE_AFTER_END_MS;
    timer ??= setTimeout(() => killStuckParent(number * 9), number * 1000);
  }
});
lines.on("close", async () => {
  clearTimeout(timer);
  if (isWindows) {
    endTrees();
  } else {
    await awaitGroups();
    for (const group of groups.keys()) signalGroup(group, "SIGTERM");
    await awaitGroups();
    for (const group of groups.keys()) signalGroup(group, "SIGKILL");
  }
  process.exit();
});

/**
 * Kills the process that started this one when it has used no processor time for a second, or after
 * that many seconds.
 */
function killStuckParent(seconds: number): void {
  const before = processorTimeOf(parent);
  timer = setTimeout(() => {
    const now = processorTimeOf(parent);
    if (seconds <= 1 || now === undefined || now === before) killParent();
    else killStuckParent(seconds - 1);
  }, 1000);
}

/** Kills the process that started this one; it has ended if another process is the parent now. */
function killParent(): void {
  if (isWindows || process.ppid === parent) process.kill(parent, "SIGKILL");
}

async function awaitGroups(): Promise<void> {
  for (const end = Date.now() + graceMs; ; await pause(POLL_INTERVAL_MS)) {
    for (const [pid, group] of groups) if (!isOurs(pid, group)) groups.delete(pid);
    if (groups.size === 0 || Date.now() > end) return;
  }
}

/**
 * Whether a group has members and is the one that was added. An id is not reused while a group of
 * it has members: if it has a leader, that is the one from then.
 */
function isOurs(pid: number, { leader }: Group): boolean {
  if (isGroupEmpty(pid)) return false;
  const now = identityOf(pid).start;
  return now === "" || leader === undefined || now === leader.start;
}

/**
 * Ends process trees on Windows. Node's children end with it there, but not their own children,
 * which `taskkill /T` does not find once their parent is gone. A process keeps the id of its
 * parent.
 */
function endTrees(): void {
  if (groups.size === 0) return;
  const startedAt = minOf([...groups.values()].map(({ addedAt }) => addedAt)) - START_TOLERANCE_MS;
  const pids = new Set(groups.keys());
  // An older process has the id of another parent, which is used again.
  const processes = listProcesses().filter(({ pid, createdAt }) => pid !== process.pid && createdAt > startedAt);
  // A parent may be listed after its children: repeat until nothing is added.
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const { pid, parentPid } of processes) if (pids.has(parentPid)) pids.add(pid);
  }
  try {
    const words = [...pids].flatMap((pid) => ["/PID", String(pid)]);
    execFileSync(systemProgram("taskkill.exe"), ["/T", "/F", ...words], { stdio: "ignore", windowsHide: true });
  } catch {
    // It fails if one of them has already ended.
  }
}

interface WindowsProcess {
  readonly pid: number;
  readonly parentPid: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Lists all processes of the system; empty if PowerShell is missing. */
function listProcesses(): readonly WindowsProcess[] {
  const createdAt = "([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()";
  const line = `"$($_.ProcessId) $($_.ParentProcessId) $(${createdAt})"`;
  const script = `Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object { ${line} }`;
  try {
    const output = execFileSync(
      systemProgram("WindowsPowerShell\\v1.0\\powershell.exe"),
      ["-NoProfile", "-NonInteractive", "-Command", script],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        timeout: LIST_TIMEOUT_MS,
        windowsHide: true,
      },
    );
    return output.split(/\r?\n/).flatMap((row) => {
      const [pid, parentPid, createdAt] = row.split(" ").map(Number);
      return pid && parentPid && createdAt ? [{ pid, parentPid, createdAt }] : [];
    });
  } catch {
    return [];
  }
}
