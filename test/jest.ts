/** What jest lacks: clean-up at the end of a test, skipping with a reason, and waiting. */

import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const cleanups: (() => unknown)[] = [];

/** Calls a function at the end of the running test, after its `afterEach` hooks, last one first. */
export function afterTest(cleanUp: () => unknown): void {
  cleanups.push(cleanUp);
}

/** Called by the runner. Rejects with the first failure, after all calls. */
export async function endTest(): Promise<void> {
  const failures: unknown[] = [];
  for (let cleanUp = cleanups.pop(); cleanUp; cleanUp = cleanups.pop()) {
    try {
      await cleanUp();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Sets an environment variable, or removes it, until the end of the test. */
export function setEnv(name: string, value: string | undefined): void {
  const before = process.env[name];
  assignEnv(name, value);
  afterTest(() => assignEnv(name, before));
}

function assignEnv(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

const fakeable = [
  ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate"] as const),
  ...(["Date", "hrtime", "nextTick", "performance", "queueMicrotask"] as const),
];

/**
 * Replaces only these timers, until the end of the test or `jest.useRealTimers()`. The machine is
 * idle as far as deadlines know.
 */
export function useFakeTimersFor(...names: readonly (typeof fakeable)[number][]): void {
  jest.spyOn(os, "loadavg").mockReturnValue([0, 0, 0]);
  jest.useFakeTimers({ doNotFake: fakeable.filter((name) => !names.includes(name)) });
}

/** Makes the process get this share of a processor until the end of the test, in fake time. */
export function useProcessor(share: number): void {
  const spy = jest.spyOn(process, "cpuUsage").mockImplementation((before) => {
    return { user: performance.now() * 1000 * share - (before?.user ?? 0), system: 0 };
  });
  afterTest(() => spy.mockRestore());
}

/** Thrown to skip the running test. */
export class Skip extends Error {}

/** Skips the rest of the running test. The reason is a part of the title in the report. */
export function skip(reason: string): never {
  throw new Skip(reason);
}

/** Returns `test`, or what skips a test if the condition does not hold, and says why. */
export function testIf(condition: boolean, reason: string): typeof test {
  return condition ? test : withReason(test.skip, reason);
}

/** Returns `describe`, or what skips a block of tests if the condition does not hold. */
export function describeIf(condition: boolean, reason: string): typeof describe {
  return condition ? describe : withReason(describe.skip, reason);
}

type Definition = (title: string, ...rest: readonly unknown[]) => unknown;

function withReason<T extends typeof test | typeof describe>(define: unknown, reason: string): T {
  const addReason =
    (inner: Definition) =>
    (title: string, ...rest: readonly unknown[]) =>
      inner(`${title} (skipped: ${reason})`, ...rest);
  const { each } = define as { each: (...table: readonly unknown[]) => Definition };
  return Object.assign(addReason(define as Definition), {
    each: (...table: readonly unknown[]) => addReason(each(...table)),
  }) as unknown as T;
}

const POLL_INTERVAL_MS = 50;

/** Calls a function until it throws no error. After the timeout, rejects with the last error. */
export async function waitFor<T>(check: () => T | Promise<T>, timeoutMs: number): Promise<T> {
  for (const end = performance.now() + timeoutMs; ; await pause(POLL_INTERVAL_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
