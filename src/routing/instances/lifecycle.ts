/**
 * The life of one backend: whether it may be spoken to, whether it is to be started, and when it stays down. It is only
 * the table; who starts processes and waits for pauses reads off it what to do.
 *
 *                idle       starting    running     restarting  gave up,    ended
 *                                                               refused
 *   needed       starting   ·           ·           ·           ·           ·
 *   initialized  ·          running     ·           ·           ·           ·
 *   answered     ·          ·           failures: 0   ·           ·           ·
 *   died         ·          a death     a death     ·           ·           ·
 *   refused      ·          refused     ·           ·           ·           ·
 *   pauseOver    ·          ·           ·           starting    ·           ·
 *   changed      ·          ·           ·           ·           restarting  ·
 *   end          ended      ended       ended       ended       ended       ·
 *
 * A dot leaves everything as it is: such an event comes late, from a run that is over, or tells nothing new.
 *
 * A death counts only before the first answer of that run. After it, and up to the fourth in a row, it is `restarting`; from
 * the fifth on it has given up.
 *
 * Invariant: between two answers there are at most five starts, and one more for each `changed`.
 */

/** `failures` are those in a row, without an answer to anybody's request between them. */
export type LifecycleState =
  /** Nobody has needed it yet. */
  | { readonly kind: "idle" }
  /** Its process is being started, or has not answered `initialize` yet: what is for it waits. */
  | { readonly kind: "starting"; readonly failures: number }
  | { readonly kind: "running"; readonly failures: number; readonly hasResponded: boolean }
  /** It is down, and starts again in `pauseMs` milliseconds: what is for it waits. */
  | { readonly kind: "restarting"; readonly failures: number; readonly pauseMs: number }
  /** It is down and stays so: what is for it is answered `backend_failed`. */
  | { readonly kind: "stopped"; readonly why: "gave up" | "refused" | "ended"; readonly failures: number };

export type LifecycleEvent =
  /** A message wants it. */
  | "startRequested"
  /** It has answered `initialize`, and may be spoken to. */
  | "initialized"
  /** It has answered a request of anybody's. */
  | "responded"
  /** Its process is gone, or could not be started this time. */
  | "exited"
  /**
   * Starting it again would change nothing: it answered `initialize` with an error, insists on another encoding than
   * utf-16, or its program is not there. Its process is to be ended by who says so.
   */
  | "refused"
  /** The pause of `restarting` is over. */
  | "pauseElapsed"
  /** Its entry in servers.json has changed, or a document of it has changed or was opened. */
  | "changed"
  /** It is not wanted any more: nothing starts it again. */
  | "end";

export const idleState: LifecycleState = { kind: "idle" };

/** What becomes of it. The same object where nothing does. */
export function nextState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  switch (event) {
    case "startRequested":
      return state.kind === "idle" ? { kind: "starting", failures: 0 } : state;
    case "initialized":
      return state.kind === "starting" ? { kind: "running", failures: state.failures, hasResponded: false } : state;
    case "responded":
      if (state.kind !== "running" || state.hasResponded) return state;
      return { kind: "running", failures: 0, hasResponded: true };
    case "exited":
      if (state.kind === "running" && state.hasResponded) return restarting(0);
      return state.kind === "starting" || state.kind === "running" ? afterFailure(state.failures + 1) : state;
    case "refused":
      return state.kind === "starting" ? { kind: "stopped", why: "refused", failures: state.failures + 1 } : state;
    case "pauseElapsed":
      return state.kind === "restarting" ? { kind: "starting", failures: state.failures } : state;
    case "changed":
      // Its failures stay counted: the next one before an answer stops it again, and as every key that a user presses is a
      // change, the pauses go on growing.
      return state.kind === "stopped" && state.why !== "ended" ? restarting(state.failures) : state;
    case "end":
      return state.kind === "stopped" && state.why === "ended" ? state : { kind: "stopped", why: "ended", failures: 0 };
  }
}

/** So many failures in a row, and it stays down. */
const MAX_FAILURES = 5;

function afterFailure(failures: number): LifecycleState {
  return failures < MAX_FAILURES ? restarting(failures) : { kind: "stopped", why: "gave up", failures };
}

function restarting(failures: number): LifecycleState {
  return { kind: "restarting", failures, pauseMs: Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) };
}

/** After a death that does not count. Each that does doubles it. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 10_000;
