/**
 * The ways in which a session ends from outside: a signal, the end of the client's streams, the end
 * of its process.
 */

import { identityOf, systemProcesses } from "../../files/write/processIdentity.js";

/** The signals that ask this process to end. */
const END_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export type EndSignalName = (typeof END_SIGNALS)[number];

/** How often to check whether the client's process still runs. */
const CLIENT_POLL_INTERVAL_MS = 3000;

/** Calls `listener` at each signal that asks this process to end; the process itself goes on. */
export function onEndSignal(listener: (signal: EndSignalName) => void): void {
  for (const signal of END_SIGNALS) process.on(signal, () => listener(signal));
}

/** Resolves at the first signal; a second one of the same kind ends the process. */
export function firstEndSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of END_SIGNALS) process.once(signal, () => resolve());
  });
}

/** Resolves when the client closes our input. */
export function inputEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
  });
}

/** Resolves when the client no longer reads our output. */
export function outputEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.on("error", () => resolve());
  });
}

/** Resolves when `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Stops a session at a signal, or when the client's process (`--clientProcessId`) has ended. */
export function stopWithClient(stop: () => void, clientProcessId: string | undefined): void {
  onEndSignal(stop);
  pollClientProcess(Number(clientProcessId), stop);
}

/** A killed client can't close our input while another process holds it open too. */
export function pollClientProcess(pid: number, onExit: () => void): void {
  if (!Number.isInteger(pid) || pid <= 0) return;
  const client = identityOf(pid);
  const timer = setInterval(() => {
    if (systemProcesses.mayRun(client)) return;
    clearInterval(timer);
    onExit();
  }, CLIENT_POLL_INTERVAL_MS).unref();
}
