/** Getting to know a server: started in an empty folder, asked what it can do, and ended. */

import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { capabilities as ourCapabilities } from "../capabilities/clientCapabilities.js";
import { capableMethods, methodsOf } from "../capabilities/methods.js";
import type { Server } from "../config/servers.js";
import { settingsIn } from "../config/settings.js";
import { type BackendProcess, backendFailed, startBackend } from "../process.js";
import { versionIn } from "./serverVersion.js";

export interface Introduction {
  /** What it calls itself. */
  readonly serverName: string | null;
  /** The version it says it is, if it says one. */
  readonly serverVersion: string | null;
  readonly encoding: string;
  /** The LSP methods it says it can answer, sorted. */
  readonly methods: readonly string[];
}

interface IntroduceOptions {
  /** The folder it is started in, which is the root of its workspace. */
  readonly folder: string;
  /** Milliseconds for its answer to `initialize`. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts `command`, which is the server's own with its program found. Throws `backend_failed`, `backend_timeout`, or the reason of the signal.
 * The server is gone when this settles.
 */
export async function introduce(
  server: Server,
  command: readonly string[],
  { folder, timeout, signal }: IntroduceOptions,
): Promise<Introduction> {
  const { env, install } = server;
  const backend = await startBackend(command, {
    cwd: folder,
    log: new PassThrough().resume(),
    ...(env === undefined ? {} : { env }),
    ...(install === undefined ? {} : { install }),
  });
  const connection = createMessageConnection(
    new StreamMessageReader(backend.stdout),
    new StreamMessageWriter(backend.stdin),
  );
  const registered = new Set<string>();
  answerItsQuestions(connection, server, registered);
  connection.listen();
  const over = new AbortController();
  const given = { signal: over.signal };
  const gone = ended(backend);
  const givenUp = aborted(signal, over.signal);
  try {
    const result = await Promise.race([
      initialize(connection, server, folder).catch((error) => refused(command, error) ?? gone),
      gone,
      givenUp,
      pause(timeout, undefined, given).then(() => Promise.reject(noAnswer(command, timeout))),
    ]);
    // That no answer comes tells nothing against the server, nor that it leaves in peace.
    const leaves = gone.catch((error: LocateError) => {
      if (error.data["exit_code"] !== 0) throw error;
    });
    await Promise.race([farewell(connection), leaves, givenUp, pause(patienceMs, undefined, given)]);
    return introductionFrom(result, server, registered);
  } finally {
    over.abort();
    connection.dispose();
    await backend.stop();
  }
}

/** For the answer to `shutdown`. */
const patienceMs = 2000;

const ignore = () => {};

/** All that a client can do with a server, so that it tells all that it can do: some keep to themselves what is of no use to a poor one. */
const everything: ClientCapabilities = {
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
  server: Server,
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
    capabilities: everything,
  });
}

/** Resolves when the server has answered, behind whatever it registers at once. Never rejects. */
async function farewell(connection: MessageConnection): Promise<void> {
  try {
    await connection.sendNotification("initialized", {});
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
  } catch {
    // It has left already.
  }
}

function introductionFrom(
  result: InitializeResult | null | undefined,
  { encoding: usual }: Server,
  registered: ReadonlySet<string>,
): Introduction {
  const capabilities = result?.capabilities ?? {};
  const { name, version } = result?.serverInfo ?? {};
  const said = [capabilities["positionEncoding"], result?.offsetEncoding, usual];
  const encoding = said.find((one): one is string => typeof one === "string") ?? "utf-16";
  return {
    serverName: typeof name === "string" ? name : null,
    serverVersion: typeof version === "string" ? versionIn(version) : null,
    encoding,
    methods: [...new Set([...methodsOf(capabilities), ...registered])].sort(),
  };
}

/** Some servers don't go on before they are answered. */
function answerItsQuestions(connection: MessageConnection, { settings }: Server, registered: Set<string>): void {
  connection.onRequest("workspace/configuration", ({ items }: { items?: readonly { section?: string | null }[] }) =>
    (items ?? []).map(({ section }) => settingsIn(settings, section) ?? null),
  );
  connection.onRequest(
    "client/registerCapability",
    ({ registrations }: { registrations?: readonly { method: string }[] }) => {
      for (const { method } of registrations ?? []) if (capableMethods.has(method)) registered.add(method);
      return null;
    },
  );
  connection.onRequest(() => null);
  connection.onNotification(ignore);
  // Stray text on its stdout, a pipe that breaks: what matters shows as an end or as a timeout.
  connection.onError(ignore);
}

/** Rejects when the server ends. */
function ended(backend: BackendProcess): Promise<never> {
  const end = backend.exited.then((exit) => {
    throw backendFailed(backend, exit);
  });
  // The race may be over by then.
  end.catch(ignore);
  return end;
}

/** Rejects when somebody gives up before it is `over`. */
function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true, signal: over });
  });
  givenUp.catch(ignore);
  return givenUp;
}

/** What a server answers in place of a result; undefined where it is the connection that broke, which its end explains better. */
function refused(command: readonly string[], error: unknown): Promise<never> | undefined {
  if (!(error instanceof ResponseError) || ofTheConnection.has(error.code)) return undefined;
  const message = `\`${command.join(" ")}\` has started, and answers initialize with an error: ${error.message}`;
  return Promise.reject(
    new LocateError("backend_failed", message, { command, reason: "refused", answer: error.message }),
  );
}

/** What vscode-jsonrpc answers in a server's name when it can't reach it. */
const ofTheConnection: ReadonlySet<number> = new Set([
  ErrorCodes.MessageWriteError,
  ErrorCodes.MessageReadError,
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
]);

function noAnswer(command: readonly string[], timeout: number): LocateError {
  const seconds = timeout / 1000;
  const message = `\`${command.join(" ")}\` has started, but did not answer initialize within ${seconds} s.`;
  return new LocateError("backend_timeout", message, { command, seconds_waited: seconds });
}
