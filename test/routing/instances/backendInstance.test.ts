/** Tests of exits and failed starts: what happens to requests, progress and documents. */

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
afterEach(() => session.close());

/** No response in the first process, `result` in later ones. */
const later =
  (result: unknown) =>
  (_params: never, { nth }: ScriptedBackend): unknown =>
    nth === 1 ? noReply : result;

const redls = (handlers: Handlers): RoutedSessionOptions => ({ handlers: { redls: handlers } });

/** Opens a session with a.red and returns the process that has it. */
const open = async (options: RoutedSessionOptions = {}) => {
  session = routedSession(options);
  await session.open();
  session.didOpen("a.red", "one two");
  const red = await session.backend("redls");
  await red.got("textDocument/didOpen");
  return red;
};

describe("a pending read", () => {
  test("It is sent to the next process after the document, as that is now", async () => {
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

  test("It fails when five processes have died of it, whatever else they answered", async () => {
    await open(redls({ "textDocument/hover": () => noReply, "textDocument/foldingRange": () => [] }));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    for (let nth = 1; nth <= 5; nth++) {
      const red = await session.backend("redls", nth);
      await red.got("textDocument/hover");
      await session.asking("textDocument/foldingRange", session.about("a.red")).answer;
      red.die();
    }
    expect((await answer).error.data.kind).toBe("backend_failed");
  });

  test("It is not sent again if its response came just before the exit", async () => {
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
  ])("It is answered with ContentModified if its document was %s meanwhile", async (_what, line, act) => {
    const red = await open(redls({ "textDocument/hover": later("second") }));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    act();
    await red.until(() => red.heard.includes(line), line);
    red.die();
    expect((await answer).error.code).toBe(-32801);
  });

  test("It is sent before a change that was made after the exit", async () => {
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

  test("It is sent a third time if the next process exits during its start", async () => {
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

  test("A broadcast request is answered when the restarted backend has responded", async () => {
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

describe("requests that are not sent again", () => {
  test("A command is rejected, as it may have been run", async () => {
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

  test.each(["completionItem/resolve", "redls/own"])("The request %s is rejected after an exit", async (method) => {
    const red = await open(redls({ [method]: () => noReply }));
    const { answer } = session.asking(method, {});
    await red.got(method);
    red.die();
    expect((await answer).error.data.kind).toBe("backend_failed");
  });

  test("A read with partial results is rejected, as some may have been sent", async () => {
    const red = await open(redls({ "textDocument/definition": () => noReply }));
    const { answer } = session.asking("textDocument/definition", { ...session.about("a.red"), partialResultToken: 7 });
    await red.got("textDocument/definition");
    red.die();
    expect((await answer).error.data.kind).toBe("backend_failed");
  });

  test("A cancelled read is answered as cancelled", async () => {
    const red = await open(redls({ "textDocument/definition": () => noReply }));
    const { id, answer } = session.asking("textDocument/definition", session.about("a.red"));
    session.notify("$/cancelRequest", { id });
    await red.got("$/cancelRequest");
    red.die();
    expect((await answer).error.code).toBe(-32800);
    await session.hover("a.red");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("A read cancelled between two processes is answered as cancelled", async () => {
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

describe("while a backend is down", () => {
  test("Messages are queued and sent after the snapshot of the documents", async () => {
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

  test("Backends of other languages are not held up and get no message", async () => {
    useFakeTimers();
    const red = await open();
    session.didOpen("b.green");
    await session.hover("b.green");
    red.die();
    await eventLoopTurns();
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
    expect((await session.backend("greenls")).heard).toEqual(["didOpen b.green v1", "hover b.green", "hover b.green"]);
  });

  test("The client gets no message", async () => {
    const red = await open();
    await session.hover("a.red");
    const before = session.client.messages.length;
    red.die();
    await session.hover("a.red");
    expect(session.client.messages.slice(before).map(({ method }) => method)).toEqual([undefined]);
  });

  test("It is not restarted after the client has gone", async () => {
    useFakeTimers();
    const red = await open();
    red.die();
    await eventLoopTurns();
    session.input.end();
    await session.ended;
    await advanceTimers(10_000);
    expect(session.started).toEqual(["redls"]);
  });

  test("It is not restarted after shutdown", async () => {
    useFakeTimers();
    const red = await open();
    red.die();
    await eventLoopTurns();
    await session.request("shutdown");
    await advanceTimers(10_000);
    expect(session.started).toEqual(["redls"]);
  });

  test("The next process gets the latest settings", async () => {
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

describe("the state of an exited process at the client", () => {
  const begin = (token: unknown) => ({ method: "$/progress", params: { token, value: { kind: "begin", title: "x" } } });
  const create = (token: unknown) => ({
    id: `create ${token}`,
    method: "window/workDoneProgress/create",
    params: { token },
  });

  test("Its open progress is ended", async () => {
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

  test("Its requests are cancelled, and late responses are dropped", async () => {
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

  test("Progress that was hidden from the client is forgotten, so an equal token of the client passes", async () => {
    const options = { capabilities: minimalClient, servers: { redls: { ready: { progress: "^loading$" } } } };
    const red = await open({ ...options, ...redls({ "textDocument/hover": later(noReply) }) });
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
  test("A pending Locate is sent again to the next process", async () => {
    const red = await open(redls({ "textDocument/hover": later({ contents: "second" }) }));
    const { answer } = session.asking("locate/hover", { locate: "a.red@two" });
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result.contents).toBe("second");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("A pending Locate is sent again with its place as it is by then", async () => {
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

  test("A Locate waits for a starting backend up to the timeout, and the start goes on", async () => {
    useFakeTimers();
    session = routedSession({ files: { "a.red": "one" }, ...redls({ initialize: () => noReply }) });
    await session.open();
    const { answer } = session.asking("locate/hover", { locate: "a.red@one" });
    const red = await session.backend("redls");
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    // The backend is started before the place is resolved, and the wait begins after that.
    while (!isAnswered) {
      await eventLoopTurns();
      await advanceTimers(31_000);
    }
    expect((await answer).error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
    red.answer(await red.got("initialize"), { capabilities: { textDocumentSync: 2, hoverProvider: true } });
    expect((await session.request("locate/hover", { locate: "a.red@one" })).result.contents).toBe("redls a.red");
  });

  test("A Locate between two processes waits for the next one", async () => {
    const red = await open();
    red.die();
    await eventLoopTurns();
    const { result } = await session.request("locate/hover", { locate: "a.red@two" });
    expect(result.contents).toBe("redls a.red");
  });

  test("A file opened only by the proxy is opened again with the next Locate, and not before", async () => {
    const red = await open({ files: { "b.red": "three", "c.red": "four" } });
    await session.request("locate/hover", { locate: "b.red@three" });
    await session.request("locate/hover", { locate: "c.red@four" });
    red.die();
    await session.hover("a.red");
    const second = await session.backend("redls", 2);
    expect(second.heard).toEqual(["didOpen a.red v1", "hover a.red"]);
    await session.request("locate/hover", { locate: "b.red@three" });
    await session.request("locate/hover", { locate: "b.red@three" });
    expect(second.heard.slice(2)).toEqual(["didOpen b.red v1", "hover b.red", "hover b.red"]);
  });

  test("A pending Locate on a file opened only by the proxy finds it open in the next process", async () => {
    const red = await open({
      files: { "b.red": "three" },
      ...redls({ "textDocument/hover": later({ contents: "2" }) }),
    });
    const { answer } = session.asking("locate/hover", { locate: "b.red@three" });
    await red.got("textDocument/hover");
    red.die();
    expect((await answer).result.contents).toBe("2");
    expect((await session.backend("redls", 2)).heard).toEqual(["didOpen a.red v1", "didOpen b.red v1", "hover b.red"]);
  });

  test("A Locate that waits for loading waits for the next process to load", async () => {
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

describe("a backend that exits at every start", () => {
  const dying: Handlers = {
    initialize: (_params, backend) => {
      backend.lastWords = [`death ${backend.nth}`];
      backend.die(9);
      return noReply;
    },
  };
  const messages = () => session.client.all("window/showMessage").map(({ params }) => params.message);
  /** Opens a session and waits until the backend is given up. */
  const giveUp = async (options: RoutedSessionOptions = redls(dying)) => {
    useFakeTimers();
    session = routedSession(options);
    await session.open();
    session.didOpen("a.red", "one");
    for (let n = 0; n < 5; n++) await advanceTimers(2000);
  };

  test("It is given up after five exits without a response", async () => {
    await giveUp();
    await advanceTimers(60_000);
    expect(session.started).toEqual(Array(5).fill("redls"));
  });

  test("Pending requests are rejected with the reason, and later ones at once", async () => {
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

  test("A Locate is rejected with the reason", async () => {
    await giveUp();
    const { error } = await session.request("locate/hover", { locate: "a.red@one" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", stderr: ["death 5"] } });
  });

  test("The client gets one message", async () => {
    await giveUp();
    await session.hover("a.red");
    expect(messages()).toEqual([expect.stringContaining("death 5")]);
  });

  test("A changed document allows one more start, which may succeed", async () => {
    await giveUp();
    session.handlers("redls")["initialize"] = () => ({ capabilities: { textDocumentSync: 2, hoverProvider: true } });
    session.didChange("a.red", "two");
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    await advanceTimers(10_000);
    expect((await answer).result.contents).toBe("redls a.red");
    const sixth = await session.backend("redls", 6);
    expect(sixth.heard).toEqual(["didOpen a.red v1", "didChange a.red v2", "hover a.red"]);
  });

  test("An opened document allows one more start", async () => {
    await giveUp();
    session.didOpen("b.red");
    await advanceTimers(10_000);
    expect(session.started).toHaveLength(6);
  });

  test("A failed extra start is the only one and sends the client no further message", async () => {
    await giveUp();
    session.didChange("a.red", "two");
    await advanceTimers(60_000);
    expect(session.started).toHaveLength(6);
    expect((await session.hover("a.red")).error.data.kind).toBe("backend_failed");
    expect(messages()).toHaveLength(1);
  });

  test("Other languages are served", async () => {
    await giveUp();
    session.didOpen("b.green");
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
  });

  test("Exits after a response do not count", async () => {
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
  test("Exits after the response to a Locate do not count", async () => {
    useFakeTimers();
    session = routedSession({ files: { "a.red": "one" } });
    await session.open();
    for (let n = 1; n <= 7; n++) {
      const { id } = session.asking("locate/hover", { locate: "a.red@one" });
      const answer = () => session.client.messages.find((message) => message.id === id && !message.method);
      while (!answer()) await advanceTimers(100);
      expect(answer()?.result?.contents).toBe("redls a.red");
      (await session.backend("redls", n)).die();
    }
  });

  test("Its diagnostics are cleared when it stays down", async () => {
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

describe("a backend that cannot serve", () => {
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
  ])("It is started once and its requests are rejected if it %s", async (_what, options, words) => {
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

  test("Its process is ended", async () => {
    session = routedSession(introducing({ capabilities: { positionEncoding: "utf-8" } }));
    await session.open();
    await session.hover("a.red");
    await (await session.backend("redls")).gone;
    expect(session.started).toEqual(["redls"]);
  });

  test("A backend that chooses utf-16 serves", async () => {
    session = routedSession({ can: { redls: { positionEncoding: "utf-16" } } });
    await session.open();
    session.didOpen("a.red");
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    const { params } = await (await session.backend("redls")).got("initialize");
    expect(params.capabilities.general.positionEncodings).toEqual(["utf-16"]);
  });
});

describe("a backend with invalid capabilities", () => {
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
    ["an invalid selector", { monikerProvider: { documentSelector: {} } }],
    ["triggers that are no list", { completionProvider: { triggerCharacters: {} } }],
    ["lists for everything", { hoverProvider: [], definitionProvider: [], textDocumentSync: [] }],
  ])("It serves with %s", async (_what, odd) => {
    expect((await saying({ hoverProvider: true, ...odd })).result.contents).toBe("redls a.red");
    expect(session.logged.join("\n")).not.toContain("internal error");
  });

  test.each([["everything"], [7], [[]]])(
    "With the capabilities %j it serves or fails with a reason",
    async (capabilities) => {
      const { result, error } = await saying(capabilities);
      if (error) expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", backend: "redls" } });
      else expect(result.contents).toBe("redls a.red");
      session.didOpen("b.green");
      expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
    },
  );

  test("A second response to initialize is ignored", async () => {
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
