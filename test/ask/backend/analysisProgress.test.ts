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
