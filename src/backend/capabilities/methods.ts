/** Server capabilities in the words of LSP's methods: those that a server may be asked about documents, names and commands. */

import { features, isEnabled, valueAt } from "./features.js";

/**
 * Each method with where in ServerCapabilities it is promised. What only comes along with another one (`callHierarchy/incomingCalls`) says
 * nothing more, and how a server hears of documents and files is no answer of its.
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

/** Every method that a server can announce or register. */
export const serverMethods: ReadonlySet<string> = new Set([...providerByMethod.keys(), "textDocument/semanticTokens"]);

/** The methods that `capabilities`, the answer to initialize, promise. */
export function methodsOf(capabilities: object): string[] {
  return [...providerByMethod].flatMap(([method, provider]) =>
    isEnabled(valueAt(capabilities, provider)) ? [method] : [],
  );
}
