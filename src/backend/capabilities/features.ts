/**
 * The table of all features of LSP 3.18 that a server can offer, with their paths in the
 * capabilities.
 */

import { getOrInsert } from "../../text/list.js";

export interface Feature {
  /** The dotted path in ServerCapabilities. Absent for features that can only be registered. */
  readonly provider?: string;
  /**
   * The dotted path of the parent of `dynamicRegistration` in ClientCapabilities, if there is one.
   */
  readonly client?: string;
  /**
   * The dotted path of the flag in ClientCapabilities, for features that share
   * `dynamicRegistration`.
   */
  readonly clientFlag?: string;
  /**
   * The messages that a registration enables, by default the registered method itself, each with
   * the dotted path of the option that it requires; empty if it requires none.
   */
  readonly messages?: Readonly<Record<string, string>>;
  /**
   * Settled for all documents by the proxy's answer to `initialize`. Never registered, so that
   * nothing is sent twice.
   */
  readonly isStatic?: true;
}

const SYNCHRONIZATION = "textDocument.synchronization";
const FILE_OPERATIONS = "workspace.fileOperations";

/** The features by registration method. Use `featureOf` for a method that comes from a peer. */
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
    isStatic: true,
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

/** Returns the feature of a registration method, or undefined. */
export function featureOf(method: string): Feature | undefined {
  return Object.hasOwn(features, method) ? features[method] : undefined;
}

function fileOperation(name: string): Feature {
  const place = `${FILE_OPERATIONS}.${name}`;
  return { provider: place, client: FILE_OPERATIONS, clientFlag: place };
}

/** Returns the value at a dotted path in JSON, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce(
    (inner: unknown, key) =>
      typeof inner === "object" && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  );
}

/** The same few paths are read with every request. */
const pathKeys = new Map<string, readonly string[]>();

function keysOf(path: string): readonly string[] {
  return getOrInsert(pathKeys, path, () => path.split("."));
}

/** Whether a capability is enabled: by `true` or by an object, even an empty one. */
export function isEnabled(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null);
}

/**
 * Returns the registration method that enables a message; undefined for messages that are not in
 * LSP.
 */
export function registrationOf(message: string): string | undefined {
  return registrationsByMessage.get(message);
}

const registrationsByMessage: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([method, { messages = { [method]: "" } }]) =>
    Object.keys(messages).map((message) => [message, method] as const),
  ),
);
