/** Time as this process has it: on a busy machine, threads are slow without being hung. */

/** How much slower than usual a busy machine may be. */
const MAX_SLOWDOWN = 6;

/**
 * Starts a clock that runs as fast as the threads of the process use the processor, at most as real
 * time, and at least at a sixth of it: a thread that waits for a file system uses none.
 */
export function startWorkClock(): () => number {
  const startedAt = performance.now();
  const usage = process.cpuUsage();
  return () => {
    const elapsedMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(usage);
    return Math.min(elapsedMs, Math.max((user + system) / 1000, elapsedMs / MAX_SLOWDOWN));
  };
}
