/** One question of ours to a backend that never answers: it is over some time after nobody wants its answer any more. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { Backend } from "../../../src/session/backend/backend.js";
import { sendRequest } from "../../../src/session/backend/sendRequest.js";
import { advanceTimers, useFakeTimers } from "../../routing/fakeTimers.js";

beforeEach(() => useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A backend that takes questions, and a list of what becomes of them. */
function hanging(timeoutMs?: number) {
  const story: string[] = [];
  const backend = {
    name: "redls",
    link: {
      ensureRunning: async () => {},
      beginRequest: () => (story.push("asked"), () => story.push("over")),
      between: (act: () => void) => act(),
      timeoutMs: () => timeoutMs,
    },
    conversation: {
      open: async () => ({ connection: { sendRequest: () => new Promise(() => {}) } }),
      rejectOnLoss: <T>(answer: Promise<T>) => answer,
    },
  } as unknown as Backend;
  const stop = new CancellationTokenSource();
  const question = { method: "textDocument/hover", params: () => ({}), isRetryable: () => false };
  const answer = sendRequest(question, backend, { token: stop.token, documents: { applyPending: () => {} } }).catch(
    (error: { code: number; data?: object }) => {
      story.push(`refused ${error.code}`);
      return error;
    },
  );
  return { story, stop, answer };
}

test("one that is taken back and not even refused is over after 5 s", async () => {
  const { story, stop, answer } = hanging();
  await advanceTimers(1000);
  stop.cancel();
  await advanceTimers(4_500);
  expect(story).toEqual(["asked"]);
  await advanceTimers(1000);
  await answer;
  expect(story).toEqual(["asked", "over", "refused -32800"]);
});

test.each<[string, number | undefined, number]>([
  ["the usual time", undefined, 120_000],
  ["the time that its link gives it", 5_000, 5_000],
])("one that nobody takes back is over after %s", async (_what, patience, expected) => {
  const { story, answer } = hanging(patience);
  await advanceTimers(expected - 500);
  expect(story).toEqual(["asked"]);
  await advanceTimers(1000);
  expect(await answer).toMatchObject({ kind: "backend_timeout" });
  expect(story).toEqual(["asked", "over", "refused -32803"]);
});
