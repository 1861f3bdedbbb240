/** The capabilities of this program's own clients: richer answers, nothing that needs an editor. */

import type { ClientCapabilities, MarkupKind } from "vscode-languageserver-protocol";

const markupKinds: MarkupKind[] = ["markdown", "plaintext"];
const linkSupport = { linkSupport: true };

export const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  experimental: { notebookScripts: true },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "abort",
    },
    didChangeConfiguration: {},
    textDocumentContent: {},
    fileOperations: { willRename: true, didRename: true },
  },
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: markupKinds },
    completion: {
      completionItem: {
        snippetSupport: false,
        documentationFormat: markupKinds,
        labelDetailsSupport: true,
        preselectSupport: true,
      },
      contextSupport: true,
    },
    signatureHelp: {
      signatureInformation: {
        documentationFormat: markupKinds,
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
      contextSupport: true,
    },
    declaration: linkSupport,
    definition: linkSupport,
    typeDefinition: linkSupport,
    implementation: linkSupport,
    references: {},
    documentHighlight: {},
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: {
          valueSet: ["", "quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source"],
        },
      },
      isPreferredSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    rename: { prepareSupport: true },
    callHierarchy: {},
    typeHierarchy: {},
    selectionRange: {},
    foldingRange: {},
    formatting: {},
    rangeFormatting: { rangesSupport: true },
    onTypeFormatting: {},
    inlayHint: {},
    inlineValue: {},
    inlineCompletion: {},
    linkedEditingRange: {},
    moniker: {},
    colorProvider: {},
    documentLink: {},
    codeLens: {},
    diagnostic: {},
    publishDiagnostics: {
      versionSupport: true,
      codeDescriptionSupport: true,
      dataSupport: true,
      relatedInformation: true,
    },
    synchronization: {},
  },
};
