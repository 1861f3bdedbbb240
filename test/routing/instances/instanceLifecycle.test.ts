/** Tests of the lifecycle table: every event in every state, and invariants under random events. */

import {
  idleState,
  type LifecycleEvent,
  type LifecycleState,
  nextState,
} from "../../../src/routing/instances/instanceLifecycle.js";
import { law, pick } from "../../text/random.js";

const events = [
  "startRequested",
  "initialized",
  "responded",
  "exited",
  "refused",
  "pauseElapsed",
  "changed",
  "released",
  "switched",
  "end",
] as const;

const starting = (failures: number): LifecycleState => ({ kind: "starting", failures });
const unproven = (failures: number): LifecycleState => ({ kind: "running", failures, hasResponded: false });
const running: LifecycleState = { kind: "running", failures: 0, hasResponded: true };
const restarting = (failures: number, pauseMs: number): LifecycleState => ({ kind: "restarting", failures, pauseMs });
const gaveUp = (failures: number): LifecycleState => ({ kind: "stopped", why: "gave up", failures });
const refused = (failures: number): LifecycleState => ({ kind: "stopped", why: "refused", failures });
const ended: LifecycleState = { kind: "stopped", why: "ended", failures: 0 };

const failure = (next: LifecycleState) => ({ exited: next, released: next });

/** The next state for each event; without an entry the state stays. */
const table: readonly (readonly [LifecycleState, Partial<Record<LifecycleEvent, LifecycleState>>])[] = [
  [idleState, { startRequested: starting(0), end: ended }],
  [starting(0), { initialized: unproven(0), ...failure(restarting(1, 100)), refused: refused(1), end: ended }],
  [starting(3), { initialized: unproven(3), ...failure(restarting(4, 800)), refused: refused(4), end: ended }],
  [starting(4), { initialized: unproven(4), ...failure(gaveUp(5)), refused: refused(5), end: ended }],
  [starting(7), { initialized: unproven(7), ...failure(gaveUp(8)), refused: refused(8), end: ended }],
  [unproven(0), { responded: running, ...failure(restarting(1, 100)), switched: restarting(0, 50), end: ended }],
  [unproven(4), { responded: running, ...failure(gaveUp(5)), switched: restarting(4, 800), end: ended }],
  [running, { exited: restarting(0, 50), released: idleState, switched: restarting(0, 50), end: ended }],
  [restarting(0, 50), { pauseElapsed: starting(0), end: ended }],
  [restarting(5, 1600), { pauseElapsed: starting(5), end: ended }],
  [gaveUp(5), { changed: restarting(5, 1600), end: ended }],
  [gaveUp(9), { changed: restarting(9, 10_000), end: ended }],
  [refused(1), { changed: restarting(1, 100), end: ended }],
  [ended, {}],
];

describe.each(table)("In the state %j", (state, transitions) => {
  test.each(events)("The event %s leads to the state in the table", (event) => {
    const next = nextState(state, event);
    expect(next).toEqual(transitions[event] ?? state);
    // The same object, so that callers can compare by identity.
    if (transitions[event] === undefined) expect(next).toBe(state);
  });
});

/** Applies events in turn. Returns the kind of state after each. */
function kindsAfter(...happened: LifecycleEvent[]): string[] {
  let state = idleState;
  return happened.map((event) => {
    state = nextState(state, event);
    return state.kind === "stopped" ? state.why : state.kind;
  });
}

test("After five failures in a row an instance stays down, and each change allows one more start", () => {
  const again: LifecycleEvent[] = ["exited", "pauseElapsed"];
  const four = ["restarting", "starting", "restarting", "starting", "restarting", "starting", "restarting", "starting"];
  expect(
    kindsAfter(
      "startRequested",
      ...again,
      ...again,
      ...again,
      ...again,
      "exited",
      "startRequested",
      "changed",
      "pauseElapsed",
      "exited",
    ),
  ).toEqual([...["starting", ...four, "gave up", "gave up"], ...["restarting", "starting", "gave up"]]);
});

test("A response resets the failures before it", () => {
  const again: LifecycleEvent[] = ["exited", "pauseElapsed", "initialized"];
  const happened: LifecycleEvent[] = [
    "startRequested",
    "initialized",
    ...again,
    ...again,
    ...again,
    ...again,
    "responded",
  ];
  expect(kindsAfter(...happened, ...again, ...again, ...again, ...again, ...again).at(-1)).toBe("running");
});

test("An instance that refused is started again after a change", () => {
  expect(
    kindsAfter("startRequested", "refused", "exited", "startRequested", "changed", "pauseElapsed", "initialized"),
  ).toEqual([...["starting", "refused", "refused", "refused"], ...["restarting", "starting", "running"]]);
});

law("In any order of events starts are limited, pauses grow, and an ended instance stays ended", 60, (random) => {
  // Mostly failures, as five in a row would be rare otherwise.
  const likely: readonly LifecycleEvent[] = [
    ...events.filter((event) => event !== "end"),
    "exited",
    "exited",
    "pauseElapsed",
  ];
  let state = idleState;
  let allowed = 5;
  let pause = 0;
  for (let step = 0; step < 300; step++) {
    const event = random(200) === 0 ? "end" : pick(random, likely);
    const next = nextState(state, event);
    if (next.kind === "starting" && state.kind !== "starting") {
      expect(["startRequested", "pauseElapsed"]).toContain(event);
      expect(--allowed).toBeGreaterThanOrEqual(0);
    }
    if (next.kind === "restarting" && state.kind !== "restarting") {
      expect(next.pauseMs).toBeGreaterThanOrEqual(pause);
      expect(next.pauseMs).toBeLessThanOrEqual(10_000);
      pause = next.pauseMs;
      // A switch adds a start, as it is no failure.
      if (event === "switched") allowed++;
    }
    if (state.kind === "stopped" && next.kind !== "stopped") {
      expect(state.why).not.toBe("ended");
      expect(event).toBe("changed");
      // After a refusal there may be starts left; a change never adds more than one.
      allowed = Math.max(allowed, 1);
    }
    if (next.kind === "running" && next.hasResponded && !(state.kind === "running" && state.hasResponded)) {
      allowed = 5;
      pause = 0;
    }
    state = next;
  }
});
