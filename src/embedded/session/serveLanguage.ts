/**
 * A language server between two streams, as far as it is the same for all of ours: the lifecycle of
 * the session, its folders and documents, and the registration of handlers. Loads
 * vscode-languageserver.
 */

import { createMessageConnection, type MessageReader, type MessageWriter, ResponseError } from "vscode-jsonrpc/node";
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  InitializeRequest,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type WatchDog,
} from "vscode-languageserver";
import { codes, type Logger } from "../../error.js";
import { clip, MAX_ECHO_LENGTH } from "../../locate/errorText.js";
import { pathOfUri, uriOfPath } from "../../uri.js";
import { type ClientSupport, clientSupportOf } from "./clientSupport.js";
import { SourceTexts } from "./documents.js";
import type { EmbeddedRequest } from "./embeddedContext.js";
import { registerHandler } from "./requestHandler.js";

/** A method, its handler, and the capabilities announced for it. */
export interface ServerMethod<Context> {
  readonly name: string;
  readonly handle: (params: never, context: Context & EmbeddedRequest) => Promise<unknown>;
  readonly getCapabilities: (client: ClientSupport) => Partial<ServerCapabilities>;
}

/** What a server needs to be run, whichever it is. */
export interface ServerStreams {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Receives the id of the client's process, if `initialize` has one. */
  readonly watchClient?: (processId: number) => void;
  /** Returns the language id for a file name. */
  readonly languageOf: (path: string) => string | undefined;
  /** Called at `initialize`, before the language of any file is asked for. */
  readonly onClient?: (client: ClientSupport) => void;
  readonly version: string;
  readonly log: Logger;
  /** Awaited before the answer to `shutdown`: the client's `exit` ends the process at once. */
  readonly flushLog?: () => Promise<void>;
}

/** What is the same for all of a server's requests. */
export interface ServerSession {
  readonly connection: Connection;
  readonly documents: SourceTexts;
  /** Absolute paths of the workspace's folders. */
  readonly roots: () => readonly string[];
}

/** One of our servers: what it adds to a session. */
export interface ServerParts<Context> {
  readonly name: string;
  readonly methods: readonly ServerMethod<Context>[];
  /** Absolute paths of folders that are read beside those of the workspace. */
  readonly extraFolders?: () => readonly string[];
  /** Whether the client is asked to watch the workspace's files. */
  readonly watchesFiles: boolean;
  /** Returns what the handlers get besides the request. */
  readonly initialize: (client: ClientSupport, initializationOptions: unknown) => Context;
  readonly initialized?: () => void;
  readonly foldersChanged?: () => void;
  readonly filesChanged?: (paths: readonly string[]) => void;
  readonly end: () => Promise<void>;
}

export interface LanguageServerHandle {
  /** Saves what is kept and ends the threads, as the client's `shutdown` request does. */
  readonly end: () => Promise<void>;
  /** Whether the client's `shutdown` request has come. */
  readonly hasShutDown: () => boolean;
  /** Resolves at the client's `exit`. */
  readonly exited: Promise<void>;
}

/** Serves until the client disconnects. */
export function serveLanguage<Context extends object>(
  { reader, writer, languageOf, version, log, watchClient, flushLog, onClient }: ServerStreams,
  build: (session: ServerSession) => ServerParts<Context>,
): LanguageServerHandle {
  let exit = () => {};
  const exited = new Promise<void>((resolve) => {
    exit = resolve;
  });
  // The one of `vscode-languageserver/node` ends the process with the client: what is kept would
  // not be saved, and a session in the same process would end, too.
  const watchDog: WatchDog = {
    shutdownReceived: false,
    initialize({ processId }) {
      if (typeof processId === "number") watchClient?.(processId);
    },
    exit,
  };
  // Failures of notifications, and what can't be read or written, go to the log.
  const logger = { error: log, warn: log, info: () => {}, log: () => {} };
  const connection = createConnection(() => createMessageConnection(reader, writer, logger), watchDog);
  let client: ClientSupport | undefined;
  let folders: readonly string[] = [];
  const readable = () => [...folders, ...(parts.extraFolders?.() ?? []).map((path) => uriOfPath(path, []))];
  const readsNotebooks = () => client?.notebookScripts === true;
  const documents = new SourceTexts({ languageOf, readsNotebooks, folders: readable, log });
  const roots = () => folders.flatMap((uri) => pathOfUri(uri) ?? []);
  const parts = build({ connection, documents, roots });
  const { name, methods } = parts;

  // vscode-languageserver answers requests before `initialize`, a second one, and requests after
  // `shutdown` like any other. This handles methods without a handler: before `initialize`, all.
  connection.onRequest((written: string) => {
    const method = clip(written, MAX_ECHO_LENGTH);
    if (client === undefined)
      throw new ResponseError(codes.serverNotInitialized, `\`initialize\` comes before ${method}.`);
    throw new ResponseError(codes.methodNotFound, `There is no method ${method}.`);
  });
  connection.onInitialize((params) => {
    client = clientSupportOf(params.capabilities);
    onClient?.(client);
    folders = foldersOf(params);
    const context = parts.initialize(client, params.initializationOptions);
    for (const { name: method, handle } of methods) {
      const handleRequest = async (handled: never, request: EmbeddedRequest) => {
        if (watchDog.shutdownReceived)
          throw new ResponseError(codes.invalidRequest, `The session is shut down: ${method} has no answer.`);
        return handle(handled, { ...context, ...request });
      };
      registerHandler(connection, method, handleRequest, log);
    }
    connection.onRequest(InitializeRequest.type, () => {
      throw new ResponseError(codes.invalidRequest, "The session is initialized already.");
    });
    return { capabilities: capabilitiesFor(client, methods), serverInfo: { name, version } };
  });
  connection.onInitialized(() => {
    parts.initialized?.();
    if (client?.registersWatchers && parts.watchesFiles)
      connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
        .catch((error: Error) => log(`the client does not watch files: ${error.message}`));
    if (client?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        folders = [...new Set([...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)])];
        parts.foldersChanged?.();
      });
  });
  connection.onDidOpenTextDocument(({ textDocument }) => documents.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) =>
    documents.change(textDocument.uri, textDocument.version, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument }) => documents.close(textDocument.uri));
  connection.onDidChangeWatchedFiles(({ changes }) =>
    parts.filesChanged?.(changes.flatMap(({ uri }) => pathOfUri(uri) ?? [])),
  );
  connection.onShutdown(async () => {
    await parts.end();
    await flushLog?.();
  });
  connection.listen();
  return { end: parts.end, hasShutDown: () => watchDog.shutdownReceived, exited };
}

function capabilitiesFor(
  client: ClientSupport,
  methods: readonly Pick<ServerMethod<never>, "getCapabilities">[],
): ServerCapabilities {
  return Object.assign(
    {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    } satisfies ServerCapabilities,
    ...methods.map(({ getCapabilities }) => getCapabilities(client)),
  );
}

/** Returns the URIs of the workspace's folders. Older clients send one root, a URI or a path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  if (rootUri) return [rootUri];
  return rootPath ? [uriOfPath(rootPath, [])] : [];
}
