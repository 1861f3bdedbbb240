/** Every feature of LSP 3.18 that a server can offer: one table. It says where things stand, not what is done about them. */

export interface Feature {
  /** Where ServerCapabilities says that a server can, keys joined by dots; absent for what can only be registered. */
  readonly provider?: string;
  /** Where ClientCapabilities has the `dynamicRegistration` for it; absent where no client can say so. */
  readonly client?: string;
  /** Where ClientCapabilities says that the client does it at all, for what shares its `dynamicRegistration` with others. */
  readonly clientFlag?: string;
  /**
   * The messages that the registration stands for, where it isn't just its own name, and the option that must be on for
   * each, keys joined by dots; empty where none must.
   */
  readonly messages?: Readonly<Record<string, string>>;
  /** Our answer to `initialize` settles it for all documents: it is never registered, so that nothing is sent twice. */
  readonly isStatic?: true;
}

const SYNCHRONIZATION = "textDocument.synchronization";
const FILE_OPERATIONS = "workspace.fileOperations";

/** By the method that a registration names; to be read through `featureOf` where the method comes from a peer. */
export const features: Readonly<Record<string, Feature>> = {
  "textDocument/didOpen": { provider: "textDocumentSync.openClose", client: SYNCHRONIZATION, isStatic: true },
  "textDocument/didChange": { provider: "textDocumentSync.change", client: SYNCHRONIZATION, isStatic: true },
  "textDocument/willSave": {
    provider: "textDocumentSync.willSave",
    client: SYNCHRONIZATION,
    clientFlag: `${SYNCHRONIZATION}.willSave`,
  },
  "textDocument/willSaveWaitUntil": {
    provider: "textDocumentSync.willSaveWaitUntil",
    client: SYNCHRONIZATION,
    clientFlag: `${SYNCHRONIZATION}.willSaveWaitUntil`,
  },
  "textDocument/didSave": {
    provider: "textDocumentSync.save",
    client: SYNCHRONIZATION,
    clientFlag: `${SYNCHRONIZATION}.didSave`,
    isStatic: true,
  },
  "textDocument/didClose": { provider: "textDocumentSync.openClose", client: SYNCHRONIZATION, isStatic: true },
  "notebookDocument/sync": {
    provider: "notebookDocumentSync",
    client: "notebookDocument.synchronization",
    messages: {
      "notebookDocument/didOpen": "",
      "notebookDocument/didChange": "",
      "notebookDocument/didSave": "save",
      "notebookDocument/didClose": "",
    },
  },

  "textDocument/hover": { provider: "hoverProvider", client: "textDocument.hover" },
  "textDocument/signatureHelp": { provider: "signatureHelpProvider", client: "textDocument.signatureHelp" },
  "textDocument/completion": {
    provider: "completionProvider",
    client: "textDocument.completion",
    messages: { "textDocument/completion": "", "completionItem/resolve": "resolveProvider" },
  },
  "textDocument/inlineCompletion": { provider: "inlineCompletionProvider", client: "textDocument.inlineCompletion" },
  "textDocument/declaration": { provider: "declarationProvider", client: "textDocument.declaration" },
  "textDocument/definition": { provider: "definitionProvider", client: "textDocument.definition" },
  "textDocument/typeDefinition": { provider: "typeDefinitionProvider", client: "textDocument.typeDefinition" },
  "textDocument/implementation": { provider: "implementationProvider", client: "textDocument.implementation" },
  "textDocument/references": { provider: "referencesProvider", client: "textDocument.references" },
  "textDocument/documentHighlight": { provider: "documentHighlightProvider", client: "textDocument.documentHighlight" },
  "textDocument/documentSymbol": { provider: "documentSymbolProvider", client: "textDocument.documentSymbol" },
  "textDocument/codeAction": {
    provider: "codeActionProvider",
    client: "textDocument.codeAction",
    messages: { "textDocument/codeAction": "", "codeAction/resolve": "resolveProvider" },
  },
  "textDocument/codeLens": {
    provider: "codeLensProvider",
    client: "textDocument.codeLens",
    messages: { "textDocument/codeLens": "", "codeLens/resolve": "resolveProvider" },
  },
  "textDocument/documentLink": {
    provider: "documentLinkProvider",
    client: "textDocument.documentLink",
    messages: { "textDocument/documentLink": "", "documentLink/resolve": "resolveProvider" },
  },
  "textDocument/documentColor": {
    provider: "colorProvider",
    client: "textDocument.colorProvider",
    messages: { "textDocument/documentColor": "", "textDocument/colorPresentation": "" },
  },
  "textDocument/formatting": { provider: "documentFormattingProvider", client: "textDocument.formatting" },
  "textDocument/rangeFormatting": {
    provider: "documentRangeFormattingProvider",
    client: "textDocument.rangeFormatting",
    messages: { "textDocument/rangeFormatting": "", "textDocument/rangesFormatting": "rangesSupport" },
  },
  "textDocument/onTypeFormatting": {
    provider: "documentOnTypeFormattingProvider",
    client: "textDocument.onTypeFormatting",
  },
  "textDocument/rename": {
    provider: "renameProvider",
    client: "textDocument.rename",
    messages: { "textDocument/rename": "", "textDocument/prepareRename": "prepareProvider" },
  },
  "textDocument/foldingRange": { provider: "foldingRangeProvider", client: "textDocument.foldingRange" },
  "textDocument/selectionRange": { provider: "selectionRangeProvider", client: "textDocument.selectionRange" },
  "textDocument/linkedEditingRange": {
    provider: "linkedEditingRangeProvider",
    client: "textDocument.linkedEditingRange",
  },
  "textDocument/prepareCallHierarchy": {
    provider: "callHierarchyProvider",
    client: "textDocument.callHierarchy",
    messages: {
      "textDocument/prepareCallHierarchy": "",
      "callHierarchy/incomingCalls": "",
      "callHierarchy/outgoingCalls": "",
    },
  },
  "textDocument/prepareTypeHierarchy": {
    provider: "typeHierarchyProvider",
    client: "textDocument.typeHierarchy",
    messages: { "textDocument/prepareTypeHierarchy": "", "typeHierarchy/supertypes": "", "typeHierarchy/subtypes": "" },
  },
  "textDocument/semanticTokens": {
    provider: "semanticTokensProvider",
    client: "textDocument.semanticTokens",
    messages: {
      "textDocument/semanticTokens/full": "full",
      "textDocument/semanticTokens/full/delta": "full.delta",
      "textDocument/semanticTokens/range": "range",
    },
  },
  "textDocument/moniker": { provider: "monikerProvider", client: "textDocument.moniker" },
  "textDocument/inlineValue": { provider: "inlineValueProvider", client: "textDocument.inlineValue" },
  "textDocument/inlayHint": {
    provider: "inlayHintProvider",
    client: "textDocument.inlayHint",
    messages: { "textDocument/inlayHint": "", "inlayHint/resolve": "resolveProvider" },
  },
  "textDocument/diagnostic": {
    provider: "diagnosticProvider",
    client: "textDocument.diagnostic",
    messages: { "textDocument/diagnostic": "", "workspace/diagnostic": "workspaceDiagnostics" },
  },

  "workspace/symbol": {
    provider: "workspaceSymbolProvider",
    client: "workspace.symbol",
    messages: { "workspace/symbol": "", "workspaceSymbol/resolve": "resolveProvider" },
  },
  "workspace/executeCommand": { provider: "executeCommandProvider", client: "workspace.executeCommand" },
  "workspace/textDocumentContent": {
    provider: "workspace.textDocumentContent",
    client: "workspace.textDocumentContent",
  },
  "workspace/willCreateFiles": fileOperation("willCreate"),
  "workspace/didCreateFiles": fileOperation("didCreate"),
  "workspace/willRenameFiles": fileOperation("willRename"),
  "workspace/didRenameFiles": fileOperation("didRename"),
  "workspace/willDeleteFiles": fileOperation("willDelete"),
  "workspace/didDeleteFiles": fileOperation("didDelete"),
  "workspace/didChangeWorkspaceFolders": {
    provider: "workspace.workspaceFolders.changeNotifications",
    isStatic: true,
  },
  "workspace/didChangeConfiguration": { client: "workspace.didChangeConfiguration" },
  "workspace/didChangeWatchedFiles": { client: "workspace.didChangeWatchedFiles" },
};

export function featureOf(method: string): Feature | undefined {
  return Object.hasOwn(features, method) ? features[method] : undefined;
}

function fileOperation(name: string): Feature {
  const place = `${FILE_OPERATIONS}.${name}`;
  return { provider: place, client: FILE_OPERATIONS, clientFlag: place };
}

/** What stands at a dotted path in JSON; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  const step = (inner: unknown, key: string): unknown =>
    typeof inner === "object" && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined;
  return path.split(".").reduce(step, value);
}

/** Whether what stands there says yes: an object, even an empty one, does. */
export function isEnabled(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null);
}

/** The method that has to be registered for a client to send that message; undefined for messages that LSP does not know. */
export function registrationOf(message: string): string | undefined {
  return registrationsByMessage.get(message);
}

const registrationsByMessage: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([method, { messages = { [method]: "" } }]) =>
    Object.keys(messages).map((message) => [message, method] as const),
  ),
);
