/**
 * The servers that are started beside a main one: those that its languages list as `companions` in
 * servers.json, and one that works only beside it, by the field `bridge`.
 */

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { type Companion, EMBEDDED_SERVER_NAME, type LanguageServers, type Server } from "../config/servers.js";
import { mergeOptions } from "../config/settings.js";
import { isObject } from "../isObject.js";
import type { ProgramSearchOptions } from "./findProgram.js";
import { findInstallation, findServerProgram, type Installation } from "./installation.js";
import { withOwnModules } from "./ownModules.js";

/**
 * Returns the entry of a main server with the installed servers that are started beside it; the
 * same entry if there are none.
 */
export function withCompanions(main: Server, servers: LanguageServers): Server {
  const whole = withBridgedServer(main, servers);
  const added = listedCompanions(main, servers);
  return added.length === 0 ? whole : { ...whole, companions: [...(whole.companions ?? []), ...added] };
}

/** Returns the main server with the installed one that works only beside it. */
function withBridgedServer(main: Server, { servers, languages }: LanguageServers): Server {
  for (const server of servers.values()) {
    const { bridge: rule } = server;
    const added = rule?.with[main.name];
    const isListed = server.languages.some((id) => languages.get(id)?.servers.includes(server.name));
    if (!rule || !added || !isListed || server.restriction || main.restriction) continue;
    const program = findServerProgram(server);
    if (program === undefined) continue;
    const { initializationOptions, settings } = withProgramFolder(added, program) as typeof added;
    const { methods = [], fallbackMethods = [], notification, response, command } = rule;
    return {
      ...main,
      languages: [...main.languages, ...server.languages.filter((id) => !main.languages.includes(id))],
      ...(initializationOptions === undefined
        ? {}
        : { initializationOptions: mergeOptions(main.initializationOptions, initializationOptions) }),
      ...(settings === undefined ? {} : { settings: mergeOptions(main.settings, settings) as typeof settings }),
      companions: [
        {
          server,
          command: [program, ...server.command.slice(1)],
          languages: server.languages,
          offers: [...methods, ...fallbackMethods],
          leads: methods,
          formats: [],
          encoding: main.encoding ?? "utf-16",
          channel: { notification, response, command },
        },
      ],
    };
  }
  return main;
}

/** Returns the installed servers that the languages of a main server list as its companions. */
function listedCompanions(main: Server, { servers, languages }: LanguageServers): readonly Companion[] {
  const ids = new Map<string, string[]>();
  // The embedded server serves what no other does.
  for (const id of main.name === EMBEDDED_SERVER_NAME ? languages.keys() : main.languages)
    for (const name of languages.get(id)?.companions ?? []) ids.set(name, [...(ids.get(name) ?? []), id]);
  const found: Companion[] = [];
  for (const [name, own] of ids) {
    const server = servers.get(name);
    if (server === undefined || name === main.name || server.bridge || server.restriction?.kind === "refused") continue;
    // Else the positions of both would be mixed.
    const encoding = main.encoding ?? "utf-16";
    if ((server.encoding ?? encoding) !== encoding) continue;
    const program = findServerProgram(server);
    if (program === undefined) continue;
    const prepared = withOwnModules(server, program);
    if (prepared.restriction?.kind === "refused") continue;
    const command = [program, ...server.command.slice(1)];
    const formats = own.filter((id) => languages.get(id)?.formatter === name);
    found.push({ server: prepared, command, languages: own, offers: server.offers, leads: [], formats, encoding });
  }
  return found;
}

/**
 * Returns the main servers that a server works beside, those first that come first in the list of
 * their language; undefined for a server that works alone.
 */
export function mainServersOf(
  { bridge }: Server,
  { servers, languages }: LanguageServers,
): readonly Server[] | undefined {
  if (!bridge) return undefined;
  const mains = Object.keys(bridge.with).flatMap((name) => servers.get(name) ?? []);
  const rankOf = ({ name, languages: [id = ""] }: Server) => languages.get(id)?.servers.indexOf(name) ?? -1;
  const orderOf = (server: Server) => (rankOf(server) === -1 ? Number.MAX_SAFE_INTEGER : rankOf(server));
  return mains.sort((one, other) => orderOf(one) - orderOf(other));
}

/** Finds a server as `findInstallation` does; one that works beside others needs one of them. */
export function findBesideMain(
  server: Server,
  servers: LanguageServers,
  options: ProgramSearchOptions = {},
): Installation {
  const found = findInstallation(server, options);
  const mains = mainServersOf(server, servers);
  if (found.kind !== "installed" || !mains || mains.some((main) => findServerProgram(main, options) !== undefined))
    return found;
  const names = mains.map(({ name }) => name).join(" or ");
  const reason = `it works only beside ${names || "another server"}, which is not installed`;
  const remedy = mains[0]?.install;
  return { kind: "unfit", path: found.path, reason, ...(remedy === undefined ? {} : { remedy }) };
}

const folderPlaceholder = /^\$\{folder\}$/;

/** Replaces `${folder}` by the folder of the program, links resolved. */
function withProgramFolder(value: unknown, program: string): unknown {
  if (typeof value === "string") return folderPlaceholder.test(value) ? dirname(realpathSync(program)) : value;
  if (Array.isArray(value)) return value.map((element) => withProgramFolder(element, program));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withProgramFolder(inner, program)]));
}
