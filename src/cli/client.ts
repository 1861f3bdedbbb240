/** A client of the proxy in this very process: what an editor would be, joined to it by streams in memory. */

import { basename } from "node:path";
import { PassThrough } from "node:stream";
import {
  ConnectionError,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { InitializeResult } from "vscode-languageserver-protocol";
import { capabilities } from "../backend/capabilities.js";
import { type BackendProcess, backendFailed } from "../backend/process.js";
import type { Server, Servers } from "../backend/servers.js";
import { settingsIn } from "../backend/settings.js";
import { codes, LocateError } from "../error.js";
import { proxy } from "../proxy.js";
import { agreedEncoding } from "../session/lifecycle.js";
import type { PositionEncoding } from "../text/encoding.js";
import { uriOfPath } from "../uri.js";
import type { Log } from "./log.js";
import { syntaxFor } from "./syntax.js";
import { indexFor } from "./workspaceIndex.js";

export interface ClientOptions {
  readonly backend: BackendProcess;
  readonly servers: Servers;
  readonly server: Server | undefined;
  readonly root: string;
  /** Milliseconds for `initialize`. */
  readonly timeout: number;
  readonly log: Log;
  /** What the server is busy with, in words. */
  readonly onProgress: (words: string) => void;
}

export interface Client {
  /** What the positions in the server's answers count in. */
  readonly encoding: PositionEncoding;
  /** What was agreed on: the positions in what the proxy answers itself. There are servers that count in something else. */
  readonly agreedEncoding: PositionEncoding;
  /** What the server has complained of to its user so far. */
  readonly complaints: readonly string[];
  /** Rejects with what the proxy or the server answered, a ResponseError, or with a LocateError where the server is gone. */
  request<Result>(method: string, params: object): Promise<Result>;
  /** shutdown, exit, and no server left behind. */
  close(): Promise<void>;
}

/** How long a server may take to answer `shutdown`; after that it is ended. */
const SHUTDOWN_MS = 1000;

/** Starts the conversation. Whatever fails, the server is gone when this rejects. `signal` ends it at any time. */
export async function connect(options: ClientOptions, signal: AbortSignal): Promise<Client> {
  const { backend, servers, log } = options;
  const input = new PassThrough();
  const output = new PassThrough();
  const [syntax, startIndex] = [syntaxFor(servers, log), indexFor(servers, log)];
  const { ended, stop } = proxy({ input, output, backend, servers, syntax, startIndex, log });
  const interrupted = aborted(signal);
  interrupted.catch(stop);
  const connection = createMessageConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const complaints = answerQuestions(connection, options);
  connection.onError(([error]) => log(error.message));
  const closed = new Promise<never>((_resolve, reject) => {
    // By then every answer that came before the end has been read.
    connection.onClose(() => void backend.exited.then((exit) => reject(backendFailed(backend, exit))));
  });
  closed.catch(() => {}); // it is no error that nobody was asking
  connection.listen();

  // What vscode-jsonrpc says of a connection that is closed, is what became of the server.
  const send = async <Result>(method: string, params?: object): Promise<Result> => {
    try {
      return await (params ? connection.sendRequest<Result>(method, params) : connection.sendRequest<Result>(method));
    } catch (error) {
      if (error instanceof ConnectionError) return closed;
      throw error;
    }
  };
  const request = <Result>(method: string, params: object) =>
    Promise.race([send<Result>(method, params), closed, interrupted]);
  const close = async () => {
    const asked = send("shutdown").then(() => connection.sendNotification("exit"));
    await Promise.race([asked, closed, late(SHUTDOWN_MS)]).catch(() => {});
    input.end();
    stop();
    await ended;
    connection.dispose();
  };
  try {
    const agreed = await shakeHands(connection, request, options);
    const encoding = agreed ?? options.server?.encoding ?? "utf-16";
    return { encoding, agreedEncoding: agreed ?? "utf-16", complaints, request, close };
  } catch (error) {
    stop();
    await ended;
    connection.dispose();
    throw error;
  }
}

/** The encoding that the server has agreed to, if it says a word of it. */
async function shakeHands(
  connection: MessageConnection,
  request: Client["request"],
  { root, server, timeout, backend }: ClientOptions,
): Promise<PositionEncoding | undefined> {
  const uri = uriOfPath(root, []);
  const asked = request<InitializeResult>("initialize", {
    // A server on another machine would look for that process on its own.
    processId: server?.remote ? null : process.pid,
    clientInfo: { name: "lsp-locate" },
    rootUri: uri,
    rootPath: root,
    workspaceFolders: [{ uri, name: basename(root) || root }],
    initializationOptions: server?.initializationOptions,
    capabilities,
  });
  asked.catch(() => {}); // the race may be over by then
  const result = await Promise.race([asked, late(timeout).then(() => noAnswer(backend, timeout))]);
  await connection.sendNotification("initialized", {});
  // Some servers ask for their settings, some only wait to be told.
  if (server?.settings)
    await connection.sendNotification("workspace/didChangeConfiguration", { settings: server.settings });
  return agreedEncoding(result);
}

function noAnswer({ command, lastWords }: BackendProcess, timeout: number): never {
  const seconds = timeout / 1000;
  const said = lastWords().slice(-5);
  const words = said.length === 0 ? "" : ` Last on its stderr: ${said.join(" ⏎ ")}`;
  const message = `\`${command.join(" ")}\` has started, but did not answer initialize within ${seconds} s. Give it more with --timeout <seconds>.${words}`;
  throw new LocateError("backend_timeout", message, { command, seconds_waited: seconds, stderr: said });
}

/** Answers what servers ask of an editor. What they tell their user to be wrong is collected. */
function answerQuestions(
  connection: MessageConnection,
  { server, root, log, onProgress }: ClientOptions,
): readonly string[] {
  const complaints: string[] = [];
  connection.onRequest((method, params) => answer(method, params, server, root));
  connection.onNotification((method, params) => {
    if (method === "$/progress") onProgress(progressWords(params as ProgressParams));
    if (method !== "window/showMessage" && method !== "window/logMessage") return;
    const { type, message } = params as { type?: unknown; message?: unknown };
    log(String(message));
    if (method === "window/showMessage" && type === 1) complaints.push(String(message));
  });
  return complaints;
}

function answer(method: string, params: unknown, server: Server | undefined, root: string): unknown {
  switch (method) {
    case "workspace/configuration":
      return ((params as { items?: readonly { section?: string }[] }).items ?? []).map(
        ({ section }) => settingsIn(server?.settings, section) ?? null,
      );
    case "workspace/workspaceFolders":
      return [{ uri: uriOfPath(root, []), name: basename(root) || root }];
    case "workspace/applyEdit":
      return { applied: false, failureReason: "nothing is changed that was not asked for" };
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
  readonly value?: {
    readonly kind?: unknown;
    readonly title?: unknown;
    readonly message?: unknown;
    readonly percentage?: unknown;
  };
}

/** Empty where nothing is going on any more. */
function progressWords({ value = {} }: ProgressParams): string {
  const { kind, title, message, percentage } = value;
  if (kind === "end") return "";
  const words = [title, message].filter((word) => typeof word === "string" && word !== "");
  return [...words, ...(typeof percentage === "number" ? [`${Math.round(percentage)} %`] : [])].join(" · ");
}

function late(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
