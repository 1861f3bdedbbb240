/**
 * Recorded capabilities of real servers: their responses to the `initialize` of a client that
 * declares everything, and their later registrations. Long lists are cut to their first items.
 * Properties that are not in LSP are kept.
 */

import type { Registration } from "vscode-languageserver-protocol";

const workspaceFolders = { supported: true, changeNotifications: true };
const workDoneProgress = true;

/** By the server's name in servers.json. */
export const recordedCapabilities = {
  /** 5.3.0 */
  "typescript-language-server": {
    textDocumentSync: 2,
    completionProvider: { triggerCharacters: [".", '"', "'", "/", "@", "<"], resolveProvider: true },
    codeActionProvider: { codeActionKinds: ["source.fixAll.ts", "quickfix", "refactor"], resolveProvider: true },
    codeLensProvider: { resolveProvider: true },
    definitionProvider: true,
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentHighlightProvider: true,
    documentSymbolProvider: true,
    executeCommandProvider: { commands: ["_typescript.applyRefactoring", "_typescript.organizeImports"] },
    hoverProvider: true,
    inlayHintProvider: true,
    linkedEditingRangeProvider: true,
    renameProvider: { prepareProvider: true },
    referencesProvider: true,
    selectionRangeProvider: true,
    signatureHelpProvider: { triggerCharacters: ["(", ",", "<"], retriggerCharacters: [")"] },
    workspaceSymbolProvider: true,
    implementationProvider: true,
    typeDefinitionProvider: true,
    foldingRangeProvider: true,
    semanticTokensProvider: {
      documentSelector: null,
      legend: { tokenTypes: ["class", "enum"], tokenModifiers: ["declaration"] },
      full: true,
      range: true,
    },
    workspace: {
      fileOperations: {
        willRename: {
          filters: [
            { scheme: "file", pattern: { glob: "**/*.{ts,js}", matches: "file" } },
            { scheme: "file", pattern: { glob: "**", matches: "folder" } },
          ],
        },
      },
    },
    callHierarchyProvider: true,
  },
  /** 0.3.0 */
  vtsls: {
    textDocumentSync: { openClose: true, change: 2, willSave: false, willSaveWaitUntil: false, save: false },
    completionProvider: {
      triggerCharacters: [".", '"', "'", "`", "/", "@", "<", "#", " ", "*"],
      resolveProvider: true,
      completionItem: { labelDetailsSupport: true },
    },
    declarationProvider: false,
    documentSymbolProvider: { label: "typescript" },
    colorProvider: false,
    workspaceSymbolProvider: { resolveProvider: false },
    documentOnTypeFormattingProvider: { firstTriggerCharacter: ";", moreTriggerCharacter: ["}", "\n"] },
    typeHierarchyProvider: false,
    workspace: {
      workspaceFolders,
      fileOperations: {
        didRename: { filters: [{ scheme: "file", pattern: { glob: "**/*.{ts,js}", matches: "file" } }] },
      },
    },
  },
  /** 1.1.414 */
  pyright: {
    textDocumentSync: 2,
    definitionProvider: { workDoneProgress },
    declarationProvider: { workDoneProgress },
    typeDefinitionProvider: { workDoneProgress },
    referencesProvider: { workDoneProgress },
    documentSymbolProvider: { workDoneProgress },
    workspaceSymbolProvider: { workDoneProgress },
    hoverProvider: { workDoneProgress },
    documentHighlightProvider: { workDoneProgress },
    renameProvider: { prepareProvider: true, workDoneProgress },
    completionProvider: { triggerCharacters: [".", "[", '"', "'"], resolveProvider: true, workDoneProgress },
    signatureHelpProvider: { triggerCharacters: ["(", ",", ")"], workDoneProgress },
    codeActionProvider: { codeActionKinds: ["quickfix", "source.organizeImports"], workDoneProgress },
    executeCommandProvider: { commands: [], workDoneProgress },
    callHierarchyProvider: true,
    workspace: { workspaceFolders },
  },
  /** 0.21.1 */
  gopls: {
    textDocumentSync: { openClose: true, change: 2, save: {} },
    completionProvider: { triggerCharacters: ["."] },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] },
    definitionProvider: true,
    typeDefinitionProvider: true,
    implementationProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentSymbolProvider: true,
    codeActionProvider: { codeActionKinds: ["gopls.doc.features", "quickfix"], resolveProvider: true },
    codeLensProvider: {},
    documentLinkProvider: {},
    workspaceSymbolProvider: true,
    documentFormattingProvider: true,
    renameProvider: { prepareProvider: true },
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    executeCommandProvider: { commands: ["gopls.add_import", "gopls.tidy"] },
    callHierarchyProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: ["namespace", "type"], tokenModifiers: ["definition"] },
      range: true,
      full: true,
    },
    typeHierarchyProvider: true,
    inlayHintProvider: {},
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: "workspace/didChangeWorkspaceFolders" },
      fileOperations: { didCreate: { filters: [{ scheme: "file", pattern: { glob: "**/*.go" } }] } },
    },
  },
  /** 14.0.6 */
  clangd: {
    astProvider: true,
    callHierarchyProvider: true,
    codeActionProvider: { codeActionKinds: ["quickfix", "refactor", "info"] },
    completionProvider: { resolveProvider: false, triggerCharacters: [".", "<", ">", ":", '"', "/", "*"] },
    declarationProvider: true,
    documentLinkProvider: { resolveProvider: false },
    documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n", moreTriggerCharacter: [] },
    executeCommandProvider: { commands: ["clangd.applyFix", "clangd.applyTweak"] },
    renameProvider: { prepareProvider: true },
    semanticTokensProvider: {
      full: { delta: true },
      legend: { tokenModifiers: ["declaration"], tokenTypes: ["variable", "parameter"] },
      range: false,
    },
    signatureHelpProvider: { triggerCharacters: ["(", ")", "{", "}", "<", ">", ","] },
    textDocumentSync: { change: 2, openClose: true, save: true },
    typeHierarchyProvider: true,
    workspaceSymbolProvider: true,
  },
  /** 1.7.1 */
  pylsp: {
    codeActionProvider: true,
    codeLensProvider: { resolveProvider: false },
    completionProvider: { resolveProvider: true, triggerCharacters: ["."] },
    executeCommandProvider: { commands: [] },
    hoverProvider: true,
    renameProvider: true,
    signatureHelpProvider: { triggerCharacters: ["(", ",", "="] },
    textDocumentSync: { change: 2, save: { includeText: true }, openClose: true },
    workspace: { workspaceFolders },
    experimental: {},
  },
  /** 5.8.1 */
  "bash-language-server": {
    textDocumentSync: 1,
    completionProvider: { resolveProvider: true, triggerCharacters: ["$", "{", "-"] },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: ["quickfix"], resolveProvider: false, workDoneProgress: false },
    renameProvider: { prepareProvider: true },
    documentFormattingProvider: true,
  },
  /** 4.10.0 */
  "vscode-json-language-server": {
    textDocumentSync: 2,
    hoverProvider: true,
    documentRangeFormattingProvider: true,
    colorProvider: {},
    documentLinkProvider: {},
    diagnosticProvider: { documentSelector: null, interFileDependencies: false, workspaceDiagnostics: false },
    codeActionProvider: true,
  },
} satisfies Readonly<Record<string, object>>;

/** Registrations after `initialized`, with shortened ids. */
export const recordedRegistrations = {
  pyright: [
    {
      id: "c6d9",
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/pyrightconfig.json", kind: 7 }] },
    },
    {
      id: "76bb",
      method: "textDocument/diagnostic",
      registerOptions: {
        interFileDependencies: true,
        workspaceDiagnostics: false,
        documentSelector: null,
        identifier: "Pyright",
      },
    },
  ],
  gopls: [
    {
      id: "workspace/didChangeWatchedFiles-0",
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/*.{go,mod,sum,work}", kind: 7 }] },
    },
    { id: "workspace/didChangeConfiguration", method: "workspace/didChangeConfiguration" },
  ],
  "vscode-html-language-server": [{ id: "bb40", method: "workspace/didChangeWorkspaceFolders", registerOptions: {} }],
} satisfies Readonly<Record<string, readonly Registration[]>>;
