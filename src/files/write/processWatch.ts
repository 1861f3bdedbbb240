/**
 * Watches a process from which something is expected, and its time: on a busy machine, threads are
 * slow without being hung.
 */

import { activityOf, type ProcessIdentity, processorTimeOf, stateOf } from "./processIdentity.js";

/** Why nothing is to be expected of a process any more. */
export type Inactivity =
  /** As by SIGSTOP. */
  | "stopped"
  /** It has slept all the time, and used no processor. */
  | "idle";

export interface ProcessWatchOptions {
  /** How often to look, the first time after one interval. */
  readonly intervalMs: number;
  /** How long it may sleep; without it, for ever. */
  readonly maxIdleMs?: number | undefined;
  /** Called once. The watch has ended then. */
  readonly onInactive: (inactivity: Inactivity) => void;
}

/** A tracer, or a system that is short of memory, may stop a process for a moment. */
const STOPPED_LOOKS = 2;

/**
 * Returns a function that ends the watch, which doesn't keep this process alive. Looks are counted,
 * not the time: a busy machine may keep this process waiting as well.
 */
export function watchProcess(
  identity: ProcessIdentity,
  { intervalMs, maxIdleMs = Number.POSITIVE_INFINITY, onInactive }: ProcessWatchOptions,
): () => void {
  const { pid } = identity;
  let stoppedLooks = 0;
  let idleLooks = 0;
  let usedTime = processorTimeOf(pid);
  const timer = setInterval(() => {
    const activity = stateOf(identity) === "running" ? activityOf(pid) : undefined;
    const now = processorTimeOf(pid);
    stoppedLooks = activity === "stopped" ? stoppedLooks + 1 : 0;
    idleLooks = activity === "waiting" && now === usedTime ? idleLooks + 1 : 0;
    usedTime = now;
    if (stoppedLooks < STOPPED_LOOKS && idleLooks * intervalMs < maxIdleMs) return;
    clearInterval(timer);
    onInactive(stoppedLooks < STOPPED_LOOKS ? "idle" : "stopped");
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** How much slower than usual a busy machine may be. */
const MAX_SLOWDOWN = 6;
/** Of the times in `/proc`, on every Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Starts a clock that runs as fast as the threads of a process, by default this one, use the
 * processor, at most as real time, and at least at a sixth of it: a thread that waits for a file
 * system uses none. For another process, it is real time on other systems than Linux.
 */
export function startWorkClock(pid = process.pid): () => number {
  const startedAt = performance.now();
  const usedMs = pid === process.pid ? ownProcessorMs : () => ticksToMs(processorTimeOf(pid));
  const usedBefore = usedMs();
  return () => {
    const elapsedMs = performance.now() - startedAt;
    const usedNow = usedMs();
    if (usedNow === undefined || usedBefore === undefined) return elapsedMs;
    return Math.min(elapsedMs, Math.max(usedNow - usedBefore, elapsedMs / MAX_SLOWDOWN));
  };
}

function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function ticksToMs(ticks: number | undefined): number | undefined {
  return ticks === undefined ? undefined : (ticks * 1000) / TICKS_PER_SECOND;
}
