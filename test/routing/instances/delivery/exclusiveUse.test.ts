/** One act at a time has a process for itself. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { Deadline } from "../../../../src/ask/deadline.js";
import { ExclusiveUse } from "../../../../src/routing/instances/delivery/exclusiveUse.js";

const turn = { deadline: Deadline.after(1_000_000), late: () => new Error("late") };
const around = { ...turn, begin: async () => {}, end: () => {} };

test("What an act does is not that of another, also after it has waited", async () => {
  const use = new ExclusiveUse();
  const seen: string[] = [];
  const act = use.run(async () => {
    seen.push(`act ${use.isOfOther}`);
    await nextTurn();
    seen.push(`act later ${use.isOfOther}`);
  }, around);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  seen.push(`other ${use.isOfOther}`);
  await act;
  seen.push(`afterwards ${use.isOfOther}`);
  expect(seen.sort()).toEqual(["act false", "act later false", "afterwards false", "other true"].sort());
});

test("A second act begins when the first has ended, also with an error", async () => {
  const use = new ExclusiveUse();
  const steps: string[] = [];
  const noting = (name: string) => ({
    ...turn,
    begin: async () => void steps.push(`begin ${name}`),
    end: () => void steps.push(`end ${name}`),
  });
  const first = use.run(async () => {
    await nextTurn();
    throw new Error("no");
  }, noting("first"));
  const second = use.run(async () => "done", noting("second"));
  await expect(first).rejects.toThrow("no");
  await expect(second).resolves.toBe("done");
  expect(steps).toEqual(["begin first", "end first", "begin second", "end second"]);
});

test("An act that can't begin ends", async () => {
  const use = new ExclusiveUse();
  const busy = use.run(async () => "done", { ...around, begin: () => Promise.reject(new Error("busy")) });
  await expect(busy).rejects.toThrow("busy");
  expect(use.isOfOther).toBe(false);
});

test("An act that waits too long for another one ends, and the next one has its turn", async () => {
  const use = new ExclusiveUse();
  let finish = () => {};
  const first = use.run(() => new Promise<void>((resolve) => (finish = resolve)), around);
  await expect(use.run(async () => "done", { ...around, deadline: Deadline.after(0) })).rejects.toThrow("late");
  const third = use.run(async () => use.isOfOther, around);
  await nextTurn();
  expect(use.isOfOther).toBe(true);
  finish();
  await first;
  await expect(third).resolves.toBe(false);
});
