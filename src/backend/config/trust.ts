/** Trust in workspaces, and the servers for those without it. */

import { isInFolders } from "../../files/readPermission.js";
import { getOrInsert } from "../../text/list.js";
import type { FolderEntry, Restriction, Server, Servers } from "./servers.js";
import { mergeOptions } from "./settings.js";

const restrictedServers = new WeakMap<Servers, Servers>();

/**
 * Returns the servers restricted to what does not run code of a workspace; always the same object.
 */
export function untrustedServers(servers: Servers): Servers {
  if (servers.isUntrusted) return servers;
  return getOrInsert(restrictedServers, servers, () => {
    const restricted = new Map([...servers.servers].map(([name, server]) => [name, restrict(server)]));
    return { ...servers, servers: restricted, isUntrusted: true };
  });
}

/** Returns the servers for a file or folder (absolute path): restricted if it is not trusted. */
export function serversAt(servers: Servers, path: string | undefined): Servers {
  return path !== undefined && isUntrusted(servers, path) ? untrustedServers(servers) : servers;
}

/** Whether a file or folder (absolute path) is not trusted: its innermost entry decides. */
export function isUntrusted(servers: FolderTrust, path: string): boolean {
  const { tools, untrusted = tools !== true } = entryAround(servers, path) ?? { untrusted: false };
  return servers.isUntrusted || untrusted;
}

/** Whether servers may run commands of the workspace there: its innermost entry decides. */
export function mayRunTools(servers: FolderTrust, path: string): boolean {
  return !isUntrusted(servers, path) && entryAround(servers, path)?.tools === true;
}

type FolderTrust = Pick<Servers, "folders" | "isUntrusted">;

function entryAround({ folders }: FolderTrust, path: string): FolderEntry | undefined {
  const around = [...folders].filter(([folder]) => isInFolders(path, [folder]));
  const [innermost] = around.sort(([left], [right]) => right.length - left.length);
  return innermost?.[1];
}

function restrict(server: Server): Server {
  const restriction = restrictionOf(server);
  if (restriction.kind === "refused") return { ...server, restriction };
  const { initializationOptions, settings, env, arguments: args = [] } = restriction;
  return {
    ...server,
    command: [...server.command, ...args],
    ...mergedField("initializationOptions", server.initializationOptions, initializationOptions),
    ...mergedField("settings", server.settings, settings),
    ...mergedField("env", server.env, env),
    restriction,
  };
}

function restrictionOf({ untrusted }: Server): Restriction {
  if (untrusted === undefined)
    return { kind: "refused", reason: "servers.json does not say how to keep it from running code of the workspace" };
  return typeof untrusted === "string" ? { kind: "refused", reason: untrusted } : { kind: "limited", ...untrusted };
}

function mergedField<Name extends string>(
  name: Name,
  base: unknown,
  override: unknown,
): { readonly [K in Name]?: never } {
  return (override === undefined ? {} : { [name]: mergeOptions(base, override) }) as { readonly [K in Name]?: never };
}
