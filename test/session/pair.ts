/** A client and a scripted backend on both sides of the proxy, in memory. */

import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { shippedServers } from "../../src/backend/config/loadServers.js";
import type { Servers } from "../../src/backend/config/servers.js";
import type { BackendProcess, Exit } from "../../src/backend/process.js";
import { unansweredKinds } from "../../src/error.js";
import { proxy } from "../../src/proxy.js";
import { watchFiles } from "../../src/routing/files/fileWatchers.js";
import { frameOf, frameSplitter } from "../../src/wire/frames.js";
// Sessions import these when they need them. Loaded here, they take a session no time.
import "../../src/session/errorResponse.js";
import "../../src/wire/conversation.js";
import { type OfferedLocate, offersIn, resolvingMethod, stateOfFile } from "../offers.js";
import { removeFolder } from "../removeFolder.js";
import { createInProcessSyntax } from "../syntax/inProcessSyntax.js";
import { indexOf } from "../workspace/indexHarness.js";

/** A JSON-RPC message, as these tests read it. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly error?: any;
}

/** Returns the backend's result for a request, an `ErrorReply` or `noReply`. */
type Handler = (params: never, id: string | number) => unknown;

export class ErrorReply {
  constructor(readonly error: { code: number; message: string; data?: unknown }) {}
}

/** Returned by a handler that never responds. */
export const noReply = Symbol("no reply");

class Inbox {
  readonly messages: Message[] = [];
  readonly bodies: string[] = [];
  #waiting: (() => void)[] = [];

  take(body: Buffer): Message {
    const text = body.toString("utf8");
    const message = JSON.parse(text) as Message;
    this.bodies.push(text);
    this.messages.push(message);
    for (const resume of this.#waiting.splice(0)) resume();
    return message;
  }

  /** Returns the first message, past or future, that fits. */
  async until(fits: (message: Message) => boolean, what: string): Promise<Message> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      if (Date.now() > deadline) {
        throw new Error(`${what} never came; there were:\n${this.bodies.map((body) => body.slice(0, 300)).join("\n")}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}

export interface PairOptions {
  readonly capabilities?: object;
  readonly serverCapabilities?: object;
  readonly serverInfo?: object;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly command?: readonly string[];
  readonly servers?: Servers;
  readonly notice?: string;
  /** Agent mode, as by `--agent` and `--no-agent`. */
  readonly agent?: boolean;
  readonly clientInfo?: object;
  readonly initializationOptions?: object | undefined;
  /** Whether the index watches the disk; otherwise it scans it now and then. */
  readonly isIndexWatching?: boolean;
}

const allCapabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 2 },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: true,
  completionProvider: {},
  codeActionProvider: true,
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  selectionRangeProvider: true,
  callHierarchyProvider: true,
  documentHighlightProvider: true,
};

export type Pair = ReturnType<typeof pair>;

const openPairs = new Set<{ close(): Promise<void> }>();

/** Ends all sessions that are not closed yet, and removes their folders. */
export async function closePairs(): Promise<void> {
  await Promise.all([...openPairs].map((each) => each.close()));
}

/**
 * Makes a client and a backend; no message has been sent yet. Call `close` or `closePairs` after
 * the test.
 */
export function pair(options: PairOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  const paths = Object.keys(options.files ?? {});
  /** Grows with each change of a document. */
  let changeCount = 0;
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const path of paths) write(path, options.files?.[path] ?? "");
  const uri = (path: string) => pathToFileURL(join(root, path)).href;

  const input = new PassThrough();
  const output = new PassThrough();
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let exit: (how: Exit) => void = () => {};
  const exited = new Promise<Exit>((resolve) => {
    exit = resolve;
  });
  const die = (code: number) => {
    stdout.end();
    exit({ code, signal: null });
  };
  const backendProcess: BackendProcess = {
    // a server without a readiness rule
    command: options.command ?? ["vscode-json-language-server"],
    pid: undefined,
    stdin,
    stdout,
    stderrTail: () => ["last words"],
    exited,
    stop: () => {
      stdin.end();
      die(0);
      return exited;
    },
    kill(error) {
      stdout.end();
      exit({ code: null, signal: "SIGKILL", error });
    },
  };
  const logged: string[] = [];
  const { ended, stop } = proxy({
    input,
    output,
    backend: backendProcess,
    servers: options.servers ?? shippedServers(),
    syntax: async () => createInProcessSyntax(options.servers?.grammars),
    startIndex: async (roots) => indexOf(roots, { isWatching: options.isIndexWatching ?? false }).index,
    notice: options.notice,
    agent: options.agent,
    openWatchers: async (host) => watchFiles(host),
    log: (line) => logged.push(line),
  });

  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });

  const client = new Inbox();
  const backend = new Inbox();
  const handlers: Record<string, Handler> = {
    initialize: () => ({
      capabilities: { ...allCapabilities, ...options.serverCapabilities },
      ...(options.serverInfo ? { serverInfo: options.serverInfo } : {}),
    }),
    shutdown: () => null,
    ...options.handlers,
  };
  const fromBackend = (message: object | string) =>
    stdout.write(frameOf(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })));
  const fromClient = (message: object | string) => {
    const body = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
    if (body.includes('"method":"textDocument/did') || body.includes('"method":"exit"')) changeCount++;
    return input.write(frameOf(body));
  };

  output.on("data", frameSplitter(collecting((body) => client.take(body))));
  stdin.on(
    "data",
    frameSplitter(
      collecting((body) => {
        const { method, id, params } = backend.take(body);
        if (method === "exit") die(0);
        if (method === undefined || id === undefined || id === null) return;
        const handler = handlers[method];
        if (!handler) return fromBackend({ id, error: { code: -32601, message: `no ${method}` } });
        Promise.resolve(handler(params as never, id)).then((result) => {
          if (result === noReply) return;
          fromBackend(result instanceof ErrorReply ? { id, error: result.error } : { id, result: result ?? null });
        });
      }),
    ),
  );

  let lastId = 0;
  const request = async (method: string, params?: unknown): Promise<Message> => {
    const id = ++lastId;
    fromClient({ id, method, ...(params === undefined ? {} : { params }) });
    const isAnswer = (message: Message) => message.method === undefined && message.id === id;
    const answer = await client.until(isAnswer, `the answer to ${method}`);
    if (method.startsWith("locate/")) keepOffers(method, answer);
    return answer;
  };
  /** The Locates that answers have offered, as JSON: by what, and in which state. */
  const offers = new Map<string, { readonly method: string; readonly state: string }>();
  const stateOf = (offer: OfferedLocate) => `${changeCount} ${stateOfFile(root, offer)}`;
  const keepOffers = (method: string, { result, error }: Message) => {
    const kind = error?.data?.kind;
    // The one has examples of the form, the other a Locate for the case that the text comes back.
    if (kind === "invalid_locate" || kind === "handle_deleted") return;
    const isFile = (path: string) => paths.includes(path) || existsSync(join(root, path));
    // A server of a test may name files that do not exist.
    for (const offer of offersIn([result, error && { ...error.data, message: error.message }], isFile))
      if (stateOfFile(root, offer) !== undefined) offers.set(JSON.stringify(offer), { method, state: stateOf(offer) });
  };
  /** Sends the offered Locates of texts that have not changed since. */
  const checkOffers = async () => {
    for (const [json, { method, state }] of offers) {
      const locate = JSON.parse(json) as OfferedLocate;
      if (stateOf(locate) !== state) continue;
      const { error } = await request(resolvingMethod(locate), { locate });
      if (error === undefined || unansweredKinds.has(error.data?.kind)) continue;
      throw new Error(`${method} offers the Locate ${json}, which does not resolve: ${error.message}`);
    }
  };
  const initialize = () =>
    request("initialize", {
      processId: null,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: [{ uri: pathToFileURL(root).href, name: "root" }],
      capabilities: options.capabilities ?? fullCapabilities,
      initializationOptions: options.initializationOptions,
      ...(options.clientInfo ? { clientInfo: options.clientInfo } : {}),
    });
  const open = async () => {
    const answer = await initialize();
    fromClient({ method: "initialized", params: {} });
    return answer;
  };
  /** Reports, as typescript-language-server does, that the project has been loaded. */
  const reportLoaded = (token = "load") => {
    for (const value of [{ kind: "begin", title: "Initializing JS/TS language features…" }, { kind: "end" }])
      fromBackend({ method: "$/progress", params: { token, value } });
  };
  const didOpen = (path: string, text: string, languageId = "plaintext") =>
    fromClient({
      method: "textDocument/didOpen",
      params: { textDocument: { uri: uri(path), languageId, version: 1, text } },
    });
  let version = 1;
  const didChange = (path: string, contentChanges: readonly object[]) =>
    fromClient({
      method: "textDocument/didChange",
      params: { textDocument: { uri: uri(path), version: ++version }, contentChanges },
    });
  const didClose = (path: string) =>
    fromClient({ method: "textDocument/didClose", params: { textDocument: { uri: uri(path) } } });

  const both = {
    root,
    uri,
    write,
    client,
    backend,
    handlers,
    fromBackend,
    fromClient,
    request,
    initialize,
    open,
    reportLoaded,
    didOpen,
    didChange,
    didClose,
    die,
    stop,
    ended,
    logged,
    input,
    output,
    stdout,
    /** Ends the session and removes its folder. */
    async close() {
      openPairs.delete(both);
      try {
        if (!hasEnded) await Promise.race([checkOffers(), ended]);
      } finally {
        input.end();
        await ended;
        removeFolder(root);
      }
    },
  };
  openPairs.add(both);
  return both;
}

export const fullCapabilities = {
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, dynamicRegistration: true },
    synchronization: { didSave: true },
  },
  workspace: { configuration: true, workspaceFolders: true, applyEdit: true },
  window: { workDoneProgress: true, showMessage: {} },
  experimental: { serverStatusNotification: true },
};

function collecting(take: (body: Buffer) => void) {
  return {
    decide: () => ({ kind: "see" as const, see: take }),
    pass: () => {},
    stray: (bytes: Buffer) => {
      throw new Error(`stray: ${bytes.toString()}`);
    },
    oversized: ({ length }: { readonly length: number }) => {
      throw new Error(`a frame of ${length} bytes`);
    },
  };
}
