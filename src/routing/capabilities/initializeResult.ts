/** Our immediate answer to `initialize`, when no server has started yet: what holds for all, and what this client can only be told now. */

import type { ClientCapabilities, ServerCapabilities } from "vscode-languageserver-protocol";
import { type Feature, features, isEnabled, valueAt } from "../../backend/capabilities/features.js";
import { canRegister } from "./serverCapabilities.js";
import { completionTriggers, onTypeTriggers, signatureTriggers } from "./triggerCharacters.js";

type Json = Record<string, unknown>;

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;

/**
 * The capabilities that we answer with. `expected` has, for each language found in the workspace, the `methods` that
 * servers.json says its server can do, undefined where it says nothing. What the client can register is left to the servers.
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
  };
  for (const [method, feature] of Object.entries(features)) {
    if (feature.provider === undefined || feature.isStatic || serverSpecificMethods.has(method)) continue;
    if (canRegister(client, method) || !declares(client, feature.clientFlag)) continue;
    const able = languages.filter((methods) => methods.has(method));
    if (able.length > 0) setAtPath(answer, feature.provider, optionsOfFeature(method, feature, able, client));
  }
  return answer as ServerCapabilities;
}

/** What nearly every language server can do: announced for a language whose server we know nothing of. */
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

/** What makes no sense without a word that only the server has: a legend, a notebook's type, a URI scheme. Legends of two servers differ, too. */
const serverSpecificMethods: ReadonlySet<string> = new Set([
  "textDocument/semanticTokens",
  "notebookDocument/sync",
  "workspace/textDocumentContent",
]);

/** What LSP wants said of a feature besides that it is there. The empty ones may not be a mere `true`. */
const fixedOptions: Readonly<Record<string, object>> = {
  "textDocument/completion": { triggerCharacters: completionTriggers },
  "textDocument/signatureHelp": { triggerCharacters: signatureTriggers },
  "textDocument/onTypeFormatting": onTypeTriggers,
  "textDocument/codeLens": {},
  "textDocument/documentLink": {},
  "textDocument/diagnostic": { interFileDependencies: true, workspaceDiagnostics: false },
  // Which there are is known when the servers have started. A client that asks for one all the same is answered.
  "workspace/executeCommand": { commands: [] },
  ...Object.fromEntries(
    ["willCreate", "didCreate", "willRename", "didRename", "willDelete", "didDelete"].map((operation) => [
      `workspace/${operation}Files`,
      { filters: [{ pattern: { glob: "**" } }] },
    ]),
  ),
};

/**
 * Messages that are announced only if every server that has the feature takes them: a client that may send one sends it
 * instead of the plain one, and no answer in a server's name is as good as its own. (To `prepareRename` null says that
 * nothing can be renamed there.)
 */
const requiredOfAll: ReadonlySet<string> = new Set(["textDocument/prepareRename", "textDocument/rangesFormatting"]);

/** What a client must have declared before the option for a message may be said to it. */
const requiredClientCapability: Readonly<Record<string, string>> = {
  "textDocument/prepareRename": "textDocument.rename.prepareSupport",
  "codeAction/resolve": "textDocument.codeAction.codeActionLiteralSupport",
};

/**
 * What stands at the feature's place: the options that hold, or `true` where there is nothing more to say.
 * `able` are the methods of each server that has the feature.
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

/** Whether the client declares what stands there, as a flag or with details; yes where nothing needs to be declared. */
function declares(client: ClientCapabilities, path: string | undefined): boolean {
  return path === undefined || isEnabled(valueAt(client, path));
}

/** Puts a value at a dotted path; objects on the way are made where they are missing. */
function setAtPath(target: Json, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let inner = target;
  for (const key of keys) inner = (inner[key] ??= {}) as Json;
  inner[last] = value;
}
