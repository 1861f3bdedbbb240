/** The capabilities of a server in the form of registrations, and the requests that they allow. */

import type { ClientCapabilities, ServerCapabilities, TextDocumentSyncOptions } from "vscode-languageserver-protocol";
import { featureOf, features, isEnabled, valueAt } from "../../backend/capabilities/features.js";

/** One capability, as a server would register it. */
export interface Capability {
  /** The method as registered: `textDocument/rename` includes `textDocument/prepareRename`. */
  readonly method: string;
  /**
   * As in `registerOptions`. There is a `documentSelector` only if the server gave one, or null.
   */
  readonly options: object;
}

/** Lists the capabilities in a response to `initialize`, in the order of the feature table. */
export function listCapabilities(capabilities: ServerCapabilities): readonly Capability[] {
  const spelledOut = { ...capabilities, textDocumentSync: syncOf(capabilities.textDocumentSync) };
  return Object.entries(features).flatMap(([method, { provider }]) => {
    const options = provider === undefined ? undefined : optionsOf(valueAt(spelledOut, provider));
    return options === undefined ? [] : [{ method, options }];
  });
}

/**
 * Whether this client accepts registrations of a method after `initialize`; false for methods that
 * are not in LSP.
 */
export function canRegister(client: ClientCapabilities, method: string): boolean {
  const feature = featureOf(method);
  if (feature?.client === undefined) return false;
  if (feature.clientFlag !== undefined && valueAt(client, feature.clientFlag) !== true) return false;
  return valueAt(client, `${feature.client}.dynamicRegistration`) === true;
}

/**
 * Whether any of these allows a request or notification. A method that is not in LSP allows itself.
 */
export function allowsRequest(capabilities: Iterable<Capability>, requestMethod: string): boolean {
  for (const { method, options } of capabilities) {
    const messages = messagesOf(method);
    const option = Object.hasOwn(messages, requestMethod) ? messages[requestMethod] : undefined;
    if (option === "" || (option !== undefined && isEnabled(valueAt(options, option)))) return true;
  }
  return false;
}

/** Returns `textDocumentSync` as an object. A number means everything but the text at save. */
function syncOf(sync: ServerCapabilities["textDocumentSync"]): TextDocumentSyncOptions {
  if (typeof sync !== "number") return sync ?? {};
  return sync === 0 ? {} : { openClose: true, change: sync, save: true };
}

/**
 * Returns the options in the value of a provider; `undefined` if it is off. Servers write more
 * forms than LSP allows.
 */
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
