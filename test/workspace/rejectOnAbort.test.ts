/** Tests of waiting for a promise until a signal aborts. */

import { rejectOnAbort } from "../../src/workspace/timeSlice.js";

const yieldTwice = async () => {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
};

test("A promise that settles before the abort keeps its outcome", async () => {
  const { signal } = new AbortController();
  expect(await rejectOnAbort(Promise.resolve(1), signal)).toBe(1);
  await expect(rejectOnAbort(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
});

test("An abort rejects with the signal's reason, before or while the promise is pending", async () => {
  const controller = new AbortController();
  const pending = rejectOnAbort(new Promise(() => {}), controller.signal);
  controller.abort(new Error("never mind"));
  await expect(pending).rejects.toThrow("never mind");
  await expect(rejectOnAbort(Promise.resolve(1), controller.signal)).rejects.toThrow("never mind");
});

test("A promise that fails after the abort is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  try {
    let fail: (error: Error) => void = () => {};
    const late = new Promise<void>((_, reject) => {
      fail = reject;
    });
    await expect(rejectOnAbort(late, AbortSignal.abort(new Error("never mind")))).rejects.toThrow("never mind");
    fail(new Error("failed late"));
    await yieldTwice();
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", listen);
  }
});
