/** Tests of the response to the client's `initialize`, before any server is started. */

import {
  type ClientCapabilities,
  SemanticTokenModifiers,
  SemanticTokenTypes,
  type ServerCapabilities,
} from "vscode-languageserver-protocol";
import { featureOf, features, valueAt } from "../../../src/backend/capabilities/features.js";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { announcedLegend, buildServerCapabilities } from "../../../src/routing/capabilities/initializeResult.js";
import { allowsRequest, canRegister, listCapabilities } from "../../../src/routing/capabilities/serverCapabilities.js";
import { allCapabilities, noCapabilities, requestsOf, someCapabilities } from "./clientCapabilities.js";

type Expected = readonly (readonly string[] | undefined)[];
const { servers } = shippedServers();
const methodsOf = (...names: string[]): Expected => names.map((name) => servers.get(name)?.methods);

const always: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  workspaceSymbolProvider: true,
};
const utf16 = { positionEncoding: "utf-16" };

test.each<[string, Expected]>([
  ["an empty workspace", []],
  ["a language that nothing is known of", [undefined]],
  ["languages of many servers", methodsOf("gopls", "pyright", "clangd", "vtsls", "vscode-json-language-server")],
])("A client that takes all registrations gets only document sync, folders and workspace symbols: %s", (_, expected) =>
  expect(buildServerCapabilities(allCapabilities, expected)).toEqual({ ...utf16, ...always }),
);

test.each<[string, ClientCapabilities, string | undefined]>([
  ["nothing", {}, undefined],
  ["an empty list", { general: { positionEncodings: [] } }, undefined],
  ["utf-8", { general: { positionEncodings: ["utf-8"] } }, "utf-16"],
  ["utf-16", { general: { positionEncodings: ["utf-16"] } }, "utf-16"],
  ["null", { general: null } as unknown as ClientCapabilities, undefined],
])("The response has the right encoding for a client that offers %s", (_, client, expected) =>
  expect(buildServerCapabilities(client, []).positionEncoding).toBe(expected),
);

const prepares: ClientCapabilities = { textDocument: { rename: { prepareSupport: true } } };
const literals: ClientCapabilities = {
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [""] } } } },
};
const saves: ClientCapabilities = { textDocument: { synchronization: { willSave: true, willSaveWaitUntil: true } } };
const rename = "textDocument/rename";
const preparing = [rename, "textDocument/prepareRename"];
const action = ["textDocument/codeAction", "codeAction/resolve"];
const range = "textDocument/rangeFormatting";

test.each<[string, ClientCapabilities, Expected, string, unknown]>([
  ["what one server can", noCapabilities, [["textDocument/hover"], []], "hoverProvider", true],
  ["what none can", noCapabilities, [["textDocument/hover"], []], "definitionProvider", undefined],
  ["what nearly all can", noCapabilities, [[], undefined], "definitionProvider", true],
  ["what nearly all can, in an empty workspace", noCapabilities, [], "definitionProvider", true],
  ["only some can", noCapabilities, [undefined], "inlayHintProvider", undefined],
  [
    "an option",
    noCapabilities,
    [["textDocument/inlayHint", "inlayHint/resolve"]],
    "inlayHintProvider",
    { resolveProvider: true },
  ],
  ["no option", noCapabilities, [["textDocument/inlayHint"]], "inlayHintProvider", true],
  ["an option without its feature", noCapabilities, [["codeLens/resolve"]], "codeLensProvider", undefined],
  ["where LSP wants an object", noCapabilities, [["textDocument/codeLens"]], "codeLensProvider", {}],
  [
    "an option there",
    noCapabilities,
    [["textDocument/codeLens", "codeLens/resolve"]],
    "codeLensProvider",
    { resolveProvider: true },
  ],
  ["signatures", noCapabilities, [undefined], "signatureHelpProvider", { triggerCharacters: ["(", ","] }],
  [
    "typing",
    noCapabilities,
    [["textDocument/onTypeFormatting"]],
    "documentOnTypeFormattingProvider",
    { firstTriggerCharacter: "}", moreTriggerCharacter: [";", "\n"] },
  ],
  ["commands", noCapabilities, [undefined], "executeCommandProvider", { commands: [] }],
  [
    "diagnostics",
    noCapabilities,
    methodsOf("vscode-json-language-server"),
    "diagnosticProvider",
    { identifier: "lsp-locate", interFileDependencies: true, workspaceDiagnostics: false },
  ],
  [
    "diagnostics of the workspace",
    noCapabilities,
    [["textDocument/diagnostic", "workspace/diagnostic"]],
    "diagnosticProvider",
    { identifier: "lsp-locate", interFileDependencies: true, workspaceDiagnostics: true },
  ],
  // Announced if the client has declared it.
  ["preparing", prepares, [preparing], "renameProvider", { prepareProvider: true }],
  ["preparing, undeclared", noCapabilities, [preparing], "renameProvider", true],
  ["actions", literals, [action], "codeActionProvider", { resolveProvider: true }],
  ["actions, undeclared", noCapabilities, [action], "codeActionProvider", true],
  // A null result of these would replace the plain request.
  ["preparing that one can't", prepares, [preparing, [rename]], "renameProvider", true],
  ["preparing where one can't rename", prepares, [preparing, []], "renameProvider", { prepareProvider: true }],
  ["preparing that one may not", prepares, [preparing, undefined], "renameProvider", true],
  [
    "ranges that one can't",
    noCapabilities,
    [[range, "textDocument/rangesFormatting"], [range]],
    "documentRangeFormattingProvider",
    true,
  ],
  // Options that only a server knows.
  ["tokens", noCapabilities, methodsOf("gopls", "clangd", "vtsls"), "semanticTokensProvider", undefined],
  ["notebooks", noCapabilities, [["notebookDocument/sync"]], "notebookDocumentSync", undefined],
  ["contents", noCapabilities, [["workspace/textDocumentContent"]], "workspace.textDocumentContent", undefined],
  // Save notifications that no server needs are not announced, as they make saving slow.
  ["saving", saves, [undefined], "textDocumentSync.willSaveWaitUntil", undefined],
  ["saving, asked for", saves, [["textDocument/willSaveWaitUntil"]], "textDocumentSync.willSaveWaitUntil", true],
  [
    "saving, undeclared",
    noCapabilities,
    [["textDocument/willSaveWaitUntil"]],
    "textDocumentSync.willSaveWaitUntil",
    undefined,
  ],
  [
    "files",
    { workspace: { fileOperations: { willRename: true } } },
    [["workspace/willRenameFiles", "workspace/didRenameFiles"]],
    "workspace.fileOperations",
    { willRename: { filters: [{ pattern: { glob: "**" } }] } },
  ],
])("The response announces %s", (_, client, expected, provider, value) =>
  expect(valueAt(buildServerCapabilities(client, expected), provider)).toEqual(value),
);

test("A client that takes some registrations gets the other capabilities at once", () => {
  const answer = buildServerCapabilities(someCapabilities, methodsOf("gopls", "pyright"));
  expect(Object.keys(answer).sort()).toEqual([
    "callHierarchyProvider",
    "codeLensProvider",
    "completionProvider",
    "declarationProvider",
    "documentHighlightProvider",
    "documentLinkProvider",
    "documentSymbolProvider",
    "executeCommandProvider",
    "foldingRangeProvider",
    "implementationProvider",
    "inlayHintProvider",
    "positionEncoding",
    "referencesProvider",
    "selectionRangeProvider",
    "signatureHelpProvider",
    "textDocumentSync",
    "typeDefinitionProvider",
    "typeHierarchyProvider",
    "workspace",
    "workspaceSymbolProvider",
  ]);
});

const withMethods = [...servers.values()].filter(({ methods }) => methods !== undefined);

test.each(withMethods.map(({ name, methods }) => [name, methods ?? []] as const))(
  "A client without registrations gets all capabilities of %s but semantic tokens and undeclared ones",
  (_, methods) => {
    const declared = { textDocument: { ...prepares.textDocument, ...literals.textDocument } };
    const announced = listCapabilities(buildServerCapabilities(declared, [methods]));
    const missing = methods.filter((method) => !allowsRequest(announced, method) && !/semanticTokens/.test(method));
    expect(missing).toEqual([]);
  },
);

test("No capability is both announced and registered later", () => {
  const everything = Object.keys(features).flatMap(requestsOf);
  for (const client of [allCapabilities, someCapabilities, noCapabilities]) {
    const twice = listCapabilities(buildServerCapabilities(client, [everything])).filter(
      ({ method }) => canRegister(client, method) && !featureOf(method)?.isStatic,
    );
    expect(twice).toEqual([]);
  }
});

test("The announced legend has all token types and modifiers of LSP, in its order", () => {
  expect(announcedLegend).toEqual({
    tokenTypes: Object.values(SemanticTokenTypes),
    tokenModifiers: Object.values(SemanticTokenModifiers),
  });
});
