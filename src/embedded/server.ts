/**
 * The embedded language server, which serves every language that has a grammar. Start reading here:
 * the table lists its methods, session/context.ts has what the handlers work with. A request is
 * answered from the syntax of one text if that is enough, otherwise from the workspace's index.
 */

import { createMessageConnection, type MessageReader, type MessageWriter, ResponseError } from "vscode-jsonrpc/node";
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  InitializeRequest,
  type PublishDiagnosticsParams,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type WatchDog,
} from "vscode-languageserver";
import { codes, type Logger } from "../error.js";
import { clip, MAX_ECHO_LENGTH } from "../locate/errorText.js";
import type { Syntax } from "../syntax/syntax.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import type { WorkspaceIndex } from "../workspace/workspaceIndex.js";
import { completion } from "./features/completion.js";
import {
  DECLARATIONS_METHOD,
  declarations,
  declarationsByPattern,
  FILES_METHOD,
  findFiles,
  findPaths,
  findText,
  PATHS_METHOD,
  PATTERN_METHOD,
  SIMILAR_METHOD,
  similarDeclarations,
  TEXT_METHOD,
} from "./features/declarations.js";
import { definition } from "./features/definition.js";
import { pullDiagnostics, pushDiagnostics } from "./features/diagnostics.js";
import { foldingRanges } from "./features/foldingRange.js";
import { hover } from "./features/hover.js";
import { implementation } from "./features/implementation.js";
import { documentHighlights, references } from "./features/references.js";
import { prepareRename, rename } from "./features/rename.js";
import { selectionRanges } from "./features/selectionRange.js";
import { documentSymbols, workspaceSymbols } from "./features/symbols.js";
import { type ClientSupport, clientSupportOf } from "./session/clientSupport.js";
import type { EmbeddedContext, EmbeddedRequest, EmbeddedRequestContext } from "./session/context.js";
import { SourceTexts } from "./session/documents.js";
import { IndexClient } from "./session/indexClient.js";
import { createProgressReporter } from "./session/progress.js";
import { registerHandler } from "./session/requestHandler.js";

/** The methods, their handlers, and the capabilities announced for them. */
const methods: readonly MethodEntry[] = [
  method("textDocument/documentSymbol", documentSymbols, () => ({ documentSymbolProvider: true })),
  method("workspace/symbol", workspaceSymbols, () => ({ workspaceSymbolProvider: true })),
  method("textDocument/definition", definition, () => ({ definitionProvider: true })),
  method("textDocument/implementation", implementation, () => ({ implementationProvider: true })),
  method("textDocument/references", references, () => ({ referencesProvider: { workDoneProgress: true } })),
  method("textDocument/documentHighlight", documentHighlights, () => ({ documentHighlightProvider: true })),
  method("textDocument/hover", hover, () => ({ hoverProvider: true })),
  method("textDocument/completion", completion, () => ({ completionProvider: { triggerCharacters: [".", ":", ">"] } })),
  method("textDocument/prepareRename", prepareRename, () => ({})),
  method("textDocument/rename", rename, () => ({ renameProvider: { prepareProvider: true } })),
  method("textDocument/selectionRange", selectionRanges, () => ({ selectionRangeProvider: true })),
  method("textDocument/foldingRange", foldingRanges, () => ({ foldingRangeProvider: true })),
  method("textDocument/diagnostic", pullDiagnostics, ({ pullsDiagnostics }) =>
    pullsDiagnostics ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } } : {},
  ),
  // A proxy in front of this server requests declarations by name and keeps no index of its own.
  method(DECLARATIONS_METHOD, declarations, () => ({ experimental: { declarations: true } })),
  method(SIMILAR_METHOD, similarDeclarations, () => ({})),
  method(PATTERN_METHOD, declarationsByPattern, () => ({})),
  method(TEXT_METHOD, findText, () => ({})),
  method(FILES_METHOD, findFiles, () => ({})),
  method(PATHS_METHOD, findPaths, () => ({})),
];

interface MethodEntry {
  readonly name: string;
  readonly handle: (params: never, context: EmbeddedRequestContext) => Promise<unknown>;
  readonly getCapabilities: (client: ClientSupport) => Partial<ServerCapabilities>;
}

function method(
  name: string,
  handle: MethodEntry["handle"],
  getCapabilities: MethodEntry["getCapabilities"],
): MethodEntry {
  return { name, handle, getCapabilities };
}

export interface EmbeddedServerOptions {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  readonly syntax: Syntax;
  /**
   * Whether the server is part of a session that ends soon. It then does not close `syntax`, which
   * the session uses, too; no file is watched, and the index starts when a request needs it.
   */
  readonly endsSoon?: boolean;
  /** Receives the id of the client's process, if `initialize` has one. */
  readonly watchClient?: (processId: number) => void;
  /** Starts an index of these folders, given as absolute paths. */
  readonly startIndex: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  /** Returns the language id for a file name. */
  readonly languageOf: (path: string) => string | undefined;
  readonly version: string;
  readonly log: Logger;
  /** Awaited before the answer to `shutdown`: the client's `exit` ends the process at once. */
  readonly flushLog?: () => Promise<void>;
  /** Overrides the defaults, for tests. */
  readonly timing?: Partial<Timing>;
}

interface Timing {
  /** How long a request waits for the index. */
  readonly indexTimeoutMs: number;
  /** How long after `initialized` the index is started, unless a request needs it earlier. */
  readonly indexStartDelayMs: number;
  /** How long a text must be unchanged before its diagnostics are pushed. */
  readonly diagnosticsDelayMs: number;
}

const defaultTiming: Timing = { indexTimeoutMs: 60_000, indexStartDelayMs: 1_000, diagnosticsDelayMs: 300 };

export interface EmbeddedServerHandle {
  /** Saves the index and ends the threads, as the client's `shutdown` request does. */
  readonly end: () => Promise<void>;
  /** Whether the client's `shutdown` request has come. */
  readonly hasShutDown: () => boolean;
  /** Resolves at the client's `exit`. */
  readonly exited: Promise<void>;
}

/** Serves until the client disconnects. */
export function serveEmbedded(options: EmbeddedServerOptions): EmbeddedServerHandle {
  const { reader, writer, syntax, startIndex, languageOf, version, endsSoon = false, log } = options;
  const { indexTimeoutMs, indexStartDelayMs, diagnosticsDelayMs } = { ...defaultTiming, ...options.timing };
  let exit = () => {};
  const exited = new Promise<void>((resolve) => {
    exit = resolve;
  });
  // The one of `vscode-languageserver/node` ends the process with the client: the index would not
  // be saved, and a session in the same process would end, too.
  const watchDog: WatchDog = {
    shutdownReceived: false,
    initialize({ processId }) {
      if (typeof processId === "number") options.watchClient?.(processId);
    },
    exit,
  };
  // Failures of notifications, and what can't be read or written, go to the log.
  const logger = { error: log, warn: log, info: () => {}, log: () => {} };
  const connection = createConnection(() => createMessageConnection(reader, writer, logger), watchDog);
  let client: ClientSupport | undefined;
  let folders: readonly string[] = [];
  const roots = () => folders.flatMap((uri) => pathOfUri(uri) ?? []);
  const documents = new SourceTexts({ languageOf, folders: () => folders, log });
  const indexClient = new IndexClient({
    start: startIndex,
    documents,
    syntax,
    progress: async () => {
      const { window } = connection;
      // Where the client refuses, nothing is reported.
      const reporter = await window.createWorkDoneProgress().catch(() => window.attachWorkDoneProgress(undefined));
      return createProgressReporter(() => reporter);
    },
    timeoutMs: indexTimeoutMs,
    startDelayMs: endsSoon ? undefined : indexStartDelayMs,
    log,
  });
  const end = async () => {
    await indexClient.end();
    if (!endsSoon) syntax.close();
  };

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
    folders = foldersOf(params);
    const context: EmbeddedContext = { client, documents, syntax, indexClient, roots };
    for (const { name, handle } of methods) {
      const handleRequest = async (handled: never, request: EmbeddedRequest) => {
        if (watchDog.shutdownReceived)
          throw new ResponseError(codes.invalidRequest, `The session is shut down: ${name} has no answer.`);
        return handle(handled, { ...context, ...request });
      };
      registerHandler(connection, name, handleRequest, log);
    }
    connection.onRequest(InitializeRequest.type, () => {
      throw new ResponseError(codes.invalidRequest, "The session is initialized already.");
    });
    if (!client.pullsDiagnostics) {
      const publish = (published: PublishDiagnosticsParams) => void connection.sendDiagnostics(published);
      pushDiagnostics({ context, publish, delayMs: diagnosticsDelayMs, log });
    }
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "lsp-locate embedded", version } };
  });
  connection.onInitialized(() => {
    indexClient.scheduleStart(roots());
    if (client?.registersWatchers && !endsSoon)
      connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
        .catch((error: Error) => log(`the client does not watch files: ${error.message}`));
    if (client?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        folders = [...new Set([...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)])];
        void indexClient.changeFolders(roots());
      });
  });
  connection.onDidOpenTextDocument(({ textDocument }) => documents.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) =>
    documents.change(textDocument.uri, textDocument.version, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument }) => documents.close(textDocument.uri));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    void indexClient.notifyFilesChanged(changes.flatMap(({ uri }) => pathOfUri(uri) ?? []));
  });
  connection.onShutdown(async () => {
    await end();
    await options.flushLog?.();
  });
  connection.listen();
  return { end, hasShutDown: () => watchDog.shutdownReceived, exited };
}

function capabilitiesFor(client: ClientSupport): ServerCapabilities {
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
