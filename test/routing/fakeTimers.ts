/** Time in tests of pauses: it goes only where a test moves it, and all that is no pause goes on. */

import { eventLoopTurns } from "./routedSession.js";

/** From here on; `jest.useRealTimers()` lets it go again. */
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

/** Lets so many milliseconds pass, and what follows from that. */
export async function advanceTimers(ms: number): Promise<void> {
  await eventLoopTurns();
  await jest.advanceTimersByTimeAsync(ms);
  await eventLoopTurns();
}
