/** Fake time for tests of sessions that wait for a timer. */

import { useFakeTimersFor } from "../jest.js";

/** The steps in which time passes: short, so that real work is done between two of them. */
const STEP_MS = 10;

/** Replaces setTimeout until the end of the test. Call it before the session starts. */
export function useFakeTimers(): void {
  useFakeTimersFor("setTimeout", "clearTimeout");
}

/** Lets fake time pass until the promise is settled. */
export async function passTimeUntil<Result>(promise: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await jest.advanceTimersByTimeAsync(STEP_MS);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}
