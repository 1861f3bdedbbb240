/** Every `locate/<method>`: one table. What a row says is all that is particular to it; dispatch.ts does the rest for all alike. */

export interface LocateMethod {
  /** What the Locate has to give: places, or just the document they are in. */
  readonly takes: "point" | "points" | "range" | "ranges" | "document";
  /** Where in ServerCapabilities a server says that it can. */
  readonly provider: string;
  /** The `textDocument/…` method to ask, where it isn't the name of the row. */
  readonly asks?: string;
  /** The method under which a server registers it later, where it isn't the one asked. */
  readonly registeredAs?: string;
  /** Second step, asked for the first item of the answer; tokens and the other params go to it. */
  readonly thenAsks?: string;
  /** The answer lies in other files too: wait until the server has loaded them all. */
  readonly acrossFiles?: true;
  /** The answer depends on this text alone, whatever the server has loaded so far. */
  readonly atOnce?: true;
  /** All the same, an empty answer from a server that has not loaded may only mean that: it is asked again. */
  readonly notEmptyAtOnce?: true;
  /** An empty answer at the right edge of a word is asked again one character to the left. */
  readonly leansLeft?: true;
  /** Of a backend that can't be asked, what it has told by itself is the answer. */
  readonly elseTold?: true;
  /** A param without which the question makes no sense. */
  readonly needs?: string;
  /** The answer is meant to change text: only certain matches will do. */
  readonly changesText?: true;
}

export const methods: Readonly<Record<string, LocateMethod>> = {
  hover: { takes: "point", provider: "hoverProvider", leansLeft: true },
  signatureHelp: { takes: "point", provider: "signatureHelpProvider" },
  completion: { takes: "point", provider: "completionProvider" },
  inlineCompletion: { takes: "point", provider: "inlineCompletionProvider" },
  declaration: { takes: "point", provider: "declarationProvider", leansLeft: true },
  definition: { takes: "point", provider: "definitionProvider", leansLeft: true },
  typeDefinition: { takes: "point", provider: "typeDefinitionProvider", leansLeft: true },
  implementation: { takes: "point", provider: "implementationProvider", acrossFiles: true, leansLeft: true },
  references: { takes: "point", provider: "referencesProvider", acrossFiles: true, leansLeft: true },
  documentHighlight: { takes: "point", provider: "documentHighlightProvider", atOnce: true, leansLeft: true },
  moniker: { takes: "point", provider: "monikerProvider" },
  linkedEditingRange: { takes: "point", provider: "linkedEditingRangeProvider" },
  prepareRename: {
    takes: "point",
    provider: "renameProvider.prepareProvider",
    registeredAs: "textDocument/rename",
    leansLeft: true,
  },
  rename: { takes: "point", provider: "renameProvider", acrossFiles: true, changesText: true, needs: "newName" },
  prepareCallHierarchy: { takes: "point", provider: "callHierarchyProvider", leansLeft: true },
  prepareTypeHierarchy: { takes: "point", provider: "typeHierarchyProvider", leansLeft: true },
  onTypeFormatting: {
    takes: "point",
    provider: "documentOnTypeFormattingProvider",
    atOnce: true,
    changesText: true,
    needs: "ch",
  },

  selectionRange: { takes: "points", provider: "selectionRangeProvider", atOnce: true },

  codeAction: { takes: "range", provider: "codeActionProvider" },
  rangeFormatting: { takes: "range", provider: "documentRangeFormattingProvider", atOnce: true, changesText: true },
  inlayHint: { takes: "range", provider: "inlayHintProvider" },
  inlineValue: { takes: "range", provider: "inlineValueProvider" },
  colorPresentation: { takes: "range", provider: "colorProvider", registeredAs: "textDocument/documentColor" },
  "semanticTokens/range": {
    takes: "range",
    provider: "semanticTokensProvider.range",
    registeredAs: "textDocument/semanticTokens",
    atOnce: true,
  },

  rangesFormatting: {
    takes: "ranges",
    provider: "documentRangeFormattingProvider.rangesSupport",
    registeredAs: "textDocument/rangeFormatting",
    atOnce: true,
    changesText: true,
  },

  documentSymbol: { takes: "document", provider: "documentSymbolProvider", atOnce: true, notEmptyAtOnce: true },
  codeLens: { takes: "document", provider: "codeLensProvider" },
  documentLink: { takes: "document", provider: "documentLinkProvider" },
  documentColor: { takes: "document", provider: "colorProvider" },
  foldingRange: { takes: "document", provider: "foldingRangeProvider", atOnce: true },
  formatting: { takes: "document", provider: "documentFormattingProvider", atOnce: true },
  diagnostic: { takes: "document", provider: "diagnosticProvider", acrossFiles: true, elseTold: true },
  "semanticTokens/full": {
    takes: "document",
    provider: "semanticTokensProvider.full",
    registeredAs: "textDocument/semanticTokens",
    atOnce: true,
  },
  "semanticTokens/full/delta": {
    takes: "document",
    provider: "semanticTokensProvider.full.delta",
    registeredAs: "textDocument/semanticTokens",
    atOnce: true,
  },

  incomingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    asks: "prepareCallHierarchy",
    thenAsks: "callHierarchy/incomingCalls",
    acrossFiles: true,
    leansLeft: true,
  },
  outgoingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    asks: "prepareCallHierarchy",
    thenAsks: "callHierarchy/outgoingCalls",
    acrossFiles: true,
    leansLeft: true,
  },
  supertypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    asks: "prepareTypeHierarchy",
    thenAsks: "typeHierarchy/supertypes",
    acrossFiles: true,
    leansLeft: true,
  },
  subtypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    asks: "prepareTypeHierarchy",
    thenAsks: "typeHierarchy/subtypes",
    acrossFiles: true,
    leansLeft: true,
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
export const locateMethods: readonly string[] = [...ownMethods, ...Object.keys(methods)].map(
  (name) => `locate/${name}`,
);
