/** A server in servers.json for tests of agent mode: its signs come when the test sends them. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server, Servers } from "../../../src/backend/config/servers.js";
import { type Pair, type PairOptions, pair } from "../pair.js";

/** Loaded once it says so, or given up after a moment with `timeout`. */
export const readySign = { method: "test/status", params: { loaded: true } };
const ready = { notification: "test/status", where: { loaded: true }, from: "start" } as const;

/** Returns the shipped servers with one more, `testls`. Its diagnostics settle fast. */
export function agentServers(entry: Partial<Server> = {}): Servers {
  const shipped = shippedServers();
  const server: Server = {
    name: "testls",
    command: ["testls"],
    languages: [],
    rootMarkers: [],
    tested: false,
    remote: false,
    match: { words: ["testls"], serverInfo: [] },
    ready: "at once",
    diagnostics: { quiet: 0.03 },
    ...entry,
  };
  return { ...shipped, servers: new Map([...shipped.servers, ["testls", server]]) };
}

interface AgentPairOptions extends PairOptions {
  readonly server?: Partial<Server>;
}

/** Makes a session in agent mode in front of one server. */
export function agentPair({ server, ...options }: AgentPairOptions = {}): Pair {
  return pair({ agent: true, command: ["testls"], servers: agentServers(server), ...options });
}

/** A session whose server loads until the test sends `readySign`. */
export function loadingPair({
  server,
  ...options
}: AgentPairOptions & { readonly server?: { timeout?: number } } = {}) {
  return agentPair({ server: { ready: { ...ready, ...server } }, ...options });
}
