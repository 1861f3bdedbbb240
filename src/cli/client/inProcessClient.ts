/** A client joined to a session in this very process by streams in memory: what an editor would be. Which session that is, the caller says. */

import { basename } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  CancellationTokenSource,
  ConnectionError,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { InitializeResult } from "vscode-languageserver-protocol";
import { clientCapabilities } from "../../backend/capabilities/clientCapabilities.js";
import type { Server } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { positionEncodingOf } from "../../session/lifecycle.js";
import type { PositionEncoding } from "../../text/encoding.js";
import { pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import { createEndSignal } from "./endSignal.js";
import { answerServerRequests, type ServerRequestHost } from "./serverRequests.js";

/** What stands at the other end of the streams: the proxy in front of one server, or the router in front of many. */
export interface SessionHandle {
  readonly ended: Promise<unknown>;
  stop(): void;
}

export interface InProcessOptions extends ServerRequestHost {
  startSession(input: Readable, output: Writable): SessionHandle;
  /** As they are when somebody asks; the first is the root. */
  folders(): readonly WorkspaceFolder[];
  /** The one server that is spoken to, where it is one and known. */
  readonly server: Server | undefined;
  /** Milliseconds for `initialize`. */
  readonly timeoutMs: number;
  readonly log: Logger;
  /** What it means that the session ends by itself; asked when it has. */
  endError(): Promise<Error>;
  /** What it means that `initialize` is not answered in time. */
  timeoutError(): Error;
}

export interface InProcessClient {
  /** What the positions in the server's answers count in. */
  readonly encoding: PositionEncoding;
  /** What was agreed on: the positions in what the proxy answers itself. There are servers that count in something else. */
  readonly agreedEncoding: PositionEncoding;
  /** What the server has complained of to its user so far. */
  readonly shownErrors: readonly string[];
  /** Rejects with what the proxy or the server answered, a ResponseError, or with a LocateError where the server is gone. `signal` cancels it. */
  request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result>;
  notify(method: string, params: object): Promise<void>;
  /** shutdown, exit, and no server left behind. */
  close(): Promise<void>;
}

/** The part of a client that sending a request and reading its answer takes. */
export type RequestClient = Pick<InProcessClient, "request" | "encoding" | "agreedEncoding">;

/** How long a server may take to answer `shutdown`; after that it is ended. */
const SHUTDOWN_TIMEOUT_MS = 1000;

/** Begins the session. Whatever fails, no server is left when this rejects. `signal` ends it at any time. */
export async function connectInProcess(options: InProcessOptions, signal: AbortSignal): Promise<InProcessClient> {
  const input = new PassThrough();
  const output = new PassThrough();
  const { ended, stop } = options.startSession(input, output);
  const endSignal = createEndSignal();
  const interrupt = () => {
    stop();
    endSignal.end(signal.reason);
  };
  if (signal.aborted) interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  const connection = createMessageConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const shownErrors = answerServerRequests(connection, options);
  connection.onError(([error]) => options.log(error.message));
  connection.onClose(() => {
    signal.removeEventListener("abort", interrupt);
    // By then every answer that came before the end has been read.
    void options.endError().then(endSignal.end);
  });
  connection.listen();

  // What vscode-jsonrpc says of a connection that is closed says less than the end of the session, which is about to come.
  const send = async <Result>(method: string, params?: object, signal?: AbortSignal): Promise<Result> => {
    const { token, release } = toCancellationToken(signal);
    try {
      return await (params
        ? connection.sendRequest<Result>(method, params, token)
        : connection.sendRequest<Result>(method, token));
    } catch (error) {
      if (error instanceof ConnectionError) return new Promise<never>(() => {});
      throw error;
    } finally {
      release();
    }
  };
  const request = <Result>(method: string, params: object, signal?: AbortSignal) =>
    endSignal.race(send<Result>(method, params, signal));
  const close = async () => {
    const shutdown = send("shutdown").then(() => connection.sendNotification("exit"));
    await Promise.race([endSignal.race(shutdown), delay(SHUTDOWN_TIMEOUT_MS)]).catch(() => {});
    input.end();
    stop();
    await ended;
    connection.dispose();
  };
  try {
    const agreedByServer = await initialize(connection, request, options);
    const encoding = agreedByServer ?? options.server?.encoding ?? "utf-16";
    const notify = (method: string, params: object) => connection.sendNotification(method, params);
    return { encoding, agreedEncoding: agreedByServer ?? "utf-16", shownErrors, request, notify, close };
  } catch (error) {
    stop();
    await ended;
    connection.dispose();
    throw error;
  }
}

/** A path as a workspace folder. */
export function folderAt(path: string): WorkspaceFolder {
  return { uri: uriOfPath(path, []), name: basename(path) || path };
}

/** The encoding that the server has agreed to, if it says a word of it. */
async function initialize(
  connection: MessageConnection,
  request: InProcessClient["request"],
  { folders, server, timeoutMs, timeoutError }: InProcessOptions,
): Promise<PositionEncoding | undefined> {
  const workspaceFolders = folders();
  const rootUri = workspaceFolders[0]?.uri ?? null;
  const response = request<InitializeResult>("initialize", {
    // A server on another machine would look for that process on its own.
    processId: server?.remote ? null : process.pid,
    clientInfo: { name: "lsp-locate" },
    rootUri,
    rootPath: rootUri === null ? null : (pathOfUri(rootUri) ?? null),
    workspaceFolders,
    initializationOptions: server?.initializationOptions,
    capabilities: clientCapabilities,
  });
  response.catch(() => {}); // the race may be over by then
  const rejectAfterTimeout = async (): Promise<never> => {
    await delay(timeoutMs);
    throw timeoutError();
  };
  const result = await Promise.race([response, rejectAfterTimeout()]);
  await connection.sendNotification("initialized", {});
  // Some servers ask for their settings, some only wait to be told.
  if (server?.settings)
    await connection.sendNotification("workspace/didChangeConfiguration", { settings: server.settings });
  return positionEncodingOf(result);
}

/** vscode-jsonrpc's word for a signal. */
function toCancellationToken(signal: AbortSignal | undefined) {
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return { token: source.token, release: () => signal?.removeEventListener("abort", cancel) };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
