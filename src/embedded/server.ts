/**
 * The embedded language server, which serves every language that has a grammar. Start reading here:
 * the table lists its methods, session/embeddedContext.ts has what handlers work with. A request
 * is answered from the syntax of one text if that is enough, otherwise from the workspace's index.
 */

import type { PublishDiagnosticsParams, ServerCapabilities } from "vscode-languageserver";
import type { Syntax } from "../syntax/syntax.js";
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
import { prepareTypeHierarchy, subtypes, supertypes } from "./features/typeHierarchy.js";
import type { ClientSupport } from "./session/clientSupport.js";
import type { EmbeddedContext } from "./session/embeddedContext.js";
import { IndexClient } from "./session/indexClient.js";
import { createProgressReporter } from "./session/progress.js";
import {
  type LanguageServerHandle,
  type ServerMethod,
  type ServerStreams,
  serveLanguage,
} from "./session/serveLanguage.js";

/** The methods, their handlers, and the capabilities announced for them. */
const methods: readonly ServerMethod<EmbeddedContext>[] = [
  method("textDocument/documentSymbol", documentSymbols, () => ({ documentSymbolProvider: true })),
  method("workspace/symbol", workspaceSymbols, () => ({ workspaceSymbolProvider: true })),
  method("textDocument/definition", definition, () => ({ definitionProvider: true })),
  method("textDocument/implementation", implementation, () => ({ implementationProvider: true })),
  method("textDocument/prepareTypeHierarchy", prepareTypeHierarchy, () => ({ typeHierarchyProvider: true })),
  method("typeHierarchy/supertypes", supertypes, () => ({})),
  method("typeHierarchy/subtypes", subtypes, () => ({})),
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

type Handle = ServerMethod<EmbeddedContext>["handle"];

function method(
  name: string,
  handle: Handle,
  getCapabilities: (client: ClientSupport) => Partial<ServerCapabilities>,
): ServerMethod<EmbeddedContext> {
  return { name, handle, getCapabilities };
}

export interface EmbeddedServerOptions extends ServerStreams {
  readonly syntax: Syntax;
  /**
   * Whether the server is part of a session that ends soon. It then does not close `syntax`, which
   * the session uses, too; no file is watched, and the index starts when a request needs it.
   */
  readonly endsSoon?: boolean;
  /** Starts an index of these folders, given as absolute paths. */
  readonly startIndex: (roots: readonly string[]) => Promise<WorkspaceIndex>;
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

/** Serves until the client disconnects. */
export function serveEmbedded(options: EmbeddedServerOptions): LanguageServerHandle {
  const { syntax, startIndex, endsSoon = false, log } = options;
  const { indexTimeoutMs, indexStartDelayMs, diagnosticsDelayMs } = { ...defaultTiming, ...options.timing };
  return serveLanguage(options, ({ connection, documents, roots }) => {
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
    return {
      name: "lsp-locate embedded",
      methods,
      watchesFiles: !endsSoon,
      initialize(client) {
        const context: EmbeddedContext = { client, documents, syntax, indexClient, roots };
        if (!client.pullsDiagnostics) {
          const publish = (published: PublishDiagnosticsParams) => void connection.sendDiagnostics(published);
          pushDiagnostics({ context, publish, delayMs: diagnosticsDelayMs, log });
        }
        return context;
      },
      initialized: () => indexClient.scheduleStart(roots()),
      foldersChanged: () => void indexClient.changeFolders(roots()),
      filesChanged: (paths) => void indexClient.notifyFilesChanged(paths),
      async end() {
        await indexClient.end();
        if (!endsSoon) syntax.close();
      },
    };
  });
}
