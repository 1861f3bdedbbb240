/** The life of a backend: every event in every state, and what holds whatever happens. */

import {
  idleState,
  type LifecycleEvent,
  type LifecycleState,
  nextState,
} from "../../../src/routing/instances/lifecycle.js";
import { law, pick } from "../../text/random.js";

const events = ["needed", "initialized", "answered", "died", "refused", "pauseOver", "changed", "end"] as const;

const starting = (deaths: number): LifecycleState => ({ kind: "starting", deaths });
const mute = (deaths: number): LifecycleState => ({ kind: "running", deaths, hasAnswered: false });
const running: LifecycleState = { kind: "running", deaths: 0, hasAnswered: true };
const restarting = (deaths: number, pauseMs: number): LifecycleState => ({ kind: "restarting", deaths, pauseMs });
const gaveUp = (deaths: number): LifecycleState => ({ kind: "stopped", why: "gave up", deaths });
const refused = (deaths: number): LifecycleState => ({ kind: "stopped", why: "refused", deaths });
const ended: LifecycleState = { kind: "stopped", why: "ended", deaths: 0 };

/** What each state becomes by the events named; by all others it stays as it is. */
const table: readonly (readonly [LifecycleState, Partial<Record<LifecycleEvent, LifecycleState>>])[] = [
  [idleState, { needed: starting(0), end: ended }],
  [starting(0), { initialized: mute(0), died: restarting(1, 100), refused: refused(1), end: ended }],
  [starting(3), { initialized: mute(3), died: restarting(4, 800), refused: refused(4), end: ended }],
  [starting(4), { initialized: mute(4), died: gaveUp(5), refused: refused(5), end: ended }],
  [starting(7), { initialized: mute(7), died: gaveUp(8), refused: refused(8), end: ended }],
  [mute(0), { answered: running, died: restarting(1, 100), end: ended }],
  [mute(4), { answered: running, died: gaveUp(5), end: ended }],
  [running, { died: restarting(0, 50), end: ended }],
  [restarting(0, 50), { pauseOver: starting(0), end: ended }],
  [restarting(5, 1600), { pauseOver: starting(5), end: ended }],
  [gaveUp(5), { changed: restarting(5, 1600), end: ended }],
  [gaveUp(9), { changed: restarting(9, 10_000), end: ended }],
  [refused(1), { changed: restarting(1, 100), end: ended }],
  [ended, {}],
];

describe.each(table)("%j", (life, becomes) => {
  test.each(events)("%s", (event) => {
    const next = nextState(life, event);
    expect(next).toEqual(becomes[event] ?? life);
    // Who compares before and after sees at a glance that nothing has happened.
    if (becomes[event] === undefined) expect(next).toBe(life);
  });
});

/** Each event in turn; what it was after each of them, in words. */
function lived(...happened: LifecycleEvent[]): string[] {
  let life = idleState;
  return happened.map((event) => {
    life = nextState(life, event);
    return life.kind === "stopped" ? life.why : life.kind;
  });
}

test("five deaths in a row before a first answer, and it stays down until something changes, for one start", () => {
  const again: LifecycleEvent[] = ["died", "pauseOver"];
  const four = ["restarting", "starting", "restarting", "starting", "restarting", "starting", "restarting", "starting"];
  expect(
    lived("needed", ...again, ...again, ...again, ...again, "died", "needed", "changed", "pauseOver", "died"),
  ).toEqual([...["starting", ...four, "gave up", "gave up"], ...["restarting", "starting", "gave up"]]);
});

test("an answer makes up for all the deaths before it", () => {
  const again: LifecycleEvent[] = ["died", "pauseOver", "initialized"];
  const happened: LifecycleEvent[] = ["needed", "initialized", ...again, ...again, ...again, ...again, "answered"];
  expect(lived(...happened, ...again, ...again, ...again, ...again, ...again).at(-1)).toBe("running");
});

test("one that refused is started again when something changes", () => {
  expect(lived("needed", "refused", "died", "needed", "changed", "pauseOver", "initialized")).toEqual([
    ...["starting", "refused", "refused", "refused"],
    ...["restarting", "starting", "running"],
  ]);
});

law("whatever happens, it is not started too often, waits longer each time, and stays ended", 200, (random) => {
  // Mostly deaths: what is seldom met otherwise is the fifth in a row.
  const likely: readonly LifecycleEvent[] = [...events.filter((event) => event !== "end"), "died", "died", "pauseOver"];
  let life = idleState;
  let allowed = 5;
  let pause = 0;
  for (let step = 0; step < 300; step++) {
    const event = random(200) === 0 ? "end" : pick(random, likely);
    const next = nextState(life, event);
    if (next.kind === "starting" && life.kind !== "starting") {
      expect(["needed", "pauseOver"]).toContain(event);
      expect(--allowed).toBeGreaterThanOrEqual(0);
    }
    if (next.kind === "restarting" && life.kind !== "restarting") {
      expect(next.pauseMs).toBeGreaterThanOrEqual(pause);
      expect(next.pauseMs).toBeLessThanOrEqual(10_000);
      pause = next.pauseMs;
    }
    if (life.kind === "stopped" && next.kind !== "stopped") {
      expect(life.why).not.toBe("ended");
      expect(event).toBe("changed");
      // One that refused has not used up its starts, but never gets more than one beyond them.
      allowed = Math.max(allowed, 1);
    }
    if (next.kind === "running" && next.hasAnswered && !(life.kind === "running" && life.hasAnswered)) {
      allowed = 5;
      pause = 0;
    }
    life = next;
  }
});
