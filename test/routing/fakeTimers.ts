/** Fake timers for tests of pauses. */

import { eventLoopTurns } from "./routedSession.js";

export { useFakeTimers } from "../session/passTime.js";

/** Advances the time by this many milliseconds and lets the effects happen. */
export async function advanceTimers(ms: number): Promise<void> {
  await eventLoopTurns();
  await jest.advanceTimersByTimeAsync(ms);
  await eventLoopTurns();
}
