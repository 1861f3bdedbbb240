/** What the client has said it can do, read once from its `initialize`. What it does not say, it can't. */

import { type ClientCapabilities, MarkupKind } from "vscode-languageserver/node";

export interface ClientSupport {
  readonly hierarchicalSymbols: boolean;
  readonly definitionLinks: boolean;
  /** Whether hovers may be markdown. */
  readonly markdown: boolean;
  readonly insertReplace: boolean;
  readonly documentChanges: boolean;
  readonly lineFoldingOnly: boolean;
  /** The most folding ranges it wants. */
  readonly maxFoldingRanges: number;
  readonly pullsDiagnostics: boolean;
  readonly diagnosticVersions: boolean;
  readonly registersWatchers: boolean;
  readonly workspaceFolders: boolean;
}

export function clientSupportOf({ textDocument, workspace }: ClientCapabilities): ClientSupport {
  const folding = textDocument?.foldingRange;
  return {
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    markdown: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    lineFoldingOnly: folding?.lineFoldingOnly === true,
    maxFoldingRanges: folding?.rangeLimit ?? Number.POSITIVE_INFINITY,
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    diagnosticVersions: textDocument?.publishDiagnostics?.versionSupport === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
  };
}
