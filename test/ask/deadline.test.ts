/** Deadlines of an act and of its parts. */

import os from "node:os";
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

describe("A deadline of work", () => {
  /** Makes this many threads want each processor. */
  const useLoad = (share: number) =>
    jest.spyOn(os, "loadavg").mockReturnValue([share * os.availableParallelism(), 0, 0]);

  test.each([
    ["is as late as another on an idle machine", 0.5, 100],
    ["is later on a busy machine", 3, 300],
    ["is at most six times as late", 40, 600],
  ])("%s", (_title, load, expected) => {
    useLoad(load);
    const deadline = Deadline.ofWork(100);
    expect([deadline.leftMs, deadline.within(50).leftMs]).toEqual([expected, expected / 2]);
    expect(Deadline.after(100).leftMs).toBe(100);
  });

  test("says for how many seconds its parts may last by then", () => {
    useLoad(3);
    expect([Deadline.ofWork(100).secondsOf(20_000), Deadline.after(100).secondsOf(20_000)]).toEqual([60, 20]);
    // A part ends with the whole.
    expect(Deadline.ofWork(20_000, 90_000, Deadline.after(300)).secondsOf(20_000)).toBeCloseTo(0.3, 1);
  });

  test("is later where the machine becomes busy meanwhile", async () => {
    useLoad(0);
    const settled = jest.fn();
    const late = Deadline.ofWork(100).before(new Promise(() => {}));
    void late.then(settled);
    useLoad(2);
    await jest.advanceTimersByTimeAsync(199);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await expect(late).resolves.toBeUndefined();
  });
});
