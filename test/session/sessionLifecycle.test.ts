import { constants } from "node:os";
import { ErrorReply, noReply, type Pair, pair } from "./pair.js";

let session: Pair;
afterEach(() => session.close());

const locate = { locate: "a.txt:1" };

test("The response to initialize gets our capability and is otherwise the backend's", async () => {
  session = pair();
  const { result } = await session.open();
  expect(result.capabilities.experimental.locate).toMatchObject({ version: 1 });
  expect(result.capabilities.experimental.locate.methods).toEqual(
    expect.arrayContaining(["locate/resolve", "locate/hover"]),
  );
  expect(result.capabilities.hoverProvider).toBe(true);
});

test.each([["a string"], [[1]], [null], [7]])(
  "An experimental capability that is no object stays as it is: %j",
  async (experimental) => {
    session = pair({ serverCapabilities: { experimental } });
    expect((await session.open()).result.capabilities.experimental).toEqual(experimental);
  },
);

test("Experimental capabilities of the backend stay beside ours", async () => {
  session = pair({ serverCapabilities: { experimental: { own: 1.5 } } });
  expect((await session.open()).result.capabilities.experimental).toMatchObject({ own: 1.5, locate: { version: 1 } });
});

test("A rejected initialize may be tried again", async () => {
  session = pair({ handlers: { initialize: () => new ErrorReply({ code: 1, message: "not now" }) } });
  expect((await session.initialize()).error).toEqual({ code: 1, message: "not now" });
  session.handlers["initialize"] = () => ({ capabilities: {} });
  expect((await session.open()).result.capabilities.experimental.locate.version).toBe(1);
});

test("A Locate before the response to initialize is refused", async () => {
  session = pair();
  expect((await session.request("locate/resolve", locate)).error).toMatchObject({ code: -32002 });
});

test("A Locate before initialized is refused, as the backend may not get requests yet", async () => {
  session = pair({ files: { "a.txt": "x" } });
  await session.initialize();
  const { error } = await session.request("locate/resolve", locate);
  expect(error).toMatchObject({ code: -32002, message: expect.stringContaining("initialized") });
});

test("A Locate after shutdown is refused", async () => {
  session = pair();
  await session.open();
  await session.request("shutdown");
  expect((await session.request("locate/resolve", locate)).error).toMatchObject({ code: -32600 });
});

test("The error about an unknown locate method lists the methods", async () => {
  session = pair();
  await session.open();
  const { error } = await session.request("locate/howver", locate);
  expect(error.message).toContain("Write locate/hover.");
  expect(error).toMatchObject({
    code: -32601,
    data: { kind: "unknown_method", methods: expect.arrayContaining(["locate/hover"]) },
  });
});

test.each(["toString", "constructor", "__proto__"])("locate/%s is not a method", async (name) => {
  session = pair();
  await session.open();
  expect((await session.request(`locate/${name}`, locate)).error.data.kind).toBe("unknown_method");
});

test("A method name with escaped letters is decoded", async () => {
  session = pair();
  await session.open();
  session.fromClient('{"jsonrpc":"2.0","id":77,"method":"locate\\/nothing","params":{}}');
  const { error } = await session.client.until(({ id }) => id === 77, "the answer");
  expect(error.data.kind).toBe("unknown_method");
});

test("If the backend ends before its response to initialize, the client gets the reason and its exit code is ours", async () => {
  session = pair({ handlers: { initialize: () => session.die(3) } });
  const { error } = await session.initialize();
  expect(error).toMatchObject({ data: { kind: "backend_failed", exit_code: 3, stderr: ["last words"] } });
  expect(await session.ended).toBe(3);
});

test("If the backend ends during a Locate, the Locate fails with the reason", async () => {
  session = pair({ files: { "a.txt": "one two" }, handlers: { "textDocument/hover": () => session.die(4) } });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: "a.txt@two" });
  expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", exit_code: 4 } });
  expect(await session.ended).toBe(4);
});

test("The backend is ended when the client no longer reads", async () => {
  session = pair();
  await session.open();
  session.output.destroy(new Error("EPIPE"));
  await session.ended;
  expect(session.backend.messages.at(-1)?.method).not.toBeUndefined();
});

test("A backend that announces a message over the limit counts as dead", async () => {
  session = pair({
    files: { "a.txt": "one two" },
    handlers: {
      "textDocument/hover": () => {
        session.stdout.write("Content-Length: 1000000000000\r\n\r\n{");
        return noReply;
      },
    },
  });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: "a.txt@two" });
  expect(error).toMatchObject({ code: -32803, data: { kind: "backend_failed", reason: "frame_too_large" } });
  expect(error.message).toContain("the limit is 256 MB (--max-frame)");
  expect(await session.ended).toBe(137);
});

test("A client that announces a message over the limit ends the session", async () => {
  session = pair();
  await session.open();
  session.input.write("Content-Length: 1000000000000\r\n\r\n{");
  await session.ended;
  expect(session.logged).toEqual([
    "the client announces a message of 953674.32 MB; the limit is 256 MB (--max-frame); the session ends",
  ]);
});

test("A Locate that is not JSON is a parse error", async () => {
  session = pair();
  await session.open();
  session.fromClient('{"jsonrpc":"2.0","id":5,"method":"locate/hover","params":{,}}');
  expect((await session.client.until(({ id }) => id === 5, "the answer")).error.code).toBe(-32700);
});

test("A large id, and a string that looks like a number, come back unchanged", async () => {
  session = pair();
  await session.open();
  session.fromClient('{"jsonrpc":"2.0","id":9007199254740993,"method":"locate/nothing","params":{}}');
  session.fromClient('{"jsonrpc":"2.0","id":"7","method":"locate/nothing","params":{}}');
  await session.client.until(({ id }) => id === "7", "the answer");
  expect(session.client.bodies.some((body) => body.includes('"id":9007199254740993'))).toBe(true);
});

test("An id after the params is found", async () => {
  session = pair();
  session.fromClient('{"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{}},"id":1}');
  expect(
    (await session.client.until(({ id }) => id === 1, "the answer")).result.capabilities.experimental,
  ).toBeDefined();
  session.fromClient('{"jsonrpc":"2.0","method":"locate/nothing","params":{},"id":2}');
  expect((await session.client.until(({ id }) => id === 2, "the answer")).error.code).toBe(-32002);
  session.fromBackend('{"jsonrpc":"2.0","method":"workspace/applyEdit","params":{"edit":{}},"id":3}');
  await session.client.until(({ method }) => method === "workspace/applyEdit", "the edit");
  session.fromClient('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":3}');
  expect((await session.backend.until(({ id }) => id === 3, "our answer")).result.applied).toBe(false);
});

test("An end of the session while files are read for Locates is no internal error", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `f${n}.txt`);
  session = pair({ files: Object.fromEntries(names.map((name) => [name, "text"])) });
  await session.open();
  for (const [n, name] of names.entries())
    session.fromClient({ id: `r${n}`, method: "locate/resolve", params: { locate: `${name}:1` } });
  await session.client.until(({ id }) => id === "r0", "the first answer");
  session.stop();
  await session.ended;
  expect(session.logged.filter((line) => line.includes("internal error"))).toEqual([]);
});

test("A server that logs that its worker has ended is killed, and its pending Locates fail", async () => {
  session = pair({
    command: ["typescript-language-server", "--stdio"],
    files: { "a.ts": "one" },
    handlers: { "textDocument/hover": () => noReply },
  });
  await session.open();
  session.fromClient({ id: "h", method: "locate/hover", params: { locate: "a.ts@one" } });
  await session.backend.until(({ method }) => method === "textDocument/hover", "the request");
  session.fromBackend({ method: "window/logMessage", params: { type: 1, message: "[tsserver] Exited. Code: 1." } });
  const { error } = await session.client.until(({ id }) => id === "h", "the answer");
  expect(error.data).toMatchObject({ kind: "backend_failed", reason: "worker_lost" });
  expect(await session.ended).toBe(128 + constants.signals.SIGKILL);
});
