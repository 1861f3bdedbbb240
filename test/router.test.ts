/** The life of a routed session, and what passes through it unchanged or under another name. */

import { frameOf } from "../src/wire/frames.js";
import { useFakeTimersFor } from "./jest.js";
import { eventLoopTurns, minimalClient, type RoutedSession, routedSession } from "./routing/routedSession.js";
import { noReply } from "./session/pair.js";

let session: RoutedSession;
afterEach(() => session.close());

describe("initialize", () => {
  test("is answered before a backend starts", async () => {
    session = routedSession({ files: { "a.red": "", "b.green": "" } });
    const { result } = await session.open();
    await eventLoopTurns();
    expect(result.serverInfo).toEqual({ name: "lsp-locate", version: "1.2.3" });
    expect(session.started).toEqual([]);
  });

  test("announces utf-16, incremental changes and our capability", async () => {
    session = routedSession();
    const { capabilities } = (await session.open()).result;
    expect(capabilities).toMatchObject({
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: 2 },
      experimental: { locate: { version: 1, methods: expect.arrayContaining(["locate/hover"]) } },
    });
  });

  test("leaves out capabilities that can be registered at the client later", async () => {
    session = routedSession({ files: { "a.red": "" } });
    expect((await session.open()).result.capabilities).not.toHaveProperty("hoverProvider");
  });

  test("announces to a client with few capabilities what servers.json says of the languages found", async () => {
    session = routedSession({
      capabilities: minimalClient,
      files: { "a.red": "", "b.green": "" },
      servers: {
        redls: { methods: ["textDocument/hover"] },
        greenls: { methods: ["textDocument/moniker"] },
        bluels: { methods: ["textDocument/declaration"] },
      },
    });
    const { capabilities } = (await session.open()).result;
    expect(capabilities).toMatchObject({ hoverProvider: true, monikerProvider: true });
    expect(capabilities).not.toHaveProperty("declarationProvider");
    expect(capabilities).not.toHaveProperty("semanticTokensProvider");
  });

  test("is answered once", async () => {
    session = routedSession();
    await session.open();
    expect((await session.initialize()).error).toMatchObject({ code: -32600 });
  });

  test("may have its id after the params", async () => {
    session = routedSession();
    session.fromClient('{"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{}},"id":9007199254740993}');
    await session.client.until(({ result }) => result?.serverInfo, "the answer");
    expect(session.client.bodies[0]).toContain('"id":9007199254740993');
  });
});

describe("before initialize", () => {
  test.each([
    "textDocument/hover",
    "workspace/symbol",
    "workspace/executeCommand",
    "completionItem/resolve",
    "locate/hover",
    "red/own",
    "shutdown",
  ])("%s is refused", async (method) => {
    session = routedSession({ files: { "a.red": "" } });
    const params = { ...session.about("a.red"), query: "", locate: "a.red:1" };
    expect((await session.request(method, params)).error).toMatchObject({ code: -32002 });
    expect(session.started).toEqual([]);
  });

  test("a document is not opened anywhere", async () => {
    session = routedSession();
    session.didOpen("a.red");
    await eventLoopTurns();
    expect(session.started).toEqual([]);
  });
});

describe("nothing goes to a backend before initialized", () => {
  test.each<[string, () => void]>([
    ["didOpen", () => session.didOpen("a.red")],
    ["hover", () => void session.asking("textDocument/hover", session.about("a.red"))],
    ["workspace/symbol", () => void session.asking("workspace/symbol", { query: "" })],
  ])("%s", async (_name, say) => {
    session = routedSession({ files: { "a.red": "" } });
    await session.initialize();
    say();
    await eventLoopTurns();
    expect(session.started).toEqual([]);
  });

  test("a document opened too early is there afterwards", async () => {
    session = routedSession();
    await session.initialize();
    session.didOpen("a.red");
    session.notify("initialized", {});
    await session.hover("a.red");
    expect((await session.backend("redls")).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });
});

describe("The end of a session", () => {
  const two = async () => {
    await session.open();
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    return Promise.all([session.backend("redls"), session.backend("greenls")]);
  };

  test("answers shutdown when all backends have answered it", async () => {
    session = routedSession({ handlers: { redls: { shutdown: () => noReply }, greenls: { shutdown: () => noReply } } });
    const [red, green] = await two();
    const { id, answer } = session.asking("shutdown");
    const asked = [await red.got("shutdown"), await green.got("shutdown")] as const;
    red.answer(asked[0], null);
    await session.heardFrom(red);
    expect(session.client.messages.some((message) => message.id === id)).toBe(false);
    green.answer(asked[1], null);
    expect((await answer).result).toBeNull();
  });

  test("does not wait for a backend that exits during shutdown", async () => {
    session = routedSession({ handlers: { redls: { shutdown: () => noReply } } });
    const [red] = await two();
    const { answer } = session.asking("shutdown");
    await red.got("shutdown");
    red.die();
    expect((await answer).result).toBeNull();
  });

  test("has exit code 0 after shutdown and exit, which all backends receive", async () => {
    session = routedSession();
    const both = await two();
    await session.request("shutdown");
    session.notify("exit");
    expect(await session.ended).toBe(0);
    for (const { story, isGone } of both) {
      expect(story.slice(-2)).toEqual(["shutdown", "exit"]);
      expect(isGone).toBe(true);
    }
  });

  test("does not wait longer than a timeout for a backend that never answers shutdown", async () => {
    session = routedSession({ handlers: { redls: { shutdown: () => noReply } } });
    await two();
    useFakeTimersFor("setTimeout", "clearTimeout", "setInterval", "clearInterval");
    const { answer } = session.asking("shutdown");
    await eventLoopTurns();
    await jest.advanceTimersByTimeAsync(2100);
    jest.useRealTimers();
    expect((await answer).result).toBeNull();
  });

  test("has exit code 1 after exit before initialize", async () => {
    session = routedSession();
    session.notify("exit");
    expect(await session.ended).toBe(1);
  });

  test("has exit code 1 after exit without shutdown", async () => {
    session = routedSession();
    const both = await two();
    session.notify("exit");
    expect(await session.ended).toBe(1);
    expect(both.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  test("stops all backends when the input of the client ends", async () => {
    session = routedSession();
    const both = await two();
    session.input.end();
    expect(await session.ended).toBe(1);
    expect(both.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  test("stops all backends when the output to the client fails", async () => {
    session = routedSession();
    const [red, green] = await two();
    session.output.destroy(new Error("EPIPE"));
    expect(await session.ended).toBe(1);
    await Promise.all([red.gone, green.gone]);
  });

  test("also stops a backend that is starting", async () => {
    session = routedSession({ handlers: { redls: { initialize: () => noReply } } });
    await session.open();
    session.didOpen("a.red");
    const red = await session.backend("redls");
    expect((await session.request("shutdown")).result).toBeNull();
    session.notify("exit");
    expect(await session.ended).toBe(0);
    expect(red.isGone).toBe(true);
  });

  test.each([
    "textDocument/hover",
    "workspace/symbol",
    "workspace/executeCommand",
    "locate/hover",
    "red/own",
    "shutdown",
  ])("begins with shutdown, after which %s is rejected", async (method) => {
    session = routedSession();
    const [red] = await two();
    await session.request("shutdown");
    const params = { ...session.about("a.red"), query: "", locate: "a.red:1" };
    expect((await session.request(method, params)).error).toMatchObject({ code: -32600 });
    expect(red.heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("does not restart a backend that exits after shutdown", async () => {
    session = routedSession();
    const [red] = await two();
    await session.request("shutdown");
    red.die(0);
    expect((await session.request("textDocument/hover", session.about("a.red"))).error.code).toBe(-32600);
    session.notify("exit");
    await session.ended;
    expect(session.started).toHaveLength(2);
  });
});

/** A message with spaces, escapes, numbers and an order that no serializer produces. */
const odd = (uri: string, id: string) =>
  `{ "params" : {"n":9007199254740993.0,"s":"a\\/b\\u00e9", "textDocument":{ "uri" :${JSON.stringify(uri)}},"textDocument2":[1 ,2]},\n "method":"textDocument\\/hover","id":${id} ,"jsonrpc":"2.0"}`;

describe("The bytes of a message", () => {
  const open = async () => {
    session = routedSession({ handlers: { redls: { "textDocument/hover": () => noReply } } });
    await session.open();
    session.didOpen("a.red");
    return session.backend("redls");
  };

  test.each(["1", "9007199254740993", '"a\\/\\u0062"', '"1"', "-7"])(
    "are unchanged in a request with the id %s",
    async (id) => {
      const red = await open();
      const body = odd(session.uri("a.red"), id);
      session.fromClient(body);
      await red.got("textDocument/hover");
      expect(red.bodies.at(-1)).toBe(body);
      expect(red.bytes().includes(frameOf(body))).toBe(true);
    },
  );

  test("are unchanged in a response", async () => {
    const red = await open();
    session.fromClient(odd(session.uri("a.red"), "9007199254740993"));
    await red.got("textDocument/hover");
    const body =
      '{ "result" :{"n": 1e400,"big":12345678901234567890, "s":"\\/"} , "id":9007199254740993,"jsonrpc":"2.0"}';
    red.send(body);
    await session.client.until(({ result }) => result?.s === "/", "the answer");
    expect(session.client.bytes().includes(frameOf(body))).toBe(true);
  });

  test('distinguish the ids 77 and "77"', async () => {
    const red = await open();
    session.fromClient(odd(session.uri("a.red"), "77"));
    session.fromClient(odd(session.uri("a.red"), '"77"'));
    await red.got("textDocument/hover", 2);
    red.send({ id: "77", result: "of the string" });
    red.send({ id: 77, result: "of the number" });
    expect((await session.answerTo(77)).result).toBe("of the number");
    expect((await session.answerTo("77")).result).toBe("of the string");
  });

  test.each(["textDocument/didChange", "textDocument/didSave", "textDocument/willSave", "red/own"])(
    "are unchanged in the notification %s",
    async (method) => {
      const red = await open();
      const body = odd(session.uri("a.red"), "null")
        .replace(/,"id":null/, "")
        .replace("textDocument\\/hover", method);
      session.fromClient(body);
      await red.got(method);
      expect(red.bodies.at(-1)).toBe(body);
    },
  );

  test("are unchanged in a notification from a backend", async () => {
    const red = await open();
    const body = '{ "method":"window\\/logMessage","params":{"type":3,  "message":"\\u0041", "n":1.50} }';
    red.send(body);
    await session.client.got("window/logMessage");
    expect(session.client.bytes().includes(frameOf(body))).toBe(true);
  });

  test("are unchanged in an error from a backend, with its data", async () => {
    const red = await open();
    const { answer, id } = session.asking("textDocument/hover", session.about("a.red"));
    await red.got("textDocument/hover");
    red.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"no","data":{"own":[1]},"more":1}}`);
    expect((await answer).error).toEqual({ code: -32603, message: "no", data: { own: [1] }, more: 1 });
  });
});

describe("A request from a backend to the client", () => {
  const both = async (options = {}) => {
    session = routedSession(options);
    await session.open();
    session.didOpen("a.red");
    session.didOpen("b.green");
    const backends = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    await Promise.all(["a.red", "b.green"].map((path) => session.hover(path)));
    return backends;
  };

  test("gets an id of its own, and the response returns with the backend's", async () => {
    const [red, green] = await both();
    red.send({ id: 1, method: "window/showMessageRequest", params: { type: 3, message: "of red" } });
    green.send({ id: 1, method: "window/showMessageRequest", params: { type: 3, message: "of green" } });
    const ofRed = await session.client.until(({ params }) => params?.message === "of red", "red's request");
    const ofGreen = await session.client.until(({ params }) => params?.message === "of green", "green's request");
    expect(ofRed.id).not.toEqual(ofGreen.id);
    session.fromClient({ id: ofGreen.id, result: { title: "green" } });
    session.fromClient({ id: ofRed.id, result: { title: "red" } });
    expect((await red.until(({ id, method }) => id === 1 && !method, "its answer")).result).toEqual({ title: "red" });
    expect((await green.until(({ id, method }) => id === 1 && !method, "its answer")).result).toEqual({
      title: "green",
    });
  });

  test.each(["1", '"1"', "9007199254740993", '"a\\"\\/\\u00e9"', "0", '""'])(
    "the id %s comes back as it was written",
    async (id) => {
      const [red] = await both();
      red.send(`{"jsonrpc":"2.0","id":${id},"method":"window/showMessageRequest","params":{"type":3,"message":"?"}}`);
      const asked = await session.client.got("window/showMessageRequest");
      session.fromClient({ id: asked.id, result: null });
      await red.until(({ result }) => result === null, "the answer");
      expect(red.bodies.at(-1)).toContain(`"id":${id}`);
    },
  );

  test("gets its response even if the client escapes the id otherwise", async () => {
    const [red] = await both();
    red.send({ id: 1, method: "window/showMessageRequest", params: { type: 3, message: "?" } });
    const { id } = await session.client.got("window/showMessageRequest");
    const written = JSON.stringify(id).replace("@", "\\u0040").replace("l", "\\u006C");
    session.fromClient(`{"jsonrpc":"2.0","id":${written},"result":"chosen"}`);
    expect((await red.until(({ id, method }) => id === 1 && !method, "its answer")).result).toBe("chosen");
    expect(red.bodies.at(-1)).toContain('"id":1,');
  });

  test("only the id's bytes change", async () => {
    const [red] = await both();
    const body = (id: string) =>
      `{ "id" : ${id},"method":"window\\/showMessageRequest", "params":{"type":3,"message":"\\u0041","n":1.0, "id":1}}`;
    red.send(body("1"));
    const { id } = await session.client.got("window/showMessageRequest");
    expect(session.client.bodies.at(-1)).toBe(body(JSON.stringify(id)));
  });

  test("is cancelled with the id that the client knows", async () => {
    const [red] = await both();
    red.send({ id: 1, method: "window/showMessageRequest", params: { type: 3, message: "?" } });
    red.send({ method: "$/cancelRequest", params: { id: 1 } });
    const { id } = await session.client.got("window/showMessageRequest");
    expect((await session.client.got("$/cancelRequest")).params).toEqual({ id });
  });

  test("gets one response: a second one is dropped", async () => {
    const [red] = await both();
    red.send({ id: 1, method: "window/showMessageRequest", params: { type: 3, message: "?" } });
    const { id } = await session.client.got("window/showMessageRequest");
    for (const result of ["first", "second"]) session.fromClient({ id, result });
    await session.hover("a.red");
    expect(red.messages.filter(({ method }) => method === undefined).map(({ result }) => result)).toEqual(["first"]);
  });

  test("is required for a response: a response to no request is logged and dropped", async () => {
    const [red, green] = await both();
    session.fromClient({ id: 1, result: null });
    await Promise.all(["a.red", "b.green"].map((path) => session.hover(path)));
    expect([...red.heard, ...green.heard].filter((line) => line.startsWith("answer"))).toEqual([]);
    expect(session.logged.join("\n")).toMatch(/responded to an unknown request \(id 1\)/);
  });

  test("is answered by the proxy for a client that does not know it", async () => {
    const [red] = await both({ capabilities: minimalClient, servers: { redls: { settings: { red: { tabs: 2 } } } } });
    red.send({ id: 1, method: "workspace/configuration", params: { items: [{ section: "red.tabs" }, {}] } });
    const { id: clientId } = await session.client.got("workspace/configuration");
    session.fromClient({ id: clientId, error: { code: -32601, message: "Method not found" } });
    const { result } = await red.until(({ id, method }) => id === 1 && !method, "the answer");
    expect(result).toEqual([2, { red: { tabs: 2 } }]);
  });

  test("is answered by the proxy for a client that does not answer, whose late response is dropped", async () => {
    const [red] = await both({ capabilities: minimalClient, servers: { redls: { settings: { red: { tabs: 2 } } } } });
    red.send({ id: 1, method: "workspace/configuration", params: { items: [{ section: "red.tabs" }] } });
    const { id: clientId } = await session.client.got("workspace/configuration");
    const { result } = await red.until(({ id, method }) => id === 1 && !method, "the answer");
    expect(result).toEqual([2]);
    session.fromClient({ id: clientId, result: [8] });
    await session.hover("a.red");
    expect(red.messages.filter(({ id, method }) => id === 1 && !method)).toHaveLength(1);
  });

  test("for settings that the client lacks gets those of servers.json", async () => {
    const [red] = await both({ servers: { redls: { settings: { red: { tabs: 2, wide: true } } } } });
    const items = [{ section: "red.tabs" }, { section: "red.wide" }];
    red.send({ id: 1, method: "workspace/configuration", params: { items } });
    const { id } = await session.client.got("workspace/configuration");
    session.fromClient({ id, result: [8, null] });
    expect((await red.until(({ id, method }) => id === 1 && !method, "the answer")).result).toEqual([8, true]);
  });
});

describe("Progress", () => {
  const report = (token: unknown, kind: string) => ({
    method: "$/progress",
    params: { token, value: { kind, ...(kind === "begin" ? { title: "loading" } : {}) } },
  });
  const both = async (options = {}) => {
    session = routedSession(options);
    await session.open();
    const paths = ["a.red", "b.green"];
    for (const path of paths) session.didOpen(path);
    await Promise.all(paths.map((path) => session.hover(path)));
    return Promise.all([session.backend("redls"), session.backend("greenls")]);
  };
  const progress = () => session.client.all("$/progress").map(({ params }) => [params.token, params.value.kind]);

  test("of two backends with equal tokens is distinguished", async () => {
    const [red, green] = await both();
    for (const backend of [red, green]) {
      backend.send({ id: 1, method: "window/workDoneProgress/create", params: { token: 1 } });
      backend.send(report(1, "begin"));
      await session.heardFrom(backend);
    }
    const tokens = session.client.all("window/workDoneProgress/create").map(({ params }) => params.token);
    expect(new Set(tokens).size).toBe(2);
    expect(progress()).toEqual(tokens.map((token) => [token, "begin"]));
  });

  test("with a token of the client is unchanged", async () => {
    session = routedSession({ handlers: { redls: { "textDocument/hover": () => noReply } } });
    await session.open();
    session.didOpen("a.red");
    const { answer } = session.asking("textDocument/hover", { ...session.about("a.red"), workDoneToken: 1 });
    const red = await session.backend("redls");
    const asked = await red.got("textDocument/hover");
    const body = '{"method":"$\\/progress", "params":{"token":1 , "value":{"kind":"begin","title":"x"}}}';
    red.send(body);
    red.answer(asked, null);
    await answer;
    expect(session.client.bytes().includes(frameOf(body))).toBe(true);
  });

  test("is cancelled at the backend that reports it, with the backend's token", async () => {
    const [red, green] = await both();
    for (const backend of [red, green]) {
      backend.send({ id: 1, method: "window/workDoneProgress/create", params: { token: "t" } });
      await session.heardFrom(backend);
    }
    const [, ofGreen] = session.client.all("window/workDoneProgress/create");
    session.notify("window/workDoneProgress/cancel", { token: ofGreen?.params.token });
    expect((await green.got("window/workDoneProgress/cancel")).params).toEqual({ token: "t" });
    await session.hover("a.red");
    expect(red.all("window/workDoneProgress/cancel")).toEqual([]);
  });

  test("that backends create is dropped if the client can't show it", async () => {
    const [red] = await both({ capabilities: minimalClient, servers: { redls: { ready: { progress: "^loading$" } } } });
    red.send({ id: 1, method: "window/workDoneProgress/create", params: { token: 1 } });
    red.send(report(1, "begin"));
    red.send(report(1, "end"));
    await session.heardFrom(red);
    expect((await red.until(({ id, method }) => id === 1 && !method, "the answer")).result).toBeNull();
    expect(session.told).toEqual([]);
  });
});

describe("An unexpected message from a backend", () => {
  const open = async () => {
    session = routedSession();
    await session.open();
    session.didOpen("a.red");
    await session.hover("a.red");
    return session.backend("redls");
  };

  test("is dropped and logged if it responds to no request", async () => {
    const red = await open();
    const before = session.client.messages.length;
    red.send({ id: 4711, result: "?" });
    await session.heardFrom(red);
    expect(session.client.messages.slice(before).filter(({ id }) => id !== undefined)).toEqual([]);
    expect(session.logged.join("\n")).toContain("4711");
  });

  test("is dropped and logged if it is a second response", async () => {
    const red = await open();
    const asked = await red.got("textDocument/hover");
    red.answer(asked, "again");
    await session.heardFrom(red);
    expect(session.client.messages.filter(({ id, method }) => id === asked.id && !method)).toHaveLength(1);
    expect(session.logged.join("\n")).toContain("has responded to an unknown request");
  });

  test("is dropped if it responds to a request of another backend", async () => {
    session = routedSession({ handlers: { redls: { "textDocument/hover": () => noReply } } });
    await session.open();
    session.didOpen("a.red");
    session.didOpen("b.green");
    await session.hover("b.green");
    const { answer, id } = session.asking("textDocument/hover", session.about("a.red"));
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    const asked = await red.got("textDocument/hover");
    green.send({ id, result: "wrong" });
    await session.heardFrom(green);
    red.answer(asked, "right");
    expect((await answer).result).toBe("right");
  });

  test("is logged if it is not JSON-RPC, and the session continues", async () => {
    const red = await open();
    red.write("Segmentation fault\n");
    red.send("[1]");
    await session.heardFrom(red);
    expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
    expect(session.logged.join("\n")).toContain("Segmentation fault");
  });
});

describe("A request whose method is not routed", () => {
  test("goes to the backend whose name or language it begins with", async () => {
    session = routedSession({ handlers: { redls: { "redls/own": () => 1, "red/other": () => 2 } } });
    await session.open();
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    expect((await session.request("redls/own", {})).result).toBe(1);
    expect((await session.request("red/other", {})).result).toBe(2);
  });

  test("goes to the only running backend", async () => {
    session = routedSession({ handlers: { redls: { "some/thing": () => 3 } } });
    await session.open();
    session.didOpen("a.red");
    expect((await session.request("some/thing", {})).result).toBe(3);
  });

  test("is rejected if several backends run, and the error says how to select one", async () => {
    session = routedSession();
    await session.open();
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    const { error } = await session.request("some/thing", {});
    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining("params.textDocument.uri") });
  });

  test("is rejected if it executes an unknown command, and the error says where commands come from", async () => {
    session = routedSession();
    await session.open();
    for (const path of ["a.red", "b.green"]) await session.hover(path);
    const { error } = await session.request("workspace/executeCommand", { command: "pink.fix" });
    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining("code actions and lenses") });
  });

  test.each(["some/thing", "workspace/executeCommand"])(
    "is rejected if no backend runs, and the error says to open a document: %s",
    async (method) => {
      session = routedSession();
      await session.open();
      const { error } = await session.request(method, { command: "fix" });
      expect(error).toMatchObject({ code: -32601, message: expect.stringContaining("Open a document first") });
      expect(error.message).toContain(method);
      expect(session.started).toEqual([]);
    },
  );

  test("goes to the backend of the document that it names", async () => {
    session = routedSession({ handlers: { greenls: { "some/thing": () => "green" } } });
    await session.open();
    session.didOpen("a.red");
    expect((await session.request("some/thing", session.about("b.green"))).result).toBe("green");
  });
});
