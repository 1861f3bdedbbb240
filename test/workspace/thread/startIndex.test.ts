/** Tests of the client of the index thread: queries, open documents, crashes and the end. */

import { LocateError } from "../../../src/error.js";
import type { Grammar } from "../../../src/syntax/grammars/grammars.js";
import type { FromIndex, ToIndex } from "../../../src/workspace/thread/indexMessages.js";
import { type IndexThread, startIndex } from "../../../src/workspace/thread/startIndex.js";

interface ScriptedIndexOptions {
  readonly start?: () => IndexThread;
  readonly grammars?: Readonly<Record<string, Grammar>>;
}

/** Starts an index with scripted threads. */
function startScriptedIndex({ start, grammars = {} }: ScriptedIndexOptions = {}) {
  const threads: {
    readonly received: ToIndex[];
    isTerminated: boolean;
    isReferenced: boolean;
    say(message: FromIndex): void;
    die(reason: string): void;
  }[] = [];
  const logged: string[] = [];
  const startScripted = (): IndexThread => {
    let take: (message: FromIndex) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const thread = {
      received: [] as ToIndex[],
      isTerminated: false,
      isReferenced: false,
      say: (message: FromIndex) => take(message),
      die: (reason: string) => fail(new Error(reason)),
    };
    threads.push(thread);
    return {
      postMessage: (message) => thread.received.push(message),
      on(event: string, listener: never) {
        if (event === "message") take = listener;
        else fail = listener;
      },
      // A thread that the file system holds up never ends.
      terminate: () => {
        thread.isTerminated = true;
        return new Promise(() => {});
      },
      ref: () => {
        thread.isReferenced = true;
      },
      unref: () => {},
    };
  };
  const index = startIndex({
    roots: ["/w"],
    languages: { byFilename: new Map(), byExtension: new Map() },
    grammars,
    treeSitterWasm: "",
    startThread: start ?? startScripted,
    log: (line) => logged.push(line),
  });
  return { index, threads, logged };
}

const kinds = (received: readonly ToIndex[] = []) => received.map(({ kind }) => kind);
const state = { isComplete: true, indexed: 1, files: 1 };

test("Each query gets its own answer or failure", async () => {
  const { index, threads } = startScriptedIndex();
  const one = index.findByName({ name: "one" });
  const other = index.findByName({ name: "other" });
  const [first, second] = (threads[0]?.received ?? []).flatMap((message) =>
    message.kind === "query" ? [message] : [],
  );
  expect([first?.params, second?.params]).toEqual([{ name: "one" }, { name: "other" }]);
  threads[0]?.say({ kind: "answer", id: second?.id ?? 0, answer: "second" });
  threads[0]?.say({ kind: "failure", id: first?.id ?? 0, failure: "no" });
  expect(await other).toBe("second");
  await expect(one).rejects.toThrow("no");
});

test("A document is sent when it is opened, and its changes before the next query", () => {
  const { index, threads } = startScriptedIndex();
  index.open("/w/a", "x", "1");
  index.open("/w/a", "x", "2");
  index.open("/w/a", "x", "3");
  expect(kinds(threads[0]?.received)).toEqual(["open"]);
  void index.findByName({ name: "one" }).catch(() => {});
  expect(threads[0]?.received.slice(1)).toMatchObject([{ kind: "open", text: "3" }, { kind: "query" }]);
  index.open("/w/a", "x", "3");
  index.open("/w/a", "x", "4");
  index.close("/w/a");
  index.close("/w/a");
  expect(kinds(threads[0]?.received.slice(3))).toEqual(["close"]);
});

test("Changes are sent after a pause in typing", () => {
  jest.useFakeTimers();
  try {
    const { index, threads } = startScriptedIndex();
    for (const text of ["1", "2", "3"]) {
      index.open("/w/a", "x", text);
      jest.advanceTimersByTime(100);
    }
    expect(kinds(threads[0]?.received)).toEqual(["open", "start"]);
    jest.advanceTimersByTime(100);
    expect(threads[0]?.received).toMatchObject([{ text: "1" }, { kind: "start" }, { text: "3" }]);
  } finally {
    jest.useRealTimers();
  }
});

/** The threads receive the index's messages; the first text waits for its outline. */
async function openOutlined(next: (index: ReturnType<typeof startScriptedIndex>["index"]) => void) {
  const { index, threads } = startScriptedIndex({ grammars: { x: {} as Grammar } });
  let setOutline: (outline: []) => void = () => {};
  const outline = new Promise<[]>((resolve) => {
    setOutline = resolve;
  });
  index.open("/w/a", "x", "1", () => outline);
  next(index);
  setOutline([]);
  await new Promise((resolve) => setImmediate(resolve));
  return threads.map(({ received }) => received.map((each) => (each.kind === "open" ? each.isOutlined : each.kind)));
}

test("A document with an outline is sent as one that is not to be parsed, and its result follows", async () => {
  expect(await openOutlined(() => {})).toEqual([[true, "outlined", "start"]]);
});

test("A result for a document that has been closed or changed is not sent", async () => {
  expect(await openOutlined((index) => index.close("/w/a"))).toEqual([[true, "close", "start"]]);
  const change = (index: { open(path: string, languageId: string, text: string): void }) =>
    index.open("/w/a", "x", "2");
  expect(await openOutlined(change)).toEqual([[true, "start"]]);
});

test("If no outline can be made, the result says why", async () => {
  const { index, threads } = startScriptedIndex({ grammars: { x: {} as Grammar } });
  const error = new LocateError("unsupported", "There is no syntax tree.", { why: "too many declarations" });
  index.open("/w/a", "x", "1", () => Promise.reject(error));
  await new Promise((resolve) => setImmediate(resolve));
  expect(threads[0]?.received[1]).toMatchObject({ kind: "outlined", result: { problem: "too many declarations" } });
});

test("If the thread crashes, pending queries fail and a new thread gets the open documents", async () => {
  const { index, threads, logged } = startScriptedIndex();
  index.open("/w/a", "x", "1");
  const query = index.findByName({ name: "one" });
  threads[0]?.die("out of memory");
  await expect(query).rejects.toThrow("the index thread has crashed: out of memory");
  expect(threads[1]?.received).toMatchObject([{ kind: "open", text: "1" }]);
  expect(logged).toEqual(["The index thread has crashed: out of memory"]);
});

test("A thread that keeps crashing is started three times only", async () => {
  const { index, threads } = startScriptedIndex();
  for (let n = 0; n < 3; n++) threads[n]?.die("out of memory");
  expect(threads).toHaveLength(3);
  await expect(index.waitUntilComplete()).rejects.toThrow("has crashed 3 times, most recently: out of memory");
  await index.end();
});

test("If no thread can be started, queries fail and other calls do nothing", async () => {
  const start = () => {
    throw new Error("no threads left");
  };
  const { index } = startScriptedIndex({ start });
  index.open("/w/a", "x", "1");
  await expect(index.findByName({ name: "one" })).rejects.toThrow("no threads left");
  await index.end();
});

test("The end rejects pending queries and waits until the cache is written", async () => {
  const { index, threads } = startScriptedIndex();
  const query = index.findByName({ name: "one" });
  const ended = index.end();
  await expect(query).rejects.toThrow("the index is closed");
  expect(threads[0]).toMatchObject({ isTerminated: false, isReferenced: true });
  expect(kinds(threads[0]?.received).at(-1)).toBe("end");
  threads[0]?.say({ kind: "ended" });
  await ended;
  expect(threads[0]?.isTerminated).toBe(true);
  await expect(index.waitUntilComplete()).rejects.toThrow("the index is closed");
  index.open("/w/a", "x", "1");
  index.notifyChanges(["/w/a"]);
  expect(kinds(threads[0]?.received).at(-1)).toBe("end");
});

test("The end waits for the cache for two seconds at most", async () => {
  jest.useFakeTimers();
  try {
    const { index, threads } = startScriptedIndex();
    const ended = index.end();
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
    expect(threads[0]?.isTerminated).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test("A listener gets the current state and later ones until it is removed", () => {
  const { index, threads } = startScriptedIndex();
  const states: unknown[] = [];
  const stop = index.onStateChange((each) => states.push(each));
  threads[0]?.say({ kind: "state", state });
  stop();
  threads[0]?.say({ kind: "state", state });
  expect(states).toEqual([{ isComplete: false, indexed: 0, files: 0 }, state]);
});
