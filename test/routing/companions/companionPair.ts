/** Two scripted servers in memory, one beside the other, and a client that records what it gets. */

import { PassThrough } from "node:stream";
import type { Companion, Server } from "../../../src/backend/config/servers.js";
import type { BackendProcess, Exit } from "../../../src/backend/process.js";
import { withCompanionProcesses } from "../../../src/routing/companions/companionProcess.js";
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
  /** Writes bytes of a message. */
  write(bytes: Buffer): void;
  /** Resolves with the next message for which `matches` holds, or one that it got before. */
  next(method: string): Promise<Json>;
  exit(): void;
  /** Ends its output. */
  end(): void;
}

const entry = (name: string): Server => ({
  name,
  command: [name],
  languages: ["vue"],
  rootMarkers: [],
  tested: false,
  remote: false,
  match: { words: [], serverInfo: [] },
});

/** A server that asks the main one, as Vue's does. */
export const channelled: Omit<Companion, "server" | "command"> = {
  languages: ["vue"],
  offers: ["textDocument/documentSymbol", "textDocument/hover"],
  leads: ["textDocument/documentSymbol"],
  formats: [],
  encoding: "utf-16",
  channel: { notification: "types/request", response: "types/response", command: "types.request" },
};

/** A linter. */
export const linter: Omit<Companion, "server" | "command"> = {
  languages: ["vue"],
  offers: ["textDocument/codeAction", "textDocument/formatting", "textDocument/hover", "textDocument/completion"],
  leads: [],
  formats: [],
  encoding: "utf-16",
};

/** What the main server announces. */
const MAIN_CAPABILITIES = {
  hoverProvider: true,
  documentSymbolProvider: true,
  definitionProvider: true,
  completionProvider: {},
  codeActionProvider: { codeActionKinds: ["quickfix"] },
  executeCommandProvider: { commands: ["types.request"] },
};

/** Opens a main server with a companion, which answers `initialize` by itself, unless `isSlow`. */
export function openCompanion({
  isSlow = false,
  rule = channelled,
  announced = {} as object,
  names = ["sfc"] as readonly string[],
  capabilities = {
    textDocumentSync: 2,
    diagnosticProvider: {},
    documentSymbolProvider: true,
    hoverProvider: true,
  } as object,
} = {}) {
  const main = scriptedProcess();
  const starts: ReturnType<typeof scriptedProcess>[] = [];
  const logged: string[] = [];
  const bridge = withCompanionProcesses(main.process, {
    companions: names.map((name) => {
      return { ...rule, server: { ...entry(name), initializationOptions: { own: true } }, command: [name] };
    }),
    proofCommand: "types.request",
    async start() {
      const started = scriptedProcess();
      starts.push(started);
      if (!isSlow)
        void started.server.next("initialize").then(({ id }) => started.server.send({ id, result: { capabilities } }));
      return started.process;
    },
    log: (line) => logged.push(line),
  });
  // The response to initialize is not listed.
  const client = recorder(({ id }) => id !== 1);
  const passed: Buffer[] = [];
  bridge.stdout.on("data", client.read).on("data", (chunk: Buffer) => passed.push(chunk));
  const initialized = client.next("response 1");
  const write = (message: Json) => bridge.stdin.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  write({ id: 1, method: "initialize", params: { capabilities: { textDocument: {} }, rootUri: "file:///p" } });
  main.server.send({ id: 1, result: { capabilities: { ...MAIN_CAPABILITIES, ...announced } } });
  return {
    main: main.server,
    /** The companion, once it was started; `n` counts its starts. */
    async companion(n = 0): Promise<ScriptedServer> {
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
    /** What the client has got, in bytes. */
    passed,
    /** The response to initialize. */
    initialized,
  };
}

/** Records messages, and lets a test wait for one. */
export function recorder(isListed: (message: Json) => boolean = () => true) {
  const messages: Json[] = [];
  const waiting: { method: string; resolve(message: Json): void }[] = [];
  const keyOf = ({ method, id }: Json) => method ?? `response ${JSON.stringify(id)}`;
  const take = ({ body }: { readonly body: Buffer }) => {
    const message = JSON.parse(body.toString("utf8"));
    if (isListed(message)) messages.push(message);
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

/** A server in memory, and its process. */
export function scriptedProcess() {
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
    write: (bytes) => stdout.write(bytes),
    next: received.next,
    exit,
    end: () => stdout.end(),
  };
  return { process, server };
}
