/** The guard process by itself: its lines, its shells, and what it leaves alone. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SHELL_GUARD } from "../../../src/backend/guard/guard.js";
import { buildCommand } from "../../buildCommand.js";
import { testIf } from "../../jest.js";
import { canFindLeftovers, createMarker } from "../../leftovers.js";

const LIMIT_MS = 9_000;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

type GuardCommand = readonly [program: string, ...words: string[]];

/** The guard in every shell that is installed, and the one without a shell. */
const guards: Readonly<Record<string, () => Promise<GuardCommand>>> = {
  sh: async () => ["/bin/sh", "-c", SHELL_GUARD],
  dash: async () => ["dash", "-c", SHELL_GUARD],
  bash: async () => ["bash", "--posix", "-c", SHELL_GUARD],
  ksh: async () => ["ksh", "-c", SHELL_GUARD],
  busybox: async () => ["busybox", "sh", "-c", SHELL_GUARD],
  node: async () => [process.execPath, join(dirname(await buildCommand()), "nodeGuard.js")],
};
const installed = Object.keys(guards).filter((name) => spawnSync(name, ["-c", ":"]).error === undefined);

async function startGuard([program, ...words]: GuardCommand, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, words, {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
    env: { ...process.env, ...env },
  });
  children.push(child);
  const ended = once(child, "exit");
  return {
    child,
    send: (line: string) => child.stdin.write(`${line}\n`),
    end: () => {
      child.stdin.end();
      return ended;
    },
    ended,
  };
}

/** Starts a process that leads a group, and that only SIGKILL ends. */
async function startGroup(): Promise<{ readonly pid: number; readonly exited: Promise<unknown[]> }> {
  const script = "trap '' TERM INT; echo up; while :; do sleep 1; done";
  const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  children.push(child);
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  return { pid: child.pid as number, exited };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const terminalSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Resolves when a process ignores or handles all signals of a terminal. */
async function hasHandlers(pid: number): Promise<void> {
  const isHandled = () => {
    const masks = [...readFileSync(`/proc/${pid}/status`, "utf8").matchAll(/^Sig(?:Ign|Cgt):\s*(\w+)/gm)];
    const handled = masks.reduce((all, [, mask]) => all | BigInt(`0x${mask}`), 0n);
    return terminalSignals.every((name) => (handled >> BigInt(constants.signals[name] - 1)) & 1n);
  };
  while (!isHandled()) await pause(10);
}

describe.each(installed)("A guard in %s", (name) => {
  const command = guards[name] as () => Promise<GuardCommand>;

  test("ends the groups that were added and not removed, at the end of its input", async () => {
    const [kept, removed, ended] = await Promise.all([startGroup(), startGroup(), startGroup()]);
    const guard = await startGuard(await command());
    for (const { pid } of [kept, removed, ended]) guard.send(`add ${pid}`);
    guard.send(`remove ${removed.pid}`);
    const [[code]] = await Promise.all([guard.end(), kept.exited, ended.exited]);
    expect(code).toBe(0);
    expect(isRunning(removed.pid)).toBe(true);
  });

  testIf(existsSync("/proc/self/status"), "needs Linux")("goes on after the signals of a terminal", async () => {
    const group = await startGroup();
    const guard = await startGuard(await command());
    guard.send(`add ${group.pid}`);
    guard.send("add 999999999");
    await hasHandlers(guard.child.pid as number);
    for (const signal of terminalSignals) guard.child.kill(signal);
    await Promise.all([guard.end(), group.exited]);
  });

  test("ends at once without groups", async () => {
    const guard = await startGuard(await command());
    expect(await guard.end()).toEqual([0, null]);
  });

  test("kills its parent after the time for the end", async () => {
    const program = JSON.stringify(await command());
    const script = `const [program, ...words] = ${program};
      const guard = require("child_process").spawn(program, words, { stdio: ["pipe", "ignore", "ignore"], detached: true });
      guard.stdin.write("end 1\\n");
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    children.push(parent);
    expect(await once(parent, "exit", { signal: AbortSignal.timeout(LIMIT_MS) })).toEqual([null, "SIGKILL"]);
  });

  testIf(existsSync("/proc/self/stat"), "needs Linux")("does not kill its parent while that works", async () => {
    const program = JSON.stringify(await command());
    const script = `const [program, ...words] = ${program};
      const guard = require("child_process").spawn(program, words, { stdio: ["pipe", "ignore", "ignore"], detached: true });
      guard.stdin.write("end 1\\n");
      for (const end = Date.now() + 4000; Date.now() < end; );
      process.exit(7);`;
    const parent = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    children.push(parent);
    expect(await once(parent, "exit")).toEqual([7, null]);
  });

  test("does not kill its parent if its input ends in time, and leaves no timer", async () => {
    const marker = createMarker();
    const guard = await startGuard(await command(), marker.env);
    guard.send("end 60");
    const hasTimer = () => marker.processes().some((line) => line.endsWith("sleep 60"));
    if (canFindLeftovers && name !== "node") while (!hasTimer()) await pause(10);
    expect(await guard.end()).toEqual([0, null]);
    if (canFindLeftovers) expect(await marker.gone(LIMIT_MS)).toEqual([]);
  });
});

test("A group whose leader was started at another time is left alone, as its id is used again", async () => {
  const group = await startGroup();
  const guard = await startGuard(["/bin/sh", "-c", SHELL_GUARD.replace("$value/$started", "$value/1")]);
  guard.send(`add ${group.pid}`);
  expect(await guard.end()).toEqual([0, null]);
  expect(isRunning(group.pid)).toBe(true);
});
