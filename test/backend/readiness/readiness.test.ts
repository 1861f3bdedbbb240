/** Readiness: the states that result from the messages of servers. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { notReady, Readiness, type ReadyState } from "../../../src/backend/readiness/readiness.js";
import { type ReadyRule, requiredCapabilities } from "../../../src/backend/readiness/readyRule.js";

const { servers } = shippedServers();
const ruleOf = (name: string): ReadyRule | "at once" | undefined => servers.get(name)?.ready;

type Step = (readiness: Readiness) => void;
const started =
  (now: number): Step =>
  (readiness) =>
    readiness.handleInitialized(now);
const opened =
  (now: number): Step =>
  (readiness) =>
    readiness.handleDocumentOpened(now);
const say =
  (now: number, method: string, params: unknown): Step =>
  (readiness) =>
    readiness.handleMessage(method, params, now);
const create = (now: number, token: string | number): Step => say(now, "window/workDoneProgress/create", { token });
const begin = (now: number, token: string | number, title: string): Step =>
  say(now, "$/progress", { token, value: { kind: "begin", title } });
const end = (now: number, token: string | number, message?: string): Step =>
  say(now, "$/progress", { token, value: { kind: "end", message } });
const log = (now: number, message: string): Step => say(now, "window/logMessage", { type: 3, message });
const status = (now: number, quiescent: boolean): Step =>
  say(now, "experimental/serverStatus", { health: "ok", quiescent });

/** The state as words, for tables. */
function words(state: ReadyState): string {
  if (state.kind === "ready") return state.reason;
  if (state.kind === "failed") return `failed: ${state.message}`;
  return `${state.kind}: ${state.waitingFor}`;
}

function after(rule: ReadyRule | "at once" | undefined, ...steps: readonly Step[]): Readiness {
  const readiness = new Readiness(rule);
  for (const step of steps) step(readiness);
  return readiness;
}

test.each([
  ["a server that starts fast has the grace time of its rule", 100, [4_999, 5_000]],
  ["a server that starts slowly gets ten times that time", 1_000, [9_999, 10_000]],
  ["it gets at most six times the grace time of its rule", 60_000, [29_999, 30_000]],
] as const)("On a busy machine, %s", (_what, startMs, [before, after]) => {
  const readiness = new Readiness({ progress: "^Loading", grace: 5 }, 1, startMs);
  readiness.handleInitialized(0);
  readiness.handleDocumentOpened(0);
  expect(readiness.deadline(0)).toBe(after);
  expect(words(readiness.state(before))).toMatch(/^loading: /);
  expect(words(readiness.state(after))).toBe("silence");
});

const check = (name: string, steps: readonly Step[], now: number, expected: string): void =>
  expect(words(after(ruleOf(name), ...steps).state(now))).toBe(expected);

const initializing = "Initializing JS/TS language features…";
const setup = "Setting up workspace";
const thinking = [started(0), opened(0), create(1, 7), begin(2, 7, "Thinking"), end(3, 7)];
const thinkingAgain = [create(200, 8), begin(200, 8, "Thinking")];

test.each<[string, readonly Step[], number, string]>([
  ["yaml-language-server", [], 0, "at once"],
  // Progress by title, counted from the first document.
  ["vtsls", [], 0, "loading: its initialization"],
  ["vtsls", [started(0)], 99_000, "nothing open"],
  ["vtsls", [started(0), opened(100)], 5099, "loading: its progress of loading"],
  ["vtsls", [started(0), opened(100)], 5100, "silence"],
  ["vtsls", [started(0), opened(0), begin(1, "a", initializing)], 9, `loading: progress "${initializing}"`],
  ["vtsls", [started(0), opened(0), begin(1, "a", initializing)], 9000, `loading: progress "${initializing}"`],
  ["vtsls", [started(0), opened(0), begin(1, "a", initializing)], 60_001, `overdue: progress "${initializing}"`],
  ["vtsls", [started(0), opened(0), begin(1, "a", initializing), end(2, "a")], 2, "sign"],
  ["vtsls", [started(0), opened(0), begin(1, "a", "Formatting"), end(2, "a")], 2, "loading: its progress of loading"],
  // vtsls 0.3: nested progress. Late progress, after silence, counts too.
  [
    "vtsls",
    [
      opened(0),
      begin(1, "a", "Analyzing 'a.ts' and its dependencies"),
      begin(2, "b", "Initializing 'tsconfig.json'"),
      end(3, "b"),
    ],
    3,
    `loading: progress "Analyzing 'a.ts' and its dependencies"`,
  ],
  ["vtsls", [opened(0), begin(1, "a", initializing), begin(1, "b", initializing), end(2, "a"), end(3, "b")], 3, "sign"],
  ["vtsls", [opened(0), begin(1, 1, initializing), end(2, "1")], 2, `loading: progress "${initializing}"`],
  ["vtsls", [opened(0), begin(7000, "a", initializing)], 7001, `loading: progress "${initializing}"`],
  [
    "vtsls",
    [opened(0), begin(1, "a", initializing), end(2, "a"), begin(3, "b", initializing)],
    3,
    `loading: progress "${initializing}"`,
  ],
  // Failure ends waiting, until it loads again.
  [
    "gopls",
    [started(0), begin(1, "a", setup), end(2, "a", "Error loading packages: no go")],
    2,
    "failed: Error loading packages: no go",
  ],
  [
    "gopls",
    [started(0), begin(1, "a", setup), end(2, "a", "Error loading packages"), begin(3, "b", setup)],
    3,
    `loading: progress "${setup}"`,
  ],
  ["gopls", [started(0), begin(1, "a", setup), end(2, "a", "Finished loading packages.")], 2, "sign"],
  ["gopls", [started(0)], 3000, "silence"],
  // A log message; silence does not count here.
  [
    "pyright",
    [started(0), log(1, "Searching for source files")],
    59_999,
    "loading: the log message that says it has loaded",
  ],
  ["pyright", [started(0), log(1, "Found 12 source files")], 1, "sign"],
  ["pyright", [started(0), log(1, "No source files found.")], 1, "sign"],
  [
    "bash-language-server",
    [started(0), log(1, "11:19:24 INFO BackgroundAnalysis: Completed after 0.036 seconds.")],
    1,
    "sign",
  ],
  // Progress ends before the files are analysed; diagnostics come after that.
  [
    "robotcode",
    [started(0), opened(1), create(2, "a"), begin(2, "a", "RobotCode"), end(3, "a")],
    60_000,
    "loading: the notification textDocument/publishDiagnostics",
  ],
  [
    "robotcode",
    [started(0), opened(1), say(2, "textDocument/publishDiagnostics", { uri: "file:///a.robot", diagnostics: [] })],
    2,
    "sign",
  ],
  // A notification that flaps, and one that does not.
  ["rust-analyzer", [started(0)], 9, `loading: experimental/serverStatus with {"quiescent":true}`],
  ["rust-analyzer", [started(0), status(1, false)], 9, `loading: experimental/serverStatus with {"quiescent":true}`],
  ["rust-analyzer", [started(0), status(1, false), status(2, true)], 9, "sign"],
  [
    "rust-analyzer",
    [started(0), status(2, true), status(3, false)],
    9,
    `loading: experimental/serverStatus with {"quiescent":true}`,
  ],
  [
    "jdtls",
    [started(0), say(1, "language/status", { type: "Starting" })],
    299_000,
    `loading: language/status with {"type":"ServiceReady"}`,
  ],
  [
    "jdtls",
    [started(0), say(1, "language/status", { type: "ServiceReady" }), say(2, "language/status", { type: "Message" })],
    2,
    "sign",
  ],
  // Progress by token.
  [
    "clangd",
    [started(0), opened(0), begin(1, "backgroundIndexProgress", "indexing")],
    9,
    `loading: progress "indexing"`,
  ],
  ["clangd", [started(0), opened(0), begin(1, "other", "indexing")], 1500, "silence"],
  // An unknown server: any progress that it created.
  ["no such server", [opened(0), create(1, 7), begin(2, 7, "Thinking")], 9000, `loading: progress "Thinking"`],
  // One phase of loading may follow another.
  ["no such server", thinking, 252, "loading: a further sign of loading"],
  ["no such server", thinking, 253, "sign"],
  ["no such server", [...thinking, ...thinkingAgain], 299, `loading: progress "Thinking"`],
  ["no such server", [...thinking, ...thinkingAgain, end(300, 8)], 549, "loading: a further sign of loading"],
  ["no such server", [...thinking, ...thinkingAgain, end(300, 8)], 550, "sign"],
  ["no such server", [...thinking, begin(9000, 8, "Thinking")], 9001, "sign"],
  ["no such server", [...thinking, create(9000, 8), begin(9000, 8, "Thinking")], 9001, `loading: progress "Thinking"`],
  ["no such server", [opened(0), begin(2, "the client's", "Thinking")], 1500, "silence"],
  ["no such server", [started(0), create(1, 7), begin(2, 7, "Thinking")], 9, `loading: progress "Thinking"`],
])("The state of %s is derived from its messages, case %#", check);

test("The state has the percentage and the message of the progress", () => {
  const readiness = after(
    ruleOf("clangd"),
    opened(0),
    begin(1, "backgroundIndexProgress", "indexing"),
    say(2, "$/progress", {
      token: "backgroundIndexProgress",
      value: { kind: "report", message: "3/40", percentage: 7.5 },
    }),
  );
  expect(readiness.state(3)).toEqual({
    kind: "loading",
    waitingFor: `progress "indexing": 3/40`,
    percentage: 7.5,
    since: 1,
  });
});

test("A log message per workspace folder is expected for each folder", () => {
  const readiness = new Readiness(ruleOf("pyright"), 2);
  readiness.handleInitialized(0);
  readiness.handleMessage("window/logMessage", { message: "Found 1 source file" }, 1);
  expect(readiness.state(1).kind).toBe("loading");
  readiness.handleMessage("window/logMessage", { message: "No source files found." }, 2);
  expect(readiness.state(2).kind).toBe("ready");
});

test.each<[string, string, number, string]>([
  ["created", "file:///a/new.py", 1, "loading"],
  ["deleted", "file:///a/old.pyi", 3, "loading"],
  ["changed", "file:///a/main.py", 2, "ready"],
  ["created", "file:///a/notes.txt", 1, "ready"],
])("After a file was %s, pyright lists its files again if it is one of them: %s", (_change, uri, type, expected) => {
  const readiness = new Readiness(ruleOf("pyright"));
  readiness.handleInitialized(0);
  readiness.handleFileEvents([{ uri, type }], 1);
  log(2, "Found 1 source file")(readiness);
  expect(readiness.state(3).kind).toBe("ready"); // it was loading when the file changed
  readiness.handleFileEvents(
    [
      { uri: "file:///a/b.toml", type: 1 },
      { uri, type },
    ],
    4,
  );
  expect(readiness.state(5).kind).toBe(expected);
  expect(readiness.deadline(5)).toBe(expected === "loading" ? 2_004 : undefined);
  expect(readiness.state(2_004)).toEqual({ kind: "ready", reason: "sign" });
  readiness.handleFileEvents([{ uri, type }], 3_000);
  log(3_001, "Found 2 source files")(readiness);
  expect(readiness.state(3_002)).toEqual({ kind: "ready", reason: "sign" });
});

test("The deadline is the time when the state changes without a message", () => {
  const readiness = new Readiness(ruleOf("vtsls"));
  expect(readiness.deadline(0)).toBeUndefined();
  readiness.handleInitialized(0);
  readiness.handleDocumentOpened(10);
  expect(readiness.deadline(10)).toBe(5010);
  begin(20, "a", initializing)(readiness);
  expect(readiness.deadline(20)).toBe(60_020);
  expect(readiness.state(60_019).kind).toBe("loading");
  expect(readiness.state(60_020).kind).toBe("overdue");
  end(60_030, "a")(readiness);
  expect(readiness.deadline(60_030)).toBeUndefined();
});

test("A distrusted server stays ready", () => {
  const readiness = after(ruleOf("rust-analyzer"), started(0), status(1, false));
  readiness.distrust();
  status(2, false)(readiness);
  expect(readiness.state(3)).toEqual({ kind: "ready", reason: "distrusted" });
});

test.each([
  ["$/progress", null],
  ["$/progress", { token: {}, value: { kind: "begin", title: "Initializing x" } }],
  ["$/progress", { token: "a", value: [] }],
  ["$/progress", { token: "a", value: { kind: "begin", title: 7 } }],
  ["$/progress", { token: "a", value: { kind: "end" } }],
  ["$/progress", { token: "a", value: { kind: "report", percentage: "x" } }],
  ["window/logMessage", []],
  ["window/workDoneProgress/create", {}],
])("A malformed message is not a sign: %s %j", (method, params) => {
  for (const name of ["vtsls", "gopls", "no such server"]) {
    const readiness = after(ruleOf(name), started(0), opened(0), say(1, method, params));
    expect(words(readiness.state(1))).toBe(words(after(ruleOf(name), started(0), opened(0)).state(1)));
  }
});

test.each([
  ["vtsls", ["window.workDoneProgress"]],
  ["clangd", ["window.workDoneProgress"]],
  ["no such server", ["window.workDoneProgress"]],
  ["rust-analyzer", ["experimental.serverStatusNotification"]],
  ["pyright", []],
  ["yaml-language-server", []],
])("The rule of %s needs %j", (name, needs) => {
  expect(requiredCapabilities(ruleOf(name))).toEqual(needs);
});

test("not_ready has the expected sign, the time and advice", () => {
  const error = notReady("gopls", { waitingFor: `progress "${setup}"`, since: 1000 }, 61_400);
  expect(error.data).toEqual({
    kind: "not_ready",
    backend: "gopls",
    waiting_for: `progress "${setup}"`,
    seconds_waited: 60,
  });
  expect(error.message).toContain(
    `gopls is still loading after 60 s; the request waited for progress "${setup}". Ask again`,
  );
});

test("A failure is noticed in the title of progress that is no sign of loading", () => {
  const rule: ReadyRule = { progress: "^Loading", failure: "toolchain is missing" };
  const readiness = after(rule, started(0), opened(0), begin(1, "a", "The toolchain is missing"));
  expect(readiness.state(2)).toEqual({ kind: "failed", message: "The toolchain is missing" });
});

test("A phase of loading that follows the last one soon belongs to it, a later one does not", () => {
  const readiness = after(undefined, ...thinking, ...thinkingAgain);
  expect(readiness.state(201)).toMatchObject({ kind: "loading", since: 2 });
  expect(readiness.deadline(201)).toBe(60_002);
  end(300, 8)(readiness);
  expect(readiness.deadline(301)).toBe(550);
  create(9000, 9)(readiness);
  begin(9000, 9, "Thinking")(readiness);
  expect(readiness.state(9001)).toMatchObject({ kind: "loading", since: 9000 });
});
