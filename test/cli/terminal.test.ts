/** The status line on stderr, and whether stdout gets colours. */

import { createStatusLine, detectTerminal } from "../../src/cli/terminal.js";

/** A terminal that records its output, and a clock that is set by hand. */
function screen({ columns = 40, isTTY = true } = {}) {
  const written: string[] = [];
  const stream = {
    isTTY,
    columns,
    write: (text: string) => written.push(text),
    listeners: () => [],
    on: () => {},
  } as unknown as NodeJS.WriteStream;
  const clock = { now: 0 };
  return { written, stream, clock, options: { env: {}, now: () => clock.now } };
}

test("The status line shows a text, replaces it, and is erased", () => {
  const { written, stream, options } = screen();
  const status = createStatusLine(stream, options);
  status.show("pyright: starting …");
  status.show("pyright: starting …");
  status.show("pyright: working …");
  status.show("");
  status.show("");
  expect(written).toEqual(["\r\x1b[Kpyright: starting …", "\r\x1b[Kpyright: working …", "\r\x1b[K"]);
});

test("After three seconds the status line shows the time, which restarts after it was erased", () => {
  jest.useFakeTimers();
  try {
    const { written, stream, clock, options } = screen();
    const status = createStatusLine(stream, options);
    const pass = (milliseconds: number) => {
      clock.now += milliseconds;
      jest.advanceTimersByTime(milliseconds);
    };
    status.show("gopls: waiting for Loading …");
    pass(2000);
    expect(written).toHaveLength(1);
    pass(1000);
    expect(written.at(-1)).toBe("\r\x1b[Kgopls: waiting for Loading …  3 s");
    status.show("gopls: working …");
    pass(2000);
    expect(written.at(-1)).toBe("\r\x1b[Kgopls: working …  5 s");
    status.show("");
    expect(written.at(-1)).toBe("\r\x1b[K");
    status.show("ending the server …");
    expect(written.at(-1)).toBe("\r\x1b[Kending the server …");
    status.show("");
    const { length } = written;
    pass(10_000);
    expect(written).toHaveLength(length);
  } finally {
    jest.useRealTimers();
  }
});

test("The status line stays on one line, and its text can't move the cursor", () => {
  const { written, stream, options } = screen({ columns: 20 });
  createStatusLine(stream, options).show(`${"long ".repeat(10)}\x1b[2J\n`);
  expect(written).toEqual(["\r\x1b[Klong long long long"]);
});

test.each([
  ["a pipe", { isTTY: false }, {}],
  ["a terminal that can't erase a line", { isTTY: true }, { TERM: "dumb" }],
])("The status line is not shown on %s", (_name, facts, env) => {
  const { written, stream, options } = screen(facts);
  createStatusLine(stream, { ...options, env }).show("pyright: starting …");
  expect(written).toEqual([]);
});

test("Where no line can be erased, a wait of ten seconds is printed, once", () => {
  jest.useFakeTimers();
  try {
    const { written, stream, options } = screen({ isTTY: false });
    const status = createStatusLine(stream, options);
    status.show("gopls: starting …");
    jest.advanceTimersByTime(6_000);
    status.show("");
    status.show("gopls: working …");
    jest.advanceTimersByTime(9_000);
    status.show("gopls: Loading\n\x1b[2J …");
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(written).toEqual([expect.stringMatching(/^lsp-locate: still waiting after 10 s: gopls: Loading.* …\n$/)]);
    jest.advanceTimersByTime(60_000);
    status.show("");
    status.show("ending the server …");
    jest.advanceTimersByTime(60_000);
    expect(written).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});

test.each<[NodeJS.ProcessEnv, boolean, boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "", TERM: "xterm" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false],
])("With the environment %j, terminal %s, colours are %s", (env, isTTY, isColoured) => {
  const { stream } = screen({ isTTY });
  expect(detectTerminal(stream, env).colours.isColorSupported).toBe(isColoured);
});
