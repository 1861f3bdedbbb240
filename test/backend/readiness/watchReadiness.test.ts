/** Waiting for a server: by signs, timeouts and cancellation. */

import type { LoadingState } from "../../../src/backend/readiness/readiness.js";
import type { ReadyRule } from "../../../src/backend/readiness/readyRule.js";
import { type ReadinessWatch, watchReadiness } from "../../../src/backend/readiness/watchReadiness.js";

const never: ReadyRule = { log: "^done$", failure: "^broken$", from: "start" };

function watch(rule: ReadyRule = never): ReadinessWatch {
  const made = watchReadiness({ name: "srv", rule });
  made.handleInitialized();
  return made;
}

const say = (server: ReadinessWatch, message: string): void => server.handleMessage("window/logMessage", { message });

test("A sign resolves all waiters", async () => {
  const server = watch();
  const waiting = [server.wait(), server.wait()];
  say(server, "done");
  expect(await Promise.all(waiting)).toEqual(Array(2).fill({ kind: "ready", reason: "sign" }));
  expect(await server.wait()).toEqual({ kind: "ready", reason: "sign" });
});

test("A failure resolves the waiters", async () => {
  const server = watch();
  const waiting = server.wait();
  say(server, "broken");
  expect(await waiting).toEqual({ kind: "failed", message: "broken" });
});

test("Silence for the grace time resolves the waiters", async () => {
  expect(await watch({ log: "^done$", from: "start", grace: 0.02 }).wait()).toEqual({
    kind: "ready",
    reason: "silence",
  });
});

test("The timeout rejects all waiters, and later ones resolve", async () => {
  const server = watch({ log: "^done$", from: "start", timeout: 0.02 });
  const outcomes = await Promise.allSettled([server.wait(), server.wait()]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: "not_ready" } });
  expect(await server.wait()).toEqual({ kind: "ready", reason: "distrusted" });
});

test("A server that lists its files again is waited for until its sign", async () => {
  const server = watch({ ...never, relists: [".py"] });
  say(server, "done");
  server.handleFileEvents([{ uri: "file:///a.py", type: 1 }]);
  const waiting = server.wait();
  expect(server.state().kind).toBe("loading");
  say(server, "done");
  expect(await waiting).toEqual({ kind: "ready", reason: "sign" });
});

test("A cancelled waiter does not resolve the others", async () => {
  const server = watch();
  const giveUp = new AbortController();
  const first = server.wait({ signal: giveUp.signal });
  const second = server.wait();
  giveUp.abort(new Error("enough"));
  await expect(first).rejects.toThrow("enough");
  await expect(server.wait({ signal: giveUp.signal })).rejects.toThrow("enough");
  say(server, "done");
  expect((await second).kind).toBe("ready");
});

test("The end of the server rejects the waiters with the reason", async () => {
  const server = watch();
  const waiting = server.wait();
  server.end(new Error("exit code 3"));
  await expect(waiting).rejects.toThrow("exit code 3");
  await expect(server.wait()).rejects.toThrow("exit code 3");
});

test("The loading state is reported at once and on changes", async () => {
  const server = watch({ progress: "^Indexing$", from: "start" });
  const heard: string[] = [];
  const waiting = server.wait({ onProgress: (loading: LoadingState) => heard.push(loading.waitingFor) });
  const value = { kind: "begin", title: "Indexing" };
  server.handleMessage("$/progress", { token: 1, value });
  server.handleMessage("$/progress", { token: 1, value: { kind: "report", message: "1/2" } });
  server.handleMessage("window/logMessage", { message: "chatter" });
  server.handleMessage("$/progress", { token: 1, value: { kind: "end" } });
  await waiting;
  expect(heard).toEqual(["its progress of loading", `progress "Indexing"`, `progress "Indexing": 1/2`]);
});
