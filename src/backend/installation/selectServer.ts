/** Which server is the one for a language: the first of its servers that is installed, and the embedded one where none is. */

import { LocateError } from "../../error.js";
import { clip } from "../../locate/errorText.js";
import { EMBEDDED_SERVER_NAME, type LanguageServers, type Server, serversFor } from "../config/servers.js";
import { findInstallation, findServerProgram } from "./installation.js";

/** The embedded server, which is this program started once more. */
export interface EmbeddedServer {
  /** Whether it can serve a language. */
  serves(languageId: string): boolean;
  /** A command of servers.json that names this program, as one that can be run; undefined for any other. */
  ownCommand(command: readonly string[]): readonly string[] | undefined;
}

export interface SelectedServer {
  readonly server: Server;
  readonly command: readonly string[];
  /** What the user should know: that a better one is missing. */
  readonly notice?: string;
}

/** Errors are values here: `no_backend`. */
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

/** The one that will probably serve: looked for, but not checked, which can take seconds. */
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

/** How it is started here; undefined where it is not installed. Only what is on PATH: a program that lies in the workspace is its author's, not the user's. */
function commandOf(server: Server, { ownCommand }: EmbeddedServer): readonly string[] | undefined {
  const own = ownCommand(server.command);
  if (own !== undefined) return own;
  const program = findServerProgram(server);
  return program === undefined ? undefined : [program, ...server.command.slice(1)];
}

/** Why a candidate does not serve, where there is more to say than that it is not installed. */
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

/** Where nobody serves a language: who would, why not, and how to come by one. */
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
