/** Fake timers for tests of pauses: only setTimeout is faked. */

import { eventLoopTurns } from "./routedSession.js";

/** Installs the fake timers, until the end of the test or `vi.useRealTimers()`. */
export function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** Advances the time by this many milliseconds and lets the effects happen. */
export async function advanceTimers(ms: number): Promise<void> {
  await eventLoopTurns();
  await vi.advanceTimersByTimeAsync(ms);
  await eventLoopTurns();
}
