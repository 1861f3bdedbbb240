/** The limit of MCP's pending calls. */

import { CallLimit, MAX_CALLS } from "../../../../src/cli/mcp/session/callLimit.js";

test("A call above the limit is not run until another one settles, also if that fails", async () => {
  const limit = new CallLimit();
  const settle: (() => void)[] = [];
  const start = () =>
    limit.run(
      () => new Promise<void>((resolve, reject) => settle.push(settle.length % 2 ? resolve : () => reject("no"))),
      new AbortController().signal,
    );
  const calls = Array.from({ length: MAX_CALLS }, start);
  expect(calls).not.toContain(undefined);
  expect(start()).toBeUndefined();
  settle[0]?.();
  await expect(calls[0]).rejects.toBe("no");
  expect(start()).toBeDefined();
  expect(start()).toBeUndefined();
  settle[1]?.();
  await calls[1];
  expect(start()).toBeDefined();
  expect(settle).toHaveLength(MAX_CALLS + 2);
});

test("A cancelled call frees its place once, though it settles later", async () => {
  const limit = new CallLimit();
  const cancelling = new AbortController();
  let settle = () => {};
  const cancelled = limit.run(
    () =>
      new Promise<void>((resolve) => {
        settle = resolve;
      }),
    cancelling.signal,
  );
  const start = () => limit.run(() => new Promise<void>(() => {}), new AbortController().signal);
  for (let n = 1; n < MAX_CALLS; n++) start();
  expect(start()).toBeUndefined();
  cancelling.abort();
  expect(start()).toBeDefined();
  settle();
  await cancelled;
  expect(start()).toBeUndefined();
});
