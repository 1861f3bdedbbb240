/** Time as a process has it: on a busy machine, threads are slow without being hung. */

import { processorTimeOf } from "./processIdentity.js";

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
