/** The abilities that the client declared in `initialize`, as booleans. */

import type { ClientCapabilities } from "vscode-languageserver-protocol";

/** An ability that the client did not declare is false. */
export interface ClientSupport {
  readonly hierarchicalSymbols: boolean;
  readonly definitionLinks: boolean;
  /** Whether hover contents may be markdown. */
  readonly markdown: boolean;
  readonly insertReplace: boolean;
  readonly documentChanges: boolean;
  readonly lineFoldingOnly: boolean;
  /** The maximum number of folding ranges the client accepts. */
  readonly maxFoldingRanges: number;
  readonly pullsDiagnostics: boolean;
  readonly diagnosticVersions: boolean;
  readonly registersWatchers: boolean;
  readonly workspaceFolders: boolean;
  /** Whether it reads notebooks as texts in the language of their code, as our own clients do. */
  readonly notebookScripts: boolean;
}

/** Reads the abilities from the capabilities that a client declares. */
export function clientSupportOf({ textDocument, workspace, experimental }: ClientCapabilities): ClientSupport {
  const folding = textDocument?.foldingRange;
  return {
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    markdown: textDocument?.hover?.contentFormat?.includes("markdown") === true,
    insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    lineFoldingOnly: folding?.lineFoldingOnly === true,
    maxFoldingRanges: folding?.rangeLimit ?? Number.POSITIVE_INFINITY,
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    diagnosticVersions: textDocument?.publishDiagnostics?.versionSupport === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    notebookScripts: (experimental as { notebookScripts?: unknown } | undefined)?.notebookScripts === true,
  };
}
