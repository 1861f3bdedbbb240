/** Tests of document sync: in the form each backend wants, in order, and from before its start. */

import { ErrorReply, noReply } from "../../session/pair.js";
import { eventLoopTurns, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";
import type { ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
afterEach(() => session.close());

const insert = (text: string, line = 0, character = 0) => ({
  range: { start: { line, character }, end: { line, character } },
  text,
});

const open = async (options: RoutedSessionOptions = {}) => {
  session = routedSession(options);
  await session.open();
};

/** redls with these sync options. */
const syncing = (textDocumentSync: unknown): RoutedSessionOptions => ({ can: { redls: { textDocumentSync } } });

/** redls before its response to initialize. */
const slow = (options: RoutedSessionOptions = {}): RoutedSessionOptions => ({
  ...options,
  handlers: { ...options.handlers, redls: { initialize: () => noReply, ...options.handlers?.["redls"] } },
});
const answerInitialize = async (
  red: ScriptedBackend,
  capabilities: object = { textDocumentSync: 2, hoverProvider: true },
) => red.answer(await red.got("initialize"), { capabilities });

/** The texts of the changes that it got. */
const texts = (backend: ScriptedBackend) =>
  backend
    .all("textDocument/didChange")
    .map(({ params }) => params.contentChanges.map(({ text }: { text: string }) => text));

describe("a backend with incremental sync", () => {
  test.each([2, { openClose: true, change: 2 }])("It gets the changes as they were made: %j", async (sync) => {
    await open(syncing(sync));
    session.didOpen("a.red", "one\ntwo");
    session.didChange("a.red", insert("zero "), insert("!", 1, 3));
    await session.hover("a.red");
    const red = await session.backend("redls");
    expect(red.heard).toEqual(["didOpen a.red v1", "didChange a.red v2", "hover a.red"]);
    expect(red.all("textDocument/didChange")[0]?.params.contentChanges).toEqual([insert("zero "), insert("!", 1, 3)]);
  });
});

describe("a backend with full sync", () => {
  test.each([1, { openClose: true, change: 1 }])("It gets whole texts: %j", async (sync) => {
    await open(syncing(sync));
    session.didOpen("a.red", "💣 one\r\ntwo");
    session.didChange("a.red", insert("zero ", 0, 3), insert("!", 1, 3));
    session.didChange("a.red", insert("-", 1, 4));
    await session.hover("a.red");
    const red = await session.backend("redls");
    expect(texts(red)).toEqual([["💣 zero one\r\ntwo!"], ["💣 zero one\r\ntwo!-"]]);
    expect(red.all("textDocument/didChange").map(({ params }) => params.textDocument)).toEqual([
      { uri: session.uri("a.red"), version: 2 },
      { uri: session.uri("a.red"), version: 3 },
    ]);
    expect(red.all("textDocument/didChange")[0]?.params.contentChanges[0]).not.toHaveProperty("range");
  });

  test("It gets the text of each change, also of those during its start", async () => {
    await open(slow());
    session.didOpen("a.red", "one");
    session.didChange("a.red", insert("1"));
    session.didChange("a.red", insert("2"));
    const red = await session.backend("redls");
    await answerInitialize(red, { textDocumentSync: 1, hoverProvider: true });
    await session.hover("a.red");
    expect(texts(red)).toEqual([["1one"], ["21one"]]);
  });
});

describe("a backend with partial or no sync", () => {
  test.each<[unknown, string[]]>([
    [0, []],
    [undefined, []],
    [{}, []],
    [{ openClose: true }, ["didOpen a.red v1", "didClose a.red"]],
    [{ openClose: true, change: 0 }, ["didOpen a.red v1", "didClose a.red"]],
    [{ openClose: false, change: 2 }, ["didChange a.red v2"]],
  ])("It gets only the notifications of its options: %j", async (sync, heard) => {
    await open(syncing(sync));
    session.didOpen("a.red");
    session.didChange("a.red", insert("x"));
    session.didClose("a.red");
    await session.hover("a.red");
    expect((await session.backend("redls")).heard).toEqual([...heard, "hover a.red"]);
  });

  test("It still gets requests", async () => {
    await open(syncing(0));
    session.didOpen("a.red");
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
  });
});

describe("didSave", () => {
  const saved = async (sync: unknown, params: object = {}) => {
    await open(syncing(sync));
    session.didOpen("a.red", "one");
    await session.hover("a.red");
    session.didChange("a.red", insert("zero "));
    session.notify("textDocument/didSave", { textDocument: { uri: session.uri("a.red") }, ...params });
    await session.hover("a.red");
    return (await session.backend("redls")).all("textDocument/didSave").map(({ params }) => params);
  };
  const plain = () => ({ textDocument: { uri: session.uri("a.red") } });
  const openClose = { openClose: true, change: 2 };

  test.each([
    2,
    { ...openClose, save: true },
    { ...openClose, save: {} },
    { ...openClose, save: { includeText: false } },
  ])("It is passed on: %j", async (sync) => expect(await saved(sync)).toEqual([plain()]));

  test.each([openClose, { ...openClose, save: false }])("It is dropped: %j", async (sync) =>
    expect(await saved(sync)).toEqual([]),
  );

  test("The text is added for includeText", async () =>
    expect(await saved({ ...openClose, save: { includeText: true } })).toEqual([{ ...plain(), text: "zero one" }]));

  test("A text that is there already is kept", async () =>
    expect(await saved({ ...openClose, save: { includeText: true } }, { text: "the client's" })).toEqual([
      { ...plain(), text: "the client's" },
    ]));
});

test("A backend that registers document sync later gets the documents", async () => {
  await open(syncing(undefined));
  session.didOpen("a.red", "one");
  await session.hover("a.red");
  const red = await session.backend("redls");
  const methods = ["didOpen", "didChange", "didClose"].map((name) => `textDocument/${name}`);
  const registrations = methods.map((method) => ({
    id: method,
    method,
    registerOptions: { documentSelector: null, ...(method.endsWith("Change") ? { syncKind: 2 } : {}) },
  }));
  red.send({ id: 1, method: "client/registerCapability", params: { registrations } });
  await red.until(({ id, method }) => id === 1 && !method, "the answer");
  session.didOpen("b.red", "two");
  session.didChange("b.red", insert("x"));
  session.didClose("b.red");
  await session.hover("b.red");
  expect(red.heard.filter((line) => line.includes("b.red"))).toEqual([
    "didOpen b.red v1",
    "didChange b.red v2",
    "didClose b.red",
    "hover b.red",
  ]);
  // It also gets documents that are open already.
  expect(red.heard).toContain("didOpen a.red v1");
});

test("Each document goes to one backend alone", async () => {
  await open();
  for (const path of ["a.red", "b.green"]) {
    session.didOpen(path);
    session.didChange(path, insert("x"));
    session.didClose(path);
    await session.hover(path);
  }
  const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
  expect(red.heard).toEqual(["didOpen a.red v1", "didChange a.red v2", "didClose a.red", "hover a.red"]);
  expect(green.heard).toEqual(["didOpen b.green v1", "didChange b.green v2", "didClose b.green", "hover b.green"]);
});

test("A document opened again in another language moves to that backend", async () => {
  await open();
  session.didOpen("a.red", "one", "red");
  await session.hover("a.red");
  session.didClose("a.red");
  session.didOpen("a.red", "one", "green");
  expect((await session.hover("a.red")).result.contents).toBe("greenls a.red");
  expect((await session.backend("redls")).heard).toEqual(["didOpen a.red v1", "hover a.red", "didClose a.red"]);
  expect((await session.backend("greenls")).heard).toEqual(["didOpen a.red v2", "hover a.red"]);
});

describe("while a backend starts", () => {
  test("Messages are queued and arrive in order, after the open documents", async () => {
    await open(slow());
    session.didOpen("a.red", "one");
    session.didChange("a.red", insert("x"));
    const { answer: first } = session.asking("textDocument/hover", session.about("a.red"));
    session.didChange("a.red", insert("y"));
    session.notify("textDocument/didSave", { textDocument: { uri: session.uri("a.red") } });
    session.didOpen("b.red", "two");
    session.notify("workspace/didChangeWatchedFiles", { changes: [] });
    session.didClose("a.red");
    const { answer: second } = session.asking("textDocument/hover", session.about("b.red"));
    const red = await session.backend("redls");
    await eventLoopTurns();
    expect(red.story).toEqual(["initialize"]);
    await answerInitialize(red);
    await Promise.all([first, second]);
    expect(red.story).toEqual([
      "initialize",
      "initialized",
      "didOpen a.red v1",
      "didChange a.red v2",
      "hover a.red",
      "didChange a.red v3",
      "didSave a.red",
      "didOpen b.red v1",
      "workspace/didChangeWatchedFiles",
      "didClose a.red",
      "hover b.red",
    ]);
  });

  test("A save has the text of its time", async () => {
    await open(slow());
    session.didOpen("a.red", "one");
    session.didChange("a.red", insert("1"));
    session.notify("textDocument/didSave", { textDocument: { uri: session.uri("a.red") } });
    session.didChange("a.red", insert("2"));
    const red = await session.backend("redls");
    const textDocumentSync = { openClose: true, change: 2, save: { includeText: true } };
    await answerInitialize(red, { textDocumentSync, hoverProvider: true });
    await session.hover("a.red");
    expect(red.all("textDocument/didSave").map(({ params }) => params.text)).toEqual(["1one"]);
  });

  test("Other backends are not held up", async () => {
    await open(slow());
    session.didOpen("a.red");
    session.didOpen("b.green");
    expect((await session.hover("b.green")).result.contents).toBe("greenls b.green");
  });

  test("A cancelled request is answered at once and never arrives", async () => {
    await open(slow());
    session.didOpen("a.red");
    const red = await session.backend("redls");
    const { id, answer } = session.asking("textDocument/hover", session.about("a.red"));
    session.notify("$/cancelRequest", { id });
    expect((await answer).error.code).toBe(-32800);
    await answerInitialize(red);
    await session.hover("a.red");
    expect(red.heard).toEqual(["didOpen a.red v1", "hover a.red"]);
    expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
  });

  test("A cancelled broadcast request is answered at once and never arrives", async () => {
    await open(slow());
    session.didOpen("a.red");
    const red = await session.backend("redls");
    const { id, answer } = session.asking("workspace/symbol", { query: "" });
    session.notify("$/cancelRequest", { id });
    expect((await answer).error.code).toBe(-32800);
    await answerInitialize(red, { textDocumentSync: 2, hoverProvider: true, workspaceSymbolProvider: true });
    await session.hover("a.red");
    expect(red.heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("Queued requests are rejected if the backend cannot serve", async () => {
    await open({ handlers: { redls: { initialize: () => new ErrorReply({ code: 1, message: "no licence" }) } } });
    session.didOpen("a.red");
    const { error } = await session.hover("a.red");
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed" } });
    expect(error.message).toContain("no licence");
  });
});

describe("cancellation of a pending request", () => {
  test("The cancellation goes to its backend alone", async () => {
    await open({ handlers: { redls: { "textDocument/hover": () => noReply } } });
    session.didOpen("a.red");
    session.didOpen("b.green");
    await session.hover("b.green");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    const { id, answer } = session.asking("textDocument/hover", session.about("a.red"));
    await red.got("textDocument/hover");
    session.notify("$/cancelRequest", { id });
    expect((await red.got("$/cancelRequest")).params).toEqual({ id });
    red.send({ id, error: { code: -32800, message: "its own words" } });
    expect((await answer).error.message).toBe("its own words");
    await session.hover("b.green");
    expect(green.all("$/cancelRequest")).toEqual([]);
  });

  test("The cancellation of a broadcast request goes to all backends", async () => {
    const handlers = { "workspace/symbol": () => noReply };
    await open({
      can: { redls: { workspaceSymbolProvider: true }, greenls: { workspaceSymbolProvider: true } },
      handlers: { redls: handlers, greenls: handlers },
    });
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    const { id } = session.asking("workspace/symbol", { query: "" });
    for (const name of ["redls", "greenls"]) {
      const backend = await session.backend(name);
      await backend.got("workspace/symbol");
    }
    session.notify("$/cancelRequest", { id });
    for (const name of ["redls", "greenls"]) {
      const backend = await session.backend(name);
      expect((await backend.got("$/cancelRequest")).params).toEqual({ id });
    }
  });

  test("The cancellation of an unknown request is ignored", async () => {
    await open();
    session.didOpen("a.red");
    session.notify("$/cancelRequest", { id: 4711 });
    await session.hover("a.red");
    expect((await session.backend("redls")).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });
});

describe("documents opened only by the proxy", () => {
  test("They are closed at their backend before the client's didOpen is sent anywhere", async () => {
    await open({ files: { "a.red": "one", "b.red": "two" } });
    await session.request("locate/hover", { locate: "a.red@one" });
    await session.request("locate/hover", { locate: "b.red@two" });
    session.didOpen("a.red", "one");
    session.didOpen("b.red", "two", "green");
    await session.hover("a.red");
    await session.hover("b.red");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    expect(red.heard.filter((line) => line.startsWith("did"))).toEqual([
      "didOpen a.red v1",
      "didOpen b.red v1",
      "didClose a.red",
      "didOpen a.red v1",
      "didClose b.red",
    ]);
    expect(green.heard).toEqual(["didOpen b.red v1", "hover b.red"]);
  });
});
