/** Our own requests to a backend that never responds: they end after a timeout. */

import { CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import type { Backend } from "../../../src/ask/backend/backend.js";
import { sendRequest } from "../../../src/ask/backend/sendRequest.js";
import { useFakeTimersFor } from "../../jest.js";
import { advanceTimers } from "../../routing/fakeTimers.js";

beforeEach(() => useFakeTimersFor("setTimeout", "clearTimeout", "performance"));

/** Makes a backend that never responds, and the list of events of a request to it. */
function unresponsiveBackend(timeoutMs?: number, send: () => Promise<unknown> = () => new Promise(() => {})) {
  const events: string[] = [];
  const backend = {
    name: "redls",
    link: {
      ensureRunning: async () => {},
      clientIdOf: (id: string) => id,
      beginRequest: () => (events.push("asked"), () => events.push("over")),
      between: (act: () => void) => act(),
      timeoutMs: () => timeoutMs,
    },
    conversation: {
      open: async () => ({ connection: { sendRequest: send } }),
      rejectOnLoss: <T>(response: Promise<T>) => response,
    },
  } as unknown as Backend;
  const stop = new CancellationTokenSource();
  const request = { method: "textDocument/hover", params: () => ({}), isRetryable: () => true };
  const response = sendRequest(request, backend, { token: stop.token, documents: { applyPending: () => {} } }).catch(
    (error: { code: number; data?: object }) => {
      events.push(`refused ${error.code}`);
      return error;
    },
  );
  return { events, stop, response };
}

test("A cancelled request without a response ends after 5 s", async () => {
  const { events, stop, response } = unresponsiveBackend();
  await advanceTimers(1000);
  stop.cancel();
  await advanceTimers(4_500);
  expect(events).toEqual(["asked"]);
  await advanceTimers(1000);
  await response;
  expect(events).toEqual(["asked", "over", "refused -32800"]);
});

test.each<[string, number | undefined, number]>([
  ["the default timeout", undefined, 120_000],
  ["the timeout that its link gives", 5_000, 5_000],
])("A request without a response ends after %s", async (_what, timeoutMs, expected) => {
  const { events, response } = unresponsiveBackend(timeoutMs);
  await advanceTimers(expected - 500);
  expect(events).toEqual(["asked"]);
  await advanceTimers(1000);
  expect(await response).toMatchObject({ kind: "backend_timeout" });
  expect(events).toEqual(["asked", "over", "refused -32803"]);
});

test("A request that is sent again ends when the first one would have ended", async () => {
  let count = 0;
  const interrupted = () =>
    new Promise((_resolve, reject) => {
      if (count++ === 0) setTimeout(() => reject(new ResponseError(-32801, "content modified")), 100_000);
    });
  const { events, response } = unresponsiveBackend(undefined, interrupted);
  await advanceTimers(119_500);
  expect(events).toEqual(["asked", "over", "asked"]);
  await advanceTimers(1000);
  expect(await response).toMatchObject({ kind: "backend_timeout" });
  expect(count).toBe(2);
});
