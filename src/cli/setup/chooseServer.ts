/** Which server is asked: by the language of the file or of `--language`, the first of its servers that is installed. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import {
  EMBEDDED_SERVER_NAME,
  languageOf,
  resolveLanguageId,
  type Server,
  type Servers,
  serversFor,
} from "../../backend/config/servers.js";
import { noBackend, selectServer } from "../../backend/installation/selectServer.js";
import { type BackendProcess, startBackend } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { suggestNames, UsageError } from "../options.js";
import { embeddingOf, ownCommand } from "./embeddedServer.js";
import { findWorkspaceRoot } from "./workspaceRoot.js";

export interface ServerChoice {
  readonly command: readonly string[];
  readonly root: string;
  /** Its entry in servers.json; undefined for a command given by hand that is none of them. */
  readonly server: Server | undefined;
  /** What the user should know of this choice: that a better one is missing. */
  readonly notice?: string;
}

export interface ServerQuery {
  /** Absolute; undefined where no file is named. */
  readonly file: string | undefined;
  readonly language: string | undefined;
  /** `--root`, absolute. */
  readonly root: string | undefined;
  readonly workingDirectory: string;
}

/** The first that is installed; where none is, the embedded server. Throws `no_backend`, or UsageError for a language that isn't. */
export function chooseServer(servers: Servers, query: ServerQuery): ServerChoice {
  const language = chooseLanguage(servers, query);
  const selected = selectServer(servers, language, embeddingOf(servers));
  if (selected instanceof LocateError) throw selected;
  const { server } = selected;
  const isEmbedded = server.name === EMBEDDED_SERVER_NAME;
  // It stands in for the others, where they would stand.
  const markers = isEmbedded ? serversFor(servers, language).flatMap(({ rootMarkers }) => rootMarkers) : [];
  return { ...selected, root: chooseRoot(query, [...markers, ...server.rootMarkers]) };
}

/** The embedded server, whatever else is installed. Throws `no_backend` where servers.json takes it away. */
export function chooseEmbeddedServer(servers: Servers, query: ServerQuery, markers: readonly string[]): ServerChoice {
  const server = servers.servers.get(EMBEDDED_SERVER_NAME);
  if (server === undefined) throw noBackend(query.language ?? "this", []);
  const command = ownCommand(server.command, servers) ?? server.command;
  return { command, root: chooseRoot(query, [...markers, ...server.rootMarkers]), server };
}

/** The root for a command given by hand: with the markers of the server that it is, or of any for that language. */
export function chooseRoot({ file, root, workingDirectory }: ServerQuery, markers: readonly string[]): string {
  if (root !== undefined) return root;
  // A name of no file asks for the folder that such a file would be in.
  return findWorkspaceRoot(file ?? join(workingDirectory, "?"), markers, workingDirectory);
}

export function startServer({ command, server }: ServerChoice, log: Writable): Promise<BackendProcess> {
  const { env, install } = server ?? {};
  return startBackend(command, { log, ...(env ? { env } : {}), ...(install ? { install } : {}) });
}

function chooseLanguage(servers: Servers, { file, language }: ServerQuery): string {
  if (language !== undefined) return resolveLanguage(servers, language);
  if (file === undefined) throw new UsageError("No file says which language this is about: add --language=<id>.");
  const detected = languageOf(servers, file);
  if (detected !== undefined) return detected;
  if (!existsSync(file))
    throw new LocateError("file_not_found", `There is no file ${file}.`, { path: file, similar: [] });
  const message = `Which language ${file} is in can't be told from its name. Say it with --language <id>, or which server to ask: … -- <command>.`;
  throw new LocateError("no_backend", message, { path: file, servers: [] });
}

/** Throws UsageError that names the languages that it may be. */
export function resolveLanguage(servers: Servers, language: string): string {
  const languageId = resolveLanguageId(servers, language);
  if (languageId !== undefined) return languageId;
  const near = suggestNames(language, servers.languages.keys());
  const advice = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : " `lsp-locate doctor` lists them.";
  throw new UsageError(`servers.json has no language ${language}.${advice}`);
}
