/** A bridge between two scripted servers in memory, and a client that records what it gets. */

import { PassThrough } from "node:stream";
import type { BridgeRule, Server } from "../../../src/backend/config/servers.js";
import type { BackendProcess, Exit } from "../../../src/backend/process.js";
import { bridgeProcess } from "../../../src/routing/companions/companionProcess.js";
import { splitMessages } from "../../../src/routing/companions/splitMessages.js";
import { frameOf } from "../../../src/wire/frames.js";

/** A message as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a message is what the tests are about
export type Json = any;

export interface ScriptedServer {
  /** The messages that it got, as `method id uri` or `response id`. */
  readonly got: string[];
  /** The same as JSON. */
  readonly messages: Json[];
  send(message: Json): void;
  /** Resolves with the next message for which `matches` holds, or one that it got before. */
  next(method: string): Promise<Json>;
  exit(): void;
}

const rule: BridgeRule = {
  with: { types: {} },
  notification: "types/request",
  response: "types/response",
  command: "types.request",
  methods: ["textDocument/documentSymbol"],
  fallbackMethods: ["textDocument/hover"],
};

const entry = (name: string): Server => ({
  name,
  command: [name],
  languages: ["vue"],
  rootMarkers: [],
  tested: false,
  remote: false,
  match: { words: [], serverInfo: [] },
});

/** Opens a bridge. The bridged server answers `initialize` by itself, unless `isSlow`. */
export function openBridge({ isSlow = false } = {}) {
  const main = scriptedProcess();
  const starts: ReturnType<typeof scriptedProcess>[] = [];
  const logged: string[] = [];
  const bridge = bridgeProcess(main.process, {
    bridged: { server: { ...entry("sfc"), initializationOptions: { own: true } }, command: ["sfc"], rule },
    async start() {
      const started = scriptedProcess();
      starts.push(started);
      if (!isSlow)
        void started.server
          .next("initialize")
          .then(({ id }) => started.server.send({ id, result: { capabilities: {} } }));
      return started.process;
    },
    log: (line) => logged.push(line),
  });
  const client = recorder();
  bridge.stdout.on("data", client.read);
  const write = (message: Json) => bridge.stdin.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  write({ id: 1, method: "initialize", params: { capabilities: { textDocument: {} }, rootUri: "file:///p" } });
  return {
    main: main.server,
    /** The bridged server, once it was started; `n` counts its starts. */
    async bridged(n = 0): Promise<ScriptedServer> {
      while (starts[n] === undefined) await new Promise(setImmediate);
      return starts[n].server;
    },
    starts,
    client,
    write,
    open: (name: string, languageId = "vue") =>
      write({ method: "textDocument/didOpen", params: { textDocument: { uri: `file:///p/${name}`, languageId } } }),
    about: (name: string) => ({ textDocument: { uri: `file:///p/${name}` } }),
    stop: () => bridge.stop(),
    logged,
  };
}

function recorder() {
  const messages: Json[] = [];
  const waiting: { method: string; resolve(message: Json): void }[] = [];
  const keyOf = ({ method, id }: Json) => method ?? `response ${JSON.stringify(id)}`;
  const take = ({ body }: { readonly body: Buffer }) => {
    const message = JSON.parse(body.toString("utf8"));
    messages.push(message);
    for (const one of waiting.filter(({ method }) => method === keyOf(message))) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(message);
    }
    return undefined;
  };
  const read = splitMessages({ take, pass: () => {}, oversized: () => {}, maxFrameBytes: undefined });
  return {
    messages,
    read,
    get got() {
      return messages.map((message) => [keyOf(message), message.params?.textDocument?.uri?.slice(10)].join(" ").trim());
    },
    next: (method: string): Promise<Json> => {
      const found = messages.find((message) => keyOf(message) === method);
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ method, resolve }));
    },
  };
}

function scriptedProcess() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const received = recorder();
  stdin.on("data", received.read);
  let end: (exit: Exit) => void = () => {};
  const exited = new Promise<Exit>((resolve) => {
    end = resolve;
  });
  const exit = () => end({ code: 1, signal: null });
  const process: BackendProcess = {
    command: ["scripted"],
    pid: 1,
    stdin,
    stdout,
    stderrTail: () => [],
    exited,
    stop() {
      stdin.end();
      exit();
      return exited;
    },
    kill: exit,
  };
  const server: ScriptedServer = {
    get got() {
      return received.got;
    },
    messages: received.messages,
    send: (message) => stdout.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message }))),
    next: received.next,
    exit,
  };
  return { process, server };
}
