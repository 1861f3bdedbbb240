/** The session behind the tools: begun when needed, and anew where it has ended. */

import type { InProcessClient } from "../../../../src/cli/client/inProcessClient.js";
import { createSharedSession, type SessionHost } from "../../../../src/cli/mcp/session/sharedSession.js";

const one = { uri: "file:///one", name: "one" };
const two = { uri: "file:///two", name: "two" };

/** Sessions that note what they are begun in and told. */
function sessions() {
  const begun: SessionHost[] = [];
  const told: object[] = [];
  const closed: number[] = [];
  const start = async (surroundings: SessionHost) => {
    const number = begun.push(surroundings);
    return {
      notify: async (_method: string, params: object) => void told.push(params),
      close: async () => void closed.push(number),
    } as unknown as InProcessClient;
  };
  return { begun, told, closed, start };
}

test("it begins once, and is told of other folders", async () => {
  const { begun, told, closed, start } = sessions();
  const session = createSharedSession(start);
  const [first, second] = await Promise.all([session.clientFor([one]), session.clientFor([one, two])]);
  expect(first).toBe(second);
  expect(begun).toHaveLength(1);
  expect(told).toEqual([{ event: { added: [two], removed: [] } }]);
  expect(begun[0]?.folders()).toEqual([one, two]);
  await session.end();
  expect(closed).toEqual([1]);
});

test("one that has ended is begun anew, in the folders of who asks then", async () => {
  const { begun, told, closed, start } = sessions();
  const session = createSharedSession(start);
  const first = await session.clientFor([one]);
  begun[0]?.onEnded();
  expect(await session.clientFor([two])).not.toBe(first);
  expect(begun[1]?.folders()).toEqual([two]);
  // What is late of the first is nothing to the second.
  begun[0]?.onEnded();
  await session.clientFor([two]);
  expect(begun).toHaveLength(2);
  expect(told).toEqual([]);
  await session.end();
  expect(closed).toEqual([2]);
});

test("one that could not begin is tried again", async () => {
  const { start } = sessions();
  let failures = 1;
  const session = createSharedSession(async (surroundings) => {
    if (failures-- > 0) throw new Error("not now");
    return start(surroundings);
  });
  await expect(session.clientFor([one])).rejects.toThrow("not now");
  await expect(session.clientFor([one])).resolves.toBeDefined();
  await session.end();
});
