/** Servers that hang: how long who has asked them waits, what is said of it, and that nobody else waits along. */

import { noReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import { eventLoopTurns, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";
import type { ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
beforeEach(() => useFakeTimers());
afterEach(async () => {
  await session.close();
  jest.useRealTimers();
});

/** Opens a session with these documents open, and each at its backend. */
const open = async (options: RoutedSessionOptions, ...paths: string[]) => {
  session = routedSession(options);
  await session.open();
  for (const path of paths) {
    session.didOpen(path);
    await session.hover(path);
  }
};

const isAnswered = (id: number) => session.client.messages.some((message) => message.id === id && !message.method);
const hanging = (method: string) => ({ [method]: () => noReply });
const initialized = { capabilities: { textDocumentSync: 2, hoverProvider: true } };

/** Sends it, and expects an answer within the second that follows so many, and none before. */
const answeredAfter = async (seconds: number, method: string, params: object) => {
  const asked = session.asking(method, params);
  await advanceTimers(seconds * 1000 - 500);
  expect(isAnswered(asked.id)).toBe(false);
  await advanceTimers(1000);
  expect(isAnswered(asked.id)).toBe(true);
  return asked.answer;
};

describe("a question to all, and one that hangs", () => {
  const symbols = (green: unknown): RoutedSessionOptions => ({
    can: { redls: { workspaceSymbolProvider: true }, greenls: { workspaceSymbolProvider: true } },
    handlers: { redls: hanging("workspace/symbol"), greenls: { "workspace/symbol": () => green } },
  });

  test("symbols: what the others know comes after a while, and it is logged who is missing", async () => {
    await open(symbols([{ name: "green" }]), "a.red", "b.green");
    const { result } = await answeredAfter(20, "workspace/symbol", { query: "" });
    expect(result).toEqual([{ name: "green" }]);
    expect(session.logged.join("\n")).toContain("redls#1 has not answered workspace/symbol in time");
  });

  test("what comes after that goes nowhere", async () => {
    await open(symbols([{ name: "green" }]), "a.red", "b.green");
    const { id } = await answeredAfter(20, "workspace/symbol", { query: "" });
    const red = await session.backend("redls");
    red.answer(await red.got("workspace/symbol"), [{ name: "red" }]);
    await session.heardFrom(red);
    expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
  });

  test.each([[[]], [null]])("symbols: %j of the others is not said to be all there is", async (found) => {
    await open(symbols(found), "a.red", "b.green");
    const { error } = await answeredAfter(20, "workspace/symbol", { query: "" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
    expect(error.message).toContain("redls");
  });

  test("symbols of one alone: it is given a minute", async () => {
    await open(symbols([]), "a.red");
    const { error } = await answeredAfter(60, "workspace/symbol", { query: "" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
  });

  test("a file that is to be renamed: 5 s", async () => {
    const can = { workspace: { fileOperations: { willRename: { filters: [{ pattern: { glob: "**" } }] } } } };
    await open(
      {
        can: { redls: can, greenls: can },
        handlers: {
          redls: hanging("workspace/willRenameFiles"),
          greenls: { "workspace/willRenameFiles": () => ({ changes: {} }) },
        },
      },
      "a.red",
      "b.green",
    );
    expect((await answeredAfter(5, "workspace/willRenameFiles", { files: [] })).result).toEqual({ changes: {} });
  });

  test("locate/search: what the index knows comes after 10 s", async () => {
    await open({ ...symbols([]), files: { "m.py": "class Cart:\n    pass\n" } }, "a.red", "b.green");
    const { id, answer } = session.asking("locate/search", { symbol_path: "Cart" });
    await (await session.backend("redls")).got("workspace/symbol");
    await advanceTimers(9_500);
    expect(isAnswered(id)).toBe(false);
    await advanceTimers(1000);
    expect((await answer).result.symbols.map(({ file_path }: { file_path: string }) => file_path)).toEqual(["m.py"]);
  });
});

describe("a request that is taken back", () => {
  test("is answered after a second by us where its server does not even say that it has stopped", async () => {
    await open({ handlers: { redls: hanging("textDocument/definition") } }, "a.red");
    const { id, answer } = session.asking("textDocument/definition", session.about("a.red"));
    const red = await session.backend("redls");
    await red.got("textDocument/definition");
    session.notify("$/cancelRequest", { id });
    await advanceTimers(500);
    expect(isAnswered(id)).toBe(false);
    await advanceTimers(1000);
    expect((await answer).error.code).toBe(-32800);
  });

  test("and is answered after that: it goes nowhere, and nobody is surprised", async () => {
    await open({ handlers: { redls: hanging("textDocument/definition") } }, "a.red");
    const { id } = session.asking("textDocument/definition", session.about("a.red"));
    const red = await session.backend("redls");
    const asked = await red.got("textDocument/definition");
    session.notify("$/cancelRequest", { id });
    await advanceTimers(1500);
    red.answer(asked, null);
    await session.heardFrom(red);
    expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
    expect(session.logged.join("\n")).not.toContain("unknown request");
  });

  test("a Locate is answered at once, whatever its server does", async () => {
    await open({ handlers: { redls: hanging("textDocument/definition") } }, "a.red");
    const { id, answer } = session.asking("locate/definition", { locate: "a.red@two" });
    const red = await session.backend("redls");
    await red.got("textDocument/definition");
    session.notify("$/cancelRequest", { id });
    await red.got("$/cancelRequest");
    expect((await answer).error.code).toBe(-32800);
  });
});

describe("a server that never answers initialize", () => {
  /** A session in which Locates have been answered already, with a.red open: what a Locate waits for then is its backend alone. */
  const hung = async (options: RoutedSessionOptions = {}) => {
    await open({ ...options, handlers: { redls: hanging("initialize") } });
    session.didOpen("b.green", "one");
    await session.request("locate/hover", { locate: "b.green@one" });
    session.didOpen("a.red", "one");
    return session.backend("redls");
  };

  test("is waited for half a minute by the first Locate, and not so long by those after it", async () => {
    await hung();
    for (const seconds of [30, 2, 2]) {
      const { error } = await answeredAfter(seconds, "locate/hover", { locate: "a.red@one" });
      expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
    }
  });

  test("is waited for as long as ever when it has come up and died", async () => {
    const red = await hung();
    await answeredAfter(30, "locate/hover", { locate: "a.red@one" });
    red.answer(await red.got("initialize"), initialized);
    expect((await session.request("locate/hover", { locate: "a.red@one" })).result.contents).toBe("redls a.red");
    red.die();
    await advanceTimers(200);
    await session.backend("redls", 2);
    await answeredAfter(30, "locate/hover", { locate: "a.red@one" });
  });

  test("has locate/outline answered by the syntax", async () => {
    await hung({ languages: { python: { extensions: [".py"], servers: ["redls"] } } });
    session.didOpen("m.py", "class Cart:\n    def add(self):\n        pass\n", "python");
    const { id, answer } = session.asking("locate/outline", { locate: { file_path: "m.py" } });
    await advanceTimers(29_500);
    expect(isAnswered(id)).toBe(false);
    await advanceTimers(1000);
    expect(JSON.stringify((await answer).result)).toContain("Cart");
  });
});

describe("a server that takes nothing", () => {
  /** More than waits for one that reads slowly. */
  const much = "x".repeat(17 * 1024 * 1024);
  const stopReading = (backend: ScriptedBackend) => backend.process.stdin.cork();
  const readOn = (backend: ScriptedBackend) => backend.process.stdin.uncork();

  test("hears that a document is somebody else's when it reads its messages again", async () => {
    await open(
      { servers: { redls: { languages: ["red", "blue"] } }, languages: { blue: { servers: ["redls"] } } },
      "a.red",
      "b.green",
      "c.blue",
    );
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    stopReading(red);
    session.didChange("c.blue", much);
    for (let n = 0; n < 5; n++) await advanceTimers(1000);
    expect(session.logged.join("\n")).toContain("redls#1 does not read its messages");
    session.rewrite({ languages: { red: { servers: ["greenls"] } } });
    for (let n = 0; n < 100 && !green.heard.includes("didOpen a.red v1"); n++) await advanceTimers(100);
    readOn(red);
    await red.until(() => red.heard.includes("didClose a.red"), "didClose a.red");
    expect(red.heard.slice(-2)).toEqual(["didChange c.blue v2", "didClose a.red"]);
  });

  test("a Locate whose document is closed meanwhile holds up nothing behind it", async () => {
    await open({}, "a.red", "b.red");
    expect((await session.request("locate/hover", { locate: "b.red@one" })).result.contents).toBe("redls b.red");
    const red = await session.backend("redls");
    stopReading(red);
    session.didChange("b.red", much);
    for (let n = 0; n < 5; n++) await advanceTimers(1000);
    const locate = session.asking("locate/hover", { locate: "a.red@two" });
    await advanceTimers(0);
    session.didClose("a.red");
    const hover = session.asking("textDocument/hover", session.about("b.red"));
    await advanceTimers(0);
    readOn(red);
    expect((await hover.answer).result.contents).toBe("redls b.red");
    expect((await locate.answer).error).toBeDefined();
  });
});

test("a Locate in a document that is closed while its backend starts again holds up nothing behind it", async () => {
  await open(
    { handlers: { redls: { initialize: (_params, { nth }) => (nth === 1 ? initialized : noReply) } } },
    "a.red",
    "b.red",
  );
  await session.request("locate/hover", { locate: "b.red@two" });
  (await session.backend("redls")).die();
  const locate = session.asking("locate/hover", { locate: "a.red@two" });
  await eventLoopTurns();
  session.didClose("a.red");
  const hover = session.asking("textDocument/hover", session.about("b.red"));
  await advanceTimers(100);
  const second = await session.backend("redls", 2);
  second.answer(await second.got("initialize"), initialized);
  expect((await hover.answer).result.contents).toBe("redls b.red");
  expect((await locate.answer).error).toBeDefined();
});
