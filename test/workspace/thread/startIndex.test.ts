/** The index's near side: what becomes of questions when its thread dies, and of the thread when it ends. */

import type { FromIndex, ToIndex } from "../../../src/workspace/thread/indexMessages.js";
import { type IndexThread, startIndex } from "../../../src/workspace/thread/startIndex.js";

/** An index whose threads do as they are told here. */
function startScriptedIndex(start?: () => IndexThread) {
  const threads: {
    readonly told: ToIndex[];
    isOver: boolean;
    isAwaited: boolean;
    say(message: FromIndex): void;
    die(why: string): void;
  }[] = [];
  const logged: string[] = [];
  const startScripted = (): IndexThread => {
    let take: (message: FromIndex) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const thread = {
      told: [] as ToIndex[],
      isOver: false,
      isAwaited: false,
      say: (message: FromIndex) => take(message),
      die: (why: string) => fail(new Error(why)),
    };
    threads.push(thread);
    return {
      postMessage: (message) => thread.told.push(message),
      on(event: string, listener: never) {
        if (event === "message") take = listener;
        else fail = listener;
      },
      terminate: () => {
        thread.isOver = true;
      },
      ref: () => {
        thread.isAwaited = true;
      },
      unref: () => {},
    };
  };
  const index = startIndex({
    roots: ["/w"],
    languages: { byFilename: [], byExtension: [] },
    grammars: {},
    treeSitterWasm: "",
    startThread: start ?? startScripted,
    log: (line) => logged.push(line),
  });
  return { index, threads, logged };
}

const kinds = (told: readonly ToIndex[] = []) => told.map(({ kind }) => kind);
const state = { isComplete: true, indexed: 1, files: 1 };

test("answers go to whoever asked", async () => {
  const { index, threads } = startScriptedIndex();
  const one = index.findByName({ name: "one" });
  const other = index.findByName({ name: "other" });
  const [first, second] = (threads[0]?.told ?? []).flatMap((message) => (message.kind === "query" ? [message] : []));
  expect([first?.params, second?.params]).toEqual([{ name: "one" }, { name: "other" }]);
  threads[0]?.say({ kind: "answer", id: second?.id ?? 0, answer: "second" });
  threads[0]?.say({ kind: "failure", id: first?.id ?? 0, failure: "no" });
  expect(await other).toBe("second");
  await expect(one).rejects.toThrow("no");
});

test("a document is told at once, its changes when somebody asks", () => {
  const { index, threads } = startScriptedIndex();
  index.open("/w/a", "x", "1");
  index.open("/w/a", "x", "2");
  index.open("/w/a", "x", "3");
  expect(kinds(threads[0]?.told)).toEqual(["open"]);
  void index.findByName({ name: "one" }).catch(() => {});
  expect(threads[0]?.told.slice(1)).toMatchObject([{ kind: "open", text: "3" }, { kind: "query" }]);
  index.open("/w/a", "x", "3");
  index.open("/w/a", "x", "4");
  index.close("/w/a");
  index.close("/w/a");
  expect(kinds(threads[0]?.told.slice(3))).toEqual(["close"]);
});

test("changes are told when nobody types any more", () => {
  jest.useFakeTimers();
  try {
    const { index, threads } = startScriptedIndex();
    for (const text of ["1", "2", "3"]) {
      index.open("/w/a", "x", text);
      jest.advanceTimersByTime(100);
    }
    expect(threads[0]?.told).toHaveLength(1);
    jest.advanceTimersByTime(100);
    expect(threads[0]?.told).toMatchObject([{ text: "1" }, { text: "3" }]);
  } finally {
    jest.useRealTimers();
  }
});

test("when the thread dies, who waits is told, and another one knows what is open", async () => {
  const { index, threads, logged } = startScriptedIndex();
  index.open("/w/a", "x", "1");
  const asked = index.findByName({ name: "one" });
  threads[0]?.die("out of memory");
  await expect(asked).rejects.toThrow("the index thread has crashed: out of memory");
  expect(threads[1]?.told).toMatchObject([{ kind: "open", text: "1" }]);
  expect(logged).toEqual(["The index thread has crashed: out of memory"]);
});

test("one that dies again and again is not started for ever", async () => {
  const { index, threads } = startScriptedIndex();
  for (let n = 0; n < 3; n++) threads[n]?.die("out of memory");
  expect(threads).toHaveLength(3);
  await expect(index.waitUntilComplete()).rejects.toThrow("has crashed 3 times, most recently: out of memory");
  await index.end();
});

test("one that can't even be started throws nothing at anybody", async () => {
  const { index } = startScriptedIndex(() => {
    throw new Error("no threads left");
  });
  index.open("/w/a", "x", "1");
  await expect(index.findByName({ name: "one" })).rejects.toThrow("no threads left");
  await index.end();
});

test("the end waits for what is written, and nobody waits for an answer any more", async () => {
  const { index, threads } = startScriptedIndex();
  const asked = index.findByName({ name: "one" });
  const ended = index.end();
  await expect(asked).rejects.toThrow("the index is closed");
  expect(threads[0]).toMatchObject({ isOver: false, isAwaited: true });
  expect(kinds(threads[0]?.told).at(-1)).toBe("end");
  threads[0]?.say({ kind: "ended" });
  await ended;
  expect(threads[0]?.isOver).toBe(true);
  await expect(index.waitUntilComplete()).rejects.toThrow("the index is closed");
  index.open("/w/a", "x", "1");
  index.notifyChanges(["/w/a"]);
  expect(kinds(threads[0]?.told).at(-1)).toBe("end");
});

test("and not for long", async () => {
  jest.useFakeTimers();
  try {
    const { index, threads } = startScriptedIndex();
    const ended = index.end();
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
    expect(threads[0]?.isOver).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test("states are told to whoever listens, from now until he does not", () => {
  const { index, threads } = startScriptedIndex();
  const heard: unknown[] = [];
  const stop = index.onStateChange((each) => heard.push(each));
  threads[0]?.say({ kind: "state", state });
  stop();
  threads[0]?.say({ kind: "state", state });
  expect(heard).toEqual([{ isComplete: false, indexed: 0, files: 0 }, state]);
});
