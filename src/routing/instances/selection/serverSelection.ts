/**
 * The servers selected for the languages of a session. A fallback is selected for as long as no
 * better server can be used: one that was missing may be installed, and one that did not start
 * repaired, while the session runs.
 */

import { statSync } from "node:fs";
import type { Server, Servers } from "../../../backend/config/servers.js";
import { untrustedServers } from "../../../backend/config/trust.js";
import { findProgram } from "../../../backend/installation/findProgram.js";
import {
  type EmbeddedServer,
  isSameServer,
  type SelectedServer,
  selectServer,
} from "../../../backend/installation/selectServer.js";
import { LocateError } from "../../../error.js";

interface Selection {
  readonly languageId: string;
  /** The servers that it was made from. Another servers.json is another chance. */
  readonly servers: Servers;
  readonly selected: SelectedServer | LocateError;
}

/** Why a server is excluded, and the state of its program at that time. */
interface Exclusion {
  readonly reason: string;
  readonly programState: string;
}

/** A search looks into each folder of PATH, for each server of the language. */
export const SEARCH_INTERVAL_MS = 2000;

export class ServerSelection {
  readonly #embedding: (servers: Servers) => EmbeddedServer;
  /** By language and trust. */
  readonly #selections = new Map<string, Selection>();
  /** By name of a server that did not start. */
  readonly #exclusions = new WeakMap<Servers, Map<string, Exclusion>>();
  #searchedAt = Number.NEGATIVE_INFINITY;

  constructor(embedding: (servers: Servers) => EmbeddedServer) {
    this.#embedding = embedding;
  }

  select(languageId: string, servers: Servers): SelectedServer | LocateError {
    const key = `${servers.isUntrusted} ${languageId}`;
    const found = this.#selections.get(key);
    if (found?.servers === servers) return found.selected;
    const exclusions = this.#exclusions.get(servers) ?? new Map<string, Exclusion>();
    const unusable = new Map([...exclusions].map(([name, { reason }]) => [name, reason]));
    const selected = selectServer(servers, languageId, this.#embedding(servers), { unusable });
    if (isFallback(selected)) this.#searchedAt = performance.now();
    this.#selections.set(key, { languageId, servers, selected });
    return selected;
  }

  /**
   * Excludes a server that does not start, until its program has changed; `reason` is for people.
   */
  exclude(server: Server, reason: string, servers: Servers): void {
    const own = likeServer(server, servers);
    const exclusion = { reason, programState: stateOfProgram(server) };
    this.#exclusions.set(own, new Map([...(this.#exclusions.get(own) ?? []), [server.name, exclusion]]));
    this.#forget(own);
  }

  /** Undoes that. */
  include(server: Server, servers: Servers): void {
    const own = likeServer(server, servers);
    this.#exclusions.get(own)?.delete(server.name);
    this.#forget(own);
  }

  /**
   * Searches for better servers than the selected fallbacks, at intervals. Returns whether there is
   * one now.
   */
  searchAgain(): boolean {
    const now = performance.now();
    if (now < this.#searchedAt + SEARCH_INTERVAL_MS) return false;
    this.#searchedAt = now;
    const fallbacks = [...this.#selections].filter(([, { selected }]) => isFallback(selected));
    const better = fallbacks.filter(([key, { languageId, servers, selected }]) => {
      this.#includeRepaired(servers);
      this.#selections.delete(key);
      return !isSameSelection(this.select(languageId, servers), selected);
    });
    return better.length > 0;
  }

  #includeRepaired(servers: Servers): void {
    for (const [name, { programState }] of this.#exclusions.get(servers) ?? []) {
      const server = servers.servers.get(name);
      if (server !== undefined && stateOfProgram(server) !== programState) this.include(server, servers);
    }
  }

  #forget(servers: Servers): void {
    for (const [key, selection] of this.#selections) if (selection.servers === servers) this.#selections.delete(key);
  }
}

/** Returns the servers for workspaces with the same trust as that of a server. */
export function likeServer({ restriction }: Server, servers: Servers): Servers {
  return restriction === undefined ? servers : untrustedServers(servers);
}

function isFallback(selected: SelectedServer | LocateError): boolean {
  return selected instanceof LocateError || selected.notice !== undefined;
}

function isSameSelection(one: SelectedServer | LocateError, other: SelectedServer | LocateError): boolean {
  if (one instanceof LocateError || other instanceof LocateError)
    return one instanceof LocateError && other instanceof LocateError;
  return isSameServer(one.server, other.server);
}

/** Describes which program is started, so that another one, or another version, differs. */
function stateOfProgram({ command: [program = ""] }: Server): string {
  const found = findProgram(program);
  if (found.kind !== "installed") return found.kind;
  const stats = statSync(found.path, { bigint: true, throwIfNoEntry: false });
  return `${found.path} ${stats?.ino} ${stats?.size} ${stats?.mtimeNs}`;
}
