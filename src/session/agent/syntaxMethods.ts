/**
 * Methods that agent mode answers from syntax and references for a server without them. They are
 * announced to the client as the server's own.
 */

import type { ServerCapabilities } from "vscode-languageserver-protocol";
import type { Backend } from "../../ask/backend/backend.js";
import { supports } from "../../ask/backend/supportCheck.js";
import { type LocateMethod, lspMethods, shortName } from "../../ask/methodTable.js";
import { valueAt } from "../../backend/capabilities/features.js";
import type { Servers } from "../../backend/config/servers.js";
import { factsOf } from "../../languages/languages.js";

interface SyntaxCapability {
  readonly provider: "implementationProvider" | "callHierarchyProvider" | "typeHierarchyProvider";
  /** As a server would register it. */
  readonly method: string;
  /** Whether it takes types that name others in their heads. */
  readonly takesHeads: boolean;
}

const syntaxCapabilities: readonly SyntaxCapability[] = [
  { provider: "implementationProvider", method: "textDocument/implementation", takesHeads: true },
  { provider: "callHierarchyProvider", method: "textDocument/prepareCallHierarchy", takesHeads: false },
  { provider: "typeHierarchyProvider", method: "textDocument/prepareTypeHierarchy", takesHeads: true },
];

/** What the capabilities of a server are completed with. */
export interface LackingServer {
  /** The server's languages. */
  readonly languages: readonly string[];
  /** The methods that it registers later, by servers.json. */
  readonly methods?: readonly string[] | undefined;
}

/** Returns the capabilities that agent mode adds for a server, by the methods to register. */
export function syntaxCapabilitiesFor(
  hasCapability: (provider: string) => boolean,
  { languages, methods = [] }: LackingServer,
  { grammars }: Pick<Servers, "grammars">,
): readonly Pick<SyntaxCapability, "provider" | "method">[] {
  if (!hasCapability("referencesProvider")) return [];
  const parsed = languages.filter((each) => factsOf(each).grammar !== undefined || grammars.has(each));
  const hasHeads = parsed.some((each) => factsOf(each).overriding.namesSupertypes);
  return syntaxCapabilities.filter(
    ({ provider, method, takesHeads }) =>
      !hasCapability(provider) && !methods.includes(method) && (takesHeads ? hasHeads : parsed.length > 0),
  );
}

/** Whether a server announces a capability in its response to `initialize`. */
export function announces(capabilities: ServerCapabilities, provider: string): boolean {
  const value = valueAt(capabilities, provider);
  return value !== undefined && value !== null && value !== false;
}

const providers: ReadonlySet<string> = new Set(syntaxCapabilities.map(({ provider }) => provider));

/** Whether a method (as LSP writes it) is answered from syntax for a server without it. */
export function isSyntaxMethod(method: string): boolean {
  const name = shortName(method);
  return Object.hasOwn(lspMethods, name) && providers.has((lspMethods[name] as LocateMethod).provider);
}

/** Whether a backend lacks such a method. */
export function lacksMethod(method: string, backend: Backend): boolean {
  return isSyntaxMethod(method) && !supports(shortName(method), backend);
}
