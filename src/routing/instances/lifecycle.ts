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
export type Life =
  /** Nobody has needed it yet. */
  | { readonly kind: "idle" }
  /** Its process is being started, or has not answered `initialize` yet: what is for it waits. */
  | { readonly kind: "starting"; readonly deaths: number }
  | { readonly kind: "running"; readonly deaths: number; readonly hasAnswered: boolean }
  /** It is down, and starts again in `pauseMs` milliseconds: what is for it waits. */
  | { readonly kind: "restarting"; readonly deaths: number; readonly pauseMs: number }
  /** It is down and stays so: what is for it is answered `backend_failed`. */
  | { readonly kind: "stopped"; readonly why: "gave up" | "refused" | "ended"; readonly deaths: number };

export type LifeEvent =
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

export const idle: Life = { kind: "idle" };

/** What becomes of it. The same object where nothing does. */
export function after(life: Life, event: LifeEvent): Life {
  switch (event) {
    case "needed":
      return life.kind === "idle" ? { kind: "starting", deaths: 0 } : life;
    case "initialized":
      return life.kind === "starting" ? { kind: "running", deaths: life.deaths, hasAnswered: false } : life;
    case "answered":
      if (life.kind !== "running" || life.hasAnswered) return life;
      return { kind: "running", deaths: 0, hasAnswered: true };
    case "died":
      if (life.kind === "running" && life.hasAnswered) return restarting(0);
      return life.kind === "starting" || life.kind === "running" ? bereft(life.deaths + 1) : life;
    case "refused":
      return life.kind === "starting" ? { kind: "stopped", why: "refused", deaths: life.deaths + 1 } : life;
    case "pauseOver":
      return life.kind === "restarting" ? { kind: "starting", deaths: life.deaths } : life;
    case "changed":
      // Its deaths stay counted: the next one before an answer stops it again, and as every key that a user presses is a
      // change, the pauses go on growing.
      return life.kind === "stopped" && life.why !== "ended" ? restarting(life.deaths) : life;
    case "end":
      return life.kind === "stopped" && life.why === "ended" ? life : { kind: "stopped", why: "ended", deaths: 0 };
  }
}

/** So many deaths in a row, and it stays down. */
const mostDeaths = 5;

function bereft(deaths: number): Life {
  return deaths < mostDeaths ? restarting(deaths) : { kind: "stopped", why: "gave up", deaths };
}

function restarting(deaths: number): Life {
  return { kind: "restarting", deaths, pauseMs: Math.min(shortestPauseMs * 2 ** deaths, longestPauseMs) };
}

/** After a death that does not count. Each that does doubles it. */
const shortestPauseMs = 50;
const longestPauseMs = 10_000;
