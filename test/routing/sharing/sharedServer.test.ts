/** What the sessions of one shared server see of it, and of each other. */

import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { BackendProcess, Exit } from "../../../src/backend/process.js";
import { ALONE, type SharedServerSpec } from "../../../src/routing/sharing/attachment.js";
import { ServerPool } from "../../../src/routing/sharing/serverPool.js";
import { frameOf } from "../../../src/wire/frames.js";
import { readWholeMessages } from "../../../src/wire/wholeMessages.js";

interface Said {
  readonly id?: number | string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what was said is compared as a whole
  readonly params?: any;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const uri = "file:///w/a.txt";
const position = { textDocument: { uri }, position: { line: 0, character: 0 } };

function collect(from: PassThrough, said: Said[]): void {
  readWholeMessages({
    from,
    onMessage: ({ body }) => void said.push(JSON.parse(body.toString("utf8"))),
    onStray: () => {},
    onOversized: () => {},
    maxFrameBytes: undefined,
    beforeChunk: () => {},
    afterChunk: () => true,
    onDrain: () => {},
  });
}

async function settle(): Promise<void> {
  for (let count = 0; count < 30; count++) await turn();
}

/** A server that says what the test has it say, and answers `initialize`. */
class Server {
  readonly said: Said[] = [];
  readonly process: BackendProcess;
  exit: (exit: Exit) => void = () => {};
  readonly #stdout = new PassThrough();

  constructor(command: readonly string[]) {
    const stdin = new PassThrough();
    collect(stdin, this.said);
    const exited = new Promise<Exit>((resolve) => {
      this.exit = (exit) => {
        this.#stdout.end();
        resolve(exit);
      };
    });
    const stop = () => {
      this.exit({ code: 0, signal: null });
      return exited;
    };
    const stdout = this.#stdout;
    this.process = {
      command,
      pid: undefined,
      stdin,
      stdout,
      stderrTail: () => ["last words"],
      exited,
      stop,
      kill: stop,
    };
  }

  async say(message: object): Promise<void> {
    this.#stdout.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
    await settle();
  }

  /** Returns what it was sent since the last call, but for the start. */
  take(): Said[] {
    return this.said.splice(0).filter(({ method }) => method !== "initialize" && method !== "initialized");
  }
}

class Session {
  readonly said: Said[] = [];
  readonly process: BackendProcess;

  constructor(process: BackendProcess) {
    this.process = process;
    collect(process.stdout as PassThrough, this.said);
  }

  async say(message: object): Promise<void> {
    this.process.stdin.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
    await settle();
  }

  take(): Said[] {
    return this.said.splice(0).filter(({ result }) => !(result as { capabilities?: unknown } | null)?.capabilities);
  }
}

interface Scene {
  readonly servers: readonly Server[];
  attach(readsDocuments?: boolean): Promise<Session>;
}

function openScene(settings?: unknown, more: object = {}): Scene {
  const servers: Server[] = [];
  const pool = new ServerPool({
    async start(command) {
      const server = new Server(command);
      servers.push(server);
      return server.process;
    },
    log: () => {},
  });
  const spec: SharedServerSpec = {
    ...{
      name: "redls",
      command: ["redls"],
      root: "file:///w",
      companions: [],
      watchers: [],
      fileEventsAsSaved: false,
      readsDocuments: true,
      configuration: "",
      settings,
    },
  };
  return {
    servers,
    async attach(readsDocuments = true) {
      const session = new Session(pool.attach({ ...spec, readsDocuments }));
      await session.say({ id: 0, method: "initialize", params: { capabilities: {}, workspaceFolders: null } });
      const server = servers.at(-1) as Server;
      const initialize = server.said.find(({ method }) => method === "initialize");
      if (initialize) {
        const capabilities = { textDocumentSync: { openClose: true, change: 2 }, ...more };
        await server.say({ id: initialize.id, result: { capabilities } });
        server.said.splice(server.said.indexOf(initialize), 1);
      }
      await session.say({ method: "initialized", params: {} });
      return session;
    },
  };
}

async function openTwo(settings?: unknown) {
  const scene = openScene(settings);
  const [one, two] = [await scene.attach(), await scene.attach()];
  const server = scene.servers[0] as Server;
  for (const each of [server, one, two]) each.take();
  return { ...scene, server, one, two };
}

const open = (text: string) => ({
  method: "textDocument/didOpen",
  params: { textDocument: { uri, languageId: "plaintext", version: 1, text } },
});

test("Two sessions with the same id get the answers to their own requests", async () => {
  const { server, one, two, servers } = await openTwo();
  await one.say({ id: 7, method: "textDocument/hover", params: position });
  await two.say({ id: 7, method: "textDocument/hover", params: position });
  const [first, second] = server.take();
  expect(first?.id).not.toEqual(second?.id);
  await server.say({ id: second?.id, result: "for two" });
  await server.say({ id: first?.id, result: "for one" });
  expect([one.take(), two.take()]).toEqual([
    [{ jsonrpc: "2.0", id: 7, result: "for one" }],
    [{ jsonrpc: "2.0", id: 7, result: "for two" }],
  ]);
  expect(servers).toHaveLength(1);
});

test("A session cancels its own request, and not that of another with the same id", async () => {
  const { server, one, two } = await openTwo();
  await one.say({ id: "x", method: "textDocument/hover", params: position });
  await two.say({ id: "x", method: "textDocument/hover", params: position });
  await two.say({ method: "$/cancelRequest", params: { id: "x" } });
  const [, second, cancel] = server.take();
  expect(cancel).toMatchObject({ method: "$/cancelRequest", params: { id: second?.id } });
});

test("A session that dies has its requests cancelled and its documents closed, and no other", async () => {
  const { server, one, two } = await openTwo();
  await one.say(open("text"));
  await two.say(open("text"));
  await one.say({ id: 1, method: "textDocument/hover", params: position });
  const [, asked] = server.take();
  await one.process.stop();
  await settle();
  expect(server.take()).toMatchObject([{ method: "$/cancelRequest", params: { id: asked?.id } }]);
  await server.say({ id: asked?.id, result: "late" });
  expect(two.take()).toEqual([]);
  await two.process.stop();
  await settle();
  expect(server.take()).toMatchObject([{ method: "textDocument/didClose", params: { textDocument: { uri } } }]);
});

test("A request of the server to a session that dies is answered", async () => {
  const { server, one, two } = await openTwo();
  await one.say({ id: 1, method: "workspace/executeCommand", params: { command: "x" } });
  server.take();
  await server.say({ id: 99, method: "window/showMessageRequest", params: { type: 1, message: "?" } });
  expect(one.take()).toMatchObject([{ id: 99, method: "window/showMessageRequest" }]);
  expect(two.take()).toEqual([]);
  await one.process.stop();
  await settle();
  expect(server.take()).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 99, error: expect.anything() })]),
  );
});

test("What concerns nobody is answered without asking", async () => {
  const { server, one, two } = await openTwo();
  await server.say({ id: 1, method: "workspace/applyEdit", params: { edit: {} } });
  await server.say({ id: 2, method: "window/showMessageRequest", params: { type: 1, message: "?" } });
  await server.say({ id: 3, method: "unknown/request", params: {} });
  expect(server.take()).toMatchObject([
    { id: 1, result: { applied: false } },
    { id: 2, result: null },
    { id: 3, error: { code: -32601 } },
  ]);
  expect([one.take(), two.take()]).toEqual([[], []]);
});

test("A request is preceded by the text that its session has", async () => {
  const { server, one, two } = await openTwo();
  await one.say(open("saved"));
  await two.say(open("saved"));
  const changed = { uri, version: 2 };
  await two.say({
    method: "textDocument/didChange",
    params: { textDocument: changed, contentChanges: [{ text: "unsaved" }] },
  });
  server.take();
  await one.say({ id: 1, method: "textDocument/hover", params: position });
  await two.say({ id: 1, method: "textDocument/hover", params: position });
  const sent = server.take().map(({ method, params }) => params?.contentChanges?.[0]?.text ?? method);
  expect(sent).toEqual(["saved", "textDocument/hover", "unsaved", "textDocument/hover"]);
});

test("Progress goes to the session whose token it is, under that token", async () => {
  const { server, one, two } = await openTwo();
  for (const each of [one, two])
    await each.say({ id: 1, method: "textDocument/references", params: { ...position, workDoneToken: "t" } });
  const [first, second] = server.take();
  expect(first?.params.workDoneToken).not.toEqual(second?.params.workDoneToken);
  const value = { kind: "begin", title: "search" };
  await server.say({ method: "$/progress", params: { token: second?.params.workDoneToken, value } });
  expect([one.take(), two.take()]).toMatchObject([[], [{ method: "$/progress", params: { token: "t", value } }]]);
  await two.process.stop();
  await settle();
  await server.say({ method: "$/progress", params: { token: second?.params.workDoneToken, value: { kind: "end" } } });
  expect(one.take()).toEqual([]);
});

test("A session that comes later is told of the progress and the registrations that are in effect", async () => {
  const { server, attach } = await openTwo();
  await server.say({ id: 1, method: "window/workDoneProgress/create", params: { token: "load" } });
  await server.say({ method: "$/progress", params: { token: "load", value: { kind: "begin", title: "Loading" } } });
  const registrations = ["textDocument/rename", "textDocument/hover"].map((method) => ({ id: method, method }));
  await server.say({ id: 2, method: "client/registerCapability", params: { registrations } });
  const unregisterations = [{ id: "textDocument/hover", method: "textDocument/hover" }];
  await server.say({ id: 3, method: "client/unregisterCapability", params: { unregisterations } });
  const told = (await attach()).take();
  expect(told.map(({ method }) => method)).toEqual([
    "client/registerCapability",
    "window/workDoneProgress/create",
    "$/progress",
  ]);
  expect(told[0]?.params).toEqual({ registrations: [registrations[0]] });
  await server.say({ method: "$/progress", params: { token: "load", value: { kind: "end" } } });
  expect((await attach()).take().map(({ method }) => method)).toEqual(["client/registerCapability"]);
});

test("A session whose settings differ leaves, and the others stay", async () => {
  const { server, one, two } = await openTwo({ red: { depth: 1 } });
  await server.say({ id: 1, method: "workspace/configuration", params: { items: [{ section: "red" }] } });
  expect(server.take()).toMatchObject([{ id: 1, result: [{ depth: 1 }] }]);
  const [[asked], [same]] = [one.take(), two.take()];
  await two.say({ id: same?.id, result: [{ depth: 1 }] });
  await one.say({ id: asked?.id, result: [{ depth: 2 }] });
  await expect(one.process.exited).resolves.toMatchObject({ error: { kind: "backend_failed" } });
  await two.say({ id: 5, method: "textDocument/hover", params: position });
  expect(server.take()).toMatchObject([{ method: "textDocument/hover" }]);
});

test("A client that reads no documents of servers leaves one that names some, whenever it comes", async () => {
  const { attach, servers } = openScene(undefined, { workspace: { textDocumentContent: { schemes: ["red"] } } });
  const left = { error: { kind: "backend_failed", message: expect.stringContaining("documents that are in no file") } };
  await expect((await attach(false)).process.exited).resolves.toMatchObject(left);
  const reader = await attach();
  await expect((await attach(false)).process.exited).resolves.toMatchObject(left);
  await reader.say({ id: 5, method: "textDocument/hover", params: position });
  expect(servers[0]?.take().at(-1)).toMatchObject({ method: "textDocument/hover" });
  expect(servers).toHaveLength(1);
});

test("A server that names none is shared by a client that could not read them", async () => {
  const { attach, servers } = openScene();
  await attach();
  const session = await attach(false);
  await session.say({ id: 5, method: "textDocument/hover", params: position });
  expect(servers[0]?.take().at(-1)).toMatchObject({ method: "textDocument/hover" });
  expect(servers).toHaveLength(1);
});

test("The end of the server is that of all its sessions, and the next one starts another", async () => {
  const { server, one, two, attach, servers } = await openTwo();
  server.exit({ code: 3, signal: null });
  expect(await Promise.all([one.process.exited, two.process.exited])).toMatchObject([{ code: 3 }, { code: 3 }]);
  expect(one.process.stderrTail()).toEqual(["last words"]);
  await attach();
  expect(servers).toHaveLength(2);
});

describe("A session that wants the server for itself", () => {
  const alone = (isAlone: boolean) => ({ method: ALONE, params: { isAlone } });
  const hover = (id: number) => ({ id, method: "textDocument/hover", params: position });

  test("has what others send wait, in order", async () => {
    const { server, one, two } = await openTwo();
    await one.say(alone(true));
    await two.say(open("two"));
    await two.say(hover(1));
    await one.say({ id: 1, method: "textDocument/rename", params: position });
    expect(server.take().map(({ method }) => method)).toEqual(["textDocument/rename"]);
    await one.say(alone(false));
    expect(server.take().map(({ method }) => method)).toEqual(["textDocument/didOpen", "textDocument/hover"]);
  });

  test("waits for the requests of others", async () => {
    const { server, one, two } = await openTwo();
    await two.say(hover(1));
    const [asked] = server.take();
    await one.say(alone(true));
    await one.say(hover(2));
    expect(server.take()).toEqual([]);
    await server.say({ id: asked?.id, result: null });
    while (server.said.length === 0) await turn();
    expect(server.take().map(({ method }) => method)).toEqual(["textDocument/hover"]);
  });

  test("gives it back by its end, or if another says that it does not want it", async () => {
    const { server, one, two } = await openTwo();
    await one.say(alone(true));
    await two.say(hover(1));
    await two.say(alone(false));
    expect(server.take()).toEqual([]);
    await one.process.stop();
    await settle();
    expect(server.take().map(({ method }) => method)).toEqual(["textDocument/hover"]);
  });
});
