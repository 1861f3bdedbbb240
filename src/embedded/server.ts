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
import { codes } from "../error.js";
import type { Syntax } from "../syntax/syntax.js";
import { pathOfUri, uriOfPath } from "../uri.js";
import type { WorkspaceIndex } from "../workspace/workspaceIndex.js";
import { completion } from "./features/completion.js";
import { declarations, declarationsMethod, near, nearMethod } from "./features/declarations.js";
import { definition } from "./features/definition.js";
import { pulledDiagnostics, pushDiagnostics } from "./features/diagnostics.js";
import { foldingRanges } from "./features/foldingRange.js";
import { hover } from "./features/hover.js";
import { documentHighlights, references } from "./features/references.js";
import { prepareRename, rename } from "./features/rename.js";
import { selectionRanges } from "./features/selectionRange.js";
import { documentSymbols, workspaceSymbols } from "./features/symbols.js";
import { type Client, clientOf } from "./session/clientSupport.js";
import type { Asking, Serving } from "./session/context.js";
import { Documents } from "./session/documents.js";
import { Indexing } from "./session/indexClient.js";
import { progressOn } from "./session/progress.js";
import { answers } from "./session/requestHandler.js";

/** Everything that can be asked, what is announced for it, and what answers. */
const methods: readonly Method[] = [
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
  method(DocumentDiagnosticRequest.method, pulledDiagnostics, ({ pullsDiagnostics }) =>
    pullsDiagnostics ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } } : {},
  ),
  // Who needs declarations by name asks for them here, and keeps no index of its own.
  method(declarationsMethod, declarations, () => ({ experimental: { declarations: true } })),
  method(nearMethod, near, () => ({})),
];

interface Method {
  readonly name: string;
  readonly answer: (params: never, asking: Asking, serving: Serving) => Promise<unknown>;
  readonly offers: (client: Client) => Partial<ServerCapabilities>;
}

function method(name: string, answer: Method["answer"], offers: Method["offers"]): Method {
  return { name, answer, offers };
}

export interface ServerOptions {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  readonly syntax: Syntax;
  /** Begins an index of these folders; absolute paths. */
  readonly startIndex: (roots: readonly string[]) => Promise<WorkspaceIndex>;
  /** The language id of a file by its name. */
  readonly languageOf: (path: string) => string | undefined;
  readonly version: string;
  readonly log: (line: string) => void;
  /** For tests, which wait for none of them. */
  readonly times?: Partial<Times>;
}

interface Times {
  /** So long a question waits for the index. */
  readonly patienceMs: number;
  /** So long after the beginning the index begins, where no question needs it before. */
  readonly restMs: number;
  /** So long nobody types before a text is looked at unasked. */
  readonly pauseMs: number;
}

const usualTimes: Times = { patienceMs: 60_000, restMs: 1_000, pauseMs: 300 };

/** Serves until the client is gone. `end` writes what the index keeps, and ends the threads; the client's `shutdown` does so too. */
export function serveEmbedded(options: ServerOptions): { readonly end: () => Promise<void> } {
  const { reader, writer, syntax, startIndex, languageOf, version, log } = options;
  const { patienceMs, restMs, pauseMs } = { ...usualTimes, ...options.times };
  const connection = createConnection(reader, writer);
  let folders: readonly string[] = [];
  const roots = () => folders.flatMap((uri) => pathOfUri(uri) ?? []);
  const documents = new Documents({ languageOf, folders: () => folders, log });
  const progress = () =>
    connection.window.createWorkDoneProgress().then(progressOn, () => {
      // The client has refused: it is told nothing.
      return progressOn(connection.window.attachWorkDoneProgress(undefined));
    });
  const indexing = new Indexing({ start: startIndex, documents, progress, patienceMs, restMs, log });
  const end = async () => {
    await indexing.end();
    syntax.close();
  };
  let client: Client | undefined;
  let isOver = false;

  // What no method is registered for: before `initialize` that is everything.
  connection.onRequest((method) => {
    if (client === undefined)
      throw new ResponseError(codes.serverNotInitialized, `\`initialize\` comes before ${method}.`);
    throw new ResponseError(codes.methodNotFound, `There is no method ${method}.`);
  });
  connection.onInitialize((params): InitializeResult => {
    if (client !== undefined) throw new ResponseError(codes.invalidRequest, "The session is initialized already.");
    client = clientOf(params.capabilities);
    folders = foldersOf(params);
    const serving: Serving = { client, documents, syntax, indexing, roots };
    for (const { name, answer } of methods) {
      const answerNow = async (asked: never, asking: Asking) => {
        if (isOver) throw new ResponseError(codes.invalidRequest, `The session is shut down: ${name} has no answer.`);
        return answer(asked, asking, serving);
      };
      answers(connection, name, answerNow, log);
    }
    if (!client.pullsDiagnostics) {
      const publish = (published: Parameters<Connection["sendDiagnostics"]>[0]) =>
        void connection.sendDiagnostics(published);
      pushDiagnostics({ serving, publish, pauseMs, log });
    }
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "lsp-locate embedded", version } };
  });

  connection.onInitialized(() => {
    indexing.begin(roots());
    if (client?.registersWatchers) {
      const watchers = [{ globPattern: "**/*" }];
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error) => {
        log(`the client does not watch files: ${error.message}`);
      });
    }
    if (client?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        folders = [...new Set([...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)])];
        void indexing.moveTo(roots());
      });
    }
  });

  connection.onDidOpenTextDocument(({ textDocument }) => documents.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version: number }, contentChanges }) =>
    documents.change(uri, number, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument }) => documents.close(textDocument.uri));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    void indexing.changed(changes.flatMap(({ uri }) => pathOfUri(uri) ?? []));
  });
  connection.onShutdown(() => {
    isOver = true;
    return end();
  });
  connection.listen();
  return { end };
}

function capabilitiesFor(client: Client): ServerCapabilities {
  return Object.assign(
    {
      positionEncoding: PositionEncodingKind.UTF16,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    } satisfies ServerCapabilities,
    ...methods.map(({ offers }) => offers(client)),
  );
}

/** URIs of the workspace's folders; older clients name one root, as a URI or a path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  if (rootUri) return [rootUri];
  return rootPath ? [uriOfPath(rootPath, [])] : [];
}
