/** Server capabilities in the words of LSP's methods. */

type Json = Readonly<Record<string, unknown>>;

/** Which method a provider is for; `<provider>.<option>` where it takes an option of it, too. */
const methodByProvider: Readonly<Record<string, string>> = {
  hoverProvider: "textDocument/hover",
  signatureHelpProvider: "textDocument/signatureHelp",
  completionProvider: "textDocument/completion",
  "completionProvider.resolveProvider": "completionItem/resolve",
  inlineCompletionProvider: "textDocument/inlineCompletion",
  declarationProvider: "textDocument/declaration",
  definitionProvider: "textDocument/definition",
  typeDefinitionProvider: "textDocument/typeDefinition",
  implementationProvider: "textDocument/implementation",
  referencesProvider: "textDocument/references",
  documentHighlightProvider: "textDocument/documentHighlight",
  documentSymbolProvider: "textDocument/documentSymbol",
  codeActionProvider: "textDocument/codeAction",
  "codeActionProvider.resolveProvider": "codeAction/resolve",
  codeLensProvider: "textDocument/codeLens",
  "codeLensProvider.resolveProvider": "codeLens/resolve",
  documentLinkProvider: "textDocument/documentLink",
  "documentLinkProvider.resolveProvider": "documentLink/resolve",
  colorProvider: "textDocument/documentColor",
  documentFormattingProvider: "textDocument/formatting",
  documentRangeFormattingProvider: "textDocument/rangeFormatting",
  "documentRangeFormattingProvider.rangesSupport": "textDocument/rangesFormatting",
  documentOnTypeFormattingProvider: "textDocument/onTypeFormatting",
  renameProvider: "textDocument/rename",
  "renameProvider.prepareProvider": "textDocument/prepareRename",
  foldingRangeProvider: "textDocument/foldingRange",
  selectionRangeProvider: "textDocument/selectionRange",
  linkedEditingRangeProvider: "textDocument/linkedEditingRange",
  callHierarchyProvider: "textDocument/prepareCallHierarchy",
  typeHierarchyProvider: "textDocument/prepareTypeHierarchy",
  "semanticTokensProvider.full": "textDocument/semanticTokens/full",
  "semanticTokensProvider.full.delta": "textDocument/semanticTokens/full/delta",
  "semanticTokensProvider.range": "textDocument/semanticTokens/range",
  monikerProvider: "textDocument/moniker",
  inlineValueProvider: "textDocument/inlineValue",
  inlayHintProvider: "textDocument/inlayHint",
  "inlayHintProvider.resolveProvider": "inlayHint/resolve",
  diagnosticProvider: "textDocument/diagnostic",
  "diagnosticProvider.workspaceDiagnostics": "workspace/diagnostic",
  workspaceSymbolProvider: "workspace/symbol",
  "workspaceSymbolProvider.resolveProvider": "workspaceSymbol/resolve",
  executeCommandProvider: "workspace/executeCommand",
};

/** Every method that a server can announce or register. */
export const capableMethods: ReadonlySet<string> = new Set([
  ...Object.values(methodByProvider),
  "textDocument/semanticTokens",
]);

/** The methods that `capabilities`, the answer to initialize, promise. */
export function methodsOf(capabilities: Json): string[] {
  return Object.entries(methodByProvider).flatMap(([provider, method]) =>
    isOn(provider.split(".").reduce<unknown>(fieldOf, capabilities)) ? [method] : [],
  );
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Json)[key] : undefined;
}

/** An object, even an empty one, is a yes. */
function isOn(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null);
}
