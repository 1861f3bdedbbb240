/**
 * Merges the capabilities of many backends into registrations for one client, each of them once.
 */

import { getOrInsert } from "../../text/list.js";
import { canonicalJson } from "../canonicalJson.js";
import type { Capability } from "./serverCapabilities.js";

const EXECUTE_COMMAND = "workspace/executeCommand";

/**
 * Returns the merged capabilities in the given order, by a key that is equal for equal
 * registrations. Each command is a registration of its own, so that it can be removed alone.
 */
export function mergeRegistrations(capabilities: Iterable<Capability>): ReadonlyMap<string, Capability> {
  const found = new Map<string, Capability>();
  const add = (key: string, capability: Capability) => {
    if (!found.has(key)) found.set(key, capability);
  };
  for (const capability of capabilities) {
    if (capability.method === EXECUTE_COMMAND) for (const [key, command] of commandsOf(capability)) add(key, command);
    else add(registrationKey(capability), capability);
  }
  return found;
}

/** The keys of capabilities, as they are merged again after each change. */
const keys = new WeakMap<Capability, string>();

/** Returns a text that is equal for registrations that are equal to a client. */
export function registrationKey(capability: Capability): string {
  return getOrInsert(keys, capability, () => `${capability.method} ${canonicalJson(capability.options)}`);
}

/** Splits a capability with several commands into one for each. */
function commandsOf({ method, options }: Capability): [key: string, command: Capability][] {
  const { commands } = options as { readonly commands?: unknown };
  if (!Array.isArray(commands)) return [];
  return commands.map((name) => [`${method} ${String(name)}`, { method, options: { ...options, commands: [name] } }]);
}
