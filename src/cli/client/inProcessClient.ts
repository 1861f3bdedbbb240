/**
 * A language client connected to a session in this process by streams in memory: sends requests,
 * and answers those of servers.
 */

import { basename } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  CancellationTokenSource,
  ConnectionError,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { InitializeResult } from "vscode-languageserver-protocol";
import { clientCapabilities } from "../../backend/capabilities/clientCapabilities.js";
import { codes, type Logger } from "../../error.js";
import { positionEncodingOf } from "../../session/sessionLifecycle.js";
import type { PositionEncoding } from "../../text/encoding.js";
import { pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import { createEndSignal } from "./endSignal.js";
import { guardFolders } from "./folderGuard.js";

/** The session at the other end of the streams. */
export interface SessionHandle {
  readonly ended: Promise<unknown>;
  stop(): void;
}

export interface InProcessOptions extends ServerRequestHost {
  startSession(input: Readable, output: Writable): SessionHandle;
  /** The current workspace folders; the first is the root. */
  folders(): readonly WorkspaceFolder[];
  /** How long the server may take to answer `initialize`. */
  readonly timeoutMs: number;
  readonly log: Logger;
  /** The error for a session that has ended by itself. */
  endError(): Promise<Error>;
  /** The error for an `initialize` that is not answered in time. */
  timeoutError(): Error;
  /** Called when a workspace folder is lost, which ends the session. */
  onFolderLost?(): void;
}

export interface InProcessClient {
  /** The encoding of positions in the server's answers. */
  readonly encoding: PositionEncoding;
  /** The agreed encoding, of positions in the proxy's own answers. Some servers use another one. */
  readonly agreedEncoding: PositionEncoding;
  /** The errors that the server has shown to its user so far. */
  readonly shownErrors: readonly string[];
  /**
   * Rejects with the ResponseError of the proxy or server, or with a LocateError if the server has
   * ended or a workspace folder is lost. `signal` cancels the request.
   */
  request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result>;
  notify(method: string, params: object): Promise<void>;
  /** Sends `shutdown` and `exit`; resolves when the server has ended. */
  close(): Promise<void>;
}

/** The part of a client that sending a request and reading its answer takes. */
export type RequestClient = Pick<InProcessClient, "request" | "encoding" | "agreedEncoding">;

/** How long a server may take to answer `shutdown` before it is ended. */
const SHUTDOWN_TIMEOUT_MS = 500;

/**
 * Starts the session and initializes it. The session has ended when this rejects. `signal` ends it
 * at any time.
 */
export async function connectInProcess(options: InProcessOptions, signal: AbortSignal): Promise<InProcessClient> {
  const input = new PassThrough();
  const output = new PassThrough();
  const { ended, stop } = options.startSession(input, output);
  const endSignal = createEndSignal();
  const guard = guardFolders();
  void ended.finally(guard.end);
  const checkFolders = () => guard.check(options.folders().flatMap(({ uri }) => pathOfUri(uri) ?? []));
  const interrupt = () => {
    stop();
    endSignal.end(signal.reason);
  };
  guard.lost.catch((error: unknown) => {
    options.onFolderLost?.();
    endSignal.end(error);
    stop();
  });
  if (signal.aborted) interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  const connection = createMessageConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const shownErrors = answerServerRequests(connection, options);
  connection.onError(([error]) => options.log(error.message));
  connection.onClose(() => {
    signal.removeEventListener("abort", interrupt);
    // Every answer that arrived before the end has been read by now.
    void options.endError().then(endSignal.end);
  });
  connection.listen();

  // The end of the session, which follows, says more than vscode-jsonrpc's error for a closed
  // connection.
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
  const sendOrEnd = <Result>(method: string, params: object, signal?: AbortSignal) =>
    endSignal.race(send<Result>(method, params, signal));
  const request = async <Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> => {
    await checkFolders();
    try {
      return await sendOrEnd<Result>(method, params, signal);
    } finally {
      // What was answered meanwhile, failures too, may be about another folder or none.
      await checkFolders();
    }
  };
  const close = async () => {
    const shutdown = send("shutdown").then(() => connection.sendNotification("exit"));
    await Promise.race([endSignal.race(shutdown), delay(SHUTDOWN_TIMEOUT_MS)]).catch(() => {});
    input.end();
    stop();
    await ended;
    connection.dispose();
  };
  try {
    await checkFolders();
    const agreedByServer = await initialize(connection, sendOrEnd, options);
    const encoding = agreedByServer ?? "utf-16";
    const notify = (method: string, params: object) => connection.sendNotification(method, params);
    return { encoding, agreedEncoding: encoding, shownErrors, request, notify, close };
  } catch (error) {
    stop();
    await ended;
    connection.dispose();
    throw error;
  }
}

/** Returns the workspace folder at a path (absolute). */
export function folderAt(path: string): WorkspaceFolder {
  return { uri: uriOfPath(path, []), name: basename(path) || path };
}

/** Resolves with the encoding that the server names, if any. */
async function initialize(
  connection: MessageConnection,
  request: InProcessClient["request"],
  { folders, timeoutMs, timeoutError }: InProcessOptions,
): Promise<PositionEncoding | undefined> {
  const workspaceFolders = folders();
  const rootUri = workspaceFolders[0]?.uri ?? null;
  const response = request<InitializeResult>("initialize", {
    processId: process.pid,
    clientInfo: { name: "lsp-locate" },
    rootUri,
    rootPath: rootUri === null ? null : (pathOfUri(rootUri) ?? null),
    workspaceFolders,
    capabilities: clientCapabilities,
  });
  response.catch(() => {}); // it may reject after the timeout
  const rejectAfterTimeout = async (): Promise<never> => {
    await delay(timeoutMs);
    throw timeoutError();
  };
  const result = await Promise.race([response, rejectAfterTimeout()]);
  await connection.sendNotification("initialized", {});
  return positionEncodingOf(result);
}

/** Converts a signal to vscode-jsonrpc's cancellation token. */
export function toCancellationToken(signal: AbortSignal | undefined) {
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return { token: source.token, release: () => signal?.removeEventListener("abort", cancel) };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** What the answers are taken from, and where messages and progress go. */
interface ServerRequestHost {
  folders(): readonly WorkspaceFolder[];
  readonly log: Logger;
  /**
   * Called with the text and token of a progress report; the text is empty when the work is done.
   */
  onProgress(text: string, token: unknown): void;
}

/** The `MessageType` of LSP for errors. */
const ERROR_TYPE = 1;

/**
 * Answers the server's requests on a connection. Returns the errors that it shows to its user,
 * those with a question too, which grows with each.
 */
export function answerServerRequests(connection: MessageConnection, host: ServerRequestHost): readonly string[] {
  const shownErrors: string[] = [];
  const show = ({ type, message }: { readonly type?: unknown; readonly message?: unknown }) => {
    host.log(String(message));
    if (type === ERROR_TYPE) shownErrors.push(String(message));
  };
  connection.onRequest((method, params) => {
    if (method === "window/showMessageRequest") show(params as object);
    return answer(method, params, host);
  });
  // vscode-jsonrpc keeps $/progress from the handler of all notifications.
  connection.onUnhandledProgress((params: ProgressParams) => host.onProgress(describeProgress(params), params.token));
  connection.onNotification((method, params) => {
    if (method === "window/showMessage") show(params as object);
    else if (method === "window/logMessage") host.log(String((params as { message?: unknown }).message));
  });
  return shownErrors;
}

/** The router answers the servers' requests for settings itself, from servers.json. */
function answer(method: string, params: unknown, { folders }: ServerRequestHost): unknown {
  switch (method) {
    case "workspace/configuration":
      return ((params as { items?: readonly unknown[] }).items ?? []).map(() => null);
    case "workspace/workspaceFolders":
      return folders();
    case "workspace/applyEdit":
      return { applied: false, failureReason: "only changes that were requested are applied" };
    case "window/showDocument":
      return { success: false };
    case "window/workDoneProgress/create":
    case "window/showMessageRequest":
    case "client/registerCapability":
    case "client/unregisterCapability":
      return null;
    default:
      return /^workspace\/.*refresh$/i.test(method)
        ? null
        : new ResponseError(codes.methodNotFound, `lsp-locate does not answer ${method}`);
  }
}

interface ProgressParams {
  readonly token?: unknown;
  readonly value?: {
    readonly kind?: unknown;
    readonly title?: unknown;
    readonly message?: unknown;
    readonly percentage?: unknown;
  };
}

/** Title, message and percentage of a progress report; empty at its end. */
function describeProgress({ value = {} }: ProgressParams): string {
  const { kind, title, message, percentage } = value;
  if (kind === "end") return "";
  const words = [title, message].filter((word) => typeof word === "string" && word !== "");
  return [...words, ...(typeof percentage === "number" ? [`${Math.round(percentage)} %`] : [])].join(" · ");
}
