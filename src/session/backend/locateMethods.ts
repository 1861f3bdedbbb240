/** Every `locate/<method>`: one table. What a row says is all that is particular to it; dispatch.ts does the rest for all alike. */

export interface LocateMethod {
  /** What the Locate has to give: places, or just the document they are in. */
  readonly takes: "point" | "points" | "range" | "ranges" | "document";
  /** Where in ServerCapabilities a server says that it can. */
  readonly provider: string;
  /** The `textDocument/…` method to ask, where it isn't the name of the row. */
  readonly requestMethod?: string;
  /** The method under which a server registers it later, where it isn't the one asked. */
  readonly registrationMethod?: string;
  /** Second step, asked for the first item of the answer; tokens and the other params go to it. */
  readonly followUpMethod?: string;
  /** The answer lies in other files too: wait until the server has loaded them all. */
  readonly isCrossFile?: true;
  /** The answer depends on this text alone, whatever the server has loaded so far. */
  readonly isTextOnly?: true;
  /** All the same, an empty answer from a server that has not loaded may only mean that: it is asked again. */
  readonly retriesWhenEmpty?: true;
  /** An empty answer at the right edge of a word is asked again one character to the left. */
  readonly retriesOneLeft?: true;
  /** Of a backend that can't be asked, what it has told by itself is the answer. */
  readonly acceptsPush?: true;
  /** A param without which the question makes no sense. */
  readonly requiredParam?: string;
  /** The answer is meant to change text: only certain matches will do. */
  readonly changesText?: true;
}

export const lspMethods: Readonly<Record<string, LocateMethod>> = {
  hover: { takes: "point", provider: "hoverProvider", retriesOneLeft: true },
  signatureHelp: { takes: "point", provider: "signatureHelpProvider" },
  completion: { takes: "point", provider: "completionProvider" },
  inlineCompletion: { takes: "point", provider: "inlineCompletionProvider" },
  declaration: { takes: "point", provider: "declarationProvider", retriesOneLeft: true },
  definition: { takes: "point", provider: "definitionProvider", retriesOneLeft: true },
  typeDefinition: { takes: "point", provider: "typeDefinitionProvider", retriesOneLeft: true },
  implementation: { takes: "point", provider: "implementationProvider", isCrossFile: true, retriesOneLeft: true },
  references: { takes: "point", provider: "referencesProvider", isCrossFile: true, retriesOneLeft: true },
  documentHighlight: { takes: "point", provider: "documentHighlightProvider", isTextOnly: true, retriesOneLeft: true },
  moniker: { takes: "point", provider: "monikerProvider" },
  linkedEditingRange: { takes: "point", provider: "linkedEditingRangeProvider" },
  prepareRename: {
    takes: "point",
    provider: "renameProvider.prepareProvider",
    registrationMethod: "textDocument/rename",
    retriesOneLeft: true,
  },
  rename: {
    takes: "point",
    provider: "renameProvider",
    isCrossFile: true,
    changesText: true,
    requiredParam: "newName",
  },
  prepareCallHierarchy: { takes: "point", provider: "callHierarchyProvider", retriesOneLeft: true },
  prepareTypeHierarchy: { takes: "point", provider: "typeHierarchyProvider", retriesOneLeft: true },
  onTypeFormatting: {
    takes: "point",
    provider: "documentOnTypeFormattingProvider",
    isTextOnly: true,
    changesText: true,
    requiredParam: "ch",
  },

  selectionRange: { takes: "points", provider: "selectionRangeProvider", isTextOnly: true },

  codeAction: { takes: "range", provider: "codeActionProvider" },
  rangeFormatting: { takes: "range", provider: "documentRangeFormattingProvider", isTextOnly: true, changesText: true },
  inlayHint: { takes: "range", provider: "inlayHintProvider" },
  inlineValue: { takes: "range", provider: "inlineValueProvider" },
  colorPresentation: { takes: "range", provider: "colorProvider", registrationMethod: "textDocument/documentColor" },
  "semanticTokens/range": {
    takes: "range",
    provider: "semanticTokensProvider.range",
    registrationMethod: "textDocument/semanticTokens",
    isTextOnly: true,
  },

  rangesFormatting: {
    takes: "ranges",
    provider: "documentRangeFormattingProvider.rangesSupport",
    registrationMethod: "textDocument/rangeFormatting",
    isTextOnly: true,
    changesText: true,
  },

  documentSymbol: { takes: "document", provider: "documentSymbolProvider", isTextOnly: true, retriesWhenEmpty: true },
  codeLens: { takes: "document", provider: "codeLensProvider" },
  documentLink: { takes: "document", provider: "documentLinkProvider" },
  documentColor: { takes: "document", provider: "colorProvider" },
  foldingRange: { takes: "document", provider: "foldingRangeProvider", isTextOnly: true },
  formatting: { takes: "document", provider: "documentFormattingProvider", isTextOnly: true },
  diagnostic: { takes: "document", provider: "diagnosticProvider", isCrossFile: true, acceptsPush: true },
  "semanticTokens/full": {
    takes: "document",
    provider: "semanticTokensProvider.full",
    registrationMethod: "textDocument/semanticTokens",
    isTextOnly: true,
  },
  "semanticTokens/full/delta": {
    takes: "document",
    provider: "semanticTokensProvider.full.delta",
    registrationMethod: "textDocument/semanticTokens",
    isTextOnly: true,
  },

  incomingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    requestMethod: "prepareCallHierarchy",
    followUpMethod: "callHierarchy/incomingCalls",
    isCrossFile: true,
    retriesOneLeft: true,
  },
  outgoingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    requestMethod: "prepareCallHierarchy",
    followUpMethod: "callHierarchy/outgoingCalls",
    isCrossFile: true,
    retriesOneLeft: true,
  },
  supertypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    requestMethod: "prepareTypeHierarchy",
    followUpMethod: "typeHierarchy/supertypes",
    isCrossFile: true,
    retriesOneLeft: true,
  },
  subtypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    requestMethod: "prepareTypeHierarchy",
    followUpMethod: "typeHierarchy/subtypes",
    isCrossFile: true,
    retriesOneLeft: true,
  },
};

/** Methods answered by us, without a textDocument request of the same name. */
export const ownMethods = [
  "resolve",
  "resolveRange",
  "describe",
  "outline",
  "nodes",
  "search",
  "track",
  "untrack",
  "edit",
  "status",
] as const;

/** What we announce: full method names. */
export const locateMethods: readonly string[] = [...ownMethods, ...Object.keys(lspMethods)].map(
  (name) => `locate/${name}`,
);
