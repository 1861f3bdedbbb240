/**
 * A server that has been stopped, as by SIGSTOP, answers nothing until it is continued, which may
 * be never. It is ended, as if it had died.
 */

import { LocateError } from "../../error.js";
import { activityOf, childrenOf } from "../../files/write/processIdentity.js";

/** Elsewhere `ps` is started for each look. */
const LOOK_INTERVAL_MS = process.platform === "linux" ? 2000 : 4000;
/** A system that is short of memory may stop a process for a moment. */
const STOPPED_LOOKS = 2;

/**
 * Calls `onStopped` when the process or, on Linux, one that it has started is stopped. Returns a
 * function that ends the watch.
 */
export function watchForStop(pid: number, onStopped: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = isStopped(pid) ? looks + 1 : 0;
    if (looks < STOPPED_LOOKS) return;
    clearInterval(timer);
    onStopped();
  }, LOOK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

export function stoppedError(name: string): LocateError {
  return new LocateError(
    "backend_failed",
    `${name} was stopped, as by SIGSTOP, and was ended. Send the request again: it is started anew.`,
    { backend: name, reason: "stopped" },
  );
}

function isStopped(pid: number): boolean {
  return activityOf(pid) === "stopped" || childrenOf(pid).some(isStopped);
}
