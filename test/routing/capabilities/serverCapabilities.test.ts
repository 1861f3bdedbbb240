/**
 * Tests of the capabilities of real servers, and of the feature table against the protocol package.
 */

import type { ClientCapabilities, ServerCapabilities } from "vscode-languageserver-protocol";
import * as protocol from "vscode-languageserver-protocol";
import { features } from "../../../src/backend/capabilities/features.js";
import { serverMethods } from "../../../src/backend/doctor/probe.js";
import { allowsRequest, canRegister, listCapabilities } from "../../../src/routing/capabilities/serverCapabilities.js";
import { completionTriggers, isTrigger } from "../../../src/routing/capabilities/triggerCharacters.js";
import { allCapabilities, noCapabilities, requestsOf, someCapabilities } from "./clientCapabilities.js";
import { recordedCapabilities } from "./recordedCapabilities.js";

/** A message in the protocol package: its method, and where both sides declare it. */
interface Described {
  readonly method: string;
  readonly messageDirection?: string;
  readonly registrationMethod?: string;
  readonly capabilities?: { readonly client?: string; readonly server?: string };
}

const described = (Object.values(protocol) as readonly unknown[]).filter(
  (value): value is Described =>
    typeof value === "object" && value !== null && "messageDirection" in value && "method" in value,
);

/** A message of the table: the method it is registered under, and where both sides declare it. */
const messages = new Map(
  Object.entries(features).flatMap(([method, { provider, client, clientFlag, messages }]) =>
    Object.entries(messages ?? { [method]: "" }).map(([message, option]) => [
      message,
      { method, server: option === "" ? provider : `${provider}.${option}`, client: clientFlag ?? client },
    ]),
  ),
);

const fromClient = described.filter(({ capabilities }) => capabilities?.server !== undefined);
const theirs = fromClient.filter(({ messageDirection }) => messageDirection === "clientToServer");

test("The protocol package still describes its messages", () => expect(theirs.length).toBeGreaterThan(55));

test.each(theirs.map((message) => [message.method, message] as const))(
  "The capability of %s has the path that LSP gives it",
  (method, message) => {
    const found = messages.get(method);
    // LSP names a whole object where the table names the one flag of it that says yes, and leaves
    // out that SemanticTokensOptions.full may be off.
    const server = { "textDocument/didChange": ".change", "textDocument/semanticTokens/full": ".full" }[method] ?? "";
    expect(found?.server).toBe(`${message.capabilities?.server}${server}`);
    expect(found?.method).toBe(message.registrationMethod ?? found?.method);
    // A dependent message is declared below its main one, and workspace/diagnostic has no
    // registration of its own.
    if (found?.client && method !== "workspace/diagnostic") expect(message.capabilities?.client).toMatch(found.client);
  },
);

test("The feature table has only messages of LSP, each once", () => {
  const known = new Set(described.map(({ method }) => method));
  expect([...messages.keys()].filter((method) => !known.has(method))).toEqual([]);
  expect(Object.keys(features).flatMap(requestsOf)).toHaveLength(messages.size);
});

test("All methods that servers.json may list are in the feature table", () => {
  const all = new Set([...messages.keys(), ...Object.keys(features)]);
  expect([...serverMethods].filter((method) => !all.has(method))).toEqual([]);
});

type Name = keyof typeof recordedCapabilities;
const abilities = (name: Name) => listCapabilities(recordedCapabilities[name] as ServerCapabilities);
const options = (name: Name, method: string) => abilities(name).find((ability) => ability.method === method)?.options;
const legend = { tokenTypes: ["class", "enum"], tokenModifiers: ["declaration"] };

test.each<[Name, string, object | undefined]>([
  // A number means everything but the text on save.
  ["pyright", "textDocument/didOpen", {}],
  ["pyright", "textDocument/didChange", { syncKind: 2 }],
  ["bash-language-server", "textDocument/didChange", { syncKind: 1 }],
  ["pyright", "textDocument/didSave", {}],
  ["pyright", "textDocument/willSave", undefined],
  ["gopls", "textDocument/didSave", {}],
  ["clangd", "textDocument/didSave", {}],
  ["vtsls", "textDocument/didSave", undefined],
  ["vtsls", "textDocument/willSaveWaitUntil", undefined],
  ["pylsp", "textDocument/didSave", { includeText: true }],
  // Providers are on as true, {} and an object with options.
  ["gopls", "textDocument/hover", {}],
  ["gopls", "textDocument/codeLens", {}],
  ["vscode-json-language-server", "textDocument/documentColor", {}],
  ["pyright", "textDocument/hover", { workDoneProgress: true }],
  ["pyright", "workspace/executeCommand", { commands: [], workDoneProgress: true }],
  ["vtsls", "textDocument/documentSymbol", { label: "typescript" }],
  // Providers are off as false and when missing.
  ["vtsls", "textDocument/documentColor", undefined],
  ["gopls", "textDocument/declaration", undefined],
  // The server's own selector stays, even if it is null.
  [
    "typescript-language-server",
    "textDocument/semanticTokens",
    { documentSelector: null, legend, full: true, range: true },
  ],
  // The workspace.
  ["gopls", "workspace/didChangeWorkspaceFolders", {}],
  ["pyright", "workspace/didChangeWorkspaceFolders", {}],
  ["clangd", "workspace/didChangeWorkspaceFolders", undefined],
  ["gopls", "workspace/didCreateFiles", { filters: [{ scheme: "file", pattern: { glob: "**/*.go" } }] }],
  ["gopls", "workspace/willRenameFiles", undefined],
])("The options of %s for %s are read from its response to initialize", (name, method, expected) =>
  expect(options(name, method)).toEqual(expected),
);

test("Static registration options lose only their id", () => {
  const documentSelector = [{ language: "go" }];
  const capabilities = { typeDefinitionProvider: { id: "7", documentSelector, workDoneProgress: true } };
  expect(listCapabilities(capabilities)).toEqual([
    { method: "textDocument/typeDefinition", options: { documentSelector, workDoneProgress: true } },
  ]);
});

test.each<[string, ServerCapabilities | object, readonly string[]]>([
  ["nothing", {}, []],
  ["nothing but null", { textDocumentSync: null, hoverProvider: null, workspace: null }, []],
  ["no sync", { textDocumentSync: 0 }, []],
  ["opening without changes", { textDocumentSync: { openClose: true, change: 0 } }, ["didOpen", "didClose"]],
  ["what LSP does not know", { astProvider: true, experimental: { hoverProvider: true } }, []],
  ["true where LSP wants an object", { completionProvider: true }, ["completion"]],
])("Capabilities are listed for %s", (_, capabilities, expected) =>
  expect(listCapabilities(capabilities as ServerCapabilities).map(({ method }) => method.split("/")[1])).toEqual(
    expected,
  ),
);

test.each<[Name, string, boolean]>([
  ["gopls", "textDocument/prepareRename", true],
  ["pylsp", "textDocument/rename", true],
  ["pylsp", "textDocument/prepareRename", false],
  ["pyright", "completionItem/resolve", true],
  ["gopls", "completionItem/resolve", false],
  ["clangd", "completionItem/resolve", false],
  ["clangd", "textDocument/semanticTokens/full", true],
  ["clangd", "textDocument/semanticTokens/full/delta", true],
  ["clangd", "textDocument/semanticTokens/range", false],
  ["gopls", "textDocument/semanticTokens/full/delta", false],
  ["gopls", "textDocument/semanticTokens/range", true],
  ["gopls", "textDocument/semanticTokens", false],
  ["vscode-json-language-server", "textDocument/colorPresentation", true],
  ["vscode-json-language-server", "textDocument/rangesFormatting", false],
  ["vscode-json-language-server", "textDocument/diagnostic", true],
  ["vscode-json-language-server", "workspace/diagnostic", false],
  ["clangd", "callHierarchy/incomingCalls", true],
  ["clangd", "typeHierarchy/subtypes", true],
  ["pyright", "typeHierarchy/subtypes", false],
  ["vtsls", "workspaceSymbol/resolve", false],
  ["gopls", "textDocument/didSave", true],
  ["vtsls", "textDocument/didSave", false],
  ["gopls", "workspace/didChangeWatchedFiles", false],
  ["gopls", "toString", false],
])("Whether %s can answer %s is %s", (name, request, expected) =>
  expect(allowsRequest(abilities(name), request)).toBe(expected),
);

test("A method that is not in LSP allows itself", () => {
  const registered = [{ method: "textDocument/_vs_onAutoInsert", options: {} }];
  expect(allowsRequest(registered, "textDocument/_vs_onAutoInsert")).toBe(true);
  expect(allowsRequest(registered, "textDocument/hover")).toBe(false);
  expect(allowsRequest(registered, "constructor")).toBe(false);
});

test.each([
  ["textDocument/hover", ["textDocument/hover"]],
  ["textDocument/rename", ["textDocument/rename", "textDocument/prepareRename"]],
  ["textDocument/completion", ["textDocument/completion", "completionItem/resolve"]],
  [
    "textDocument/semanticTokens",
    ["full", "full/delta", "range"].map((which) => `textDocument/semanticTokens/${which}`),
  ],
  ["rust-analyzer/whatever", ["rust-analyzer/whatever"]],
  ["constructor", ["constructor"]],
])("A registration of %s allows %j", (method, expected) => expect(requestsOf(method)).toEqual(expected));

const willRename = { workspace: { fileOperations: { dynamicRegistration: true, willRename: true } } };

test.each<[string, string, boolean, ClientCapabilities]>([
  ["able", "textDocument/hover", true, allCapabilities],
  ["able", "textDocument/documentColor", true, allCapabilities],
  ["able", "textDocument/prepareTypeHierarchy", true, allCapabilities],
  ["able", "workspace/didChangeWatchedFiles", true, allCapabilities],
  ["able", "notebookDocument/sync", true, allCapabilities],
  ["able", "textDocument/inlineCompletion", true, allCapabilities],
  ["able", "workspace/textDocumentContent", true, allCapabilities],
  // A method that comes with another registration has none of its own.
  ["able", "completionItem/resolve", false, allCapabilities],
  ["able", "rust-analyzer/whatever", false, allCapabilities],
  ["able", "constructor", false, allCapabilities],
  ["poor", "textDocument/hover", false, noCapabilities],
  ["partly", "textDocument/hover", true, someCapabilities],
  ["partly", "textDocument/implementation", false, someCapabilities],
  ["partly", "workspace/symbol", false, someCapabilities],
  ["partly", "textDocument/willSaveWaitUntil", false, someCapabilities],
  ["one operation on files", "workspace/willRenameFiles", true, willRename],
  ["one operation on files", "workspace/didRenameFiles", false, willRename],
  ["null", "textDocument/hover", false, { textDocument: null, workspace: null } as unknown as ClientCapabilities],
])("With %s, whether %s can be registered is %s", (_, method, expected, client) =>
  expect(canRegister(client, method)).toBe(expected),
);

test.each<[Name, string, string, boolean]>([
  ["gopls", "textDocument/completion", ".", true],
  ["gopls", "textDocument/completion", " ", false],
  ["pyright", "textDocument/signatureHelp", ")", true],
  ["gopls", "textDocument/signatureHelp", ")", true],
  ["gopls", "textDocument/signatureHelp", "<", false],
  ["vtsls", "textDocument/onTypeFormatting", ";", true],
  ["vtsls", "textDocument/onTypeFormatting", "}", true],
  ["clangd", "textDocument/onTypeFormatting", "}", false],
  ["gopls", "textDocument/onTypeFormatting", "\n", false],
  ["gopls", "textDocument/hover", ".", false],
])("For %s, whether %s is triggered by %j is %s", (name, method, character, expected) =>
  expect(isTrigger(abilities(name), method, character)).toBe(expected),
);

test("Completion is announced with every trigger character of the recorded servers", () => {
  const asked = Object.values(recordedCapabilities).flatMap((capabilities) =>
    "completionProvider" in capabilities ? capabilities.completionProvider.triggerCharacters : [],
  );
  expect(asked.filter((character) => !completionTriggers.includes(character))).toEqual([]);
});
