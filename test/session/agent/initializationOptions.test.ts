/** The initialization options that a server gets in agent mode. */

import { closePairs } from "../pair.js";
import { agentPair } from "./agentServers.js";

afterEach(closePairs);

test.each([
  ["gets", undefined, { tsserver: { own: true, path: "x" } }],
  ["gets", { tsserver: { path: "y" }, more: 1 }, { tsserver: { own: true, path: "y" }, more: 1 }],
])("A server %s the options of servers.json, over which the client's win: %j", async (_gets, options, expected) => {
  const session = agentPair({
    server: { initializationOptions: { tsserver: { own: true, path: "x" } } },
    initializationOptions: options,
  });
  await session.open();
  const [initialize] = session.backend.messages;
  expect(initialize?.params.initializationOptions).toEqual(expected);
});
