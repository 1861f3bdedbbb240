/** Watches a process from which something is expected. */

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
