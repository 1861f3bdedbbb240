/** What the wishes of many backends come to at one client: each thing that is to be registered, once. */

import { canonicalJson } from "../canonicalJson.js";
import type { Ability } from "./serverCapabilities.js";

const COMMANDS = "workspace/executeCommand";
const SYMBOLS = "workspace/symbol";

/**
 * By a key that is the same for what the client must not see twice, in the order wished. Equal wishes are one. A command is
 * registered by its name alone, on its own, so that one can go while others stay. Symbols of the workspace are asked for
 * once, whoever answers: a client asks once for each registration, and each time all backends answer.
 */
export function together(wishes: Iterable<Ability>): ReadonlyMap<string, Ability> {
  const found = new Map<string, Ability>();
  const symbols: Ability[] = [];
  const note = (key: string, ability: Ability) => {
    if (!found.has(key)) found.set(key, ability);
  };
  for (const wish of wishes) {
    if (wish.method === SYMBOLS) symbols.push(wish);
    else if (wish.method === COMMANDS) for (const command of commandsOf(wish)) note(...command);
    else note(keyOf(wish), wish);
  }
  if (symbols.length > 0) {
    const merged = { method: SYMBOLS, options: mergedOptions(symbols) };
    note(keyOf(merged), merged);
  }
  return found;
}

/** The same text for two wishes that are the same to a client. */
export function keyOf({ method, options }: Ability): string {
  return `${method} ${canonicalJson(options)}`;
}

/** One wish for each command of one. */
function commandsOf({ method, options }: Ability): [key: string, command: Ability][] {
  const { commands } = options as { readonly commands?: unknown };
  if (!Array.isArray(commands)) return [];
  return commands.map((name) => [`${method} ${String(name)}`, { method, options: { ...options, commands: [name] } }]);
}

/** Options that are on or off, on if anybody's is; off ones are left out, as that is what their absence means. */
function mergedOptions(wishes: readonly Ability[]): object {
  return Object.fromEntries(
    wishes.flatMap(({ options }) => Object.entries(options)).filter(([, value]) => value !== false),
  );
}
