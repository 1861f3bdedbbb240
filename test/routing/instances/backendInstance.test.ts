/** Backends that die, and those that can't be started: what becomes of what they were asked, of what they had begun, and of the documents. */

import { LocateError } from "../../../src/error.js";
import { ErrorReply, noReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import {
  eventLoopTurns,
  minimalClient,
  type RoutedSession,
  type RoutedSessionOptions,
  routedSession,
} from "../routedSession.js";
import type { Handlers, ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
afterEach(async () => {
  await session.close();
  jest.useRealTimers();
});

/** Silent in the first process, answered as `result` in those after it. */
const later =
  (result: unknown) =>
  (_params: never, { nth }: ScriptedBackend): unknown =>
    nth === 1 ? noReply : result;

const redls = (handlers: Handlers): RoutedSessionOptions => ({ handlers: { redls: handlers } });

/** A session with a.red open, and the process that has it. */
const open = async (options: RoutedSessionOptions = {}) => {
  session = routedSession(options);
  await session.open();
  session.didOpen("a.red", "one two");
  const red = await session.backend("redls");
  await red.got("textDocument/didOpen");
  return red;
};

describe("a read under way", () => {
  test("is asked again, when its document is open again as it is", async () => {
    const red = await open(redls({ "textDocument/hover": later("second") }));
    session.didChange("a.red", "one two three");
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result).toBe("second");
    const second = await session.backend("redls", 2);
    expect(second.story).toEqual(["initialize", "initialized", "didOpen a.red v2", "hover a.red"]);
    expect(second.all("textDocument/didOpen")[0]?.params.textDocument).toEqual({
      uri: session.uri("a.red"),
      languageId: "red",
      version: 2,
      text: "one two three",
    });
    expect(second.bodies.at(-1)).toBe(red.bodies.at(-1));
  });

  test("that was answered with the last breath is not asked again", async () => {
    const red = await open(redls({ "textDocument/hover": later("second") }));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    red.answer(await red.got("textDocument/hover"), "first");
    red.die();
    expect((await answer).result).toBe("first");
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test.each<[string, string, () => void]>([
    ["changed", "didChange a.red v2", () => session.didChange("a.red", "x")],
    ["closed", "didClose a.red", () => session.didClose("a.red")],
    [
      "opened anew",
      "didOpen a.red v2",
      () => {
        session.didClose("a.red");
        session.didOpen("a.red", "x");
      },
    ],
  ])("whose document was %s meanwhile: ContentModified", async (_what, line, act) => {
    const red = await open(redls({ "textDocument/hover": later("second") }));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    act();
    await red.until(() => red.heard.includes(line), line);
    red.die();
    expect((await answer).error.code).toBe(-32801);
  });

  test("whose document changes only after the death is asked before that change", async () => {
    const red = await open(redls({ "textDocument/hover": later("second") }));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    await red.got("textDocument/hover");
    red.die();
    await eventLoopTurns();
    session.didChange("a.red", "x");
    expect((await answer).result).toBe("second");
    const second = await session.backend("redls", 2);
    await second.got("textDocument/didChange");
    expect(second.heard).toEqual(["didOpen a.red v1", "hover a.red", "didChange a.red v2"]);
  });

  test("is asked a third time where the next process dies in its start", async () => {
    const red = await open(
      redls({
        initialize: (_params, backend) => {
          if (backend.nth === 2) backend.die();
          return { capabilities: { textDocumentSync: 2, hoverProvider: true } };
        },
        "textDocument/hover": later("third"),
      }),
    );
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result).toBe("third");
    expect(session.started).toHaveLength(3);
  });

  test("to all is answered when the one that died is back", async () => {
    const can = { workspaceSymbolProvider: true };
    const red = await open({
      can: { redls: can, greenls: can },
      handlers: {
        redls: { "workspace/symbol": later([{ name: "red" }]) },
        greenls: { "workspace/symbol": () => [{ name: "green" }] },
      },
    });
    session.didOpen("b.green");
    await session.hover("b.green");
    const { answer } = session.asking("workspace/symbol", { query: "" });
    await red.got("workspace/symbol");
    red.die();
    expect((await answer).result.map(({ name }: { name: string }) => name).sort()).toEqual(["green", "red"]);
  });
});

describe("what is not asked again", () => {
  test("a command: it may have been run", async () => {
    const red = await open({
      can: { redls: { executeCommandProvider: { commands: ["red.fix"] } } },
      ...redls({ "workspace/executeCommand": () => noReply }),
    });
    red.lastWords = ["panic: nil"];
    const { answer } = session.asking("workspace/executeCommand", { command: "red.fix" });
    await red.got("workspace/executeCommand");
    red.die(3);
    const { error } = await answer;
    expect(error).toMatchObject({
      code: -32803,
      data: { kind: "backend_failed", exit_code: 3, stderr: ["panic: nil"] },
    });
    expect(error.message).toContain("panic: nil");
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).all("workspace/executeCommand")).toEqual([]);
  });

  test.each(["completionItem/resolve", "redls/own"])("%s", async (method) => {
    const red = await open(redls({ [method]: () => noReply }));
    const { answer } = session.asking(method, {});
    await red.got(method);
    red.die();
    expect((await answer).error.data.kind).toBe("backend_failed");
  });

  test("a read of which part may have been told", async () => {
    const red = await open(redls({ "textDocument/definition": () => noReply }));
    const { answer } = session.asking("textDocument/definition", { ...session.about("a.red"), partialResultToken: 7 });
    await red.got("textDocument/definition");
    red.die();
    expect((await answer).error.data.kind).toBe("backend_failed");
  });

  test("a read that the client had taken back", async () => {
    const red = await open(redls({ "textDocument/definition": () => noReply }));
    const { id, answer } = session.asking("textDocument/definition", session.about("a.red"));
    session.notify("$/cancelRequest", { id });
    await red.got("$/cancelRequest");
    red.die();
    expect((await answer).error.code).toBe(-32800);
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("a read that the client takes back while nobody is there", async () => {
    const red = await open(redls({ "textDocument/definition": () => noReply }));
    const { id, answer } = session.asking("textDocument/definition", session.about("a.red"));
    await red.got("textDocument/definition");
    red.die();
    await eventLoopTurns();
    session.notify("$/cancelRequest", { id });
    expect((await answer).error.code).toBe(-32800);
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });
});

describe("while it is down", () => {
  test("what is said waits, and comes behind the documents as they were", async () => {
    const red = await open();
    session.didOpen("b.red", "b");
    session.didOpen("gone.red", "g");
    session.didClose("gone.red");
    await session.hover("b.red");
    red.die();
    await eventLoopTurns();
    session.didChange("a.red", "x");
    session.didClose("b.red");
    session.didOpen("c.red", "c");
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).heard).toEqual([
      "didOpen a.red v1",
      "didOpen b.red v1",
      "didChange a.red v2",
      "didClose b.red",
      "didOpen c.red v1",
      "hover a.red",
    ]);
  });

  test("the other languages are not held up, and hear nothing of it", async () => {
    useFakeTimers();
    const red = await open();
    session.didOpen("b.green");
    await session.hover("b.green");
    red.die();
    await eventLoopTurns();
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
    expect((await session.backend("greenls")).heard).toEqual(["didOpen b.green v1", "hover b.green", "hover b.green"]);
  });

  test("the client hears nothing of it", async () => {
    const red = await open();
    await session.hover("a.red");
    const before = session.client.messages.length;
    red.die();
    await session.hover("a.red");
    expect(session.client.messages.slice(before).map(({ method }) => method)).toEqual([undefined]);
  });

  test("the client goes: it is not started again", async () => {
    useFakeTimers();
    const red = await open();
    red.die();
    await eventLoopTurns();
    session.input.end();
    await session.ended;
    await advanceTimers(10_000);
    expect(session.started).toEqual(["redls"]);
  });

  test("the client shuts down: it is not started again", async () => {
    useFakeTimers();
    const red = await open();
    red.die();
    await eventLoopTurns();
    await session.request("shutdown");
    await advanceTimers(10_000);
    expect(session.started).toEqual(["redls"]);
  });

  test("settings that come are those it is told when it is back", async () => {
    const red = await open();
    red.die();
    await eventLoopTurns();
    session.notify("workspace/didChangeConfiguration", { settings: { red: 2 } });
    await session.hover("a.red");
    const second = await session.backend("redls", 2);
    expect(second.story.slice(0, 3)).toEqual(["initialize", "initialized", "workspace/didChangeConfiguration"]);
    expect(second.all("workspace/didChangeConfiguration").map(({ params }) => params.settings)).toEqual([{ red: 2 }]);
  });
});

describe("what it had begun at the client", () => {
  const begin = (token: unknown) => ({ method: "$/progress", params: { token, value: { kind: "begin", title: "x" } } });
  const create = (token: unknown) => ({
    id: `create ${token}`,
    method: "window/workDoneProgress/create",
    params: { token },
  });

  test("progress is ended", async () => {
    const red = await open();
    for (const token of [1, 2, 3]) red.send(create(token));
    for (const token of [1, 2]) red.send(begin(token));
    red.send({ method: "$/progress", params: { token: 2, value: { kind: "end" } } });
    await session.heardFrom(red);
    const [first] = session.client.all("window/workDoneProgress/create");
    const before = session.client.all("$/progress").length;
    red.die();
    await session.hover("a.red");
    const after = session.client.all("$/progress").slice(before);
    expect(after.map(({ params }) => params)).toEqual([{ token: first?.params.token, value: { kind: "end" } }]);
  });

  test("requests are taken back, and late answers go nowhere", async () => {
    const ask = { id: 1, method: "window/showMessageRequest", params: { type: 3, message: "?" } };
    const red = await open();
    red.send(ask);
    const asked = await session.client.got("window/showMessageRequest");
    red.die();
    expect((await session.client.got("$/cancelRequest")).params).toEqual({ id: asked.id });
    const second = await session.backend("redls", 2);
    await second.got("textDocument/didOpen");
    second.send(ask);
    const again = await session.client.got("window/showMessageRequest", 2);
    expect(again.id).not.toEqual(asked.id);
    session.fromClient({ id: asked.id, result: "late" });
    session.fromClient({ id: again.id, result: "right" });
    expect((await second.until(({ id, method }) => id === 1 && !method, "the answer")).result).toBe("right");
  });

  test("progress that this client was spared is forgotten: its own under an equal token comes", async () => {
    const red = await open({ capabilities: minimalClient, ...redls({ "textDocument/hover": later(noReply) }) });
    red.send(create(1));
    red.send(begin(1));
    await session.heardFrom(red);
    red.die();
    const { answer } = session.asking("textDocument/hover", { ...session.about("a.red"), workDoneToken: 1 });
    const second = await session.backend("redls", 2);
    const asked = await second.got("textDocument/hover");
    second.send(begin(1));
    second.answer(asked, null);
    await answer;
    expect(session.client.all("$/progress").map(({ params }) => params)).toEqual([begin(1).params]);
  });
});

describe("Locates", () => {
  test("under way are asked again", async () => {
    const red = await open(redls({ "textDocument/hover": later({ contents: "second" }) }));
    const { answer } = session.asking("locate/hover", { locate: "a.red@two" });
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result.contents).toBe("second");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("under way are asked at where their place is by then", async () => {
    const red = await open(redls({ "textDocument/hover": later({ contents: "second" }) }));
    const { answer } = session.asking("locate/hover", { locate: "a.red@two" });
    await red.got("textDocument/hover");
    const start = { line: 0, character: 0 };
    session.didChange("a.red", { range: { start, end: start }, text: "zero " });
    red.die();
    await answer;
    const second = await session.backend("redls", 2);
    expect(second.heard).toEqual(["didOpen a.red v2", "hover a.red"]);
    expect(second.all("textDocument/hover")[0]?.params.position).toEqual({ line: 0, character: 9 });
  });

  test("wait for one that starts, but not forever; it goes on starting", async () => {
    useFakeTimers();
    session = routedSession({ files: { "a.red": "one" }, ...redls({ initialize: () => noReply }) });
    await session.open();
    const { answer } = session.asking("locate/hover", { locate: "a.red@one" });
    const red = await session.backend("redls");
    await advanceTimers(31_000);
    expect((await answer).error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
    red.answer(await red.got("initialize"), { capabilities: { textDocumentSync: 2, hoverProvider: true } });
    expect((await session.request("locate/hover", { locate: "a.red@one" })).result.contents).toBe("redls a.red");
  });

  test("asked while nobody is there wait for the next", async () => {
    const red = await open();
    red.die();
    await eventLoopTurns();
    const { result } = await session.request("locate/hover", { locate: "a.red@two" });
    expect(result.contents).toBe("redls a.red");
  });

  test("open again what only we had opened, when it is needed and not before", async () => {
    const red = await open({ files: { "b.red": "three", "c.red": "four" } });
    await session.request("locate/hover", { locate: "b.red@three" });
    await session.request("locate/hover", { locate: "c.red@four" });
    red.die();
    await session.hover("a.red");
    const second = await session.backend("redls", 2);
    expect(second.heard).toEqual(["didOpen a.red v1", "hover a.red"]);
    await session.request("locate/hover", { locate: "b.red@three" });
    await session.request("locate/hover", { locate: "b.red@three" });
    expect(second.heard.slice(2)).toEqual(["didOpen b.red v0", "hover b.red", "hover b.red"]);
  });

  test("under way on a file that only we had opened find it open", async () => {
    const red = await open({
      files: { "b.red": "three" },
      ...redls({ "textDocument/hover": later({ contents: "2" }) }),
    });
    const { answer } = session.asking("locate/hover", { locate: "b.red@three" });
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result.contents).toBe("2");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "didOpen b.red v0", "hover b.red"]);
  });

  test("that wait until it has loaded wait for its successor to have", async () => {
    const red = await open({
      servers: { redls: { ready: { log: "^loaded$" } } },
      can: { redls: { referencesProvider: true } },
      ...redls({ "textDocument/references": () => [] }),
    });
    const { answer } = session.asking("locate/references", { locate: "a.red@two" });
    await eventLoopTurns();
    red.die();
    const second = await session.backend("redls", 2);
    await second.got("textDocument/didOpen");
    expect(second.all("textDocument/references")).toEqual([]);
    second.send({ method: "window/logMessage", params: { type: 3, message: "loaded" } });
    expect((await answer).result).toEqual([]);
  });
});

describe("one that dies again and again", () => {
  const dying: Handlers = {
    initialize: (_params, backend) => {
      backend.lastWords = [`death ${backend.nth}`];
      backend.die(9);
      return noReply;
    },
  };
  const messages = () => session.client.all("window/showMessage").map(({ params }) => params.message);
  /** Until it has given up. */
  const giveUp = async (options: RoutedSessionOptions = redls(dying)) => {
    useFakeTimers();
    session = routedSession(options);
    await session.open();
    session.didOpen("a.red", "one");
    for (let n = 0; n < 5; n++) await advanceTimers(2000);
  };

  test("is given up after five deaths without an answer", async () => {
    await giveUp();
    await advanceTimers(60_000);
    expect(session.started).toEqual(Array(5).fill("redls"));
  });

  test("who waited hears why, and whoever asks then hears so at once", async () => {
    useFakeTimers();
    session = routedSession(redls(dying));
    await session.open();
    session.didOpen("a.red", "one");
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    for (let n = 0; n < 5; n++) await advanceTimers(2000);
    for (const { error } of [await answer, await session.hover("a.red")]) {
      expect(error).toMatchObject({
        code: -32803,
        data: { kind: "backend_failed", exit_code: 9, stderr: ["death 5"] },
      });
      expect(error.message).toContain("death 5");
    }
  });

  test("a Locate hears so too", async () => {
    await giveUp();
    const { error } = await session.request("locate/hover", { locate: "a.red@one" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", stderr: ["death 5"] } });
  });

  test("the client is told once", async () => {
    await giveUp();
    await session.hover("a.red");
    expect(messages()).toEqual([expect.stringContaining("death 5")]);
  });

  test("a changed document gives it one more chance, and it serves if it can", async () => {
    await giveUp();
    session.handlers("redls")["initialize"] = () => ({ capabilities: { textDocumentSync: 2, hoverProvider: true } });
    session.didChange("a.red", "two");
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    await advanceTimers(10_000);
    expect((await answer).result.contents).toBe("redls a.red");
    const sixth = await session.backend("redls", 6);
    expect(sixth.heard).toEqual(["didOpen a.red v1", "didChange a.red v2", "hover a.red"]);
  });

  test("so does a document that is opened", async () => {
    await giveUp();
    session.didOpen("b.red");
    await advanceTimers(10_000);
    expect(session.started).toHaveLength(6);
  });

  test("a chance that it misses is the only one, and no reason to tell the client again", async () => {
    await giveUp();
    session.didChange("a.red", "two");
    await advanceTimers(60_000);
    expect(session.started).toHaveLength(6);
    expect((await session.hover("a.red")).error.data.kind).toBe("backend_failed");
    expect(messages()).toHaveLength(1);
  });

  test("the other languages are served", async () => {
    await giveUp();
    session.didOpen("b.green");
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
  });

  test("deaths behind an answer don't count", async () => {
    useFakeTimers();
    session = routedSession();
    await session.open();
    session.didOpen("a.red");
    for (let n = 1; n <= 7; n++) {
      const backend = await session.backend("redls", n);
      const { answer } = session.asking("textDocument/hover", session.about("a.red"));
      await advanceTimers(0);
      expect((await answer).result.contents).toBe("redls a.red");
      backend.die();
      await advanceTimers(60);
    }
    expect(session.started).toHaveLength(8);
    expect(messages()).toEqual([]);
  });

  // Fails while only answers to the client's own requests count as answers.
  test("deaths behind the answer to a Locate don't count either", async () => {
    useFakeTimers();
    session = routedSession({ files: { "a.red": "one" } });
    await session.open();
    for (let n = 1; n <= 7; n++) {
      const { id } = session.asking("locate/hover", { locate: "a.red@one" });
      const answer = () => session.client.messages.find((message) => message.id === id && !message.method);
      for (let turn = 0; turn < 100 && !answer(); turn++) await advanceTimers(100);
      expect(answer()?.result?.contents).toBe("redls a.red");
      (await session.backend("redls", n)).die();
    }
  });

  test("what it has said of documents is taken back when it stays down", async () => {
    useFakeTimers();
    session = routedSession(redls({ "textDocument/definition": (_params, backend) => (backend.die(), noReply) }));
    await session.open();
    session.didOpen("a.red");
    const red = await session.backend("redls");
    await red.got("textDocument/didOpen");
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const params = { uri: session.uri("a.red"), diagnostics: [{ range, message: "wrong" }] };
    red.send({ method: "textDocument/publishDiagnostics", params });
    await session.heardFrom(red);
    const { answer } = session.asking("textDocument/definition", session.about("a.red"));
    for (let n = 0; n < 5; n++) await advanceTimers(2000);
    expect((await answer).error.data.kind).toBe("backend_failed");
    const published = session.client.all("textDocument/publishDiagnostics").map((message) => message.params);
    expect(published).toEqual([params, { uri: session.uri("a.red"), diagnostics: [] }]);
  });
});

describe("one that can't serve at all", () => {
  const messages = () => session.client.all("window/showMessage").map(({ params }) => params.message);
  const introducing = (answer: unknown): RoutedSessionOptions => redls({ initialize: () => answer });

  test.each<[string, RoutedSessionOptions, string]>([
    ["refuses initialize", introducing(new ErrorReply({ code: 1, message: "no licence" })), "no licence"],
    ["insists on utf-8", introducing({ capabilities: { positionEncoding: "utf-8" } }), "utf-8"],
    ["insists on utf-8 in clangd's word", introducing({ capabilities: {}, offsetEncoding: "utf-8" }), "utf-8"],
    ["has no capabilities in its response", introducing({}), "has no capabilities"],
    [
      "is not there",
      {
        starting: () => {
          throw new LocateError("backend_failed", "`redls` was not found.", {
            command: ["redls"],
            reason: "not_found",
          });
        },
      },
      "not found",
    ],
  ])("as it %s", async (_what, options, words) => {
    useFakeTimers();
    session = routedSession(options);
    await session.open();
    session.didOpen("a.red", "one");
    const { error } = await session.hover("a.red");
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed" } });
    expect(error.message).toContain(words);
    await advanceTimers(60_000);
    expect((await session.hover("a.red")).error.message).toContain(words);
    expect((await session.request("locate/hover", { locate: "a.red@one" })).error.message).toContain(words);
    expect(messages()).toHaveLength(1);
    expect(session.started.length).toBeLessThanOrEqual(1);
  });

  test("An unexpected error in the start is logged and counts as a failure", async () => {
    useFakeTimers();
    session = routedSession({
      starting: () => {
        throw new TypeError("spawn is not a function");
      },
    });
    await session.open();
    session.didOpen("a.red", "one");
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    for (let n = 0; n < 5; n++) await advanceTimers(2000);
    const { error } = await answer;
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed" } });
    expect(error.message).toContain("spawn is not a function");
    expect(session.logged.filter((line) => line.startsWith("internal error in the start of redls#1"))).toHaveLength(5);
  });

  test("its process is ended", async () => {
    session = routedSession(introducing({ capabilities: { positionEncoding: "utf-8" } }));
    await session.open();
    await session.hover("a.red");
    await (await session.backend("redls")).gone;
    expect(session.started).toEqual(["redls"]);
  });

  test("utf-16 said aloud is what was offered", async () => {
    session = routedSession({ can: { redls: { positionEncoding: "utf-16" } } });
    await session.open();
    session.didOpen("a.red");
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    const { params } = await (await session.backend("redls")).got("initialize");
    expect(params.capabilities.general.positionEncodings).toEqual(["utf-16"]);
  });
});

describe("one that says odd things of itself", () => {
  const saying = async (capabilities: unknown) => {
    session = routedSession(redls({ initialize: () => ({ capabilities }) }));
    await session.open();
    session.didOpen("a.red");
    return session.hover("a.red");
  };

  test.each<[string, object]>([
    ["commands that are no list", { executeCommandProvider: { commands: {} } }],
    ["commands that are no names", { executeCommandProvider: { commands: [null, { a: 1 }] } }],
    ["no commands", { executeCommandProvider: true }],
    ["a workspace of null", { workspace: null }],
    ["folders that are a word", { workspace: { workspaceFolders: "yes" } }],
    ["file operations of null", { workspace: { fileOperations: { didCreate: null, willRename: {} } } }],
    ["synchronisation that is a word", { textDocumentSync: "x" }],
    ["synchronisation of null", { textDocumentSync: null }],
    ["a selector that is none", { monikerProvider: { documentSelector: {} } }],
    ["triggers that are no list", { completionProvider: { triggerCharacters: {} } }],
    ["lists for everything", { hoverProvider: [], definitionProvider: [], textDocumentSync: [] }],
  ])("%s: it serves", async (_what, odd) => {
    expect((await saying({ hoverProvider: true, ...odd })).result.contents).toBe("redls a.red");
    expect(session.logged.join("\n")).not.toContain("internal error");
  });

  test.each([["everything"], [7], [[]]])("it can do %j: it serves, or says why it can't", async (capabilities) => {
    const { result, error } = await saying(capabilities);
    if (error) expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", backend: "redls" } });
    else expect(result.contents).toBe("redls a.red");
    session.didOpen("b.green");
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
  });

  test("a second answer to initialize counts for nothing", async () => {
    const red = await open();
    await session.hover("a.red");
    const introduction = await red.got("initialize");
    const before = session.registered;
    red.answer(introduction, { capabilities: {} });
    red.send({ id: introduction.id ?? null, error: { code: 1, message: "after all" } });
    await session.heardFrom(red);
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    expect(session.registered).toEqual(before);
    expect(red.all("initialized")).toHaveLength(1);
    expect(session.started).toEqual(["redls"]);
  });
});
