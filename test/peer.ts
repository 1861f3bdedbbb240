/** A client for tests that runs the built command in front of a server. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { ClientCapabilities, InitializeResult } from "vscode-languageserver-protocol";
import { builtCommand } from "./buildCommand.js";

export const repository = join(import.meta.dirname, "..");

/**
 * `poor` is like many agent harnesses: it declares nothing and answers nothing. `dynamic` is `full`
 * with dynamic registration of everything.
 */
export type CapabilitiesName = "full" | "dynamic" | "poor";

export interface PeerOptions {
  /** The workspace folder, absolute. */
  readonly root: string;
  /** The working directory; the workspace folder by default. */
  readonly cwd?: string;
  readonly capabilities?: CapabilitiesName;
  /** The settings that `workspace/configuration` returns, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: unknown;
  /** Options of lsp-locate, before the `--`. */
  readonly options?: readonly string[];
  /** Connects to the server itself, without a proxy, to see what the server does. */
  readonly direct?: boolean;
  /** The maximum time of each wait. */
  readonly timeoutMs?: number;
}

export interface Notification {
  readonly method: string;
  readonly params: unknown;
}

export interface Peer {
  readonly initialized: InitializeResult;
  readonly connection: MessageConnection;
  /** Every notification so far, oldest first. */
  readonly notifications: readonly Notification[];
  /** Every request from the server side, oldest first. */
  readonly requests: readonly Notification[];
  request<Result>(method: string, params?: unknown): Promise<Result>;
  /** Sends `locate/<method>` with a Locate as an object or in notation. */
  locate<Result>(method: string, locate: unknown, extra?: object): Promise<Result>;
  notify(method: string, params?: unknown): Promise<void>;
  /** Resolves with the first notification, past or future, that fits. */
  waitForNotification(fits: (notification: Notification) => boolean): Promise<Notification>;
  uri(path: string): string;
  stderr(): string;
  /** Kills the process. */
  kill(): void;
  /** Sends shutdown and exit; rejects if the exit code is not the expected one. */
  close(expectedCode?: number): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Starts the command in front of `server`, or of many if that is empty, and initializes. */
export async function startPeer(server: readonly string[], options: PeerOptions): Promise<Peer> {
  const { root, capabilities = "full", settings = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const child = startCommand(server, options);
  const withTimeout = timeoutWith(child, server, timeoutMs);
  const connection = createMessageConnection(
    new StreamMessageReader(child.process.stdout),
    new StreamMessageWriter(child.process.stdin),
  );
  connection.onError(([error]) => child.note(`connection: ${error.message}`));

  const notifications: Notification[] = [];
  const requests: Notification[] = [];
  const waiting = new Set<(notification: Notification) => void>();
  connection.onNotification((method, params) => {
    const notification = { method, params };
    notifications.push(notification);
    for (const tell of waiting) tell(notification);
  });
  connection.onRequest((method, params) => {
    requests.push({ method, params });
    return capabilities === "poor" ? refuse(method) : answerServer(method, params, settings);
  });
  connection.listen();

  const request = <Result>(method: string, params?: unknown) =>
    withTimeout<Result>(
      // undefined as a param would be sent as null.
      params === undefined ? connection.sendRequest<Result>(method) : connection.sendRequest<Result>(method, params),
      `the answer to ${method}`,
    );

  const uri = (path: string) => pathToFileURL(join(root, path)).href;
  const initialized = await request<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities: clientCapabilities[capabilities],
    initializationOptions: options.initializationOptions,
  });
  await connection.sendNotification("initialized", {});

  return {
    initialized,
    connection,
    notifications,
    requests,
    request,
    locate: (method, locate, extra = {}) => request(`locate/${method}`, { locate, ...extra }),
    notify: (method, params) => connection.sendNotification(method, params as object),
    waitForNotification: (fits) => {
      const already = notifications.find(fits);
      if (already) return Promise.resolve(already);
      const coming = new Promise<Notification>((resolve) => {
        const tell = (notification: Notification) => {
          if (!fits(notification)) return;
          waiting.delete(tell);
          resolve(notification);
        };
        waiting.add(tell);
      });
      return withTimeout(coming, "a notification");
    },
    uri,
    stderr: child.stderr,
    kill: () => child.process.kill("SIGKILL"),
    close: async (expectedCode = 0) => {
      try {
        await request("shutdown");
        await connection.sendNotification("exit");
        const code = await withTimeout(child.exit, "the exit");
        if (code !== expectedCode)
          throw new Error(`exit code ${code}, expected ${expectedCode}${child.stderrSuffix()}`);
      } finally {
        connection.dispose();
        child.process.kill("SIGKILL");
      }
    },
  };
}

export interface RawPeer {
  readonly process: ChildProcessWithoutNullStreams;
  write(bytes: string | Uint8Array): void;
  /** Sends a message as one frame. */
  send(message: object): void;
  /** Resolves with the next frame, header included, as the bytes it came in. */
  frame(): Promise<Buffer>;
  /** Resolves with the next frame's message. */
  message(): Promise<unknown>;
  /** Resolves with the next message that fits; those before it are skipped. */
  messageThat(fits: (message: unknown) => boolean): Promise<unknown>;
  /** Closes the input of the command. */
  end(): void;
  /** The exit code, or the name of the signal. */
  exit(): Promise<number | string>;
  stderr(): string;
  kill(): void;
}

/** Starts the command in the same way, and leaves every byte to the test. */
export function startRaw(server: readonly string[], options: PeerOptions): RawPeer {
  const child = startCommand(server, options);
  const withTimeout = timeoutWith(child, server, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const frames = framesOf(child.process.stdout);
  const frame = async () => {
    const next = await withTimeout(frames.next(), "a frame");
    if (next.done) throw new Error(`the output ended before the next frame${child.stderrSuffix()}`);
    return next.value;
  };
  const message = async () => bodyOf(await frame());
  return {
    process: child.process,
    write: (bytes) => child.process.stdin.write(bytes),
    send: (value) => child.process.stdin.write(frameOf(value)),
    frame,
    message,
    messageThat: async (fits) => {
      for (;;) {
        const next = await message();
        if (fits(next)) return next;
      }
    },
    end: () => child.process.stdin.end(),
    exit: () => withTimeout(child.exit, "the exit"),
    stderr: child.stderr,
    kill: () => child.process.kill("SIGKILL"),
  };
}

/** Returns a message as a frame. */
export function frameOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** Returns the message in a frame. */
export function bodyOf(frame: Buffer): unknown {
  return JSON.parse(frame.subarray(frame.indexOf("\r\n\r\n") + 4).toString("utf8"));
}

async function* framesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  let length = 0;
  // Chunks are joined only when the first frame can be whole: a large one has a thousand chunks.
  let enough = 0;
  for await (const chunk of stream) {
    pending.push(chunk);
    length += chunk.length;
    if (length < enough) continue;
    let bytes = Buffer.concat(pending);
    let size = frameSize(bytes);
    while (size !== undefined && size <= bytes.length) {
      yield bytes.subarray(0, size);
      bytes = bytes.subarray(size);
      size = frameSize(bytes);
    }
    pending = [bytes];
    length = bytes.length;
    enough = size ?? 0;
  }
}

/** Returns the length of the first frame; undefined while its header is incomplete. */
function frameSize(bytes: Buffer): number | undefined {
  const headerEnd = bytes.indexOf("\r\n\r\n");
  if (headerEnd < 0) return undefined;
  const length = /content-length: *(\d+)/i.exec(bytes.toString("latin1", 0, headerEnd))?.[1];
  if (length === undefined) throw new Error(`no length in the header: ${bytes.toString("utf8", 0, headerEnd)}`);
  return headerEnd + 4 + Number(length);
}

interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exit: Promise<number | string>;
  stderr(): string;
  note(line: string): void;
  /** Returns its stderr, as the end of an error message. */
  stderrSuffix(): string;
}

function startCommand(server: readonly string[], options: PeerOptions): Child {
  const [command, args] = options.direct ? direct(server) : throughProxy(server, options.options ?? []);
  const process_ = spawn(command, args, {
    cwd: options.cwd ?? options.root,
    // The servers installed by npm are found like a user's: by name, on PATH.
    env: { ...process.env, PATH: [join(repository, "node_modules", ".bin"), process.env["PATH"]].join(delimiter) },
  });
  let stderr = "";
  process_.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A broken pipe is not a failure of its own: the test's wait reports that the process died.
  process_.stdin.on("error", () => {});
  const exit = new Promise<number | string>((resolve) => {
    process_.on("error", (error) => {
      stderr += `${error.message}\n`;
      resolve(error.message);
    });
    process_.on("close", (code, signal) => resolve(code ?? signal ?? "nothing"));
  });
  return {
    process: process_,
    exit,
    stderr: () => stderr,
    note: (line) => {
      stderr += `${line}\n`;
    },
    stderrSuffix: () => (stderr.trim() === "" ? "; stderr is empty" : `; stderr:\n${stderr.slice(-4000)}`),
  };
}

function direct(server: readonly string[]): [string, string[]] {
  const [command = "", ...args] = server;
  return [command, args];
}

function throughProxy(server: readonly string[], options: readonly string[]): [string, string[]] {
  const serverArguments = server.length === 0 ? [] : ["--", ...server];
  return [process.execPath, [builtCommand(), ...options, ...serverArguments]];
}

/**
 * Returns a function that adds a timeout to a wait. The error of a timeout, or of a process that
 * died, says what was awaited and holds the process's stderr.
 */
function timeoutWith(child: Child, server: readonly string[], milliseconds: number) {
  const death = child.exit.then((code) => ({ code }));
  return async <Value>(value: Promise<Value>, what: string): Promise<Value> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), milliseconds);
    });
    try {
      const name = server.length === 0 ? "many servers" : server.join(" ");
      const failed = (why: string) => new Error(`${name}: waited for ${what}, ${why}${child.stderrSuffix()}`);
      return await Promise.race([
        value,
        late.then(() => Promise.reject(failed(`${milliseconds / 1000} s in vain`))),
        // The last output may still be on its way when the process is gone.
        death.then(({ code }) =>
          new Promise((resolve) => setImmediate(resolve)).then(() =>
            Promise.reject(failed(`but the process ended (${code})`)),
          ),
        ),
      ]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function refuse(method: string): ResponseError {
  return new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`);
}

/** Answers a server's request like an editor. */
function answerServer(method: string, params: unknown, settings: Readonly<Record<string, unknown>>): unknown {
  switch (method) {
    case "workspace/configuration":
      return (params as { items: { section?: string }[] }).items.map(({ section }) => settings[section ?? ""] ?? null);
    case "window/workDoneProgress/create":
    case "client/registerCapability":
    case "client/unregisterCapability":
    case "window/showMessageRequest":
      return null;
    case "workspace/applyEdit":
      return { applied: true };
    case "workspace/workspaceFolders":
      return null;
    default:
      return /^workspace\/.*\/refresh$/.test(method) ? null : refuse(method);
  }
}

const markup = ["markdown", "plaintext"] as const;

/**
 * The capabilities of a modern editor, without general.positionEncodings: positions are in UTF-16.
 */
const fullCapabilities: ClientCapabilities = {
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
    didChangeWatchedFiles: { dynamicRegistration: true },
    didChangeConfiguration: { dynamicRegistration: true },
    symbol: {},
  },
  textDocument: {
    synchronization: { didSave: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: [...markup] },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    documentHighlight: {},
    completion: { completionItem: { snippetSupport: true, documentationFormat: [...markup] }, contextSupport: true },
    signatureHelp: {
      signatureInformation: { documentationFormat: [...markup], parameterInformation: { labelOffsetSupport: true } },
      contextSupport: true,
    },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } },
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
      isPreferredSupport: true,
    },
    rename: { prepareSupport: true },
    callHierarchy: {},
    foldingRange: {},
    selectionRange: {},
    formatting: {},
    publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, dataSupport: true },
  },
  window: { workDoneProgress: true, showMessage: {} },
};

/** The same capabilities, with dynamic registration of everything. */
function registrable({ workspace, textDocument, ...rest }: ClientCapabilities): ClientCapabilities {
  const dynamic = (features: object = {}) =>
    Object.fromEntries(
      Object.entries(features).map(([name, declared]) => [
        name,
        typeof declared === "object" ? { ...declared, dynamicRegistration: true } : declared,
      ]),
    );
  const more = { executeCommand: {} };
  return { ...rest, workspace: dynamic({ ...workspace, ...more }), textDocument: dynamic(textDocument) };
}

export const clientCapabilities: Readonly<Record<CapabilitiesName, ClientCapabilities>> = {
  full: fullCapabilities,
  dynamic: registrable(fullCapabilities),
  poor: {},
};
