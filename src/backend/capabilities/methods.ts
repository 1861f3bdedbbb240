/** Server capabilities as LSP methods: requests about documents, symbols and commands. */

import { features, isEnabled, valueAt } from "./features.js";

/**
 * The methods with their dotted paths in ServerCapabilities. Methods that always accompany another
 * one, such as `callHierarchy/incomingCalls`, and notifications of documents and files are left
 * out.
 */
const providerByMethod: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([method, { provider, messages = { [method]: "" } }]) => {
    if (!provider?.endsWith("Provider")) return [];
    return Object.entries(messages).flatMap(([message, option]): [string, string][] => {
      if (option !== "") return [[message, `${provider}.${option}`]];
      return message === method ? [[message, provider]] : [];
    });
  }),
);

/** The methods that a server can announce or register. */
export const serverMethods: ReadonlySet<string> = new Set([...providerByMethod.keys(), "textDocument/semanticTokens"]);

/** Returns the methods that the capabilities in an answer to `initialize` announce. */
export function methodsOf(capabilities: object): string[] {
  return [...providerByMethod].flatMap(([method, provider]) =>
    isEnabled(valueAt(capabilities, provider)) ? [method] : [],
  );
}
