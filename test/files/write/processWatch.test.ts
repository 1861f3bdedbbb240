/** How fast the clock of a process runs. */

import { startWorkClock } from "../../../src/files/write/processWatch.js";
import { testIf, useFakeTimersFor, useProcessor } from "../../jest.js";

beforeEach(() => useFakeTimersFor("performance"));

test.each([
  [1, 60_000],
  [0.5, 30_000],
  [0.1, 10_000],
  [4, 60_000],
])("With %d processors, a process has in a minute: %d ms", (share, expected) => {
  useProcessor(share);
  const clock = startWorkClock();
  jest.advanceTimersByTime(60_000);
  expect(Math.round(clock())).toBe(expected);
});

testIf(process.platform === "linux", "it needs /proc")("The clock of a process that sleeps is slow", () => {
  const clock = startWorkClock(process.ppid);
  jest.advanceTimersByTime(6_000_000);
  expect(clock()).toBeLessThan(2_000_000);
});

test("The clock of a process that is not known runs with real time", () => {
  const clock = startWorkClock(-1);
  jest.advanceTimersByTime(60_000);
  expect(clock()).toBe(60_000);
});
