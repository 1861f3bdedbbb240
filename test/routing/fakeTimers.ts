/** Fake timers for tests of pauses: only setTimeout is faked. */

import { eventLoopTurns } from "./routedSession.js";

/** Installs the fake timers, until `jest.useRealTimers()`. */
export function useFakeTimers(): void {
  const goingOn = [
    "Date",
    "hrtime",
    "nextTick",
    "performance",
    "queueMicrotask",
    "setImmediate",
    "clearImmediate",
    "setInterval",
    "clearInterval",
  ] as const;
  jest.useFakeTimers({ doNotFake: [...goingOn] });
}

/** Advances the time by this many milliseconds and lets the effects happen. */
export async function advanceTimers(ms: number): Promise<void> {
  await eventLoopTurns();
  await jest.advanceTimersByTimeAsync(ms);
  await eventLoopTurns();
}
