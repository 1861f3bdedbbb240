/** Selects the server for a language: the first installed one, otherwise the embedded server. */

import { LocateError } from "../../error.js";
import { clip } from "../../locate/errorText.js";
import { EMBEDDED_SERVER_NAME, type LanguageServers, type Server, serversFor } from "../config/servers.js";
import { findBesideMain, mainServersOf, withCompanions } from "./companions.js";
import { findServerProgram } from "./installation.js";
import { withOwnModules } from "./ownModules.js";

/** The embedded server: this program, started once more. */
export interface EmbeddedServer {
  /** Whether it can serve a language. */
  serves(languageId: string): boolean;
  /** Returns the executable form of a command that names this program; undefined for any other. */
  ownCommand(command: readonly string[]): readonly string[] | undefined;
}

export interface SelectedServer {
  readonly server: Server;
  readonly command: readonly string[];
  /** A message for the user: a better server is not installed, or does not start. */
  readonly notice?: string;
  /** Why a better server that is installed is not used: `gopls can't be used: it …`. */
  readonly fallbackReason?: string;
}

interface SelectOptions {
  readonly unusable?: UnusableServers | undefined;
  readonly companions?: boolean | undefined;
}

/** By name of a server that did not start: why. */
export type UnusableServers = ReadonlyMap<string, string>;

/**
 * Returns the first server that is installed and not `unusable`, or the error `no_backend`. Without
 * `companions`, no server is started beside another one.
 */
export function selectServer(
  servers: LanguageServers,
  languageId: string,
  embeddedServer: EmbeddedServer,
  { unusable = new Map(), companions = true }: SelectOptions = {},
): SelectedServer | LocateError {
  const candidates = serversFor(servers, languageId);
  const failed: string[] = [];
  /** A server that works beside another one is found with that one. */
  const startableFor = (server: Server) => {
    for (const main of (companions ? mainServersOf(server, servers) : undefined) ?? [server]) {
      const entry = companions ? withCompanions(main, servers) : main;
      const isBeside = entry.companions?.some((each) => each.channel && each.server.name === server.name);
      if (entry.name !== server.name && !isBeside) continue;
      const startable = unusable.has(main.name) ? undefined : prepareServer(entry, embeddedServer);
      if (startable !== undefined) return startable;
    }
    return undefined;
  };
  const fallback = (name: string): Pick<SelectedServer, "notice" | "fallbackReason"> => {
    if (failed.length === 0) return {};
    const fallbackReason = failed.join("; ");
    return { fallbackReason, notice: fallbackNotice(fallbackReason, name) };
  };
  for (const server of candidates) {
    const { name } = server;
    const reason = unusable.get(name);
    if (reason !== undefined) failed.push(`${name} can't be used: ${reason}`);
    const startable = reason === undefined ? startableFor(server) : undefined;
    if (startable !== undefined) return { ...startable, ...fallback(startable.server.name) };
  }
  const embedded = selectEmbedded(servers, languageId, embeddedServer, companions);
  if (!embedded || unusable.has(EMBEDDED_SERVER_NAME)) return noBackend(languageId, candidates, servers);
  const notice = noticeOf(languageId, candidates, servers);
  return { ...embedded, notice, ...fallback(EMBEDDED_SERVER_NAME) };
}

/** Returns the embedded server, for a language that it serves. */
export function selectEmbedded(
  servers: LanguageServers,
  languageId: string,
  embeddedServer: EmbeddedServer,
  companions = true,
): SelectedServer | undefined {
  const entry = servers.servers.get(EMBEDDED_SERVER_NAME);
  if (entry === undefined || !embeddedServer.serves(languageId)) return undefined;
  return prepareServer(companions ? withCompanions(entry, servers) : entry, embeddedServer);
}

/** Returns the sentence that says which server answers instead of a better one, and why. */
function fallbackNotice(reason: string, name: string): string {
  const answers =
    name === EMBEDDED_SERVER_NAME ? "the embedded server answers, by syntax alone" : `${name} answers instead`;
  return `${reason}; ${answers}.`;
}

/**
 * Returns the server that will probably be selected, without running checks, which can take
 * seconds.
 */
export function selectLikelyServer(
  servers: LanguageServers,
  languageId: string,
  embeddedServer: EmbeddedServer,
): Server | undefined {
  const isInstalled = ({ command, restriction }: Server) =>
    restriction?.kind !== "refused" &&
    (embeddedServer.ownCommand(command) !== undefined || findServerProgram({ command }) !== undefined);
  const [installedServer] = serversFor(servers, languageId)
    .filter(isInstalled)
    .flatMap((server) => mainServersOf(server, servers)?.filter(isInstalled).slice(0, 1) ?? [server]);
  return installedServer ?? (embeddedServer.serves(languageId) ? servers.servers.get(EMBEDDED_SERVER_NAME) : undefined);
}

/**
 * Returns a server with the command that starts it here; undefined if it is not installed, or
 * refused in an untrusted workspace. Only PATH is searched.
 */
export function prepareServer(
  server: Server,
  { ownCommand }: Pick<EmbeddedServer, "ownCommand">,
): Omit<SelectedServer, "notice"> | undefined {
  if (server.restriction?.kind === "refused") return undefined;
  const own = ownCommand(server.command);
  if (own !== undefined) return { server, command: own };
  const program = findServerProgram(server);
  if (program === undefined) return undefined;
  const prepared = withOwnModules(server, program);
  if (prepared.restriction?.kind === "refused") return undefined;
  return { server: prepared, command: [program, ...server.command.slice(1)] };
}

/** Whether two entries are of one server in workspaces of the same trust. */
export function isSameServer(left: Server, right: Server): boolean {
  return left.name === right.name && (left.restriction === undefined) === (right.restriction === undefined);
}

/** Returns why an installed server is not started in an untrusted workspace. */
export function refusalOf(server: Server | undefined): string | undefined {
  if (server?.restriction === undefined) return undefined;
  const program = findServerProgram({ command: server.command });
  const { restriction } = program === undefined ? server : withOwnModules(server, program);
  return program !== undefined && restriction?.kind === "refused" ? restriction.reason : undefined;
}

/** Describes the candidates that are installed and can't be used. */
function reasonsOf(candidates: readonly Server[], servers: LanguageServers): string {
  const reasons = candidates.flatMap((server) => {
    const refusal = refusalOf(server);
    if (refusal !== undefined) return [`${server.name} is not started in an untrusted workspace: ${refusal}.`];
    const installation = findBesideMain(server, servers);
    if (installation.kind === "not executable") return [`${installation.path} is not executable (${server.name}).`];
    if (installation.kind !== "unfit") return [];
    const remedy = installation.remedy === undefined ? "" : ` Install it: ${installation.remedy}`;
    return [`${server.name} is not usable: ${clip(installation.reason, 120)}.${remedy}`];
  });
  return reasons.map((reason) => ` ${reason}`).join("");
}

function noticeOf(languageId: string, candidates: readonly Server[], servers: LanguageServers): string {
  const [best] = candidates;
  if (candidates.some((server) => refusalOf(server) !== undefined))
    return `No language server for ${languageId} is started; the embedded one answers, by syntax alone.${reasonsOf(candidates, servers)}`;
  const better = best?.install === undefined ? "" : ` For types and more: ${best.install} (${best.name}).`;
  return `No language server for ${languageId} is installed; the embedded one answers, by syntax alone.${reasonsOf(candidates, servers)}${better}`;
}

/** The error for a language without a server: the candidates, and how to install them. */
export function noBackend(
  languageId: string,
  candidates: readonly Server[],
  servers: LanguageServers = { servers: new Map(), languages: new Map() },
): LocateError {
  const names = candidates.map(({ name, command: [program = name] }) =>
    program === name ? name : `${name} (${program})`,
  );
  const facts = {
    language: languageId,
    servers: candidates.map(({ name, install }) => ({ name, install: install ?? null })),
  };
  if (candidates.length === 0) {
    const message = `No server for ${languageId} is known. Name one in servers.json, or give it: … -- <command>.`;
    return new LocateError("no_backend", message, facts);
  }
  if (candidates.some((server) => refusalOf(server) !== undefined)) {
    const message = `No server for ${languageId} is started.${reasonsOf(candidates, servers)}`;
    return new LocateError("no_backend", message, facts);
  }
  const installs = candidates.flatMap(({ name, install }) => (install === undefined ? [] : [`  ${name}: ${install}`]));
  const installHint = installs.length === 0 ? "" : ` Install one of them:\n${installs.join("\n")}`;
  const message = `No server for ${languageId} is installed. Would serve: ${names.join(", ")}.${reasonsOf(candidates, servers)}${installHint}`;
  return new LocateError("no_backend", message, facts);
}
