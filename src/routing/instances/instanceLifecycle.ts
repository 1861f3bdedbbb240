/**
 * The lifecycle of a backend instance as a table: when it is started, when it takes messages, when
 * it stays down. BackendInstance performs the transitions.
 *
 *                    idle       starting    running        restarting  gave up,    ended
 *                                                                      refused
 *   startRequested   starting   ·           ·              ·           ·           ·
 *   initialized      ·          running     ·              ·           ·           ·
 *   responded        ·          ·           failures: 0    ·           ·           ·
 *   exited           ·          a failure   a failure      ·           ·           ·
 *   refused          ·          refused     ·              ·           ·           ·
 *   pauseElapsed     ·          ·           ·              starting    ·           ·
 *   changed          ·          ·           ·              ·           restarting  ·
 *   released         ·          a failure   idle           ·           ·           ·
 *   switched         ·          ·           restarting     ·           ·           ·
 *   end              ended      ended       ended          ended       ended       ·
 *
 * A dot means no change: such an event is late, from an earlier process, or says nothing new.
 *
 * An exit or a release counts as a failure only before the first response of that process. After a
 * response, and up to the fourth failure in a row, the next state after an exit is `restarting`; at
 * the fifth it is "gave up".
 *
 * Invariant: between two responses there are at most five starts, and one more for each `changed`
 * or `switched`.
 */

/** `failures` are exits in a row without a response to any request between them. */
export type LifecycleState =
  /** Not needed so far. */
  | { readonly kind: "idle" }
  /**
   * Its process is being started, or has not responded to `initialize` yet. Messages are queued.
   */
  | { readonly kind: "starting"; readonly failures: number }
  | { readonly kind: "running"; readonly failures: number; readonly hasResponded: boolean }
  /** Down for `pauseMs`, and then started again. Messages are queued. */
  | { readonly kind: "restarting"; readonly failures: number; readonly pauseMs: number }
  /** Down for good. Requests are answered with `backend_failed`. */
  | { readonly kind: "stopped"; readonly why: "gave up" | "refused" | "ended"; readonly failures: number };

export type LifecycleEvent =
  /** There is a message for it. */
  | "startRequested"
  /** It has responded to `initialize`, and takes messages. */
  | "initialized"
  /** It has responded to a request of the client or of the proxy. */
  | "responded"
  /** Its process has exited, or could not be started this time. */
  | "exited"
  /**
   * Another start would fail in the same way: it has answered `initialize` with an error, insists
   * on an encoding other than utf-16, or its program is missing. The caller ends the process.
   */
  | "refused"
  /** The pause of `restarting` is over. */
  | "pauseElapsed"
  /** Its entry in servers.json has changed, or one of its documents was opened or changed. */
  | "changed"
  /** Its process, which is shared, has been ended by those who run it. */
  | "released"
  /** It goes on with another process: its own, or a shared one. */
  | "switched"
  /** It is not needed any more, and is never started again. */
  | "end";

export const idleState: LifecycleState = { kind: "idle" };

/** Returns the next state; the same object if nothing changes. */
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
      // The failures stay counted: the next one before a response stops it again. As each key press
      // is a change, the pauses must go on growing.
      return state.kind === "stopped" && state.why !== "ended" ? restarting(state.failures) : state;
    case "released":
      return state.kind === "running" && state.hasResponded ? idleState : nextState(state, "exited");
    case "switched":
      return state.kind === "running" ? restarting(state.failures) : state;
    case "end":
      return state.kind === "stopped" && state.why === "ended" ? state : { kind: "stopped", why: "ended", failures: 0 };
  }
}

/** After this many failures in a row it stays down. */
const MAX_FAILURES = 5;

function afterFailure(failures: number): LifecycleState {
  return failures < MAX_FAILURES ? restarting(failures) : { kind: "stopped", why: "gave up", failures };
}

function restarting(failures: number): LifecycleState {
  return { kind: "restarting", failures, pauseMs: Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) };
}

/** The pause after an exit that is not a failure. Each failure doubles it. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 10_000;

/** After this many failures in a row, another server is used instead. */
const FAILURES_TO_GIVE_WAY = 2;

/** Whether another server should be used instead of one that has never responded. */
export function shouldGiveWay(next: LifecycleState): boolean {
  if (next.kind === "stopped") return next.why !== "ended";
  return next.kind === "restarting" && next.failures >= FAILURES_TO_GIVE_WAY;
}
