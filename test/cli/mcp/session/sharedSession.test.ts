/** The session that the tools share: its start, its folders and its end. */

import type { InProcessClient } from "../../../../src/cli/client/inProcessClient.js";
import type { SessionHost } from "../../../../src/cli/client/routerClient.js";
import { createSharedSession } from "../../../../src/cli/mcp/session/sharedSession.js";

const one = { uri: "file:///one", name: "one" };
const two = { uri: "file:///two", name: "two" };

/** Sessions that record their hosts and notifications. */
function sessions() {
  const hosts: SessionHost[] = [];
  const notifications: object[] = [];
  const closed: number[] = [];
  const start = async (host: SessionHost) => {
    const number = hosts.push(host);
    return {
      notify: async (_method: string, params: object) => void notifications.push(params),
      close: async () => void closed.push(number),
    } as unknown as InProcessClient;
  };
  return { hosts, notifications, closed, start };
}

test("The session starts once, and is notified of other folders", async () => {
  const { hosts, notifications, closed, start } = sessions();
  const session = createSharedSession(start);
  const [first, second] = await Promise.all([session.clientFor([one]), session.clientFor([one, two])]);
  expect(first).toBe(second);
  expect(hosts).toHaveLength(1);
  expect(notifications).toEqual([{ event: { added: [two], removed: [] } }]);
  expect(hosts[0]?.folders()).toEqual([one, two]);
  await session.end();
  expect(closed).toEqual([1]);
});

test("After a session has ended, the next call starts one in its own folders", async () => {
  const { hosts, notifications, closed, start } = sessions();
  const session = createSharedSession(start);
  const first = await session.clientFor([one]);
  hosts[0]?.onEnded();
  expect(await session.clientFor([two])).not.toBe(first);
  expect(hosts[1]?.folders()).toEqual([two]);
  // A late end of the first session does not concern the second.
  hosts[0]?.onEnded();
  await session.clientFor([two]);
  expect(hosts).toHaveLength(2);
  expect(notifications).toEqual([]);
  await session.end();
  expect(closed).toEqual([2]);
});

test("A failed start is tried again", async () => {
  const { start } = sessions();
  let failures = 1;
  const session = createSharedSession(async (host) => {
    if (failures-- > 0) throw new Error("not now");
    return start(host);
  });
  await expect(session.clientFor([one])).rejects.toThrow("not now");
  await expect(session.clientFor([one])).resolves.toBeDefined();
  await session.end();
});
