/** What a server can do, as the registrations it would have made; and what that lets one ask it. */

import type { ClientCapabilities, ServerCapabilities, TextDocumentSyncOptions } from "vscode-languageserver-protocol";
import { featureOf, features, isEnabled, valueAt } from "../../backend/capabilities/features.js";

/** One thing that a server can do. */
export interface Capability {
  /** As registered: `textDocument/rename`, which stands for `textDocument/prepareRename` too. */
  readonly method: string;
  /** As in `registerOptions`; a `documentSelector` is among them only where the server gave one, or null. */
  readonly options: object;
}

/** What an answer to `initialize` says that the server can do, in the order of the table. */
export function listCapabilities(capabilities: ServerCapabilities): readonly Capability[] {
  const spelledOut = { ...capabilities, textDocumentSync: syncOf(capabilities.textDocumentSync) };
  return Object.entries(features).flatMap(([method, { provider }]) => {
    const options = provider === undefined ? undefined : optionsOf(valueAt(spelledOut, provider));
    return options === undefined ? [] : [{ method, options }];
  });
}

/** Whether this client takes a registration of that method after `initialize`. What LSP does not know, nobody is told of. */
export function canRegister(client: ClientCapabilities, method: string): boolean {
  const feature = featureOf(method);
  if (feature?.client === undefined) return false;
  if (feature.clientFlag !== undefined && valueAt(client, feature.clientFlag) !== true) return false;
  return valueAt(client, `${feature.client}.dynamicRegistration`) === true;
}

/** Whether any of these lets one send that request (or notification). A method that LSP does not know stands for itself. */
export function allowsRequest(capabilities: Iterable<Capability>, requestMethod: string): boolean {
  for (const { method, options } of capabilities) {
    const messages = messagesOf(method);
    const option = Object.hasOwn(messages, requestMethod) ? messages[requestMethod] : undefined;
    if (option === "" || (option !== undefined && isEnabled(valueAt(options, option)))) return true;
  }
  return false;
}

/** What `textDocumentSync` means, spelled out. A mere number means all but saving with the text. */
function syncOf(sync: ServerCapabilities["textDocumentSync"]): TextDocumentSyncOptions {
  if (typeof sync !== "number") return sync ?? {};
  return sync === 0 ? {} : { openClose: true, change: sync, save: true };
}

/** The options that a provider's value gives; undefined where it says no. Servers say yes in more ways than their types allow. */
function optionsOf(value: unknown): object | undefined {
  if (typeof value === "number") return value === 0 ? undefined : { syncKind: value };
  // `workspaceFolders.changeNotifications` may be the id of a registration.
  if (value === true || (typeof value === "string" && value !== "")) return {};
  if (typeof value !== "object" || value === null) return undefined;
  const { id: _, ...options } = value as { readonly id?: unknown };
  return options;
}

function messagesOf(method: string): Readonly<Record<string, string>> {
  return featureOf(method)?.messages ?? { [method]: "" };
}
