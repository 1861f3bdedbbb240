/**
 * The response to the client's `initialize`, before any server is started: what holds for all, and
 * what cannot be registered later.
 */

import type { ClientCapabilities, SemanticTokensLegend, ServerCapabilities } from "vscode-languageserver-protocol";
import { type Feature, features, isEnabled, valueAt } from "../../backend/capabilities/features.js";
import { canRegister } from "./serverCapabilities.js";
import { completionTriggers, onTypeTriggers, signatureTriggers } from "./triggerCharacters.js";

type Json = Record<string, unknown>;

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;

const SYMBOL_METHOD = "workspace/symbol";

/**
 * Builds the capabilities of the response. `expected` has the `methods` that servers.json lists for
 * the server of each language in the workspace, or `undefined` if it lists none. Capabilities that
 * the client lets us register are left out.
 */
export function buildServerCapabilities(
  client: ClientCapabilities,
  expected: readonly (readonly string[] | undefined)[],
): ServerCapabilities {
  // An empty workspace may get files of any language.
  const languages = (expected.length === 0 ? [undefined] : expected).map(
    (methods) => new Set(methods ?? commonMethods),
  );
  const offersEncodings = (client.general?.positionEncodings?.length ?? 0) > 0;
  const answer: Json = {
    ...(offersEncodings ? { positionEncoding: "utf-16" } : {}),
    textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    // The proxy answers queries that are Locates, whatever the servers can do.
    workspaceSymbolProvider: optionsOfFeature(SYMBOL_METHOD, features[SYMBOL_METHOD] as Feature, languages, client),
  };
  for (const [method, feature] of Object.entries(features)) {
    if (feature.provider === undefined || feature.isStatic || serverSpecificMethods.has(method)) continue;
    if (canRegister(client, method) || !declares(client, feature.clientFlag)) continue;
    const able = languages.filter((methods) => methods.has(method));
    if (able.length > 0) setAtPath(answer, feature.provider, optionsOfFeature(method, feature, able, client));
  }
  const withTokens = languages.filter((methods) => methods.has("textDocument/semanticTokens/full"));
  if (withTokens.length > 0 && hasAnnouncedLegend(client)) {
    const range = withTokens.every((methods) => methods.has("textDocument/semanticTokens/range"));
    setAtPath(answer, "semanticTokensProvider", { legend: announcedLegend, full: true, ...(range ? { range } : {}) });
  }
  return answer as ServerCapabilities;
}

/**
 * Methods of nearly every language server: announced for a language whose server has no list in
 * servers.json.
 */
const commonMethods: readonly string[] = [
  "textDocument/hover",
  "textDocument/completion",
  "completionItem/resolve",
  "textDocument/signatureHelp",
  "textDocument/definition",
  "textDocument/typeDefinition",
  "textDocument/implementation",
  "textDocument/references",
  "textDocument/documentHighlight",
  "textDocument/documentSymbol",
  "textDocument/codeAction",
  "codeAction/resolve",
  "textDocument/formatting",
  "textDocument/rangeFormatting",
  "textDocument/rename",
  "textDocument/foldingRange",
  "textDocument/selectionRange",
  "workspace/symbol",
  "workspace/executeCommand",
];

/** Capabilities whose options only the server knows: a legend, a notebook type, a URI scheme. */
const serverSpecificMethods: ReadonlySet<string> = new Set([
  "textDocument/semanticTokens",
  "notebookDocument/sync",
  "workspace/textDocumentContent",
]);

/** Options that LSP requires for a feature. Those that are empty here may not be `true` instead. */
const fixedOptions: Readonly<Record<string, object>> = {
  "textDocument/completion": { triggerCharacters: completionTriggers },
  "textDocument/signatureHelp": { triggerCharacters: signatureTriggers },
  "textDocument/onTypeFormatting": onTypeTriggers,
  "textDocument/codeLens": {},
  "textDocument/documentLink": {},
  // With an identifier, clients keep what is pulled apart from what is published.
  "textDocument/diagnostic": { identifier: "lsp-locate", interFileDependencies: true, workspaceDiagnostics: false },
  // Commands are known once the servers have started. A client that sends one all the same gets a
  // response.
  "workspace/executeCommand": { commands: [] },
  ...Object.fromEntries(
    ["willCreate", "didCreate", "willRename", "didRename", "willDelete", "didDelete"].map((operation) => [
      `workspace/${operation}Files`,
      { filters: [{ pattern: { glob: "**" } }] },
    ]),
  ),
};

/**
 * Messages that are announced only if every server with the feature takes them. A client sends them
 * in place of the plain request, and an empty response means something else there: null for
 * `prepareRename` says that nothing can be renamed.
 */
const requiredOfAll: ReadonlySet<string> = new Set(["textDocument/prepareRename", "textDocument/rangesFormatting"]);

/** The client capability that the option for a message requires. */
const requiredClientCapability: Readonly<Record<string, string>> = {
  "textDocument/prepareRename": "textDocument.rename.prepareSupport",
  "codeAction/resolve": "textDocument.codeAction.codeActionLiteralSupport",
};

/**
 * Returns the options of a feature, or `true` without any. `able` has the methods of each server
 * with the feature.
 */
function optionsOfFeature(
  method: string,
  feature: Feature,
  able: readonly ReadonlySet<string>[],
  client: ClientCapabilities,
): object | true {
  const options = Object.entries(feature.messages ?? {}).filter(([message, option]) => {
    if (option === "" || !declares(client, requiredClientCapability[message])) return false;
    const hasMessage = (methods: ReadonlySet<string>) => methods.has(message);
    return requiredOfAll.has(message) ? able.every(hasMessage) : able.some(hasMessage);
  });
  const fixed = fixedOptions[method];
  if (fixed === undefined && options.length === 0) return true;
  return { ...fixed, ...Object.fromEntries(options.map(([, option]) => [option, true])) };
}

/**
 * Whether the client declares the capability at a path, as a flag or an object; true without a
 * path.
 */
function declares(client: ClientCapabilities, path: string | undefined): boolean {
  return path === undefined || isEnabled(valueAt(client, path));
}

/** Sets the value at a dotted path, and creates missing objects on the way. */
function setAtPath(target: Json, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let inner = target;
  for (const key of keys) inner = (inner[key] ??= {}) as Json;
  inner[last] = value;
}

/**
 * The legend of semantic tokens that is announced where none can be registered: LSP's names. They
 * are written out, as the package that lists them would be loaded at each start.
 */
export const announcedLegend: SemanticTokensLegend = {
  tokenTypes: [
    ...["namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable"],
    ...["property", "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string"],
    ...["number", "regexp", "operator", "decorator", "label"],
  ],
  tokenModifiers: [
    ...["declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification"],
    ...["documentation", "defaultLibrary"],
  ],
};

/** Whether this client gets that legend: it takes tokens, and no registration for them. */
export function hasAnnouncedLegend(client: ClientCapabilities): boolean {
  return client.textDocument?.semanticTokens !== undefined && !canRegister(client, "textDocument/semanticTokens");
}
