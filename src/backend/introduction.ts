/** Getting to know a server: started in an empty folder, asked what it can do, and ended. */

import { execFile } from "node:child_process";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import { capabilities as ourCapabilities } from "./capabilities.js";
import { capableMethods, methodsOf } from "./methods.js";
import { type BackendProcess, backendFailed, startBackend } from "./process.js";
import type { Server } from "./servers.js";

export interface Introduction {
  /** What it calls itself. */
  readonly serverName: string | null;
  readonly serverVersion?: string | null;
  readonly encoding: string;
  /** The LSP methods it says it can answer, sorted. */
  readonly methods: readonly string[];
}

interface IntroduceOptions {
  readonly folder: string;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Throws `backend_failed` or `backend_timeout`. The server is gone when this settles. */
export async function introduce(server: Server, path: string, options: IntroduceOptions): Promise<Introduction> {
  const { folder, timeout, signal } = options;
  const silent = new PassThrough().resume();
  const { env, install } = server;
  const backend = await startBackend([path, ...server.command.slice(1)], {
    cwd: folder,
    log: silent,
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
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(noAnswer(server, timeout)), timeout);
  try {
    const asked = converse(connection, server, folder, registered);
    asked.catch(() => {}); // the race may be over by then
    return await Promise.race([
      asked,
      ended(backend),
      aborted(limit.signal),
      ...(signal === undefined ? [] : [aborted(signal)]),
    ]);
  } finally {
    clearTimeout(timer);
    connection.dispose();
    await backend.stop();
  }
}

/** The version a program tells of itself when asked with `--version`: null where that takes long or shows none. */
export function versionOf(path: string, timeout: number): Promise<string | null> {
  return new Promise((resolve) => {
    // A language server that doesn't know `--version` may well start, and wait for input: it gets none.
    const options = { timeout, killSignal: "SIGKILL", windowsHide: true, maxBuffer: 64 * 1024 } as const;
    const shell = process.platform === "win32" && /\.(?:cmd|bat)$/i.test(path);
    const child = execFile(
      shell ? `"${path}"` : path,
      ["--version"],
      { ...options, shell },
      (error, stdout, stderr) => {
        resolve(error === null ? versionIn(`${stdout}\n${stderr}`) : null);
      },
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end();
  });
}

/** The first dotted number of a text: `clangd version 14.0.6 linux` is 14.0.6. */
export function versionIn(text: string): string | null {
  // gopls 0.22 says all that it was built from, as JSON in the string: Go's own version first, its own last.
  const own = text.startsWith("{") ? /"Version":"([^"]*)"\}$/.exec(text)?.[1] : undefined;
  return /\d+\.\d+[\w.+-]*/.exec(own ?? text)?.[0] ?? null;
}

interface InitializeResult {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly serverInfo?: { readonly name?: unknown; readonly version?: unknown };
  readonly offsetEncoding?: unknown;
}

async function converse(
  connection: MessageConnection,
  server: Server,
  folder: string,
  registered: ReadonlySet<string>,
): Promise<Introduction> {
  const uri = pathToFileURL(folder).href;
  const result = await connection.sendRequest<InitializeResult | null>("initialize", {
    processId: server.remote ? null : process.pid,
    clientInfo: { name: "lsp-locate doctor" },
    rootUri: uri,
    rootPath: folder,
    workspaceFolders: [{ uri, name: "doctor" }],
    initializationOptions: server.initializationOptions,
    capabilities: ourCapabilities,
  });
  const capabilities = result?.capabilities ?? {};
  await connection.sendNotification("initialized", {});
  // Its answer comes behind whatever it registers at once.
  await connection.sendRequest("shutdown").catch(() => {});
  await connection.sendNotification("exit").catch(() => {});
  const { name, version } = result?.serverInfo ?? {};
  const encoding = [capabilities["positionEncoding"], result?.offsetEncoding, server.encoding].find(
    (one) => typeof one === "string",
  );
  return {
    serverName: typeof name === "string" ? name : null,
    serverVersion: typeof version === "string" ? versionIn(version) : null,
    encoding: typeof encoding === "string" ? encoding : "utf-16",
    methods: [...new Set([...methodsOf(capabilities), ...registered])].sort(),
  };
}

/** Some servers don't go on before they are answered. */
function answerItsQuestions(connection: MessageConnection, server: Server, registered: Set<string>): void {
  connection.onRequest("workspace/configuration", ({ items }: { items?: readonly { section?: string }[] }) =>
    (items ?? []).map(({ section }) => server.settings?.[section ?? ""] ?? null),
  );
  connection.onRequest(
    "client/registerCapability",
    ({ registrations }: { registrations?: readonly { method: string }[] }) => {
      for (const { method } of registrations ?? []) if (capableMethods.has(method)) registered.add(method);
      return null;
    },
  );
  connection.onRequest(() => null);
  connection.onNotification(() => {});
  // Stray text on its stdout, a pipe that breaks: what matters shows as an end or as a timeout.
  connection.onError(() => {});
}

async function ended(backend: BackendProcess): Promise<never> {
  throw backendFailed(backend, await backend.exited);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function noAnswer(server: Server, timeout: number): LocateError {
  const seconds = timeout / 1000;
  const message = `\`${server.command.join(" ")}\` has started, but did not answer initialize within ${seconds} s.`;
  return new LocateError("backend_timeout", message, { command: server.command, seconds_waited: seconds });
}
