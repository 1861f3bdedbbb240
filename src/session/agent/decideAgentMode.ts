/**
 * Agent mode: whether a session is in it, and what servers are told of its client.
 *
 * It is for harnesses that speak plain LSP: early, empty and stale answers are held back for them.
 * An editor never gets it unasked.
 */

import type { ClientEntry, Servers } from "../../backend/config/servers.js";
import { putValue, removeValue } from "../../wire/json.js";

/** The client of a session, and why the session is in agent mode. */
export interface AgentDecision {
  /** A clause such as `--agent was given`, for the log and `locate/status`. */
  readonly why: string;
  readonly entry: ClientEntry;
}

/**
 * Returns why a session is in agent mode; undefined if it is not. `option` is what the command line
 * says, which may name the client; `clientName` is unchecked JSON.
 */
export function decideAgentMode(
  option: boolean | string | undefined,
  clientName: unknown,
  { clients }: Pick<Servers, "clients">,
): AgentDecision | undefined {
  const own = typeof clientName === "string" ? clientName : undefined;
  const name = typeof option === "string" ? option : own;
  const entry = (name === undefined ? undefined : clients.get(name)) ?? {};
  if (option === true) return { why: "--agent was given", entry };
  if (typeof option === "string") return { why: `--agent=${option} was given`, entry };
  if (option === false || !entry.agent) return undefined;
  return { why: `the client is ${JSON.stringify(name)}`, entry };
}

/** How long a client waits for a response, unless servers.json knows better. */
const CLIENT_TIMEOUT_MS = 60_000;

/** Returns how long a client waits for a response, in ms. */
export function timeoutOf({ timeoutMs = CLIENT_TIMEOUT_MS }: Pick<ClientEntry, "timeoutMs">): number {
  return timeoutMs;
}

/** Files are watched here, whatever the client claims. */
const FILE_WATCHING = "workspace.didChangeWatchedFiles";

/** Some servers publish no diagnostics without it. The proxy sends them to any client. */
const DIAGNOSTIC_VERSIONS = "textDocument.publishDiagnostics.versionSupport";

/**
 * Returns the body of `initialize` without the capabilities that the client does not have, and
 * without file watching; with pushed diagnostics and their versions, which are handled here.
 */
export function correctCapabilities(body: Buffer, { entry }: AgentDecision): Buffer {
  const pathOf = (capability: string) => ["params", "capabilities", ...capability.split(".")];
  const withoutClaims = [FILE_WATCHING, ...(entry.falseClaims ?? [])].reduce(
    (json, claim) => removeValue(json, pathOf(claim)),
    body,
  );
  return putValue(withoutClaims, pathOf(DIAGNOSTIC_VERSIONS), true);
}
