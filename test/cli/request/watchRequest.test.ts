/** `diagnostic --watch`: when it prints again, and when it ends. */

import { PassThrough } from "node:stream";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import type { Options } from "../../../src/cli/options.js";
import type { MethodRequest } from "../../../src/cli/request/readRequest.js";
import type { RequestOutcome } from "../../../src/cli/request/reportOutcome.js";
import { watchRequest } from "../../../src/cli/request/runRequest.js";
import { LocateError } from "../../../src/error.js";

/** An answer of the server: the messages of its diagnostics, or why there is none. */
type Step = readonly string[] | Error;

const MISSING = new LocateError("file_not_found", "There is no a.py.");
const notReady = (seconds: number) => new LocateError("not_ready", `pyright is still loading after ${seconds} s.`);
const ENDED = new LocateError("backend_failed", "The session is ending.");

interface Watched {
  readonly code: number;
  /** What was printed up to each pause. */
  readonly reports: readonly string[];
}

/** Watches a file; after the last step, the command is ended by its signal. */
async function watch(steps: readonly Step[], options: Options = {}): Promise<Watched> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough(), env: {} };
  const end = new AbortController();
  const reports: string[] = [];
  const remaining = [...steps];
  const repeat = async () => {
    const step = remaining.shift() ?? [];
    if (step instanceof Error) throw step;
    return outcomeOf(step);
  };
  const first = await repeat().then(
    (outcome) => ({ outcome }),
    (error: unknown) => ({ error }),
  );
  const code = await watchRequest({ first, repeat }, options, {
    streams,
    writePlan: async () => [],
    signal: end.signal,
    intervalMs: 0,
    onPause() {
      reports.push([streams.stdout, streams.stderr].map((stream) => String(stream.read() ?? "")).join(""));
      if (remaining.length === 0) end.abort();
    },
  });
  reports.push([streams.stdout, streams.stderr].map((stream) => String(stream.read() ?? "")).join(""));
  return { code, reports };
}

function outcomeOf(messages: readonly string[]): RequestOutcome {
  const items = messages.map((message, line) => {
    const at = { line, character: 0 };
    return { range: { start: at, end: at }, message };
  });
  const result = { kind: "full", items, resultId: String(Math.random()) };
  const request: MethodRequest = {
    command: methodCommands.get("diagnostic") as MethodRequest["command"],
    places: [],
    params: {},
    file: "/w/a.py",
    hasManyFiles: false,
    written: "diagnostic",
  };
  const answer = { kind: "shown" as const, result: { place: { file_path: "a.py" }, result }, answer: result };
  return {
    request,
    answer,
    client: { encoding: "utf-16", shownErrors: [] },
    root: "/w",
    isRootCertain: true,
    workingDirectory: "/w",
  };
}

test("The diagnostics are printed again only when they have changed, after a blank line", async () => {
  const { code, reports } = await watch([["one"], ["one"], ["one", "two"], [], []]);
  expect(code).toBe(0);
  expect(reports).toEqual([
    "a.py:1:1  error: one\n",
    "",
    "\na.py\n  1:1 error: one\n  2:1 error: two\n",
    "\nlsp-locate: no problems.\n",
    "",
    "",
  ]);
});

test("With --json each change is one line", async () => {
  const { reports } = await watch([["one"], ["one"], MISSING, MISSING, ["one"]], { json: true, watch: true });
  const lines = reports.map((text) => text.split("\n"));
  expect(lines.map(({ length }) => length - 1)).toEqual([1, 0, 1, 0, 1, 0]);
  const [first, , error, , again] = lines.map(([line = ""]) => (line === "" ? undefined : JSON.parse(line)));
  expect(first).toMatchObject({ place: { file_path: "a.py" }, result: { items: [{ message: "one" }] } });
  expect(error).toMatchObject({ error: { message: "There is no a.py.", data: { kind: "file_not_found" } } });
  expect(again.result.items).toEqual(first.result.items);
});

test("A failure is reported once, and the watch goes on", async () => {
  const { reports } = await watch([["one"], MISSING, MISSING, ["one"]]);
  expect(reports).toEqual([
    "a.py:1:1  error: one\n",
    "\nlsp-locate: There is no a.py.\n",
    "",
    "\na.py:1:1  error: one\n",
    "",
  ]);
});

test("A server that is not ready at first is waited for", async () => {
  const { code, reports } = await watch([notReady(60), notReady(61), ["one"]]);
  expect(code).toBe(0);
  expect(reports).toEqual(["lsp-locate: pyright is still loading after 60 s.\n", "", "\na.py:1:1  error: one\n", ""]);
});

test("The watch ends with the server", async () => {
  const { code, reports } = await watch([["one"], ENDED, ["two"]]);
  expect(code).toBe(3);
  expect(reports).toEqual(["a.py:1:1  error: one\n", "\nlsp-locate: The session is ending.\n"]);
});

test("A fault of ours ends the watch as it ends any command", async () => {
  await expect(watch([["one"], new TypeError("fault")])).rejects.toThrow("fault");
});

test("The watch ends when nobody reads its output any more", async () => {
  const stdout = new PassThrough();
  const repeat = async () => outcomeOf([]);
  const code = await watchRequest(
    { first: { outcome: outcomeOf([]) }, repeat },
    {},
    {
      streams: { stdout, stderr: new PassThrough(), env: {} },
      writePlan: async () => [],
      signal: new AbortController().signal,
      onPause: () => void stdout.destroy(),
    },
  );
  expect(code).toBe(0);
});
