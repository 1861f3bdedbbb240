/**
 * The language server for every language there is a grammar for: start reading here. What it can do is the table of methods; what all of
 * them work with is in context.ts. It answers from the syntax of a text where that is enough, else from the index of the workspace.
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
import type { Syntax } from "../syntax/syntax.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import type { WorkspaceIndex } from "../workspace/workspaceIndex.js";
import { completion } from "./features/completion.js";
import { DECLARATIONS_METHOD, declarations, SIMILAR_METHOD, similarDeclarations } from "./features/declarations.js";
import { definition } from "./features/definition.js";
import { pullDiagnostics, pushDiagnostics } from "./features/diagnostics.js";
import { foldingRanges } from "./features/foldingRange.js";
import { hover } from "./features/hover.js";
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

/** Everything that can be asked, what is announced for it, and what answers. */
const methods: readonly MethodEntry[] = [
  method(DocumentSymbolRequest.method, documentSymbols, () => ({ documentSymbolProvider: true })),
  method(WorkspaceSymbolRequest.method, workspaceSymbols, () => ({ workspaceSymbolProvider: true })),
  method(DefinitionRequest.method, definition, () => ({ definitionProvider: true })),
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
  // Who needs declarations by name asks for them here, and keeps no index of its own.
  method(DECLARATIONS_METHOD, declarations, () => ({ experimental: { declarations: true } })),
  method(SIMILAR_METHOD, similarDeclarations, () => ({})),
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
  /** Begins an index of these folders; absolute paths. */
  readonly startIndex: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  /** The language id of a file by its name. */
  readonly languageOf: (path: string) => string | undefined;
  readonly version: string;
  readonly log: Logger;
  /** For tests, which wait for none of them. */
  readonly timing?: Partial<Timing>;
}

interface Timing {
  /** So long a question waits for the index. */
  readonly indexTimeoutMs: number;
  /** So long after the beginning the index begins, where no question needs it before. */
  readonly indexStartDelayMs: number;
  /** So long nobody types before a text is looked at unasked. */
  readonly diagnosticsDelayMs: number;
}

const defaultTiming: Timing = { indexTimeoutMs: 60_000, indexStartDelayMs: 1_000, diagnosticsDelayMs: 300 };

/** Serves until the client is gone. `end` writes what the index keeps, and ends the threads; the client's `shutdown` does so too. */
export function serveEmbedded(options: EmbeddedServerOptions): { readonly end: () => Promise<void> } {
  const { reader, writer, syntax, startIndex, languageOf, version, log } = options;
  const {
    indexTimeoutMs: timeoutMs,
    indexStartDelayMs: startDelayMs,
    diagnosticsDelayMs: delayMs,
  } = { ...defaultTiming, ...options.timing };
  const connection = createConnection(reader, writer);
  let folders: readonly string[] = [];
  const roots = () => folders.flatMap((uri) => pathOfUri(uri) ?? []);
  const documents = new SourceTexts({ languageOf, folders: () => folders, log });
  const progress = () =>
    connection.window.createWorkDoneProgress().then(createProgressReporter, () => {
      // The client has refused: it is told nothing.
      return createProgressReporter(connection.window.attachWorkDoneProgress(undefined));
    });
  const indexClient = new IndexClient({ start: startIndex, documents, progress, timeoutMs, startDelayMs, log });
  const end = async () => {
    await indexClient.end();
    syntax.close();
  };
  let client: ClientSupport | undefined;
  let isShutDown = false;

  // What no method is registered for: before `initialize` that is everything.
  connection.onRequest((method) => {
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
      pushDiagnostics({ context, publish, delayMs, log });
    }
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "lsp-locate embedded", version } };
  });

  connection.onInitialized(() => {
    indexClient.scheduleStart(roots());
    if (client?.registersWatchers) {
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
    return end();
  });
  connection.listen();
  return { end };
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

/** URIs of the workspace's folders; older clients name one root, as a URI or a path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  if (rootUri) return [rootUri];
  return rootPath ? [uriOfPath(rootPath, [])] : [];
}
