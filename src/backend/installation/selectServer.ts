/** Selects the server for a language: the first installed one, otherwise the embedded server. */

import { LocateError } from "../../error.js";
import { clip } from "../../locate/errorText.js";
import { EMBEDDED_SERVER_NAME, type LanguageServers, type Server, serversFor } from "../config/servers.js";
import { findInstallation, findServerProgram } from "./installation.js";

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
  /** A message for the user: a better server is not installed. */
  readonly notice?: string;
}

/** Returns the server, or the error `no_backend`. */
export function selectServer(
  servers: LanguageServers,
  languageId: string,
  embeddedServer: EmbeddedServer,
): SelectedServer | LocateError {
  const candidates = serversFor(servers, languageId);
  for (const server of candidates) {
    const command = commandOf(server, embeddedServer);
    if (command !== undefined) return { server, command };
  }
  const embedded = servers.servers.get(EMBEDDED_SERVER_NAME);
  const command = embedded && commandOf(embedded, embeddedServer);
  if (!embedded || command === undefined || !embeddedServer.serves(languageId))
    return noBackend(languageId, candidates);
  return { server: embedded, command, notice: noticeOf(languageId, candidates) };
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
  const isInstalled = ({ command }: Server) =>
    embeddedServer.ownCommand(command) !== undefined || findServerProgram({ command }) !== undefined;
  const installedServer = serversFor(servers, languageId).find(isInstalled);
  return installedServer ?? (embeddedServer.serves(languageId) ? servers.servers.get(EMBEDDED_SERVER_NAME) : undefined);
}

/**
 * Returns the command that starts a server here; undefined if it is not installed. Only PATH is
 * searched, as the workspace is not trusted.
 */
function commandOf(server: Server, { ownCommand }: EmbeddedServer): readonly string[] | undefined {
  const own = ownCommand(server.command);
  if (own !== undefined) return own;
  const program = findServerProgram(server);
  return program === undefined ? undefined : [program, ...server.command.slice(1)];
}

/** Describes the candidates that are installed and can't be used. */
function reasonsOf(candidates: readonly Server[]): string {
  const reasons = candidates.flatMap((server) => {
    const installation = findInstallation(server);
    if (installation.kind === "not executable") return [`${installation.path} is not executable (${server.name}).`];
    return installation.kind === "unfit" ? [`${server.name} is not usable: ${clip(installation.reason, 120)}.`] : [];
  });
  return reasons.map((reason) => ` ${reason}`).join("");
}

function noticeOf(languageId: string, candidates: readonly Server[]): string {
  const [best] = candidates;
  const better = best?.install === undefined ? "" : ` For types and more: ${best.install} (${best.name}).`;
  return `No language server for ${languageId} is installed; the embedded one answers, by syntax alone.${reasonsOf(candidates)}${better}`;
}

/** The error for a language without a server: the candidates, and how to install them. */
export function noBackend(languageId: string, candidates: readonly Server[]): LocateError {
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
  const installs = candidates.flatMap(({ name, install }) => (install === undefined ? [] : [`  ${name}: ${install}`]));
  const installHint = installs.length === 0 ? "" : ` Install one of them:\n${installs.join("\n")}`;
  const message = `No server for ${languageId} is installed. Would serve: ${names.join(", ")}.${reasonsOf(candidates)}${installHint}`;
  return new LocateError("no_backend", message, facts);
}
