/** Fake timers for tests of pauses: only setTimeout is faked. */

import { useFakeTimersFor } from "../jest.js";
import { eventLoopTurns } from "./routedSession.js";

/** Installs the fake timers, until the end of the test or `jest.useRealTimers()`. */
export function useFakeTimers(): void {
  useFakeTimersFor("setTimeout", "clearTimeout");
}

/** Advances the time by this many milliseconds and lets the effects happen. */
export async function advanceTimers(ms: number): Promise<void> {
  await eventLoopTurns();
  await jest.advanceTimersByTimeAsync(ms);
  await eventLoopTurns();
}
