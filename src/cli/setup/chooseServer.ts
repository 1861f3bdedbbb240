/**
 * Chooses the server of a request: the first installed one for the language of the file or of
 * `--language`.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import {
  EMBEDDED_SERVER_NAME,
  languageOf,
  resolveLanguageId,
  rootRuleOf,
  type Server,
  type Servers,
} from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { noBackend, selectServer, type UnusableServers } from "../../backend/installation/selectServer.js";
import { type BackendProcess, startBackend } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { workingFolderProblem } from "../../files/workingFolder.js";
import { bridgeProcess } from "../../routing/bridge/bridgeProcess.js";
import { similarFiles } from "../../session/documents/similarFiles.js";
import { escapeName } from "../../text/printable.js";
import { pathInside } from "../../uri.js";
import { findServerRoot } from "../../workspace/roots/serverRoot.js";
import { suggestNames, UsageError } from "../options.js";
import { embeddingOf, ownCommand } from "./embeddedServer.js";

export interface ServerChoice {
  readonly command: readonly string[];
  /** The workspace of the command. */
  readonly workspace: string;
  /** The root of the server, in the workspace. */
  readonly root: string;
  /** Its entry in servers.json; `undefined` for a command given by hand that matches none. */
  readonly server: Server | undefined;
  /** Why a better server isn't used, for the user. */
  readonly notice?: string;
}

export interface ServerQuery {
  /** Absolute; `undefined` if no file is named. */
  readonly file: string | undefined;
  readonly language: string | undefined;
  /** `--root`, absolute. */
  readonly root: string | undefined;
  /** The workspace of the command, absolute. */
  readonly workspace: string;
  readonly workingDirectory: string;
}

/**
 * Chooses the first installed server that is not `unusable`, else the embedded one. Without
 * `bridges`, no server is started beside another one. Throws `no_backend`, or UsageError for an
 * unknown language.
 */
export function chooseServer(
  trusted: Servers,
  query: ServerQuery,
  options: { readonly unusable?: UnusableServers; readonly bridges?: boolean } = {},
): ServerChoice {
  const servers = serversAt(trusted, query.file ?? query.root ?? query.workingDirectory);
  const language = chooseLanguage(servers, query);
  const selected = selectServer(servers, language, embeddingOf(servers), options);
  if (selected instanceof LocateError) throw selected;
  return { ...selected, ...rootsFor(selected.server, query, servers) };
}

/**
 * Chooses the embedded server, whatever else is installed. Throws `no_backend` if servers.json
 * removes it.
 */
export function chooseEmbeddedServer(servers: Servers, query: ServerQuery): ServerChoice {
  const server = servers.servers.get(EMBEDDED_SERVER_NAME);
  if (server === undefined) throw noBackend(query.language ?? "this", []);
  const command = ownCommand(server.command, servers) ?? server.command;
  return { command, server, workspace: query.workspace, root: query.workspace };
}

/** Returns the workspace, and the root of a server in it. */
export function rootsFor(
  server: Server | undefined,
  { file, root, workspace, workingDirectory }: ServerQuery,
  servers: Servers,
): Pick<ServerChoice, "workspace" | "root"> {
  if (server === undefined) return { workspace, root: workspace };
  // Without a file, the root is that of an assumed file in the working directory.
  const assumed = join(root ?? workingDirectory, "?");
  const found = findServerRoot(file ?? assumed, rootRuleOf(server, servers), [workspace]);
  return { workspace, root: found.isInside ? found.root : workspace };
}

/** Starts the chosen server, and the one beside it. `log` receives what they write to stderr. */
export async function startServer({ command, root, server }: ServerChoice, log: Writable): Promise<BackendProcess> {
  // Some servers don't start in a folder that was deleted.
  const cwd = workingFolderProblem() === undefined ? {} : { cwd: root };
  const start = (command: readonly string[], { env, install }: Pick<Server, "env" | "install">) =>
    startBackend(command, { log, ...cwd, ...(env ? { env } : {}), ...(install ? { install } : {}) });
  const main = await start(command, server ?? {});
  const { bridged } = server ?? {};
  if (!bridged) return main;
  return bridgeProcess(main, {
    bridged,
    start: () => start(bridged.command, bridged.server),
    log: (line) => void log.write(`${line}\n`),
  });
}

function chooseLanguage(servers: Servers, { file, language, workingDirectory }: ServerQuery): string {
  if (language !== undefined) return resolveLanguage(servers, language);
  if (file === undefined) throw new UsageError("Without a file the language is unknown: add --language=<id>.");
  const detected = languageOf(servers, file);
  if (detected !== undefined) return detected;
  if (!existsSync(file)) throw noFileError(file, workingDirectory);
  const message = `The language of ${file} can't be determined from its name. Add --language <id>, or name a server: … -- <command>.`;
  throw new LocateError("no_backend", message, { path: file, servers: [] });
}

function noFileError(path: string, workingDirectory: string): LocateError {
  const written = pathInside(workingDirectory, path) ?? path;
  const similar = similarFiles(written, [workingDirectory]).paths.map(
    (each) => pathInside(workingDirectory, each) ?? each,
  );
  const advice = similar.length > 0 ? ` There is: ${similar.map(escapeName).join(", ")}.` : "";
  return new LocateError("file_not_found", `There is no file ${escapeName(path)}.${advice}`, { path, similar });
}

/** Returns the id of a language given by id or alias. Throws UsageError with similar names. */
export function resolveLanguage(servers: Servers, language: string): string {
  const languageId = resolveLanguageId(servers, language);
  if (languageId !== undefined) return languageId;
  const near = suggestNames(language, servers.languages.keys());
  const advice = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : " `lsp-locate doctor` lists them.";
  throw new UsageError(`servers.json has no language ${language}.${advice}`);
}
