/**
 * The embedded language server, which serves every language that has a grammar. Start reading here:
 * the table lists its methods, session/context.ts has what the handlers work with. A request is
 * answered from the syntax of one text if that is enough, otherwise from the workspace's index.
 */

import {
  CompletionRequest,
  type Connection,
  createConnection,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ImplementationRequest,
  type InitializeParams,
  type InitializeResult,
  type MessageReader,
  type MessageWriter,
  PositionEncodingKind,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  ResponseError,
  SelectionRangeRequest,
  type ServerCapabilities,
  TextDocumentSyncKind,
  WorkspaceSymbolRequest,
} from "vscode-languageserver/node";
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
  method(DocumentSymbolRequest.method, documentSymbols, () => ({ documentSymbolProvider: true })),
  method(WorkspaceSymbolRequest.method, workspaceSymbols, () => ({ workspaceSymbolProvider: true })),
  method(DefinitionRequest.method, definition, () => ({ definitionProvider: true })),
  method(ImplementationRequest.method, implementation, () => ({ implementationProvider: true })),
  method(ReferencesRequest.method, references, () => ({ referencesProvider: { workDoneProgress: true } })),
  method(DocumentHighlightRequest.method, documentHighlights, () => ({ documentHighlightProvider: true })),
  method(HoverRequest.method, hover, () => ({ hoverProvider: true })),
  method(CompletionRequest.method, completion, () => ({ completionProvider: { triggerCharacters: [".", ":", ">"] } })),
  method(PrepareRenameRequest.method, prepareRename, () => ({})),
  method(RenameRequest.method, rename, () => ({ renameProvider: { prepareProvider: true } })),
  method(SelectionRangeRequest.method, selectionRanges, () => ({ selectionRangeProvider: true })),
  method(FoldingRangeRequest.method, foldingRanges, () => ({ foldingRangeProvider: true })),
  method(DocumentDiagnosticRequest.method, pullDiagnostics, ({ pullsDiagnostics }) =>
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

/**
 * Serves until the client disconnects. `end` saves the index and ends the threads, as the client's
 * `shutdown` request does; `hasShutDown` says whether that request has come.
 */
export function serveEmbedded(options: EmbeddedServerOptions): {
  readonly end: () => Promise<void>;
  readonly hasShutDown: () => boolean;
} {
  const { reader, writer, syntax, startIndex, languageOf, version, endsSoon = false, log } = options;
  const { indexTimeoutMs, indexStartDelayMs, diagnosticsDelayMs } = { ...defaultTiming, ...options.timing };
  const connection = createConnection(reader, writer);
  let folders: readonly string[] = [];
  const roots = () => folders.flatMap((uri) => pathOfUri(uri) ?? []);
  const documents = new SourceTexts({ languageOf, folders: () => folders, log });
  const progress = () =>
    connection.window.createWorkDoneProgress().then(createProgressReporter, () => {
      // The client refused to create a progress token: report nothing.
      return createProgressReporter(connection.window.attachWorkDoneProgress(undefined));
    });
  const indexClient = new IndexClient({
    start: startIndex,
    documents,
    syntax,
    progress,
    timeoutMs: indexTimeoutMs,
    startDelayMs: endsSoon ? undefined : indexStartDelayMs,
    log,
  });
  const end = async () => {
    await indexClient.end();
    if (!endsSoon) syntax.close();
  };
  let client: ClientSupport | undefined;
  let isShutDown = false;

  // Handles methods without a handler. Before `initialize`, no method has one.
  connection.onRequest((written) => {
    const method = clip(written, MAX_ECHO_LENGTH);
    if (client === undefined)
      throw new ResponseError(codes.serverNotInitialized, `\`initialize\` comes before ${method}.`);
    throw new ResponseError(codes.methodNotFound, `There is no method ${method}.`);
  });
  connection.onInitialize((params): InitializeResult => {
    if (client !== undefined) throw new ResponseError(codes.invalidRequest, "The session is initialized already.");
    client = clientSupportOf(params.capabilities);
    folders = foldersOf(params);
    const context: EmbeddedContext = { client, documents, syntax, indexClient, roots };
    for (const { name, handle } of methods) {
      const handleRequest = async (params: never, request: EmbeddedRequest) => {
        if (isShutDown)
          throw new ResponseError(codes.invalidRequest, `The session is shut down: ${name} has no answer.`);
        return handle(params, { ...context, ...request });
      };
      registerHandler(connection, name, handleRequest, log);
    }
    if (!client.pullsDiagnostics) {
      const publish = (published: Parameters<Connection["sendDiagnostics"]>[0]) =>
        void connection.sendDiagnostics(published);
      pushDiagnostics({ context, publish, delayMs: diagnosticsDelayMs, log });
    }
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "lsp-locate embedded", version } };
  });

  connection.onInitialized(() => {
    indexClient.scheduleStart(roots());
    if (client?.registersWatchers && !endsSoon) {
      const watchers = [{ globPattern: "**/*" }];
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error) => {
        log(`the client does not watch files: ${error.message}`);
      });
    }
    if (client?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const removedUris = new Set(removed.map(({ uri }) => uri));
        folders = [...new Set([...folders.filter((uri) => !removedUris.has(uri)), ...added.map(({ uri }) => uri)])];
        void indexClient.changeFolders(roots());
      });
    }
  });

  connection.onDidOpenTextDocument(({ textDocument }) => documents.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version: number }, contentChanges }) =>
    documents.change(uri, number, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument }) => documents.close(textDocument.uri));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    void indexClient.notifyFilesChanged(changes.flatMap(({ uri }) => pathOfUri(uri) ?? []));
  });
  connection.onShutdown(() => {
    isShutDown = true;
    return end().then(options.flushLog);
  });
  connection.listen();
  return { end, hasShutDown: () => isShutDown };
}

function capabilitiesFor(client: ClientSupport): ServerCapabilities {
  return Object.assign(
    {
      positionEncoding: PositionEncodingKind.UTF16,
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
