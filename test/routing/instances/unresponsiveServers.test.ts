/** Tests of servers that hang: timeouts, error messages, and that no other backend is held up. */

import { ErrorReply, noReply } from "../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../fakeTimers.js";
import { eventLoopTurns, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";
import type { ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
beforeEach(() => useFakeTimers());
afterEach(() => session.close());

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

/** Sends a request and expects its response after this many seconds, within one more. */
const answeredAfter = async (seconds: number, method: string, params: object) => {
  const asked = session.asking(method, params);
  await advanceTimers(seconds * 1000 - 500);
  expect(isAnswered(asked.id)).toBe(false);
  await advanceTimers(1000);
  expect(isAnswered(asked.id)).toBe(true);
  return asked.answer;
};

describe("a broadcast request to a backend that hangs", () => {
  const symbols = (green: unknown): RoutedSessionOptions => ({
    can: { redls: { workspaceSymbolProvider: true }, greenls: { workspaceSymbolProvider: true } },
    handlers: { redls: hanging("workspace/symbol"), greenls: { "workspace/symbol": () => green } },
  });

  test("Symbols of the other backends come after a timeout, and the missing backend is logged", async () => {
    await open(symbols([{ name: "green" }]), "a.red", "b.green");
    const { result } = await answeredAfter(20, "workspace/symbol", { query: "" });
    expect(result).toEqual([{ name: "green" }]);
    expect(session.logged.join("\n")).toContain("redls#1 has not answered workspace/symbol in time");
  });

  test("A response after the timeout is dropped", async () => {
    await open(symbols([{ name: "green" }]), "a.red", "b.green");
    const { id } = await answeredAfter(20, "workspace/symbol", { query: "" });
    const red = await session.backend("redls");
    red.answer(await red.got("workspace/symbol"), [{ name: "red" }]);
    await session.heardFrom(red);
    expect(session.client.messages.filter((message) => message.id === id && !message.method)).toHaveLength(1);
  });

  test.each([[[]], [null]])(
    "If the others find %j, the response is an error that names the missing backend",
    async (found) => {
      await open(symbols(found), "a.red", "b.green");
      const { error } = await answeredAfter(20, "workspace/symbol", { query: "" });
      expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
      expect(error.message).toContain("redls");
    },
  );

  test("The only backend asked for symbols is given a minute", async () => {
    await open(symbols([]), "a.red");
    const { error } = await answeredAfter(60, "workspace/symbol", { query: "" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
  });

  test("The rename of a file is delayed by 5 s at most", async () => {
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

  test("For locate/search the result of the index comes after 10 s", async () => {
    await open({ ...symbols([]), files: { "m.py": "class Cart:\n    pass\n" } }, "a.red", "b.green");
    const { id, answer } = session.asking("locate/search", { symbol_path: "Cart" });
    await (await session.backend("redls")).got("workspace/symbol");
    await advanceTimers(9_500);
    expect(isAnswered(id)).toBe(false);
    await advanceTimers(1000);
    expect((await answer).result.symbols.map(({ file_path }: { file_path: string }) => file_path)).toEqual(["m.py"]);
  });
});

describe("a cancelled request", () => {
  test("The proxy answers a cancelled request after a second if the server does not", async () => {
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

  test("A response after that is dropped without a log line", async () => {
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

  test("A cancelled Locate is answered at once", async () => {
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
  /**
   * A session that has answered Locates, with a.red open: only the backend can delay the next
   * Locate.
   */
  const hung = async (options: RoutedSessionOptions = {}) => {
    await open({ ...options, handlers: { redls: hanging("initialize") } });
    session.didOpen("b.green", "one");
    await session.request("locate/hover", { locate: "b.green@one" });
    session.didOpen("a.red", "one");
    return session.backend("redls");
  };

  test("The first Locate waits half a minute, and later ones less", async () => {
    await hung();
    for (const seconds of [30, 2, 2]) {
      const { error } = await answeredAfter(seconds, "locate/hover", { locate: "a.red@one" });
      expect(error).toMatchObject({ code: -32803, data: { kind: "backend_timeout", backend: "redls" } });
    }
  });

  test("After a successful start and an exit a Locate waits the full time again", async () => {
    const red = await hung();
    await answeredAfter(30, "locate/hover", { locate: "a.red@one" });
    red.answer(await red.got("initialize"), initialized);
    expect((await session.request("locate/hover", { locate: "a.red@one" })).result.contents).toBe("redls a.red");
    red.die();
    await advanceTimers(200);
    await session.backend("redls", 2);
    await answeredAfter(30, "locate/hover", { locate: "a.red@one" });
  });

  test("What the syntax tree knows is answered at once, what it does not know when the server has failed", async () => {
    await hung({ languages: { python: { extensions: [".py"], servers: ["redls"] } } });
    session.didOpen("m.py", "class Cart:\n    def add(self):\n        pass\n", "python");
    const outline = await session.request("locate/outline", { locate: { file_path: "m.py" } });
    expect(JSON.stringify(outline.result)).toContain("Cart");
    const resolved = await session.request("locate/resolve", { locate: "m.py:Cart.add" });
    expect(resolved.result).toMatchObject({ position: { line: 2, character: 9 } });
    const body = await session.request("locate/context", { locate: "m.py:Cart.add", include: "body" });
    expect(body.result.markdown).toContain("def add(self):");
    const { id, answer } = session.asking("locate/resolve", { locate: "m.py:Cart.remove" });
    await advanceTimers(29_500);
    expect(isAnswered(id)).toBe(false);
    await advanceTimers(1000);
    expect((await answer).error).toMatchObject({ data: { kind: "symbol_not_found" } });
    const { result } = await answeredAfter(2, "locate/context", { locate: "m.py:Cart.add" });
    expect(result.markdown).toContain("def add(self):");
    expect(result.markdown).toMatch(/Not known: signature, callers, .*initialize/);
  });
});

describe("a server that reads nothing", () => {
  /** More than the limit for a backend that reads slowly. */
  const much = "x".repeat(17 * 1024 * 1024);
  const stopReading = (backend: ScriptedBackend) => backend.process.stdin.cork();
  const readOn = (backend: ScriptedBackend) => backend.process.stdin.uncork();

  test("It gets didClose for a document that has moved when it reads again", async () => {
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

  test("A Locate whose document is closed meanwhile holds up no later message", async () => {
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

test("A Locate in a document that is closed during a restart holds up no later message", async () => {
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

describe("a message over the limit", () => {
  const oversized = "Content-Length: 1000000000000\r\n\r\n{";

  test("Of a backend, it counts as its death: the backend is restarted and the others go on", async () => {
    await open({}, "a.red", "b.green");
    const red = await session.backend("redls");
    red.process.stdout.push(oversized);
    await red.gone;
    await advanceTimers(10_000);
    await session.backend("redls", 2);
    expect((await session.hover("a.red")).error).toBeUndefined();
    expect(session.started).toEqual(["redls", "greenls", "redls"]);
  });

  test("Of the client, it ends the session", async () => {
    await open({}, "a.red");
    session.input.write(oversized);
    expect(await session.ended).toBe(1);
    expect(session.logged.at(-1)).toMatch(/the client announces a message of .*; the session ends/);
  });
});

test("A server that gives an error to each request from then on is ended, and the request sent to a new one", async () => {
  const answer = (_params: unknown, server: ScriptedBackend) =>
    server.nth === 1
      ? new ErrorReply({ code: -32603, message: "this._token.cancel is not a function" })
      : { contents: "well" };
  session = routedSession({
    servers: { redls: { brokenError: "_token\\.cancel is not a function" } },
    handlers: { redls: { "textDocument/hover": answer } },
  });
  await session.open();
  session.didOpen("a.red");
  const asked = session.asking("textDocument/hover", {
    textDocument: { uri: session.uri("a.red") },
    position: { line: 0, character: 0 },
  });
  await session.backend("redls", 1);
  await advanceTimers(5_000);
  expect((await asked.answer).result).toEqual({ contents: "well" });
});
