/**
 * The life of one backend: whether it may be spoken to, whether it is to be started, and when it stays down. It is only
 * the table; who starts processes and waits for pauses reads off it what to do.
 *
 *                idle       starting    running     restarting  gave up,    ended
 *                                                               refused
 *   needed       starting   ·           ·           ·           ·           ·
 *   initialized  ·          running     ·           ·           ·           ·
 *   answered     ·          ·           deaths: 0   ·           ·           ·
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

/** `deaths` are those in a row, without an answer to anybody's request between them. */
export type LifecycleState =
  /** Nobody has needed it yet. */
  | { readonly kind: "idle" }
  /** Its process is being started, or has not answered `initialize` yet: what is for it waits. */
  | { readonly kind: "starting"; readonly deaths: number }
  | { readonly kind: "running"; readonly deaths: number; readonly hasAnswered: boolean }
  /** It is down, and starts again in `pauseMs` milliseconds: what is for it waits. */
  | { readonly kind: "restarting"; readonly deaths: number; readonly pauseMs: number }
  /** It is down and stays so: what is for it is answered `backend_failed`. */
  | { readonly kind: "stopped"; readonly why: "gave up" | "refused" | "ended"; readonly deaths: number };

export type LifecycleEvent =
  /** A message wants it. */
  | "needed"
  /** It has answered `initialize`, and may be spoken to. */
  | "initialized"
  /** It has answered a request of anybody's. */
  | "answered"
  /** Its process is gone, or could not be started this time. */
  | "died"
  /**
   * Starting it again would change nothing: it answered `initialize` with an error, insists on another encoding than
   * utf-16, or its program is not there. Its process is to be ended by who says so.
   */
  | "refused"
  /** The pause of `restarting` is over. */
  | "pauseOver"
  /** Its entry in servers.json has changed, or a document of it has changed or was opened. */
  | "changed"
  /** It is not wanted any more: nothing starts it again. */
  | "end";

export const idleState: LifecycleState = { kind: "idle" };

/** What becomes of it. The same object where nothing does. */
export function nextState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  switch (event) {
    case "needed":
      return state.kind === "idle" ? { kind: "starting", deaths: 0 } : state;
    case "initialized":
      return state.kind === "starting" ? { kind: "running", deaths: state.deaths, hasAnswered: false } : state;
    case "answered":
      if (state.kind !== "running" || state.hasAnswered) return state;
      return { kind: "running", deaths: 0, hasAnswered: true };
    case "died":
      if (state.kind === "running" && state.hasAnswered) return restarting(0);
      return state.kind === "starting" || state.kind === "running" ? afterDeath(state.deaths + 1) : state;
    case "refused":
      return state.kind === "starting" ? { kind: "stopped", why: "refused", deaths: state.deaths + 1 } : state;
    case "pauseOver":
      return state.kind === "restarting" ? { kind: "starting", deaths: state.deaths } : state;
    case "changed":
      // Its deaths stay counted: the next one before an answer stops it again, and as every key that a user presses is a
      // change, the pauses go on growing.
      return state.kind === "stopped" && state.why !== "ended" ? restarting(state.deaths) : state;
    case "end":
      return state.kind === "stopped" && state.why === "ended" ? state : { kind: "stopped", why: "ended", deaths: 0 };
  }
}

/** So many deaths in a row, and it stays down. */
const MAX_DEATHS = 5;

function afterDeath(deaths: number): LifecycleState {
  return deaths < MAX_DEATHS ? restarting(deaths) : { kind: "stopped", why: "gave up", deaths };
}

function restarting(deaths: number): LifecycleState {
  return { kind: "restarting", deaths, pauseMs: Math.min(MIN_PAUSE_MS * 2 ** deaths, MAX_PAUSE_MS) };
}

/** After a death that does not count. Each that does doubles it. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 10_000;
