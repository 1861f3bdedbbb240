import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { AnalysisProgress } from "../../../src/ask/backend/analysisProgress.js";

test("A server is at work until the progress that it has created ends", () => {
  const progress = new AnalysisProgress();
  progress.handleMessage("$/progress", { token: "of a request", value: { kind: "begin" } });
  expect(progress.isRunning).toBe(false);
  progress.handleMessage("window/workDoneProgress/create", { token: 1 });
  progress.handleMessage("$/progress", { token: 1, value: { kind: "begin" } });
  expect(progress.isRunning).toBe(true);
  progress.handleMessage("$/progress", { token: 1, value: { kind: "end" } });
  expect(progress.isRunning).toBe(false);
});

test("clangd is at work until it reports of each file that it is idle", () => {
  const progress = new AnalysisProgress(/^idle$/);
  const report = (uri: string, state: string) =>
    progress.handleMessage("textDocument/clangd.fileStatus", { uri, state });
  report("file:///a.cc", "file is queued");
  report("file:///b.cc", "parsing includes, running Update (1)");
  report("file:///a.cc", "idle");
  expect(progress.isRunning).toBe(true);
  progress.handleMessage("$/progress", { token: 1, value: { kind: "end" } });
  report("file:///b.cc", "idle");
  expect(progress.isRunning).toBe(false);
});

test("A changed text of clangd's is read once its file stays idle, or after a time", async () => {
  const progress = new AnalysisProgress(/^idle$/);
  const { token } = new CancellationTokenSource();
  const report = (name: string, state: string) =>
    progress.handleMessage("textDocument/clangd.fileStatus", { uri: `file:///${name}`, state });
  await progress.untilRead(60_000, token);
  progress.noteSent("file:///a.cc", "changed");
  // A server that has reported no state may never do.
  await progress.untilRead(60_000, token);
  report("a.cc", "idle");
  for (const name of ["a.cc", "b.cc", "c.cc"]) progress.noteSent(`file:///${name}`, "changed");
  jest.useFakeTimers();
  let isRead = false;
  const read = progress.untilRead(60_000, token).then(() => {
    isRead = true;
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  report("a.cc", "running Update");
  report("a.cc", "idle");
  progress.noteSent("file:///b.cc", "closed");
  // Of the text before.
  report("c.cc", "idle");
  await pass(10_000);
  expect(isRead).toBe(false);
  report("c.cc", "running Update");
  report("c.cc", "idle");
  report("c.cc", "parsing includes");
  await pass(10_000);
  expect(isRead).toBe(false);
  report("c.cc", "idle");
  await pass(10_000);
  await read;
  progress.noteSent("file:///d.cc", "changed");
  const late = progress.untilRead(1, token);
  await pass(100);
  await late;
  jest.useRealTimers();
});
