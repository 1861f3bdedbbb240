/**
 * Probes a server: starts it in an empty folder, sends `initialize`, opens a document and requests
 * its symbols, and ends it. Capabilities are named as LSP methods.
 */

import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { ConversationReader } from "../../wire/conversationReader.js";
import { describeOversized, type OversizedFrame } from "../../wire/frames.js";
import { clientCapabilities as ourCapabilities } from "../capabilities/clientCapabilities.js";
import { features, isEnabled, valueAt } from "../capabilities/features.js";
import type { Server } from "../config/servers.js";
import { settingsIn } from "../config/settings.js";
import { type BackendProcess, backendFailed, startBackend } from "../process.js";
import { parseVersion } from "./serverVersion.js";

export interface ProbeResult {
  /** The name in its `serverInfo`. */
  readonly serverName: string | null;
  /** The version in its `serverInfo`. */
  readonly serverVersion: string | null;
  readonly encoding: string;
  /** The LSP methods that it announces or registers, sorted. */
  readonly methods: readonly string[];
  /** The error with which it answered `textDocument/documentSymbol`. */
  readonly symbolsError?: string;
}

/** An empty document that a server is shown. */
export interface SampleDocument {
  readonly fileName: string;
  readonly languageId: string;
}

/** The members of a server's entry that a probe reads. */
type ProbedServer = Pick<
  Server,
  "env" | "install" | "remote" | "initializationOptions" | "settings" | "encoding" | "bridge"
>;

interface ProbeOptions {
  /** The working directory, which is also the root of its workspace. */
  readonly folder: string;
  readonly document?: SampleDocument | undefined;
  /** How long to wait for its answer to `initialize`, and to the request for symbols. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts `command`, the server's command with the path of its program. Throws `backend_failed`,
 * `backend_timeout`, or the reason of the signal. The server has ended when this settles.
 */
export async function probeServer(
  server: ProbedServer,
  command: readonly string[],
  { folder, document, timeoutMs, signal }: ProbeOptions,
): Promise<ProbeResult> {
  const { env, install } = server;
  const backend = await startBackend(command, {
    cwd: folder,
    log: new PassThrough().resume(),
    ...(env === undefined ? {} : { env }),
    ...(install === undefined ? {} : { install }),
  });
  const { reader, oversized } = readFrames(command, backend);
  const connection = createMessageConnection(reader, new StreamMessageWriter(backend.stdin));
  const registered = new Set<string>();
  answerServerRequests(connection, server, registered);
  connection.listen();
  const done = new AbortController();
  const timerOptions = { signal: done.signal };
  const exit = failOnExit(backend);
  const cancellation = failOnAbort(signal, done.signal);
  const answered = <T>(method: string, answer: Promise<T>): Promise<T> =>
    Promise.race([
      answer.catch((error) => rejectWithRefusal(command, error) ?? exit),
      exit,
      oversized,
      cancellation,
      pause(timeoutMs, undefined, timerOptions).then(() => Promise.reject(timeoutError(command, method, timeoutMs))),
    ]);
  try {
    const result = await answered("initialize", initialize(connection, server, folder));
    await connection.sendNotification("initialized", {}).catch(ignore);
    const methods = () => probeResultOf(result, server, registered).methods;
    const symbolsError =
      document && (await answered(DOCUMENT_SYMBOL, showDocument(connection, { folder, document, methods })));
    // A server without an answer to `shutdown`, or one that exits with 0, has not failed.
    const unexpectedExit = exit.catch((error: LocateError) => {
      if (error.data["exit_code"] !== 0) throw error;
    });
    await Promise.race([
      shutDown(connection),
      unexpectedExit,
      oversized,
      cancellation,
      pause(SHUTDOWN_TIMEOUT_MS, undefined, timerOptions),
    ]);
    return { ...probeResultOf(result, server, registered), ...(symbolsError === undefined ? {} : { symbolsError }) };
  } finally {
    done.abort();
    connection.dispose();
    await backend.stop();
  }
}

/** How long to wait for the answer to `shutdown`. */
const SHUTDOWN_TIMEOUT_MS = 2000;

const ignore = () => {};

/** The capabilities of a full client: some servers announce only what the client supports. */
const fullCapabilities: ClientCapabilities = {
  ...ourCapabilities,
  textDocument: {
    ...ourCapabilities.textDocument,
    completion: {
      ...ourCapabilities.textDocument?.completion,
      completionItem: {
        ...ourCapabilities.textDocument?.completion?.completionItem,
        snippetSupport: true,
        resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
      },
    },
    codeLens: { resolveSupport: { properties: ["command"] } },
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    semanticTokens: {
      requests: { full: { delta: true }, range: true },
      tokenTypes: ["type", "function", "variable"],
      tokenModifiers: [],
      formats: ["relative"],
    },
  },
};

interface InitializeResult {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly serverInfo?: { readonly name?: unknown; readonly version?: unknown };
  readonly offsetEncoding?: unknown;
}

async function initialize(
  connection: MessageConnection,
  server: ProbedServer,
  folder: string,
): Promise<InitializeResult | null | undefined> {
  const uri = pathToFileURL(folder).href;
  return connection.sendRequest("initialize", {
    processId: server.remote ? null : process.pid,
    clientInfo: { name: "lsp-locate doctor" },
    rootUri: uri,
    rootPath: folder,
    workspaceFolders: [{ uri, name: "doctor" }],
    initializationOptions: server.initializationOptions,
    capabilities: fullCapabilities,
  });
}

const DOCUMENT_SYMBOL = "textDocument/documentSymbol";

/**
 * Opens a new document with one empty line, and requests its symbols if the server has that method.
 * Some servers start, and fail with the first document. Returns the error that the server answers
 * with, if any.
 */
async function showDocument(
  connection: MessageConnection,
  {
    folder,
    document: { fileName, languageId },
    methods,
  }: {
    readonly folder: string;
    readonly document: SampleDocument;
    readonly methods: () => readonly string[];
  },
): Promise<string | undefined> {
  const uri = pathToFileURL(join(folder, fileName)).href;
  const opened = { textDocument: { uri, languageId, version: 1, text: SAMPLE_TEXT } };
  await connection.sendNotification("textDocument/didOpen", opened);
  if (!methods().includes(DOCUMENT_SYMBOL)) return undefined;
  try {
    await connection.sendRequest(DOCUMENT_SYMBOL, { textDocument: { uri } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ResponseError) || connectionErrorCodes.has(error.code)) throw error;
    return error.message;
  }
}

const SAMPLE_TEXT = "\n";

/** Resolves when the server has answered. Never rejects. */
async function shutDown(connection: MessageConnection): Promise<void> {
  try {
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
  } catch {
    // The server has already exited.
  }
}

function probeResultOf(
  result: InitializeResult | null | undefined,
  { encoding: fromEntry }: ProbedServer,
  registered: ReadonlySet<string>,
): ProbeResult {
  const capabilities = result?.capabilities ?? {};
  const { name, version } = result?.serverInfo ?? {};
  const encodings = [fromEntry, capabilities["positionEncoding"], result?.offsetEncoding];
  const encoding = encodings.find((one): one is string => typeof one === "string") ?? "utf-16";
  return {
    serverName: typeof name === "string" ? name : null,
    serverVersion: typeof version === "string" ? parseVersion(version) : null,
    encoding,
    methods: [...new Set([...methodsOf(capabilities), ...registered])].sort(),
  };
}

/** Answers requests of the server: some servers wait for the answers. */
function answerServerRequests(
  connection: MessageConnection,
  { settings, bridge }: ProbedServer,
  registered: Set<string>,
): void {
  // The main server is probed by itself, and has nothing to say of an empty folder.
  if (bridge) {
    const { response } = bridge;
    connection.onNotification(bridge.notification, (...params: readonly unknown[]) => {
      const [first] = params;
      // A list as the only param stays one.
      const answer = Array.isArray(first) ? [[first[0], null]] : [first, null];
      connection.sendNotification(response, ...answer).catch(ignore);
    });
  }
  connection.onRequest("workspace/configuration", ({ items }: { items?: readonly { section?: string | null }[] }) =>
    (items ?? []).map(({ section }) => settingsIn(settings, section) ?? null),
  );
  connection.onRequest(
    "client/registerCapability",
    ({ registrations }: { registrations?: readonly { method: string }[] }) => {
      for (const { method } of registrations ?? []) if (serverMethods.has(method)) registered.add(method);
      return null;
    },
  );
  connection.onRequest(() => null);
  connection.onNotification(ignore);
  // A broken pipe: the server ends or the timeout expires.
  connection.onError(ignore);
}

/** `oversized` rejects at a message over the default limit, which is not read. */
function readFrames(command: readonly string[], { stdout }: BackendProcess) {
  let reject: (error: LocateError) => void = ignore;
  const oversized = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise;
  });
  oversized.catch(ignore);
  const reader = new ConversationReader({
    from: stdout,
    // If stray text matters, the server ends or the timeout expires.
    onStray: ignore,
    onOversized: (frame) => reject(oversizedError(command, frame)),
  });
  return { reader, oversized };
}

/** Rejects when the server ends. */
function failOnExit(backend: BackendProcess): Promise<never> {
  const end = backend.exited.then((exit) => {
    throw backendFailed(backend, exit);
  });
  // The race may be over: the rejection needs a handler.
  end.catch(ignore);
  return end;
}

/** Rejects when `signal` is aborted, until `done` is. */
function failOnAbort(signal: AbortSignal | undefined, done: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true, signal: done });
  });
  rejection.catch(ignore);
  return rejection;
}

/**
 * Rejects with the error that the server answered. Undefined for an error of the connection, which
 * the server's exit explains better.
 */
function rejectWithRefusal(command: readonly string[], error: unknown): Promise<never> | undefined {
  if (!(error instanceof ResponseError) || connectionErrorCodes.has(error.code)) return undefined;
  const message = `\`${command.join(" ")}\` has started, and answers initialize with an error: ${error.message}`;
  return Promise.reject(
    new LocateError("backend_failed", message, { command, reason: "refused", answer: error.message }),
  );
}

/** Error codes that vscode-jsonrpc itself uses for a broken connection. */
const connectionErrorCodes: ReadonlySet<number> = new Set([
  ErrorCodes.MessageWriteError,
  ErrorCodes.MessageReadError,
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
]);

function oversizedError(command: readonly string[], frame: OversizedFrame): LocateError {
  const message = `\`${command.join(" ")}\` has started, and announces ${describeOversized(frame)}.`;
  return new LocateError("backend_failed", message, { command, reason: "oversized", bytes: frame.length });
}

function timeoutError(command: readonly string[], method: string, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  const message = `\`${command.join(" ")}\` has started, but did not answer ${method} within ${seconds} s.`;
  return new LocateError("backend_timeout", message, { command, method, seconds_waited: seconds });
}

/**
 * The methods with their dotted paths in ServerCapabilities. Methods that always accompany another
 * one, such as `callHierarchy/incomingCalls`, and notifications of documents and files are left
 * out.
 */
const providerByMethod: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([method, { provider, messages = { [method]: "" } }]) => {
    if (!provider?.endsWith("Provider")) return [];
    return Object.entries(messages).flatMap(([message, option]): [string, string][] => {
      if (option !== "") return [[message, `${provider}.${option}`]];
      return message === method ? [[message, provider]] : [];
    });
  }),
);

/** The methods that a server can announce or register. */
export const serverMethods: ReadonlySet<string> = new Set([...providerByMethod.keys(), "textDocument/semanticTokens"]);

/** Returns the methods that the capabilities in an answer to `initialize` announce. */
export function methodsOf(capabilities: object): string[] {
  return [...providerByMethod].flatMap(([method, provider]) =>
    isEnabled(valueAt(capabilities, provider)) ? [method] : [],
  );
}
