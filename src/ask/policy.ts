/**
 * Every `locate/<method>`, in one table. A row holds all that is particular to a method; the code
 * in methods/ is the same for all rows.
 */

export interface LocateMethod {
  /** What the Locate has to resolve to: places, or the document alone. */
  readonly takes: "point" | "points" | "range" | "ranges" | "document";
  /** Where in ServerCapabilities a server declares it, keys joined by dots. */
  readonly provider: string;
  /** The `textDocument/…` method to send, where it isn't the name of the row. */
  readonly requestMethod?: string;
  /** The method under which a server registers it dynamically, where it isn't `requestMethod`. */
  readonly registrationMethod?: string;
  /**
   * The second request of a two-step method, about the first item of the first result. Tokens and
   * the other params go with it.
   */
  readonly followUpMethod?: string;
  /** The result depends on other files: wait until the server has loaded all of them. */
  readonly isCrossFile?: true;
  /** The result depends on the text of this document alone, whatever the server has loaded. */
  readonly isTextOnly?: true;
  /**
   * In spite of `isTextOnly`, an empty result of a server that has not loaded is not trusted: the
   * request is repeated.
   */
  readonly retriesWhenEmpty?: true;
  /** An empty result at the right edge of a word is requested again one character to the left. */
  readonly retriesOneLeft?: true;
  /** Of a backend without the method, the notifications that it pushes are the result. */
  readonly acceptsPush?: true;
  /** A param without which the request makes no sense; a string. */
  readonly requiredParam?: string;
  /** The result is meant to change text: loose matches are refused. */
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

/** The methods that we answer ourselves, without a textDocument request of the same name. */
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

/** The full method names that we announce. */
export const locateMethods: readonly string[] = [...ownMethods, ...Object.keys(lspMethods)].map(
  (name) => `locate/${name}`,
);
