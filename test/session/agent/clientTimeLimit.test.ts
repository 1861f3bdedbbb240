/** Requests that a server does not answer: the client gets an error before it gives up. */

import type { Server } from "../../../src/backend/config/servers.js";
import { closePairs, noReply } from "../pair.js";
import { agentPair, agentServers } from "./agentServers.js";

afterEach(closePairs);

const TIMEOUT_MS = 300;

/** A client that gives up soon. */
const impatient = (entry: Partial<Server> = {}) => ({
  clientInfo: { name: "impatient" },
  servers: { ...agentServers(entry), clients: new Map([["impatient", { timeoutMs: TIMEOUT_MS }]]) },
});

test.each(["textDocument/hover", "textDocument/references", "workspace/symbol", "custom/slow"])(
  "%s is answered with backend_timeout, cancelled at the server, and its late response is dropped",
  async (method) => {
    const session = agentPair({ ...impatient(), handlers: { [method]: () => noReply } });
    await session.open();
    session.didOpen("a.txt", "one");
    const params = { textDocument: { uri: session.uri("a.txt") }, position: { line: 0, character: 0 }, query: "a" };
    const { id, error } = await session.request(method, params);
    expect(error.data).toMatchObject({ kind: "backend_timeout", method, seconds: (TIMEOUT_MS * 0.9) / 1000 });
    const cancel = await session.backend.until((message) => message.method === "$/cancelRequest", "the cancellation");
    expect(cancel.params.id).toBe(id);
    session.fromBackend({ id: id as number, error: { code: -32800, message: "cancelled" } });
    await session.request("custom/echo", {});
    expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
  },
);

test("A request that waits until its server has loaded is answered with backend_timeout", async () => {
  const ready = { notification: "test/status", where: { loaded: true }, from: "start" } as const;
  const session = agentPair(impatient({ ready }));
  await session.open();
  session.didOpen("a.txt", "one");
  const about = { textDocument: { uri: session.uri("a.txt") }, position: { line: 0, character: 0 } };
  const { id, error } = await session.request("textDocument/references", about);
  expect(error.data.kind).toBe("backend_timeout");
  await session.request("custom/echo", {});
  expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
});

test("A request that is answered in time is not cancelled", async () => {
  const session = agentPair(impatient());
  await session.open();
  await session.request("custom/echo", {});
  // A later request is answered here: the time of the first one is over by then.
  session.handlers["custom/slow"] = () => noReply;
  expect((await session.request("custom/slow", {})).error.data.kind).toBe("backend_timeout");
  expect(session.backend.messages.filter(({ method }) => method === "$/cancelRequest")).toHaveLength(1);
});

test("An answer that is being completed when the time is over is given as it is", async () => {
  const session = agentPair({
    ...impatient({ languages: ["typescript"] }),
    files: { "a.ts": "export const one = 1;\n", "b.ts": 'import { one } from "pkg/a.js";\n' },
    handlers: {
      "textDocument/references": () => {
        const { length } = session.backend.messages.filter(({ method }) => method === "textDocument/references");
        return length > 1 ? noReply : [];
      },
    },
  });
  await session.open();
  session.didOpen("a.ts", "export const one = 1;\n", "typescript");
  const about = { textDocument: { uri: session.uri("a.ts") }, position: { line: 0, character: 13 }, context: {} };
  expect(await session.request("textDocument/references", about)).toMatchObject({ result: [] });
  expect(session.logged.join("\n")).toMatch(
    /not in the answer \(the server could not be asked again with their files open within 0\.\d s/,
  );
});
