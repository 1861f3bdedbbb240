/** Requests of the server that the client refuses: the server gets a result, not the error. */

import { closePairs, type Pair } from "../pair.js";
import { agentPair } from "./agentServers.js";

afterEach(closePairs);

const refusal = { code: -32601, message: "no handler" };

/** Sends a request of the server that the client refuses, and returns the server's response. */
async function refused(session: Pair, method: string, params: object = {}) {
  await session.open();
  session.fromBackend({ id: "r", method, params });
  const { id } = await session.client.until((message) => message.method === method && message.id === "r", method);
  session.fromClient({ id, error: refusal });
  return session.backend.until((message) => message.id === "r" && message.method === undefined, "the response");
}

const capabilities = {
  textDocument: { hover: { dynamicRegistration: true } },
  window: { workDoneProgress: true, showDocument: { support: true } },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    codeLens: { refreshSupport: true },
  },
};

test.each<[method: string, params: object, result: unknown]>([
  ["window/workDoneProgress/create", { token: 1 }, null],
  ["client/registerCapability", { registrations: [{ id: "h", method: "textDocument/hover" }] }, null],
  ["client/unregisterCapability", { unregisterations: [{ id: "h", method: "textDocument/hover" }] }, null],
  ["workspace/codeLens/refresh", {}, null],
  ["window/showMessageRequest", { type: 1, message: "?" }, null],
  ["window/showDocument", { uri: "file:///x" }, { success: false }],
  ["workspace/applyEdit", { edit: {} }, { applied: false, failureReason: "the client does not apply edits" }],
  ["workspace/workspaceFolders", {}, [{ uri: expect.any(String), name: "root" }]],
])("A server whose %s is refused gets the result of a client without it", async (method, params, result) => {
  const response = await refused(agentPair({ capabilities }), method, params);
  expect([response.result, response.error]).toEqual([result, undefined]);
});

test("Settings that the client refuses are those of servers.json", async () => {
  const session = agentPair({ capabilities, server: { settings: { test: { level: 3 } } } });
  const items = [{ section: "test" }, { section: "other" }];
  expect((await refused(session, "workspace/configuration", { items })).result).toEqual([{ level: 3 }, null]);
});

test("The error for any other request passes", async () => {
  expect((await refused(agentPair({ capabilities }), "custom/request")).error).toEqual(refusal);
});

test("Outside agent mode, errors pass", async () => {
  const session = agentPair({ capabilities, agent: false });
  expect((await refused(session, "window/showDocument", { uri: "file:///x" })).error).toEqual(refusal);
});

test("A client that refuses the progress of the start is sent none", async () => {
  const session = agentPair({ capabilities });
  await session.open();
  const { id } = await session.client.until(({ method }) => method === "window/workDoneProgress/create", "the request");
  session.fromClient({ id, error: refusal });
  await session.request("custom/echo", {});
  expect(session.client.messages.filter(({ method }) => method === "$/progress")).toEqual([]);
});
