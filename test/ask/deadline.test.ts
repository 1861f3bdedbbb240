/** Deadlines of an act and of its parts. */

import { Deadline } from "../../src/ask/deadline.js";
import { useFakeTimersFor } from "../jest.js";

beforeEach(() => useFakeTimersFor("setTimeout", "clearTimeout", "performance"));

test.each([
  ["its own, where that is earlier", 1_000, 100, 100],
  ["that of the whole, where that is earlier", 100, 1_000, 100],
])("A part has %s", (_title, wholeMs, partMs, expected) => {
  const part = Deadline.after(wholeMs).within(partMs);
  expect(part.leftMs).toBe(expected);
  jest.advanceTimersByTime(expected - 1);
  expect(part.isOver).toBe(false);
  jest.advanceTimersByTime(1);
  expect([part.isOver, part.leftMs]).toEqual([true, 0]);
});

test("Work that is done before the deadline has its value, and other work none", async () => {
  const deadline = Deadline.after(100);
  await expect(deadline.before(Promise.resolve("done"))).resolves.toBe("done");
  const late = deadline.before(new Promise(() => {}));
  jest.advanceTimersByTime(100);
  await expect(late).resolves.toBeUndefined();
});
