/** A client and the embedded server, in memory, with folders on disk and a fake index. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  CancellationTokenSource,
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { shippedServers } from "../../src/backend/config/loadServers.js";
import { serveEmbedded } from "../../src/embedded/server.js";
import { languageOfFile } from "../../src/files/languageOfFile.js";
import type { Syntax } from "../../src/syntax/syntax.js";
import type { IndexState } from "../../src/workspace/declaration.js";
import type { WorkspaceIndex } from "../../src/workspace/workspaceIndex.js";
import { removeFolder } from "../removeFolder.js";
import { createInProcessSyntax } from "../syntax/inProcessSyntax.js";
import { type FakeIndex, fakeIndex } from "./fakeIndex.js";

/** A notification or request of the server. */
export interface ServerMessage {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly params: any;
}

export interface PairOptions {
  /** By path, relative to the parent of all roots. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Names of folders; by default the parent of all files. */
  readonly roots?: readonly string[];
  readonly capabilities?: object;
  readonly initialize?: object;
  readonly state?: IndexState;
  readonly startIndex?: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  readonly indexStartDelayMs?: number;
  readonly indexTimeoutMs?: number;
  /** Whether the client answers all requests with errors. */
  readonly rejectsRequests?: boolean;
}

/** The capabilities of a current editor, except pulled diagnostics. */
export const fullCapabilities = {
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    definition: { linkSupport: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    publishDiagnostics: { versionSupport: true },
  },
  workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } },
};

const servers = shippedServers();
const languageOfPath = (path: string) => languageOfFile(path, servers);

// Shared by all tests of a file, so that the parser is loaded once.
let shared: Syntax | undefined;

export function sharedSyntax(): Syntax {
  shared ??= createInProcessSyntax();
  return shared;
}

export type Pair = Awaited<ReturnType<typeof pair>>;

/** Opens an initialized session. Requests reject with the server's error. */
export async function pair(options: PairOptions = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "embedded-")));
  const pathOf = (path: string) => join(folder, path);
  const uri = (path: string) => pathToFileURL(pathOf(path)).href;
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    writeFileSync(pathOf(path), content);
  };
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);

  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const syntax = sharedSyntax();
  const indexes: FakeIndex[] = [];
  const logged: string[] = [];
  const startFake = async (roots: readonly string[]) => {
    const index = fakeIndex(roots, syntax, languageOfPath, options.state);
    indexes.push(index);
    return index;
  };
  const server = serveEmbedded({
    reader: new StreamMessageReader(toServer),
    writer: new StreamMessageWriter(toClient),
    syntax,
    startIndex: options.startIndex ?? startFake,
    languageOf: languageOfPath,
    version: "0.0.0",
    log: (line) => logged.push(line),
    timing: {
      diagnosticsDelayMs: 0,
      indexStartDelayMs: options.indexStartDelayMs ?? 0,
      indexTimeoutMs: options.indexTimeoutMs ?? 30_000,
    },
  });

  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const said: ServerMessage[] = [];
  let heard: (() => void)[] = [];
  const hear = (method: string, params: unknown) => {
    said.push({ method, params });
    for (const resume of heard.splice(0)) resume();
    return null;
  };
  client.onNotification((method, params) => void hear(method, params));
  client.onRequest((method, params) => {
    hear(method, params);
    return options.rejectsRequests ? new ResponseError(-32601, `no ${method}`) : null;
  });
  client.onUnhandledProgress((params) => void hear("$/progress", params));
  client.listen();

  const roots = options.roots?.map((root) => ({ uri: uri(root), name: root })) ?? [{ uri: uri(""), name: "root" }];
  const { capabilities } = (await client.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    workspaceFolders: roots,
    capabilities: options.capabilities ?? fullCapabilities,
    ...options.initialize,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  })) as any;
  await client.sendNotification("initialized", {});

  let version = 1;
  return {
    folder,
    uri,
    write,
    capabilities,
    indexes,
    logged,
    said,
    server,
    /** Sends a request. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    ask: (method: string, params?: object, token = new CancellationTokenSource().token): Promise<any> =>
      params === undefined ? client.sendRequest(method, token) : client.sendRequest(method, params, token),
    notify: (method: string, params: object) => client.sendNotification(method, params),
    open: (path: string, text: string, languageId = languageOfPath(path) ?? "plaintext") =>
      client.sendNotification("textDocument/didOpen", {
        textDocument: { uri: uri(path), languageId, version: ++version, text },
      }),
    change: (path: string, contentChanges: readonly object[]) =>
      client.sendNotification("textDocument/didChange", {
        textDocument: { uri: uri(path), version: ++version },
        contentChanges,
      }),
    closeDocument: (path: string) =>
      client.sendNotification("textDocument/didClose", { textDocument: { uri: uri(path) } }),
    /** Resolves with the first message of the server, past or future, that fits. */
    until: async (fits: (said: ServerMessage) => boolean): Promise<ServerMessage> => {
      for (;;) {
        const found = said.find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => heard.push(resolve));
      }
    },
    /** Closes the session; to be called after each test. */
    close: () => {
      heard = [];
      client.dispose();
      removeFolder(folder);
    },
  };
}
