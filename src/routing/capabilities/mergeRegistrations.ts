/** What the wishes of many backends come to at one client: each thing that is to be registered, once. */

import { canonicalJson } from "../canonicalJson.js";
import type { Capability } from "./serverCapabilities.js";

const EXECUTE_COMMAND = "workspace/executeCommand";
const WORKSPACE_SYMBOL = "workspace/symbol";

/**
 * By a key that is the same for what the client must not see twice, in the order wished. Equal wishes are one. A command is
 * registered by its name alone, on its own, so that one can go while others stay. Symbols of the workspace are asked for
 * once, whoever answers: a client asks once for each registration, and each time all backends answer.
 */
export function mergeRegistrations(capabilities: Iterable<Capability>): ReadonlyMap<string, Capability> {
  const found = new Map<string, Capability>();
  const symbols: Capability[] = [];
  const add = (key: string, capability: Capability) => {
    if (!found.has(key)) found.set(key, capability);
  };
  for (const capability of capabilities) {
    if (capability.method === WORKSPACE_SYMBOL) symbols.push(capability);
    else if (capability.method === EXECUTE_COMMAND) for (const command of commandsOf(capability)) add(...command);
    else add(registrationKey(capability), capability);
  }
  if (symbols.length > 0) {
    const merged = { method: WORKSPACE_SYMBOL, options: mergedOptions(symbols) };
    add(registrationKey(merged), merged);
  }
  return found;
}

/** The same text for two wishes that are the same to a client. */
export function registrationKey({ method, options }: Capability): string {
  return `${method} ${canonicalJson(options)}`;
}

/** One wish for each command of one. */
function commandsOf({ method, options }: Capability): [key: string, command: Capability][] {
  const { commands } = options as { readonly commands?: unknown };
  if (!Array.isArray(commands)) return [];
  return commands.map((name) => [`${method} ${String(name)}`, { method, options: { ...options, commands: [name] } }]);
}

/** Options that are on or off, on if anybody's is; off ones are left out, as that is what their absence means. */
function mergedOptions(capabilities: readonly Capability[]): object {
  return Object.fromEntries(
    capabilities.flatMap(({ options }) => Object.entries(options)).filter(([, value]) => value !== false),
  );
}
